// Package regular opens files only if they are regular files, whatever their names. A file named like a demo or a game
// archive may be a pipe, which waits for a writer when opened, or a device, which never ends. Checking before opening
// is not enough, because the name may refer to another file by then. So a file is opened without blocking, then
// checked, then read.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is wrapped by the error returned for a file that is neither a regular file nor a link to one.
var ErrNotRegular = errors.New("it is not a regular file")

// ErrTooLarge is wrapped by the error returned for a file that exceeds the size limit.
var ErrTooLarge = errors.New("the file is too large")

// Flags holds the flags used by Open. Callers that open files by other means, such as [os.Root], should also use these
// flags and pass the result to [Check].
const Flags = os.O_RDONLY | noWait

// Open opens a regular file for reading. It returns the same errors as [Check].
func Open(name string) (*os.File, fs.FileInfo, error) {
	return Check(os.OpenFile(name, Flags, 0))
}

// OpenIn is like [Open], but opens a file below root.
func OpenIn(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	return Check(root.OpenFile(name, Flags, 0))
}

// Check checks the results of a call that opened a file. If f is a regular file, Check returns f and its file
// information. Otherwise it closes f and returns an error. If the error wraps [ErrNotRegular], Check returns the file
// information along with it.
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

// Read reads all of f. info must be the file information of f. Read returns an error that wraps [ErrTooLarge] if f
// contains more than limit bytes.
func Read(f io.Reader, info fs.FileInfo, limit int64) ([]byte, error) {
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, info.Size())
	}
	data, err := ReadAll(f, info.Size(), limit+1)
	if err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
	}
	return data, err
}

// ReadAll reads up to limit bytes from r. The expected number of bytes is given by likely: if r contains no more than
// that, ReadAll allocates memory only once.
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

// Metered is an [io.ReaderAt] that limits the total number of bytes requested from R. Left is the number of bytes that
// may still be requested. It is negative once the limit has been exceeded.
type Metered struct {
	R    io.ReaderAt
	Left int64
}

// ReadAt reads from R. It returns [ErrTooLarge] if the limit is exceeded.
func (m *Metered) ReadAt(p []byte, at int64) (int, error) {
	if m.Left -= int64(len(p)); m.Left < 0 {
		m.Left = -1
		return 0, ErrTooLarge
	}
	return m.R.ReadAt(p, at)
}
