//go:build !js

package pace

import "runtime"

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return runtime.GOMAXPROCS(0) }

// New returns a function that background work should call regularly. On systems with real threads, it does nothing.
func New() func() { return func() {} }
