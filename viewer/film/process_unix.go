//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// withoutConsole does nothing: only Windows opens a window for a program that writes text.
func withoutConsole(*exec.Cmd) {}

// giveWay has a program compute when others do not want to: the window, where the user watches on. Where that is refused it is as
// quick as they are.
func giveWay(cmd *exec.Cmd) {
	const nice = 10
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, nice)
}
