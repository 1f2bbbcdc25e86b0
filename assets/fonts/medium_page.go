//go:build page

package fonts

// Medium is the same as Regular in a saved page, because a third weight would make every page 190 kB larger.
var Medium = Regular
