package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// made is a made-up level with the players Alice, Bob and Carol, in the slots 0 to 2.
type made struct {
	*Track
	r        *recording.Recording
	rules    Rules
	players  *Players
	entities *Entities
	match    *Match
	items    *Items
}

func newMade(rules Rules) *made {
	rec, r := recording.NewRecorder(sim.Header{})
	m := &made{Track: New(rec), r: r, rules: rules}
	m.rules.CountDeaths, m.rules.JumpDistance, m.rules.JumpSpeed, m.rules.Reach = true, 100, 2500, 100
	m.players, m.entities = NewPlayers(m.Track, &m.rules), NewEntities(m.Track, &m.rules)
	m.match = NewMatch(m.Track, m.players)
	m.items = NewItems(m.Track, m.players, m.entities, m.match, &m.rules)
	m.StartLevel(sim.Level{Map: "test"})
	for i, name := range []string{"Alice", "Bob", "Carol"} {
		slot := sim.SlotAt(i)
		m.players.SetProfile(slot, rec.Profile(sim.Profile{Slot: slot, Name: sim.PlainText(name), Team: sim.TeamRed}))
		m.players.SetName(slot, name)
		m.players.List(slot)
	}
	return m
}

// at begins the snapshot at a time in milliseconds, ending the one before.
func (m *made) at(ms int) {
	m.end()
	m.Begin(time.Duration(ms)*time.Millisecond, time.Duration(ms)*time.Millisecond)
	m.Flush()
}

func (m *made) end() {
	if m.Open() {
		m.items.EndSnapshot()
		m.players.EndSnapshot()
		m.match.EndSnapshot()
		m.EndSnapshot()
	}
}

// player shows a player at a place on the x axis.
func (m *made) player(slot int, x float32, life sim.Life) {
	m.players.Update(sim.SlotAt(slot), &PlayerUpdate{Origin: sim.Vec3{x, 0, 0}, Life: life})
}

// item shows an item at a place on the x axis.
func (m *made) item(number int, item sim.Item, x float32) {
	last, appeared := m.entities.See(number, &sim.Vec3{x, 0, 0})
	row, _ := m.entities.Show(&EntityUpdate{Entity: &sim.Entity{Number: number, Item: item, Origin: sim.Vec3{x, 0, 0}},
		Last: last, Appeared: appeared})
	m.items.Show(row)
}

func (m *made) world(ms int) *sim.World {
	m.end()
	return m.r.Cursor().At(time.Duration(ms) * time.Millisecond)
}

func (m *made) kinds() (list []sim.EventKind) {
	m.end()
	for _, e := range m.r.Events() {
		list = append(list, e.Kind)
	}
	return list
}

// TestEventsWait checks that events before a level's first snapshot, and queued events, are recorded with the time of
// the next snapshot, in the order in which they came.
func TestEventsWait(t *testing.T) {
	m := newMade(Rules{})
	m.Event(sim.Event{Kind: sim.EventLevelStart})
	m.Chapter("Warm-up", sim.EventWarmup)
	m.at(500)
	m.Event(sim.Event{Kind: sim.EventPrint})
	m.Queue(sim.Event{Kind: sim.EventChat, Slot: sim.SlotAt(1)})
	m.at(600)
	m.end()
	want := []struct {
		kind sim.EventKind
		ms   time.Duration
	}{{sim.EventLevelStart, 500}, {sim.EventPrint, 500}, {sim.EventChat, 600}}
	events := m.r.Events()
	if len(events) != len(want) {
		t.Fatalf("%d events", len(events))
	}
	for i, w := range want {
		if events[i].Kind != w.kind || events[i].Time != w.ms*time.Millisecond {
			t.Errorf("event %d is %v at %v", i, events[i].Kind, events[i].Time)
		}
	}
	if p := events[2].Profile; p == nil || p.Name.Plain != "Bob" {
		t.Errorf("who said it is %v", p)
	}
	if c := m.r.Levels()[0].Chapters; len(c) != 1 || c[0].Start != 500*time.Millisecond {
		t.Errorf("chapters are %v", c)
	}
}

// TestNoLerp checks what is not interpolated: what appears, what jumps, what comes
// after a pause.
func TestNoLerp(t *testing.T) {
	for _, test := range []struct {
		name   string
		ms     [3]int // of the snapshots, 0 for one that does not show him
		x      float32
		noLerp bool
	}{
		{"walks", [3]int{50, 100, 150}, 20, false},
		{"is put elsewhere", [3]int{50, 100, 150}, 300, true},
		{"walks far in a long time", [3]int{50, 100, 400}, 300, false},
		{"was out of sight", [3]int{50, 0, 150}, 10, true},
		{"after a pause", [3]int{50, 100, 1200}, 10, true},
	} {
		m := newMade(Rules{})
		for i, x := range [...]float32{0, 0, test.x} {
			m.at(max(test.ms[i], 51*i))
			if test.ms[i] > 0 {
				m.player(0, x, sim.Alive)
			}
		}
		if got := m.players.Row(sim.SlotAt(0)).NoLerp; got != test.noLerp {
			t.Errorf("%s: NoLerp is %v", test.name, got)
		}
	}
}

// TestNoLerpEnds checks that rows not interpolated at one snapshot are interpolated at the next, whether they are
// single rows or all.
func TestNoLerpEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		jump func(*made)
	}{
		{"single rows", func(m *made) {
			m.players.Row(sim.SlotAt(1)).NoLerp = true
			m.entities.Row(40).NoLerp = true
			mover, _ := m.entities.Mover(50)
			mover.NoLerp = true
		}},
		{"all rows", func(m *made) { m.end(); m.NoLerp(); m.at(250) }},
	} {
		m := newMade(Rules{})
		m.at(50)
		m.item(40, sim.ItemMegaHealth, 0)
		m.entities.Mover(50)
		m.at(100)
		m.at(150)
		m.at(200)
		jumps := func() [3]bool {
			return [3]bool{m.players.Look(sim.SlotAt(1)).NoLerp, m.entities.Look(40).NoLerp,
				m.entities.Movers()[0].NoLerp}
		}
		if test.jump(m); jumps() != [3]bool{true, true, true} {
			t.Errorf("%s: NoLerp is %v", test.name, jumps())
		}
		m.at(300)
		if jumps() != [3]bool{} {
			t.Errorf("%s: at the next snapshot NoLerp is %v", test.name, jumps())
		}
	}
}
