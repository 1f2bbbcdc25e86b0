package film

import (
	"os/exec"
	"syscall"
)

// withoutConsole keeps Windows from opening a console window for the program, and lowers its priority.
func withoutConsole(cmd *exec.Cmd) {
	const createNoWindow, belowNormalPriority = 0x08000000, 0x00004000
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow | belowNormalPriority}
}

// giveWay does nothing: the priority is set before the program starts.
func giveWay(*exec.Cmd) {}
