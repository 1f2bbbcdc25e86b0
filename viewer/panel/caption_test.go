package panel

import (
	"strings"
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// captioned is what a caption says, a line each.
func captioned(v CaptionView) string {
	l := Caption(pen(), draw.Rect{W: 1280, H: 720}, v)
	var b strings.Builder
	y := float32(-1)
	for _, op := range l.Ops {
		if op.Kind != OpText {
			continue
		}
		if op.Rect.Y != y && y >= 0 {
			b.WriteByte('\n')
		}
		y = op.Rect.Y
		b.WriteString(strings.ReplaceAll(op.Text, "\u00a0", " "))
	}
	return b.String()
}

func TestCaption(t *testing.T) {
	player := func(slot int, name string, team sim.Team, frags int16) sim.Player {
		return sim.Player{Slot: sim.SlotAt(slot), Frags: frags, Profile: &sim.Profile{Slot: sim.SlotAt(slot), Team: team, Name: sim.PlainText(name)}}
	}
	duel := &sim.World{Players: []sim.Player{player(0, "two words", sim.TeamFree, 3), player(1, "b", sim.TeamFree, 12), player(2, "watcher", sim.TeamSpectator, 0)}}
	told := &sim.World{Players: []sim.Player{player(0, "a", sim.TeamFree, sim.Unknown), player(1, "b", sim.TeamFree, sim.Unknown)}}
	teams := &sim.World{Players: []sim.Player{player(0, "a", sim.TeamRed, 3), player(1, "b", sim.TeamBlue, 12), player(2, "c", sim.TeamRed, 4)}}
	tally := Tally{1: {Frags: 2}}
	var score [sim.TeamCount]int16
	score[sim.TeamRed], score[sim.TeamBlue] = 7, sim.Unknown
	for _, test := range []struct {
		v    CaptionView
		want string
	}{
		{CaptionView{World: duel, Clock: "3:12", Note: "Overtime"}, "3:12   Overtime\nb 12    two words 3"},
		{CaptionView{World: told, Clock: "3:12"}, "3:12\na     b "},
		{CaptionView{World: told, Tally: tally}, "a +0    b +2"},
		{CaptionView{World: teams, Teams: true, Clock: "-0:05", TeamScore: score}, "-0:05\nRED 7   c, a\nBLUE   b"},
		{CaptionView{World: duel, Clock: "0:20", Contest: sim.Story}, "0:20\nb     two words "},
		{CaptionView{World: &sim.World{}}, ""},
	} {
		if got := captioned(test.v); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
