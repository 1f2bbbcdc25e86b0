//go:build !darwin

package desktop

// Documents returns nil: on this system documents are arguments of a newly started program.
func Documents() <-chan []string { return nil }
