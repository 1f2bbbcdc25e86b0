// Package tables implements the pipeline that makes tables of the demo files whose names match patterns.
//
// The pipeline lists the files and assigns each to the shards of the export to which its contents belong. One worker
// exports each shard to its own disk and then copies it to the output, under names that do not depend on the worker, so
// a restarted shard writes the same files. Only names, not rows, are passed between workers. At the end, the pipeline
// removes any files left by an earlier run that this run did not write.
package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"fragscope/sim/archive"
	"fragscope/sim/load"
)

// Options holds the options of the pipeline.
type Options struct {
	Output  string        // the folder for the tables
	Form    string        // parquet, csv or jsonl
	Every   time.Duration // the time between two positions of a player; 0 means every snapshot
	Time    time.Duration // that a single demo may take
	Memory  uint64        // that a worker may hold before the largest demo in work is given up
	MaxFile int64         // bytes of a file; larger ones are not read
	Shards  int           // number of parts of the work
}

// Check returns an error if the options are invalid.
func (o *Options) Check() error {
	switch {
	case o.Output == "":
		return errors.New("--output is missing: name the folder for the tables")
	case o.Every < 0 || o.Time <= 0 || o.Memory == 0 || o.MaxFile <= 0 || o.Shards < 1:
		return errors.New("--demo_time, --demo_memory, --max_file and --shards must be positive, and --every must not be negative")
	case o.Form != "parquet" && o.Form != "csv" && o.Form != "jsonl":
		return archive.ErrForm
	}
	return nil
}

// Bad describes a file or demo that could not be read at all.
type Bad struct{ Path, Reason string }

func init() {
	register.DoFn3x1[context.Context, string, func(string), error](&listFiles{})
	register.DoFn3x1[context.Context, string, func(int, string), error](&assign{})
	register.DoFn5x1[context.Context, int, func(*string) bool, func(string), func(Bad), error](&shard{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&tidy{})
	register.Function1x2(together)
	register.Emitter1[string]()
	register.Emitter1[Bad]()
	register.Emitter2[int, string]()
	register.Iter1[string]()
	beam.RegisterType(reflect.TypeFor[Bad]())
}

// Build adds to s the pipeline that makes tables of the demo files whose names match patterns. written contains the
// names of the files written. bad describes the files and demos that could not be read.
func Build(s beam.Scope, patterns []string, o Options) (written, bad beam.PCollection) {
	names := beam.ParDo(s.Scope("list"), &listFiles{}, beam.CreateList(s, patterns))
	names = beam.Reshuffle(s, names)
	parts := beam.GroupByKey(s, beam.ParDo(s.Scope("assign"), &assign{o}, names))
	written, bad = beam.ParDo2(s.Scope("export"), &shard{o}, parts)
	beam.ParDo0(s.Scope("tidy"), &tidy{o}, beam.GroupByKey(s, beam.ParDo(s, together, written)))
	return written, bad
}

func together(name string) (int, string) { return 0, name }

// What workers count.
var (
	demosRead = beam.NewCounter("fragscope", "demos")
	demosBad  = beam.NewCounter("fragscope", "bad")
	bytesRead = beam.NewCounter("fragscope", "bytes")
	damages   = beam.NewCounter("fragscope", "damage")
	duration  = beam.NewDistribution("fragscope", "shard_ms")
)

// listFiles lists the files matching a pattern: those named like demos or archives or, if the pattern has no wildcard,
// the file itself.
type listFiles struct{}

// ProcessElement emits the names of the files that match pattern. It returns an error if there are none.
func (*listFiles) ProcessElement(ctx context.Context, pattern string, emit func(string)) error {
	files, err := filesystem.New(ctx, pattern)
	if err != nil {
		return err
	}
	defer files.Close()
	list, err := files.List(ctx, pattern)
	if err != nil {
		return fmt.Errorf("listing %s: %w", pattern, err)
	}
	n := 0
	for _, name := range list {
		if name == pattern || load.Named(name) && !load.IsMatchFile(name) {
			emit(name)
			n++
		}
	}
	if n == 0 {
		return fmt.Errorf("no demo is named %s", pattern)
	}
	return nil
}

// local returns a local copy of a file: the file itself, if it is local.
func (o *Options) local(ctx context.Context, name string) (file string, release func(), err error) {
	if !strings.Contains(name, "://") {
		if info, err := os.Stat(name); err == nil && info.Size() > o.MaxFile {
			return "", nil, fmt.Errorf("it has more than %d bytes", o.MaxFile)
		}
		return name, func() {}, nil
	}
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return "", nil, err
	}
	defer files.Close()
	in, err := files.OpenRead(ctx, name)
	if err != nil {
		return "", nil, err
	}
	defer in.Close()
	dir, err := os.MkdirTemp("", "fragscope-demo-")
	if err != nil {
		return "", nil, err
	}
	file, release = filepath.Join(dir, path.Base(name)), func() { os.RemoveAll(dir) }
	out, err := os.Create(file)
	if err == nil {
		var n int64
		if n, err = io.Copy(out, io.LimitReader(in, o.MaxFile+1)); err == nil && n > o.MaxFile {
			err = fmt.Errorf("it has more than %d bytes", o.MaxFile)
		}
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		release()
		return "", nil, err
	}
	if known, ok := files.(filesystem.LastModifiedGetter); ok {
		if at, err := known.LastModified(ctx, name); err == nil {
			os.Chtimes(file, at, at)
		}
	}
	return file, release, nil
}

// assign determines which shards contain the contents of a file.
type assign struct{ Options Options }

// ProcessElement emits the file name once for each shard to which the file belongs.
func (f *assign) ProcessElement(ctx context.Context, name string, emit func(int, string)) error {
	file, release, err := f.Options.local(ctx, name)
	if err == nil {
		defer release()
	} // otherwise the shard that its name assigns it to reports why it cannot be read
	for _, i := range archive.Shards(file, name, f.Options.Shards) {
		emit(i, name)
	}
	return nil
}

// shard exports shards.
type shard struct{ Options Options }

// ProcessElement exports shard i to the worker's disk and copies it to the output.
func (f *shard) ProcessElement(ctx context.Context, i int, next func(*string) bool, written func(string), bad func(Bad)) error {
	var names []string
	for name := ""; next(&name); {
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	dir, err := os.MkdirTemp("", "fragscope-shard-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	begun := time.Now()
	o := &f.Options
	options := archive.ExportOptions{Dir: dir, Form: o.Form, Every: o.Every, Shard: i, Shards: o.Shards, Workers: 1, Time: o.Time, Memory: o.Memory, Local: o.local,
		Files: func(yield func(string, error) bool) {
			for _, name := range names {
				if !yield(name, nil) {
					return
				}
			}
		},
		Done: func(d archive.Exported) {
			if d.Err != nil {
				demosBad.Inc(ctx, 1)
				bad(Bad{d.Path, d.Err.Error()})
				return
			}
			demosRead.Inc(ctx, 1)
			bytesRead.Inc(ctx, d.Bytes)
			damages.Inc(ctx, int64(d.Damage))
		}}
	if err := archive.Export(ctx, options); err != nil {
		return err
	}
	tables, others := archive.Written(dir, i, o.Shards)
	for _, name := range append(tables, others...) { // the manifest comes after the files that it names
		if err := o.copy(ctx, filepath.Join(dir, filepath.FromSlash(name)), name); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		written(name)
	}
	duration.Update(ctx, time.Since(begun).Milliseconds())
	return nil
}

// in returns the name of a file in the output.
func (o *Options) in(name string) string { return strings.TrimSuffix(o.Output, "/") + "/" + name }

// copy copies a file to the output.
func (o *Options) copy(ctx context.Context, file, name string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	files, err := filesystem.New(ctx, o.in(name))
	if err != nil {
		return err
	}
	defer files.Close()
	out, err := files.OpenWrite(ctx, o.in(name))
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// tidy removes the files of earlier runs.
type tidy struct{ Options Options }

// ProcessElement removes any table and manifest files that this export did not write.
func (f *tidy) ProcessElement(ctx context.Context, _ int, next func(*string) bool) error {
	written := map[string]bool{}
	for name := ""; next(&name); {
		written[f.Options.in(name)] = true
	}
	files, err := filesystem.New(ctx, f.Options.Output)
	if err != nil {
		return err
	}
	defer files.Close()
	remover, ok := files.(filesystem.Remover)
	if !ok {
		return nil
	}
	for _, pattern := range append(archive.TableNames(), "errors", "_manifest") {
		list, err := files.List(ctx, f.Options.in(pattern+"/*-of-*"))
		if err != nil {
			return err
		}
		for _, name := range list {
			if !written[name] {
				if err := remover.Remove(ctx, name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
