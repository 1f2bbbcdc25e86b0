//go:build !unix

package instance

// private has nothing to do: on Windows the user's own application data are closed to
// other users, and a page in a browser has no folders.
func private(string) error { return nil }
