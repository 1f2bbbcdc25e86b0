package sim

import (
	"math"
	"math/rand"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

// walk drives a recorder through n frames of a made-up game, the same for the
// same n, and returns copies of the frames.
func walk(b *Recorder, n int) []Frame {
	rng := rand.New(rand.NewSource(1))
	profiles := []*Profile{}
	for i := range 6 {
		profiles = append(profiles, b.Profile(Profile{Slot: SlotAt(i), Name: PlainText(string(rune('a' + i)))}))
	}
	var out []Frame
	f := Frame{POV: SlotAt(2), Phase: PhasePlaying, MatchKnown: true}
	for i := range n {
		if i%500 == 0 {
			b.Level(Level{Map: "map"})
		}
		f.Time = time.Duration(i*33) * time.Millisecond
		f.Clock = f.Time + time.Hour
		f.Match = f.Time - time.Minute
		f.Players, f.Entities, f.Movers = f.Players[:0:0], f.Entities[:0:0], f.Movers[:0:0]
		for s, p := range profiles {
			if rng.Intn(10) == 0 {
				continue
			}
			q := FramePlayer{Player: Player{Slot: SlotAt(s), Profile: p, Life: Alive, Visible: rng.Intn(3) > 0, LastSeen: f.Time / 2 / time.Millisecond * time.Millisecond,
				Origin: Vec3{rng.Float32() * 4096, float32(i), -3}, View: Angles{0, rng.Float32()*360 - 180, 0},
				Health: int16(rng.Intn(200)), Armor: Unknown, Weapon: WeaponRailgun, Frags: int16(-i), Maxs: Vec3{15, 15, 32},
				Powerups: PowerupSet(rng.Intn(8))}, NoLerp: rng.Intn(20) == 0}
			q.PowerupEnd[3] = f.Time
			if s == 2 {
				q.POV, q.Inventory = true, &Inventory{Weapons: rng.Uint64(), Keys: []Item{ItemKeyGold}, Other: []InventoryItem{{"x", int16(i / 100)}}}
				q.Inventory.Ammo[WeaponRailgun] = int16(i)
			}
			f.Players = append(f.Players, q)
		}
		for e := 64; e < 64+rng.Intn(40); e++ {
			g := FrameEntity{Entity: Entity{Number: e, Kind: EntityProjectile, Visible: true, Name: "rocket"},
				Trajectory: Trajectory{Kind: TrajectoryKind(rng.Intn(6)), Start: f.Clock, Duration: time.Second, Base: Vec3{1, 2, 3}, Delta: Vec3{10, float32(i), 0}}}
			if g.Trajectory.Kind == TrajectoryInterpolate {
				g.Trajectory = Trajectory{}
				g.Origin = Vec3{float32(e), float32(i), 0}
			}
			f.Entities = append(f.Entities, g)
		}
		f.Movers = append(f.Movers, FrameMover{Mover: Mover{Number: 200, Model: 3, Visible: true, Origin: Vec3{0, 0, float32(i)}},
			AngleTrajectory: Trajectory{Kind: TrajectoryLinear, Start: f.Clock, Delta: Vec3{0, 90, 0}}})
		b.Frame(&f)
		b.Effect(Effect{Kind: EffectExplosion, Start: f.Time, End: f.Time + time.Duration(rng.Intn(2000))*time.Millisecond, Text: "boom"})
		if rng.Intn(5) == 0 {
			b.Event(Event{Time: f.Time, Kind: EventObituary, Slot: SlotAt(rng.Intn(6))})
		}
		c := f
		out = append(out, c)
	}
	b.Finish(nil)
	return out
}

// copyWorld copies all that a cursor owns.
func copyWorld(w *World) World {
	c := *w
	c.Players = slices.Clone(w.Players)
	for i, p := range c.Players {
		if p.Inventory != nil {
			h := *p.Inventory
			c.Players[i].Inventory = &h
		}
	}
	c.Entities, c.Movers, c.Effects = slices.Clone(w.Entities), slices.Clone(w.Movers), slices.Clone(w.Effects)
	return c
}

func TestFramesComeBack(t *testing.T) {
	b, r := NewRecorder(Header{Name: "x"})
	frames := walk(b, 700)
	c := r.Cursor()
	check := func(i int) {
		f := &frames[i]
		w := c.At(f.Time)
		if w.Frame != i || w.Clock != f.Clock || w.Match != f.Match || w.Phase != f.Phase || w.POV.Index() != 2 || w.Level != i/500 {
			t.Fatalf("frame %d: head is %+v", i, w)
		}
		if len(w.Players) != len(f.Players) || len(w.Entities) != len(f.Entities) || len(w.Movers) != 1 {
			t.Fatalf("frame %d: %d players, %d entities, %d movers", i, len(w.Players), len(w.Entities), len(w.Movers))
		}
		for k := range f.Players {
			want := f.Players[k].Player
			if want.Visible {
				want.LastSeen = f.Time
			}
			if !reflect.DeepEqual(w.Players[k], want) {
				t.Fatalf("frame %d: player is\n%+v, want\n%+v", i, w.Players[k], want)
			}
		}
		for k := range f.Entities {
			want := f.Entities[k].Entity
			want.LastSeen = f.Time
			if f.Entities[k].Trajectory.Kind != TrajectoryInterpolate {
				want.Origin, want.Velocity = f.Entities[k].Trajectory.At(f.Clock)
			}
			if w.Entities[k] != want {
				t.Fatalf("frame %d: entity is\n%+v, want\n%+v", i, w.Entities[k], want)
			}
		}
	}
	for i := range frames {
		check(i)
	}
	for i := len(frames) - 1; i >= 0; i-- {
		check(i)
	}
	for range 300 {
		check(rand.Intn(len(frames)))
	}
}

func TestAtDependsOnTimeAlone(t *testing.T) {
	b, r := NewRecorder(Header{})
	walk(b, 600)
	var played []World
	c := r.Cursor()
	const step = 11 * time.Millisecond
	for at := time.Duration(0); at <= r.Duration(); at += step {
		played = append(played, copyWorld(c.At(at)))
	}
	for _, order := range []func(k int) int{
		func(k int) int { return len(played) - 1 - k },
		func(int) int { return rand.Intn(len(played)) },
	} {
		for k := range played {
			i := order(k)
			if got := copyWorld(c.At(time.Duration(i) * step)); !reflect.DeepEqual(got, played[i]) {
				t.Fatalf("at %v the world is not that of playing", time.Duration(i)*step)
			}
		}
	}
}

func TestInterpolationStopsAtCut(t *testing.T) {
	b, r := NewRecorder(Header{})
	p := b.Profile(Profile{Name: PlainText("p")})
	put := func(ms int, x float32, yaw float32, cut bool) {
		b.Frame(&Frame{Time: time.Duration(ms) * time.Millisecond, Players: []FramePlayer{{
			Player: Player{Slot: SlotAt(0), Profile: p, Life: Alive, Visible: true, Origin: Vec3{x, 0, 0}, View: Angles{Yaw: yaw}}, NoLerp: cut}}})
	}
	put(0, 0, 170, false)
	put(100, 10, -170, false)
	put(200, 1000, 0, true)
	put(5200, 2000, 0, false)
	b.Finish(nil)
	c := r.Cursor()
	for _, test := range []struct {
		ms     int
		x, yaw float32
	}{{50, 5, 180}, {100, 10, -170}, {150, 10, -170}, {200, 1000, 0}, {2700, 1000, 0}, {5200, 2000, 0}} {
		got := c.At(time.Duration(test.ms) * time.Millisecond).Players[0]
		if got.Origin[0] != test.x || math.Abs(float64(got.View.Yaw-test.yaw)) > 0.01 {
			t.Errorf("at %d ms: x %v, yaw %v, want %v and %v", test.ms, got.Origin[0], got.View.Yaw, test.x, test.yaw)
		}
	}
	path := r.Path(0, 0, time.Hour, nil)
	cuts := 0
	for _, q := range path {
		if q.NoLerp {
			cuts++
		}
	}
	if len(path) != 4 || cuts != 2 {
		t.Errorf("path is %v", path)
	}
}

// TestThingsStopAtCut moves an entity and a mover, which are cut where they are seen in the frame before and where they are not.
func TestThingsStopAtCut(t *testing.T) {
	b, r := NewRecorder(Header{})
	for i, s := range []struct{ visible, cut bool }{{true, true}, {true, false}, {true, true}, {false, false}, {true, true}, {true, false}} {
		at := Vec3{float32(i) * 10}
		b.Frame(&Frame{Time: time.Duration(i) * 100 * time.Millisecond,
			Entities: []FrameEntity{{Entity: Entity{Number: 70, Visible: s.visible, Origin: at}, NoLerp: s.cut}},
			Movers:   []FrameMover{{Mover: Mover{Number: 80, Visible: s.visible, Origin: at}, NoLerp: s.cut}}})
	}
	b.Finish(nil)
	c := r.Cursor()
	for i, want := range []float32{5, 10, 20, 30, 45} {
		w := c.At(time.Duration(i)*100*time.Millisecond + 50*time.Millisecond)
		if e, m := w.Entities[0].Origin[0], w.Movers[0].Origin[0]; e != want || m != want {
			t.Errorf("behind frame %d the entity is at %v and the mover at %v, want %v", i, e, m, want)
		}
	}
}

func TestMotion(t *testing.T) {
	base, delta := Vec3{1, 2, 3}, Vec3{10, 0, 100}
	for _, test := range []struct {
		kind TrajectoryKind
		at   time.Duration
		want Vec3
	}{
		{TrajectoryStationary, 500, Vec3{1, 2, 3}},
		{TrajectoryLinear, 500, Vec3{6, 2, 53}},
		{TrajectoryLinearStop, 500, Vec3{6, 2, 53}},
		{TrajectoryLinearStop, 5000, Vec3{11, 2, 103}},
		{TrajectoryLinearStop, -500, Vec3{1, 2, 3}},
		{TrajectorySine, 250, Vec3{11, 2, 103}},
		{TrajectoryGravity, 1000, Vec3{11, 2, 3 + 100 - 400}},
	} {
		m := Trajectory{Kind: test.kind, Start: time.Minute, Duration: time.Second, Base: base, Delta: delta}
		if got, _ := m.At(time.Minute + test.at*time.Millisecond); got != test.want {
			t.Errorf("kind %d after %d ms: %v, want %v", test.kind, test.at, got, test.want)
		}
	}
}

func TestEffectsAt(t *testing.T) {
	l := newEffectList()
	var all []Effect
	for i := range 2000 {
		e := Effect{Start: time.Duration(rand.Intn(100000)) * time.Millisecond, Slot: SlotAt(i)}
		e.End = e.Start + time.Duration(rand.Intn(400))*time.Millisecond
		if i%100 == 0 {
			e.End += time.Minute
		}
		l.add(&e)
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b Effect) int { return int(a.Start - b.Start) })
	for range 500 {
		at := time.Duration(rand.Intn(110000)) * time.Millisecond
		var want []Effect
		for _, e := range all {
			if e.Start <= at && at <= e.End {
				want = append(want, e)
			}
		}
		if got := l.appendAt(nil, at); !slices.Equal(got, want) {
			t.Fatalf("at %v: %d effects, want %d", at, len(got), len(want))
		}
	}
}

func TestReadWhileLoading(t *testing.T) {
	b, r := NewRecorder(Header{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			c := r.Cursor()
			for {
				_, finished := r.Progress()
				d := r.Duration()
				for range 20 {
					w := c.At(time.Duration(rand.Int63n(int64(d) + 1)))
					for i := range w.Players {
						_ = w.Players[i].Profile.Name
					}
				}
				r.Events()
				r.Levels()
				r.Roster()
				r.Path(1, 0, d, nil)
				r.ItemAbsences(0)
				if finished {
					return
				}
			}
		})
	}
	walk(b, 3000)
	r.Wait()
	wg.Wait()
	if r.Frames() != 3000 || len(r.Levels()) != 6 {
		t.Errorf("%d frames, %d levels", r.Frames(), len(r.Levels()))
	}
}

func TestLevels(t *testing.T) {
	b, r := NewRecorder(Header{})
	b.Level(Level{Map: "one"})
	b.Level(Level{Map: "two"})
	b.Frame(&Frame{})
	b.Chapter("warm-up", EventWarmup, 0)
	b.Frame(&Frame{Time: time.Second})
	b.Chapter("match", EventMatchStart, time.Second)
	b.Frame(&Frame{Time: 2 * time.Second})
	b.Level(Level{Map: "three"})
	b.Frame(&Frame{Time: 3 * time.Second})
	b.Frame(&Frame{Time: 4 * time.Second})
	b.Finish(nil)
	want := []Level{
		{Index: 0, Map: "two", Start: 0, End: 3 * time.Second, Chapters: []Chapter{
			{"warm-up", 0, time.Second, EventWarmup}, {"match", time.Second, 3 * time.Second, EventMatchStart}}},
		{Index: 1, Map: "three", Start: 3 * time.Second, End: 4 * time.Second},
	}
	if got := r.Levels(); !reflect.DeepEqual(got, want) {
		t.Errorf("levels are\n%+v, want\n%+v", got, want)
	}
}

func TestItemSpans(t *testing.T) {
	b, r := NewRecorder(Header{})
	for i, s := range []struct {
		state        ItemState
		taken, again int
		known        bool
	}{{ItemPresent, 0, 0, false}, {ItemTaken, 1, 26, true}, {ItemTaken, 1, 26, true}, {ItemPresent, 0, 0, false}, {ItemTaken, 4, 29, true}} {
		sec := func(n int) time.Duration { return time.Duration(n) * time.Second }
		b.Frame(&Frame{Time: sec(i), Entities: []FrameEntity{{Entity: Entity{Number: 70, Kind: EntityItem, Item: ItemArmorRed, State: s.state,
			Taken: sec(s.taken), Respawn: sec(s.again), RespawnKnown: s.known, Visible: true, TakenBy: SlotAt(5)}}}})
	}
	b.Finish(nil)
	want := []ItemAbsence{
		{Item: ItemArmorRed, Entity: 70, Taken: time.Second, Respawn: 3 * time.Second, RespawnKnown: true, By: SlotAt(5)},
		{Item: ItemArmorRed, Entity: 70, Taken: 4 * time.Second, Respawn: 29 * time.Second, RespawnKnown: true, By: SlotAt(5)},
	}
	if got := r.ItemAbsences(0); !reflect.DeepEqual(got, want) {
		t.Errorf("spans are\n%+v, want\n%+v", got, want)
	}
}

func BenchmarkFrame(b *testing.B) {
	b.ReportAllocs()
	rec, _ := NewRecorder(Header{})
	f := Frame{}
	p := rec.Profile(Profile{Slot: SlotAt(0)})
	for i := range 8 {
		f.Players = append(f.Players, FramePlayer{Player: Player{Slot: SlotAt(i), Profile: p, Life: Alive, Visible: true}})
	}
	for i := range 60 {
		f.Entities = append(f.Entities, FrameEntity{Entity: Entity{Number: 64 + i, Kind: EntityItem}})
	}
	for b.Loop() {
		f.Time += 33 * time.Millisecond
		for i := range f.Players {
			f.Players[i].Origin[0] += 3.1
			f.Players[i].View.Yaw += 1.3
		}
		rec.Frame(&f)
	}
}

// TestRosterStandsFromTheEnd holds that the death that ends a match counts, and
// that nothing does that comes after, until the next match.
func TestRosterStandsFromTheEnd(t *testing.T) {
	b, r := NewRecorder(Header{})
	b.Level(Level{Map: "a"})
	p := b.Profile(Profile{Name: PlainText("a")})
	frame := func(sec int, frags int16) {
		b.Frame(&Frame{Time: time.Duration(sec) * time.Second, Players: []FramePlayer{{Player: Player{Slot: SlotAt(0), Profile: p, Life: Alive, Visible: true,
			Frags: frags, Deaths: Unknown}}}})
	}
	event := func(sec int, kind EventKind) {
		b.Event(Event{Time: time.Duration(sec) * time.Second, Kind: kind, Slot: SlotAt(0)})
	}
	frame(0, 48)
	frame(1, 49)
	event(2, EventMatchEnd)
	event(2, EventObituary)
	frame(2, 50)
	event(3, EventObituary)
	frame(3, 0)
	if e := r.Roster()[0]; e.Frags != 50 || e.Deaths != 1 {
		t.Errorf("after the end: %+v", e)
	}
	event(4, EventMatchStart)
	frame(4, 1)
	b.Finish(nil)
	if e := r.Roster()[0]; e.Frags != 1 {
		t.Errorf("in the next match: %+v", e)
	}
}
