//go:build unix

package viewer

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// processorTime returns the processor time used by this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// processMemory returns the memory used by this process in MiB, or 0 if unknown.
func processMemory() float64 {
	status, _ := os.ReadFile("/proc/self/statm")
	var size, resident float64
	fmt.Sscan(string(status), &size, &resident)
	return resident * float64(os.Getpagesize()) / (1 << 20)
}
