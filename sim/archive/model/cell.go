package model

import (
	"encoding/binary"
	"errors"
	"math"

	"fragscope/sim"
)

// Cell is a value in a row. The column's kind determines whether the value is in Text, N or Real. If Told is false, the
// cell has no value.
type Cell struct {
	Told bool
	Text string
	N    int64 // also for a bool, as 0 or 1
	Real float64
}

// Value returns the cell's value, or nil if there is none. Depending on kind, the value is a string, int64, float64 or
// bool.
func (c *Cell) Value(kind Kind) any {
	switch {
	case !c.Told:
		return nil
	case kind == Int:
		return c.N
	case kind == Real:
		return c.Real
	case kind == Bool:
		return c.N != 0
	}
	return c.Text
}

func text(s string) Cell { return Cell{Told: s != "", Text: s} }

func number[T ~int | ~int16 | ~int64 | ~uint32](n T) Cell { return Cell{Told: true, N: int64(n)} }

func boolean(b bool) Cell {
	if b {
		return Cell{Told: true, N: 1}
	}
	return Cell{Told: true}
}

// float returns a number rounded to hundredths, so rows do not depend on the processor that computed them.
func float(v float64) Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Cell{}
	}
	return Cell{Told: true, Real: math.Round(v*100) / 100}
}

// optional returns a cell for a number that may be unknown.
func optional(n int16) Cell { return Cell{Told: n != sim.Unknown, N: int64(n)} }

func slotCell(s sim.Slot) Cell { return Cell{Told: s.Valid(), N: int64(s.Index())} }

// place returns a position as three cells.
func place(v sim.Vec3, told bool) []Cell {
	if !told {
		return make([]Cell, 3)
	}
	return []Cell{float(float64(v[0])), float(float64(v[1])), float(float64(v[2]))}
}

// AppendCells appends to b the encoding of a row with the given columns, and returns the result. A cell without a value
// is encoded as 0; any other cell is encoded as 1 followed by its value.
func AppendCells(b []byte, columns []Column, cells []Cell) []byte {
	for i := range columns {
		c := &cells[i]
		if !c.Told {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		switch columns[i].Kind {
		case Text:
			b = append(binary.AppendUvarint(b, uint64(len(c.Text))), c.Text...)
		case Real:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c.Real))
		default:
			b = binary.AppendVarint(b, c.N)
		}
	}
	return b
}

var errCells = errors.New("a row of a table is damaged")

// ReadCells decodes a row encoded by [AppendCells] into cells and returns the remaining bytes.
func ReadCells(b []byte, columns []Column, cells []Cell) ([]byte, error) {
	for i := range columns {
		if len(b) == 0 {
			return nil, errCells
		}
		c := &cells[i]
		*c = Cell{Told: b[0] != 0}
		if b = b[1:]; !c.Told {
			continue
		}
		size := 0
		switch columns[i].Kind {
		case Text:
			n, used := binary.Uvarint(b)
			if used <= 0 || n > uint64(len(b)-used) {
				return nil, errCells
			}
			size = used + int(n)
			c.Text = string(b[used:size])
		case Real:
			if size = 8; len(b) < size {
				return nil, errCells
			}
			c.Real = math.Float64frombits(binary.LittleEndian.Uint64(b))
		default:
			c.N, size = binary.Varint(b)
			if size <= 0 {
				return nil, errCells
			}
		}
		b = b[size:]
	}
	return b, nil
}
