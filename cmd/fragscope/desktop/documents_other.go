//go:build !darwin

package desktop

// Documents returns nil, because this system passes documents as arguments to a new process.
func Documents() <-chan []string { return nil }
