// Package whole writes files so that they exist either complete or not at all. A file is written under a temporary name
// in its final folder, synced and then renamed. It is removed if an error occurs or the program is stopped. If the
// program crashes, the unfinished file is removed the next time a file is written to the same folder.
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
	// Pattern matches the names of all unfinished files. [Create] appends its suffix to it.
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

// File is a file being written. Every File must eventually be disposed of by a call to Replace, Place, PlaceNumbered or
// Discard.
type File struct {
	*os.File
	mode     fs.FileMode // once finished
	finished bool        // it is synced and closed
	stop     func()      // ends another program that writes to the file
}

// Create creates a file in dir under a temporary name that ends in suffix. It first removes any files left in dir by
// programs that were killed.
func Create(dir, suffix string) (*File, error) {
	sweep(dir)
	return begin(func() (*os.File, error) { return os.CreateTemp(dir, Pattern+suffix) })
}

// CreateAs creates a file with the given temporary name. It first removes any file with that name left by a program
// that was killed.
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

// OnDiscard sets a function to be called, on any goroutine, before the file is discarded. The function must stop any
// other program that is writing to the file.
func (f *File) OnDiscard(stop func()) {
	open.Lock()
	defer open.Unlock()
	f.stop = stop
}

// Finish syncs and closes the file, or removes it on failure. The methods that rename the file call Finish themselves.
// Until a finished file has been renamed, [Sweep] may remove it.
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

// Replace finishes the file and renames it to name. If a file with that name already exists, Replace replaces it but
// keeps its permissions.
func (f *File) Replace(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		f.mode = info.Mode().Perm()
	}
	return f.placed(func() error { return os.Rename(f.Name(), name) })
}

// Place finishes the file and renames it to name. It returns [fs.ErrExist] if the name is taken.
func (f *File) Place(name string) error {
	return f.placed(func() error { return place(f.Name(), name) })
}

// PlaceNumbered finishes the file, renames it to the first free name in dir and returns its new path. It first tries
// name followed by suffix, then inserts numbers between them.
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

// Discard removes the file unless it has been given its final name. It may be called on any goroutine, and more than
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

// Abandon removes all unfinished files because the program is about to end. A goroutine that uses an unfinished file
// afterwards blocks forever.
func Abandon() {
	open.Lock()
	defer open.Unlock()
	open.ended = true
	for f := range open.files {
		f.discard()
	}
}

// Write writes data to the file called name, replacing any existing file.
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

// Sweep removes the unfinished file called name unless a program is still writing to it.
func Sweep(name string) {
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
		sweepFile(name)
	}
}
