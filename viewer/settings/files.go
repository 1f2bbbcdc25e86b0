package settings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"fragscope/formats/base/regular"
	"fragscope/formats/base/whole"
)

// Files stores settings files. File names use forward slashes. An implementation whose files may be written by several
// programs at once must also have a Lock method like [Dir.Lock].
type Files interface {
	// Read returns the contents of a file. The error wraps fs.ErrNotExist if there is no such file.
	Read(name string) ([]byte, error)
	// Write replaces a file atomically: completely or not at all.
	Write(name string, data []byte) error
	// Where returns the location of a file, such as its path, for messages to the user.
	Where(name string) string
}

// update replaces a file with the result of edit while no other window writes. old is nil if the file does not
// exist. Nothing is written if an existing file cannot be read, or if edit fails or changes nothing.
func update(f Files, name string, edit func(old []byte) ([]byte, error)) error {
	if l, ok := f.(interface{ Lock() (func(), error) }); ok {
		unlock, err := l.Lock()
		if err != nil {
			return err
		}
		defer unlock()
	}
	old, err := f.Read(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return fmt.Errorf(msgNothingWritten, err)
	}
	data, err := edit(old)
	if err != nil || !missing && string(data) == string(old) {
		return err
	}
	return f.Write(name, data)
}

// Dir stores files in a directory. It creates the directory when a file is first written.
type Dir string

const (
	// maxFile is the maximum size, in bytes, of a file that is read.
	maxFile = 1 << 20
	// lockPatience is how long to wait for another window that is writing.
	lockPatience = 2 * time.Second
	lockFile     = ".lock"
)

func (d Dir) Read(name string) ([]byte, error) {
	file := d.Where(name)
	f, info, err := regular.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := regular.Read(f, info, maxFile)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: file, Err: err}
	}
	return data, nil
}

// Lock keeps other windows from writing to the directory until unlock is called.
func (d Dir) Lock() (unlock func(), err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(string(d), lockFile), flock.SetFlag(os.O_CREATE|regular.Flags))
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	switch _, err := lock.TryLockContext(ctx, 10*time.Millisecond); {
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil // as on some network drives: better saved than not
	case err != nil:
		return nil, fmt.Errorf(msgLocked, d, err)
	}
	return func() { lock.Close() }, nil
}

// Write writes data to a new file, syncs it to disk and renames it to name, replacing any existing file. If name is a
// symbolic link, Write replaces the file that the link points to.
func (d Dir) Write(name string, data []byte) error {
	file, err := linked(d.Where(name))
	if err != nil {
		return err
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return whole.Write(file, data)
}

// linked returns the file that a path leads to, even if it does not exist yet.
func linked(file string) (string, error) {
	const most = 40
	for range most {
		to, err := os.Readlink(file)
		if err != nil {
			return file, nil // not a link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(file), to)
		}
		file = to
	}
	return "", &fs.PathError{Op: "write", Path: file, Err: errors.New(msgLoop)}
}

// Where returns the path of the file called name.
func (d Dir) Where(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Memory stores files in memory. It is used in tests and wherever nothing should be left on disk.
type Memory map[string][]byte

func (m Memory) Read(name string) ([]byte, error) {
	if b, ok := m[name]; ok {
		return b, nil
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

func (m Memory) Write(name string, data []byte) error {
	m[name] = slices.Clone(data)
	return nil
}

// Where returns name.
func (m Memory) Where(name string) string { return name }
