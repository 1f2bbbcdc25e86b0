package film

import (
	"os/exec"
	"syscall"
)

// withoutConsole has Windows open no window for what the program says, and give others that want to compute the processor first.
func withoutConsole(cmd *exec.Cmd) {
	const createNoWindow, belowNormalPriority = 0x08000000, 0x00004000
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow | belowNormalPriority}
}

// giveWay does nothing: it is asked for before the program starts.
func giveWay(*exec.Cmd) {}
