//go:build !js

package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"fragscope/formats"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// Hits are the moments of one demo that answer a question.
type Hits struct {
	Row       *Row
	Recording *recording.Recording // of what was needed for the answer
	query.Answer
	Err error // why the demo could not be asked
}

// FindOptions say how all demos are asked.
type FindOptions struct {
	Workers int
	// Time is what one demo may take, where it has to be opened; 0 for two minutes.
	Time time.Duration
	// Places names the places of a demo's maps; may be nil.
	Places func(*Row, *recording.Recording) query.Places
}

// Find asks every demo a question, and calls f with those that have answers, by path. Of copies one is asked. What the events tell is
// answered by the library alone; a moment has a place then only if its event has one. Other questions, about health or speed, have the
// demos opened in which the rest of the question holds. When ctx ends, or f fails, that is the error.
func (l *Library) Find(ctx context.Context, q *query.Query, o FindOptions, f func(*Hits) error) error {
	if q.Empty() {
		return nil
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Time <= 0 {
		o.Time = defaultTime
	}
	candidates, err := l.candidates(ctx, q)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turns := make(chan chan *Hits, 8*o.Workers)
	go func() {
		defer close(turns)
		workers := make(chan struct{}, o.Workers)
		for _, c := range candidates {
			turn := make(chan *Hits, 1)
			select {
			case turns <- turn:
			case <-ctx.Done():
				return
			}
			workers <- struct{}{}
			go func() {
				turn <- l.ask(ctx, c, q, &o)
				<-workers
			}()
		}
	}()
	for turn := range turns {
		h := <-turn
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(h.Moments) == 0 && h.Err == nil {
			continue
		}
		if err := f(h); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// candidate is a demo that may have answers.
type candidate struct{ demo, content int64 }

// candidates are the demos in which the players that are asked for have to do with something, one of each content.
func (l *Library) candidates(ctx context.Context, q *query.Query) (list []candidate, err error) {
	var where strings.Builder
	var args []any
	for _, names := range q.Players() {
		var any []string
		for _, name := range names {
			any = append(any, "instr(folded, ?) OR team = ?")
			args = append(args, name, name)
		}
		where.WriteString(" AND EXISTS (SELECT 1 FROM profiles WHERE profiles.content = demos.content AND (" + strings.Join(any, " OR ") + "))")
	}
	// Of each group SQLite takes the row that has the minimum.
	question := `SELECT demos.id, demos.content, min(path || char(0) || member) FROM demos JOIN files ON files.id = demos.file WHERE demos.content IS NOT NULL` +
		where.String() + ` GROUP BY demos.content ORDER BY 3`
	err = l.eachIn(ctx, question, args, func(scan scanner) error {
		var c candidate
		err := scan(&c.demo, &c.content, new(sql.RawBytes))
		list = append(list, c)
		return err
	})
	return list, err
}

// ask asks one demo.
func (l *Library) ask(ctx context.Context, c candidate, q *query.Query, o *FindOptions) *Hits {
	h := new(Hits)
	if cheap := q.Cheap(); cheap != nil {
		if h.Recording, h.Err = l.Recall(ctx, c.content); h.Err != nil {
			return h
		}
		answer, err := cheap.Find(ctx, query.Source{Recording: h.Recording})
		if err != nil || len(answer.Moments) == 0 {
			return h
		}
	}
	if h.Row, h.Err = l.Row(c.demo); h.Err != nil || h.Row == nil {
		return h
	}
	if q.Costly() {
		ctx, cancel := context.WithTimeoutCause(ctx, o.Time, fmt.Errorf("reading it takes longer than %v", o.Time))
		defer cancel()
		d, err := formats.OpenMember(h.Row.Path, h.Row.Member)
		if err != nil {
			h.Err = reason(err)
			return h
		}
		if h.Recording, h.Err = record(ctx, d, recording.Worlds); h.Err != nil {
			return h
		}
	}
	s := query.Source{Recording: h.Recording}
	if o.Places != nil {
		s.Places = o.Places(h.Row, h.Recording)
	}
	h.Answer, h.Err = q.Find(ctx, s)
	return h
}

// Recall is what the library knows of a demo as a recording: its header, levels and events, without worlds and paths.
func (l *Library) Recall(ctx context.Context, content int64) (*recording.Recording, error) {
	var h sim.Header
	var duration int64
	err := l.db.QueryRowContext(ctx, "SELECT game, mod, mod_name, protocol, kind, recorder, server, duration_ms FROM contents WHERE id = ?", content).
		Scan(&h.GameKey, &h.Mod, &h.ModName, &h.Protocol, &h.Kind, &h.Recorder, &h.Server, &duration)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errors.New("the library does not have it any more")
	}
	if err != nil {
		return nil, err
	}
	b, rec := recording.NewRecorder(h)
	b.Keep(0)
	frame := new(recording.Frame)
	at := func(ms int64) {
		frame.Time = time.Duration(ms) * time.Millisecond
		b.Frame(frame)
	}
	err = l.eachIn(ctx, "SELECT map, title, start_ms, mode, teams, server_run FROM levels WHERE content = ? ORDER BY n", []any{content}, func(scan scanner) error {
		var level sim.Level
		var start int64
		if err := scan(&level.Map, &level.Title, &start, &level.GameType, &level.Teams, &level.ServerRun); err != nil {
			return err
		}
		if rec.Frames() > 0 {
			at(start)
		}
		b.Level(level)
		at(start)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := l.recallEvents(ctx, content, b); err != nil {
		return nil, err
	}
	at(duration)
	b.Finish(nil)
	return rec, nil
}

// recallEvents gives a recorder the events of a demo.
func (l *Library) recallEvents(ctx context.Context, content int64, b *recording.Recorder) error {
	profiles := map[int64]*sim.Profile{}
	err := l.eachIn(ctx, "SELECT n, slot, name, team, team_name FROM profiles WHERE content = ?", []any{content}, func(scan scanner) error {
		var n int64
		var slot int
		var team string
		p := new(sim.Profile)
		err := scan(&n, &slot, &p.Name.Plain, &team, &p.TeamName)
		p.Slot, p.Team = sim.SlotAt(slot), enums.teams[team]
		profiles[n] = p
		return err
	})
	if err != nil {
		return err
	}
	return l.eachIn(ctx, `SELECT time_ms, clock_ms, kind, slot, attacker, who, whom, weapon, item, powerup, team, value, text, place, cause, x, y, z FROM events
		WHERE content = ? ORDER BY n`, []any{content}, func(scan scanner) error {
		var e sim.Event
		var time, clock int64
		var kind string
		var slot, attacker, who, whom, value sql.NullInt64
		var weapon, item, powerup, team, text, place, cause sql.NullString
		var origin [3]sql.NullFloat64
		if err := scan(&time, &clock, &kind, &slot, &attacker, &who, &whom, &weapon, &item, &powerup, &team, &value, &text, &place, &cause, &origin[0], &origin[1], &origin[2]); err != nil {
			return err
		}
		e.Time, e.Clock = ms(time), ms(clock)
		e.Kind, e.Weapon, e.Item, e.Powerup, e.Team = enums.kinds[kind], enums.weapons[weapon.String], enums.items[item.String], enums.powerups[powerup.String], enums.teams[team.String]
		e.Value, e.Text, e.Place, e.Cause = int(value.Int64), sim.PlainText(text.String), place.String, cause.String
		if slot.Valid {
			e.Slot = sim.SlotAt(int(slot.Int64))
		}
		if attacker.Valid {
			e.Attacker = sim.SlotAt(int(attacker.Int64))
		}
		if who.Valid {
			e.Profile = profiles[who.Int64]
		}
		if whom.Valid {
			e.AttackerProfile = profiles[whom.Int64]
		}
		e.HasOrigin = origin[0].Valid
		for i, v := range origin {
			e.Origin[i] = float32(v.Float64)
		}
		b.Event(e)
		return nil
	})
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// enums are the values of the tables by their names.
var enums = struct {
	kinds    map[string]sim.EventKind
	weapons  map[string]sim.Weapon
	items    map[string]sim.Item
	powerups map[string]sim.Powerup
	teams    map[string]sim.Team
}{
	named(sim.EventKindCount, sim.EventKind.String), named(sim.WeaponCount, weaponName), named(sim.ItemCount, sim.Item.String),
	named(sim.PowerupCount, func(p sim.Powerup) string { return p.Info().Name }), named(sim.TeamCount, sim.Team.String),
}

// weaponName is a weapon in the tables. A trap of a map is not the weapon of that name.
func weaponName(w sim.Weapon) string {
	if w == sim.CauseTrigger {
		return w.String() + " of the map"
	}
	return w.String()
}

// named are the values below a count by their names; of some with one name it is the first.
func named[T ~uint8](count T, name func(T) string) map[string]T {
	m := map[string]T{}
	for v := range count {
		if _, taken := m[name(v)]; !taken {
			m[name(v)] = v
		}
	}
	return m
}
