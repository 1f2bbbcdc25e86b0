package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fragscope/formats/base/whole"
)

// writeFile writes a file. It appears under its name only once it is complete, and replaces an older file only if
// over is set. Files that are not regular, such as pipes, are written directly.
func (o *output) writeFile(name string, over bool, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeTo(name, write)
		}
		if !over {
			return existsError(name)
		}
	}
	f, err := whole.Create(filepath.Dir(name), "")
	if err != nil {
		return fmt.Errorf(msgNotWritten, name, err)
	}
	w := bufio.NewWriter(f)
	if err := flushed(write(w), w); err != nil {
		f.Discard()
		return err
	}
	if over {
		return f.Replace(name)
	}
	err = f.Place(name)
	if errors.Is(err, fs.ErrExist) {
		return existsError(name)
	}
	return err
}

// writeTo writes to a file that is not regular.
func writeTo(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf(msgNotWritten, name, err)
	}
	w := bufio.NewWriter(f)
	return errors.Join(flushed(write(w), w), f.Close())
}

// flushed flushes w and returns the errors of writing to it: err and Flush's, which are usually the same, as w keeps
// its first error.
func flushed(err error, w *bufio.Writer) error {
	failed := w.Flush()
	if failed == nil || errors.Is(err, failed) {
		return err
	}
	return errors.Join(err, failed)
}

func existsError(name string) error {
	return usageError(fmt.Sprintf(msgExists, name))
}
