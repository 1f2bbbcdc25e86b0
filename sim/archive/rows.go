//go:build !js

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"fragscope/sim/archive/model"
)

// Row describes a demo in the library.
type Row struct {
	ID       int64
	Path     string
	Member   string // name in an archive; otherwise empty
	FileSize int64  // bytes
	Changed  time.Time
	Checksum string // SHA-256 of its content, in hexadecimal; empty if nothing could be read
	Copies   int    // number in the library with the same content, including this one
	Remark   string // the user's remark
	content  int64
	Content
}

// Name returns the name by which the demo can be opened.
func (r *Row) Name() string {
	if r.Member != "" {
		return r.Path + ":" + r.Member
	}
	return r.Path
}

// Base returns the base name of the demo's file or archive member.
func (r *Row) Base() string { return filepath.Base(filepath.FromSlash(cmp.Or(r.Member, r.Path))) }

// DateSource describes where a demo's date comes from.
type DateSource string

// The sources of dates, most reliable first.
const (
	DateTold DateSource = "told" // by the game
	DateName DateSource = "name" // in the name of the demo
	DateFile DateSource = "file" // modification time of the file, which may differ from the time of the match
)

// When returns the demo's date and where it comes from. The date has the format "2006-01-02 15:04:05" or a prefix of
// that format.
func (r *Row) When() (date string, source DateSource) {
	if r.Date != "" {
		return r.Date, DateTold
	}
	if date := model.DateInName(r.Base()); date != "" {
		return date, DateName
	}
	return r.Changed.Format(time.DateTime), DateFile
}

// rowQuestion selects the columns that readRow reads.
const rowQuestion = `SELECT copies.id, path, member, files.size, mtime_ns, coalesce(copies.error, ''), checksum, coalesce(contents.size, 0), coalesce(game, ''),
	coalesce(protocol, 0), coalesce(mod, ''), coalesce(mod_name, ''), coalesce(kind, ''), coalesce(recorder, ''), coalesce(server, ''), coalesce(map, ''),
	coalesce(maps, ''), coalesce(mode, ''), coalesce(score, ''), coalesce(told_date, ''), coalesce(duration_ms, 0), coalesce(snapshots, 0), coalesce(complete, 0),
	coalesce(names, ''), coalesce(contents.error, ''), coalesce(content, 0), coalesce(clock, '[]'),
	coalesce((SELECT text FROM remarks WHERE remarks.checksum = contents.checksum), ''),
	(SELECT count(*) FROM contents c JOIN copies d ON d.content = c.id WHERE c.checksum = contents.checksum)
	FROM copies JOIN files ON files.id = copies.file LEFT JOIN contents ON contents.id = copies.content `

func readRow(scan scanner) (*Row, error) {
	var r Row
	var changed int64
	var failed, names string
	var checksum, clock sql.RawBytes
	c := &r.Content
	err := scan(&r.ID, &r.Path, &r.Member, &r.FileSize, &changed, &failed, &checksum, &c.Size, &c.Game, &c.Protocol,
		&c.Mod, &c.ModName, &c.Kind, &c.Recorder, &c.Server, &c.Map, &c.Maps, &c.Mode, &c.Score, &c.Date, &c.DurationMS,
		&c.Snapshots, &c.Complete, &names, &c.Error, &r.content, &clock,
		&r.Remark, &r.Copies)
	if err == nil {
		err = json.Unmarshal(clock, &c.Clock)
	}
	r.Changed, r.Checksum, c.Error = time.Unix(0, changed), hex.EncodeToString(checksum), cmp.Or(failed, c.Error)
	if names != "" {
		c.Names = strings.Split(names, "\n")
	}
	return &r, err
}

// Number returns the id of the demo's content, for use with [Library.Minute]. It is 0 if the demo could not be read.
func (r *Row) Number() int64 { return r.content }

// Each calls f for each demo in the library, ordered by path and archive member.
func (l *Library) Each(ctx context.Context, f func(*Row) error) error {
	return l.eachIn(ctx, rowQuestion+"ORDER BY path, member", nil, func(scan scanner) error {
		r, err := readRow(scan)
		if err != nil {
			return err
		}
		return f(r)
	})
}

// Row returns the demo with the given id, or nil if there is none.
func (l *Library) Row(id int64) (r *Row, err error) {
	err = l.each(rowQuestion+"WHERE copies.id = ?", []any{id}, func(scan scanner) error {
		r, err = readRow(scan)
		return err
	})
	return r, err
}

// OnMap returns the readable demos of the given game on the given map, shortest first. most is the maximum number of
// demos.
func (l *Library) OnMap(ctx context.Context, game, level string, most int) (list []*Row, err error) {
	err = l.eachIn(ctx,
		rowQuestion+
			"WHERE game = ? AND map = ? AND coalesce(copies.error, '') = '' ORDER BY duration_ms, path, member LIMIT ?",
		[]any{game, level, most}, func(scan scanner) error {
			r, err := readRow(scan)
			list = append(list, r)
			return err
		})
	return list, err
}

// PathOf returns the path of the file in the library whose path equals or ends with name. If several paths match,
// PathOf returns the first in alphabetical order; if none does, it returns "".
func (l *Library) PathOf(ctx context.Context, name string) (path string, err error) {
	err = l.eachIn(ctx,
		"SELECT path FROM files WHERE path = ?1 OR substr(path, -length(?2)) = ?2 ORDER BY path LIMIT 1",
		[]any{name, string(filepath.Separator) + name},
		func(scan scanner) error { return scan(&path) })
	return path, err
}
