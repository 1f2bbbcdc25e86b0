//go:build page

package overlay

// readManual returns nothing: a saved page has to be small.
func readManual() []manualPage { return nil }
