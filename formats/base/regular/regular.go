// Package regular opens files only if they are regular files. A file whose name is that of a demo or a game archive may
// in fact be a pipe, which blocks when opened until there is a writer, or a device, which can be read forever. Checking
// a file before opening it is not enough, because its name may refer to another file by the time it is opened. This
// package opens the file without blocking and then checks it before reading it.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular indicates a file that is neither a regular file nor a link to one.
var ErrNotRegular = errors.New("it is not a regular file")

// ErrTooLarge indicates a file that exceeds the size limit.
var ErrTooLarge = errors.New("the file is too large")

// Flags contains the flags with which Open opens files. Callers that open a file by other means, such as [os.Root],
// should use the same flags and pass the result to [Check].
const Flags = os.O_RDONLY | noWait

// Open opens a regular file for reading. It returns the same errors as [Check].
func Open(name string) (*os.File, fs.FileInfo, error) {
	return Check(os.OpenFile(name, Flags, 0))
}

// OpenIn is like [Open], but opens a file below root.
func OpenIn(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	return Check(root.OpenFile(name, Flags, 0))
}

// Check checks the results of opening a file. If f is a regular file, Check returns it along with its file information.
// Otherwise, Check closes f and returns an error. If the error wraps [ErrNotRegular], Check returns the file
// information as well.
func Check(f *os.File, err error) (*os.File, fs.FileInfo, error) {
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: f.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, info, err
	}
	return f, info, nil
}

// Read reads all of f, whose file information is info. If f contains more than limit bytes, Read returns an error that
// wraps [ErrTooLarge].
func Read(f io.Reader, info fs.FileInfo, limit int64) ([]byte, error) {
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, info.Size())
	}
	data, err := ReadAll(f, info.Size(), limit+1)
	if err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, limit)
	}
	return data, err
}

// ReadAll reads up to limit bytes from r. It allocates a buffer for the expected number of bytes, likely, and enlarges
// the buffer only if r contains more.
func ReadAll(r io.Reader, likely, limit int64) ([]byte, error) {
	data := make([]byte, 0, min(likely, limit)+1) // one more to meet the end
	for int64(len(data)) < limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):min(int64(cap(data)), limit)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return data, err
		}
	}
	return data, nil
}

// Metered is an [io.ReaderAt] that reads from R and limits the total number of bytes read. The Left field is the number
// of bytes that may still be read. It becomes negative when a read would exceed the limit.
type Metered struct {
	R    io.ReaderAt
	Left int64
}

// ReadAt reads from R. If the limit would be exceeded, it returns [ErrTooLarge].
func (m *Metered) ReadAt(p []byte, at int64) (int, error) {
	if m.Left -= int64(len(p)); m.Left < 0 {
		m.Left = -1
		return 0, ErrTooLarge
	}
	return m.R.ReadAt(p, at)
}
