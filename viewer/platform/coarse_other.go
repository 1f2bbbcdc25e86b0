//go:build !js

package platform

// coarse reports whether fingers point: desktops do not tell, and give the first finger as a mouse.
func coarse() bool { return false }
