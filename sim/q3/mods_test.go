package q3

import (
	"testing"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// TestGamesOfTheirOwn checks the names of games made with the Quake III engine, which only the serverinfo reveals.
func TestGamesOfTheirOwn(t *testing.T) {
	for _, test := range []struct{ serverInfo, game, mod, name string }{
		{`\mapname\wop_padship\gamename\wop\version\wop 1.7 linux-x86_64`, "World of Padman", "wop", "World of Padman"},
		{`\mapname\dm4ish\gamename\smokinguns`, "Quake III", "smokinguns", "smokinguns"},
		{`\mapname\q3dm6\gamename\baseq3`, "Quake III", "baseq3", ""},
		{`\mapname\q3dm6`, "Quake III", "baseq3", ""},
	} {
		s := newStage(t, 68, map[int]string{0: test.serverInfo})
		s.snap(100)
		s.end()
		if h := s.r.Header(); h.Game != test.game || h.Mod != test.mod || h.ModName != test.name {
			t.Errorf("%s: game %q, mod %q, %q", test.serverInfo, h.Game, h.Mod, h.ModName)
		}
	}
}

// TestPadmanCountsOtherwise checks that World of Padman's events are counted as it counts them, and that its weapons are
// not called by the names of Quake's.
func TestPadmanCountsOtherwise(t *testing.T) {
	s := newStage(t, 72, map[int]string{0: `\mapname\wop_padship\gamename\wop`})
	s.at(1, 100, 0, 0)
	s.snap(100)
	s.entities[70] = map[quake3.EntityField]uint32{quake3.EntEType: 17 + 65, quake3.EntEventParm: 10,
		quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 2}
	s.snap(100)
	world := s.end().At(150 * ms)
	var deaths []sim.Event
	for _, e := range s.r.Events() {
		if e.Kind == sim.EventObituary {
			deaths = append(deaths, e)
		}
	}
	if len(deaths) != 1 || deaths[0].Slot.Index() != 1 || deaths[0].Attacker.Index() != 2 ||
		deaths[0].Weapon != sim.WeaponOther {
		t.Errorf("deaths %+v", deaths)
	}
	if p := playerOf(world, 1); p == nil || p.Weapon != sim.WeaponOther {
		t.Errorf("player %+v", p)
	}
}
