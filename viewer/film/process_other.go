//go:build !unix && !windows

package film

import "os/exec"

// withoutConsole does nothing: only Windows opens a window for a program that writes text.
func withoutConsole(*exec.Cmd) {}

// giveWay does nothing: no programs are started here.
func giveWay(*exec.Cmd) {}
