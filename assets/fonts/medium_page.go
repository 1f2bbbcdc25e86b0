//go:build page

package fonts

// Medium is the same as Regular here, because another weight would make every saved page 190 kB larger.
var Medium = Regular
