//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// tellFileSize has a file that grows larger than the system allows be an error of writing, not the end of the program.
func tellFileSize() { signal.Ignore(syscall.SIGXFSZ) }
