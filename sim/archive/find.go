//go:build !js

package archive

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// Hits holds the moments in a demo that match a query.
type Hits struct {
	Row       *Row
	Recording *recording.Recording // only the parts needed for the answer
	query.Answer
	Err error // the reason why the demo could not be searched
}

// FindOptions controls [Library.Find].
type FindOptions struct {
	Workers int
	// Time is the maximum time spent on a demo that has to be opened, or 0 for two minutes.
	Time time.Duration
	// Places, if not nil, returns the names of the places on a demo's maps. It is called once for all demos with the
	// same folder, mod and maps, and may be called concurrently.
	Places func(*Row, *recording.Recording) query.Places
	// Remain, if not nil, is called with the number of demos still to be opened, first before any is opened and then
	// after each.
	Remain func(demos int)
	// Outdated, if not nil, is called once with the number of demos that were scanned by an older version of the
	// program, if there are any. Such demos must be opened until they have been scanned again.
	Outdated func(demos int)
}

// The sizes of the chunks of demos that are searched together. The first chunk is small so that the first results
// appear soon.
const (
	firstChunk = 32
	mostChunk  = 1024
)

// Find runs the query q on every demo in the library. It calls f for each demo with matching moments, in order of path.
// If the library has several copies of a demo, only one is searched. If q asks for events, Find reads only the library.
// If q asks for players' states, Find uses the library to select demos that might match, and then opens them. If ctx is
// done, Find returns context.Cause(ctx). If f returns an error, Find returns it.
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
	x := &search{l: l, q: q, o: &o, places: map[string]func() query.Places{}}
	demos, err := x.plan(ctx)
	if err != nil {
		return err
	}
	if x.stmt != nil {
		defer x.stmt.Close()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turns := make(chan chan []*Hits, 8*o.Workers)
	var failed error
	go func() {
		defer close(turns)
		failed = fault.Guard(func() error { return x.each(ctx, demos, turns) })
	}()
	for turn := range turns {
		for _, h := range <-turn {
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
	}
	return cmp.Or(context.Cause(ctx), failed)
}

// search is one run of [Library.Find].
type search struct {
	l      *Library
	q      *query.Query
	o      *FindOptions
	asked  *asked // nil for a question that is not factual
	stmt   *sql.Stmt
	remain atomic.Int64

	mu     sync.Mutex
	places map[string]func() query.Places
}

// candidate is a demo that may have matching moments.
type candidate struct {
	demo, content int64
	game          string
	open          bool // it has to be opened
}

// demos calls a function for each demo to search, one for each content, in order of path.
type demos func(context.Context, func(candidate) error) error

// plan prepares the search. If demos have to be opened, it counts them.
func (x *search) plan(ctx context.Context) (demos, error) {
	games, err := x.l.games(ctx)
	if err != nil {
		return nil, err
	}
	var having map[int64]bool
	if factual(x.q) {
		x.asked = compile(x.q, games)
		if x.stmt, err = x.l.db.PrepareContext(ctx, x.asked.text); err != nil {
			return nil, x.l.told(err)
		}
	} else {
		part := x.q
		if part.AsksStates() {
			part = part.Near()
		}
		if part != nil && !part.AsksStates() {
			if having, err = x.l.having(ctx, part, games); err != nil {
				return nil, err
			}
		}
	}
	outdated := 0
	err = x.l.eachIn(ctx, "SELECT count(*) FROM contents WHERE reader < ?1 OR reader > ?1", []any{readerVersion},
		func(scan scanner) error { return scan(&outdated) })
	if err != nil || x.asked != nil && outdated == 0 {
		return x.candidates, err
	}
	list, err := x.count(ctx, having)
	return func(_ context.Context, f func(candidate) error) error {
		for _, c := range list {
			if err := f(c); err != nil {
				return err
			}
		}
		return nil
	}, err
}

// count lists the demos to search, and reports how many have to be opened. Of the demos that are not outdated, only
// those in having are opened, or all if that is nil.
func (x *search) count(ctx context.Context, having map[int64]bool) (list []candidate, err error) {
	outdated, opened := 0, 0
	err = x.candidates(ctx, func(c candidate) error {
		switch {
		case !c.open:
			if x.asked == nil {
				if having != nil && !having[c.content] {
					return nil
				}
				c.open = true
				opened++
			}
		default:
			outdated++
			opened++
		}
		list = append(list, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	x.remain.Store(int64(opened))
	if outdated > 0 && x.o.Outdated != nil {
		x.o.Outdated(outdated)
	}
	if opened > 0 && x.o.Remain != nil {
		x.o.Remain(opened)
	}
	return list, nil
}

// candidates calls f for each demo in the library. The demos that an older version read have to be opened.
func (x *search) candidates(ctx context.Context, f func(candidate) error) error {
	// The order is that of the indexes, so that no demo has to wait until all are known.
	const question = `SELECT copies.id, copies.content, contents.reader, contents.game FROM files CROSS JOIN copies ON copies.file = files.id
		CROSS JOIN contents ON contents.id = copies.content ORDER BY files.path, copies.member`
	seen := map[int64]bool{}
	return x.l.eachIn(ctx, question, nil, func(scan scanner) error {
		var c candidate
		var game sql.RawBytes
		reader := 0
		if err := scan(&c.demo, &c.content, &reader, &game); err != nil || seen[c.content] {
			return err
		}
		seen[c.content] = true
		c.game, c.open = string(game), reader != readerVersion
		return f(c)
	})
}

// each searches demos in chunks, which the workers share: large ones if the library knows enough about the demos,
// otherwise one by one. It sends what finds them to turns, in order.
func (x *search) each(ctx context.Context, demos demos, turns chan<- chan []*Hits) error {
	workers := make(chan struct{}, x.o.Workers)
	var chunk []candidate
	flush := func() error {
		if len(chunk) == 0 {
			return nil
		}
		own := chunk
		chunk = nil
		return x.start(ctx, own, turns, workers)
	}
	size := firstChunk
	err := demos(ctx, func(c candidate) error {
		if c.open {
			if err := flush(); err != nil {
				return err
			}
		}
		chunk = append(chunk, c)
		if c.open || len(chunk) >= size {
			size = min(2*size, mostChunk)
			return flush()
		}
		return nil
	})
	return cmp.Or(err, flush())
}

// start searches a chunk as soon as a worker is free.
func (x *search) start(ctx context.Context, chunk []candidate, turns chan<- chan []*Hits,
	workers chan struct{}) error {
	select {
	case workers <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	turn := make(chan []*Hits, 1)
	select {
	case turns <- turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	go func() {
		turn <- x.ask(ctx, chunk)
		<-workers
	}()
	return nil
}

// games returns the games of the library's demos.
func (l *Library) games(ctx context.Context) (list []string, err error) {
	err = l.eachIn(ctx, "SELECT DISTINCT game FROM contents", nil, func(scan scanner) error {
		var game string
		err := scan(&game)
		list = append(list, game)
		return err
	})
	return list, err
}

// ask searches the demos of a chunk and returns their hits.
func (x *search) ask(ctx context.Context, chunk []candidate) []*Hits {
	if chunk[0].open {
		h := x.openAndAsk(ctx, chunk[0])
		if left := x.remain.Add(-1); x.o.Remain != nil {
			x.o.Remain(int(left))
		}
		return []*Hits{h}
	}
	list, err := x.recallAndAsk(ctx, chunk)
	if err != nil {
		return []*Hits{{Err: err}}
	}
	return list
}

// recallAndAsk answers from the library.
func (x *search) recallAndAsk(ctx context.Context, chunk []candidate) (list []*Hits, err error) {
	found, err := x.l.facts(ctx, x.stmt, x.asked, chunk)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	chunk = slices.DeleteFunc(chunk, func(c candidate) bool { return found[c.content] == nil })
	known, err := x.l.remember(ctx, chunk)
	if err != nil {
		return nil, err
	}
	for _, c := range chunk {
		d := known[c.content]
		if d.row == nil { // it was removed in the meantime
			continue
		}
		rec, facts := d.recall(found[c.content])
		h := &Hits{Row: d.row, Recording: rec}
		h.Answer, h.Err = x.q.FindAmong(ctx, query.Source{Recording: rec, Places: x.placesOf(h)}, facts, settled)
		list = append(list, h)
	}
	return list, nil
}

// placesOf returns the place names of a demo's maps.
func (x *search) placesOf(h *Hits) query.Places {
	if x.o.Places == nil {
		return nil
	}
	levels := h.Recording.Levels()
	key := fmt.Sprintln(filepath.Dir(h.Row.Path), h.Row.Game, h.Row.Mod)
	for i := range levels {
		key += fmt.Sprintln(levels[i].Map, levels[i].Mod, levels[i].Checksum, levels[i].MapModels, levels[i].Paks)
	}
	x.mu.Lock()
	places, ok := x.places[key]
	if !ok {
		row, rec := h.Row, h.Recording
		places = sync.OnceValue(func() query.Places { return x.o.Places(row, rec) })
		x.places[key] = places
	}
	x.mu.Unlock()
	return places()
}

// openAndAsk reads a whole demo in order to search it.
func (x *search) openAndAsk(ctx context.Context, c candidate) *Hits {
	h := new(Hits)
	if h.Row, h.Err = x.l.Row(c.demo); h.Err != nil || h.Row == nil {
		return h
	}
	ctx, cancel := context.WithTimeoutCause(ctx, x.o.Time, fmt.Errorf("reading it took longer than %v", x.o.Time))
	defer cancel()
	d, err := formats.OpenMember(h.Row.Path, h.Row.Member)
	if err != nil {
		h.Err = reason(err)
		return h
	}
	if h.Recording, h.Err = record(ctx, d, recording.Worlds); h.Err != nil {
		return h
	}
	h.Answer, h.Err = x.q.Find(ctx, query.Source{Recording: h.Recording, Places: x.placesOf(h)})
	return h
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// enums maps the names used in tables to their values.
var enums = struct {
	kinds    map[string]sim.EventKind
	weapons  map[string]sim.Weapon
	items    map[string]sim.Item
	powerups map[string]sim.Powerup
	teams    map[string]sim.Team
}{
	named(sim.EventKindCount, sim.EventKind.String), named(sim.WeaponCount, weaponName),
	named(sim.ItemCount, sim.Item.String), named(sim.PowerupCount, sim.Powerup.String),
	named(sim.TeamCount, sim.Team.String),
}

// weaponName returns a weapon's name in the tables. It distinguishes a map's trap from the weapon of that name.
func weaponName(w sim.Weapon) string {
	if w == sim.CauseTrigger {
		return w.String() + " of the map"
	}
	return w.String()
}

// named maps names to the values below count. If several share a name, the first wins.
func named[T ~uint8](count T, name func(T) string) map[string]T {
	m := map[string]T{}
	for v := range count {
		if _, taken := m[name(v)]; !taken {
			m[name(v)] = v
		}
	}
	return m
}
