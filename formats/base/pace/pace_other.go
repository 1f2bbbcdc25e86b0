//go:build !js

package pace

import "runtime"

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return runtime.GOMAXPROCS(0) }

// New returns a function for background work to call from time to time. It does nothing, as there are real threads.
func New() func() { return func() {} }
