//go:build !linux

package confine

// Process does nothing: this system offers nothing.
func Process(func() Places) error { return nil }

// Confines reports whether [Process] takes anything away here.
func Confines() bool { return false }

// Offer says what this system offers.
func Offer() string { return "verbs are not confined: this system offers nothing for it" }
