package film

import (
	"os/exec"
	"runtime"
	"syscall"
)

// startBound starts a program that the system ends with this one, however that ends: it would write its file once more after that was swept.
// The system looks at the thread that started it, which is kept until the channel is closed.
func startBound(cmd *exec.Cmd, until <-chan struct{}) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			<-until
		}
	}()
	return <-started
}
