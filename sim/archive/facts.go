//go:build !js

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// factual reports whether the library's tables can answer a question. It must be about events, not about the states of
// players or the lead.
func factual(q *query.Query) bool {
	return !q.AsksLead() && !q.AsksStates() && (q.Near() == nil || !q.Near().AsksStates())
}

// asked is a question translated to SQL. The first argument of the text is the list of the demos to search.
type asked struct {
	text    string
	args    []any // the others
	moments []moment.Moment
}

// factColumns are the columns that [asked] selects first. The positions of the doer and the victim, whether the
// question's conditions hold, and whether those after within hold, follow.
const factColumns = `SELECT e.content, e.n, e.time_ms, e.clock_ms, e.kind, e.slot, e.attacker, e.who, e.whom, e.weapon, e.item, e.powerup, e.team, e.value, e.text, e.place,
	e.cause, e.x, e.y, e.z`

// compile translates a factual question to SQL, for demos of the given games.
func compile(q *query.Query, games []string) *asked {
	k := newCompiler(games)
	holds, kinds := k.where(q), kindsOf(q)
	where, answers := holds, ", 1, 1"
	if near := q.Near(); near != nil && near != q {
		other := k.where(near)
		where, answers = "("+holds+") OR ("+other+")", whether(holds)+whether(other)
		if also := kindsOf(near); also == nil || kinds == nil {
			kinds = nil
		} else {
			kinds = append(kinds, also...)
		}
	}
	return k.asked(factColumns+positions(q)+answers, kinds, where)
}

// whether returns a column that is 1 if a condition holds and 0 if not. It is not the condition itself, whose NULL would
// have to be told from 0: SQLite then compares a player that is not in a set with all of the set.
func whether(condition string) string { return ", CASE WHEN " + condition + " THEN 1 ELSE 0 END" }

// positions returns the columns of the positions of the doer and the victim. They are NULL if the question does not
// need them: the place of an event that has one is its own.
func positions(q *query.Query) string {
	doer, victim := false, false
	terms := q.Terms()
	if near := q.Near(); near != nil {
		terms = append(terms[:len(terms):len(terms)], near.Terms()...)
	}
	for i := range terms {
		if t := &terms[i]; !settled(t) {
			doer, victim = doer || t.Doer, victim || t.Victim
		}
	}
	columns := ", CASE WHEN e.x IS NULL THEN e.by_x END, CASE WHEN e.x IS NULL THEN e.by_y END, CASE WHEN e.x IS NULL THEN e.by_z END"
	if doer {
		columns = ", e.by_x, e.by_y, e.by_z"
	}
	if victim {
		return columns + ", e.of_x, e.of_y, e.of_z"
	}
	return columns + ", NULL, NULL, NULL"
}

func newCompiler(games []string) *compiler {
	return &compiler{games: games, game: "c.game", args: []any{nil}}
}

// asked returns the query for columns of the events, of some kinds or of any if kinds is nil, that satisfy a condition.
func (k *compiler) asked(columns string, kinds []string, where string) *asked {
	var b strings.Builder
	b.WriteString("WITH c (id, game")
	for i := range k.moments {
		fmt.Fprintf(&b, ", t%d", i)
	}
	b.WriteString(") AS MATERIALIZED (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')")
	for i := range k.moments {
		fmt.Fprintf(&b, ", json_extract(value, '$[%d]')", i+2)
	}
	b.WriteString(" FROM json_each(?1))")
	for i, names := range k.names {
		fmt.Fprintf(&b, ",\ns%d (content, n) AS MATERIALIZED (%s)", i, names)
	}
	b.WriteString("\n" + columns + "\nFROM c CROSS JOIN events e ON e.content = c.id")
	if kinds != nil {
		b.WriteString(" AND " + oneOfKinds(kinds))
	}
	b.WriteString("\nWHERE ")
	for _, set := range k.needed {
		b.WriteString("c.id IN (SELECT content FROM " + set + ") AND ")
	}
	b.WriteString("(" + where + ")")
	return &asked{text: b.String(), args: k.args[1:], moments: k.moments}
}

// oneOfKinds returns the condition that an event is of one of some kinds, as a search of the table's key needs it.
func oneOfKinds(kinds []string) string {
	list := make([]string, len(kinds))
	for i, kind := range kinds {
		list[i] = quoted(kind)
	}
	return "e.kind IN (" + strings.Join(list, ", ") + ")"
}

// filled returns the arguments for a search of some demos.
func (l *Library) filled(ctx context.Context, a *asked, demos []candidate) ([]any, error) {
	var clocks map[int64]*moment.Clock
	if len(a.moments) > 0 {
		var err error
		if clocks, err = l.clocks(ctx, demos); err != nil {
			return nil, err
		}
	}
	rows := make([][]any, len(demos))
	for i := range demos {
		d := &demos[i]
		rows[i] = []any{d.content, d.game}
		for _, m := range a.moments {
			var at any
			if c := clocks[d.content]; c != nil {
				if own, err := c.Own(m); err == nil {
					at = own.Milliseconds()
				}
			}
			rows[i] = append(rows[i], at)
		}
	}
	list, err := json.Marshal(rows)
	return append([]any{string(list)}, a.args...), err
}

// contentsOf returns the contents of demos as an SQL argument.
func contentsOf(demos []candidate) string {
	list := make([]int64, len(demos))
	for i := range demos {
		list[i] = demos[i].content
	}
	text, _ := json.Marshal(list)
	return string(text)
}

// clocks reads the clocks of some demos, by content.
func (l *Library) clocks(ctx context.Context, demos []candidate) (map[int64]*moment.Clock, error) {
	clocks := make(map[int64]*moment.Clock, len(demos))
	return clocks, l.eachIn(ctx,
		"SELECT id, coalesce(clock, '[]') FROM contents WHERE id IN (SELECT value FROM json_each(?))",
		[]any{contentsOf(demos)}, func(scan scanner) error {
			var id int64
			var text sql.RawBytes
			if err := scan(&id, &text); err != nil {
				return err
			}
			clocks[id] = new(moment.Clock)
			return json.Unmarshal(text, clocks[id])
		})
}

// having returns the contents with an event that meets the part of a question that SQL can express.
func (l *Library) having(ctx context.Context, q *query.Query, games []string) (map[int64]bool, error) {
	k := newCompiler(games)
	a := k.asked("SELECT DISTINCT e.content", kindsOf(q), k.where(q))
	var all []candidate
	err := l.eachIn(ctx, "SELECT id, game FROM contents", nil, func(scan scanner) error {
		var c candidate
		err := scan(&c.content, &c.game)
		all = append(all, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	args, err := l.filled(ctx, a, all)
	if err != nil {
		return nil, err
	}
	contents := map[int64]bool{}
	err = l.eachIn(ctx, a.text, args, func(scan scanner) error {
		var id int64
		err := scan(&id)
		contents[id] = true
		return err
	})
	return contents, err
}

// toldEvent is an event found in the library.
type toldEvent struct {
	n         int // in the table
	event     sim.Event
	who, whom int // profile numbers; -1 if there is none
	fact      query.Fact
}

// facts reads the events that answer a question for some demos, by content, in order of time.
func (l *Library) facts(ctx context.Context, stmt *sql.Stmt, a *asked, demos []candidate) (map[int64][]toldEvent,
	error) {
	args, err := l.filled(ctx, a, demos)
	if err != nil {
		return nil, err
	}
	found := map[int64][]toldEvent{}
	var r factRow
	rows, err := stmt.QueryContext(ctx, args...)
	last, list := int64(0), []toldEvent(nil)
	err = l.eachOf(rows, err, func(scan scanner) error {
		if err := r.read(scan); err != nil {
			return err
		}
		if r.content != last {
			if list != nil {
				found[last] = list
			}
			last, list = r.content, nil
		}
		list = append(list, r.told())
		return nil
	})
	if list != nil {
		found[last] = list
	}
	for _, list := range found { // the rows of a demo are in order of their kinds
		slices.SortFunc(list, func(a, b toldEvent) int { return cmp.Compare(a.n, b.n) })
	}
	return found, err
}

// factRow is a row of factColumns.
type factRow struct {
	content, n, time, clock                         int64
	kind                                            sql.RawBytes
	slot, attacker, who, whom, value                sql.NullInt64
	weapon, item, powerup, team, text, place, cause sql.RawBytes
	origin, doer, victim                            [3]sql.NullFloat64
	holds, near                                     bool
}

func (r *factRow) read(scan scanner) error {
	return scan(&r.content, &r.n, &r.time, &r.clock, &r.kind, &r.slot, &r.attacker, &r.who, &r.whom, &r.weapon, &r.item,
		&r.powerup, &r.team, &r.value, &r.text, &r.place, &r.cause, &r.origin[0], &r.origin[1], &r.origin[2],
		&r.doer[0], &r.doer[1], &r.doer[2], &r.victim[0], &r.victim[1], &r.victim[2], &r.holds, &r.near)
}

// told returns the event of the row.
func (r *factRow) told() toldEvent {
	e := sim.Event{
		Time: ms(r.time), Clock: ms(r.clock), Kind: enums.kinds[string(r.kind)],
		Weapon: enums.weapons[string(r.weapon)], Item: enums.items[string(r.item)],
		Powerup: enums.powerups[string(r.powerup)], Team: enums.teams[string(r.team)], Value: int(r.value.Int64),
		Place: string(r.place), Cause: string(r.cause), Slot: slotOf(r.slot), Attacker: slotOf(r.attacker),
	}
	if len(r.text) > 0 {
		e.Text = sim.PlainText(string(r.text))
	}
	e.Origin, e.HasOrigin = vectorOf(&r.origin)
	f := query.Fact{Holds: r.holds, Near: r.near}
	f.Doer, f.HasDoer = vectorOf(&r.doer)
	f.Victim, f.HasVictim = vectorOf(&r.victim)
	return toldEvent{n: int(r.n), event: e, who: numberOf(r.who), whom: numberOf(r.whom), fact: f}
}

func slotOf(n sql.NullInt64) sim.Slot {
	if !n.Valid {
		return sim.Slot{}
	}
	return sim.SlotAt(int(n.Int64))
}

func numberOf(n sql.NullInt64) int {
	if !n.Valid {
		return -1
	}
	return int(n.Int64)
}

func vectorOf(v *[3]sql.NullFloat64) (at sim.Vec3, ok bool) {
	if !v[0].Valid {
		return at, false
	}
	for i := range v {
		at[i] = float32(v[i].Float64)
	}
	return at, true
}

// remembered holds what the library contains about a demo as a whole.
type remembered struct {
	row      *Row
	levels   []sim.Level
	profiles []*sim.Profile
}

// remember reads the data about some demos, by content.
func (l *Library) remember(ctx context.Context, demos []candidate) (map[int64]*remembered, error) {
	all := make(map[int64]*remembered, len(demos))
	numbers := make([]int64, len(demos))
	for i := range demos {
		numbers[i] = demos[i].demo
		all[demos[i].content] = new(remembered)
	}
	rows, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	err = l.eachIn(ctx, rowQuestion+"WHERE copies.id IN (SELECT value FROM json_each(?))", []any{string(rows)},
		func(scan scanner) error {
			r, err := readRow(scan)
			if d := all[r.content]; d != nil {
				d.row = r
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	contents := contentsOf(demos)
	if err := l.levels(ctx, contents, all); err != nil {
		return nil, err
	}
	return all, l.profiles(ctx, contents, all)
}

// levels reads the levels of some demos.
func (l *Library) levels(ctx context.Context, contents string, all map[int64]*remembered) error {
	return l.eachIn(ctx,
		`SELECT content, map, title, start_ms, end_ms, mode, teams, server_run, mod, map_checksum, map_models, map_paks FROM levels
		WHERE content IN (SELECT value FROM json_each(?)) ORDER BY content, n`, []any{contents}, func(scan scanner) error {
			var v sim.Level
			var id, start, end int64
			var paks string
			if err := scan(&id, &v.Map, &v.Title, &start, &end, &v.GameType, &v.Teams, &v.ServerRun, &v.Mod,
				&v.Checksum,
				&v.MapModels, &paks); err != nil {
				return err
			}
			if v.Start, v.End = ms(start), ms(end); paks != "" {
				v.Paks = strings.Split(paks, "\n")
			}
			if d := all[id]; d != nil {
				d.levels = append(d.levels, v)
			}
			return nil
		})
}

// profiles reads the players of some demos.
func (l *Library) profiles(ctx context.Context, contents string, all map[int64]*remembered) error {
	return l.eachIn(ctx,
		"SELECT content, slot, name, team, team_name, class FROM profiles WHERE content IN (SELECT value FROM json_each(?)) ORDER BY content, n",
		[]any{contents}, func(scan scanner) error {
			var id int64
			var slot int
			var team sql.RawBytes
			p := new(sim.Profile)
			if err := scan(&id, &slot, &p.Name.Plain, &team, &p.TeamName, &p.Class); err != nil {
				return err
			}
			p.Slot, p.Team = sim.SlotAt(slot), enums.teams[string(team)]
			if d := all[id]; d != nil {
				d.profiles = append(d.profiles, p)
			}
			return nil
		})
}

// recall builds a recording without worlds and paths from a demo's levels and the events found in rows. facts refer to
// its events.
func (d *remembered) recall(events []toldEvent) (rec *recording.Recording, facts []query.Fact) {
	r := d.row
	b, rec := recording.NewRecorder(sim.Header{Path: r.Path, GameKey: r.Game, Mod: r.Mod, ModName: r.ModName,
		Protocol: r.Protocol, Kind: r.Kind, Recorder: r.Recorder, Server: r.Server})
	b.Keep(0)
	b.SetClock(&r.Clock)
	frame := new(recording.Frame)
	at := func(t time.Duration) {
		frame.Time = t
		b.Frame(frame)
	}
	for i, level := range d.levels {
		if i > 0 {
			at(level.Start)
		}
		b.Level(level)
		at(level.Start)
	}
	profile := func(n int) *sim.Profile {
		if n < 0 || n >= len(d.profiles) {
			return nil
		}
		return d.profiles[n]
	}
	facts = make([]query.Fact, len(events))
	for i := range events {
		t := &events[i]
		t.event.Profile, t.event.AttackerProfile = profile(t.who), profile(t.whom)
		b.Event(t.event)
		facts[i] = t.fact
		facts[i].Event = i
	}
	at(ms(r.DurationMS))
	b.Finish(nil)
	return rec, facts
}
