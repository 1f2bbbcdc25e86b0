// Package regular opens files only if they are regular files, whatever their names. A file named as a demo or game
// archive may be a pipe, which waits for a writer when opened, or a device, which never ends; and a name may refer to
// something else by the time the file is opened after a check. So a file is opened without blocking, then checked, then
// read.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is returned (wrapped) for anything but a regular file or a link to one.
var ErrNotRegular = errors.New("it is not a regular file")

// ErrTooLarge is returned (wrapped) for a file larger than its reader's limit.
var ErrTooLarge = errors.New("the file is too large")

// Flags are the flags that Open uses. Callers that open files in another way, such as with an [os.Root], should use
// them and pass the result to [Check].
const Flags = os.O_RDONLY | noWait

// Open opens a regular file for reading. It returns the same errors as [Check].
func Open(name string) (*os.File, fs.FileInfo, error) {
	return Check(os.OpenFile(name, Flags, 0))
}

// OpenIn is like [Open], but for a file below root.
func OpenIn(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	return Check(root.OpenFile(name, Flags, 0))
}

// Check returns f and its information, or closes f and returns an error if it is not a regular file. Its arguments are
// the results of the call that opened f. The information is also returned with ErrNotRegular.
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

// Read reads all of f, whose size is in info. The error wraps [ErrTooLarge] if f has or grows to more than limit bytes.
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

// ReadAll reads up to limit bytes from r. It allocates memory only once if r has likely bytes.
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

// Metered reads from R until more than Left bytes have been requested. After that, Left is negative.
type Metered struct {
	R    io.ReaderAt
	Left int64
}

// ReadAt reads from R. It returns [ErrTooLarge] once the limit is exceeded.
func (m *Metered) ReadAt(p []byte, at int64) (int, error) {
	if m.Left -= int64(len(p)); m.Left < 0 {
		m.Left = -1
		return 0, ErrTooLarge
	}
	return m.R.ReadAt(p, at)
}
