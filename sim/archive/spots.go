//go:build !js

package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"fragscope/sim"
	"fragscope/sim/archive/model"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
)

// HeatSide is the side length of a heat map cell, in game units.
const HeatSide = 32

// Spot is a place on a map where something happened.
type Spot struct {
	Content int64
	Time    time.Duration
	At      sim.Vec3
	Weight  float64 // seconds for presence, otherwise 1
	Profile int     // profiles.n of the player; -1 if unknown
}

// sameMaps lists, for each game, the games that play the same maps.
var sameMaps = map[string][]string{"quake": {"quake", "quakeworld"}, "quakeworld": {"quake", "quakeworld"}, "quake3": {"quake3", "quakelive"}, "quakelive": {"quake3", "quakelive"}}

// gamesOf returns an SQL condition that selects the games sharing the maps of a game. If game is empty, it returns
// none.
func gamesOf(game string) (where string, args []any) {
	if game == "" {
		return "", nil
	}
	games := sameMaps[game]
	if games == nil {
		games = []string{game}
	}
	for _, g := range games {
		args = append(args, g)
	}
	return " AND contents.game IN (?" + strings.Repeat(", ?", len(games)-1) + ")", args
}

// Spots calls f for each spot that q asks for, in order of demo and time. In games that number their matches, a death
// or kill is reported only once, even if several demos show it. If f returns an error, Spots returns it.
func (l *Library) Spots(ctx context.Context, q spot.Question, f func(*Spot) error) error {
	who, err := l.people(ctx, &q)
	if err != nil {
		return err
	}
	if q.Kind == spot.Presence {
		return l.presence(ctx, &q, who, f)
	}
	return l.happened(ctx, &q, who, f)
}

// people is the set of players that a question is about, by content and number, or nil for everybody.
type people map[[2]int64]bool

func (p people) has(content int64, n int) bool { return p == nil || p[[2]int64{content, int64(n)}] }

func (l *Library) people(ctx context.Context, q *spot.Question) (people, error) {
	if q.Player == "" && q.Team == "" {
		return nil, nil
	}
	matches := func(s, part string) bool {
		s, part = strings.ToLower(s), strings.ToLower(part)
		return part == "" || s == part || !q.Whole && strings.Contains(s, part)
	}
	who := people{}
	err := l.eachIn(ctx, `SELECT content, n, name, team, team_name FROM profiles WHERE content IN (SELECT content FROM samples WHERE map = ?)`, []any{strings.ToLower(q.Map)},
		func(scan scanner) error {
			var content, n int64
			var name, team, teamName string
			if err := scan(&content, &n, &name, &team, &teamName); err != nil {
				return err
			}
			if matches(name, q.Player) && (matches(teamName, q.Team) && teamName != "" || matches(team, q.Team)) {
				who[[2]int64{content, n}] = true
			}
			return nil
		})
	return who, err
}

// presence answers the question with a spot for each second of each player.
func (l *Library) presence(ctx context.Context, q *spot.Question, who people, f func(*Spot) error) error {
	hand, err := condition("hand", q.Weapon)
	if err != nil {
		return err
	}
	var s instant
	return l.eachSamples(ctx, q.Game, q.Map, func(row *sampleRow) error {
		hands := row.numbers(hand)
		for b, ok := s.next(row.data); ok; b, ok = s.next(b) {
			if !q.Stage.Has(s.phase, s.match) {
				continue
			}
			for i := range s.players {
				p := &s.players[i]
				if hand != nil && !hands[p.weapon] || !who.has(row.content, int(p.profile)) {
					continue
				}
				one := Spot{row.content, ms(int64(s.time)), p.place(), sampleEvery.Seconds(), int(p.profile)}
				if p.profile == nobodyKnown {
					one.Profile = -1
				}
				if err := f(&one); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (p *standing) place() sim.Vec3 {
	return sim.Vec3{float32(p.origin[0]), float32(p.origin[1]), float32(p.origin[2])}
}

// sampleRow is the samples of a level.
type sampleRow struct {
	content int64
	game    string
	teams   bool
	weapons []string
	data    []byte
}

// numbers returns the weapons of the level, by number, that a condition names.
func (r *sampleRow) numbers(hand *query.Condition) (numbers [math.MaxUint8 + 1]bool) {
	if hand == nil {
		return numbers
	}
	var names []string
	for _, v := range hand.Values {
		names = append(names, weapons(v, sim.MeaningOf(r.game, v.Text))...)
	}
	for i, w := range r.weapons {
		numbers[i+1] = slices.Contains(names, w)
	}
	return numbers
}

// condition parses a user's text for a key into a condition, or nil for an empty text.
func condition(key, text string) (*query.Condition, error) {
	if text == "" {
		return nil, nil
	}
	if strings.ContainsFunc(text, unicode.IsSpace) && !strings.Contains(text, `"`) {
		text = query.Quote(text)
	}
	q, err := query.Parse(key + ":" + text)
	if err != nil {
		return nil, err
	}
	return &q.Terms()[0], nil
}

// eachSamples calls f with the samples of each level of a map. f must not retain its argument.
func (l *Library) eachSamples(ctx context.Context, game, level string, f func(*sampleRow) error) error {
	where, games := gamesOf(game)
	question := `SELECT content, game, teams, weapons, data FROM samples JOIN contents ON contents.id = samples.content WHERE samples.map = ?` + where + ` ORDER BY content, level`
	var row sampleRow
	var weapons string
	return l.eachIn(ctx, question, append([]any{strings.ToLower(level)}, games...), func(scan scanner) error {
		var data sql.RawBytes
		if err := scan(&row.content, &row.game, &row.teams, &weapons, &data); err != nil {
			return err
		}
		row.weapons, row.data = strings.Split(weapons, "\n"), data
		return f(&row)
	})
}

// happened answers the question with the places of events.
func (l *Library) happened(ctx context.Context, q *spot.Question, who people, f func(*Spot) error) error {
	kind, person, place := "obituary", "e.who", "s.x, s.y, s.z"
	switch q.Kind {
	case spot.Kills:
		person, place = "e.whom", "s.by_x, s.by_y, s.by_z"
	case spot.Pickups:
		kind = "pickup"
	}
	where, args := gamesOf(q.Game)
	args = append([]any{strings.ToLower(q.Map)}, args...)
	with := "with"
	if q.Kind == spot.Pickups {
		with = "hand"
	}
	games, err := l.games(ctx)
	if err != nil {
		return err
	}
	k := &compiler{games: games, game: "contents.game"}
	for key, text := range map[string]string{with: q.Weapon, "item": q.Item} {
		t, err := condition(key, text)
		if err != nil {
			return err
		}
		if t != nil {
			where += " AND (" + compiled[key](k, t) + ")"
		}
	}
	question := fmt.Sprintf(`SELECT e.content, e.time_ms, %s, %s, s.phase, coalesce(s.match_ms, %d), l.server_run, e.clock_ms, coalesce(e.slot, -1)
		FROM samples m JOIN contents ON contents.id = m.content JOIN levels l ON l.content = m.content AND l.n = m.level
		JOIN spots s ON s.content = m.content AND s.level = m.level JOIN events e ON e.content = s.content AND e.kind = '%s' AND e.n = s.n
		WHERE m.map = ?%s ORDER BY e.content, e.n`, person, place, matchUntold, kind, where)
	type once struct{ run, clock, slot int64 }
	seen := map[once]bool{}
	return l.eachIn(ctx, question, args, func(scan scanner) error {
		var at [3]sql.NullFloat64
		var profile sql.NullInt64
		var time, match int64
		var phase string
		var o once
		one := Spot{Weight: 1, Profile: -1}
		if err := scan(&one.Content, &time, &profile, &at[0], &at[1], &at[2], &phase, &match, &o.run, &o.clock, &o.slot); err != nil {
			return err
		}
		if profile.Valid {
			one.Profile = int(profile.Int64)
		}
		if !at[0].Valid || !who.has(one.Content, one.Profile) || !q.Stage.Has(model.PhaseNamed(phase), int32(match)) || o.run != 0 && seen[o] {
			return nil
		}
		seen[o] = o.run != 0
		one.Time = ms(time)
		for i, v := range at {
			one.At[i] = float32(v.Float64)
		}
		return f(&one)
	})
}

// Walked returns the cells of a map in which players have been seen, and the highest z coordinate at which a player was
// seen in each cell. most is the maximum number of recorded levels examined.
func (l *Library) Walked(ctx context.Context, game, level string, most int) (map[Cell]float32, error) {
	cells := map[Cell]float32{}
	var s instant
	enough := errors.New("enough")
	err := l.eachSamples(ctx, game, level, func(r *sampleRow) error {
		for b, ok := s.next(r.data); ok; b, ok = s.next(b) {
			for i := range s.players {
				at := s.players[i].place()
				c := CellAt(at)
				if z, known := cells[c]; !known || at[2] > z {
					cells[c] = at[2]
				}
			}
		}
		if most--; most <= 0 {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return cells, err
}

// Cell is a square on a map's floor plan, HeatSide units wide. X and Y count cells from the origin.
type Cell struct{ X, Y int }

// CellAt returns the cell that contains the position v.
func CellAt(v sim.Vec3) Cell {
	n := func(v float32) int { return int(math.Floor(float64(v) / HeatSide)) }
	return Cell{n(v[0]), n(v[1])}
}

// Heat returns a value for each cell of a map. If q asks for presence, the value is the number of seconds that players
// spent in the cell; otherwise it is the number of events.
func (l *Library) Heat(ctx context.Context, q spot.Question) (map[Cell]float64, error) {
	cells := map[Cell]float64{}
	err := l.Spots(ctx, q, func(s *Spot) error {
		cells[CellAt(s.At)] += s.Weight
		return nil
	})
	return cells, err
}

// Place describes where and when something happened: in which demo, at what time and position, and to which player.
type Place struct {
	Row  *Row
	Time time.Duration
	Name string // of the player; empty if unknown
	At   sim.Vec3
}

// Moments returns moments that q asks for inside a rectangle of the map. lo and hi are opposite corners of the
// rectangle, and most is the maximum number of moments. If q asks for presence, Moments returns the moments at which a
// player entered the rectangle.
func (l *Library) Moments(ctx context.Context, q spot.Question, lo, hi [2]float64, most int) (list []Place, err error) {
	type visitor struct {
		content int64
		profile int
	}
	last := map[visitor]time.Duration{}
	var spots []Spot
	err = l.Spots(ctx, q, func(s *Spot) error {
		if x, y := float64(s.At[0]), float64(s.At[1]); x < lo[0] || y < lo[1] || x >= hi[0] || y >= hi[1] || len(spots) >= most {
			return nil
		}
		v := visitor{s.Content, s.Profile}
		before, again := last[v]
		last[v] = s.Time
		if q.Kind != spot.Presence || !again || s.Time-before > 2*sampleEvery {
			spots = append(spots, *s)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range spots {
		p := Place{Time: spots[i].Time, At: spots[i].At}
		if p.Row, err = l.rowOf(spots[i].Content); err != nil {
			return nil, err
		}
		if p.Name, err = l.nameOf(spots[i].Content, spots[i].Profile); err != nil {
			return nil, err
		}
		if p.Row != nil {
			list = append(list, p)
		}
	}
	return list, nil
}

// rowOf returns the row of the first demo with the given content.
func (l *Library) rowOf(content int64) (r *Row, err error) {
	err = l.each(rowQuestion+"WHERE copies.content = ? ORDER BY path, member LIMIT 1", []any{content}, func(scan scanner) error {
		r, err = readRow(scan)
		return err
	})
	return r, err
}

// nameOf returns the name of a player, or "" if unknown.
func (l *Library) nameOf(content int64, profile int) (name string, err error) {
	err = l.each("SELECT name FROM profiles WHERE content = ? AND n = ?", []any{content, profile}, func(scan scanner) error { return scan(&name) })
	return name, err
}
