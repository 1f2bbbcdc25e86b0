//go:build !js

package archive

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/sim/recording"
)

// write writes all results, in transactions. If it fails, it cancels the scan.
func (s *scan) write(cancel context.CancelCauseFunc) (err error) {
	var b *batch
	demos, events := 0, 0
	end := func() {
		if b == nil || err != nil {
			return
		}
		err = b.commit()
		b, demos, events = nil, 0, 0
		s.mu.Lock()
		clear(s.fresh)
		s.mu.Unlock()
		if err != nil {
			cancel(err)
		}
	}
	tick := time.NewTicker(batchTime)
	defer tick.Stop()
	for {
		select {
		case r, more := <-s.results:
			if !more {
				end()
				return err
			}
			if err != nil {
				continue // let the workers come to their ends
			}
			if b == nil {
				if b, err = s.l.begin(); err != nil {
					cancel(err)
					continue
				}
			}
			demos++
			events += s.put(b, &r)
			if demos >= batchDemos || events >= batchEvents {
				end()
			}
		case <-tick.C:
			end()
		}
	}
}

// put writes a result and returns the number of events in it.
func (s *scan) put(b *batch, r *result) (events int) {
	switch {
	case r.start:
		if !r.begun {
			file := b.id(putFile, r.path, r.size, r.mtime, readerVersion, 0)
			b.do("DELETE FROM copies WHERE file = ?", file)
		}
		return 0
	case r.last:
		file := b.id(putFile, r.path, r.size, r.mtime, readerVersion, !s.again[r.path])
		if r.err != nil {
			b.do(putDemo, file, "", nil, r.err.Error(), r.changed(), nil, nil)
			s.count(func(p *Progress) { p.Bad++ })
		}
		return 0
	}
	file := b.id("SELECT id FROM files WHERE path = ?", r.path)
	var content any
	switch {
	case r.err != nil:
		s.count(func(p *Progress) { p.Bad++ })
	case r.known:
		id := b.id(getContent, r.key.checksum[:], r.key.extension, readerVersion)
		if id == 0 { // another scan found it gone everywhere else
			s.again[r.path] = true
			return 0
		}
		content = id
		s.count(func(p *Progress) { p.Known++ })
	default:
		id := b.content(r.key, r.info, r.rec, r.where)
		b.model(id, r.rows)
		content = id
		events = countEvents(r.rec)
		s.mu.Lock()
		s.fresh[r.key] = true
		s.done.Demos++
		s.mu.Unlock()
	}
	date := r.date("")
	b.do(putDemo, file, r.member, content, errorText(r.err), r.changed(), orNull(date.Text), orNull(date.Source))
	return events
}

// settle moves newly written data from the log into the database, without holding anybody up. Otherwise the last
// connection would do so when it is closed, and readers that open the library in the meantime would have to wait.
func (l *Library) settle(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	return err
}

func countEvents(rec *recording.Recording) int {
	if rec == nil {
		return 0
	}
	return len(rec.Events())
}

// errorText returns the error's text, or NULL for nil.
func errorText(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}

// forgetGone removes files that no longer exist from the library, and then their contents if no other file has them. It
// keeps everything in a folder that does not exist, for example because a disk is not connected, or that lost all its
// files at the same time.
func (s *scan) forgetGone(folders []string) error {
	g := gone{barred: s.barred}
	for _, dir := range folders {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		err := s.l.each(
			"SELECT id, path, size FROM files WHERE path = ?1 OR substr(path, 1, length(?2)) = ?2 ORDER BY path",
			[]any{dir, below(dir)}, g.row)
		if err != nil {
			return err
		}
		g.setAside(dir)
	}
	b, err := s.l.begin()
	if err != nil {
		return err
	}
	n := 0
	for path, id := range g.files {
		if !slices.ContainsFunc(g.aside, func(a Aside) bool { return strings.HasPrefix(path, below(a.Folder)) }) {
			b.do("DELETE FROM files WHERE id = ?", id)
			n++
		}
	}
	for _, id := range g.open {
		b.do("DELETE FROM files WHERE id = ?", id)
	}
	b.do("DELETE FROM contents WHERE id NOT IN (SELECT content FROM copies WHERE content IS NOT NULL)")
	s.count(func(p *Progress) { p.Gone, p.Aside = n, g.aside })
	return b.commit()
}

// gone holds the library's files that no longer exist.
type gone struct {
	barred map[string]bool
	files  map[string]int64 // path to number
	open   []int64          // folders that the walk once could not enter, and now can
	here   map[string]bool  // folders that still have one of their files, at any depth
	aside  []Aside
}

// row examines a row of the files table.
func (g *gone) row(scan scanner) error {
	var id, size int64
	var path string
	if err := scan(&id, &path, &size); err != nil {
		return err
	}
	if g.files == nil {
		g.files, g.here = map[string]int64{}, map[string]bool{}
	}
	switch _, err := os.Lstat(filepath.Clean(path)); {
	case size == barredSize && !g.barred[path]:
		g.open = append(g.open, id)
	case os.IsNotExist(err):
		g.files[path] = id
	default:
		for dir := filepath.Dir(path); !g.here[dir]; dir = filepath.Dir(dir) {
			g.here[dir] = true
		}
	}
	return nil
}

// setAside finds folders below root that exist, had several files, and have none left.
func (g *gone) setAside(root string) {
	lost := map[string]int{}
	for path := range g.files {
		for dir := filepath.Dir(path); len(dir) >= len(root) && !g.here[dir]; dir = filepath.Dir(dir) {
			lost[dir]++
			if dir == root || dir == filepath.Dir(dir) {
				break
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(lost)) {
		if lost[dir] < 2 || slices.ContainsFunc(g.aside, func(a Aside) bool {
			return dir == a.Folder ||
				strings.HasPrefix(dir, below(a.Folder))
		}) {
			continue
		}
		if list, err := os.ReadDir(dir); err == nil && len(list) == 0 {
			g.aside = append(g.aside, Aside{dir, lost[dir]})
		}
	}
}
