package race

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Runner describes a player's run, which is a section of a recording.
type Runner struct {
	Name string
	Rec  *recording.Recording
	Slot sim.Slot
	// From and To are the demo times at which the run starts and ends.
	From, To time.Duration
	Start    Start // why the run begins there
}

// Start is the kind of event that marks the start of a run.
type Start uint8

const (
	StartTimer Start = iota // the game's own timer
	StartLevel              // the level
	StartMove               // the first move after the start of the level
	StartMark               // a mark set by the user
)

var startNames = [...]string{StartTimer: "timer", StartLevel: "level start", StartMove: "first move", StartMark: "mark"}

// String returns the name of the kind of start, as shown to users.
func (s Start) String() string { return startNames[s] }

// Errors for runs that cannot be found.
var (
	ErrNobody  = errors.New(msgNobody)
	errNoTimer = errors.New(msgNoTimer)
)

// Find returns the run in a recording: the fastest run timed by the game or, if there is none, the section from the
// first move to the end. The runner in such a section is the player who recorded the demo. If there is no such player,
// the runner is the player who moved farthest.
func Find(name string, rec *recording.Recording) (Runner, error) {
	r := Runner{Name: name, Rec: rec}
	if timed, err := r.Begin(StartTimer); err == nil {
		return timed, nil
	}
	if r.Slot = farthest(rec); !r.Slot.Valid() {
		return r, ErrNobody
	}
	return r.Begin(StartMove)
}

// Begin returns r with a different kind of start. If start is StartMark, the From field is left unchanged, and the
// caller must set it to the user's mark.
func (r Runner) Begin(start Start) (Runner, error) {
	switch start {
	case StartTimer:
		return r.timed()
	case StartLevel, StartMove:
		if levels := r.Rec.Levels(); len(levels) > 0 {
			r.From = levels[r.LevelAt()].Start
		}
		if r.To <= r.From {
			r.To = r.Rec.Duration()
		}
	}
	if r.Start = start; start != StartMove {
		return r, nil
	}
	t := read(&r)
	for i := 1; i < len(t.samples); i++ {
		if t.samples[i].arc > 1 {
			r.From = t.samples[i-1].time
			return r, nil
		}
	}
	return r, ErrNobody
}

// Player returns the runner's name, or "" if it is unknown.
func (r Runner) Player() string {
	w := r.Rec.Cursor().At(r.From)
	for i := range w.Players {
		if p := &w.Players[i]; p.Slot == r.Slot && p.Profile != nil {
			return p.Profile.Name.Plain
		}
	}
	return ""
}

// LevelAt returns the index of the level in which the run starts.
func (r Runner) LevelAt() (index int) {
	for i, l := range r.Rec.Levels() {
		if l.Start <= r.From {
			index = i
		}
	}
	return index
}

// timed returns the fastest run timed by the game, by the given runner if there is one.
func (r Runner) timed() (Runner, error) {
	best, slot := 0, r.Slot
	for _, e := range r.Rec.Events() {
		if e.Kind == sim.EventFinish && e.Value > 0 && (best == 0 || e.Value < best) &&
			(!slot.Valid() || e.Slot == slot) {
			best = e.Value
			r.Slot, r.From, r.To, r.Start = e.Slot, max(e.Time-time.Duration(e.Value)*time.Millisecond, 0),
				e.Time, StartTimer
		}
	}
	if best == 0 || !r.Slot.Valid() {
		return r, errNoTimer
	}
	return r, nil
}

// farthest returns the player who moved farthest, giving precedence to the recorder.
func farthest(rec *recording.Recording) sim.Slot {
	name := rec.Header().Recorder
	var best sim.Slot
	most := float32(0)
	for _, e := range rec.Roster() {
		length := float32(0)
		path := rec.Path(e.Profile.Slot.Index(), 0, rec.Duration(), nil)
		for i := 1; i < len(path); i++ {
			if !path[i].NoLerp {
				length += distance(path[i].Origin, path[i-1].Origin)
			}
		}
		if e.Profile.Name.Plain == name && length > 0 {
			return e.Profile.Slot
		}
		if length > most {
			best, most = e.Profile.Slot, length
		}
	}
	return best
}

// track is a runner's path, snapshot by snapshot.
type track struct {
	Runner
	samples []sample
	levels  []sim.Level
}

// sample is a runner in a snapshot.
type sample struct {
	time   time.Duration
	origin sim.Vec3
	// arc is the distance covered since the start, in units. Teleports do not count.
	arc    float32
	level  int
	yaw    float32
	ground bool
	rise   float32 // units per second upwards
	jumped bool    // the path is broken before this sample
}

// read reads a run.
func read(r *Runner) *track {
	t := &track{Runner: *r, levels: r.Rec.Levels()}
	cursor := r.Rec.Cursor()
	for i := max(r.Rec.FrameAt(r.From), 0); i < r.Rec.Frames() && r.Rec.FrameTime(i) <= r.To; i++ {
		w := cursor.At(max(r.Rec.FrameTime(i), r.From))
		k := slices.IndexFunc(w.Players, func(p sim.Player) bool { return p.Slot == r.Slot })
		if k < 0 || !w.Players[k].Visible || w.Players[k].Life == sim.Absent || w.Players[k].Life == sim.Spectating {
			continue
		}
		p := &w.Players[k]
		s := sample{time: w.Time, origin: p.Origin, level: w.Level, yaw: p.View.Yaw, ground: p.OnGround,
			rise: p.Velocity[2]}
		if n := len(t.samples); n > 0 {
			before := &t.samples[n-1]
			if before.time == s.time {
				continue
			}
			s.arc = before.arc
			if s.jumped = cursor.Jumped(r.Slot) || before.level != s.level; !s.jumped {
				s.arc += distance(before.origin, s.origin)
			}
		}
		t.samples = append(t.samples, s)
	}
	return t
}

func distance(a, b sim.Vec3) float32 { return float32(math.Sqrt(float64(a.Distance2(b)))) }

func (t *track) length() float32 { return t.samples[len(t.samples)-1].arc }

// at returns the index, at least 1, of the first sample at which the runner has covered arc.
func (t *track) at(arc float32) int {
	i := sort.Search(len(t.samples), func(i int) bool { return t.samples[i].arc >= arc })
	return min(max(i, 1), len(t.samples)-1)
}

// place returns the position, time and level at which the runner had covered arc.
func (t *track) place(arc float32) (origin sim.Vec3, at time.Duration, level int) {
	i := t.at(arc)
	a, b := &t.samples[i-1], &t.samples[i]
	if b.jumped || b.arc <= a.arc {
		if arc <= a.arc {
			return a.origin, a.time, a.level
		}
		return b.origin, b.time, b.level
	}
	share := (arc - a.arc) / (b.arc - a.arc)
	share = min(max(share, 0), 1)
	for k := range origin {
		origin[k] = a.origin[k] + (b.origin[k]-a.origin[k])*share
	}
	return origin, a.time + time.Duration(float64(share)*float64(b.time-a.time)), b.level
}

// speed returns the runner's horizontal speed at a demo time, in units per second.
func (t *track) speed(at time.Duration) float32 {
	i, _ := slices.BinarySearchFunc(t.samples, at,
		func(s sample, t time.Duration) int { return cmp.Compare(s.time, t) })
	i = min(max(i, 1), len(t.samples)-1)
	return t.pace(i)
}

// paceSpan is the minimum time over which a speed is measured, as snapshot times are rounded to milliseconds.
const paceSpan = 50 * time.Millisecond

// pace returns the horizontal speed from sample i-1 to i, measured over paceSpan if they are closer.
func (t *track) pace(i int) float32 {
	from, to := i-1, i
	if t.samples[i].jumped {
		return 0
	}
	for t.samples[to].time-t.samples[from].time < paceSpan {
		before := from > 0 && !t.samples[from].jumped
		after := to+1 < len(t.samples) && !t.samples[to+1].jumped
		if before {
			from--
		}
		if after {
			to++
		}
		if !before && !after {
			break
		}
	}
	a, b := &t.samples[from], &t.samples[to]
	x, y := b.origin[0]-a.origin[0], b.origin[1]-a.origin[1]
	return float32(math.Hypot(float64(x), float64(y)) / (b.time - a.time).Seconds())
}
