// Package race compares runs over the same route: the position of each runner at any time, how far he was ahead or
// behind, and the places where he gained or lost time.
//
// All runs are compared with the first one, which defines the route. Each other run is matched to the route by the
// monotone alignment with the smallest sum of distances (dynamic time warping). Simply taking the nearest point would
// be wrong if a route crosses itself or a runner turns back. Between the points of the alignment, each point of the
// route is located on the other run itself, so times are as exact as the snapshots.
package race

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/sim"
)

// Race is a comparison of several runs over the same route.
type Race struct {
	Runners []Runner
	tracks  []*track
	// route is the first runner's path, with a point every step units.
	route []point
	// times[i][k] is the time after his start at which runner i was at point k of the route.
	times [][]time.Duration
	// off[i][k] is runner i's distance from point k at that time.
	off [][]float32
}

type point struct {
	arc    float32
	origin sim.Vec3
	level  int
}

const (
	// step is the distance between points of a route, in units, unless the route is too long for it.
	step = 8
	// maxPoints and maxCoarse limit the points of a route, and those of the first, coarse alignment.
	maxPoints, maxCoarse = 1 << 14, 1500
	// MaxRunners is the maximum number of runs in a race.
	MaxRunners = 8
)

// New returns a race between the given runs. If the runs cannot be compared, the error gives the reason.
func New(runners []Runner) (*Race, error) {
	if len(runners) < 2 || len(runners) > MaxRunners {
		return nil, fmt.Errorf(msgCount, MaxRunners)
	}
	r := &Race{Runners: runners}
	for i := range runners {
		t := read(&runners[i])
		if len(t.samples) < 2 || t.length() == 0 {
			return nil, fmt.Errorf("%s: %w", runners[i].Name, ErrNobody)
		}
		if err := sameMaps(r.tracks, t); err != nil {
			return nil, err
		}
		r.tracks = append(r.tracks, t)
	}
	first := r.tracks[0]
	r.route = first.points(min(int(first.length()/step)+2, maxPoints))
	for _, t := range r.tracks {
		times, off := follow(r.route, t)
		r.times, r.off = append(r.times, times), append(r.off, off)
	}
	return r, nil
}

// errMaps is the error for runs over different maps.
var errMaps = errors.New(msgMaps)

// sameMaps returns an error if a run crosses different maps from the others.
func sameMaps(others []*track, t *track) error {
	if len(others) == 0 {
		return nil
	}
	a, b := others[0].maps(), t.maps()
	for i := range min(len(a), len(b)) {
		if !strings.EqualFold(a[i], b[i]) {
			return fmt.Errorf(msgOnMap, errMaps, others[0].Name, a[i], t.Name, b[i])
		}
	}
	return nil
}

// maps returns the names of the maps that the run crosses, in order.
func (t *track) maps() (names []string) {
	last := -1
	for i := range t.samples {
		if l := t.samples[i].level; l != last && l >= 0 && l < len(t.levels) {
			names, last = append(names, t.levels[l].Map), l
		}
	}
	return names
}

// points returns n points spread evenly over the length of a run.
func (t *track) points(n int) []point {
	list := make([]point, n)
	base := t.samples[0].level
	for i := range list {
		arc := t.length() * float32(i) / float32(n-1)
		origin, _, level := t.place(arc)
		list[i] = point{arc, origin, level - base}
	}
	return list
}

// far is the distance, in units, beyond which a runner is not considered to be on the route.
const far = 512

// apart returns the distance between two points, up to the limit far. Points in different levels are considered farther
// apart than any points in the same level.
func apart(a, b *point) float32 {
	if a.level != b.level {
		return 4 * far
	}
	return min(distance(a.origin, b.origin), far)
}

// follow returns the times at which a run passes each point of a route, and its distances from them.
func follow(route []point, t *track) (times []time.Duration, off []float32) {
	coarse := thin(route, maxCoarse)
	other := t.points(min(int(t.length()/step)+2, maxCoarse))
	way := align(coarse, other)
	times, off = make([]time.Duration, len(route)), make([]float32, len(route))
	last := float32(0)
	at := 0
	for i := range route {
		for at+1 < len(coarse) && coarse[at+1].arc <= route[i].arc {
			at++
		}
		from, to := other[max(way[at]-1, 0)].arc, t.length()
		if at+1 < len(way) {
			to = other[min(way[at+1]+1, len(other)-1)].arc
		}
		last, off[i] = t.foot(&route[i], max(from, last), to)
		_, when, _ := t.place(last)
		times[i] = (when - t.From).Round(time.Microsecond)
		if i > 0 {
			times[i] = max(times[i], times[i-1])
		}
	}
	return times, off
}

// thin returns at most n of the points, including the first and the last.
func thin(list []point, n int) []point {
	if len(list) <= n {
		return list
	}
	out := make([]point, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(n-1)]
	}
	return out
}

// align returns, for each point of a, the index of its counterpart in b. The indices never decrease and the sum of
// the distances is minimal.
func align(a, b []point) []int {
	n := len(b)
	cost, next := make([]float32, n), make([]float32, n)
	from := make([]uint16, len(a)*n) // the point of b for the previous point of a
	for k := range b {
		cost[k] = apart(&a[0], &b[k])
	}
	for i := 1; i < len(a); i++ {
		least := 0
		for k := range b {
			if cost[k] <= cost[least] {
				least = k
			}
			next[k] = cost[least] + apart(&a[i], &b[k])
			from[i*n+k] = uint16(least)
		}
		cost, next = next, cost
	}
	way := make([]int, len(a))
	k := 0
	for i := range cost {
		if cost[i] < cost[k] {
			k = i
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		way[i] = k
		k = int(from[i*n+k])
	}
	return way
}

// foot returns the arc length, between from and to, at which a run comes nearest to a point, and its distance there.
func (t *track) foot(p *point, from, to float32) (arc, off float32) {
	arc, off = from, float32(math.Inf(1))
	base := t.samples[0].level
	for i := t.at(from); i < len(t.samples) && t.samples[i-1].arc <= to; i++ {
		a, b := &t.samples[i-1], &t.samples[i]
		share := float32(0)
		if !b.jumped {
			share = nearest(p.origin, a.origin, b.origin)
		}
		at := min(max(a.arc+(b.arc-a.arc)*share, from), to)
		o, _, level := t.place(at)
		d := distance(o, p.origin)
		if level-base != p.level {
			d += 4 * far
		}
		if d < off {
			arc, off = at, d
		}
	}
	if math.IsInf(float64(off), 1) {
		off = 4 * far
	}
	return arc, off
}

// nearest returns the fraction of the line from a to b at which it is nearest to p.
func nearest(p, a, b sim.Vec3) float32 {
	var along, length float32
	for k := range p {
		along += (p[k] - a[k]) * (b[k] - a[k])
		length += (b[k] - a[k]) * (b[k] - a[k])
	}
	if length == 0 {
		return 0
	}
	return min(max(along/length, 0), 1)
}

// Length returns the length of the route in units.
func (r *Race) Length() float32 { return r.route[len(r.route)-1].arc }

// Place returns the point at the given distance along the route, in units, and the number of the level it is on. The
// route starts on level 0.
func (r *Race) Place(along float32) (origin sim.Vec3, level int) {
	p := r.route[r.index(along)]
	return p.origin, p.level
}

// index returns the index of the route's point at the given distance.
func (r *Race) index(along float32) int {
	i := sort.Search(len(r.route), func(i int) bool { return r.route[i].arc >= along })
	return min(i, len(r.route)-1)
}

// Time returns how long after his start a runner passes the point at the given distance along the route.
func (r *Race) Time(runner int, along float32) time.Duration {
	i := r.index(along)
	if i == 0 || r.route[i].arc <= along {
		return r.times[runner][i]
	}
	a, b := r.times[runner][i-1], r.times[runner][i]
	share := (along - r.route[i-1].arc) / (r.route[i].arc - r.route[i-1].arc)
	return (a + time.Duration(float64(share)*float64(b-a))).Round(time.Microsecond)
}

// Delta returns the time by which a runner trails the first runner at the given distance along the route. The time is
// negative if the runner is ahead.
func (r *Race) Delta(runner int, along float32) time.Duration {
	return r.Time(runner, along) - r.Time(0, along)
}

// Along returns the distance along the route, in units, that a runner has covered at time t after his start.
func (r *Race) Along(runner int, t time.Duration) float32 {
	times := r.times[runner]
	i, found := slices.BinarySearch(times, t)
	switch {
	case found:
		return r.route[i].arc
	case i == 0:
		return 0
	case i == len(times):
		return r.Length()
	}
	share := float32(t-times[i-1]) / float32(times[i]-times[i-1])
	return r.route[i-1].arc + (r.route[i].arc-r.route[i-1].arc)*share
}

// Off returns a runner's distance from the route, in units, when he passes the point at the given distance along the
// route.
func (r *Race) Off(runner int, along float32) float32 { return r.off[runner][r.index(along)] }

// Speed returns a runner's horizontal speed at time t after his start, in units per second.
func (r *Race) Speed(runner int, t time.Duration) float32 {
	return r.tracks[runner].speed(r.Runners[runner].From + t)
}

// Fastest returns a runner's highest horizontal speed, in units per second, and the time after his start at which he
// reached it.
func (r *Race) Fastest(runner int) (speed float32, at time.Duration) {
	t := r.tracks[runner]
	for i := 1; i < len(t.samples); i++ {
		if s := t.pace(i); s > speed {
			speed, at = s, t.samples[i].time-t.From
		}
	}
	return speed, at
}

// At returns a runner's position, level and yaw, in degrees, at the given time after his start. Levels are counted from
// the one on which he started, which is level 0. Before the start, At returns his first position; after the end, it
// returns his last.
func (r *Race) At(runner int, after time.Duration) (origin sim.Vec3, level int, yaw float32) {
	t := r.tracks[runner]
	at, base := t.From+after, t.samples[0].level
	i := sort.Search(len(t.samples), func(i int) bool { return t.samples[i].time > at })
	if i == 0 || i == len(t.samples) {
		s := &t.samples[min(i, len(t.samples)-1)]
		return s.origin, s.level - base, s.yaw
	}
	a, b := &t.samples[i-1], &t.samples[i]
	if b.jumped {
		return a.origin, a.level - base, a.yaw
	}
	share := float32(at-a.time) / float32(b.time-a.time)
	for k := range origin {
		origin[k] = a.origin[k] + (b.origin[k]-a.origin[k])*share
	}
	return origin, a.level - base, a.yaw
}

// Step is a point on a runner's path.
type Step struct {
	After  time.Duration // after his start
	Origin sim.Vec3
	Level  int  // counted from the first
	Broken bool // the path is broken before this step
	Jump   bool // the runner jumps off here
}

// Way returns a runner's complete path, with one Step per snapshot.
func (r *Race) Way(runner int) []Step {
	t := r.tracks[runner]
	list := make([]Step, len(t.samples))
	for i := range t.samples {
		s := &t.samples[i]
		list[i] = Step{s.time - t.From, s.origin, s.level - t.samples[0].level, s.jumped, t.jumps(i)}
	}
	return list
}

// jumps reports whether the runner jumps off the ground at sample i.
func (t *track) jumps(i int) bool {
	if i == 0 {
		return false
	}
	a, b := &t.samples[i-1], &t.samples[i]
	return a.ground && !b.ground && b.rise > 0 && !b.jumped
}

// Jumps returns the times at which a runner jumps off the ground, measured from his start.
func (r *Race) Jumps(runner int) (list []time.Duration) {
	t := r.tracks[runner]
	for i := range t.samples {
		if t.jumps(i) {
			list = append(list, t.samples[i].time-t.From)
		}
	}
	return list
}

// Split is a mark on the route. It records when each runner passed the mark.
type Split struct {
	Name  string
	Along float32
	Times []time.Duration // after each runner's start
}

// Splits returns a Split for each timer, checkpoint, pickup and level start of the first runner, and one for the end of
// the route.
func (r *Race) Splits() (list []Split) {
	first := &r.Runners[0]
	add := func(name string, at time.Duration) {
		s := Split{Name: name, Along: r.Along(0, at-first.From)}
		for i := range r.Runners {
			s.Times = append(s.Times, r.Time(i, s.Along))
		}
		list = append(list, s)
	}
	for _, e := range first.Rec.Events() {
		if e.Time <= first.From || e.Time > first.To {
			continue
		}
		switch {
		case e.Kind == sim.EventLevelStart:
			add(e.Text.Plain, e.Time)
		case e.Slot != first.Slot:
		case e.Kind == sim.EventCheckpoint || e.Kind == sim.EventSecret:
			add(e.Kind.String(), e.Time)
		case e.Kind == sim.EventPickup:
			add(cmp.Or(e.Item.String(), e.Weapon.String()), e.Time)
		}
	}
	end := Split{Name: "end", Along: r.Length()}
	for i := range r.Runners {
		end.Times = append(end.Times, r.Time(i, end.Along))
	}
	return append(list, end)
}
