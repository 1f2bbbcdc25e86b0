package q1

import (
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// recorded is the recording of a demo that comes with the decoder.
func recorded(t *testing.T, name string) *recording.Recording {
	t.Helper()
	rec, r := recording.NewRecorder(sim.Header{})
	RecordNetQuake(rec, corpus.Unzipped(t, "../../formats/netquake/testdata/recorded/"+name+".dem.gz"), name+".dem")
	return r
}

// TestRecordedPacks checks what happens in the mission packs' recordings: monsters, weapons and powers by their names.
func TestRecordedPacks(t *testing.T) {
	for name, want := range map[string][]string{
		"hipnotic": {"Gremlin (", "Centroid (", "Mjolnir", "Mega Health"},
		"rogue":    {"Phantom Swordsman (", "Ogre (", "Rockets", "Mega Health"},
	} {
		r := recorded(t, name)
		if r.Header().Mod != name {
			t.Errorf("%s: mod %q", name, r.Header().Mod)
		}
		var all strings.Builder
		for _, e := range r.Events() {
			all.WriteString(e.String() + "\n")
		}
		for _, w := range want {
			if !strings.Contains(all.String(), w) {
				t.Errorf("%s tells of no %q:\n%s", name, w, &all)
			}
		}
	}
}

// TestRecordedDarkPlaces checks that a match tells the same in every protocol, also FTE's: four players who die, by
// whom and of what.
func TestRecordedDarkPlaces(t *testing.T) {
	for _, name := range []string{"dp1", "dp2", "dp3", "dp5", "dp6", "dp7", "bjp1", "bjp2", "bjp3", "quakedp",
		"nehmovie", "fte"} {
		r := recorded(t, name)
		deaths := 0
		for _, e := range r.Events() {
			if e.Kind == sim.EventObituary {
				deaths++
			}
		}
		if deaths < 3 {
			t.Errorf("%s: %d deaths", name, deaths)
		}
	}
}

// TestCarets checks what DarkPlaces' marks of colours become.
func TestCarets(t *testing.T) {
	for _, test := range [][3]string{
		{"^1[BOT]Eureka^1 ate", "&cf00[BOT]Eureka&cf00 ate", "[BOT]Eureka ate"},
		{"^xf80orange^7", "&cf80orange&cfff", "orange"},
		{"2^^8 ^y ^x12 ^", "2^8 ^y ^x12 ^", "2^8 ^y ^x12 ^"},
	} {
		if colored, plain := string(readCarets([]byte(test[0]), true)),
			string(readCarets([]byte(test[0]), false)); colored != test[1] || plain != test[2] {
			t.Errorf("%q: %q, %q", test[0], colored, plain)
		}
	}
}

// TestNexuizModels checks what models of Nexuiz stand for.
func TestNexuizModels(t *testing.T) {
	m := newModels([]string{"maps/a.bsp", "models/player/marine.zym", "models/items/g_h100.md3",
		"models/weapons/g_nex.md3", "models/laser.mdl"})
	switch {
	case m.pack != packNexuiz, !m.class(2).player, !m.class(2).dead(1), m.class(2).dead(2):
	case m.class(3).item != sim.ItemMegaHealth, m.class(4).weapon != sim.WeaponRailgun,
		m.class(5).weapon != sim.WeaponBlaster:
	default:
		return
	}
	t.Errorf("%+v", m)
}

// TestNexuizTeams checks that Nexuiz players are in the team of their colours once a line mentions teams, and that
// spectators are not.
func TestNexuizTeams(t *testing.T) {
	rec, _ := recording.NewRecorder(sim.Header{})
	s := newNetQuake(rec)
	s.Handle(&netquake.Block{})
	s.Handle(&netquake.ServerInfo{Protocol: netquake.ProtocolDarkPlaces7, MaxClients: 4, GameType: 1,
		Layout: &netquake.Protocol{},
		Models: [][]byte{[]byte("maps/a.bsp"), []byte("models/player/marine.zym")}})
	for i, c := range []uint8{0x44, 0xdd, 0x12} {
		s.Handle(&netquake.UpdateName{Player: uint8(i), Name: []byte{'A' + uint8(i)}})
		s.Handle(&netquake.UpdateColors{Player: uint8(i), Colors: c})
	}
	team := func(n int) sim.Team { return s.level.seats[n].profile.Team }
	if team(0) != sim.TeamFree {
		t.Error("a team before one is told of")
	}
	s.Handle(&netquake.Print{Text: []byte("A connected and joined the Red Team\n")})
	s.Handle(&netquake.UpdateFrags{Player: 2, Frags: nexuizWatcher})
	if team(0) != sim.TeamRed || team(1) != sim.TeamBlue || team(2) != sim.TeamSpectator {
		t.Error(team(0), team(1), team(2))
	}
	if s.Handle(&netquake.UpdateFrags{Player: 2, Frags: 0}); team(2) != sim.TeamFree {
		t.Error(team(2))
	}
}
