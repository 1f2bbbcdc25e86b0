//go:build !js

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"path/filepath"
	"strings"
	"time"
)

// Row is a demo of the library.
type Row struct {
	ID       int64
	Path     string
	Member   string // name in an archive; otherwise empty
	FileSize int64  // bytes
	Changed  time.Time
	Checksum string // SHA-256 of the content, in hexadecimal; empty if nothing could be read
	Copies   int    // demos in the library with the same content, including this one
	Content
}

// Name returns the name by which the demo is opened.
func (r *Row) Name() string {
	if r.Member != "" {
		return r.Path + ":" + r.Member
	}
	return r.Path
}

// Base returns the base name of the demo's file, or of its member in an archive.
func (r *Row) Base() string { return filepath.Base(filepath.FromSlash(cmp.Or(r.Member, r.Path))) }

// When returns the date that the demo tells, or that of its file; told reports which.
func (r *Row) When() (date string, told bool) {
	if r.Date != "" {
		return r.Date, true
	}
	return r.Changed.Format(time.DateTime), false
}

// rowQuestion selects the columns that readRow reads.
const rowQuestion = `SELECT demos.id, path, member, files.size, mtime_ns, coalesce(demos.error, ''), checksum, coalesce(contents.size, 0), coalesce(game, ''),
	coalesce(protocol, 0), coalesce(mod, ''), coalesce(mod_name, ''), coalesce(kind, ''), coalesce(recorder, ''), coalesce(server, ''), coalesce(map, ''),
	coalesce(maps, ''), coalesce(mode, ''), coalesce(score, ''), coalesce(told_date, ''), coalesce(duration_ms, 0), coalesce(snapshots, 0), coalesce(complete, 0),
	coalesce(names, ''), coalesce(contents.error, ''),
	(SELECT count(*) FROM contents c JOIN demos d ON d.content = c.id WHERE c.checksum = contents.checksum)
	FROM demos JOIN files ON files.id = demos.file LEFT JOIN contents ON contents.id = demos.content `

func readRow(scan scanner) (*Row, error) {
	var r Row
	var changed int64
	var failed, names string
	var checksum sql.RawBytes
	c := &r.Content
	err := scan(&r.ID, &r.Path, &r.Member, &r.FileSize, &changed, &failed, &checksum, &c.Size, &c.Game, &c.Protocol, &c.Mod, &c.ModName, &c.Kind, &c.Recorder,
		&c.Server, &c.Map, &c.Maps, &c.Mode, &c.Score, &c.Date, &c.DurationMS, &c.Snapshots, &c.Complete, &names, &c.Error, &r.Copies)
	r.Changed, r.Checksum, c.Error = time.Unix(0, changed), hex.EncodeToString(checksum), cmp.Or(failed, c.Error)
	if names != "" {
		c.Names = strings.Split(names, "\n")
	}
	return &r, err
}

// Each calls f for each demo, ordered by path and name in the archive.
func (l *Library) Each(ctx context.Context, f func(*Row) error) error {
	return l.eachIn(ctx, rowQuestion+"ORDER BY path, member", nil, func(scan scanner) error {
		r, err := readRow(scan)
		if err != nil {
			return err
		}
		return f(r)
	})
}

// Row returns the demo with the given number, or nil.
func (l *Library) Row(id int64) (r *Row, err error) {
	err = l.each(rowQuestion+"WHERE demos.id = ?", []any{id}, func(scan scanner) error {
		r, err = readRow(scan)
		return err
	})
	return r, err
}
