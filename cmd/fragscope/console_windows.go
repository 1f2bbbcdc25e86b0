package main

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/sys/windows"

	"fragscope/cmd/fragscope/desktop"
)

// streams returns the program's outputs. Windows does not attach a console to a program of the graphical subsystem, so
// that a double click opens no console window: the program attaches to the console it was started from, if any. Output
// redirected into a file or a pipe goes there. Without any of these, end shows errors in a message box.
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
			title, _ := windows.UTF16PtrFromString(desktop.Title) // it contains no NUL
			_, _ = windows.MessageBox(0, text, title, windows.MB_OK|windows.MB_ICONERROR)
		}
	}
}

// redirected reports whether a standard stream is connected to anything.
func redirected(stream uint32) bool {
	h, err := windows.GetStdHandle(stream)
	return err == nil && h != 0 && h != windows.InvalidHandle
}
