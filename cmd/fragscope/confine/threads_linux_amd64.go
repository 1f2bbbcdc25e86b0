package confine

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the handler in threads_linux_amd64.s reads and writes.
var (
	threadRuleset int64  // landlock's, below 0 for none
	threadError   int64  // what the kernel answered last, negative as the kernel has its errors
	threadsDone   uint32 // how often the handler ran
)

// signalAddresses are those of the handler and of where the kernel goes on after it.
func signalAddresses() (handler, restorer uintptr)

// threadSignal is the last of the signals, which nobody uses but programs for themselves.
const threadSignal = syscall.Signal(64)

// threadPatience is how long a thread may take to handle its signal.
const threadPatience = time.Second

// restrictThreads restricts every thread that the process has, by a signal whose handler does it: the rights of a thread can
// only be taken away by itself. Threads that start meanwhile have the rights of those that start them, so all are restricted
// once no new one is found. After an error some are restricted and some are not; the program can be started anew all the same.
func restrictThreads(ruleset int) error {
	tasks, err := os.Open("/proc/self/task") // before it is out of reach
	if err != nil {
		return err
	}
	defer tasks.Close()
	atomic.StoreInt64(&threadRuleset, int64(ruleset))
	restore, err := catch()
	if err != nil {
		return err
	}
	defer restore()
	restricted := map[string]bool{}
	// A thread that ends while they are listed may hide another: it takes two lists without a new one.
	for quiet := 0; quiet < 2; quiet++ {
		if _, err := tasks.Seek(0, io.SeekStart); err != nil {
			return err
		}
		names, err := tasks.Readdirnames(-1)
		if err != nil {
			return err
		}
		for _, name := range names {
			if restricted[name] {
				continue
			}
			if err := restrictThread(name); err != nil {
				return fmt.Errorf("thread %s: %w", name, err)
			}
			restricted[name], quiet = true, -1
		}
	}
	return nil
}

// catch has the handler called for the signal; what it returns undoes this.
func catch() (restore func(), err error) {
	type action struct {
		handler  uintptr
		flags    uint64
		restorer uintptr
		mask     uint64
	}
	const (
		restorer = 0x04000000 // SA_RESTORER
		onStack  = 0x08000000 // SA_ONSTACK: Go's threads have a stack for signals, those of goroutines are too small
		restart  = 0x10000000 // SA_RESTART
	)
	set := func(to, before *action) error {
		_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(threadSignal), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(before)), 8, 0, 0)
		if errno != 0 {
			return fmt.Errorf("signal handler: %w", errno)
		}
		return nil
	}
	// The thread on which package os/signal waits takes no signals but those that somebody asked for.
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, threadSignal)
	ours, before := action{flags: restorer | onStack | restart, mask: ^uint64(0)}, action{}
	ours.handler, ours.restorer = signalAddresses()
	if err := set(&ours, &before); err != nil {
		signal.Stop(asked)
		return nil, err
	}
	return func() {
		set(&before, nil)
		signal.Stop(asked)
	}, nil
}

// restrictThread has one thread restrict itself, and waits until it has; one that has ended needs nothing.
func restrictThread(name string) error {
	id, err := strconv.Atoi(name)
	if err != nil {
		return err
	}
	before := atomic.LoadUint32(&threadsDone)
	process, end := unix.Getpid(), time.Now().Add(threadPatience)
	err = unix.Tgkill(process, id, threadSignal)
	for err == nil && atomic.LoadUint32(&threadsDone) == before {
		if time.Now().After(end) {
			return errors.New("it does not take signals")
		}
		runtime.Gosched()
		err = unix.Tgkill(process, id, 0)
	}
	switch e := atomic.LoadInt64(&threadError); {
	case err == unix.ESRCH:
		return nil
	case err != nil:
		return err
	case e < 0:
		return syscall.Errno(-e)
	}
	return nil
}
