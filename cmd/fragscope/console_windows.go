package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// init lets the verbs write where they were started from. Windows gives a program of its graphical subsystem, which a double
// click starts without a console window, no console; what was redirected into a file or a pipe is there.
func init() {
	out, _ := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE)
	errs, _ := windows.GetStdHandle(windows.STD_ERROR_HANDLE)
	if valid(out) && valid(errs) {
		return
	}
	const parent = ^uintptr(0) // ATTACH_PARENT_PROCESS
	attach := windows.NewLazySystemDLL("kernel32.dll").NewProc("AttachConsole")
	if ok, _, _ := attach.Call(parent); ok == 0 {
		return // started by no console
	}
	console, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return
	}
	if !valid(out) {
		os.Stdout = console
	}
	if !valid(errs) {
		os.Stderr = console
	}
}

func valid(h windows.Handle) bool { return h != 0 && h != windows.InvalidHandle }
