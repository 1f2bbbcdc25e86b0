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

// Moment describes a situation on a map at a point in time. It holds the living, visible players with their positions
// and equipment.
type Moment struct {
	Game, Map string
	Teams     bool // players are in teams
	// Content is the id of the demo's content in the library, or 0 if the library does not have it. Time is the demo
	// time. [Library.Like] uses both to exclude the moment itself.
	Content int64
	Time    time.Duration
	players []standing // with weapons numbered like [sim.Weapon]
}

// MomentOf returns a Moment that describes the situation in world w. game is the game's key, and level is the level
// being played.
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

// Players returns the number of players in the moment.
func (m *Moment) Players() int { return len(m.players) }

// Alike is a moment in the library that resembles a given moment.
type Alike struct {
	Row  *Row
	Time time.Duration
	// Distance ranges from 0 for equal moments to 1 for moments that have nothing in common. It is defined at
	// [Library.Like].
	Distance float64

	content int64
}

const (
	// likeApart is the minimum time between two results from the same demo.
	likeApart = 10 * time.Second
	// The weights of the parts of the distance between two players, which add up to 1, and the differences at which
	// they count in full, in units and points.
	likePlace, likeStack, likeWeapon, likePowers = 0.6, 0.15, 0.15, 0.1
	likeFar, likePoints                          = 512, 200
)

// Like returns the moments in the library that best resemble m, in descending order of similarity. most is the maximum
// number of moments. Moments from the same demo are at least ten seconds apart.
//
// The distance between two moments is calculated by pairing their players so that the sum of differences is smallest,
// and dividing that sum by the larger number of players. Teams are paired as a whole, whatever their names. The
// difference between two players is the sum of the differences in position (0.6 for 512 units or more, proportionally
// less below), in health and armour together (0.15 for 200 points or more), in current weapon (0.15), and in powerups
// and flags (0.1). Values missing from a demo count as equal. A player without a partner counts as 1.
//
// All samples of the map are considered. They are found through the index of the samples table. Most are skipped
// because the number of players differs or because even the nearest partners are too far apart.
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
				if err != nil { // samples are still compared
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

// nearest holds the best moments found so far.
type nearest struct {
	most int

	mu   sync.Mutex
	list []Alike
}

// limit returns the distance below which a moment is one of the best.
func (n *nearest) limit() float64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.list) < n.most {
		return 1
	}
	return n.list[len(n.list)-1].Distance
}

// add adds moments of one level.
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

// compareAlike orders moments by distance, then by demo, so that the result is always the same.
func compareAlike(a, b Alike) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.content, b.content), cmp.Compare(a.Time, b.Time))
}

// comparison compares a moment with others. It is not safe for concurrent use.
type comparison struct {
	m     *Moment
	sides [][]standing // the moment's players, by team if there are two
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

// halves splits players into the red and the blue team. ok is false if somebody is in neither.
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

// level returns the moments of a level that are nearer than limit and at least likeApart from each other.
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

// distance returns the distance between the two moments, or any value not less than the limit.
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

// both returns the cost of pairing the teams with those of the other moment.
func (c *comparison) both(first, second int, bound float64) float64 {
	d := c.pairs.cost(c.sides[0], c.split[first], bound)
	if d >= bound {
		return d
	}
	return d + c.pairs.cost(c.sides[1], c.split[second], bound-d)
}

// apart returns the difference between two players, from 0 to 1.
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

// pairing finds the cheapest way to pair the players of two lists. It reuses its memory between calls.
type pairing struct {
	costs         []float64
	row, column   []float64 // potentials
	least         []float64
	partner, from []int
	used          []bool
}

// cost returns the sum over the pairs, plus 1 for each player without a partner, or any value not less than bound.
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

// assign runs the Hungarian method with potentials, for n rows and at least as many columns.
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

// step extends the search path by the cheapest free column.
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

// ContentOf returns the content id of the demo at path, for use in [Moment]. If path is an archive, member is the
// demo's name in the archive. ContentOf returns 0 if the library does not have the demo.
func (l *Library) ContentOf(ctx context.Context, path, member string) (id int64, err error) {
	err = l.eachIn(ctx,
		"SELECT content FROM copies JOIN files ON files.id = file WHERE path = ? AND (member = ? OR ? = '') AND content IS NOT NULL LIMIT 1",
		[]any{path, member, member}, func(scan scanner) error { return scan(&id) })
	return id, err
}

// MapsOf returns up to 20 maps in the library whose names contain the string like. The maps with the most recorded data
// come first.
func (l *Library) MapsOf(ctx context.Context, like string) (list []string, err error) {
	err = l.eachIn(ctx, "SELECT map FROM samples WHERE instr(map, ?) GROUP BY map ORDER BY count(*) DESC, map LIMIT 20",
		[]any{strings.ToLower(like)}, func(scan scanner) error {
			var name string
			err := scan(&name)
			list = append(list, name)
			return err
		})
	return list, err
}

// HasMap reports whether the library has a demo on the map with the given name.
func (l *Library) HasMap(ctx context.Context, name string) (has bool, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM samples WHERE map = ?)",
		strings.ToLower(name)).Scan(&has)
	return has, l.told(err)
}
