//go:build linux || darwin

package main

import (
	"io"
	"path/filepath"
	"runtime/debug"

	"golang.org/x/sys/unix"

	"fragscope/formats"
	"fragscope/formats/base/regular"
	simload "fragscope/sim/load"
)

// mapDemo opens a demo that is a single file without reading it into memory: its pages are loaded on demand. ok is
// false for anything else. The demo is valid until the mapping is released.
func mapDemo(name string) (demo *formats.Demo, m mapping, ok bool) {
	if file, member := simload.SplitMember(name); name == sampleName || member != "" || file != name {
		return nil, nil, false
	}
	f, info, err := regular.Open(name)
	if err != nil {
		return nil, nil, false
	}
	defer f.Close()
	if info.Size() == 0 || info.Size() > formats.MaxSize {
		return nil, nil, false
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, false
	}
	debug.SetPanicOnFault(true) // in this goroutine: another program may truncate the file
	demo, err = formats.Read(filepath.Base(name), "", data)
	if err != nil || demo.Container != formats.Plain {
		mapping(data).release()
		return nil, nil, false
	}
	demo.Path = name
	return demo, data, true
}

// mapping is a memory-mapped file.
type mapping []byte

// release unmaps the file.
func (m mapping) release() {
	if m != nil {
		unix.Munmap(m)
	}
}

// droppedAfter is the number of bytes written between releases of a mapping's pages.
const droppedAfter = 16 << 20

// dropping is a writer that releases a mapping's pages from time to time. Pages needed again are loaded again.
type dropping struct {
	io.Writer
	m       mapping
	written int
}

func (d *dropping) Write(b []byte) (int, error) {
	if d.written += len(b); d.written > droppedAfter && d.m != nil {
		d.written = 0
		unix.Madvise(d.m, unix.MADV_DONTNEED)
	}
	return d.Writer.Write(b)
}
