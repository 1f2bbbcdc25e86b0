//go:build !darwin

package desktop

// Documents returns nil. This system passes documents as arguments to a new process.
func Documents() <-chan []string { return nil }
