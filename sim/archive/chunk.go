//go:build !js

package archive

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/whole"
	"fragscope/sim/archive/model"
)

// A chunk is a file with the rows of some demos, as they were read, and at its end an index. An export that was killed
// continues after the chunks that it finished. When all demos are read, the tables are made of the chunks.

const (
	// chunkVersion is incremented when chunks must contain data that earlier exports did not write.
	chunkVersion = 1
	chunkName    = "-chunk-%06d"
	// A chunk is finished, between two files, when it has reached this size or age.
	chunkBytes = 64 << 20
	chunkAge   = 5 * time.Second
	// segmentBytes is the amount of a table's rows that is kept in memory before it is written.
	segmentBytes = 256 << 10
)

// chunkIndex lists the contents of a chunk.
type chunkIndex struct {
	Files  []chunkFile
	Demos  []chunkDemo
	Errors []chunkError
}

// chunkFile is a file from which all demos that belong to this shard have been read.
type chunkFile struct {
	Name        string
	Size, MTime int64
	Prints      []print
	Read        []string // the members read
}

// chunkDemo is a demo and the location of its rows.
type chunkDemo struct {
	File, Path string
	Keys       []model.Keys // the demo's own, then those of its matches
	Segments   []segment
}

// segment is a run of consecutive rows of a table that belong to one map.
type segment struct {
	Table    model.ID
	Map      string
	At, Size int64
	Rows     int
}

// chunkError describes why a demo cannot be read. It is Lasting if the reason will remain until the file changes.
type chunkError struct {
	File, Path, Reason string
	Lasting            bool `json:",omitempty"`
}

// chunkWriter writes the chunks of one worker.
type chunkWriter struct {
	stage  string
	number func() int // of the next chunk
	file   *whole.File
	out    *bufio.Writer
	at     int64
	begun  time.Time
	index  chunkIndex
}

// write appends bytes and returns their position.
func (w *chunkWriter) write(b []byte) (at int64, err error) {
	if w.file == nil {
		if w.file, err = whole.CreateAs(w.stage + fmt.Sprintf(chunkName, w.number()) + unfinished); err != nil {
			return 0, err
		}
		w.out, w.at, w.begun = bufio.NewWriterSize(w.file, 1<<16), 0, time.Now()
	}
	at = w.at
	n, err := w.out.Write(b)
	w.at += int64(n)
	return at, err
}

// done records that a file has been read, and finishes the chunk if it is large or old enough.
func (w *chunkWriter) done(f chunkFile) error {
	w.index.Files = append(w.index.Files, f)
	if w.file == nil {
		if w.begun.IsZero() {
			w.begun = time.Now()
		}
		if time.Since(w.begun) < chunkAge {
			return nil
		}
	}
	if w.at >= chunkBytes || time.Since(w.begun) >= chunkAge {
		return w.finish()
	}
	return nil
}

// finish finishes the chunk: its contents are not read again.
func (w *chunkWriter) finish() error {
	if len(w.index.Files) == 0 {
		w.discard()
		return nil
	}
	text, err := json.Marshal(&w.index)
	if err != nil {
		return err
	}
	if _, err := w.write(binary.LittleEndian.AppendUint64(text, uint64(len(text)))); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	name := w.file.Name()
	if err := w.file.Replace(strings.TrimSuffix(name, unfinished)); err != nil {
		return err
	}
	w.file, w.index, w.begun = nil, chunkIndex{}, time.Time{}
	return nil
}

func (w *chunkWriter) discard() {
	if w.file != nil {
		w.file.Discard()
		w.file = nil
	}
}

// demoWriter writes the rows of one demo to a chunk.
type demoWriter struct {
	w       *chunkWriter
	d       chunkDemo
	pending [model.Count]struct {
		rows  []byte
		count int
		about string // the map
	}
}

// row takes a row.
func (d *demoWriter) row(t model.ID, k *model.Keys, match int, cells []model.Cell) error {
	p := &d.pending[t]
	if p.count > 0 && (p.about != k.Map || len(p.rows) >= segmentBytes) {
		if err := d.flush(t); err != nil {
			return err
		}
	}
	p.about = k.Map
	n := 0 // which of Keys
	if t.OfMatches() {
		n = match + 1
	}
	for len(d.d.Keys) <= n {
		d.d.Keys = append(d.d.Keys, model.Keys{})
	}
	d.d.Keys[n] = *k
	p.rows = model.AppendCells(binary.AppendUvarint(p.rows, uint64(n)), model.Tables[t].Columns, cells)
	p.count++
	return nil
}

// flush writes the pending rows of a table.
func (d *demoWriter) flush(t model.ID) error {
	p := &d.pending[t]
	if p.count == 0 {
		return nil
	}
	at, err := d.w.write(p.rows)
	d.d.Segments = append(d.d.Segments, segment{t, p.about, at, int64(len(p.rows)), p.count})
	p.rows, p.count = p.rows[:0], 0
	return err
}

// end records the demo.
func (d *demoWriter) end() error {
	for t := range d.pending {
		if err := d.flush(model.ID(t)); err != nil {
			return err
		}
	}
	d.w.index.Demos = append(d.w.index.Demos, d.d)
	return nil
}

var errChunk = errors.New("a chunk of an export is damaged")

// readChunk reads the index of a chunk.
func readChunk(name string) (*chunkIndex, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readIndex(f, info.Size())
}

// readIndex reads the index at the end of a chunk of the given size.
func readIndex(r io.ReaderAt, size int64) (*chunkIndex, error) {
	var length [8]byte
	if _, err := r.ReadAt(length[:], size-8); err != nil {
		return nil, errors.Join(errChunk, err)
	}
	n := int64(binary.LittleEndian.Uint64(length[:]))
	if n <= 0 || n > size-8 {
		return nil, errChunk
	}
	index := new(chunkIndex)
	if err := json.NewDecoder(io.NewSectionReader(r, size-8-n, n)).Decode(index); err != nil {
		return nil, errors.Join(errChunk, err)
	}
	if !index.fits(size - 8 - n) {
		return nil, errChunk
	}
	return index, nil
}

// fits reports whether all segments belong to tables and lie within size bytes, each in bytes of its own.
func (x *chunkIndex) fits(size int64) bool {
	left := size
	for i := range x.Demos {
		for _, s := range x.Demos[i].Segments {
			if s.Table < 0 || s.Table >= model.Count || s.At < 0 || s.Size < 0 || s.Size > left || s.At > size-s.Size {
				return false
			}
			left -= s.Size
		}
	}
	return true
}

// shrink makes the index take less memory. known holds the texts that many demos share.
func (x *chunkIndex) shrink(known map[string]string) {
	share := func(text *string) {
		if same, ok := known[*text]; ok {
			*text = same
			return
		}
		known[*text] = *text
	}
	for i := range x.Demos {
		d := &x.Demos[i]
		d.Keys, d.Segments = slices.Clone(d.Keys), slices.Clone(d.Segments)
		for j := range d.Keys {
			k := &d.Keys[j]
			share(&k.Game)
			share(&k.Map)
			if k.Date == d.Keys[0].Date && k.Demo == d.Keys[0].Demo {
				k.Date, k.Demo = d.Keys[0].Date, d.Keys[0].Demo // the same bytes
			}
		}
		for j := range d.Segments {
			share(&d.Segments[j].Map)
		}
	}
}
