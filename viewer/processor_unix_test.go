//go:build unix

package viewer

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// processorTime is the time that this process has taken of the processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// processMemory is the memory that this process holds, in MiB; 0 where the system does not tell.
func processMemory() float64 {
	status, _ := os.ReadFile("/proc/self/statm")
	var size, resident float64
	fmt.Sscan(string(status), &size, &resident)
	return resident * float64(os.Getpagesize()) / (1 << 20)
}
