//go:build unix

package main

import "syscall"

// terminated is the signal by which a service is stopped.
const terminated = syscall.SIGTERM
