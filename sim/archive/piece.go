//go:build !js

package archive

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"

	"fragscope/formats"
	"fragscope/formats/base/fault"
)

// Piece is some consecutive rows of one input file that go to the same output file of an export.
type Piece struct {
	Table  string
	Folder string // where [Export] puts these rows, with slashes
	File   string // the input file
	N      int    // ascending within the file
	Rows   []byte // in the format that WritePieces reads
}

// Extracted is the result for one file.
type Extracted struct {
	Pieces  []Piece
	Heat    map[HeatCell]float64
	Players map[PlayerKey]PlayerSums
}

// Extractor makes the tables of files one by one, for programs with their own ways of sharing work and keeping
// results. It is safe for concurrent use.
type Extractor struct{ x *export }

// NewExtractor returns an extractor, which lasts until ctx ends. Only the options Every, Time and Memory are used.
func NewExtractor(ctx context.Context, o ExportOptions) *Extractor {
	x := &export{ExportOptions: ExportOptions{Every: o.Every, Time: cmp.Or(o.Time, defaultTime), Memory: cmp.Or(o.Memory, defaultMemory)}}
	for i := range tables {
		x.wanted[i] = true
		x.parts |= tables[i].parts
	}
	x.memory = newGuard(x.Memory)
	go x.memory.watch(ctx)
	return &Extractor{x}
}

// File extracts the tables from the bytes of a file: a demo or an archive of demos. If there are none, err is the
// reason. What cannot be read becomes a row of the errors table; only the end of ctx is an error.
func (x *Extractor) File(ctx context.Context, name string, data []byte, err error) (*Extracted, error) {
	out := &Extracted{Heat: map[HeatCell]float64{}, Players: map[PlayerKey]PlayerSums{}}
	if err == nil {
		err = fault.Guard(func() error { return x.read(ctx, name, data, out) })
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		out.fail(name, name, reason(err))
	}
	return out, nil
}

func (x *Extractor) read(ctx context.Context, name string, data []byte, out *Extracted) error {
	d, err := formats.Read(name, "", data)
	var several *formats.SeveralError
	if !errors.As(err, &several) {
		return x.demo(ctx, name, name, d, err, out)
	}
	for _, m := range several.Members {
		d, err := formats.Read(name, m.Name, data)
		if err := x.demo(ctx, name, name+":"+m.Name, d, err, out); err != nil {
			return err
		}
	}
	return nil
}

// demo extracts the tables of one of the file's demos.
func (x *Extractor) demo(ctx context.Context, file, name string, d *formats.Demo, err error, out *Extracted) error {
	if err != nil {
		out.fail(file, name, reason(err))
		return nil
	}
	timed, cancel := context.WithTimeoutCause(ctx, x.x.Time, fmt.Errorf("reading it takes longer than %v", x.x.Time))
	defer cancel()
	bounded, release := x.x.memory.enter(timed, int64(len(d.Data)))
	defer release()
	rec, err := record(bounded, d, x.x.parts)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		out.fail(file, name, reason(err))
		return nil
	}
	k := keyOf(d)
	rows := extract(name, hex.EncodeToString(k.checksum[:]), int64(len(d.Data)), rec, x.x.wanted, x.x.Every)
	for i := range rows.rows {
		for level, part := range runs(rows.rows[i]) {
			out.add(i, file, path.Join(tables[i].name, "game="+partition(rows.game), "map="+partition(level)), part)
		}
	}
	out.addHeat(rec, rows, x.x.Every)
	out.addPlayers(rec, rows.game)
	return nil
}

// fail records that a demo of a file cannot be read.
func (o *Extracted) fail(file, name string, err error) {
	o.add(errorsTable, file, tables[errorsTable].name, []mapRow{{cells: []cell{text(name), text(err.Error())}}})
}

func (o *Extracted) add(t int, file, folder string, rows []mapRow) {
	var b []byte
	for _, r := range rows {
		b = appendCells(b, &tables[t], r.cells)
	}
	o.Pieces = append(o.Pieces, Piece{tables[t].name, folder, file, len(o.Pieces), b})
}

// appendCells appends a row: for each column 0 if it is not told, otherwise 1 and the value.
func appendCells(b []byte, t *table, cells []cell) []byte {
	for i := range cells {
		c := &cells[i]
		if !c.told {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		switch t.columns[i].kind {
		case columnText:
			b = append(binary.AppendUvarint(b, uint64(len(c.text))), c.text...)
		case columnReal:
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(c.real))
		default:
			b = binary.AppendVarint(b, c.n)
		}
	}
	return b
}

// readCells reads a row.
func readCells(r *bytes.Reader, t *table) ([]cell, error) {
	cells := make([]cell, len(t.columns))
	for i := range cells {
		c := &cells[i]
		told, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		if c.told = told != 0; !c.told {
			continue
		}
		switch t.columns[i].kind {
		case columnText:
			var n uint64
			if n, err = binary.ReadUvarint(r); err == nil && n <= uint64(r.Len()) {
				s := make([]byte, n)
				_, err = io.ReadFull(r, s)
				c.text = string(s)
			} else {
				err = cmp.Or(err, io.ErrUnexpectedEOF)
			}
		case columnReal:
			var s [8]byte
			_, err = io.ReadFull(r, s[:])
			c.real = math.Float64frombits(binary.BigEndian.Uint64(s[:]))
		default:
			c.n, err = binary.ReadVarint(r)
		}
		if err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// tableOf returns the table with the given name, or nil.
func tableOf(name string) *table {
	for _, list := range [][]table{tables[:], sums[:]} {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// WritePieces writes the pieces of one table and folder as a file of the given form, in the order of the input
// files. The bytes are those that [Export] writes for the same files in that order.
func WritePieces(w io.Writer, form string, pieces []Piece) error {
	if len(pieces) == 0 {
		return nil
	}
	t := tableOf(pieces[0].Table)
	if t == nil {
		return fmt.Errorf("there is no table %q", pieces[0].Table)
	}
	if forms[form] == nil {
		return ErrForm
	}
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.N, b.N)) })
	out, err := forms[form](w, t)
	if err != nil {
		return err
	}
	for i := range pieces {
		var rows []mapRow
		for r := bytes.NewReader(pieces[i].Rows); r.Len() > 0; {
			cells, err := readCells(r, t)
			if err != nil {
				return fmt.Errorf("rows of the table %s: %w", t.name, err)
			}
			rows = append(rows, mapRow{cells: cells})
		}
		if err := out.write(rows); err != nil {
			return err
		}
	}
	return out.close()
}

// PartName returns the name of a folder's file n, counted from 0.
func PartName(n int, form string) string { return fmt.Sprintf("part-%05d-000.%s", n+1, form) }
