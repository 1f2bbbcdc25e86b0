//go:build !js

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
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

// Progress describes the progress of a scan or, once the scan has ended, its result.
type Progress struct {
	Files   int // looked at
	Found   int // all files, counted ahead of the reading; 0 until that is done
	Passed  int // the number of these that are finished: read, or already known
	Read    int // the number of these that were new or changed
	Demos   int // decoded
	Known   int // demos whose content was already known
	Bad     int // files and demos that could not be read at all
	Gone    int // files that no longer exist
	Aside   []Aside
	Bytes   int64 // size of the files that were read
	Took    time.Duration
	Current string // a file being read
}

// Aside describes a folder whose files all disappeared at the same time, for example because a disk was disconnected.
// The data read from its files is kept.
type Aside struct {
	Folder string
	Files  int
}

// ScanOptions controls a scan. The zero value is ready to use and selects reasonable limits.
type ScanOptions struct {
	Workers int           // files read at a time, or 0 for the number of processors
	Time    time.Duration // limit for one demo, or 0 for two minutes
	// Memory is the maximum amount of memory used by the program, in bytes, or 0 for 1.5 GiB. When it is exceeded, the
	// largest demo being read is abandoned.
	Memory uint64
	// Progress, if not nil, is called several times a second from a separate goroutine.
	Progress func(Progress)
}

const (
	defaultTime   = 2 * time.Minute
	defaultMemory = 1536 << 20
	// The limits of a transaction, in demos, events and time.
	batchDemos  = 64
	batchEvents = 50_000
	batchTime   = time.Second
	// tellEach is the time between two reports of progress.
	tellEach = 100 * time.Millisecond
)

type scan struct {
	l       *Library
	o       ScanOptions
	memory  *guard
	jobs    chan job
	results chan result

	mu   sync.Mutex
	done Progress
	// fresh holds the contents in the open transaction, which other connections do not see yet.
	fresh map[key]bool
	// barred holds the folders, and links to folders, that could not be entered.
	barred map[string]bool
	// again holds the files that must be read again because one of their contents was deleted while they were read.
	again map[string]bool
	begun time.Time
	seen  atomic.Bool // the walk of the folders is complete
}

// job is a file to be read.
type job struct {
	path        string
	size, mtime int64
	begun       bool // some of its demos were read by an earlier scan
}

// changed returns the time of the file's last change, in the format of the demos table.
func (j *job) changed() string { return time.Unix(0, j.mtime).Format(time.DateTime) }

// date returns the date of a demo, given the one that it contains.
func (r *result) date(told string) model.Date {
	return model.DateOf(told, filepath.Base(filepath.FromSlash(cmp.Or(r.member, r.path))), time.Unix(0, r.mtime))
}

// result is the result for a demo or a file.
type result struct {
	job
	member string
	key    key
	known  bool // the library has the content
	info   *Content
	rec    *recording.Recording
	where  *whereabouts
	rows   []modelRow
	err    error
	last   bool // the end of a file, without a demo
	start  bool // the start of a file, without a demo
}

// Scan reads new and changed files in the library's folders. If ctx is done, Scan stops, keeps the results so far and
// returns context.Cause(ctx).
func (l *Library) Scan(ctx context.Context, o ScanOptions) (Progress, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Time <= 0 {
		o.Time = defaultTime
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	folders, err := l.Folders()
	if err != nil {
		return Progress{}, err
	}
	last, err := l.lastDemo()
	if err != nil {
		return Progress{}, err
	}
	s := &scan{l: l, o: o, memory: newGuard(o.Memory), jobs: make(chan job, 4*o.Workers),
		results: make(chan result, 2*o.Workers), fresh: map[key]bool{}, barred: map[string]bool{},
		again: map[string]bool{}, begun: time.Now()}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go s.memory.watch(ctx)
	go s.tell(ctx)
	go s.find(ctx, folders)
	go func() {
		defer close(s.jobs)
		if err := fault.Guard(func() error { return s.walk(ctx, folders) }); err != nil {
			cancel(err)
			return
		}
		s.seen.Store(true)
	}()
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() {
			for j := range s.jobs {
				s.read(ctx, j)
			}
		})
	}
	go func() {
		workers.Wait()
		close(s.results)
	}()
	err = s.write(cancel)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil && s.seen.Load() {
		err = s.forgetGone(folders)
	}
	if err == nil {
		err = l.scanned(last, time.Now())
	}
	if err == nil {
		err = l.settle(ctx)
	}
	return s.progress(), l.told(err)
}

func (s *scan) progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done.Took = time.Since(s.begun)
	return s.done
}

func (s *scan) count(f func(*Progress)) {
	s.mu.Lock()
	f(&s.done)
	s.mu.Unlock()
}

// tell reports progress until ctx is done.
func (s *scan) tell(ctx context.Context) {
	if s.o.Progress == nil {
		return
	}
	tick := time.NewTicker(tellEach)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.o.Progress(s.progress())
		case <-ctx.Done():
			return
		}
	}
}

// find counts the files in the folders.
func (s *scan) find(ctx context.Context, folders []string) {
	found := 0
	for _, dir := range folders {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && (path == dir || readable(path)) && !load.IsMatchFile(path) {
				found++
			}
			return ctx.Err()
		})
		if err != nil && ctx.Err() != nil {
			return
		}
	}
	s.count(func(p *Progress) { p.Found = found })
}

// walk finds the files that are new or changed.
func (s *scan) walk(ctx context.Context, folders []string) error {
	known, err := s.l.db.PrepareContext(ctx, "SELECT size, mtime_ns, reader, done FROM files WHERE path = ?")
	if err != nil {
		return err
	}
	defer known.Close()
	for _, dir := range folders {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil { // a folder that cannot be listed, or is not there now
				if !errors.Is(err, fs.ErrNotExist) {
					s.bar(ctx, path, reason(err))
				}
				return nil
			}
			if linked := e.Type()&fs.ModeSymlink != 0; !linked && (e.IsDir() || path != dir && !readable(path)) ||
				load.IsMatchFile(path) {
				return nil
			}
			info, err := os.Stat(path)
			switch {
			case err != nil:
				return s.lost(ctx, known, path, err)
			case info.IsDir():
				if path != dir && !within(path, folders) {
					s.bar(ctx, path, errors.New(msgLinked))
				}
				return nil
			case path != dir && !readable(path):
				return nil
			}
			s.count(func(p *Progress) { p.Files++ })
			j := job{path: path, size: info.Size(), mtime: info.ModTime().UnixNano()}
			var size, mtime int64
			var reader, done int
			switch err := known.QueryRow(path).Scan(&size, &mtime, &reader, &done); {
			case errors.Is(err, sql.ErrNoRows):
			case err != nil:
				return err
			case size == j.size && mtime == j.mtime && reader == readerVersion:
				if done != 0 {
					s.count(func(p *Progress) { p.Passed++ })
					return nil
				}
				j.begun = true
			}
			select {
			case s.jobs <- j:
			case <-ctx.Done():
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lost records the reason why only the name of a file is known, for example because it is a broken link. It does not
// replace existing data about the file, which may be on a disk that is not connected.
func (s *scan) lost(ctx context.Context, known *sql.Stmt, path string, why error) error {
	if _, err := os.Lstat(path); !readable(path) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var size, mtime int64
	var reader, done int
	err := known.QueryRow(path).Scan(&size, &mtime, &reader, &done)
	if errors.Is(err, sql.ErrNoRows) || err == nil && size == barredSize {
		s.bar(ctx, path, reason(why))
		return nil
	}
	return err
}

// readable reports whether a file is read at all, if only to report the reason why it cannot be.
func readable(path string) bool { return load.Named(path) || formats.Packed(path) }

// Passed returns an error if a scan skips the directory entry e even though e might contain demos. Scans skip archives
// of unsupported kinds and links to folders. For any other entry, Passed returns nil. path is the path of e.
func Passed(path string, e fs.DirEntry) error {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return errors.New(msgLinked)
		}
	case !e.IsDir() && formats.Packed(path) && !load.Named(path):
		return errors.New(msgPacked)
	}
	return nil
}

// within reports whether a link leads into one of the folders.
func within(link string, folders []string) bool {
	to, err := filepath.EvalSymlinks(link)
	return err == nil && slices.ContainsFunc(folders, func(dir string) bool {
		return to == dir ||
			strings.HasPrefix(to, below(dir))
	})
}

// barredSize is the size in the files table of a folder that the walk could not enter.
const barredSize = -1

// bar records the reason why the walk cannot enter a folder.
func (s *scan) bar(ctx context.Context, path string, err error) {
	s.mu.Lock()
	s.barred[path] = true
	s.mu.Unlock()
	s.send(ctx, result{job: job{path: path, size: barredSize}, last: true, err: err})
}

// send hands a result to the writer, unless the scan has ended.
func (s *scan) send(ctx context.Context, r result) {
	if ctx.Err() != nil {
		return
	}
	select {
	case s.results <- r:
	case <-ctx.Done():
	}
}

// read reads a file: its demo, or those of an archive.
func (s *scan) read(ctx context.Context, j job) {
	if ctx.Err() != nil {
		return
	}
	s.count(func(p *Progress) { p.Read, p.Bytes, p.Current = p.Read+1, p.Bytes+j.size, j.path })
	s.send(ctx, result{job: j, start: true})
	err := fault.Guard(func() error { return s.readFile(ctx, j) })
	s.send(ctx, result{job: j, last: true, err: err})
	s.count(func(p *Progress) { p.Passed++ })
}

func (s *scan) readFile(ctx context.Context, j job) error {
	if formats.Packed(j.path) {
		return errors.New(msgPacked)
	}
	s.nested(ctx, j)
	d, err := formats.Open(j.path)
	var several *formats.SeveralError
	if !errors.As(err, &several) {
		if err != nil {
			return reason(err)
		}
		s.send(ctx, s.demo(ctx, j, "", d))
		return nil
	}
	archive, err := formats.OpenArchive(j.path)
	if err != nil {
		return reason(err)
	}
	defer archive.Close()
	done := map[string]bool{}
	if j.begun {
		err := s.l.eachIn(ctx, "SELECT member FROM copies JOIN files ON files.id = file WHERE path = ?", []any{j.path},
			func(scan scanner) error {
				var name string
				err := scan(&name)
				done[name] = true
				return err
			})
		if err != nil {
			return err
		}
	}
	for i, m := range archive.Members() {
		if ctx.Err() != nil {
			return nil
		}
		if done[m.Name] {
			continue
		}
		d, err := archive.Demo(i)
		if err != nil {
			s.send(ctx, result{job: j, member: m.Name, err: reason(err)})
			continue
		}
		s.send(ctx, s.demo(ctx, j, m.Name, d))
	}
	return nil
}

// nested records the reason why archives within an archive are not read.
func (s *scan) nested(ctx context.Context, j job) {
	if !strings.EqualFold(filepath.Ext(j.path), ".zip") {
		return
	}
	archive, err := formats.OpenArchive(j.path)
	if err != nil {
		return // reading it reports the error
	}
	defer archive.Close()
	for _, name := range archive.Nested() {
		s.send(ctx, result{job: j, member: name, err: errors.New(msgNested)})
	}
}

// demo reads a demo, unless its content is known.
func (s *scan) demo(ctx context.Context, j job, member string, d *formats.Demo) result {
	r := result{job: j, member: member, key: keyOf(d)}
	if r.known = s.knows(ctx, r.key); r.known {
		return r
	}
	timed, cancel := context.WithTimeoutCause(ctx, s.o.Time, fmt.Errorf("reading it took longer than %v", s.o.Time))
	defer cancel()
	bounded, release := s.memory.enter(timed, int64(len(d.Data)))
	defer release()
	rec, err := record(bounded, d, recording.Worlds)
	if err == nil {
		err = fault.Guard(func() error {
			r.where = whereaboutsOf(rec)
			r.rows, err = modelRows(bounded, rec, d, &r)
			return err
		})
	}
	if err != nil {
		r.err = reason(err)
		return r
	}
	r.rec, r.info = rec, describe(rec, int64(len(d.Data)))
	return r
}

// knows reports whether the library has the content of a key.
func (s *scan) knows(ctx context.Context, k key) bool {
	s.mu.Lock()
	fresh := s.fresh[k]
	s.mu.Unlock()
	if fresh {
		return true
	}
	var id int64
	return s.l.db.QueryRowContext(ctx, getContent, k.checksum[:], k.extension, readerVersion).Scan(&id) == nil
}

// reason returns an error without the path, which is shown next to it.
func reason(err error) error {
	var path *fs.PathError
	var not *formats.NotDemoError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &not):
		return errors.New(not.What)
	}
	return err
}
