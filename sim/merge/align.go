package merge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// fit describes how well two spans agree on what both of them show.
type fit struct {
	places, near int // positions known to both, and the number of them that agree
	deaths, same int // deaths during the time that both cover, and the number reported by both
}

// String describes how well the recordings agree.
func (f fit) String() string {
	return fmt.Sprintf("%d of %d positions and %d of %d deaths agree", f.near, f.places, f.same, f.deaths)
}

const (
	// nearby is the maximum distance, in units, between two recordings' positions of the same player: the distance that
	// he can move in two snapshots.
	nearby = 48
	// sameDeath is the maximum time, in milliseconds, between two recordings' reports of the same death.
	sameDeath = 250
	// fewPlaces and fewDeaths are numbers that are too small to prove anything.
	fewPlaces, fewDeaths = 20, 2
)

// holds reports whether the two spans belong to the same match.
func (f fit) holds() bool {
	placesFit := f.near*10 >= f.places*9
	deathsFit := f.same*10 >= f.deaths*8
	switch {
	case f.places >= 10*fewPlaces && placesFit: // some recordings hear of few deaths
		return true
	case f.places >= fewPlaces:
		return placesFit && (f.deaths < 2*fewDeaths || f.same*10 >= f.deaths*5)
	case f.deaths >= fewDeaths:
		return deathsFit && (f.places < fewPlaces/4 || placesFit)
	}
	return false
}

// compare returns the fit of b, whose match clock is set, with a.
func compare(a, b *span) fit {
	var f fit
	for i := b.from; i < b.to; i++ {
		for _, p := range b.seen(i) {
			if at, ok := a.placeAt(p.slot, b.frames[i].ref); ok {
				f.places++
				if at.Distance2(p.origin) <= nearby*nearby {
					f.near++
				}
			}
		}
	}
	first, last := max(a.first(), b.first()), min(a.last(), b.last())
	of := func(p *span) (list []death) {
		for _, d := range p.deaths {
			if int(d.level) != p.level {
				continue
			}
			if d.clock = p.refOfClock(d.clock); d.clock >= first && d.clock <= last {
				list = append(list, d)
			}
		}
		return list
	}
	f.same, f.deaths = pairDeaths(of(a), of(b))
	return f
}

// pairDeaths returns the number of deaths in both lists, and the number of all deaths.
func pairDeaths(a, b []death) (same, all int) {
	taken := make([]bool, len(b))
	for _, d := range a {
		for k, e := range b {
			if !taken[k] && d.victim == e.victim && d.attacker == e.attacker && abs(d.clock-e.clock) <= sameDeath {
				taken[k] = true
				same++
				break
			}
		}
	}
	return same, max(len(a), len(b))
}

func abs(n int32) int32 { return max(n, -n) }

// refOfClock returns the match clock at a time of the recording's own clock.
func (p *span) refOfClock(clock int32) int32 {
	i, _ := slices.BinarySearchFunc(p.frames[p.from:p.to], clock+1,
		func(f frame, c int32) int { return cmp.Compare(f.clock, c) })
	f := p.frames[max(p.from+i-1, p.from)]
	return f.ref + clock - f.clock
}

// join sets b's match clock so that it fits a, whose clock is set. It returns their agreement, and an error if the two
// are not of the same match.
func join(a, b *span) (fit, error) {
	la, lb := &a.levels[a.level], &b.levels[b.level]
	switch {
	case a.header.GameKey != b.header.GameKey:
		return fit{}, fmt.Errorf(msgOtherGame, a.header.Game, b.header.Game)
	case !strings.EqualFold(la.Map, lb.Map):
		return fit{}, fmt.Errorf(msgOtherMap, la.Map, lb.Map)
	case la.ServerRun != 0 && lb.ServerRun != 0 && la.ServerRun != lb.ServerRun:
		return fit{}, fmt.Errorf(msgOtherMatch, la.Map)
	}
	f := b.byClock(a)
	if f.holds() || la.ServerRun != 0 && la.ServerRun == lb.ServerRun && f.places+f.deaths < fewPlaces {
		return f, nil
	}
	for _, find := range []func(a, b *span) (int32, bool){searchDeaths, searchPlaces} {
		offset, ok := find(a, b)
		if !ok {
			continue
		}
		b.shift([]knot{{b.frames[b.from].clock, float64(offset)}})
		b.shift(refine(a, b, offset))
		if f = compare(a, b); f.holds() {
			return f, nil
		}
	}
	if f.places+f.deaths == 0 {
		return f, fmt.Errorf(msgNothingShared, la.Map)
	}
	return f, fmt.Errorf(msgNoFit, la.Map, f)
}

// knot is the offset to add to a recording's own clock at one of its times.
type knot struct {
	clock int32
	add   float64
}

// byClock sets p's match clock from the recordings' own clocks. On the same server, these are equal or differ by the
// delay with which one of them started to count.
func (p *span) byClock(a *span) fit {
	p.shift(nil)
	f := compare(a, p)
	list := p.moving()
	if f.places < fewPlaces || len(list) < fewSamples {
		return f
	}
	_, none := a.search(list, 0, 0, 1)
	add, _ := a.search(list, 0, drift, coarse)
	add, least := a.search(list, add, coarse, 1)
	if none < 2 || least > none/2 {
		return f
	}
	p.shift([]knot{{0, float64(add)}})
	if g := compare(a, p); g.near > f.near {
		return g
	}
	p.shift(nil)
	return f
}

// shift sets the match clock of a span from knots, sorted by clock, interpolating linearly. Without knots it is the
// span's own clock.
func (p *span) shift(knots []knot) {
	last := int32(math.MinInt32)
	for i := p.from; i < p.to; i++ {
		f := &p.frames[i]
		f.ref = max(f.clock+int32(math.Round(addAt(knots, f.clock))), last)
		last = f.ref
	}
}

// addAt returns the offset at a clock.
func addAt(knots []knot, clock int32) float64 {
	if len(knots) == 0 {
		return 0
	}
	i, _ := slices.BinarySearchFunc(knots, clock, func(k knot, c int32) int { return cmp.Compare(k.clock, c) })
	switch {
	case i == 0:
		return knots[0].add
	case i == len(knots):
		return knots[i-1].add
	}
	a, b := knots[i-1], knots[i]
	return a.add + (b.add-a.add)*float64(clock-a.clock)/float64(b.clock-a.clock)
}

// drift is the maximum error, in milliseconds, of a client's own clock during a recording.
const drift = 2000

// searchDeaths finds the offset to b's clock at which the most deaths agree with a's.
func searchDeaths(a, b *span) (add int32, ok bool) {
	type pair struct {
		add  int32
		a, b int
	}
	var pairs []pair
	for i, d := range a.deaths {
		for k, e := range b.deaths {
			if int(d.level) == a.level && int(e.level) == b.level && d.victim == e.victim && d.attacker == e.attacker {
				pairs = append(pairs, pair{a.refOfClock(d.clock) - e.clock, i, k})
			}
		}
	}
	slices.SortFunc(pairs, func(p, q pair) int { return cmp.Compare(p.add, q.add) })
	most := fewDeaths
	for i := range pairs {
		var in []int32
		usedA, usedB := map[int]bool{}, map[int]bool{}
		for _, p := range pairs[i:] {
			if p.add-pairs[i].add > drift {
				break
			}
			if !usedA[p.a] && !usedB[p.b] {
				usedA[p.a], usedB[p.b] = true, true
				in = append(in, p.add)
			}
		}
		// If several windows have as many deaths, the narrowest is right.
		if n := len(in); n > most {
			most, add, ok = n, in[n/2], true
		}
	}
	return add, ok
}

// searchPlaces finds the offset to b's clock at which players' positions agree with those in a, by trying all possible
// offsets.
func searchPlaces(a, b *span) (add int32, ok bool) {
	var list []sample // from a period in which its clock can hardly go wrong
	for _, part := range windows(b.moving(), 2*window) {
		if len(part) > len(list) {
			list = part
		}
	}
	if len(list) < fewPlaces {
		return 0, false
	}
	lowest := int64(a.first()) - int64(list[len(list)-1].clock)
	highest := int64(a.last()) - int64(list[0].clock)
	const step = 100
	if highest-lowest > 2*searched {
		return 0, false
	}
	add, cost := a.search(list, int32((lowest+highest)/2), int32((highest-lowest)/2), step)
	return add, cost < unsure
}

const (
	window = 3000 // ms of a recording aligned as a unit
	// coarse and fine are the steps of the search for an offset, in milliseconds.
	coarse, fine = 20, 2
	// capped is the distance, in units, at and beyond which a position counts as completely wrong.
	capped = 64
	// fewSamples is a number of samples that is too small to find an offset.
	fewSamples = 12
	// searched is the range, in milliseconds, in which an offset is searched for if nothing reveals it. strays is the
	// maximum difference of an offset from that of the previous window: otherwise the search in a demo whose clock
	// jumps would take forever.
	searched, strays = 6 * 60 * 60 * 1000, 15 * 60 * 1000
)

// sample is the position of a moving player at a time of the recording's clock.
type sample struct {
	clock int32
	place
}

// refine determines the offset piece by piece: first where it is most certain near the overall offset, then outwards in
// both directions, since a client's clock may stop at any time, and finally in shorter pieces.
func refine(a, b *span, offset int32) []knot {
	moving := b.moving()
	list := windows(moving, window)
	found := make([]aligned, len(list))
	seed := -1
	for i, part := range list {
		found[i] = a.align(part, offset, drift, coarse)
		if found[i].cost < unsure && (seed < 0 || found[i].cost < found[seed].cost) {
			seed = i
		}
	}
	if seed < 0 {
		return []knot{{b.frames[b.from].clock, float64(offset)}}
	}
	for _, step := range []int{1, -1} {
		last := found[seed]
		for i := seed + step; i >= 0 && i < len(list); i += step {
			reach := min(drift+abs(list[i][0].clock-last.clock)/slowest, strays)
			if k := a.align(list[i], int32(last.add), reach, coarse); k.cost < found[i].cost || k.cost < unsure {
				found[i] = k
			}
			if found[i].cost < unsure {
				last = found[i]
			}
		}
	}
	knots := sure(found)
	var close []aligned
	for _, part := range windows(moving, window/4) {
		near := addAt(knots, (part[0].clock+part[len(part)-1].clock)/2)
		close = append(close, a.align(part, int32(near), drift/3, coarse))
	}
	if better := sure(close); len(better) > len(knots) {
		return better
	}
	return knots
}

// aligned is a knot and the mean distance, in units, of the positions that it matches.
type aligned struct {
	knot
	cost float64
}

// unsure is the mean distance of positions that do not match. Over a long period, a client's clock may lose up to one
// part in slowest of the time.
const (
	unsure  = capped / 3
	slowest = 4
)

// sure returns the knots that match well.
func sure(list []aligned) (knots []knot) {
	for _, k := range list {
		if k.cost < unsure {
			knots = append(knots, k.knot)
		}
	}
	return knots
}

// windows splits samples into windows of a length in milliseconds, omitting those with too few.
func windows(list []sample, length int32) (parts [][]sample) {
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].clock-list[from].clock < length {
			to++
		}
		if to-from >= fewSamples {
			parts = append(parts, list[from:to])
		}
		from = to
	}
	return parts
}

// align finds the offset of a window near the given one, and its fit.
func (p *span) align(part []sample, near, reach, step int32) aligned {
	at, _ := p.search(part, near, reach, step)
	at, cost := p.search(part, at, step, fine)
	return aligned{knot{(part[0].clock + part[len(part)-1].clock) / 2, float64(at)}, cost}
}

// moving returns the positions of players who moved since the previous frame.
func (p *span) moving() []sample {
	var list []sample
	for i := p.from + 1; i < p.to; i++ {
		for _, at := range p.seen(i) {
			before, ok := p.seenSlot(i-1, at.slot)
			if d := before.Distance2(at.origin); ok && d > 4 && d < stride*stride {
				list = append(list, sample{p.frames[i].clock, at})
			}
		}
	}
	return list
}

// search finds the offset, within reach of around, at which the samples are nearest to the span's positions, and the
// mean distance at that offset.
func (p *span) search(list []sample, around, reach, step int32) (best int32, cost float64) {
	best, cost = around, math.Inf(1)
	every := max(len(list)/60, 1)
	for off := -reach; off <= reach; off += step {
		add := around + off
		sum, n := 0.0, 0
		for i := 0; i < len(list); i += every {
			if at, ok := p.placeAt(list[i].slot, list[i].clock+add); ok {
				sum += min(distance(at, list[i].origin), capped)
				n++
			}
		}
		if n*every < fewSamples {
			continue
		}
		mean := sum / float64(n)
		if mean < cost || mean == cost && abs(add-around) < abs(best-around) {
			best, cost = add, mean
		}
	}
	return best, cost
}
