//go:build !js

package archive

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats/base/outlet"
	"fragscope/formats/base/whole"
)

const (
	// maxOpen bounds the files open at a time. Opening another closes the one unused for longest.
	maxOpen = 128
	// maxBuffered bounds the rows waiting in memory for a full row group. The file with the most of them is flushed
	// first.
	maxBuffered = 200_000
	unfinished  = ".unfinished"
)

// rowWriter writes the rows of one file.
type rowWriter interface {
	write(rows []mapRow) error
	// flush writes the rows waiting in memory.
	flush() error
	close() error
}

// forms holds the formats of tables, by extension.
var forms = map[string]func(io.Writer, *table) (rowWriter, error){"csv": newCSV, "jsonl": newJSONL, "parquet": newParquet}

// tableWriter writes tables into folders.
type tableWriter struct {
	dir, form string
	shard     int
	open      map[string]*partFile // by folder
	count     map[string]int       // files per folder
	buffered  int                  // rows
	uses      int
	finished  []*partFile // complete except for their names
}

// partFile is a file being written.
type partFile struct {
	name     string // its final name
	file     *whole.File
	buf      *bufio.Writer
	rows     rowWriter
	buffered int
	used     int
}

func newTableWriter(dir, form string, shard int) (*tableWriter, error) {
	if forms[form] == nil {
		return nil, ErrForm
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	sweepTables(dir, shard)
	return &tableWriter{dir: dir, form: form, shard: shard, open: map[string]*partFile{}, count: map[string]int{}}, nil
}

// sweepTables removes what a killed export of this shard left in a folder.
func sweepTables(dir string, shard int) {
	pattern := partName(shard, "*") + ".*" + unfinished
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir
		}
		if left, _ := filepath.Match(pattern, d.Name()); left && d.Type().IsRegular() {
			whole.Sweep(path)
		}
		return nil
	})
}

// partName returns the name of a shard's file with the given number, without extension.
func partName(shard int, number string) string { return fmt.Sprintf("part-%05d-%s", shard, number) }

// write writes the result for a demo.
func (w *tableWriter) write(e *exported) error {
	if e.err != nil {
		return w.append(errorsTable, "errors", []mapRow{{cells: []cell{text(e.path), text(e.err.Error())}}})
	}
	for i := range e.rows.rows {
		for level, rows := range runs(e.rows.rows[i]) {
			folder := filepath.Join(tables[i].name, "game="+partition(e.rows.game), "map="+partition(level))
			if err := w.append(i, folder, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// partition returns a value as a folder name: in lower case, since map names are case-insensitive, with each
// character not allowed in a name as % and two hexadecimal digits.
func partition(s string) string {
	const most = 64
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(s[:min(len(s), most)])) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' && b.Len() > 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return cmp.Or(b.String(), "unknown")
}

// append appends rows to a table in a folder.
func (w *tableWriter) append(t int, folder string, rows []mapRow) error {
	p := w.open[folder]
	if p == nil {
		if len(w.open) >= maxOpen {
			oldest := ""
			for name, q := range w.open {
				if oldest == "" || q.used < w.open[oldest].used {
					oldest = name
				}
			}
			if err := w.finish(oldest); err != nil {
				return err
			}
		}
		var err error
		if p, err = w.create(t, folder); err != nil {
			return err
		}
		w.open[folder] = p
	}
	w.uses++
	p.used = w.uses
	p.buffered += len(rows)
	w.buffered += len(rows)
	if err := p.rows.write(rows); err != nil {
		return err
	}
	for w.buffered > maxBuffered {
		full := p
		for _, q := range w.open {
			if q.buffered > full.buffered || q.buffered == full.buffered && q.name < full.name {
				full = q
			}
		}
		if err := full.rows.flush(); err != nil {
			return err
		}
		w.buffered -= full.buffered
		full.buffered = 0
	}
	return nil
}

// create begins a folder's next file.
func (w *tableWriter) create(t int, folder string) (*partFile, error) {
	dir := filepath.Join(w.dir, folder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, partName(w.shard, fmt.Sprintf("%03d", w.count[folder]))+"."+w.form)
	w.count[folder]++
	if _, err := os.Lstat(name); err == nil {
		return nil, fmt.Errorf("%s exists already and is not replaced: name another folder", name)
	}
	file, err := whole.CreateAs(name + unfinished)
	if err != nil {
		return nil, err
	}
	p := &partFile{name: name, file: file, buf: bufio.NewWriterSize(file, 1<<16)}
	if p.rows, err = forms[w.form](p.buf, &tables[t]); err != nil {
		file.Discard()
		return nil, err
	}
	return p, nil
}

// finish completes a folder's open file.
func (w *tableWriter) finish(folder string) error {
	p := w.open[folder]
	delete(w.open, folder)
	w.buffered -= p.buffered
	err := errors.Join(p.rows.close(), p.buf.Flush())
	if err == nil {
		err = p.file.Finish()
	}
	w.finished = append(w.finished, p)
	return err
}

// close ends the export. With an error, it leaves nothing behind.
func (w *tableWriter) close(err error) error {
	for _, folder := range sortedKeys(w.open) {
		if err != nil {
			w.finished = append(w.finished, w.open[folder])
			continue
		}
		err = w.finish(folder)
	}
	var list []whole.Naming
	if err == nil {
		list, err = w.columns()
	}
	for _, p := range w.finished {
		if err != nil {
			p.file.Discard()
		}
		list = append(list, whole.Naming{File: p.file, Name: p.name})
	}
	if err != nil {
		return err
	}
	slices.Reverse(list) // replacements come last
	return whole.PlaceAll(list)
}

func sortedKeys[V any](m map[string]V) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// columns writes the meanings of columns, for formats that cannot hold them. All shards write the same. The file
// lacks only its final name.
func (w *tableWriter) columns() ([]whole.Naming, error) {
	var b strings.Builder
	out := csv.NewWriter(&b)
	out.Write([]string{"table", "column", "type", "meaning"})
	for i := range tables {
		for _, c := range tables[i].columns {
			out.Write([]string{tables[i].name, c.name, kindNames[c.kind], c.meaning})
		}
		if i != errorsTable {
			out.Write([]string{tables[i].name, "game", kindNames[columnText], "the game; it is in the name of the folder"})
			out.Write([]string{tables[i].name, "map", kindNames[columnText], "the map, in lower case, of demos and players that of the longest level; it is in the name of the folder"})
		}
	}
	out.Flush()
	f, err := whole.Create(w.dir, "")
	if err != nil {
		return nil, err
	}
	if _, err := f.WriteString(b.String()); err != nil {
		f.Discard()
		return nil, err
	}
	return []whole.Naming{{File: f, Name: filepath.Join(w.dir, "columns.csv"), Over: true}}, nil
}

// value returns a cell's value for JSON, nil if it is not told.
func (c *cell) value(kind columnKind) any {
	switch {
	case !c.told:
		return nil
	case kind == columnInt:
		return c.n
	case kind == columnReal:
		return c.real
	case kind == columnBool:
		return c.n != 0
	}
	return c.text
}

// csvRows writes comma-separated values.
type csvRows struct {
	*csv.Writer
	t   *table
	row []string
}

func newCSV(w io.Writer, t *table) (rowWriter, error) {
	out := &csvRows{csv.NewWriter(w), t, make([]string, len(t.columns))}
	for i, c := range t.columns {
		out.row[i] = c.name
	}
	return out, out.Write(out.row)
}

func (w *csvRows) write(rows []mapRow) error {
	for _, r := range rows {
		for i := range r.cells {
			w.row[i] = ""
			if v := r.cells[i].value(w.t.columns[i].kind); v != nil {
				w.row[i] = fmt.Sprint(v)
			}
			if w.t.columns[i].kind == columnText {
				w.row[i] = outlet.Cell(w.row[i])
			}
		}
		if err := w.Write(w.row); err != nil {
			return err
		}
	}
	return nil
}

func (w *csvRows) flush() error { w.Flush(); return w.Error() }
func (w *csvRows) close() error { return w.flush() }

// jsonRows writes one object per line.
type jsonRows struct {
	w io.Writer
	t *table
}

func newJSONL(w io.Writer, t *table) (rowWriter, error) { return &jsonRows{w, t}, nil }

func (w *jsonRows) write(rows []mapRow) error {
	for _, r := range rows {
		line := map[string]any{}
		for i := range r.cells {
			if v := r.cells[i].value(w.t.columns[i].kind); v != nil {
				line[w.t.columns[i].name] = v
			}
		}
		text, err := outlet.JSON(line)
		if err != nil {
			return err
		}
		if _, err := w.w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

func (w *jsonRows) flush() error { return nil }
func (w *jsonRows) close() error { return nil }
