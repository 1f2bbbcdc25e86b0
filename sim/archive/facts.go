//go:build !js

package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// factual reports whether the library's tables can answer a question. It must be about events, not about the states of
// players.
func factual(q *query.Query) bool {
	return !q.NeedsWorlds() && !q.AsksStates() && (q.Near() == nil || !q.Near().AsksStates())
}

// asked is a question translated to SQL.
type asked struct {
	q    *query.Query
	text string
	args []any
}

// factColumns are the columns that [asked] selects first. The victim's position, whether the question's conditions
// hold, and whether those after within hold, follow.
const factColumns = `SELECT e.content, e.time_ms, e.clock_ms, e.kind, e.slot, e.attacker, e.who, e.whom, e.weapon, e.item, e.powerup, e.team, e.value, e.text, e.place,
	e.cause, e.x, e.y, e.z, d.x, d.y, d.z, `

// compile translates a factual question to SQL, for demos of the given games. The list of contents is one of its
// arguments.
func compile(q *query.Query, games []string) *asked {
	k := &compiler{games: games}
	holds := k.where(q)
	columns, where, args := "1, 1", holds, k.args
	if near := q.Near(); near != nil && near != q {
		k.args = nil
		other := k.where(near)
		columns = "coalesce(" + holds + ", 0), coalesce(" + other + ", 0)"
		where = "(" + holds + ") OR (" + other + ")"
		args = append(args[:len(args):len(args)], k.args...)
		args = append(args, args...)
	}
	victim := "v.x, v.y, v.z, "
	text := factColumns + victim + columns + factTables(where+columns,
		victim) + " WHERE e.content IN (SELECT value FROM json_each(?)) AND (" + where + ")"
	// The columns precede the list of contents.
	before := strings.Count(columns, "?")
	return &asked{q: q, text: text, args: append(append(append([]any{}, args[:before]...), contentList{}),
		args[before:]...)}
}

// factTables returns the FROM clause for the tables that the conditions and columns use.
func factTables(conditions, columns string) string {
	from := " FROM events e LEFT JOIN states d ON d.content = e.content AND d.n = e.n AND d.victim = 0"
	if strings.Contains(conditions+columns, "v.") {
		from += " LEFT JOIN states v ON v.content = e.content AND v.n = e.n AND v.victim = 1"
	}
	if strings.Contains(conditions, "contents.game") {
		from += " JOIN contents ON contents.id = e.content"
	}
	return from
}

// filled returns args with placeholders replaced by values for the given contents, or for all contents if that is nil.
func (l *Library) filled(ctx context.Context, args []any, contents []int64) ([]any, error) {
	var clocks map[int64]*moment.Clock
	out := make([]any, len(args))
	for i, x := range args {
		switch x := x.(type) {
		case contentList:
			list, err := json.Marshal(contents)
			if err != nil {
				return nil, err
			}
			out[i] = string(list)
		case momentOfEach:
			if clocks == nil {
				var err error
				if clocks, err = l.clocks(ctx, contents); err != nil {
					return nil, err
				}
			}
			times := map[int64]int64{}
			for id, c := range clocks {
				if at, err := c.Own(moment.Moment(x)); err == nil {
					times[id] = at.Milliseconds()
				}
			}
			list, err := json.Marshal(times)
			if err != nil {
				return nil, err
			}
			out[i] = string(list)
		default:
			out[i] = x
		}
	}
	return out, nil
}

// clocks reads the clocks of the given contents, or of all if that is nil.
func (l *Library) clocks(ctx context.Context, contents []int64) (map[int64]*moment.Clock, error) {
	question, args := "SELECT id, coalesce(clock, '[]') FROM contents", []any(nil)
	if contents != nil {
		list, err := json.Marshal(contents)
		if err != nil {
			return nil, err
		}
		question, args = question+" WHERE id IN (SELECT value FROM json_each(?))", []any{string(list)}
	}
	clocks := map[int64]*moment.Clock{}
	return clocks, l.eachIn(ctx, question, args, func(scan scanner) error {
		var id int64
		var text sql.RawBytes
		if err := scan(&id, &text); err != nil {
			return err
		}
		clocks[id] = new(moment.Clock)
		return json.Unmarshal(text, clocks[id])
	})
}

// momentOfEach is a placeholder for the time of a moment in each content, as a JSON object.
type momentOfEach moment.Moment

// contentList is a placeholder for the list of contents.
type contentList struct{}

// having returns the contents with an event that meets the part of a question that SQL can express.
func (l *Library) having(ctx context.Context, q *query.Query, games []string) (map[int64]bool, error) {
	k := &compiler{games: games}
	where := k.where(q)
	contents := map[int64]bool{}
	args, err := l.filled(ctx, k.args, nil)
	if err != nil {
		return nil, err
	}
	err = l.eachIn(ctx, "SELECT DISTINCT e.content"+factTables(where, "")+" WHERE "+where, args,
		func(scan scanner) error {
			var id int64
			err := scan(&id)
			contents[id] = true
			return err
		})
	return contents, err
}

// toldEvents holds the events of one demo found in rows.
type toldEvents struct {
	content   int64
	events    []sim.Event
	who, whom []int // profile numbers; -1 if there is none
	facts     []query.Fact
}

// facts reads the rows that answer a question for the given contents. It returns them by content.
func (l *Library) facts(ctx context.Context, a *asked, contents []int64) (map[int64]*toldEvents, error) {
	args, err := l.filled(ctx, a.args, contents)
	if err != nil {
		return nil, err
	}
	found := map[int64]*toldEvents{}
	var last *toldEvents
	var r factRow
	err = l.eachIn(ctx, a.text, args, func(scan scanner) error {
		if err := r.read(scan); err != nil {
			return err
		}
		if last == nil || last.content != r.content {
			if last = found[r.content]; last == nil {
				last = &toldEvents{content: r.content}
				found[r.content] = last
			}
		}
		r.add(last)
		return nil
	})
	return found, err
}

// factRow is a row of factColumns.
type factRow struct {
	content, time, clock                            int64
	kind                                            sql.RawBytes
	slot, attacker, who, whom, value                sql.NullInt64
	weapon, item, powerup, team, text, place, cause sql.RawBytes
	origin, doer, victim                            [3]sql.NullFloat64
	holds, near                                     bool
}

func (r *factRow) read(scan scanner) error {
	return scan(&r.content, &r.time, &r.clock, &r.kind, &r.slot, &r.attacker, &r.who, &r.whom, &r.weapon, &r.item,
		&r.powerup, &r.team, &r.value, &r.text, &r.place, &r.cause, &r.origin[0], &r.origin[1], &r.origin[2],
		&r.doer[0], &r.doer[1], &r.doer[2], &r.victim[0], &r.victim[1], &r.victim[2], &r.holds, &r.near)
}

// add adds the row to t.
func (r *factRow) add(t *toldEvents) {
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
	f := query.Fact{Event: len(t.events), Holds: r.holds, Near: r.near}
	f.Doer, f.HasDoer = vectorOf(&r.doer)
	f.Victim, f.HasVictim = vectorOf(&r.victim)
	t.events, t.facts = append(t.events, e), append(t.facts, f)
	t.who, t.whom = append(t.who, numberOf(r.who)), append(t.whom, numberOf(r.whom))
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

// remember reads the data about some demos, given their numbers and the numbers of their contents.
func (l *Library) remember(ctx context.Context, demos, contents []int64) (map[int64]*remembered, error) {
	all := map[int64]*remembered{}
	rows, _ := json.Marshal(demos)
	ids, _ := json.Marshal(contents)
	known := map[int64]*Row{}
	err := l.eachIn(ctx, rowQuestion+"WHERE copies.id IN (SELECT value FROM json_each(?))", []any{string(rows)},
		func(scan scanner) error {
			r, err := readRow(scan)
			known[r.ID] = r
			return err
		})
	if err != nil {
		return nil, err
	}
	for i, id := range contents {
		all[id] = &remembered{row: known[demos[i]]}
	}
	err = l.eachIn(ctx,
		`SELECT content, map, title, start_ms, end_ms, mode, teams, server_run, mod, map_checksum, map_models, map_paks FROM levels
		WHERE content IN (SELECT value FROM json_each(?)) ORDER BY content, n`, []any{string(ids)}, func(scan scanner) error {
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
	if err != nil {
		return nil, err
	}
	return all,
		l.eachIn(ctx,
			"SELECT content, slot, name, team, team_name FROM profiles WHERE content IN (SELECT value FROM json_each(?)) ORDER BY content, n",
			[]any{string(ids)},
			func(scan scanner) error {
				var id int64
				var slot int
				var team sql.RawBytes
				p := new(sim.Profile)
				if err := scan(&id, &slot, &p.Name.Plain, &team, &p.TeamName); err != nil {
					return err
				}
				p.Slot, p.Team = sim.SlotAt(slot), enums.teams[string(team)]
				if d := all[id]; d != nil {
					d.profiles = append(d.profiles, p)
				}
				return nil
			})
}

// recall builds a recording without worlds and paths from a demo's levels and the events found in rows.
func (d *remembered) recall(t *toldEvents) *recording.Recording {
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
	for i := range t.events {
		e := t.events[i]
		e.Profile, e.AttackerProfile = profile(t.who[i]), profile(t.whom[i])
		b.Event(e)
	}
	at(ms(r.DurationMS))
	b.Finish(nil)
	return rec
}
