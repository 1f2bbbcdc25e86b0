//go:build !js

package pace

import "runtime"

// Threads is how many goroutines may compute at the same time.
func Threads() int { return runtime.GOMAXPROCS(0) }

// New returns what work in the background calls now and then: here it does nothing, as there are threads.
func New() func() { return func() {} }
