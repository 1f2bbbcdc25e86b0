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

// Shared with the handler in threads_linux_amd64.s.
var (
	threadRuleset int64  // landlock's, or negative if there is none
	threadError   int64  // the kernel's last result, negative for an error
	threadsDone   uint32 // the number of times the handler has run
)

// signalAddresses returns the addresses of the handler and of the code that it returns to.
func signalAddresses() (handler, restorer uintptr)

// threadSignal is the last real-time signal, which is left for programs' own use.
const threadSignal = syscall.Signal(64)

// threadPatience is the time a thread may take to handle its signal.
const threadPatience = time.Second

// restrictThreads restricts all threads of the process. Because a thread can only restrict itself, it sends each thread
// a signal whose handler does this. New threads inherit the restrictions of the thread that starts them, so all threads
// are restricted once no unrestricted thread is found. After an error, only some threads are restricted, but the
// program can still be restarted.
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
	// A thread that ends while they are listed may hide another, so two lists without a new one are required.
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

// catch installs the handler for the signal. The returned function undoes this.
func catch() (restore func(), err error) {
	type action struct {
		handler  uintptr
		flags    uint64
		restorer uintptr
		mask     uint64
	}
	const (
		restorer = 0x04000000 // SA_RESTORER
		onStack  = 0x08000000 // SA_ONSTACK: Go's threads have a signal stack; those of goroutines are too small
		restart  = 0x10000000 // SA_RESTART
	)
	set := func(to, before *action) error {
		_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(threadSignal), uintptr(unsafe.Pointer(to)),
			uintptr(unsafe.Pointer(before)), 8, 0, 0)
		if errno != 0 {
			return fmt.Errorf("signal handler: %w", errno)
		}
		return nil
	}
	// The thread that waits for package os/signal only accepts signals that were asked for.
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

// restrictThread makes one thread restrict itself and waits for it. A thread that has ended is fine.
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
			return errors.New("it cannot receive signals")
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
