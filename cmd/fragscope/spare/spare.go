// Package spare lets the heap grow to 32 MiB before it is collected for the first time: most calls of a verb end before. It does
// so when it is imported, as packages by others fill the heap with what they throw away before main runs; packages are
// initialized in the order of their paths, as far as their imports allow it.
package spare

import (
	"runtime"
	"runtime/debug"
)

// percent is of the 4 MiB at which Go's runtime begins to collect.
const percent = 800

func init() {
	usual := debug.SetGCPercent(percent)
	if usual != 100 { // the environment says how much
		debug.SetGCPercent(usual)
		return
	}
	type first struct{ _ *byte }
	runtime.AddCleanup(new(first), func(usual int) {
		if now := debug.SetGCPercent(usual); now != percent { // the window has set its own
			debug.SetGCPercent(now)
		}
	}, usual)
}
