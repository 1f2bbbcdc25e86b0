//go:build !unix && !windows

package film

import "os/exec"

// withoutConsole does nothing: only Windows opens a window for console programs.
func withoutConsole(*exec.Cmd) {}

// giveWay does nothing: no programs are started on this system.
func giveWay(*exec.Cmd) {}
