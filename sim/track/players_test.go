package track

import (
	"testing"
	"time"

	"fragscope/sim"
)

func TestRowsAscendBySlot(t *testing.T) {
	m := newMade(Rules{})
	m.players.List(sim.SlotAt(7))
	m.players.Remove(sim.SlotAt(1))
	m.players.Unlist(sim.SlotAt(0))
	m.players.List(sim.SlotAt(4))
	var slots []int
	for _, r := range m.players.Rows() {
		slots = append(slots, r.Slot.Index())
		if m.players.Row(r.Slot).Slot != r.Slot {
			t.Errorf("slot %v has another's row", r.Slot)
		}
	}
	if len(slots) != 3 || slots[0] != 2 || slots[1] != 4 || slots[2] != 7 {
		t.Errorf("slots are %v", slots)
	}
	if m.players.Profile(sim.SlotAt(0)) == nil || m.players.Profile(sim.SlotAt(1)) != nil {
		t.Error("who is in the slots is wrong")
	}
	if names := m.players.Names(); len(names) != 2 || names[1].Name != "Carol" {
		t.Errorf("names are %v", names)
	}
}

func TestLife(t *testing.T) {
	for _, test := range []struct {
		was, is sim.Life
		effects int
		noLerp  bool
	}{
		{sim.Alive, sim.Alive, 0, false},
		{sim.Alive, sim.Dead, 1, false},
		{sim.Alive, sim.Gibbed, 1, false},
		{sim.Dead, sim.Gibbed, 0, false},
		{sim.Dead, sim.Alive, 1, true},
		{sim.Gibbed, sim.Alive, 1, true},
	} {
		m := newMade(Rules{})
		m.at(50)
		m.player(0, 0, test.was)
		m.at(100)
		m.player(0, 5, test.is)
		r := m.players.Row(sim.SlotAt(0))
		if _, effects, _ := m.r.Stats(); effects != test.effects || r.NoLerp != test.noLerp || r.Life != test.is {
			t.Errorf("from %d to %d: %d effects, NoLerp %v", test.was, test.is, effects, r.NoLerp)
		}
	}
}

// TestWhoDied checks how the victim of a team kill is found, and the weapon of a death whose text names none.
func TestWhoDied(t *testing.T) {
	for _, test := range []struct {
		name   string
		dies   int // who is seen to die, -1 for nobody
		told   bool
		hit    bool
		victim int // -1 where the line stays a line
		weapon sim.Weapon
	}{
		{name: "a team mate dies", dies: 1, victim: 1},
		{name: "and was hit before", dies: 1, hit: true, victim: 1, weapon: sim.WeaponGrenadeLauncher},
		{name: "his death is told", dies: 1, told: true, victim: -1},
		{name: "nobody dies", dies: -1, victim: -1},
	} {
		m := newMade(Rules{})
		for ms := 50; ms <= 500; ms += 50 {
			m.at(ms)
			if ms == 100 && test.hit {
				m.players.Hit(sim.SlotAt(0), sim.SlotAt(1), sim.WeaponGrenadeLauncher)
			}
			if ms == 100 && test.told {
				m.players.Kill(Death{Victim: sim.SlotAt(1), Weapon: sim.CauseLava}, sim.Text{})
			}
			if ms == 100 {
				m.players.Kill(Death{Attacker: sim.SlotAt(0), TeamKill: true}, sim.PlainText("mows down a teammate"))
			}
			for slot := range 3 {
				life := sim.Alive
				if slot == test.dies && ms >= 150 {
					life = sim.Dead
				}
				m.player(slot, float32(50*slot), life)
			}
		}
		m.end()
		found := -1
		for _, e := range m.r.Events() {
			if e.Kind == sim.EventObituary && e.Attacker == sim.SlotAt(0) {
				found = e.Slot.Index()
				if e.Weapon != test.weapon {
					t.Errorf("%s: by %v", test.name, e.Weapon)
				}
			}
		}
		if found != test.victim {
			t.Errorf("%s: victim is %d", test.name, found)
		}
	}
}

// TestOutOfSight checks what happens to players whom a demo no longer shows.
func TestOutOfSight(t *testing.T) {
	for _, test := range []struct {
		name   string
		rules  Rules
		life   sim.Life
		after  int // ms
		want   sim.Life
		health int16
	}{
		{"alive", Rules{}, sim.Alive, 9000, sim.Alive, sim.Unknown},
		{"dead for a moment", Rules{}, sim.Dead, 1000, sim.Dead, sim.Unknown},
		{"dead for long", Rules{}, sim.Dead, 9000, sim.Absent, sim.Unknown},
		{"dead, and stays", Rules{DeadStay: true}, sim.Dead, 9000, sim.Dead, sim.Unknown},
		{"where all is shown", Rules{ShowsAll: true}, sim.Alive, 1000, sim.Alive, 80},
	} {
		m := newMade(test.rules)
		m.at(50)
		m.player(0, 0, sim.Alive)
		m.at(100)
		m.player(0, 0, test.life)
		m.players.Row(sim.SlotAt(0)).Health = 80
		m.at(150)
		m.at(100 + test.after)
		m.end()
		r := m.players.Row(sim.SlotAt(0))
		if r.Visible || r.Life != test.want || r.Health != test.health || r.LastSeen != 100*time.Millisecond {
			t.Errorf("%s: %+v", test.name, r.Player)
		}
	}
}

func TestPowerups(t *testing.T) {
	m := newMade(Rules{SilentPowerups: 1 << sim.PowerupSuit})
	r := m.players.Row(sim.SlotAt(0))
	m.at(1000)
	m.players.SetPowerups(r, 1<<sim.PowerupQuad|1<<sim.PowerupSuit, 30*time.Second)
	m.at(2000)
	m.match.StartedAt(0)
	m.match.Pause(true)
	m.at(5000)
	m.match.Pause(false)
	if end := r.PowerupEnd[sim.PowerupQuad]; end != 34*time.Second {
		t.Errorf("quad ends at %v", end)
	}
	m.players.SetPowerups(r, 0, 0)
	kinds := m.kinds()
	if len(kinds) != 4 || kinds[0] != sim.EventPowerup || kinds[3] != sim.EventPowerupEnd ||
		r.PowerupEnd[sim.PowerupQuad] != 0 {
		t.Errorf("events are %v", kinds)
	}
}

// TestDeathsByHealth checks that one is counted whose health falls to nothing, once, however
// it is told.
func TestDeathsByHealth(t *testing.T) {
	for _, test := range []struct {
		name     string
		line     string // after 50 ms, "" for none
		known    bool   // it is an obituary that the game knows
		attacker int
		text     string
	}{
		{"told", "Alice died", true, -1, "Alice died"},
		{"told in unknown words", "Alice slipped on a banana", false, -1, "Alice slipped on a banana"},
		{"told in unknown words, with a killer", "Alice was tickled by Bob's feather", false, 1,
			"Alice was tickled by Bob's feather"},
		{"not told", "", false, -1, ""},
		{"told of another", "Carol slipped on a banana", false, -1, ""},
	} {
		m := newMade(Rules{HealthTellsDeath: true})
		for _, ms := range []int{100, 150, 200, 600, 700} {
			m.at(ms)
			life := sim.Alive
			if ms > 100 {
				life = sim.Dead
			}
			m.players.Row(sim.SlotAt(0)).Health = map[sim.Life]int16{sim.Alive: 5, sim.Dead: -3}[life]
			m.player(0, 0, life)
			m.player(1, 50, sim.Alive)
			text := sim.PlainText(test.line)
			switch {
			case ms != 200 || test.line == "":
			case test.known:
				m.players.Kill(Death{Victim: sim.SlotAt(0)}, text)
			default:
				m.players.GuessObituary(test.line, text)
			}
		}
		m.players.CountDeaths(true)
		deaths := m.world(700).Players[0].Deaths
		var told []sim.Event
		for _, e := range m.r.Events() {
			if e.Kind == sim.EventObituary {
				told = append(told, e)
			}
		}
		if deaths != 1 || len(told) != 1 || told[0].Attacker.Index() != test.attacker ||
			told[0].Text.Plain != test.text {
			t.Errorf("%s: %d deaths, %v", test.name, deaths, told)
		}
	}
}

// TestChangedPlayers checks which rows are handed to the recorder as changed.
func TestChangedPlayers(t *testing.T) {
	carol := sim.SlotAt(2)
	for _, test := range []struct {
		name    string
		do      func(*made)
		changed bool
	}{
		{"nothing happens", func(m *made) { m.players.Look(carol) }, false},
		{"his row may be changed", func(m *made) { m.players.Row(carol) }, true},
		{"he is listed", func(m *made) { m.players.List(carol) }, true},
		{"he shows", func(m *made) { m.player(2, 0, sim.Alive) }, true},
		{"nothing is interpolated", func(m *made) { m.end(); m.NoLerp(); m.at(1300) }, true},
		{"the match starts", func(m *made) { m.players.ResetDeaths() }, true},
		{"a pause is over", func(m *made) {
			m.players.Row(carol).PowerupEnd[sim.PowerupQuad] = 5 * time.Second
			m.at(1300)
			m.players.DelayPowerups(time.Second)
		}, true},
	} {
		m := newMade(Rules{})
		for ms := 1000; ms <= 1200; ms += 50 {
			m.at(ms)
		}
		test.do(m)
		if changed := m.players.changed[0]&4 != 0; changed != test.changed {
			t.Errorf("%s: the row changed: %v", test.name, changed)
		}
	}
}
