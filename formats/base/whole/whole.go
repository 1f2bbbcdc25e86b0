// Package whole writes files that are there whole or not at all. A file is written under a name of its own beside its place, on the
// disk before it gets its name, and taken away if that fails, if the program is stopped, or, after a crash, when the next file is
// written to its folder.
package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

const (
	// Pattern matches the names of files that are not whole yet, but for a suffix.
	Pattern = ".fragscope-*"
	// numbersMost bounds the numbers that names get.
	numbersMost = 10000
)

// open are the files of this process that are not whole yet. It is about the process, as signals are.
var open struct {
	sync.Mutex
	files map[*File]bool
	ended bool
}

// File is a file that is being written. It ends with Replace, Place, PlaceNumbered or Discard.
type File struct {
	*os.File
	mode     fs.FileMode // when it is whole
	finished bool        // it is on the disk and closed
	stop     func()      // ends a program that writes to the file, too
}

// Create begins a file in a folder; what has been left there by programs that were killed is removed. The suffix is that of the name
// until the file is whole.
func Create(dir, suffix string) (*File, error) {
	sweep(dir)
	return begin(func() (*os.File, error) { return os.CreateTemp(dir, Pattern+suffix) })
}

// CreateAs begins a file under a name that is its own until it is whole. One that a program which was killed has left there is replaced.
func CreateAs(name string) (*File, error) {
	return begin(func() (*os.File, error) {
		Sweep(name)
		return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	})
}

func begin(create func() (*os.File, error)) (*File, error) {
	open.Lock()
	defer open.Unlock()
	awaitEnd()
	const attempts = 100
	for range attempts {
		file, err := create()
		if err != nil {
			return nil, err
		}
		if !lock(file) { // a sweep was faster
			file.Close()
			continue
		}
		f := &File{File: file, mode: 0o644}
		if open.files == nil {
			open.files = map[*File]bool{}
		}
		open.files[f] = true
		return f, nil
	}
	return nil, errors.New(msgSwept)
}

// awaitEnd does not return if the program is about to end. The lock is held.
func awaitEnd() {
	if open.ended {
		open.Unlock()
		select {}
	}
}

// OnDiscard sets what ends another program that writes to the file. It is called, on any goroutine, before the file is removed.
func (f *File) OnDiscard(stop func()) {
	open.Lock()
	defer open.Unlock()
	f.stop = stop
}

// Finish writes the file to the disk and closes it. Where that fails the file is gone. It need not be called before Replace, Place and
// PlaceNumbered; who calls it leaves the file to those that sweep its folder until it has its name.
func (f *File) Finish() error {
	if f.finished {
		return nil
	}
	if err := errors.Join(f.sync(), f.Close()); err != nil {
		f.Discard()
		return err
	}
	f.finished = true
	return nil
}

// sync writes the file to the disk.
func (f *File) sync() error {
	if f.finished {
		return nil
	}
	return errors.Join(unsupported(f.Chmod(f.mode)), unsupported(f.Sync()))
}

// unsupported is an error of what a file system may lack, unless it lacks it.
func unsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || notSynced(err) {
		return nil
	}
	return err
}

// Replace ends the file and gives it its name. A file of that name is replaced, and leaves its permissions to it.
func (f *File) Replace(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		f.mode = info.Mode().Perm()
	}
	return f.placed(func() error { return os.Rename(f.Name(), name) })
}

// Place ends the file and gives it its name. If a file has that name, the error is [fs.ErrExist].
func (f *File) Place(name string) error {
	return f.placed(func() error { return place(f.Name(), name) })
}

// PlaceNumbered ends the file and gives it the first name in a folder that no file has: name and suffix, with a number between them from
// the second on. It returns where that is.
func (f *File) PlaceNumbered(dir, name, suffix string) (where string, err error) {
	err = f.placed(func() error {
		for n := 1; n < numbersMost; n++ {
			where = filepath.Join(dir, name+suffix)
			if n > 1 {
				where = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, suffix))
			}
			if err := place(f.Name(), where); !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
		return fmt.Errorf(msgTooMany, dir)
	})
	return where, err
}

// placed ends the file and has it get its name, while no end of the program can come between. Its lock lasts until then, where files that
// are open can be renamed.
func (f *File) placed(named func() error) error {
	ready := f.Finish
	if renamesOpen {
		ready = f.sync
	}
	err := ready()
	if err == nil {
		open.Lock()
		awaitEnd()
		if err = named(); err == nil {
			delete(open.files, f)
		}
		open.Unlock()
	}
	if err != nil {
		f.Discard()
		return err
	}
	if f.finished {
		return nil
	}
	return f.Close()
}

// place gives a file a name that no other has.
func place(file, name string) error {
	err := os.Link(file, name)
	switch {
	case err == nil:
		return os.Remove(file)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// There are file systems without links.
	taken, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err = errors.Join(taken.Close(), os.Rename(file, name)); err != nil {
		os.Remove(name)
	}
	return err
}

// Discard removes the file unless it has its name. It may be called from any goroutine, and again.
func (f *File) Discard() {
	open.Lock()
	defer open.Unlock()
	awaitEnd()
	f.discard()
}

// discard is Discard while the lock is held.
func (f *File) discard() {
	if !open.files[f] {
		return
	}
	delete(open.files, f)
	if f.stop != nil {
		f.stop()
	}
	f.Close()
	os.Remove(f.Name())
}

// Abandon removes all files that are not whole, for a program that ends now: whoever goes on with such a file does not return.
func Abandon() {
	open.Lock()
	defer open.Unlock()
	open.ended = true
	for f := range open.files {
		f.discard()
	}
}

// Write writes a file, which takes the place of an older one.
func Write(name string, data []byte) error {
	f, err := Create(filepath.Dir(name), "")
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return err
	}
	return f.Replace(name)
}

// sweep removes what programs that were killed have left in a folder.
func sweep(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		if matched, _ := filepath.Match(Pattern, name); matched {
			Sweep(filepath.Join(dir, name))
		}
	}
}

// Sweep removes a file unless a program is still writing it.
func Sweep(name string) {
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
		sweepFile(name)
	}
}
