//go:build !js

package archive

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"

	"fragscope/formats/base/outlet"
	"fragscope/formats/base/whole"
	"fragscope/sim/archive/model"
)

// unfinished ends the names of files that are being written.
const unfinished = ".unfinished"

// rowWriter writes the rows of one file.
type rowWriter interface {
	write(cells []model.Cell) error
	// flush writes the rows waiting in memory: as a row group, if the format has them.
	flush() error
	close() error
}

// forms holds the formats of tables, by extension.
var forms = map[string]func(io.Writer, []model.Column) (rowWriter, error){"csv": newCSV, "jsonl": newJSONL,
	"parquet": newParquet}

const (
	// partBytes is the size of a file at which the next one is started.
	partBytes = 128 << 20
	// groupRows is the maximum number of rows in a row group. As rows are sorted, a group covers few maps and days, so
	// that readers skip most groups by their statistics.
	groupRows = 100_000
	// groupCells bounds the memory that the rows of a group take until it is written.
	groupCells = 2_000_000
)

// part is a file of a table that is being written.
type part struct {
	file  *whole.File
	buf   *bufio.Writer
	rows  rowWriter
	count int // rows
	group int // rows of the row group
	most  int // rows of a row group
	bytes int64
}

func newPart(name, form string, columns []model.Column, groupRows int) (*part, error) {
	file, err := whole.CreateAs(name)
	if err != nil {
		return nil, err
	}
	p := &part{file: file, most: min(groupRows, groupCells/len(columns))}
	p.buf = bufio.NewWriterSize(p, 1<<16)
	if p.rows, err = forms[form](p.buf, columns); err != nil {
		file.Discard()
		return nil, err
	}
	return p, nil
}

// Write implements [io.Writer]. It counts the bytes written to the file.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.bytes += int64(n)
	return n, err
}

// size returns the size of the file in bytes, including bytes that are still buffered but not rows that are waiting for
// their group.
func (p *part) size() int64 { return p.bytes + int64(p.buf.Buffered()) }

func (p *part) write(cells []model.Cell) error {
	if p.count++; p.group >= p.most {
		if err := p.rows.flush(); err != nil {
			return err
		}
		p.group = 0
	}
	p.group++
	return p.rows.write(cells)
}

// finish completes the file, which keeps its name.
func (p *part) finish() error {
	err := p.rows.close()
	if err == nil {
		err = p.buf.Flush()
	}
	if err == nil {
		err = p.file.Replace(p.file.Name())
	}
	if err != nil {
		p.file.Discard()
	}
	return err
}

// csvRows writes comma-separated values.
type csvRows struct {
	*csv.Writer
	columns []model.Column
	row     []string
}

func newCSV(w io.Writer, columns []model.Column) (rowWriter, error) {
	out := &csvRows{csv.NewWriter(w), columns, make([]string, len(columns))}
	for i, c := range columns {
		out.row[i] = c.Name
	}
	return out, out.Write(out.row)
}

func (w *csvRows) write(cells []model.Cell) error {
	for i := range cells {
		w.row[i] = ""
		if v := cells[i].Value(w.columns[i].Kind); v != nil {
			w.row[i] = fmt.Sprint(v)
		}
		if w.columns[i].Kind == model.Text {
			w.row[i] = outlet.Cell(w.row[i])
		}
	}
	return w.Write(w.row)
}

func (w *csvRows) flush() error { w.Flush(); return w.Error() }
func (w *csvRows) close() error { return w.flush() }

// jsonRows writes one object per line.
type jsonRows struct {
	w       io.Writer
	columns []model.Column
}

func newJSONL(w io.Writer, columns []model.Column) (rowWriter, error) {
	return &jsonRows{w, columns}, nil
}

func (w *jsonRows) write(cells []model.Cell) error {
	line := map[string]any{}
	for i := range cells {
		if v := cells[i].Value(w.columns[i].Kind); v != nil {
			line[w.columns[i].Name] = v
		}
	}
	text, err := outlet.JSON(line)
	if err == nil {
		_, err = w.w.Write(text)
	}
	return err
}

func (w *jsonRows) flush() error { return nil }
func (w *jsonRows) close() error { return nil }
