//go:build !darwin

package desktop

// Documents is nil: here a document comes as an argument of a program that is started.
func Documents() <-chan []string { return nil }
