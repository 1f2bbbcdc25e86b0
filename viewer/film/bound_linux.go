package film

import (
	"os/exec"
	"runtime"
	"syscall"
)

// startBound starts a program that the system kills when this program ends for any reason. Otherwise it would write its
// file once more after the file had been cleaned up. The system watches the thread that started the program, so that
// thread is kept until the channel is closed.
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
