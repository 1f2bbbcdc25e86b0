//go:build !js

package archive

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"fragscope/sim/archive/model"
)

// chunkOf returns a chunk with the given rows and the text of its index.
func chunkOf(rows []byte, index string) []byte {
	b := append(bytes.Clone(rows), index...)
	return binary.LittleEndian.AppendUint64(b, uint64(len(index)))
}

// readChunked reads a chunk as an export does, and returns the number of its rows.
func readChunked(data []byte) (rows int, err error) {
	r := bytes.NewReader(data)
	index, err := readIndex(r, int64(len(data)))
	if err != nil {
		return 0, err
	}
	index.shrink(map[string]string{})
	c := new(compactor)
	for i := range index.Demos {
		d := &index.Demos[i]
		for n, s := range d.Segments {
			c.t = s.Table
			err := c.readRows(r, &sorted{d, nil, n, s}, func([]model.Cell) error { rows++; return nil })
			if err != nil {
				return rows, err
			}
		}
	}
	return rows, nil
}

// row is an encoded row of the demos table with empty cells: the number of its keys, followed by a 0 for each cell.
func row() []byte { return make([]byte, 1+len(model.Tables[model.Demos].Columns)) }

// TestChunksThatAreDamaged checks that an index which points outside of its chunk, or twice to the same rows, is
// refused.
func TestChunksThatAreDamaged(t *testing.T) {
	const demo = `{"Demos":[{"Keys":[{}],"Segments":[`
	for _, test := range []struct {
		what, segments string
		rows           int
		ok             bool
	}{
		{"one row", `{"Size":SIZE}`, 1, true},
		{"no rows", `{"At":1}`, 0, true},
		{"a negative size", `{"Size":-1}`, 0, false},
		{"a negative place", `{"At":-1,"Size":1}`, 0, false},
		{"more than there is", `{"Size":9000000000000}`, 0, false},
		{"beyond the end", `{"At":1,"Size":SIZE}`, 0, false},
		{"the largest place", `{"At":9223372036854775807,"Size":1}`, 0, false},
		{"the same twice", `{"Size":SIZE},{"Size":SIZE}`, 0, false},
		{"a table that is none", `{"Table":200,"Size":1}`, 0, false},
		{"half a row", `{"Size":3}`, 0, false},
	} {
		segments := strings.ReplaceAll(test.segments, "SIZE", strconv.Itoa(len(row())))
		rows, err := readChunked(chunkOf(row(), demo+segments+"]}]}"))
		if rows != test.rows || (err == nil) != test.ok {
			t.Errorf("%s: %d rows, %v", test.what, rows, err)
		}
	}
}

// FuzzChunk reads anything as a chunk of an export: no input may make it panic, or take much memory.
func FuzzChunk(f *testing.F) {
	f.Add(chunkOf(row(), `{"Demos":[{"Keys":[{"Game":"quake"}],"Segments":[{"Size":40,"Rows":1}]}]}`))
	f.Add(chunkOf(row(), `{"Files":[{"Name":"a","Size":1,"Read":["b"]}],"Errors":[{"Path":"a","Lasting":true}]}`))
	f.Add(chunkOf(nil, `{"Demos":[{"Segments":[{"At":-1,"Size":1152921504606846976}]}]}`))
	f.Add([]byte{8, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		if rows, _ := readChunked(data); rows > len(data) {
			t.Errorf("%d rows of %d bytes", rows, len(data))
		}
	})
}
