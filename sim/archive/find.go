//go:build !js

package archive

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/formats"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// Hits holds the moments in a demo that match a question.
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
	// same folder, mod and maps.
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

// Find answers a question about every demo in the library. It calls f for each demo with matching moments, in order of
// path. If the library has several copies of a demo, only one is searched. A question about events is answered from the
// library alone. If a question is about the states of players, Find uses the library to select the demos that might
// match and then opens those. If ctx is done, Find returns context.Cause(ctx). If f returns an error, Find returns it.
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
	x := &search{l: l, q: q, o: &o, places: map[string]query.Places{}}
	chunks, err := x.plan(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turns := make(chan chan []*Hits, 8*o.Workers)
	go func() {
		defer close(turns)
		workers := make(chan struct{}, o.Workers)
		for _, chunk := range chunks {
			turn := make(chan []*Hits, 1)
			select {
			case turns <- turn:
			case <-ctx.Done():
				return
			}
			workers <- struct{}{}
			go func() {
				turn <- x.ask(ctx, chunk)
				<-workers
			}()
		}
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
	return context.Cause(ctx)
}

type search struct {
	l      *Library
	q      *query.Query
	o      *FindOptions
	asked  *asked // nil for a question that is not factual
	remain atomic.Int64

	mu     sync.Mutex
	places map[string]query.Places
}

// candidate is a demo that may have matching moments.
type candidate struct {
	demo, content int64
	open          bool // it has to be opened
}

// plan lists the demos to search, one for each content, in chunks: in large ones if the library knows enough about the
// demos, otherwise one by one.
func (x *search) plan(ctx context.Context) (chunks [][]candidate, err error) {
	games, err := x.l.games(ctx)
	if err != nil {
		return nil, err
	}
	var having map[int64]bool
	if factual(x.q) {
		x.asked = compile(x.q, games)
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
	outdated, opened := 0, 0
	var chunk []candidate
	flush := func() {
		if len(chunk) > 0 {
			chunks, chunk = append(chunks, chunk), nil
		}
	}
	// From each group SQLite takes the row with the minimum.
	const question = `SELECT copies.id, copies.content, contents.reader, min(path || char(0) || member) FROM copies JOIN files ON files.id = copies.file
		JOIN contents ON contents.id = copies.content GROUP BY copies.content ORDER BY 4`
	err = x.l.eachIn(ctx, question, nil, func(scan scanner) error {
		var c candidate
		reader := 0
		if err := scan(&c.demo, &c.content, &reader, new(sql.RawBytes)); err != nil {
			return err
		}
		if c.open = x.asked == nil || reader != readerVersion; !c.open {
			if chunk = append(chunk, c); len(chunk) >= min(firstChunk<<min(len(chunks), 8), mostChunk) {
				flush()
			}
			return nil
		}
		if reader != readerVersion {
			outdated++
		} else if having != nil && !having[c.content] {
			return nil
		}
		flush()
		opened++
		chunks = append(chunks, []candidate{c})
		return nil
	})
	flush()
	x.remain.Store(int64(opened))
	if outdated > 0 && x.o.Outdated != nil {
		x.o.Outdated(outdated)
	}
	if opened > 0 && x.o.Remain != nil {
		x.o.Remain(opened)
	}
	return chunks, err
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
	var contents []int64
	for _, c := range chunk {
		contents = append(contents, c.content)
	}
	found, err := x.l.facts(ctx, x.asked, contents)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var demos []int64
	contents = contents[:0]
	for _, c := range chunk {
		if found[c.content] != nil {
			demos, contents = append(demos, c.demo), append(contents, c.content)
		}
	}
	known, err := x.l.remember(ctx, demos, contents)
	if err != nil {
		return nil, err
	}
	for _, id := range contents {
		d := known[id]
		if d.row == nil { // it was removed in the meantime
			continue
		}
		h := &Hits{Row: d.row, Recording: d.recall(found[id])}
		h.Answer, h.Err = x.q.FindAmong(ctx, query.Source{Recording: h.Recording, Places: x.placesOf(h)},
			found[id].facts, settled)
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
	defer x.mu.Unlock()
	places, ok := x.places[key]
	if !ok {
		places = x.o.Places(h.Row, h.Recording)
		x.places[key] = places
	}
	return places
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
