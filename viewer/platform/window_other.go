//go:build darwin || js || windows

package platform

// activate has nothing to do: the engine's own calls bring the window to the front.
func activate(string) {}
