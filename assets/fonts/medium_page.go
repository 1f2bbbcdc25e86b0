//go:build page

package fonts

// Medium is the same font as Regular. In a saved page, a third font would add 190 kB.
var Medium = Regular
