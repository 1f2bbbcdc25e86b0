// Package whole writes files that exist either whole or not at all. A file is written under a temporary name next to
// its place, synced before it gets its name, and removed if that fails, if the program is stopped or, after a crash,
// when the next file is written to its folder.
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
	// Pattern matches the names of unfinished files, except for a suffix.
	Pattern = ".fragscope-*"
	// numbersMost bounds the numbers added to names.
	numbersMost = 10000
)

// open holds the unfinished files of this process. It is global, as signals concern the process.
var open struct {
	sync.Mutex
	files map[*File]bool
	ended bool
}

// File is a file being written. It ends with Replace, Place, PlaceNumbered, PlaceAll or Discard.
type File struct {
	*os.File
	mode     fs.FileMode // once finished
	finished bool        // it is synced and closed
	stop     func()      // ends another program that writes to the file
}

// Create creates a file in a folder, after removing what killed programs left there. The suffix is that of its
// temporary name.
func Create(dir, suffix string) (*File, error) {
	sweep(dir)
	return begin(func() (*os.File, error) { return os.CreateTemp(dir, Pattern+suffix) })
}

// CreateAs creates a file whose temporary name is given. One left there by a killed program is replaced.
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

// OnDiscard sets a function that ends another program writing to the file. It is called on any goroutine, before the
// file is removed.
func (f *File) OnDiscard(stop func()) {
	open.Lock()
	defer open.Unlock()
	f.stop = stop
}

// Finish syncs the file and closes it. On failure the file is removed. Calling it before the file gets its name is
// optional; after it the file can be swept until then.
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

// unsupported returns an error of an optional feature of file systems, nil if it says that the feature is missing.
func unsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || notSynced(err) {
		return nil
	}
	return err
}

// Replace finishes the file and gives it its name. A file of that name is replaced, and its permissions are kept.
func (f *File) Replace(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		f.mode = info.Mode().Perm()
	}
	return f.placed(func() error { return os.Rename(f.Name(), name) })
}

// Place finishes the file and gives it its name. If a file has that name, the error is [fs.ErrExist].
func (f *File) Place(name string) error {
	return f.placed(func() error { return place(f.Name(), name) })
}

// PlaceNumbered finishes the file and gives it the first free name in a folder: name and suffix, with a number between
// them from the second on. It returns that path.
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

// Naming is a file and the name that it is to get.
type Naming struct {
	*File
	Name string
	Over bool // a file of that name is replaced; otherwise the error is [fs.ErrExist]
}

// PlaceAll finishes files and gives them their names: all of them, while the program cannot end, or none if that fails. Those
// that replace others come last.
func PlaceAll(list []Naming) error {
	ready := (*File).Finish
	if renamesOpen {
		ready = (*File).sync
	}
	var err error
	for i := 0; i < len(list) && err == nil; i++ {
		err = ready(list[i].File)
	}
	if err == nil {
		err = nameAll(list)
	}
	for _, n := range list {
		if err != nil {
			n.Discard()
		} else if !n.finished {
			err = n.Close()
		}
	}
	return err
}

// nameAll gives all files their names.
func nameAll(list []Naming) error {
	open.Lock()
	defer open.Unlock()
	awaitEnd()
	for i, n := range list {
		named := place
		if n.Over {
			named = os.Rename
		}
		if err := named(n.File.Name(), n.Name); err != nil {
			for _, done := range list[:i] {
				os.Remove(done.Name)
			}
			return err
		}
		delete(open.files, n.File)
	}
	return nil
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

// Discard removes the file unless it has its name. It may be called from any goroutine, and repeatedly.
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

// Abandon removes all unfinished files of a program that is about to end: goroutines that use one afterwards block.
func Abandon() {
	open.Lock()
	defer open.Unlock()
	open.ended = true
	for f := range open.files {
		f.discard()
	}
}

// Write writes a file, replacing an older one.
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

// sweep removes what killed programs left in a folder.
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
