package recording

import (
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
)

// overlapped is a recorder whose recording is filled by a goroutine of its own.
func overlapped() (*Recorder, *Recording) {
	b, r := NewRecorder(sim.Header{Name: "x"})
	b.Batch(true)
	return b, r
}

// compareRecordings compares all that two recordings tell, worlds at frames and between them.
func compareRecordings(t *testing.T, got, want *Recording) {
	t.Helper()
	if got.Frames() != want.Frames() || got.Duration() != want.Duration() {
		t.Fatalf("%d frames, %v, want %d and %v", got.Frames(), got.Duration(), want.Frames(), want.Duration())
	}
	for what, pair := range map[string][2]any{
		"header": {got.Header(), want.Header()}, "levels": {got.Levels(), want.Levels()},
		"events": {got.Events(), want.Events()}, "damage": {got.Damage(), want.Damage()},
		"anomalies": {got.Anomalies(), want.Anomalies()}, "roster": {got.Roster(), want.Roster()},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s differ: %v, want %v", what, pair[0], pair[1])
		}
	}
	for team := range sim.TeamCount {
		g, told := got.TeamScore(team)
		if w, ok := want.TeamScore(team); g != w || told != ok {
			t.Errorf("team %d has %d, %t, want %d, %t", team, g, told, w, ok)
		}
	}
	for slot := range 8 {
		if g, w := got.Path(slot, 0, got.Duration(), nil),
			want.Path(slot, 0, got.Duration(), nil); !reflect.DeepEqual(g, w) {
			t.Errorf("path of %d has %d points, want %d", slot, len(g), len(w))
		}
	}
	a, b := got.Cursor(), want.Cursor()
	for range 500 {
		at := time.Duration(rand.Int63n(int64(want.Duration())))
		if g, w := copyWorld(a.At(at)), copyWorld(b.At(at)); !reflect.DeepEqual(g, w) {
			t.Fatalf("at %v the world is\n%+v, want\n%+v", at, g, w)
		}
	}
}

func TestOverlapIsAsOneGoroutine(t *testing.T) {
	b, r := overlapped()
	walk(b, 2000)
	one, want := NewRecorder(sim.Header{Name: "x"})
	walk(one, 2000)
	compareRecordings(t, r, want)
}

// TestWorkOfOthers compares recordings stored with the help of zero, one and two other goroutines with one stored by
// the recorder alone.
func TestWorkOfOthers(t *testing.T) {
	one, want := NewRecorder(sim.Header{Name: "x"})
	changing(one, 3000, false)
	for others := range 3 {
		b, r := overlapped()
		work, stop := b.Work(), make(chan struct{})
		var all sync.WaitGroup
		for range others {
			all.Go(func() {
				for {
					select {
					case do := <-work:
						do()
					case <-stop:
						return
					}
				}
			})
		}
		changing(b, 3000, true)
		close(stop)
		all.Wait()
		compareRecordings(t, r, want)
	}
}

// TestAllIsStoredBeforeMore has nobody store but the recorder, which does so before it waits for a demo that grows.
func TestAllIsStoredBeforeMore(t *testing.T) {
	b, r := overlapped()
	b.Work()
	const frames = 3*pipelineFrames + 5
	b.Follow(func(int) ([]byte, bool) {
		if r.Frames() != frames {
			t.Errorf("%d frames are stored, want %d", r.Frames(), frames)
		}
		return nil, true
	})
	for i := range frames {
		b.Frame(&Frame{Time: time.Duration(i) * time.Millisecond})
	}
	b.More()(0)
	b.Finish(nil)
}

// crowd has some of seven players join, leave, move, die and score, and says in the frame who did, if it is to tell.
func crowd(rng *rand.Rand, b *Recorder, f *Frame, tell bool) {
	changed := uint64(1) // the first one's inventory
	for i := range f.Players {
		p := &f.Players[i]
		if p.Visible {
			p.LastSeen = f.Time
		}
		if rng.Intn(2) == 0 {
			continue
		}
		changed |= 1 << i
		switch rng.Intn(8) {
		case 0:
			p.Origin[rng.Intn(3)] = float32(rng.Intn(worldLimit + worldLimit/8)) // maybe beyond the world
		case 1:
			p.Life, p.Visible = sim.Life(rng.Intn(3)), rng.Intn(3) > 0
		case 2:
			p.Frags, p.Deaths = int16(rng.Intn(5)), int16(rng.Intn(5))
		case 3:
			p.Inventory = &sim.Inventory{Weapons: sim.WeaponSet{uint64(rng.Intn(4)), uint64(rng.Intn(4))}}
		default:
			p.Origin[rng.Intn(3)] += float32(rng.Intn(64)) / 8
			p.View.Yaw += 3
		}
	}
	f.Changes.Players = nil
	if tell {
		f.Changes.Players = []uint64{changed}
	}
	slot := 1 + rng.Intn(7)
	at := slices.IndexFunc(f.Players, func(p FramePlayer) bool { return p.Slot.Index() >= slot })
	switch there := at >= 0 && f.Players[at].Slot.Index() == slot; {
	case rng.Intn(40) > 0:
	case there:
		f.Players, f.Changes.Players = slices.Delete(f.Players, at, at+1), nil
	default:
		if at < 0 {
			at = len(f.Players)
		}
		profile := b.Profile(sim.Profile{Slot: sim.SlotAt(slot), Name: sim.PlainText(string(rune('a' + slot))),
			Team: sim.Team(rng.Intn(2)) * sim.TeamSpectator})
		f.Changes.Players = nil
		f.Players = slices.Insert(f.Players, at, FramePlayer{Player: sim.Player{Slot: sim.SlotAt(slot),
			Profile: profile, Life: sim.Alive, Visible: true, Deaths: sim.Unknown}})
	}
}

// turn goes on to the next frame's clocks, and now and then changes what a frame shows beside its rows.
func turn(rng *rand.Rand, f *Frame) {
	f.Clock, f.Match = f.Clock+25*time.Millisecond, f.Match+time.Duration(rng.Intn(3)/2+25)*time.Millisecond
	if rng.Intn(4) > 0 {
		return
	}
	f.Phase, f.MatchKnown, f.LastScores = sim.Phase(rng.Intn(int(sim.PhaseFinished)+1)), rng.Intn(2) > 0,
		rng.Intn(2) > 0
	f.TeamScore[rng.Intn(int(sim.TeamCount))], f.FlagState[sim.TeamRed] = int16(rng.Intn(3))+sim.Unknown,
		sim.FlagState(rng.Intn(4))
	f.CenterPrint, f.ScreenText = sim.Text{}, nil
	if rng.Intn(2) > 0 {
		f.CenterPrint = sim.Text{Plain: "print", Runs: []sim.Run{{To: rng.Intn(2)}}}
	}
}

// changing drives a recorder as a tracker does, which says what changed, if it is to tell, through frames that it
// changes in place.
func changing(b *Recorder, n int, tell bool) {
	rng := rand.New(rand.NewSource(3))
	held := sim.Inventory{Keys: []sim.Item{sim.ItemKeyGold}, Other: []sim.InventoryItem{{Name: "rune", Count: 1}}}
	p := b.Profile(sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("p")})
	f := Frame{Changes: Changes{Known: tell},
		Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0), Profile: p, Visible: true,
			Inventory: held.Kept(nil)}}},
		Movers: []FrameMover{{Mover: sim.Mover{Number: 9, Model: 1}}}}
	find := func(number int) int {
		for i := range f.Entities {
			if f.Entities[i].Number >= number {
				return i
			}
		}
		return len(f.Entities)
	}
	for i := range n {
		if i%300 == 0 {
			b.Level(sim.Level{Map: "map"})
			b.EditLevel(func(l *sim.Level) { l.FragLimit = i })
			b.Chapter("match", sim.EventMatchStart, f.Time)
		}
		if kind := rng.Intn(100); kind < 2 {
			b.Event(sim.Event{Time: f.Time, Kind: [...]sim.EventKind{sim.EventMatchStart, sim.EventMatchEnd}[kind]})
		}
		f.Time += 25 * time.Millisecond
		turn(rng, &f)
		f.Changes.Entities, f.Changes.Movers = f.Changes.Entities[:0], f.Changes.Movers[:0]
		for range rng.Intn(5) {
			number := 70 + rng.Intn(60)
			at := find(number)
			there := at < len(f.Entities) && f.Entities[at].Number == number
			f.Changes.Entities = append(f.Changes.Entities, int32(number), int32(number))
			switch {
			case there && rng.Intn(3) == 0:
				f.Entities = append(f.Entities[:at], f.Entities[at+1:]...)
				continue
			case !there:
				f.Entities = append(f.Entities, FrameEntity{})
				copy(f.Entities[at+1:], f.Entities[at:])
			}
			f.Entities[at] = FrameEntity{Entity: sim.Entity{Number: number, Kind: sim.EntityKind(rng.Intn(3)),
				Visible: true, State: sim.ItemState(rng.Intn(3)), Taken: f.Time,
				Origin: sim.Vec3{float32(rng.Intn(1 << 18)), 1, 2}}} // some beyond the world
		}
		if rng.Intn(4) == 0 {
			f.Changes.Movers = append(f.Changes.Movers, 9, 9)
			f.Movers[0].Origin[2]++
		}
		if rng.Intn(30) == 0 {
			f.Changes.Movers = append(f.Changes.Movers, 10, 8)
			if len(f.Movers) > 1 {
				f.Movers = f.Movers[:1]
			} else {
				f.Movers = append(f.Movers, FrameMover{Mover: sim.Mover{Number: 10, Model: 2,
					Origin: sim.Vec3{float32(rng.Intn(1 << 17))}}})
			}
		}
		f.Players[0].Origin[rng.Intn(3)] += 0.125
		held.Ammo[sim.WeaponRailgun], held.Keys[0] = int16(rng.Intn(3)), sim.Item(rng.Intn(int(sim.ItemCount)))
		held.Other[0].Count = int16(rng.Intn(2))
		if at := slices.IndexFunc(f.Players, func(p FramePlayer) bool { return p.Slot == sim.SlotAt(0) }); at >= 0 {
			f.Players[at].Inventory = held.Kept(f.Players[at].Inventory)
		}
		crowd(rng, b, &f, tell)
		b.Frame(&f)
		b.Effect(sim.Effect{Kind: sim.EffectBeam, Start: f.Time, End: f.Time + time.Second})
		if rng.Intn(9) == 0 {
			b.Event(sim.Event{Time: f.Time, Kind: sim.EventObituary, Slot: sim.SlotAt(rng.Intn(8))})
			b.Anomaly(sim.Anomaly{Time: f.Time})
			b.Progress(float64(i) / float64(n))
			h := b.Header()
			h.Messages++
			b.SetHeader(h)
		}
	}
	b.Finish(nil)
}

func TestOverlapOfChangesInPlace(t *testing.T) {
	b, r := overlapped()
	var readers sync.WaitGroup
	readers.Go(func() {
		r.WaitFirst()
		c := r.Cursor()
		for {
			_, finished := r.Progress()
			for at := time.Duration(0); at < r.Duration(); at += time.Second {
				w := c.At(at)
				if levels := r.Levels(); len(levels) <= w.Level {
					t.Errorf("level %d of %d at %v", w.Level, len(levels), at)
					return
				}
			}
			if finished {
				return
			}
		}
	})
	changing(b, 3000, true)
	readers.Wait()
	one, want := NewRecorder(sim.Header{Name: "x"})
	changing(one, 3000, false)
	compareRecordings(t, r, want)
	if h := r.Header(); h.Messages == 0 || h != b.Header() {
		t.Errorf("header is %v", h)
	}
}

// TestChangedAloneIsAll compares a recorder that is given the changes with one that has to examine all rows.
func TestChangedAloneIsAll(t *testing.T) {
	one, want := NewRecorder(sim.Header{Name: "x"})
	changing(one, 3000, false)
	all, r := NewRecorder(sim.Header{Name: "x"})
	all.pause = func() { // has all rows of the next frame passed on, and its head
		all.full = 1
		all.head.ScreenText = new(sim.ScreenText)
	}
	changing(all, 3000, true)
	compareRecordings(t, r, want)
}

// TestPathsAskedForEarly compares paths that were asked for while frames came, and went on from there, with those made
// at the end.
func TestPathsAskedForEarly(t *testing.T) {
	one, want := NewRecorder(sim.Header{Name: "x"})
	changing(one, 2000, true)
	early, r := NewRecorder(sim.Header{Name: "x"})
	early.pause = func() {
		if early.Frames() == 50 {
			r.Path(0, 0, time.Hour, nil)
		}
	}
	changing(early, 2000, true)
	compareRecordings(t, r, want)
}

// What made a store panic is not tried again when who drives the recorder ends the recording for that.
func TestFinishAfterAPanic(t *testing.T) {
	b, r := NewRecorder(sim.Header{})
	b.Frame(&Frame{})
	err := fault.Guard(func() error {
		b.pipeline.call(func(*store) { panic("a test's") })
		return nil
	})
	b.Finish(err)
	r.Wait()
	if r.Err() == nil || r.Frames() != 1 {
		t.Errorf("%d frames, %v", r.Frames(), r.Err())
	}
}

func TestOverlapEndsWithAPanic(t *testing.T) {
	b, r := overlapped()
	cancelled := false
	f := Frame{Players: []FramePlayer{{Player: sim.Player{Slot: sim.SlotAt(0)}}}}
	for i := range 10000 {
		f.Time += time.Millisecond
		if i == 20 {
			b.pipeline.call(func(*store) { panic("a test's") })
		}
		b.Frame(&f)
		select {
		case <-b.Cancelled():
			cancelled = true
		default:
		}
	}
	b.Finish(nil)
	r.Wait()
	if err := r.Err(); !cancelled || err == nil || !strings.Contains(err.Error(), "a test's") || r.Frames() != 20 {
		t.Errorf("cancelled %t, %d frames, %v", cancelled, r.Frames(), err)
	}
}
