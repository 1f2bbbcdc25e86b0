package live

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrLimit indicates that a saved file has reached the size limit set by the user.
var ErrLimit = errors.New(msgLimit)

// keeper writes a demo to a file.
type keeper struct {
	f       *os.File
	path    string
	limit   int64
	written int // of the demo
	err     error
}

// status adds the file's status.
func (k *keeper) status(s *Status) {
	if k != nil {
		s.Kept, s.KeptBytes, s.KeepError = k.path, int64(k.written), k.err
	}
}

// Keep saves the demo to a new file at path. It writes the data received so far; later data is written as it arrives.
// If limit is greater than 0, saving stops before the file would exceed limit bytes; Status then reports an error. If
// the file already exists or the demo is already being saved, Keep returns an error.
func (d *Demo) Keep(path string, limit int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.file != nil {
		return fmt.Errorf(msgKeptAlready, d.file.path)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf(msgKeeping, err)
	}
	d.file = &keeper{f: f, path: path, limit: limit}
	d.write()
	if d.status.State == Ended {
		d.closeFile()
	}
	return nil
}

// write writes the whole blocks that have not been written yet, in one call.
func (d *Demo) write() {
	k := d.file
	if k == nil || k.err != nil || k.f == nil {
		return
	}
	d.writeTo(d.frames.whole(d.data, k.written, false))
}

// writeTo writes up to an offset of the demo.
func (d *Demo) writeTo(end int) {
	k := d.file
	if end <= k.written {
		return
	}
	if k.limit > 0 && int64(end+len(d.end())) > k.limit {
		k.err = fmt.Errorf(msgLimitOf, ErrLimit, k.limit>>20, k.path)
	} else if _, err := k.f.Write(d.data[k.written:end]); err != nil {
		k.err = fmt.Errorf(msgWriting, err)
		k.takeBack(int64(k.written))
	} else {
		k.written = end
		return
	}
	k.close(d.end())
}

// closeFile writes the remaining data and the format's end mark, and closes the file.
func (d *Demo) closeFile() {
	k := d.file
	if k == nil || k.f == nil {
		return
	}
	d.writeTo(d.frames.whole(d.data, k.written, true))
	k.close(d.end())
}

// close writes the format's end mark unless it is already there, and closes the file.
func (k *keeper) close(end []byte) {
	if k.f == nil {
		return
	}
	_, err := k.f.Write(end)
	if err != nil {
		k.takeBack(int64(k.written))
	}
	err = errors.Join(err, k.f.Sync(), k.f.Close())
	k.f = nil
	if k.err == nil && err != nil {
		k.err = fmt.Errorf(msgClosing, err)
	}
}

// takeBack truncates the file to the end of its last whole block.
func (k *keeper) takeBack(end int64) {
	if err := k.f.Truncate(end); err == nil {
		k.f.Seek(end, io.SeekStart)
	}
}

// end returns the end mark that must still be written, or nil if the demo already has one or contains no blocks.
func (d *Demo) end() []byte {
	if d.format == nil || d.frames.ended && d.frames.at == d.file.written || d.frames.loose || d.file.written == 0 {
		return nil
	}
	return d.format.End
}
