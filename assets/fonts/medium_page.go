//go:build page

package fonts

// Medium is the same font as Regular in a saved page, where a third font would add 190 kB.
var Medium = Regular
