//go:build unix

package regular

import "syscall"

// noWait keeps opening a pipe from waiting for a writer, and a terminal from becoming the program's own.
const noWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
