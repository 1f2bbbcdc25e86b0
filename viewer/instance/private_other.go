//go:build !unix

package instance

// private does nothing: on Windows, other users have no access to the user's application data, and a page in a
// browser has no folders.
func private(string) error { return nil }
