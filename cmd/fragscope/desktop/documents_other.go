//go:build !darwin

package desktop

// Documents returns nil: on this system documents are passed as arguments to a new process.
func Documents() <-chan []string { return nil }
