//go:build page

package fonts

// Medium is an alias for Regular in saved pages. A third font would add 190 kB to every page.
var Medium = Regular
