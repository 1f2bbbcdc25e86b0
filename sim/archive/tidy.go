//go:build !js

package archive

import (
	"errors"
	"os"
)

// chunksMost is how many chunks smaller than a quarter of chunkBytes are kept.
const chunksMost = 8

// tidy removes the chunks that contain nothing current. Chunks that are less than half current, and small chunks if
// there are many, are rewritten as a single chunk.
func (c *compactor) tidy() error {
	var gone, small, stale []*chunk
	for _, n := range c.chunks {
		info, err := n.Stat()
		if err != nil {
			return err
		}
		current, all := n.bytes()
		switch {
		case len(n.current) == 0:
			gone = append(gone, n)
		case current*2 < all:
			stale = append(stale, n)
		case info.Size() < chunkBytes/4:
			small = append(small, n)
		}
	}
	if len(small) > chunksMost || len(stale) > 0 {
		stale = append(stale, small...)
		if err := c.rewrite(stale); err != nil {
			return err
		}
		gone = append(gone, stale...)
	}
	var failed error
	for _, n := range gone {
		n.Close()
		failed = errors.Join(failed, os.Remove(n.Name()))
	}
	return failed
}

// bytes returns the number of bytes in current rows and in all rows.
func (n *chunk) bytes() (current, all int64) {
	for i := range n.index.Demos {
		d := &n.index.Demos[i]
		for _, s := range d.Segments {
			all += s.Size
			if n.current[d.File] {
				current += s.Size
			}
		}
	}
	return current, all
}

// rewrite copies the current rows of some chunks to new ones.
func (c *compactor) rewrite(chunks []*chunk) error {
	w := &chunkWriter{stage: c.x.stage, number: func() int { return int(c.x.chunks.Add(1)) }}
	defer w.discard()
	for _, n := range chunks {
		for _, d := range n.index.Demos {
			if !n.current[d.File] {
				continue
			}
			for i := range d.Segments {
				s := &d.Segments[i]
				c.buf = append(c.buf[:0], make([]byte, s.Size)...)
				if _, err := n.ReadAt(c.buf, s.At); err != nil {
					return err
				}
				var err error
				if s.At, err = w.write(c.buf); err != nil {
					return err
				}
			}
			w.index.Demos = append(w.index.Demos, d)
		}
		for _, e := range n.index.Errors {
			if n.current[e.File] {
				w.index.Errors = append(w.index.Errors, e)
			}
		}
		for _, f := range n.index.Files {
			if n.current[f.Name] {
				w.index.Files = append(w.index.Files, f)
			}
		}
		if w.at >= chunkBytes {
			if err := w.finish(); err != nil {
				return err
			}
		}
	}
	return w.finish()
}
