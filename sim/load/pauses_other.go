//go:build !js

package load

// pauses are those of reading: none, as there are threads.
func pauses() func() { return nil }
