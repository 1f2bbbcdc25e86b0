//go:build !js

package archive

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
)

// Moment is where everybody is on a map, and what he has, at one time: those who live and are shown.
type Moment struct {
	Game, Map string
	Teams     bool // players are in teams
	// Content is the number of the demo's bytes in the library, 0 where it is not in there, and Time when it is: the same moment of
	// the same demo is no answer.
	Content int64
	Time    time.Duration
	players []standing // with a weapon as [sim.Weapon] has it
}

// MomentOf is the moment of a world.
func MomentOf(game string, level sim.Level, w *sim.World) *Moment {
	m := &Moment{Game: game, Map: level.Map, Teams: level.Teams, Time: w.Time}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && p.Life == sim.Alive && len(m.players) < math.MaxUint8 {
			n := standingOf(p)
			n.weapon = uint8(p.Weapon)
			m.players = append(m.players, n)
		}
	}
	return m
}

// Players is how many players the moment has.
func (m *Moment) Players() int { return len(m.players) }

// Alike is a moment like another.
type Alike struct {
	Row  *Row
	Time time.Duration
	// Distance is 0 for the same and 1 for nothing in common; see [Library.Like].
	Distance float64

	content int64
}

const (
	// likeApart is how far apart two answers from one demo are at least.
	likeApart = 10 * time.Second
	// The parts of the distance between two players, which are 1 together, and the differences that count in full: units and points.
	likePlace, likeStack, likeWeapon, likePowers = 0.6, 0.15, 0.15, 0.1
	likeFar, likePoints                          = 512, 200
)

// Like are the moments of the library that are the most like one, the nearest first: most at most, of one demo some seconds apart.
//
// The distance of two moments is that of their players, who are paired so that it is the least: team with team where there are teams,
// whichever is called which. Two players differ by where they are (0.6 from 512 units on, less in proportion), by health and armour
// together (0.15 from 200 points on), by the weapon in the hand (0.15) and by powers and flags (0.1); what a demo does not tell counts as
// the same. A player without a partner counts 1. The sum is divided by the number of players of the moment that has more.
//
// All samples of the map are compared; the index of the table of samples leads to them, and most are passed over since they have another
// number of players, or since even the nearest partners are too far.
func (l *Library) Like(ctx context.Context, m *Moment, most int) ([]Alike, error) {
	if len(m.players) == 0 || most <= 0 {
		return nil, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows := make(chan *sampleRow, 2*runtime.GOMAXPROCS(0))
	var read error
	go func() {
		defer close(rows)
		pass := func(r *sampleRow) error {
			own := *r
			own.data = slices.Clone(r.data)
			select {
			case rows <- &own:
			case <-ctx.Done():
			}
			return ctx.Err()
		}
		read = fault.Guard(func() error { return l.eachSamples(ctx, m.Game, m.Map, pass) })
	}()
	best := &nearest{most: most}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			c := newComparison(m)
			for r := range rows {
				err := fault.Guard(func() error {
					best.add(c.level(r, best.limit()))
					return nil
				})
				if err != nil { // other samples are compared all the same
					c = newComparison(m)
				}
			}
		})
	}
	workers.Wait()
	if read != nil {
		return nil, read
	}
	for i := range best.list {
		a := &best.list[i]
		var err error
		if a.Row, err = l.rowOf(a.content); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(best.list, func(a Alike) bool { return a.Row == nil }), nil
}

// nearest are the best answers so far.
type nearest struct {
	most int

	mu   sync.Mutex
	list []Alike
}

// limit is the distance that an answer has to be below.
func (n *nearest) limit() float64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.list) < n.most {
		return 1
	}
	return n.list[len(n.list)-1].Distance
}

// add adds the answers from one level.
func (n *nearest) add(list []Alike) {
	if len(list) == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, list...)
	slices.SortFunc(n.list, compareAlike)
	n.list = n.list[:min(len(n.list), n.most)]
}

// compareAlike orders answers; those that are equally far by the demo, so that an answer is the same each time.
func compareAlike(a, b Alike) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.content, b.content), cmp.Compare(a.Time, b.Time))
}

// comparison compares a moment with others. It is for one goroutine.
type comparison struct {
	m     *Moment
	sides [][]standing // the players of the moment, by team where there are two
	other instant
	split [2][]standing
	pairs pairing
}

func newComparison(m *Moment) *comparison {
	c := &comparison{m: m, sides: [][]standing{m.players}}
	if red, blue, two := halves(m.players, nil, nil); m.Teams && two {
		c.sides = [][]standing{red, blue}
	}
	return c
}

// halves are the players of the red and the blue team; ok is false where somebody is in neither.
func halves(list, red, blue []standing) (_, _ []standing, ok bool) {
	red, blue = red[:0], blue[:0]
	for _, p := range list {
		switch sim.Team(p.side) {
		case sim.TeamRed:
			red = append(red, p)
		case sim.TeamBlue:
			blue = append(blue, p)
		default:
			return red, blue, false
		}
	}
	return red, blue, true
}

// level are the nearest moments of a level that are nearer than a limit, some seconds apart.
func (c *comparison) level(r *sampleRow, limit float64) (list []Alike) {
	weapons := make([]uint8, len(r.weapons)+1)
	for i, name := range r.weapons {
		weapons[i+1] = uint8(enums.weapons[name])
	}
	own := r.content == c.m.Content
	for b, ok := c.other.next(r.data); ok; b, ok = c.other.next(b) {
		at := ms(int64(c.other.time))
		if own && at > c.m.Time-likeApart && at < c.m.Time+likeApart {
			continue
		}
		for i := range c.other.players {
			p := &c.other.players[i]
			p.weapon = weapons[min(int(p.weapon), len(weapons)-1)]
		}
		d := c.distance(r.teams, limit)
		if n := len(list); d >= limit {
			continue
		} else if n > 0 && at-list[n-1].Time < likeApart {
			if d < list[n-1].Distance {
				list[n-1].Distance, list[n-1].Time = d, at
			}
			continue
		}
		list = append(list, Alike{Time: at, Distance: d, content: r.content})
	}
	return list
}

// distance is that of the two moments, or anything from the limit on.
func (c *comparison) distance(teams bool, limit float64) float64 {
	mine, others := len(c.m.players), len(c.other.players)
	most := float64(max(mine, others))
	bound := limit * most
	if float64(max(mine-others, others-mine)) >= bound {
		return 1
	}
	if len(c.sides) == 2 && teams {
		var two bool
		if c.split[0], c.split[1], two = halves(c.other.players, c.split[0], c.split[1]); two {
			d := c.both(0, 1, bound)
			return min(d, c.both(1, 0, min(d, bound))) / most
		}
	}
	return c.pairs.cost(c.m.players, c.other.players, bound) / most
}

// both is the cost of pairing the teams with those of the other moment.
func (c *comparison) both(first, second int, bound float64) float64 {
	d := c.pairs.cost(c.sides[0], c.split[first], bound)
	if d >= bound {
		return d
	}
	return d + c.pairs.cost(c.sides[1], c.split[second], bound-d)
}

// apart is how much two players differ, from 0 to 1.
func apart(a, b *standing) float64 {
	var square float64
	for i := range a.origin {
		v := float64(a.origin[i]) - float64(b.origin[i])
		square += v * v
	}
	d := likePlace * min(math.Sqrt(square)/likeFar, 1)
	if a.health != byteUntold && b.health != byteUntold {
		stack := func(p *standing) float64 {
			if p.armor == byteUntold {
				return float64(p.health)
			}
			return float64(p.health) + float64(p.armor)
		}
		d += likeStack * min(math.Abs(stack(a)-stack(b))/likePoints, 1)
	}
	if a.weapon != 0 && b.weapon != 0 && a.weapon != b.weapon {
		d += likeWeapon
	}
	if a.powers != b.powers {
		d += likePowers
	}
	return d
}

// pairing finds the cheapest way to pair the players of two lists. It keeps its room between calls.
type pairing struct {
	costs         []float64
	row, column   []float64 // potentials
	least         []float64
	partner, from []int
	used          []bool
}

// cost is the sum over the pairs, with 1 for each player without a partner, or anything from the bound on.
func (p *pairing) cost(a, b []standing, bound float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	alone := float64(len(b) - len(a))
	p.costs = slices.Grow(p.costs[:0], len(a)*len(b))[:len(a)*len(b)]
	least := alone
	for i := range a {
		nearest := math.Inf(1)
		for k := range b {
			d := apart(&a[i], &b[k])
			p.costs[i*len(b)+k] = d
			nearest = min(nearest, d)
		}
		if least += nearest; least >= bound {
			return least
		}
	}
	if len(a) < 2 {
		return least
	}
	return alone + p.assign(len(a), len(b))
}

// assign is the Hungarian method with potentials, for n rows and at least as many columns.
func (p *pairing) assign(n, m int) float64 {
	room := func(s []float64, n int) []float64 {
		s = slices.Grow(s[:0], n)[:n]
		clear(s)
		return s
	}
	p.row, p.column = room(p.row, n+1), room(p.column, m+1)
	p.partner, p.from = slices.Grow(p.partner[:0], m+1)[:m+1], slices.Grow(p.from[:0], m+1)[:m+1]
	clear(p.partner)
	for i := 1; i <= n; i++ {
		p.partner[0] = i
		p.least, p.used = room(p.least, m+1), slices.Grow(p.used[:0], m+1)[:m+1]
		for k := range p.least {
			p.least[k], p.used[k] = math.Inf(1), false
		}
		for k := p.step(0, m); ; k = p.step(k, m) {
			if p.partner[k] == 0 {
				for k != 0 {
					p.partner[k] = p.partner[p.from[k]]
					k = p.from[k]
				}
				break
			}
		}
	}
	return -p.column[0]
}

// step lengthens the path of a search by the cheapest column that is free.
func (p *pairing) step(k, m int) (next int) {
	p.used[k] = true
	i, gain := p.partner[k], math.Inf(1)
	for j := 1; j <= m; j++ {
		if p.used[j] {
			continue
		}
		if d := p.costs[(i-1)*m+j-1] - p.row[i] - p.column[j]; d < p.least[j] {
			p.least[j], p.from[j] = d, k
		}
		if p.least[j] < gain {
			gain, next = p.least[j], j
		}
	}
	for j := range m + 1 {
		if p.used[j] {
			p.row[p.partner[j]] += gain
			p.column[j] -= gain
		} else {
			p.least[j] -= gain
		}
	}
	return next
}

// ContentOf is the number of what is in a file, or in a member of an archive, for [Moment]; 0 where the library does not have it.
func (l *Library) ContentOf(ctx context.Context, path, member string) (id int64, err error) {
	err = l.eachIn(ctx, "SELECT content FROM demos JOIN files ON files.id = file WHERE path = ? AND (member = ? OR ? = '') AND content IS NOT NULL LIMIT 1",
		[]any{path, member, member}, func(scan scanner) error { return scan(&id) })
	return id, err
}

// MapsOf are the maps of the library and how many demos have them, for whoever asks for one that there is not.
func (l *Library) MapsOf(ctx context.Context, like string) (list []string, err error) {
	err = l.eachIn(ctx, "SELECT map FROM samples WHERE instr(map, ?) GROUP BY map ORDER BY count(*) DESC, map LIMIT 20", []any{strings.ToLower(like)}, func(scan scanner) error {
		var name string
		err := scan(&name)
		list = append(list, name)
		return err
	})
	return list, err
}

// HasMap reports whether a demo of the library is on a map.
func (l *Library) HasMap(ctx context.Context, name string) (has bool, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM samples WHERE map = ?)", strings.ToLower(name)).Scan(&has)
	return has, l.told(err)
}
