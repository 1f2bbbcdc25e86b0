package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"fragscope/formats/codec"
)

// checker reads each packed block back: it must contain the messages that it was made of. This finds values that the
// format cannot express, or that the mask next to them does not send, in any message.
type checker struct {
	g *game
	o codec.Options
	d codec.Decoder
	// want makes the lines of the packed messages, got those of the messages read back.
	want, got *liner
	// data is the packed data that has not been read back yet.
	data []byte
	// lines are the lines read back.
	lines [][]byte
	line  []byte
	// odd is set if the line has unreadable bytes, which may read differently on their own than in their place.
	odd bool
	// unsure is set after such a line, when the reader may know less, until a block reads back as it was made.
	unsure bool
}

func (c *checker) begin() {
	c.odd, c.line = false, c.line[:0]
	c.want.print = func(core []byte) { c.line = append(c.line, core...) }
	c.got.print = func(core []byte) { c.lines = append(c.lines, bytes.Clone(core)) }
}

// end reads back the encoding of a line.
func (c *checker) end(data []byte, block bool) error {
	c.want.flush()
	c.odd = c.odd || oddLine(c.line)
	if !block {
		if !c.odd && c.d == nil {
			c.data = append(c.data, data...) // the start of a demo
		}
		return nil
	}
	c.data = append(c.data, data...)
	c.read()
	if c.odd {
		c.unsure = true
		return nil
	}
	if len(c.lines) > 0 && bytes.Equal(c.lines[len(c.lines)-1], c.line) {
		c.unsure = false
		return nil
	}
	if c.unsure || emptyLine(c.line) {
		return nil
	}
	return c.difference()
}

// oddLine reports whether a line has unreadable bytes.
func oddLine(core []byte) bool {
	for _, mark := range []string{`{"message":"raw"`, `{"message":"skipped"`, `"cut":true`, `"wrong_size":true`,
		`"kind":"broken"`, `"kind":"end"`,
		`"unended":true`} {
		if bytes.Contains(core, []byte(mark)) {
			return true
		}
	}
	return false
}

// emptyLine reports whether a block has no messages: on its own, it may look like the end of a demo.
func emptyLine(core []byte) bool { return bytes.Contains(core, []byte(`"messages":[]`)) }

// read reads the new data.
func (c *checker) read() {
	c.lines = c.lines[:0]
	data := c.data
	if c.g.Unfinished {
		data = append(data, c.g.End...) // an end, so that the block does not look truncated
	}
	if c.d == nil {
		c.d = c.g.NewDecoder(data, c.o)
	} else {
		c.d.Reset(data)
	}
	for !errors.Is(c.d.Next(c.got.message), io.EOF) {
		c.got.flush()
	}
	c.got.flush()
	if c.g.Unfinished && len(c.lines) > 0 {
		c.lines = c.lines[:len(c.lines)-1] // the end mark
	}
	c.data = c.data[:0]
}

// difference returns an error with the first difference between the lines.
func (c *checker) difference() error {
	var want, got any
	if json.Unmarshal(append([]byte{'{'}, c.line...), &want) != nil || len(c.lines) == 0 ||
		json.Unmarshal(append([]byte{'{'}, c.lines[len(c.lines)-1]...), &got) != nil {
		return errors.New("the block written from it cannot be read back")
	}
	if err := differ(want, got); err != nil {
		return err
	}
	return fmt.Errorf("the block written from it would be read back as %d lines", len(c.lines))
}

// differ returns the first difference between two JSON values.
func differ(want, got any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		return differInObject(w, g)
	case []any:
		g, ok := got.([]any)
		if !ok {
			break
		}
		for i := range w {
			if i >= len(g) {
				return within(fmt.Sprintf("[%d]", i),
					errors.New("it would be lost: the format has no room for it"))
			}
			if err := differ(w[i], g[i]); err != nil {
				return within(fmt.Sprintf("[%d]", i), err)
			}
		}
		if len(g) > len(w) {
			return within(fmt.Sprintf("[%d]", len(w)), errors.New("it would be read back although it was not written"))
		}
		return nil
	}
	if reflect.DeepEqual(want, got) {
		return nil
	}
	return fmt.Errorf("%s cannot be encoded: it would be read back as %s", shown(want), shown(got))
}

func differInObject(want, got map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if other, ok := got[key]; !ok {
			return within(key, fmt.Errorf("%s is not encoded: the mask or another field excludes it", shown(want[key])))
		} else if err := differ(want[key], other); err != nil {
			return within(key, err)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[key]; !ok {
			return within(key, fmt.Errorf("it is missing, but would be read back as %s", shown(got[key])))
		}
	}
	return nil
}

func shown(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "something"
	}
	const most = 60
	if len(b) > most {
		return string(b[:most]) + "…"
	}
	return string(b)
}
