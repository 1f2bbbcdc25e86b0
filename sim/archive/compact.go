//go:build !js

package archive

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"fragscope/formats/base/whole"
	"fragscope/sim/archive/model"
)

// compactor builds the tables of a shard from its chunks.
type compactor struct {
	x      *export
	chunks []*chunk
	rows   []sorted // of the table in work
	errors []chunkError
	m      *manifest
	// committed is set once the finished files belong to the tables.
	committed bool
	p         *part
	t         model.ID
	number    int // of the table's files
	cells     []model.Cell
	buf       []byte
}

// sorted is a segment with its sort keys.
type sorted struct {
	d     *chunkDemo
	chunk *chunk
	n     int // in the demo
	segment
}

func (s *sorted) compare(o *sorted) int {
	a, b := &s.d.Keys[0], &o.d.Keys[0]
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(s.Map, o.Map), cmp.Compare(a.Date, b.Date),
		cmp.Compare(a.Demo, b.Demo), cmp.Compare(s.n, o.n))
}

// compact makes the tables and commits them. The chunks stay for the next export.
func (x *export) compact(ctx context.Context, d *dataset, inputs string, files []input) error {
	c := &compactor{x: x, m: &manifest{Model: model.Version, Form: x.Form, Shard: x.Shard, Shards: x.Shards,
		Inputs: inputs}}
	defer c.close()
	demos, err := c.gather(files)
	if err != nil {
		return err
	}
	for t := range model.Count {
		if !x.model.Wanted[t] {
			continue
		}
		c.t, c.number = t, 0
		if err := c.table(ctx, demos); err != nil {
			return fmt.Errorf("writing the table %s: %w", model.Tables[t].Name, err)
		}
	}
	c.m.Demos, c.m.Errors = len(demos), len(c.errors)
	if err := d.commit(c.m); err != nil {
		return err
	}
	c.committed = true
	return c.tidy()
}

// located is a demo in a chunk.
type located struct {
	chunkDemo
	chunk *chunk
}

// chunk is an open chunk.
type chunk struct {
	*os.File
	index   *chunkIndex
	current map[string]bool // files whose rows are in it, as they are now, and in no later chunk
}

// gather reads the indexes of the chunks. It returns each content only once, and omits those of files that have changed
// since they were read.
func (c *compactor) gather(files []input) ([]*located, error) {
	order := map[string]int{}
	for i, f := range files {
		order[f.name] = i
	}
	if err := c.openChunks(files, order); err != nil {
		return nil, err
	}
	best := map[string]*located{}
	failed := map[chunkError]bool{}
	for _, n := range c.chunks {
		for _, d := range n.index.Demos {
			if len(d.Keys) == 0 || !n.current[d.File] {
				continue
			}
			id := d.Keys[0].Demo
			if before := best[id]; before == nil || order[d.File] < order[before.File] {
				best[id] = &located{d, n}
			}
		}
		for _, e := range n.index.Errors {
			if !n.current[e.File] {
				continue
			}
			failed[e] = true
			for _, path := range c.x.copies[e.Path] {
				failed[chunkError{e.File, path, e.Reason, e.Lasting}] = true
			}
		}
	}
	var list []*located
	for _, d := range best {
		list = append(list, d)
	}
	for e := range failed {
		c.errors = append(c.errors, e)
	}
	slices.SortFunc(c.errors, func(a, b chunkError) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Reason, b.Reason))
	})
	return list, nil
}

// openChunks opens all chunks and records which of them has the latest rows of each file. order maps the names of files
// to their indices.
func (c *compactor) openChunks(files []input, order map[string]int) error {
	names, err := c.x.chunkNames()
	if err != nil {
		return err
	}
	known := map[string]string{}
	latest := map[string]*chunk{} // the one that has a file's rows
	for _, name := range names {
		index, err := readChunk(name)
		if err != nil {
			return err
		}
		index.shrink(known)
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		n := &chunk{File: f, index: index, current: map[string]bool{}}
		c.chunks = append(c.chunks, n)
		for _, f := range index.Files {
			if i, ok := order[f.Name]; !ok || files[i].size != f.Size || files[i].mtime != f.MTime {
				continue
			}
			if before := latest[f.Name]; before != nil {
				delete(before.current, f.Name)
			}
			latest[f.Name], n.current[f.Name] = n, true
		}
	}
	return nil
}

// table writes the files of the current table.
func (c *compactor) table(ctx context.Context, demos []*located) error {
	c.rows = c.rows[:0]
	for _, d := range demos {
		for i, s := range d.Segments {
			if s.Table == c.t {
				c.rows = append(c.rows, sorted{&d.chunkDemo, d.chunk, i, s})
			}
		}
	}
	slices.SortFunc(c.rows, func(a, b sorted) int { return a.compare(&b) })
	for i := range c.rows {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.segment(&c.rows[i]); err != nil {
			return err
		}
	}
	if c.t == model.Errors {
		for _, e := range c.errors {
			if err := c.write(model.ErrorRow(e.Path, e.Reason)); err != nil {
				return err
			}
		}
	}
	if c.p == nil { // a table without rows still has its columns
		if err := c.begin(); err != nil {
			return err
		}
	}
	return c.end()
}

// segment writes the rows of a segment.
func (c *compactor) segment(s *sorted) error {
	if err := c.readRows(s.chunk, s, c.write); err != nil {
		return err
	}
	if c.p != nil && c.p.size() >= c.x.partBytes {
		return c.end()
	}
	return nil
}

// readRows reads a segment of the current table from r and passes on its rows, each valid until the next.
func (c *compactor) readRows(r io.ReaderAt, s *sorted, row func([]model.Cell) error) error {
	c.buf = slices.Grow(c.buf[:0], int(s.Size))[:s.Size]
	if _, err := r.ReadAt(c.buf, s.At); err != nil {
		return err
	}
	columns := model.Tables[c.t].Columns
	rest := c.buf
	for len(rest) > 0 {
		n, used := binary.Uvarint(rest)
		if used <= 0 || n >= uint64(len(s.d.Keys)) {
			return errChunk
		}
		keys := s.d.Keys[n].Cells(c.t)
		c.cells = append(c.cells[:0], keys...)
		c.cells = slices.Grow(c.cells, len(columns))[:len(keys)+len(columns)]
		var err error
		if rest, err = model.ReadCells(rest[used:], columns, c.cells[len(keys):]); err != nil {
			return err
		}
		if err := row(c.cells); err != nil {
			return err
		}
	}
	return nil
}

func (c *compactor) write(cells []model.Cell) error {
	if c.p == nil {
		if err := c.begin(); err != nil {
			return err
		}
	}
	return c.p.write(cells)
}

// begin starts a file of the table.
func (c *compactor) begin() (err error) {
	dir := filepath.Join(c.x.Dir, model.Tables[c.t].Name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := fmt.Sprintf("part-%05d-of-%05d-%04d.%s", c.x.Shard, c.x.Shards, c.number, c.x.Form)
	c.number++
	c.p, err = newPart(filepath.Join(dir, name+unfinished), c.x.Form, model.Tables[c.t].All(), c.x.groupRows)
	return err
}

// end finishes the file.
func (c *compactor) end() error {
	name := filepath.Base(c.p.file.Name())
	if err := c.p.finish(); err != nil {
		return err
	}
	c.m.Files = append(c.m.Files, manifestFile{Table: model.Tables[c.t].Name, Name: name[:len(name)-len(unfinished)],
		Rows: c.p.count, Bytes: c.p.bytes})
	c.p = nil
	return nil
}

func (c *compactor) close() {
	if c.p != nil {
		c.p.file.Discard()
		c.p = nil
	}
	if !c.committed {
		for _, f := range c.m.Files {
			whole.Sweep(filepath.Join(c.x.Dir, f.Table, f.Name) + unfinished)
		}
	}
	for _, f := range c.chunks {
		f.Close()
	}
	c.chunks = nil
}
