//go:build !js

package archive

import (
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

//go:embed remarks.sql
var remarksSchema string

// remarkMost is the maximum length of a remark in bytes.
const remarkMost = 1000

// Remark sets the user's note on a demo and all its copies, or removes the note if text is empty. Words that begin with
// # are tags. Like all other words, they can be used to filter the table of demos.
func (l *Library) Remark(r *Row, text string) error {
	checksum, err := hex.DecodeString(r.Checksum)
	if err != nil || len(checksum) == 0 {
		return fmt.Errorf("%s could not be read at all", r.Base())
	}
	text = strings.ToValidUTF8(strings.TrimSpace(text), "")
	for len(text) > remarkMost {
		text = strings.ToValidUTF8(text[:remarkMost], "")
	}
	if text == "" {
		_, err = l.db.Exec("DELETE FROM remarks WHERE checksum = ?", checksum)
	} else {
		_,
			err = l.db.Exec(
			`INSERT INTO remarks VALUES (?, ?) ON CONFLICT (checksum) DO UPDATE SET text = excluded.text`,
			checksum, text)
	}
	return l.told(err)
}

// lastDemo returns the highest demo number.
func (l *Library) lastDemo() (id int64, err error) {
	err = l.db.QueryRow("SELECT coalesce(max(id), 0) FROM copies").Scan(&id)
	return id, l.told(err)
}

// scanned records that a scan found new demos, if there are demos with numbers greater than last. Demos found by the
// first scan do not count as new, because there are no older ones.
func (l *Library) scanned(last int64, now time.Time) error {
	id, err := l.lastDemo()
	if err != nil || last == 0 || id <= last {
		return err
	}
	_, err = l.db.Exec("INSERT INTO scans VALUES (?, ?)", now.UTC().Format(time.DateTime), last+1)
	return l.told(err)
}

// Minute returns the map cells in which players were seen during the first minute of the longest level of a demo.
// content is the id of the demo's content. Positions are sampled every second. If the library does not have the demo's
// positions, Minute returns nil.
func (l *Library) Minute(ctx context.Context, content int64) (cells []Cell, err error) {
	const minute = 60_000 // milliseconds
	var s instant
	err = l.eachIn(ctx,
		`SELECT data FROM samples JOIN levels USING (content) WHERE content = ? AND levels.n = samples.level
		ORDER BY end_ms - start_ms DESC LIMIT 1`, []any{content}, func(scan scanner) error {
			var data []byte
			if err := scan(&data); err != nil {
				return err
			}
			begun, first := int32(0), true
			for b, ok := s.next(data); ok; b, ok = s.next(b) {
				if first {
					begun, first = s.time, false
				}
				if s.time > begun+minute {
					break
				}
				for i := range s.players {
					cells = append(cells, CellAt(s.players[i].place()))
				}
			}
			return nil
		})
	return cells, err
}
