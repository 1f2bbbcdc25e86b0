//go:build !linux

package film

import "os/exec"

// startBound starts a program, which on this system continues until it notices that nothing more is written to it.
func startBound(cmd *exec.Cmd, _ <-chan struct{}) error { return cmd.Start() }
