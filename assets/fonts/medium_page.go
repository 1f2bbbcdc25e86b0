//go:build page

package fonts

// Medium is the same font as Regular, because a third font would make every saved page 190 kB larger.
var Medium = Regular
