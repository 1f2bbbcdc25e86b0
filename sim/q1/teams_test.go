package q1

import (
	"fmt"
	"testing"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// TestTeamColors holds that a QuakeWorld team gets the colour that it is named for, else that of its players' trousers,
// else the next one, whoever joins first.
func TestTeamColors(t *testing.T) {
	for _, c := range []struct {
		name  string
		infos []string // of the clients, in the order of their joining
		want  []sim.Team
	}{
		{"red joins second", []string{`\team\=SF=\bottomcolor\11`, `\team\red\bottomcolor\4`, `\team\=SF=\bottomcolor\11`},
			[]sim.Team{sim.TeamBlue, sim.TeamRed, sim.TeamBlue}},
		{"red joins second to a team in red", []string{`\team\]sr[\bottomcolor\4`, `\team\Red\bottomcolor\4`},
			[]sim.Team{sim.TeamBlue, sim.TeamRed}},
		{"blue joins second", []string{`\team\a\bottomcolor\13`, `\team\blue\bottomcolor\4`},
			[]sim.Team{sim.TeamRed, sim.TeamBlue}},
		{"trousers", []string{`\team\a\bottomcolor\12`, `\team\b\bottomcolor\4`},
			[]sim.Team{sim.TeamBlue, sim.TeamRed}},
		{"the same trousers", []string{`\team\a\bottomcolor\13`, `\team\b\bottomcolor\13`},
			[]sim.Team{sim.TeamBlue, sim.TeamRed}},
		{"in order", []string{`\team\a`, `\team\b`, `\team\c`, `\team\d`},
			[]sim.Team{sim.TeamRed, sim.TeamBlue, sim.TeamGreen, sim.TeamGreen}},
		{"a spectator has none", []string{`\team\a`, `\team\red\*spectator\1`},
			[]sim.Team{sim.TeamRed, sim.TeamSpectator}},
	} {
		l, o := newLevel(sim.Header{}, quakeworld.MaxPlayers, true), track.Observations{}
		l.server.info["teamplay"] = "2"
		got := map[sim.Slot]sim.Team{}
		for i, info := range c.infos {
			readUserInfo(&l, &quakeworld.UpdateUserInfo{Player: uint8(i), UserID: int32(i + 1),
				Info: []byte(fmt.Sprintf(`\name\player %d%s`, i, info))}, &o)
		}
		for _, told := range o.Told {
			if p, ok := told.(track.PlayerCalled); ok {
				got[p.Slot] = p.Profile.Team
			}
		}
		for i, want := range c.want {
			if slot := sim.SlotAt(i); got[slot] != want || l.seat(slot).profile.Team != want {
				t.Errorf("%s: player %d is %v, want %v", c.name, i, got[slot], want)
			}
		}
	}
}

// TestTeamsMost holds that a server's clients can name no more teams than are kept.
func TestTeamsMost(t *testing.T) {
	s := newServer()
	for i := range 2 * teamsMost {
		s.addTeam(fmt.Sprint(i), 0)
	}
	if len(s.teams) != teamsMost || s.teamByName("none") != sim.TeamGreen {
		t.Errorf("%d teams, another is %v", len(s.teams), s.teamByName("none"))
	}
}
