//go:build darwin || js || windows

package platform

// activate does nothing: the engine's own calls bring the window to the front.
func activate(string) {}
