//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// withoutConsole does nothing: only Windows opens a window for console programs.
func withoutConsole(*exec.Cmd) {}

// giveWay lowers a program's priority in favour of the window, where the user keeps watching. If the system refuses,
// the program keeps its priority.
func giveWay(cmd *exec.Cmd) {
	const nice = 10
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, nice)
}
