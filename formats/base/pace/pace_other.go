//go:build !js

package pace

import "runtime"

// Threads returns how many goroutines can compute at the same time.
func Threads() int { return runtime.GOMAXPROCS(0) }

// New returns a function for background work to call now and then; with threads it does nothing.
func New() func() { return func() {} }
