package panel

import (
	"strings"
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// captioned returns the texts of the overlay in an image of the given size: the score, the players on the left and
// those on the right.
func captioned(w, h float32, v CaptionView) string {
	c := Caption(pen(), draw.Rect{W: w, H: h}, v)
	var parts []string
	for _, l := range []List{c.Score, c.Left, c.Right} {
		var texts []string
		for _, op := range l.Ops {
			if op.Kind == OpText && op.Text != "" {
				texts = append(texts, op.Text)
			}
		}
		parts = append(parts, strings.Join(texts, ","))
	}
	return strings.Join(parts, " | ")
}

func TestCaption(t *testing.T) {
	player := func(slot int, name string, team sim.Team, frags int16) sim.Player {
		return sim.Player{Slot: sim.SlotAt(slot), Frags: frags, Health: 80, Armor: 120, ArmorKind: sim.ItemArmorYellow,
			Profile: &sim.Profile{Slot: sim.SlotAt(slot), Team: team, Name: sim.PlainText(name)}}
	}
	dark := func(p sim.Player) sim.Player { p.Health, p.Armor = sim.Unknown, sim.Unknown; return p }
	dead := func(p sim.Player) sim.Player { p.Life = sim.Dead; return p }
	duel := &sim.World{Players: []sim.Player{player(0, "two words", sim.TeamFree, 3), player(1, "b", sim.TeamFree, 12),
		player(2, "watcher", sim.TeamSpectator, 0)}}
	told := &sim.World{Players: []sim.Player{dark(player(0, "a", sim.TeamFree, sim.Unknown)),
		dead(player(1, "b", sim.TeamFree, sim.Unknown))}}
	teams := &sim.World{Players: []sim.Player{player(0, "a", sim.TeamRed, 3), player(1, "b", sim.TeamBlue, 12),
		player(2, "c", sim.TeamRed, 4)}}
	var many []sim.Player
	for i := range 7 {
		many = append(many, player(i, string(rune('a'+i)), sim.TeamFree, int16(20-i)))
	}
	tally := Tally{1: {Frags: 2}}
	var score [sim.TeamCount]int16
	score[sim.TeamRed], score[sim.TeamBlue] = 7, sim.Unknown
	items := []ItemClock{{Kind: "RA", Full: "Red Armour", State: sim.ItemTaken, Known: true, Left: 12e9},
		{Kind: "MH", Full: "Mega Health", State: sim.ItemPresent}}
	for _, test := range []struct {
		name string
		w    float32
		v    CaptionView
		want string
	}{
		{"a duel", 1280, CaptionView{World: duel, Clock: "3:12", Note: "Overtime", Items: items},
			"3:12,12,b,3,two words,Overtime,RA,0:12,MH,up | b,80,120 | two words,80,120"},
		{"without scores", 1280, CaptionView{World: told, Clock: "3:12"}, "3:12,a,b | a | b,dead"},
		{"counted", 1280, CaptionView{World: told, Tally: tally}, "+0,a,+2,b | a | b,dead"},
		{"teams", 1280, CaptionView{World: teams, Teams: true, Clock: "-0:05", TeamScore: score},
			"-0:05,7,Red,Blue | c,80,120,a,80,120 | b,80,120"},
		{"nobody fights", 1280, CaptionView{World: duel, Clock: "0:20", Contest: sim.Story},
			"0:20 | b,80,120,two words,80,120 | "},
		{"all against all", 1280, CaptionView{World: &sim.World{Players: many}, Clock: "1:00"},
			"1:00 | 20,a,80,120,19,b,80,120,18,c,80,120,17,d,80,120 | 16,e,80,120,15,f,80,120,14,g,80,120"},
		{"a narrow picture", 360, CaptionView{World: duel, Clock: "3:12"}, "3:12,12,b,3,two… |  | "},
		{"nobody", 1280, CaptionView{World: &sim.World{}}, " |  | "},
	} {
		if got := captioned(test.w, 720, test.v); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCaptionIsSafe checks that the overlay stays in the safe area, that its parts do not overlap, and that it grows
// with the image.
func TestCaptionIsSafe(t *testing.T) {
	var players []sim.Player
	for i := range 16 {
		players = append(players, sim.Player{Slot: sim.SlotAt(i), Health: 100, Armor: 200, Frags: 30,
			Powerups: 1 << sim.PowerupQuad, Weapon: sim.WeaponRocketLauncher, Profile: &sim.Profile{Slot: sim.SlotAt(i),
				Team: sim.TeamRed + sim.Team(i%2), Name: sim.PlainText("a player with a rather long name")}})
	}
	v := CaptionView{World: &sim.World{Players: players}, Teams: true, Clock: "10:12", Note: "Overtime"}
	rows := map[float32]float32{}
	for _, size := range [][2]float32{{480, 270}, {800, 500}, {960, 540}, {1080, 1080}, {1280, 720}, {1920, 1080}} {
		m := draw.Rect{W: size[0], H: size[1]}
		c := Caption(pen(), m, v)
		lists := []List{c.Score, c.Left, c.Right}
		for i, l := range lists {
			safe := m.Inset(m.W*0.034, m.H*0.034)
			if l.Area.W == 0 || l.Area.X < safe.X || l.Area.Y < safe.Y || l.Area.Right() > safe.Right()+0.5 ||
				l.Area.Bottom() > safe.Bottom()+0.5 {
				t.Errorf("%v: part %d is at %v", size, i, l.Area)
			}
			for _, op := range l.Ops {
				if op.Rect.X < l.Area.X-1 || op.Rect.Right() > l.Area.Right()+1 ||
					op.Rect.Bottom() > l.Area.Bottom()+1 {
					t.Errorf("%v: %v %q leaves part %d at %v", size, op.Rect, op.Text, i, l.Area)
				}
			}
			for _, o := range lists[i+1:] {
				if l.Area.Overlaps(o.Area) {
					t.Errorf("%v: %v covers %v", size, l.Area, o.Area)
				}
			}
		}
		rows[size[1]] = captionSizeOf(m).row
	}
	if rows[1080] <= rows[540] {
		t.Errorf("rows are %v high", rows)
	}
}
