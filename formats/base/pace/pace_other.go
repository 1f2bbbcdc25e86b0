//go:build !js

package pace

import "runtime"

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return runtime.GOMAXPROCS(0) }

// New returns a function that background work should call from time to time. On systems with real threads, the function
// does nothing.
func New() func() { return func() {} }
