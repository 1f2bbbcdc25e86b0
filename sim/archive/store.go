//go:build !js

package archive

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"fragscope/sim"
	"fragscope/sim/archive/model"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// The statements that fill the tables.
const (
	putFile = `INSERT INTO files (path, size, mtime_ns, reader, done) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, reader = excluded.reader, done = excluded.done
		RETURNING id`
	putContent = `INSERT INTO contents (checksum, extension, reader, size, game, protocol, mod, mod_name, kind, recorder, server, map, maps, mode, score, told_date,
		duration_ms, snapshots, complete, players, names, error, server_run, clock, demo_id, utc, utc_source)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (checksum, extension) DO UPDATE SET reader = excluded.reader, game = excluded.game, protocol = excluded.protocol, mod = excluded.mod,
		mod_name = excluded.mod_name, kind = excluded.kind, recorder = excluded.recorder, server = excluded.server, map = excluded.map, maps = excluded.maps,
		mode = excluded.mode, score = excluded.score, told_date = excluded.told_date, duration_ms = excluded.duration_ms, snapshots = excluded.snapshots,
		complete = excluded.complete, players = excluded.players, names = excluded.names, error = excluded.error,
		server_run = excluded.server_run, clock = excluded.clock, demo_id = excluded.demo_id, utc = excluded.utc, utc_source = excluded.utc_source
		RETURNING id`
	putDemo = `INSERT INTO copies (file, member, content, error, date, utc, utc_source) VALUES (?1, ?2, ?3, ?4, coalesce((SELECT told_date FROM contents WHERE id = ?3), ?5), ?6, ?7)
		ON CONFLICT (file, member) DO UPDATE SET content = excluded.content, error = excluded.error, date = excluded.date, utc = excluded.utc, utc_source = excluded.utc_source`
	putLevel   = `INSERT INTO levels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	putProfile = `INSERT INTO profiles VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	putSamples = `INSERT INTO samples (content, level, map, teams, weapons, data) VALUES (?, ?, ?, ?, ?, ?)`
	putSpot    = `INSERT INTO spots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	getContent = `SELECT id FROM contents WHERE checksum = ? AND extension = ? AND reader = ?`
)

// putEvent is the statement that writes an event: its 24 columns, and those of two states.
var putEvent = "INSERT INTO events VALUES (?" + strings.Repeat(", ?", 24-1+2*stateColumns) + ")"

// batch is a transaction being filled.
type batch struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
	turn     *flock.Flock
	err      error // the first one; nothing is written after it
}

// begin starts a transaction when it is this writer's turn. Turns are taken with a separate lock file, which is granted
// in the order of requests. With the database's own lock, one of two scans would wait until it times out.
func (l *Library) begin() (*batch, error) {
	turn := flock.New(l.path+".turn", flock.SetPermissions(0o600))
	turn.Lock() // if it fails, as on a file system without locks, the database's own lock has to do
	tx, err := l.db.Begin()
	if err != nil {
		turn.Unlock()
	}
	return &batch{tx: tx, prepared: map[string]*sql.Stmt{}, turn: turn}, err
}

// stmt returns a prepared statement, preparing it on first use.
func (b *batch) stmt(text string) *sql.Stmt {
	s, ok := b.prepared[text]
	if !ok && b.err == nil {
		s, b.err = b.tx.Prepare(text)
		b.prepared[text] = s
	}
	return s
}

// do executes a statement.
func (b *batch) do(text string, args ...any) {
	if s := b.stmt(text); b.err == nil {
		_, b.err = s.Exec(args...)
	}
}

// id returns the number that a statement returns, or 0 if there is none.
func (b *batch) id(text string, args ...any) (id int64) {
	s := b.stmt(text)
	if b.err != nil {
		return 0
	}
	if err := s.QueryRow(args...).Scan(&id); err != nil && !errors.Is(err, sql.ErrNoRows) {
		b.err = err
	}
	return id
}

// commit ends the transaction.
func (b *batch) commit() error {
	defer b.turn.Unlock()
	if b.err != nil {
		return errors.Join(b.err, b.tx.Rollback())
	}
	return b.tx.Commit()
}

// orNull returns s, or NULL if it is empty.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// told returns n, or NULL if it is unknown.
func told(n int16) any {
	if n == sim.Unknown {
		return nil
	}
	return n
}

// content writes a recording, replacing the data of the same content, and returns its row.
func (b *batch) content(k key, c *Content, rec *recording.Recording, where *whereabouts) int64 {
	clock, err := json.Marshal(&c.Clock)
	b.err = errors.Join(b.err, err)
	args := []any{k.checksum[:], k.extension, readerVersion, c.Size, c.Game, c.Protocol, c.Mod, c.ModName, c.Kind,
		c.Recorder, c.Server, c.Map, c.Maps, c.Mode, c.Score, orNull(c.Date), c.DurationMS, c.Snapshots, c.Complete,
		len(c.Names), strings.Join(c.Names, "\n"), orNull(c.Error), c.ServerRun, string(clock), k.id(), nil, nil}
	if told := model.DateOf(c.Date, "", time.Time{}); told.Text != "" {
		args[len(args)-2], args[len(args)-1] = told.Text, told.Source
	}
	if old := b.id(`SELECT id FROM contents WHERE checksum = ? AND extension = ?`, k.checksum[:],
		k.extension); old != 0 {
		for _, table := range append(modelTables(), "levels", "profiles", "events", "spots", "samples") {
			b.do("DELETE FROM "+table+" WHERE content = ?", old)
		}
	}
	id := b.id(putContent, args...)
	if rec == nil {
		return id
	}
	for _, l := range rec.Levels() {
		b.do(putLevel, id, l.Index, l.Map, l.Title, l.Start.Milliseconds(), l.End.Milliseconds(), l.GameType, l.Teams,
			l.ServerRun, l.Mod, l.Checksum, l.MapModels, strings.Join(l.Paks, "\n"))
	}
	numbers := b.events(id, rec.Events(), where)
	where.put(b, id, rec.Levels(), numbers)
	return id
}

// profile is the identity of a player at an event, as in the table.
type profile struct {
	slot     int
	name     string
	team     sim.Team
	teamName string
	class    string
}

// profileOf converts a player's profile.
func profileOf(p *sim.Profile) profile {
	return profile{p.Slot.Index(), p.Name.Plain, p.Team, p.TeamName, p.Class}
}

// events writes a demo's events, with the states of their players, and the players' profiles, starting with those
// already numbered in where. It returns the number of each event in the table, or a negative number if the event is not in it.
func (b *batch) events(content int64, list []sim.Event, where *whereabouts) (numbers []int) {
	profiles := map[profile]int{}
	number := func(p *sim.Profile) any {
		if p == nil {
			return nil
		}
		x := profileOf(p)
		n, known := profiles[x]
		if !known {
			n = len(profiles)
			profiles[x] = n
			b.do(putProfile, content, n, x.slot, x.name, x.team.String(), x.teamName,
				strings.ToLower(x.name+"\n"+x.teamName), x.class)
		}
		return n
	}
	for _, p := range where.profiles {
		number(p)
	}
	n, told, sets := 0, where.observed, nameSets{}
	for i := range list {
		e := &list[i]
		if e.Kind == sim.EventCommand {
			numbers = append(numbers, -1)
			continue
		}
		var o query.Observed
		for ; len(told) > 0 && told[0].event <= i; told = told[1:] {
			if told[0].event == i {
				o = told[0].Observed
			}
		}
		args := []any{content, e.Kind.String(), n, e.Time.Milliseconds(), e.Clock.Milliseconds(), slot(e.Slot),
			slot(e.Attacker), number(e.Profile), number(e.AttackerProfile), orNull(weaponName(e.Weapon)),
			orNull(e.Item.String()), powerup(e), team(e), orZero(e.Value), orNull(e.Text.Plain), orNull(e.Place),
			orNull(e.Cause), at(e, 0), at(e, 1), at(e, 2), sql.NullBool{Bool: true, Valid: o.TeamKill},
			known(o.Late, o.HasLate), known(o.Distance, o.HasDistance), known(o.Flick, o.HasFlick)}
		args = sets.state(args, &o.Doer, o.HasDoer)
		b.do(putEvent, sets.state(args, &o.Victim, o.HasVictim)...)
		numbers = append(numbers, n)
		n++
	}
	return numbers
}

// at returns a coordinate of an event, or NULL if it has no place.
func at(e *sim.Event, axis int) any {
	if !e.HasOrigin {
		return nil
	}
	return e.Origin[axis]
}

// known returns n, or NULL if it is unknown.
func known(n float64, known bool) any {
	if !known {
		return nil
	}
	return n
}

// slot returns a slot's number, or NULL for nobody.
func slot(s sim.Slot) any {
	if !s.Valid() {
		return nil
	}
	return s.Index()
}

// orZero returns n, or NULL if n is 0, because most events do not use the number.
func orZero(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// powerup returns the name of the event's powerup, or NULL if there is none.
func powerup(e *sim.Event) any {
	if e.Kind == sim.EventPowerup || e.Kind == sim.EventPowerupEnd {
		return e.Powerup.String()
	}
	return nil
}

// team returns the name of the event's team, or NULL if there is none.
func team(e *sim.Event) any {
	if e.Team == sim.TeamFree {
		return nil
	}
	return e.Team.String()
}
