//go:build !js

package archive

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"runtime"
	"strings"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// ExportOptions controls an export.
type ExportOptions struct {
	// Files are the demos and archives to export, or demos in archives as archive.zip:member. A pair with an error
	// names what cannot be listed.
	Files iter.Seq2[string, error]
	// Dir is the folder that receives the tables. Nothing in it is replaced.
	Dir string
	// Form is parquet, csv or jsonl.
	Form string
	// Tables are the names of the tables to export; nil for all.
	Tables []string
	// Every is the time between two positions of a player; 0 for the positions in every snapshot.
	Every time.Duration
	// Shard of Shards is the part of the files to read, counted from 1. All shards together make up the whole
	// export.
	Shard, Shards int
	Workers       int
	Time          time.Duration // limit for one demo; 0 for two minutes
	Memory        uint64        // limit for the program's memory, above which the largest demo being read is given up; 0 for 1.5 GiB
	// Done is called after each demo, in order; may be nil.
	Done func(path string, err error)
}

// ErrForm is the error for an unknown format of tables.
var ErrForm = errors.New("tables are written as parquet, csv or jsonl")

// export is one run of Export.
type export struct {
	ExportOptions
	wanted [tableCount]bool
	parts  recording.Parts
	memory *guard
}

// Export writes tables of many demos to Dir/table/game=G/map=M/part-SHARD-N.FORM, in the order of the files, with
// the same result each time. A demo that cannot be read becomes a row of the errors table. If ctx ends, its error
// is returned and no unfinished file is left.
func Export(ctx context.Context, o ExportOptions) error {
	x := &export{ExportOptions: o}
	x.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	x.Time, x.Memory = cmp.Or(o.Time, defaultTime), cmp.Or(o.Memory, defaultMemory)
	x.Shard, x.Shards = max(o.Shard, 1), max(o.Shards, 1)
	x.memory = newGuard(x.Memory)
	if err := x.want(); err != nil {
		return err
	}
	w, err := newTableWriter(o.Dir, o.Form, x.Shard)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go x.memory.watch(ctx)
	err = x.run(ctx, w)
	if err == nil {
		err = context.Cause(ctx)
	}
	return w.close(err)
}

// want records which tables are wanted.
func (x *export) want() error {
	x.wanted[errorsTable] = true
	for _, name := range x.Tables {
		known := false
		for i := range tables[:errorsTable] {
			if tables[i].name == name {
				x.wanted[i], known = true, true
			}
		}
		if !known {
			return fmt.Errorf("there is no table %q; there are %s", name, strings.Join(TableNames(), ", "))
		}
	}
	for i := range tables {
		x.wanted[i] = x.wanted[i] || len(x.Tables) == 0
		if x.wanted[i] {
			x.parts |= tables[i].parts
		}
	}
	return nil
}

// mine reports whether a file belongs to this shard.
func (x *export) mine(name string) bool {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int(h.Sum64()%uint64(x.Shards)) == x.Shard-1
}

// exported is the result for one demo.
type exported struct {
	path string
	rows *extracted
	err  error
}

// run reads several files at a time and writes them in order.
func (x *export) run(ctx context.Context, w *tableWriter) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turns := make(chan chan exported, x.Workers)
	go func() {
		defer close(turns)
		workers := make(chan struct{}, x.Workers)
		for name, err := range x.Files {
			if !x.mine(name) {
				continue
			}
			turn := make(chan exported)
			select {
			case turns <- turn:
			case <-ctx.Done():
				return
			}
			workers <- struct{}{}
			go func() {
				defer func() { <-workers }()
				defer close(turn)
				x.file(ctx, name, err, turn)
			}()
		}
	}()
	for turn := range turns {
		for e := range turn {
			if err := w.write(&e); err != nil {
				return err
			}
			if x.Done != nil {
				x.Done(e.path, e.err)
			}
		}
	}
	return nil
}

// file reads a file: its demo, or those of an archive.
func (x *export) file(ctx context.Context, name string, err error, turn chan<- exported) {
	send := func(e exported) {
		select {
		case turn <- e:
		case <-ctx.Done():
		}
	}
	if err != nil {
		send(exported{path: name, err: reason(err)})
		return
	}
	err = fault.Guard(func() error {
		if file, member := load.SplitMember(name); member != "" {
			d, err := formats.OpenMember(file, member)
			send(x.demo(ctx, name, d, err))
			return nil
		}
		d, err := formats.Open(name)
		var several *formats.SeveralError
		if !errors.As(err, &several) {
			send(x.demo(ctx, name, d, err))
			return nil
		}
		archive, err := formats.OpenArchive(name)
		if err != nil {
			return err
		}
		defer archive.Close()
		for i, m := range archive.Members() {
			if ctx.Err() != nil {
				return nil
			}
			d, err := archive.Demo(i)
			send(x.demo(ctx, name+":"+m.Name, d, err))
		}
		return nil
	})
	if err != nil {
		send(exported{path: name, err: reason(err)})
	}
}

// demo extracts the rows of a demo.
func (x *export) demo(ctx context.Context, path string, d *formats.Demo, err error) exported {
	if err != nil {
		return exported{path: path, err: reason(err)}
	}
	timed, cancel := context.WithTimeoutCause(ctx, x.Time, fmt.Errorf("reading it takes longer than %v", x.Time))
	defer cancel()
	bounded, release := x.memory.enter(timed, int64(len(d.Data)))
	defer release()
	rec, err := record(bounded, d, x.parts)
	if err != nil {
		return exported{path: path, err: reason(err)}
	}
	k := keyOf(d)
	return exported{path: path, rows: extract(path, hex.EncodeToString(k.checksum[:]), int64(len(d.Data)), rec, x.wanted, x.Every)}
}
