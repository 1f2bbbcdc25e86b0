package viewer

import "testing"

const layerLibrary = layerConcerns + len(concerns) - 1

// filledLibrary skips the test: a page has no library.
func filledLibrary(t *testing.T, _ int) string {
	t.Skip("a page has no library")
	return ""
}
