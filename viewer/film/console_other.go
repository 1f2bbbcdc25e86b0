//go:build !windows

package film

import "os/exec"

// withoutConsole does nothing: only Windows opens a window for a program that writes text.
func withoutConsole(*exec.Cmd) {}
