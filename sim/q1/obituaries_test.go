package q1

import (
	"strings"
	"testing"

	"fragscope/sim"
	"fragscope/sim/q1/mods"
	"fragscope/sim/track"
)

func TestObituary(t *testing.T) {
	names := []track.Named{{Slot: sim.SlotAt(0), Name: "Alice"}, {Slot: sim.SlotAt(1), Name: "Bob"},
		{Slot: sim.SlotAt(2), Name: "Bob rides"}, {Slot: sim.SlotAt(3), Name: "James"},
		{Slot: sim.SlotAt(4), Name: "."}, {Slot: sim.SlotAt(5), Name: ""}}
	for _, test := range []struct {
		line string
		want track.Death
		not  bool
	}{
		{line: "Alice rides Bob's rocket\n", want: track.Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(1),
			Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Bob rides Alice's rocket", want: track.Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Bob rides rides Alice's rocket", want: track.Death{Victim: sim.SlotAt(2), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Alice rides Bob rides's rocket", want: track.Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(2),
			Weapon: sim.WeaponRocketLauncher, Cause: "rocket"}},
		{line: "Alice accepts James' shaft", want: track.Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(3),
			Weapon: sim.WeaponLightning, Cause: "lightning"}},
		{line: "Alice accepts James's discharge", want: track.Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(3),
			Weapon: sim.WeaponLightning, Cause: "discharge"}},
		{line: ". was telefragged by Alice", want: track.Death{Victim: sim.SlotAt(4), Attacker: sim.SlotAt(0),
			Weapon: sim.CauseTelefrag, Cause: "telefrag"}},
		{line: "Alice was telefragged by his teammate", want: track.Death{Victim: sim.SlotAt(0),
			Weapon: sim.CauseTelefrag, Cause: "telefrag", TeamKill: true}},
		{line: "Alice rips Bob a new one", want: track.Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponRocketLauncher, Cause: "quad rocket"}},
		{line: "Satan's power deflects Bob's telefrag", want: track.Death{Victim: sim.SlotAt(1),
			Weapon: sim.CauseTelefrag, Cause: "deflected telefrag"}},
		{line: "Alice mows down a teammate", want: track.Death{Attacker: sim.SlotAt(0), Cause: "team kill",
			TeamKill: true}},
		{line: "Alice mows down teammate Bob", want: track.Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Cause: "team kill"}},
		{line: "Bob visits the Volcano God", want: track.Death{Victim: sim.SlotAt(1), Weapon: sim.CauseLava,
			Cause: "lava"}},
		{line: "Bob was shot by a Grunt", want: track.Death{Victim: sim.SlotAt(1), Weapon: sim.CauseMonster,
			Cause: "Grunt"}},
		{line: "Bob was perforated by Alice's nailgun", want: track.Death{Victim: sim.SlotAt(1),
			Attacker: sim.SlotAt(0), Weapon: sim.WeaponSuperNailgun, Cause: "super nailgun"}},
		{line: "Bob was perforated by Alice", want: track.Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponSuperNailgun, Cause: "super nailgun"}},
		{line: "Bob was gibbed by Alice's grenade", want: track.Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponGrenadeLauncher, Cause: "grenade"}},
		{line: "Alice died. I blame Bob", want: track.Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(1),
			Weapon: sim.WeaponChaingun, Cause: "assault cannon"}},
		{line: "Alice is a party-pooper!", want: track.Death{Victim: sim.SlotAt(0), Cause: "team kill",
			TeamKill: true}},
		{line: "Alice died", want: track.Death{Victim: sim.SlotAt(0), Weapon: sim.CauseWorld, Cause: "world"}},
		{line: "Alice died of boredom", not: true},
		{line: "Carol rides Bob's rocket", not: true},
		{line: "Alice rides Carol's rocket", not: true},
		{line: "Alice", not: true},
		{line: "", not: true},
	} {
		got, ok := mods.Obituaries().Find(test.line, names)
		if ok == test.not || ok && got != test.want {
			t.Errorf("%q is %+v, %v; want %+v", test.line, got, ok, test.want)
		}
	}
}

// TestPatterns makes a line of every pattern and reads it back.
func TestPatterns(t *testing.T) {
	names := []track.Named{{Slot: sim.SlotAt(7), Name: "victim"}, {Slot: sim.SlotAt(8), Name: "killer"}}
	for _, w := range mods.Patterns() {
		line := strings.NewReplacer("%v", "victim", "%m", "victim", "%k", "killer", "%t", "killer").Replace(w.Text)
		d, ok := mods.Obituaries().Find(line, names)
		var victim, attacker sim.Slot
		if strings.Contains(w.Text, "%v") || strings.Contains(w.Text, "%m") {
			victim = sim.SlotAt(7)
		}
		if strings.Contains(w.Text, "%k") || strings.Contains(w.Text, "%t") {
			attacker = sim.SlotAt(8)
		}
		if !ok || d.Victim != victim || d.Attacker != attacker || d.Weapon != w.Weapon || d.Cause != w.Cause {
			t.Errorf("%q is %+v, %v", line, d, ok)
		}
	}
}

func BenchmarkObituary(b *testing.B) {
	names := []track.Named{{Slot: sim.SlotAt(0), Name: "Alice"}, {Slot: sim.SlotAt(1), Name: "Bob"},
		{Slot: sim.SlotAt(2), Name: "Carol"}, {Slot: sim.SlotAt(3), Name: "James"}}
	for b.Loop() {
		mods.Obituaries().Find("Server says that nobody died here", names)
	}
}

// TestPickupLines reads what id's game, the mission packs and LibreQuake say that a player took.
func TestPickupLines(t *testing.T) {
	weapon := func(w sim.Weapon) track.ItemDef { return track.ItemDef{Item: sim.ItemWeapon, Weapon: w} }
	item := func(i sim.Item) track.ItemDef { return track.ItemDef{Item: i} }
	for line, want := range map[string]track.ItemDef{
		"you got the nailgun": weapon(sim.WeaponNailgun), "you got the quad damage": item(sim.ItemQuad),
		"you got armor": item(sim.ItemArmorGreen), "you receive 25 health": item(sim.ItemHealth),
		"you receive 100 health": item(sim.ItemMegaHealth), "you get 5 shells": item(sim.ItemBackpack),
		"you got 12 cells": item(sim.ItemAmmoCells), "you got 200 armor": item(sim.ItemArmorRed),
		"you got the thunder cannon":           weapon(sim.WeaponLightning),
		"you got double-barreled shotgun":      weapon(sim.WeaponSuperShotgun),
		"you receieve 15 health":               item(sim.ItemHealthSmall),
		"you receive 25 additional health":     item(sim.ItemHealth),
		"you got backpack, 5 shells, 10 nails": item(sim.ItemBackpack), "you got the crusher sigil": item(sim.ItemQuad),
		"you rece health": item(sim.ItemHealth), "you got the haste rune": item(sim.ItemRune),
		"you got the rune of blood": {}, "you got 5": {}, "you got ": {}, "you need the silver key": {},
		"you found a secret": {},
	} {
		if got, ok := pickupLine(line); got != want || ok != (want != track.ItemDef{}) {
			t.Errorf("%q is %+v, %v", line, got, ok)
		}
	}
}

// TestUnknownWordsOfWhoIsOutOfSight tells deaths that nobody sees, in words that nobody knows: the frags that
// change with them say whose they are, and where they do not the line is but a line.
func TestUnknownWordsOfWhoIsOutOfSight(t *testing.T) {
	for _, test := range []struct {
		line             string
		alice, bob       int16 // by how much their frags change
		victim, attacker int   // -1 for nobody; both: no death
	}{
		{"Alice was tickled by Bob's feather", 0, 1, 0, 1},
		{"Alice tickles Bob to death", 1, 0, 1, 0},
		{"Alice slipped on a banana", -1, 0, 0, -1},
		{"Alice's parachute did not open", -1, 0, 0, -1},
		{"Alice slipped on a banana", 0, 0, -1, -1},
		{"Alice is ready", 0, 1, -1, -1},
		{"Alice tickles Bob to death", 10, 0, -1, -1},
		{"Alice tickles Bobby", -1, 0, 0, -1},
		{"nobody was tickled by Bob", 0, 1, -1, -1},
	} {
		m := newMade(false)
		m.at(100)
		m.line(test.line + "\n")
		m.tell(track.FragsChanged{Slot: sim.SlotAt(0), Was: 5, Is: 5 + test.alice})
		m.tell(track.FragsChanged{Slot: sim.SlotAt(1), Was: 7, Is: 7 + test.bob})
		m.at(150)
		m.end()
		victim, attacker, prints := -1, -1, 0
		for _, e := range m.r.Events() {
			switch e.Kind {
			case sim.EventObituary:
				victim, attacker = e.Slot.Index(), e.Attacker.Index()
			case sim.EventPrint:
				prints++
			}
		}
		if victim != test.victim || attacker != test.attacker || prints != map[bool]int{true: 1}[test.victim < 0] {
			t.Errorf("%q, frags %+d and %+d: victim %d, attacker %d, %d lines", test.line, test.alice, test.bob, victim,
				attacker, prints)
		}
	}
}

// TestKnownWordsExplainFrags checks that a frag explained by a known obituary does not reveal another death.
func TestKnownWordsExplainFrags(t *testing.T) {
	m := newMade(false)
	m.at(100)
	m.line("Alice rides Bob's rocket\n")
	m.line("Alice greets Bob\n")
	m.tell(track.FragsChanged{Slot: sim.SlotAt(1), Was: 7, Is: 8})
	m.at(150)
	m.end()
	deaths := 0
	for _, e := range m.r.Events() {
		if e.Kind == sim.EventObituary {
			deaths++
		}
	}
	if deaths != 1 {
		t.Errorf("%d deaths", deaths)
	}
}
