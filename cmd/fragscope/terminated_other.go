//go:build !unix

package main

import "os"

// terminated is the signal by which a program is stopped.
var terminated = os.Interrupt
