package main

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/sys/windows"

	"fragscope/cmd/fragscope/desktop"
)

// streams are where the program writes. Windows gives a program of its graphical subsystem, which a double click starts without a
// console window, no console: it attaches to the one that it was started from, if there is one. What was redirected into a file or a
// pipe is there. Without any, end shows what went wrong in a box.
func streams() (out, errs io.Writer, end func(code int)) {
	stdout, stderr := redirected(windows.STD_OUTPUT_HANDLE), redirected(windows.STD_ERROR_HANDLE)
	if stdout && stderr {
		return os.Stdout, os.Stderr, func(int) {}
	}
	const parent = ^uintptr(0) // ATTACH_PARENT_PROCESS
	attach := windows.NewLazySystemDLL("kernel32.dll").NewProc("AttachConsole")
	if ok, _, _ := attach.Call(parent); ok != 0 {
		if console, err := os.OpenFile("CONOUT$", os.O_RDWR, 0); err == nil {
			out, errs = console, console
		}
	}
	if stdout {
		out = os.Stdout
	}
	if stderr {
		errs = os.Stderr
	}
	if out == nil {
		out = io.Discard
	}
	if errs != nil {
		return out, errs, func(int) {}
	}
	told := new(bytes.Buffer)
	return out, told, func(code int) {
		if text, err := windows.UTF16PtrFromString(told.String()); code != 0 && told.Len() > 0 && err == nil {
			title, _ := windows.UTF16PtrFromString(desktop.Title) // it has no zero in it
			_, _ = windows.MessageBox(0, text, title, windows.MB_OK|windows.MB_ICONERROR)
		}
	}
}

// redirected reports whether a standard stream leads anywhere.
func redirected(stream uint32) bool {
	h, err := windows.GetStdHandle(stream)
	return err == nil && h != 0 && h != windows.InvalidHandle
}
