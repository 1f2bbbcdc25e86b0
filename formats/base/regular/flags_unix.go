//go:build unix

package regular

import "syscall"

// noWait prevents Open from waiting for the writer of a pipe, and from making a terminal the program's own.
const noWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
