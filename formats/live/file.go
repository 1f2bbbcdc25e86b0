package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/regular"
	"fragscope/formats/codec"
)

const (
	// pollPause is the interval at which a file is checked for more data. Games write at most once per frame.
	pollPause = 15 * time.Millisecond
	// stalledAfter is the time for which a source may be silent before it is considered stalled. Engines whose files grow
	// in steps (ioquake3, Q2PRO) write every 3 to 12 seconds.
	stalledAfter = 15 * time.Second
	// readBytes is the number of bytes read at a time.
	readBytes = 64 << 10
)

// File is a [Source] that reads a demo file while another program is writing it.
type File struct {
	Path string
	// Patience is how long the file may go without growing before it is considered to have ended. 0 means forever.
	Patience time.Duration
}

// String returns the file's base name.
func (f File) String() string { return filepath.Base(f.Path) }

// Grows reports whether the file at path may still be growing: it was written recently, and does not end like a
// complete demo. Grows returns false for archives and compressed files, which cannot be followed.
func Grows(path string) bool {
	format := formats.FormatByName(path)
	if format == nil {
		return false
	}
	f, info, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(f, head)
	mark := format.Tail
	tail := make([]byte, len(mark))
	k, _ := f.ReadAt(tail, max(info.Size()-int64(len(mark)), 0))
	// A time in the future comes from a wrong clock and means nothing.
	age := time.Since(info.ModTime()).Abs()
	return n == headBytes && age < stalledAfter && !packed(head[:n]) && !bytes.Equal(tail[:k], mark)
}

// Run appends the contents of the file to d as the file grows. It returns when the file ends with the format's end
// mark, is truncated, or has not grown for f.Patience.
func (f File) Run(ctx context.Context, d *Demo) error {
	d.Tell(Connecting, "reading %s", f)
	file, _, err := regular.Open(f.Path)
	if err != nil {
		return fmt.Errorf(msgFollowing, err)
	}
	defer file.Close()
	in := intake{name: filepath.Base(f.Path), demo: d}
	buf := make([]byte, readBytes)
	for grown := time.Now(); ; {
		n, err := file.Read(buf)
		if n > 0 {
			grown = time.Now()
			if err := in.take(buf[:n]); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return in.end()
			}
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf(msgFollowing, err)
		}
		silent := time.Since(grown)
		if done, err := f.idle(file, &in, silent); done || err != nil {
			return err
		}
		if silent > stalledAfter {
			d.Tell(Stalled, "%s has not grown for a while", f)
		}
		select {
		case <-ctx.Done():
			return in.end()
		case <-time.After(pollPause):
		}
	}
}

// settle is how long nothing may follow an end mark before the mark is considered the end of the demo.
const settle = time.Second

// idle checks whether a file that has not grown for a while has ended.
func (f File) idle(file *os.File, in *intake, silent time.Duration) (done bool, err error) {
	info, err := file.Stat()
	at, err2 := file.Seek(0, io.SeekCurrent)
	switch {
	case err != nil, err2 != nil:
		return true, errors.Join(err, err2)
	case info.Size() < at:
		return true, fmt.Errorf(msgRewritten, f)
	case f.Patience > 0 && silent > f.Patience, silent > settle && in.demo.Complete():
		return true, in.end()
	}
	return false, nil
}

// Reader is a [Source] that reads a demo from a pipe, such as standard input.
type Reader struct {
	Name string // of the input, for the user
	R    io.Reader
}

// String returns the name of the input.
func (r Reader) String() string { return r.Name }

// Run appends the data to d until the input ends. When ctx is done, Run returns immediately, even if a call to Read is
// still blocked.
func (r Reader) Run(ctx context.Context, d *Demo) error {
	d.Tell(Connecting, "waiting for a demo on %s", r)
	type piece struct {
		data []byte
		err  error
	}
	pieces := make(chan piece)
	go func() {
		for {
			buf := make([]byte, readBytes)
			n, err := r.R.Read(buf)
			select {
			case pieces <- piece{buf[:n], err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	in := intake{name: r.Name, demo: d}
	silence := time.NewTimer(stalledAfter)
	for {
		silence.Reset(stalledAfter)
		select {
		case <-ctx.Done():
			return in.end()
		case <-silence.C:
			d.Tell(Stalled, "nothing has come on %s for a while", r)
		case p := <-pieces:
			if err := in.take(p.data); err != nil {
				return err
			}
			if errors.Is(p.err, io.EOF) {
				return in.end()
			}
			if p.err != nil {
				return errors.Join(in.end(), fmt.Errorf(msgReading, r, p.err))
			}
		}
	}
}

// intake receives the bytes of a demo whose format is not known at first.
type intake struct {
	name string
	demo *Demo
	head []byte // the data until the format is known
	set  bool
}

const (
	// headBytes is the number of bytes needed to determine whether a file is packed.
	headBytes = 16
	// enoughHead is the number of bytes needed to determine a demo's format. If the file name does not imply the same
	// format, up to longestHead bytes are awaited.
	enoughHead  = 4 << 10
	longestHead = 256 << 10
)

// packed reports whether a file starts like an archive or a packed file.
func packed(head []byte) bool {
	return len(head) > 2 && (head[0] == 0x1f && head[1] == 0x8b || string(head[:2]) == "PK")
}

// take receives more data.
func (in *intake) take(data []byte) error {
	if in.set {
		return in.demo.Append(data)
	}
	in.head = append(in.head, data...)
	if packed(in.head) {
		return &formats.NotDemoError{File: in.name,
			What: "a packed file cannot be followed while it grows: unpack it first"}
	}
	format, err := formats.Sniff(in.name, in.head)
	switch promised := formats.FormatByName(in.name); {
	case len(in.head) > longestHead && err != nil:
		return err
	case err != nil, format != promised && len(in.head) < enoughHead:
		return nil
	}
	return in.begin(format)
}

// begin passes on the data so far.
func (in *intake) begin(format *codec.Codec) error {
	in.set = true
	in.demo.SetFormat(format)
	head := in.head
	in.head = nil
	return in.demo.Append(head)
}

// end handles the data so far when nothing follows.
func (in *intake) end() error {
	if in.set {
		return nil
	}
	format, err := formats.Sniff(in.name, in.head)
	if err != nil {
		return err
	}
	return in.begin(format)
}
