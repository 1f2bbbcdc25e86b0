package recording

import (
	"fragscope/sim"
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
	profiles := []*sim.Profile{}
	for i := range 6 {
		profiles = append(profiles, b.Profile(sim.Profile{Slot: sim.SlotAt(i),
			Name: sim.PlainText(string(rune('a' + i)))}))
	}
	var out []Frame
	f := Frame{POV: sim.SlotAt(2), Phase: sim.PhasePlaying, MatchKnown: true}
	for i := range n {
		if i%500 == 0 {
			b.Level(sim.Level{Map: "map"})
		}
		f.Time = time.Duration(i*33) * time.Millisecond
		f.Clock = f.Time + time.Hour
		f.Match = f.Time - time.Minute
		f.Players, f.Entities, f.Movers = f.Players[:0:0], f.Entities[:0:0], f.Movers[:0:0]
		for s, p := range profiles {
			if rng.Intn(10) == 0 {
				continue
			}
			q := FramePlayer{Player: sim.Player{Slot: sim.SlotAt(s), Profile: p, Life: sim.Alive,
				Visible: rng.Intn(3) > 0, LastSeen: f.Time / 2 / time.Millisecond * time.Millisecond,
				Origin: sim.Vec3{rng.Float32() * 4096, float32(i), -3}, View: sim.Angles{Yaw: rng.Float32()*360 - 180},
				Health: int16(rng.Intn(200)), Armor: sim.Unknown, Weapon: sim.WeaponRailgun, Frags: int16(-i),
				Maxs:     sim.Vec3{15, 15, 32},
				Powerups: sim.PowerupSet(rng.Intn(8))}, NoLerp: rng.Intn(20) == 0}
			q.PowerupEnd[3] = f.Time
			if s == 2 {
				q.POV, q.Inventory = true, &sim.Inventory{Weapons: sim.WeaponSet{rng.Uint64(), rng.Uint64()}, Keys: []sim.Item{sim.ItemKeyGold},
					Other: []sim.InventoryItem{{Name: "x", Count: int16(i / 100)}}}
				q.Inventory.Ammo[sim.WeaponRailgun] = int16(i)
			}
			f.Players = append(f.Players, q)
		}
		for e := 64; e < 64+rng.Intn(40); e++ {
			g := FrameEntity{Entity: sim.Entity{Number: e, Kind: sim.EntityProjectile, Visible: true, Name: "rocket"},
				Trajectory: sim.Trajectory{Kind: sim.TrajectoryKind(rng.Intn(6)), Start: f.Clock, Duration: time.Second,
					Base: sim.Vec3{1, 2, 3}, Delta: sim.Vec3{10, float32(i), 0}}}
			if g.Trajectory.Kind == sim.TrajectoryInterpolate {
				g.Trajectory = sim.Trajectory{}
				g.Origin = sim.Vec3{float32(e), float32(i), 0}
			}
			f.Entities = append(f.Entities, g)
		}
		f.Movers = append(f.Movers, FrameMover{Mover: sim.Mover{Number: 200, Model: 3, Visible: true,
			Origin: sim.Vec3{0, 0, float32(i)}},
			AngleTrajectory: sim.Trajectory{Kind: sim.TrajectoryLinear, Start: f.Clock, Delta: sim.Vec3{0, 90, 0}}})
		b.Frame(&f)
		b.Effect(sim.Effect{Kind: sim.EffectExplosion, Start: f.Time,
			End: f.Time + time.Duration(rng.Intn(2000))*time.Millisecond, Text: "boom"})
		if rng.Intn(5) == 0 {
			b.Event(sim.Event{Time: f.Time, Kind: sim.EventObituary, Slot: sim.SlotAt(rng.Intn(6))})
		}
		c := f
		out = append(out, c)
	}
	b.Finish(nil)
	return out
}

// copyWorld copies all that a cursor owns.
func copyWorld(w *sim.World) sim.World {
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
	b, r := NewRecorder(sim.Header{Name: "x"})
	frames := walk(b, 700)
	c := r.Cursor()
	check := func(i int) {
		f := &frames[i]
		w := c.At(f.Time)
		if w.Frame != i || w.Clock != f.Clock || w.Match != f.Match || w.Phase != f.Phase || w.POV.Index() != 2 ||
			w.Level != i/500 {
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
			if f.Entities[k].Trajectory.Kind != sim.TrajectoryInterpolate {
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
	b, r := NewRecorder(sim.Header{})
	walk(b, 600)
	var played []sim.World
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
	b, r := NewRecorder(sim.Header{})
	p := b.Profile(sim.Profile{Name: sim.PlainText("p")})
	put := func(ms int, x float32, yaw float32, cut bool) {
		b.Frame(&Frame{Time: time.Duration(ms) * time.Millisecond, Players: []FramePlayer{{
			Player: sim.Player{Slot: sim.SlotAt(0), Profile: p, Life: sim.Alive, Visible: true,
				Origin: sim.Vec3{x, 0, 0}, View: sim.Angles{Yaw: yaw}}, NoLerp: cut}}})
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

// TestThingsStopAtCut moves an entity and a mover, which are cut where they are seen in the frame before and where they
// are not.
func TestThingsStopAtCut(t *testing.T) {
	b, r := NewRecorder(sim.Header{})
	for i, s := range []struct{ visible, cut bool }{{true, true}, {true, false}, {true, true}, {false, false},
		{true, true}, {true, false}} {
		at := sim.Vec3{float32(i) * 10}
		b.Frame(&Frame{Time: time.Duration(i) * 100 * time.Millisecond,
			Entities: []FrameEntity{{Entity: sim.Entity{Number: 70, Visible: s.visible, Origin: at}, NoLerp: s.cut}},
			Movers:   []FrameMover{{Mover: sim.Mover{Number: 80, Visible: s.visible, Origin: at}, NoLerp: s.cut}}})
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
	base, delta := sim.Vec3{1, 2, 3}, sim.Vec3{10, 0, 100}
	for _, test := range []struct {
		kind sim.TrajectoryKind
		at   time.Duration
		want sim.Vec3
	}{
		{sim.TrajectoryStationary, 500, sim.Vec3{1, 2, 3}},
		{sim.TrajectoryLinear, 500, sim.Vec3{6, 2, 53}},
		{sim.TrajectoryLinearStop, 500, sim.Vec3{6, 2, 53}},
		{sim.TrajectoryLinearStop, 5000, sim.Vec3{11, 2, 103}},
		{sim.TrajectoryLinearStop, -500, sim.Vec3{1, 2, 3}},
		{sim.TrajectorySine, 250, sim.Vec3{11, 2, 103}},
		{sim.TrajectoryGravity, 1000, sim.Vec3{11, 2, 3 + 100 - 400}},
	} {
		m := sim.Trajectory{Kind: test.kind, Start: time.Minute, Duration: time.Second, Base: base, Delta: delta}
		if got, _ := m.At(time.Minute + test.at*time.Millisecond); got != test.want {
			t.Errorf("kind %d after %d ms: %v, want %v", test.kind, test.at, got, test.want)
		}
	}
}

func TestEffectsAt(t *testing.T) {
	l := newEffectList()
	var all []sim.Effect
	for i := range 2000 {
		e := sim.Effect{Start: time.Duration(rand.Intn(100000)) * time.Millisecond, Slot: sim.SlotAt(i)}
		e.End = e.Start + time.Duration(rand.Intn(400))*time.Millisecond
		if i%100 == 0 {
			e.End += time.Minute
		}
		l.add(&e)
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b sim.Effect) int { return int(a.Start - b.Start) })
	for range 500 {
		at := time.Duration(rand.Intn(110000)) * time.Millisecond
		var want []sim.Effect
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
	b, r := NewRecorder(sim.Header{})
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
	b, r := NewRecorder(sim.Header{})
	b.Level(sim.Level{Map: "one"})
	b.Level(sim.Level{Map: "two"})
	b.Frame(&Frame{})
	b.Chapter("warm-up", sim.EventWarmup, 0)
	b.Frame(&Frame{Time: time.Second})
	b.Chapter("match", sim.EventMatchStart, time.Second)
	b.Frame(&Frame{Time: 2 * time.Second})
	b.Level(sim.Level{Map: "three"})
	b.Frame(&Frame{Time: 3 * time.Second})
	b.Frame(&Frame{Time: 4 * time.Second})
	b.Finish(nil)
	want := []sim.Level{
		{Index: 0, Map: "two", Start: 0, End: 3 * time.Second, Chapters: []sim.Chapter{
			{Name: "warm-up", End: time.Second, Kind: sim.EventWarmup},
			{Name: "match", Start: time.Second, End: 3 * time.Second, Kind: sim.EventMatchStart}}},
		{Index: 1, Map: "three", Start: 3 * time.Second, End: 4 * time.Second},
	}
	if got := r.Levels(); !reflect.DeepEqual(got, want) {
		t.Errorf("levels are\n%+v, want\n%+v", got, want)
	}
}

func TestItemSpans(t *testing.T) {
	b, r := NewRecorder(sim.Header{})
	for i, s := range []struct {
		state        sim.ItemState
		taken, again int
		known        bool
	}{{sim.ItemPresent, 0, 0, false}, {sim.ItemTaken, 1, 26, true}, {sim.ItemTaken, 1, 26, true},
		{sim.ItemPresent, 0, 0, false}, {sim.ItemTaken, 4, 29, true}} {
		sec := func(n int) time.Duration { return time.Duration(n) * time.Second }
		b.Frame(&Frame{Time: sec(i),
			Entities: []FrameEntity{{Entity: sim.Entity{Number: 70, Kind: sim.EntityItem, Item: sim.ItemArmorRed,
				State: s.state, Taken: sec(s.taken), Respawn: sec(s.again), RespawnKnown: s.known, Visible: true,
				TakenBy: sim.SlotAt(5)}}}})
	}
	b.Finish(nil)
	want := []sim.ItemAbsence{
		{Item: sim.ItemArmorRed, Entity: 70, Taken: time.Second, Respawn: 3 * time.Second, RespawnKnown: true,
			By: sim.SlotAt(5)},
		{Item: sim.ItemArmorRed, Entity: 70, Taken: 4 * time.Second, Respawn: 29 * time.Second, RespawnKnown: true,
			By: sim.SlotAt(5)},
	}
	if got := r.ItemAbsences(0); !reflect.DeepEqual(got, want) {
		t.Errorf("spans are\n%+v, want\n%+v", got, want)
	}
}

func BenchmarkFrame(b *testing.B) {
	b.ReportAllocs()
	rec, _ := NewRecorder(sim.Header{})
	f := Frame{}
	p := rec.Profile(sim.Profile{Slot: sim.SlotAt(0)})
	for i := range 8 {
		f.Players = append(f.Players, FramePlayer{Player: sim.Player{Slot: sim.SlotAt(i), Profile: p, Life: sim.Alive,
			Visible: true}})
	}
	for i := range 60 {
		f.Entities = append(f.Entities, FrameEntity{Entity: sim.Entity{Number: 64 + i, Kind: sim.EntityItem}})
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

// TestRosterStandsFromTheEnd checks that the death that ends a match counts, and that nothing after it does until the
// next match.
func TestRosterStandsFromTheEnd(t *testing.T) {
	b, r := NewRecorder(sim.Header{})
	b.Level(sim.Level{Map: "a"})
	p := b.Profile(sim.Profile{Name: sim.PlainText("a")})
	frame := func(sec int, frags int16) {
		b.Frame(&Frame{Time: time.Duration(sec) * time.Second,
			Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0), Profile: p, Life: sim.Alive, Visible: true,
				Frags: frags, Deaths: sim.Unknown}}}})
	}
	event := func(sec int, kind sim.EventKind) {
		b.Event(sim.Event{Time: time.Duration(sec) * time.Second, Kind: kind, Slot: sim.SlotAt(0)})
	}
	frame(0, 48)
	frame(1, 49)
	event(2, sim.EventMatchEnd)
	event(2, sim.EventObituary)
	frame(2, 50)
	event(3, sim.EventObituary)
	frame(3, 0)
	if e := r.Roster()[0]; e.Frags != 50 || e.Deaths != 1 {
		t.Errorf("after the end: %+v", e)
	}
	event(4, sim.EventMatchStart)
	frame(4, 1)
	b.Finish(nil)
	if e := r.Roster()[0]; e.Frags != 1 {
		t.Errorf("in the next match: %+v", e)
	}
}
