package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestReach checks who can take an item: a ball around it, or a box where the rules have a height.
func TestReach(t *testing.T) {
	ball, box := Rules{Reach: 100}, Rules{Reach: 76, ReachUp: 96}
	for _, test := range []struct {
		player    sim.Vec3
		ball, box bool
	}{
		{sim.Vec3{70, 0, 0}, true, true},
		{sim.Vec3{90, 0, 0}, true, false},
		{sim.Vec3{76, 76, 0}, false, true},
		{sim.Vec3{0, 0, -96}, true, true},
		{sim.Vec3{0, 0, 99}, true, false},
	} {
		if _, ok := ball.reaches(test.player, sim.Vec3{}); ok != test.ball {
			t.Errorf("%v in the ball: %v", test.player, ok)
		}
		if _, ok := box.reaches(test.player, sim.Vec3{}); ok != test.box {
			t.Errorf("%v in the box: %v", test.player, ok)
		}
	}
}

// TestDeadStay checks that dead players out of sight keep their positions if the rules specify it.
func TestDeadStay(t *testing.T) {
	for _, test := range []struct {
		stay bool
		life sim.Life
	}{{false, sim.Absent}, {true, sim.Dead}} {
		m := newMade(Rules{DeadStay: test.stay})
		m.at(50)
		m.player(0, 0, sim.Alive)
		m.at(100)
		m.player(0, 0, sim.Dead)
		for ms := 150; ms <= 7000; ms += 50 {
			m.at(ms)
		}
		m.end()
		if r := m.players.Row(sim.SlotAt(0)); r.Life != test.life || r.Visible {
			t.Errorf("dead stay %v: life %d, visible %v", test.stay, r.Life, r.Visible)
		}
	}
}

// TestMonsterMemory checks for how long a monster out of sight is shown where it was.
func TestMonsterMemory(t *testing.T) {
	for _, test := range []struct {
		memory uint32
		shown  int // snapshots that begin with it, after the one that shows it
	}{{0, 21}, {5, 5}} {
		m := newMade(Rules{MonsterMemory: test.memory})
		m.at(50)
		last, appeared := m.entities.See(9, &sim.Vec3{})
		m.entities.Show(&EntityUpdate{Entity: &sim.Entity{Number: 9, Kind: sim.EntityMonster}, Last: last,
			Appeared: appeared})
		shown := 0
		for ms := 100; ms <= 1100; ms += 50 {
			if m.at(ms); m.entities.Row(9) == nil {
				break
			}
			shown++
		}
		if shown != test.shown {
			t.Errorf("memory %d: shown in %d snapshots", test.memory, shown)
		}
	}
}

// TestToldPowerups checks which events report powerups, and what determines their ends.
func TestToldPowerups(t *testing.T) {
	const quad, suit = sim.PowerupSet(1 << sim.PowerupQuad), sim.PowerupSet(1 << sim.PowerupSuit)
	m := newMade(Rules{SilentPowerups: suit})
	m.at(50)
	m.player(0, 0, sim.Alive)
	r := m.players.Row(sim.SlotAt(0))
	r.PowerupEnd[sim.PowerupQuad] = 7 * time.Second
	m.players.SetPowerups(r, quad|suit, -1)
	if r.PowerupEnd[sim.PowerupQuad] != 7*time.Second {
		t.Error("the end that was told is lost")
	}
	m.players.SetPowerups(r, 0, -1)
	m.end()
	if events := m.r.Events(); len(events) != 2 || events[0].Kind != sim.EventPowerup ||
		events[1].Kind != sim.EventPowerupEnd {
		t.Errorf("events %+v", events)
	}
}

// TestDeferredEvents checks that events wait for the snapshot to which they belong.
func TestDeferredEvents(t *testing.T) {
	m := newMade(Rules{})
	now := 80 * time.Millisecond
	m.Defer(func() time.Duration { return now })
	m.at(50)
	m.Event(sim.Event{Kind: sim.EventPrint, Slot: sim.SlotAt(1)})
	m.CenterPrint(sim.PlainText("Fight!"), 40*time.Millisecond)
	if q := m.Queued(); len(q) != 1 || q[0].Profile == nil || len(m.r.Events()) != 0 {
		t.Fatalf("queued %+v", q)
	}
	m.at(100)
	if events := m.r.Events(); len(events) != 1 || events[0].Time != 100*time.Millisecond {
		t.Errorf("events %+v", events)
	}
	if m.Frame().CenterPrint.Plain == "" {
		t.Error("the centre print is gone too early")
	}
	m.at(150)
	if m.Frame().CenterPrint.Plain != "" {
		t.Error("the centre print stays")
	}
}

// TestSeenTwice checks that a player whom a snapshot shows twice does not appear again.
func TestSeenTwice(t *testing.T) {
	m := newMade(Rules{})
	slot := sim.SlotAt(2)
	m.at(50)
	if !m.players.See(slot) {
		t.Error("does not appear when first seen")
	}
	m.at(100)
	for range 2 {
		if m.players.See(slot) {
			t.Error("appears although the snapshot before showed him")
		}
	}
	m.at(150)
	m.at(200)
	if !m.players.See(slot) {
		t.Error("does not appear after a snapshot without him")
	}
	if got := m.players.Nearest(sim.Vec3{}, 10, func(*recording.FramePlayer) bool { return true }); got.Valid() {
		t.Errorf("%v is the nearest in sight", got)
	}
}
