package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile has a file written. It has its name when it is whole; then it takes the place of an older one where that may be
// written over. What is no plain file, as a pipe, is written to as it is.
func (o *output) writeFile(name string, over bool, write func(io.Writer) error) error {
	plain := true
	if info, err := os.Stat(name); err == nil {
		if plain = info.Mode().IsRegular(); plain && !over {
			return existsError(name)
		}
	}
	var f *os.File
	var err error
	if plain {
		f, err = os.CreateTemp(filepath.Dir(name), ".fragscope-*")
	} else {
		f, err = os.OpenFile(name, os.O_WRONLY, 0)
	}
	if err != nil {
		return fmt.Errorf(msgNotWritten, name, err)
	}
	if plain {
		o.leftover.Store(new(f.Name()))
		defer o.leftover.Store(nil)
	}
	w := bufio.NewWriter(f)
	err = flushed(write(w), w)
	if !plain {
		return errors.Join(err, f.Close())
	}
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = place(f.Name(), name, over)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// flushed writes what is left in w, and is the errors of writing to it: err and that of now, which mostly are one, as w keeps its first.
func flushed(err error, w *bufio.Writer) error {
	failed := w.Flush()
	if failed == nil || errors.Is(err, failed) {
		return err
	}
	return errors.Join(err, failed)
}

// place gives a file its name.
func place(file, name string, over bool) error {
	if over {
		return os.Rename(file, name)
	}
	err := os.Link(file, name)
	switch {
	case err == nil:
		return os.Remove(file)
	case errors.Is(err, fs.ErrExist):
		return existsError(name)
	}
	// There are file systems without links.
	taken, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return existsError(name)
	} else if err != nil {
		return err
	}
	return errors.Join(taken.Close(), os.Rename(file, name))
}

func existsError(name string) error {
	return usageError(fmt.Sprintf(msgExists, name))
}
