package film

import (
	"os/exec"
	"syscall"
)

// withoutConsole has Windows open no window for what the program says.
func withoutConsole(cmd *exec.Cmd) {
	const createNoWindow = 0x08000000
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow}
}
