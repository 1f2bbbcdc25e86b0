//go:build !js

package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/sim/archive/model"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// ExportOptions controls an export.
type ExportOptions struct {
	// Files lists the demos and archives to export. The name archive.zip:member stands for a demo in an archive. If the
	// error is not nil, the name is that of a file or folder that could not be listed.
	Files iter.Seq2[string, error]
	// Dir is the output folder.
	Dir string
	// Form is the file format: parquet, csv or jsonl.
	Form string
	// Tables are the names of the tables to export, or nil for all.
	Tables []string
	// Every is the interval at which player positions are sampled, or 0 to include every snapshot.
	Every time.Duration
	// Shard is the number, from 1 to Shards, of the shard that this call exports. All shards together make up the whole
	// export.
	Shard, Shards int
	Workers       int
	Time          time.Duration // limit for one demo, or 0 for two minutes
	// Memory is the maximum amount of memory used by the program, in bytes, or 0 for 1.5 GiB. When it is exceeded, the
	// largest demo being read is abandoned.
	Memory uint64
	// Local returns the path of a local copy of a file in Files, and a function to call when the copy is no longer
	// needed. It is nil if all Files are local.
	Local func(ctx context.Context, name string) (path string, release func(), err error)
	// partBytes and groupRows override the constants with the same names, if not 0.
	partBytes int64
	groupRows int
	// Done, if not nil, is called after each demo. Calls are never concurrent.
	Done func(d Exported)
}

// Exported describes the result of exporting a demo.
type Exported struct {
	Path   string
	Bytes  int64 // unpacked
	Damage int   // number of damaged places
	Err    error // the reason why nothing of it could be read
}

// ErrForm is returned by [Export] if the requested file format is unknown.
var ErrForm = errors.New("tables can be written only as parquet, csv or jsonl")

// export is one run of Export.
type export struct {
	ExportOptions
	model  model.Options
	memory *guard
	stage  string // the prefix of the names of the chunks
	chunks atomic.Int64

	// copies maps the path of each content that is read to the paths of its copies, which are not read.
	copies map[string][]string

	mu   sync.Mutex
	done map[string]chunkFile // read before this run
}

// Export writes tables describing many demos to o.Dir. The demos are sorted by game, map and date, and the tables are
// split into files of up to about 100 MB. If several demos have the same content, only one of them is exported. Files
// that cannot be read are listed in the errors table.
//
// An export that was stopped or killed resumes where it left off. The result does not depend on interruptions, or on
// the number of shards or workers. When the last shard is finished, the new tables replace those of any earlier export
// to the same folder.
func Export(ctx context.Context, o ExportOptions) error {
	x := &export{ExportOptions: o, done: map[string]chunkFile{}, copies: map[string][]string{}}
	x.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	x.Time, x.Memory = cmp.Or(o.Time, defaultTime), cmp.Or(o.Memory, defaultMemory)
	x.Shard, x.Shards = max(o.Shard, 1), max(o.Shards, 1)
	x.partBytes, x.groupRows = cmp.Or(o.partBytes, partBytes), cmp.Or(o.groupRows, groupRows)
	x.memory = newGuard(x.Memory)
	if err := x.want(); err != nil {
		return err
	}
	if forms[x.Form] == nil {
		return ErrForm
	}
	x.stage = filepath.Join(x.Dir, manifestDir, fmt.Sprintf(rowsName, x.Shard, x.Shards))
	if err := os.MkdirAll(filepath.Dir(x.stage), 0o777); err != nil {
		return err
	}
	d := &dataset{dir: x.Dir}
	if err := d.settle(); err != nil {
		return err
	}
	files, err := x.list(ctx)
	if err != nil {
		return err
	}
	inputs := x.inputs(files)
	if m := d.manifest(x.Shard, x.Shards); m != nil && m.Inputs == inputs && d.whole(m) {
		return nil // nothing has changed
	}
	if err := x.resume(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go x.memory.watch(ctx)
	if err := x.run(ctx, cancel, files); err != nil {
		return err
	}
	x.done = nil
	return x.compact(ctx, d, inputs, files)
}

// want records the selected tables.
func (x *export) want() error {
	x.model.Every = x.Every
	x.model.Wanted[model.Errors] = true
	for _, name := range x.Tables {
		t, ok := model.Named(name)
		if !ok {
			return fmt.Errorf("there is no table %q; there are %s", name, strings.Join(TableNames(), ", "))
		}
		x.model.Wanted[t] = true
	}
	if len(x.Tables) == 0 {
		for t := range x.model.Wanted {
			x.model.Wanted[t] = true
		}
	}
	return nil
}

// TableNames returns the names of all tables except the errors table, which is always written.
func TableNames() (names []string) {
	for t := range model.Errors {
		names = append(names, model.Tables[t].Name)
	}
	return names
}

// input is a file to export.
type input struct {
	name        string
	size, mtime int64
	err         error
}

// list lists the files without opening them.
func (x *export) list(ctx context.Context) (files []input, err error) {
	for name, failed := range x.Files {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		in := input{name: name, err: failed}
		if failed == nil {
			file, _ := load.SplitMember(name)
			if x.Local == nil {
				in.size, in.mtime, in.err = stat(file)
			}
		}
		files = append(files, in)
	}
	return files, nil
}

// stat returns the size of a file and the time of its last change, in nanoseconds since 1970.
func stat(file string) (size, mtime int64, err error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, 0, err
	}
	return info.Size(), info.ModTime().UnixNano(), nil
}

// settings returns a string that identifies the options that the rows of a demo depend on.
func (x *export) settings() string {
	return fmt.Sprint(model.Version, " ", readerVersion, " ", chunkVersion, " ", modelHash(), " ", x.Every, " ", x.model.Wanted)
}

// inputs returns a string that identifies everything that the tables depend on.
func (x *export) inputs(files []input) string {
	sum := sha256.New()
	fmt.Fprintln(sum, x.settings(), x.Form, x.Shard, x.Shards)
	for _, f := range files {
		fmt.Fprintln(sum, f.name, f.size, f.mtime, f.err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// resume finds the files that earlier runs of the same export have read, whether they were stopped or not.
func (x *export) resume() error {
	note, settings := x.stage+"-settings", []byte(x.settings())
	if before, err := os.ReadFile(note); err != nil || !bytes.Equal(before, settings) {
		if err := errors.Join(removeAll(x.stage), os.WriteFile(note, settings, 0o666)); err != nil {
			return err
		}
	}
	names, err := x.chunkNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		index, err := readChunk(name)
		if err != nil || strings.HasSuffix(name, unfinished) {
			if err := os.Remove(name); err != nil {
				return err
			}
			continue
		}
		for _, f := range index.Files {
			x.done[f.Name] = f
		}
		for _, e := range index.Errors {
			if !e.Lasting {
				delete(x.done, e.File) // it may be readable now
			}
		}
		var n int64
		fmt.Sscanf(strings.TrimPrefix(name, x.stage), chunkName, &n)
		x.chunks.Store(max(x.chunks.Load(), n))
	}
	return nil
}

// chunkNames returns the names of the chunks in the order in which they were written.
func (x *export) chunkNames() ([]string, error) {
	names, err := filepath.Glob(x.stage + "-chunk-*")
	slices.Sort(names)
	return names, err
}

// exportJob is a file to be read, with those of its contents that belong to this shard and are not copies of earlier
// contents.
type exportJob struct {
	input
	prints []print // all
	demos  []print // without archives inside an archive
	wanted map[string]bool
}

// done returns the record kept of the file once it has been read.
func (j *exportJob) done() chunkFile {
	return chunkFile{j.name, j.size, j.mtime, j.prints, slices.Sorted(maps.Keys(j.wanted))}
}

// run reads the files that have not been read.
func (x *export) run(ctx context.Context, cancel context.CancelCauseFunc, files []input) error {
	jobs := make(chan *exportJob)
	var workers sync.WaitGroup
	for range x.Workers {
		workers.Go(func() {
			if err := fault.Guard(func() error { return x.work(ctx, jobs) }); err != nil {
				cancel(err)
			}
		})
	}
	seen := map[print]string{}
	for _, in := range files {
		if ctx.Err() != nil {
			break
		}
		j := x.job(ctx, in, seen)
		if j == nil {
			continue
		}
		select {
		case jobs <- j:
		case <-ctx.Done():
		}
	}
	close(jobs)
	workers.Wait()
	return context.Cause(ctx)
}

// work reads files until there are no more, and keeps the results if ctx is done.
func (x *export) work(ctx context.Context, jobs <-chan *exportJob) error {
	w := &chunkWriter{stage: x.stage, number: func() int { return int(x.chunks.Add(1)) }}
	defer w.discard()
	for j := range jobs {
		if ctx.Err() != nil {
			break
		}
		if err := x.file(ctx, w, j); ctx.Err() == nil && err != nil {
			return err
		}
	}
	return w.finish()
}

// path returns the path, as listed in the tables, of the content with print p.
func (j *exportJob) path(p print) string {
	switch {
	case p.nested():
		return p.Name
	case len(j.demos) > 1:
		return memberPath(j.name, p.Member)
	}
	return j.name
}

// job returns the parts of a file to be read, or nil if there are none. seen holds the paths of contents found in
// earlier files.
func (x *export) job(ctx context.Context, in input, seen map[print]string) *exportJob {
	before, known := x.done[in.name]
	known = known && before.Size == in.size && before.MTime == in.mtime
	j := &exportJob{input: in, prints: before.Prints, wanted: map[string]bool{}}
	switch {
	case known:
	case in.err != nil:
		j.prints = []print{{Name: in.name}}
	default:
		j.prints = x.prints(ctx, in.name)
	}
	j.demos = slices.DeleteFunc(slices.Clone(j.prints), print.nested)
	for _, p := range j.prints {
		if p.shard(x.Shards) != x.Shard-1 {
			continue
		}
		c, path := p.content(), j.path(p)
		if first, ok := seen[c]; ok {
			x.copies[first] = append(x.copies[first], path)
			continue
		}
		seen[c] = path
		j.wanted[p.Member] = true
		known = known && slices.Contains(before.Read, p.Member) // it may have been a copy of another file's, now gone
	}
	if known || len(j.wanted) == 0 {
		return nil
	}
	return j
}

// prints returns the prints of the demos in a file.
func (x *export) prints(ctx context.Context, name string) []print {
	if x.Local == nil {
		return printsOf(name)
	}
	path, release, err := x.Local(ctx, name)
	if err != nil {
		return []print{{Name: name}}
	}
	defer release()
	list := printsOf(path)
	rename(list, name)
	return list
}

// file reads the demos of a file. It returns an error only if writing fails or ctx is done.
func (x *export) file(ctx context.Context, w *chunkWriter, j *exportJob) error {
	if j.err != nil {
		x.fail(w, j, j.name, j.err)
		return w.done(j.done())
	}
	var failed error // of writing
	err := fault.Guard(func() error {
		file, member := load.SplitMember(j.name)
		if x.Local != nil {
			path, release, err := x.Local(ctx, file)
			if err != nil {
				return err
			}
			defer release()
			if _, j.mtime, err = stat(path); err != nil {
				return err
			}
			file = path
		}
		if formats.Packed(file) {
			return &unreadableError{errors.New(msgPacked)}
		}
		x.nested(w, j)
		if len(j.demos) == 1 {
			if only := j.demos[0].Member; j.wanted[only] {
				d, err := formats.OpenMember(file, cmp.Or(member, only))
				failed = x.demo(ctx, w, j, j.name, d, err)
			}
			return nil
		}
		archive, err := formats.OpenArchive(file)
		if err != nil {
			return err
		}
		defer archive.Close()
		for i, m := range archive.Members() {
			if !j.wanted[m.Name] {
				continue
			}
			d, err := archive.Demo(i)
			if failed = x.demo(ctx, w, j, memberPath(j.name, m.Name), d, err); failed != nil {
				return nil
			}
		}
		return nil
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		x.fail(w, j, j.name, err)
	}
	if x.Local != nil {
		j.mtime = 0
	}
	return w.done(j.done())
}

// nested records the reason why archives within an archive are not read.
func (x *export) nested(w *chunkWriter, j *exportJob) {
	for _, p := range j.prints {
		if p.nested() && j.wanted[p.Member] {
			x.fail(w, j, p.Name, &unreadableError{errors.New(msgNested)})
		}
	}
}

// fail records that something cannot be read, and the reason.
func (x *export) fail(w *chunkWriter, j *exportJob, path string, err error) {
	lasting := errors.As(err, new(*formats.NotDemoError)) || errors.As(err, new(*unreadableError))
	err = reason(err)
	w.index.Errors = append(w.index.Errors, chunkError{j.name, path, err.Error(), lasting})
	x.tell(Exported{Path: path, Err: err})
}

// unreadableError is the reason why no data can be read from a demo that was opened.
type unreadableError struct{ error }

func (e *unreadableError) Unwrap() error { return e.error }

func (x *export) tell(d Exported) {
	if x.Done != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.Done(d)
	}
}

// demo extracts the rows of a demo. It returns an error only if writing fails or ctx is done.
func (x *export) demo(ctx context.Context, w *chunkWriter, j *exportJob, path string, d *formats.Demo,
	err error) error {
	if err != nil {
		x.fail(w, j, path, err)
		return nil
	}
	timed, cancel := context.WithTimeoutCause(ctx, x.Time, fmt.Errorf("reading it took longer than %v", x.Time))
	defer cancel()
	bounded, release := x.memory.enter(timed, int64(len(d.Data)))
	defer release()
	rec, err := record(bounded, d, recording.Worlds)
	out := &demoWriter{w: w, d: chunkDemo{File: j.name, Path: path}}
	var failed error
	if err == nil {
		k := keyOf(d)
		about := &model.Demo{ID: k.id(), SHA256: hex.EncodeToString(k.checksum[:]), Path: path,
			Size: int64(len(d.Data)), Date: model.DateOf(rec.Header().Date,
				filepath.Base(filepath.FromSlash(cmp.Or(d.Member, path))), time.Unix(0, j.mtime))}
		err = fault.Guard(func() error {
			return model.Extract(bounded, rec, about, &x.model, func(t model.ID, k *model.Keys, match int,
				cells []model.Cell) error {
				failed = out.row(t, k, match, cells)
				return failed
			})
		})
	}
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		if bounded.Err() == nil { // it has nothing to do with limits
			err = &unreadableError{err}
		}
		x.fail(w, j, path, err)
		return nil
	}
	x.tell(Exported{Path: path, Bytes: int64(len(d.Data)), Damage: len(rec.Damage())})
	return out.end()
}
