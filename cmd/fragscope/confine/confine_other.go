//go:build !linux

package confine

// Process does nothing. This system provides no way to confine a process.
func Process(func() Places) error { return nil }

// Confines reports whether [Process] restricts anything on this system.
func Confines() bool { return false }

// Offer returns a description of the confinement supported by this system.
func Offer() string { return "verbs are not confined: this system offers nothing for it" }
