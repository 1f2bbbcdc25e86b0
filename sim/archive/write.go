//go:build !js

package archive

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"fragscope/sim/recording"
)

// write writes the results in transactions, until there are no more. If it fails, the scan is stopped.
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
				continue // the workers are to come to their ends
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

// put writes a result; it returns how many events that were.
func (s *scan) put(b *batch, r *result) (events int) {
	switch {
	case r.start:
		if !r.begun {
			file := b.id(putFile, r.path, r.size, r.mtime, readerVersion, 0)
			b.do("DELETE FROM demos WHERE file = ?", file)
		}
		return 0
	case r.last:
		file := b.id(putFile, r.path, r.size, r.mtime, readerVersion, 1)
		if r.err != nil {
			b.do(putDemo, file, "", nil, r.err.Error(), r.changed())
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
		content = b.id(getContent, r.key.checksum[:], r.key.extension, readerVersion)
		s.count(func(p *Progress) { p.Known++ })
	default:
		content = b.content(r.key, r.info, r.rec, r.where)
		events = countEvents(r.rec)
		s.mu.Lock()
		s.fresh[r.key] = true
		s.done.Demos++
		s.mu.Unlock()
	}
	b.do(putDemo, file, r.member, content, errorText(r.err), r.changed())
	return events
}

func countEvents(rec *recording.Recording) int {
	if rec == nil {
		return 0
	}
	return len(rec.Events())
}

// errorText is NULL for no error.
func errorText(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}

// forgetGone takes files that are there no more out of the library. What they were stays, so that they are found again where they
// went. Of a folder that is not there, as of a disk that is not in, nothing is forgotten.
func (s *scan) forgetGone(folders []string) error {
	var gone []int64
	for _, dir := range folders {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		err := s.l.each("SELECT id, path FROM files WHERE path = ?1 OR substr(path, 1, length(?2)) = ?2", []any{dir, below(dir)}, func(scan scanner) error {
			var id int64
			var path string
			if err := scan(&id, &path); err != nil {
				return err
			}
			if _, err := os.Lstat(filepath.Clean(path)); os.IsNotExist(err) {
				gone = append(gone, id)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if len(gone) == 0 {
		return nil
	}
	b, err := s.l.begin()
	if err != nil {
		return err
	}
	for _, id := range gone {
		b.do("DELETE FROM files WHERE id = ?", id)
	}
	s.count(func(p *Progress) { p.Gone = len(gone) })
	return b.commit()
}
