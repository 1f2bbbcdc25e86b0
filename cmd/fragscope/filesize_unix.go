//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// tellFileSize makes exceeding the system's file size limit a write error instead of the end of the program.
func tellFileSize() { signal.Ignore(syscall.SIGXFSZ) }
