// Package whole writes files in such a way that a file is either complete or does not exist. A file is written under a
// temporary name in its final folder, synced and then renamed. If an error occurs or the program is stopped, the
// unfinished file is removed. If the program crashes, the unfinished file is removed the next time that a file is
// written to the same folder.
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
	// Pattern matches the names of all unfinished files, whatever suffix was passed to [Create].
	Pattern = ".fragscope-*"
	// numbersMost is the highest number added to a name.
	numbersMost = 10000
)

// open holds the unfinished files of this process. It is global because signals affect the whole process.
var open struct {
	sync.Mutex
	files map[*File]bool
	ended bool
}

// File is a file being written. Each File must eventually be renamed by Replace, Place or PlaceNumbered, or removed by
// Discard.
type File struct {
	*os.File
	mode     fs.FileMode // once finished
	finished bool        // it is synced and closed
	stop     func()      // ends another program that writes to the file
}

// Create creates a file in dir. The file has a temporary name that ends in suffix. Create first removes any files left
// in dir by programs that were killed.
func Create(dir, suffix string) (*File, error) {
	sweep(dir)
	return begin(func() (*os.File, error) { return os.CreateTemp(dir, Pattern+suffix) })
}

// CreateAs creates a file with the given temporary name. If a program that was killed left a file with that name,
// CreateAs removes it first.
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

// awaitEnd does not return if the program is about to end. The lock must be held.
func awaitEnd() {
	if open.ended {
		open.Unlock()
		select {}
	}
}

// OnDiscard sets a function to be called before the file is discarded. If another program is writing to the file, the
// function must stop that program. The function may be called on any goroutine.
func (f *File) OnDiscard(stop func()) {
	open.Lock()
	defer open.Unlock()
	f.stop = stop
}

// Finish syncs and closes the file. If that fails, Finish removes the file. The methods that rename the file call
// Finish themselves. A finished file that has not been renamed yet may be removed by [Sweep].
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

// unsupported returns err, the error of an optional file system feature, or nil if the feature is not supported.
func unsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || notSynced(err) {
		return nil
	}
	return err
}

// Replace finishes the file and renames it to name. It replaces any existing file of that name, whose permissions are
// kept.
func (f *File) Replace(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		f.mode = info.Mode().Perm()
	}
	return f.placed(func() error { return os.Rename(f.Name(), name) })
}

// Place finishes the file and renames it to name. If a file of that name exists, Place returns [fs.ErrExist].
func (f *File) Place(name string) error {
	return f.placed(func() error { return place(f.Name(), name) })
}

// PlaceNumbered finishes the file and renames it to the first unused name in dir. The first attempt uses name followed
// by suffix. Later attempts insert a hyphen and a number before the suffix. PlaceNumbered returns the file's new path.
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

// placed finishes the file and calls named to name it, while the program cannot end. The file stays locked until then
// if open files can be renamed.
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

// place renames a file unless the name is taken.
func place(file, name string) error {
	err := os.Link(file, name)
	switch {
	case err == nil:
		return os.Remove(file)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// Some file systems have no links.
	taken, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err = errors.Join(taken.Close(), os.Rename(file, name)); err != nil {
		os.Remove(name)
	}
	return err
}

// Discard removes the file unless it already has its final name. Discard may be called on any goroutine, and more than
// once.
func (f *File) Discard() {
	open.Lock()
	defer open.Unlock()
	awaitEnd()
	f.discard()
}

// discard is Discard with the lock held.
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

// Abandon removes all unfinished files. It must be called only when the program is about to exit, because any goroutine
// that then uses an unfinished file blocks forever.
func Abandon() {
	open.Lock()
	defer open.Unlock()
	open.ended = true
	for f := range open.files {
		f.discard()
	}
}

// Write writes data to the named file, replacing any existing file.
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

// sweep removes the files left in dir by programs that were killed.
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

// Sweep removes the named unfinished file unless a program is still writing to it.
func Sweep(name string) {
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
		sweepFile(name)
	}
}
