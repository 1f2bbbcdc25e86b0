package formats

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// errNotRegular is the cause of the error of [OpenRegular].
var errNotRegular = errors.New("it is not a regular file")

// OpenRegular opens a file for reading by what it is and not by its name: under the name of a demo may lie a pipe, whose
// opening waits for a writer, or a device, whose reading never ends. It gives an error and, where there is one, the
// information of what is neither a file nor a link to one.
func OpenRegular(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, info, err
	}
	return f, info, nil
}

// readUpTo reads up to limit bytes of what is likely to be of a size: of that size it takes one allocation.
func readUpTo(r io.Reader, likely, limit int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, min(likely, limit)+bytes.MinRead))
	_, err := b.ReadFrom(io.LimitReader(r, limit))
	return b.Bytes(), err
}

// metered reads from r until more than left bytes were asked for; then left is negative.
type metered struct {
	r    io.ReaderAt
	left int64
}

func (m *metered) ReadAt(p []byte, at int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		m.left = -1
		return 0, errTooLong
	}
	return m.r.ReadAt(p, at)
}

// errTooLong stops the reading of a table of contents.
var errTooLong = errors.New("it is too long")
