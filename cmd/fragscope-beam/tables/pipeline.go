// Package tables is the pipeline: from patterns of file names over demos to tables.
//
// Files are listed and shared out, each is read by one worker, and what comes of it is pieces of tables, cells of heat maps and sums of
// players. Pieces are brought together by folder and written; cells and sums are added up first. A worker that is started again on the same
// file gives the same, and each file of the output is written whole by one worker under a name that does not depend on it.
package tables

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"fragscope/sim/archive"
	"fragscope/sim/load"
)

// Options are the options of the pipeline.
type Options struct {
	Output  string        // the folder for the tables
	Form    string        // parquet, csv or jsonl
	Every   time.Duration // the time between two positions of a player
	Time    time.Duration // that one demo may take
	Memory  uint64        // that a worker may hold before the largest demo in work is given up
	MaxFile int64         // bytes of a file that is read
	Parts   int           // files of a table in a folder
}

// Check returns an error for options that cannot be used.
func (o *Options) Check() error {
	switch {
	case o.Output == "":
		return errors.New("--output is missing: name the folder for the tables")
	case o.Every <= 0 || o.Time <= 0 || o.Memory == 0 || o.MaxFile <= 0 || o.Parts < 1:
		return errors.New("--every, --demo_time, --demo_memory, --max_file and --parts are above zero")
	case o.Form != "parquet" && o.Form != "csv" && o.Form != "jsonl":
		return archive.ErrForm
	}
	return nil
}

func init() {
	register.DoFn3x1[context.Context, string, func(string), error](&listFiles{})
	register.DoFn6x1[context.Context, string, func(string, archive.Piece), func(archive.HeatCell, float64), func(archive.PlayerKey, archive.PlayerSums), func(string), error](&extract{})
	register.DoFn4x1[context.Context, string, func(*archive.Piece) bool, func(string), error](&write{})
	register.DoFn3x0[archive.HeatCell, float64, func(string, archive.Piece)](&heatRows{})
	register.DoFn3x0[archive.PlayerKey, archive.PlayerSums, func(string, archive.Piece)](&playerRows{})
	register.Function2x1(addSums)
	register.Emitter1[string]()
	register.Emitter2[string, archive.Piece]()
	register.Emitter2[archive.HeatCell, float64]()
	register.Emitter2[archive.PlayerKey, archive.PlayerSums]()
	register.Iter1[archive.Piece]()
	beam.RegisterType(reflect.TypeFor[archive.Piece]())
	beam.RegisterType(reflect.TypeFor[archive.HeatCell]())
	beam.RegisterType(reflect.TypeFor[archive.PlayerKey]())
	beam.RegisterType(reflect.TypeFor[archive.PlayerSums]())
}

// Build adds the pipeline that reads the files of some patterns; it returns the names of the files that it writes.
func Build(s beam.Scope, patterns []string, o Options) beam.PCollection {
	names := beam.ParDo(s, &listFiles{}, beam.CreateList(s, patterns))
	names = beam.Reshuffle(s, names)
	pieces, cells, players, _ := beam.ParDo4(s.Scope("extract"), &extract{Options: o}, names)
	heat := beam.ParDo(s.Scope("heat"), &heatRows{o}, stats.SumPerKey(s, cells))
	sums := beam.ParDo(s.Scope("players"), &playerRows{o}, beam.CombinePerKey(s, addSums, players))
	all := beam.Flatten(s, pieces, heat, sums)
	return beam.ParDo(s.Scope("write"), &write{o}, beam.GroupByKey(s, all))
}

func addSums(a, b archive.PlayerSums) archive.PlayerSums { return a.Plus(b) }

// listFiles lists the files of a pattern: those that are named like demos or archives, or the one that has no wildcard.
type listFiles struct{}

// ProcessElement lists the files of a pattern.
func (*listFiles) ProcessElement(ctx context.Context, pattern string, emit func(string)) error {
	if !strings.ContainsAny(pattern, "*?[") {
		emit(pattern)
		return nil
	}
	files, err := filesystem.New(ctx, pattern)
	if err != nil {
		return err
	}
	defer files.Close()
	list, err := files.List(ctx, pattern)
	if err != nil {
		return fmt.Errorf("listing %s: %w", pattern, err)
	}
	for _, name := range list {
		if load.Named(name) && !load.IsMatchFile(name) {
			emit(name)
		}
	}
	return nil
}

// extract reads files.
type extract struct{ Options Options }

// extractors are one for each set of options in a process, since the memory that they watch is the process's.
var extractors sync.Map

func (f *extract) extractor() *archive.Extractor {
	once, _ := extractors.LoadOrStore(f.Options, sync.OnceValue(func() *archive.Extractor {
		return archive.NewExtractor(context.Background(), archive.ExportOptions{Every: f.Options.Every, Time: f.Options.Time, Memory: f.Options.Memory})
	}))
	return once.(func() *archive.Extractor)()
}

// ProcessElement reads a file. One that cannot be read is a row of the table of errors.
func (f *extract) ProcessElement(ctx context.Context, name string, piece func(string, archive.Piece), cell func(archive.HeatCell, float64),
	player func(archive.PlayerKey, archive.PlayerSums), done func(string)) error {
	data, failed := f.read(ctx, name)
	out, err := f.extractor().File(ctx, name, data, failed)
	if err != nil {
		return err
	}
	for _, p := range out.Pieces {
		piece(f.Options.part(&p), p)
	}
	for c, weight := range out.Heat {
		cell(c, weight)
	}
	for k, s := range out.Players {
		player(k, s)
	}
	done(name)
	return nil
}

// read reads the bytes of a file.
func (f *extract) read(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, f.Options.Time)
	defer cancel()
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	in, err := files.OpenRead(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, f.Options.MaxFile+1))
	if err == nil && int64(len(data)) > f.Options.MaxFile {
		return nil, fmt.Errorf("it has more than %d bytes", f.Options.MaxFile)
	}
	return data, err
}

// part is the file of the output that a piece belongs to.
func (o *Options) part(p *archive.Piece) string {
	h := fnv.New64a()
	h.Write([]byte(p.File))
	return path.Join(p.Folder, archive.PartName(int(h.Sum64()%uint64(max(o.Parts, 1))), o.Form))
}

// heatRows makes rows of the cells of heat maps.
type heatRows struct{ Options Options }

// ProcessElement makes a row.
func (f *heatRows) ProcessElement(c archive.HeatCell, weight float64, emit func(string, archive.Piece)) {
	p := archive.HeatPiece(c, weight)
	emit(f.Options.part(&p), p)
}

// playerRows makes rows of the sums of players.
type playerRows struct{ Options Options }

// ProcessElement makes a row.
func (f *playerRows) ProcessElement(k archive.PlayerKey, s archive.PlayerSums, emit func(string, archive.Piece)) {
	p := archive.PlayerPiece(k, s)
	emit(f.Options.part(&p), p)
}

// write writes files of the output.
type write struct{ Options Options }

// ProcessElement writes a file.
func (f *write) ProcessElement(ctx context.Context, part string, next func(*archive.Piece) bool, emit func(string)) error {
	var pieces []archive.Piece
	for p := (archive.Piece{}); next(&p); p = (archive.Piece{}) {
		pieces = append(pieces, p)
	}
	name := strings.TrimSuffix(f.Options.Output, "/") + "/" + part
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer files.Close()
	out, err := files.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	if err := archive.WritePieces(w, f.Options.Form, pieces); err != nil {
		out.Close()
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if err := w.Flush(); err != nil {
		out.Close()
		return err
	}
	emit(name)
	return out.Close()
}
