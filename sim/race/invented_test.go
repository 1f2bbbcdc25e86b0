package race_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/race"
	"fragscope/sim/recording"
)

// leg is a straight part of an invented run.
type leg struct {
	to    sim.Vec3
	takes time.Duration
	jump  bool   // he is teleported there, at the end of that time
	next  string // the map that begins there
	air   bool   // he leaves the ground
}

// invented is a run by Flo, in slot 1, while Pip in slot 0 stands. It begins at the origin after a second of waiting.
type invented struct {
	recorder string
	events   []sim.Event
	legs     []leg
}

const (
	waits    = time.Second
	snapshot = 20 * time.Millisecond
)

var (
	flo = sim.SlotAt(1)

	// crossing turns at right angles and crosses itself at (400, 0). It is 2400 units long.
	crossing = invented{legs: []leg{{to: sim.Vec3{800, 0, 0}, takes: 2 * time.Second},
		{to: sim.Vec3{800, 400, 0}, takes: time.Second}, {to: sim.Vec3{400, 400, 0}, takes: time.Second},
		{to: sim.Vec3{400, -400, 0}, takes: 2 * time.Second}}}
	// teleported is 1200 units long: a teleport covers none.
	teleported = invented{legs: []leg{{to: sim.Vec3{600, 0, 0}, takes: 2 * time.Second},
		{to: sim.Vec3{-3000, 900, 64}, takes: snapshot, jump: true},
		{to: sim.Vec3{-3000, 1500, 64}, takes: 2 * time.Second}}}
	// twoLevels goes on in another level, from another place.
	twoLevels = invented{legs: []leg{{to: sim.Vec3{600, 0, 0}, takes: 2 * time.Second},
		{to: sim.Vec3{0, 0, 0}, takes: snapshot, jump: true, next: "second"},
		{to: sim.Vec3{0, 600, 0}, takes: 2 * time.Second}}}
)

// record plays the run.
func (v invented) record() *recording.Recording {
	b, rec := recording.NewRecorder(sim.Header{Recorder: v.recorder})
	b.Level(sim.Level{Map: "first"})
	pip := b.Profile(sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Pip")})
	runs := b.Profile(sim.Profile{Slot: flo, Name: sim.PlainText("Flo")})
	at, place := time.Duration(0), sim.Vec3{}
	frame := func(speed sim.Vec3, jumped, air bool) {
		f := recording.Frame{Time: at}
		f.Players = []recording.FramePlayer{
			{Player: sim.Player{Slot: pip.Slot, Profile: pip, Life: sim.Alive, Visible: true, Origin: sim.Vec3{9, 9, 9}}},
			{Player: sim.Player{Slot: flo, Profile: runs, Life: sim.Alive, Visible: true, Origin: place,
				Velocity: speed, OnGround: !air, View: sim.Angles{Yaw: 45}}, NoLerp: jumped},
		}
		b.Frame(&f)
		at += snapshot
	}
	for at < waits {
		frame(sim.Vec3{}, false, false)
	}
	for _, l := range v.legs {
		from, begun := place, at
		var speed sim.Vec3
		for k := range speed {
			if l.jump {
				break
			}
			speed[k] = (l.to[k] - from[k]) / float32(l.takes.Seconds())
		}
		if l.air {
			speed[2] = 100
		}
		if l.next != "" {
			b.Level(sim.Level{Map: l.next})
			b.Event(sim.Event{Time: at, Kind: sim.EventLevelStart, Text: sim.PlainText(l.next)})
		}
		for at < begun+l.takes {
			share := float32(at-begun) / float32(l.takes)
			if l.jump {
				share = 1
			}
			for k := range place {
				place[k] = from[k] + (l.to[k]-from[k])*share
			}
			frame(speed, l.jump && at == begun, l.air)
		}
		place = l.to
	}
	frame(sim.Vec3{}, false, false)
	for _, e := range v.events {
		b.Event(e)
	}
	b.Finish(nil)
	return rec
}

// run returns the run of the recording, from the first move.
func (v invented) run(t *testing.T, name string) race.Runner {
	t.Helper()
	return run(t, name, v.record())
}

// stretched returns the same run, whose legs take as many times their time as said.
func (v invented) stretched(times ...int) invented {
	v.legs = slices.Clone(v.legs)
	for i, n := range times {
		v.legs[i].takes *= time.Duration(n)
	}
	return v
}

func near(a, b, limit float64) bool { return math.Abs(a-b) <= limit }

// TestCorners compares the times at the corners of a route that crosses itself with those of the script.
func TestCorners(t *testing.T) {
	var list []race.Runner
	scripts := []invented{crossing, crossing.stretched(2, 1, 1, 1), crossing.stretched(1, 1, 3, 2)}
	for i, v := range scripts {
		list = append(list, v.run(t, fmt.Sprint("runner ", i)))
	}
	r, err := race.New(list)
	if err != nil {
		t.Fatal(err)
	}
	if !near(float64(r.Length()), 2400, 1) {
		t.Errorf("the route has %g units", r.Length())
	}
	for i, v := range scripts {
		along, want := float32(0), time.Duration(0)
		for k, length := range []float32{800, 400, 400, 800} {
			along, want = along+length, want+v.legs[k].takes
			got := r.Time(i, min(along, r.Length()))
			if (got - want).Abs() > snapshot {
				t.Errorf("runner %d is at corner %d after %v, want %v", i, k, got, want)
			}
			if d := r.Delta(i, min(along, r.Length())); (d - (want - r.Time(0, min(along, r.Length())))).Abs() > snapshot {
				t.Errorf("runner %d is %v late at corner %d", i, d, k)
			}
			if back := r.Along(i, got); !near(float64(back), float64(along), 10) {
				t.Errorf("runner %d is at %g after %v, want %g", i, back, got, along)
			}
			if off := r.Off(i, along-1); off > 9 {
				t.Errorf("runner %d is %g off the route at corner %d", i, off, k)
			}
		}
	}
	if got := r.Along(1, -time.Second); got != 0 {
		t.Errorf("before the start he is at %g", got)
	}
	if got := r.Along(1, time.Hour); got != r.Length() {
		t.Errorf("after the end he is at %g", got)
	}
}

// TestParallel checks the distance from the route of one who runs beside it.
func TestParallel(t *testing.T) {
	straight := invented{legs: []leg{{to: sim.Vec3{800, 0, 0}, takes: 2 * time.Second}}}
	beside := invented{legs: []leg{{to: sim.Vec3{0, 100, 0}, takes: snapshot, jump: true},
		{to: sim.Vec3{800, 100, 0}, takes: 4 * time.Second}}}
	r, err := race.New([]race.Runner{straight.run(t, "straight"), beside.run(t, "beside")})
	if err != nil {
		t.Fatal(err)
	}
	for along := float32(100); along < 700; along += 50 {
		if off := r.Off(1, along); !near(float64(off), 100, 1) {
			t.Errorf("at %g he is %g units off", along, off)
		}
		if d, want := r.Delta(1, along), time.Duration(along/400*float32(time.Second)); (d - want).Abs() > 2*snapshot {
			t.Errorf("at %g he is %v late, want %v", along, d, want)
		}
		if speed := r.Speed(1, r.Time(1, along)); !near(float64(speed), 200, 1) {
			t.Errorf("at %g his speed is %g", along, speed)
		}
	}
	if speed, at := r.Fastest(0); !near(float64(speed), 400, 1) || at <= 0 || at > 2*time.Second {
		t.Errorf("his highest speed is %g at %v", speed, at)
	}
}

// TestPlaces checks where a runner is at a time, and the steps of his way, over a teleport and a change of level.
func TestPlaces(t *testing.T) {
	for name, v := range map[string]invented{"crossing": crossing, "teleport": teleported, "two levels": twoLevels} {
		a := v.run(t, name)
		r, err := race.New([]race.Runner{a, a})
		if err != nil {
			t.Fatal(err)
		}
		way := r.Way(1)
		if len(way) < 100 {
			t.Fatalf("%s: %d steps", name, len(way))
		}
		broken := 0
		for _, s := range way {
			origin, level, yaw := r.At(1, s.After)
			if origin != s.Origin || level != s.Level || yaw != 45 {
				t.Errorf("%s: after %v he is at %v of level %d, the way has %v of %d", name, s.After, origin, level,
					s.Origin, s.Level)
			}
			if s.Broken {
				broken++
			}
		}
		want := 0
		for _, l := range v.legs {
			if l.jump {
				want++
			}
		}
		if broken != want {
			t.Errorf("%s: the way is broken %d times, want %d", name, broken, want)
		}
		half, _, _ := r.At(1, way[10].After+snapshot/2)
		for k := range half {
			if mean := (way[10].Origin[k] + way[11].Origin[k]) / 2; !near(float64(half[k]), float64(mean), 0.01) {
				t.Errorf("%s: between snapshots he is at %v", name, half)
			}
		}
		first, last := way[0], way[len(way)-1]
		if origin, _, _ := r.At(0, -time.Hour); origin != first.Origin {
			t.Errorf("%s: before the start he is at %v", name, origin)
		}
		if origin, level, _ := r.At(0, time.Hour); origin != last.Origin || level != last.Level {
			t.Errorf("%s: after the end he is at %v of level %d", name, origin, level)
		}
		for along := float32(0); along < r.Length(); along += 25 {
			place, level := r.Place(along)
			if there, l, _ := r.At(0, r.Time(0, along)); l != level || there.Distance2(place) > 9*9 {
				t.Errorf("%s: at %g the route is at %v of level %d, the runner at %v of %d", name, along, place, level,
					there, l)
			}
		}
	}
}

// TestJumps checks that a runner jumps where he leaves the ground upwards.
func TestJumps(t *testing.T) {
	v := invented{legs: []leg{{to: sim.Vec3{400, 0, 0}, takes: time.Second},
		{to: sim.Vec3{600, 0, 50}, takes: time.Second, air: true},
		{to: sim.Vec3{800, 0, 50}, takes: time.Second}, {to: sim.Vec3{900, 0, 90}, takes: time.Second, air: true}}}
	a := v.run(t, "")
	r, err := race.New([]race.Runner{a, a})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Jumps(1)
	want := []time.Duration{time.Second, 3 * time.Second}
	if len(got) != len(want) || (got[0]-want[0]).Abs() > snapshot || (got[1]-want[1]).Abs() > snapshot {
		t.Errorf("he jumps at %v, want %v", got, want)
	}
	var steps []time.Duration
	for _, s := range r.Way(1) {
		if s.Jump {
			steps = append(steps, s.After)
		}
	}
	if !slices.Equal(steps, got) {
		t.Errorf("by the steps he jumps at %v", steps)
	}
}

// TestSplits checks the names of the splits, and when each runner passes them.
func TestSplits(t *testing.T) {
	v := crossing
	v.events = []sim.Event{{Time: waits / 2, Kind: sim.EventPickup, Slot: flo, Item: sim.ItemMegaHealth}, // before he runs
		{Time: waits + time.Second, Kind: sim.EventPickup, Slot: flo, Item: sim.ItemArmorRed},
		{Time: waits + 2*time.Second, Kind: sim.EventCheckpoint, Slot: flo},
		{Time: waits + 3*time.Second, Kind: sim.EventSecret, Slot: flo},
		{Time: waits + 4*time.Second, Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemArmorRed}}
	r, err := race.New([]race.Runner{v.run(t, "a"), crossing.stretched(2, 2, 2, 2).run(t, "b")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range r.Splits() {
		names = append(names, s.Name)
		if len(s.Times) != 2 || (s.Times[1]-2*s.Times[0]).Abs() > 2*snapshot {
			t.Errorf("%s: %v", s.Name, s.Times)
		}
	}
	if got, want := strings.Join(names, ", "), "Red Armor, checkpoint, secret, end"; got != want {
		t.Errorf("splits %s, want %s", got, want)
	}
	two, err := race.New([]race.Runner{twoLevels.run(t, "a"), twoLevels.run(t, "b")})
	if err != nil {
		t.Fatal(err)
	}
	if list := two.Splits(); len(list) != 2 || list[0].Name != "second" || !near(float64(list[0].Along), 600, 10) {
		t.Errorf("splits %+v", list)
	}
}

// TestNotComparable checks the reasons why runs cannot be compared.
func TestNotComparable(t *testing.T) {
	a := crossing.run(t, "a")
	stands := a
	stands.Slot, stands.Name = sim.SlotAt(0), "stands"
	absent := a
	absent.Slot = sim.SlotAt(7)
	other := twoLevels
	other.legs = slices.Clone(other.legs)
	other.legs[1].next = "third"
	for what, test := range map[string]struct {
		list []race.Runner
		want string
	}{
		"alone":      {[]race.Runner{a}, "two to 8 runs"},
		"too many":   {slices.Repeat([]race.Runner{a}, race.MaxRunners+1), "two to 8 runs"},
		"one stands": {[]race.Runner{a, stands}, "stands: no player moves"},
		"one is not": {[]race.Runner{absent, a}, "a: no player moves"},
		"other maps": {[]race.Runner{twoLevels.run(t, "a"), other.run(t, "b")},
			"different maps: a is on second, b on third"},
	} {
		if _, err := race.New(test.list); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", what, err, test.want)
		}
	}
}

// TestBegin checks which run is found in a recording, and from when to when.
func TestBegin(t *testing.T) {
	finishes := func(at time.Duration, value int, slot sim.Slot) sim.Event {
		return sim.Event{Time: at, Kind: sim.EventFinish, Slot: slot, Value: value}
	}
	timed := crossing
	timed.events = []sim.Event{finishes(3*time.Second, 1500, flo), finishes(5*time.Second, 1200, flo),
		finishes(6*time.Second, 1800, flo)}
	pips := crossing
	pips.recorder = "Pip" // who stands: he is not the runner
	for what, test := range map[string]struct {
		v        invented
		start    race.Start
		from, to time.Duration
	}{
		"the fastest timed run": {timed, race.StartTimer, 3800 * time.Millisecond, 5 * time.Second},
		"the first move":        {crossing, race.StartMove, waits, 7 * time.Second},
		"of the one who moves":  {pips, race.StartMove, waits, 7 * time.Second},
	} {
		r := test.v.run(t, what)
		if r.Start != test.start || (r.From-test.from).Abs() > snapshot || r.To != test.to || r.Slot != flo ||
			r.Player() != "Flo" {
			t.Errorf("%s: %s from %v to %v by %s", what, r.Start, r.From, r.To, r.Player())
		}
	}
	r := twoLevels.run(t, "")
	r.From = waits + 3*time.Second
	if level, err := r.Begin(race.StartLevel); err != nil || level.From != waits+2*time.Second || level.LevelAt() != 1 {
		t.Errorf("from the level: %v from %v, level %d", err, level.From, level.LevelAt())
	}
	if mark, err := r.Begin(race.StartMark); err != nil || mark.From != r.From || mark.Start.String() != "mark" {
		t.Errorf("from a mark: %v from %v by %s", err, mark.From, mark.Start)
	}
	if _, err := r.Begin(race.StartTimer); err == nil {
		t.Error("a run without a timer begins with it")
	}
	r.Slot = sim.SlotAt(0)
	if _, err := r.Begin(race.StartMove); !errors.Is(err, race.ErrNobody) {
		t.Errorf("Pip moves: %v", err)
	}
	if _, err := race.Find("", (invented{}).record()); !errors.Is(err, race.ErrNobody) {
		t.Errorf("nobody moves: %v", err)
	}
}
