package viewer

import "testing"

const layerLibrary = layerConcerns + concernCount - 1

// filledLibrary skips the test: a page has no library.
func filledLibrary(t *testing.T, _ int) string {
	t.Skip("a page has no library")
	return ""
}

func testLibraryAsk(t *testing.T, _ *driver)     { filledLibrary(t, 0) }
func testClips(t *testing.T, _ string, _, _ int) { filledLibrary(t, 0) }
func testLikeThis(t *testing.T, _ *driver)       { filledLibrary(t, 0) }
func testHeatLibrary(t *testing.T, _ *driver)    { filledLibrary(t, 0) }
func testHeatStage(t *testing.T, _ *driver)      { filledLibrary(t, 0) }
