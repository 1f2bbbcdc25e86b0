package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// invention is a recording made by hand: 20 seconds of two players, Ann (slot 0, red) and Bo (slot 1, blue).
type invention struct {
	header sim.Header
	level  sim.Level
	next   bool // another level follows after ten seconds
	frags  [2]int16
	events []sim.Event
	inputs []sim.Input
	// frame, if not nil, changes a frame before it is recorded.
	frame func(f *recording.Frame)
}

const inventionEnd = 20 * time.Second

func (v *invention) record() *recording.Recording {
	b, rec := recording.NewRecorder(v.header)
	v.level.Map = "Arena"
	b.Level(v.level)
	var profiles [2]*sim.Profile
	for i, name := range []string{"Ann", "Bo"} {
		profiles[i] = b.Profile(sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name), Team: sim.TeamRed + sim.Team(i)})
	}
	events := v.events
	for at := time.Duration(0); at <= inventionEnd; at += 100 * time.Millisecond {
		if v.next && at == 10*time.Second {
			b.Level(sim.Level{Map: "Other"})
			b.Event(sim.Event{Time: at, Kind: sim.EventLevelStart})
		}
		f := recording.Frame{Time: at, Clock: at, Match: at, MatchKnown: true, Phase: sim.PhasePlaying}
		for i, p := range profiles {
			f.TeamScore[p.Team] = v.frags[i]
			f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{Slot: p.Slot, Profile: p,
				Life: sim.Alive, Visible: true, Origin: sim.Vec3{float32(1000 * i), 0, 24}, View: sim.Angles{Yaw: 90},
				Health: 100, Armor: 50, Frags: v.frags[i], Deaths: sim.Unknown, Ping: sim.Unknown,
				Loss: sim.Unknown, Ammo: sim.Unknown}})
		}
		if v.frame != nil {
			v.frame(&f)
		}
		b.Frame(&f)
		for len(events) > 0 && events[0].Time <= at {
			e := events[0]
			e.Profile = profileIn(profiles[:], e.Slot)
			e.AttackerProfile = profileIn(profiles[:], e.Attacker)
			b.Event(e)
			events = events[1:]
		}
	}
	for _, i := range v.inputs {
		b.Input(i)
	}
	b.Finish(nil)
	return rec
}

func profileIn(list []*sim.Profile, s sim.Slot) *sim.Profile {
	if i := slices.IndexFunc(list, func(p *sim.Profile) bool { return p.Slot == s }); i >= 0 {
		return list[i]
	}
	return nil
}

// the match of most inventions
func begins() sim.Event { return sim.Event{Time: 2 * time.Second, Kind: sim.EventMatchStart} }

func ends(words string) sim.Event {
	return sim.Event{Time: 15 * time.Second, Kind: sim.EventMatchEnd, Text: sim.PlainText(words)}
}

// TestOutcomes checks how a match ended and who won it.
func TestOutcomes(t *testing.T) {
	over := func(a, b int16, words string) invention {
		return invention{frags: [2]int16{a, b}, events: []sim.Event{begins(), ends(words)}}
	}
	for what, test := range map[string]struct {
		v                    invention
		ended, winner, score string
		whole, draw          int64
	}{
		"time":    {over(5, 3, "Timelimit hit."), "time", "Ann", "5:3", 1, 0},
		"score":   {over(3, 5, "Fraglimit hit."), "score", "Bo", "5:3", 1, 0},
		"forfeit": {over(1, 0, "Bo has forfeited."), "forfeit", "Ann", "1:0", 1, 0},
		"aborted": {over(1, 0, "Match aborted"), "aborted", "Ann", "1:0", 1, 0},
		"draw":    {over(4, 4, ""), "other", "", "4:4", 1, 1},
		"the limit is reached and nobody says it": {invention{frags: [2]int16{2, 1},
			level:  sim.Level{TimeLimit: 13 * time.Second},
			events: []sim.Event{begins(), ends("")}}, "time", "Ann", "2:1", 1, 0},
		"an intermission": {invention{frags: [2]int16{2, 1}, events: []sim.Event{begins(),
			{Time: 15 * time.Second, Kind: sim.EventIntermission}}}, "other", "Ann", "2:1", 1, 0},
		"teams": {invention{frags: [2]int16{2, 7}, level: sim.Level{Teams: true},
			events: []sim.Event{begins(), ends("Timelimit hit.")}}, "time", "blue", "7:2", 1, 0},
		"the recording ends": {invention{frags: [2]int16{2, 1}, events: []sim.Event{begins()}}, "recording", "", "2:1", 0, 0},
		"the level ends": {invention{next: true, frags: [2]int16{2, 1}, events: []sim.Event{begins()}}, "level", "",
			"2:1", 0, 0},
		"monsters": {invention{level: sim.Level{Contest: sim.Story}}, "recording", "", "", 0, 0},
		"a finish": {invention{level: sim.Level{Contest: sim.Race}, events: []sim.Event{begins(),
			{Time: 9 * time.Second, Kind: sim.EventFinish, Slot: sim.SlotAt(0), Value: 7000}}}, "finished", "", "", 0, 0},
	} {
		m := extracted(t, test.v.record(), everything())[Matches][0]
		score := ""
		if best := m.cell(Matches, "score"); best.Told {
			score = fmt.Sprintf("%d:%d", best.N, m.cell(Matches, "score_second").N)
		}
		if got := m.cell(Matches, "ended").Text; got != test.ended {
			t.Errorf("%s: it ended by %q, want %q", what, got, test.ended)
		}
		if got := m.cell(Matches, "winner"); got.Text != test.winner || got.Told != (test.winner != "") {
			t.Errorf("%s: the winner is %+v, want %q", what, got, test.winner)
		}
		if whole, draw := m.cell(Matches, "whole").N, m.cell(Matches, "draw").N; whole != test.whole ||
			draw != test.draw || score != test.score {
			t.Errorf("%s: whole %d, draw %d, %s; want %d, %d, %s", what, whole, draw, score, test.whole, test.draw,
				test.score)
		}
	}
}

// TestResultsOfPlayers checks that each player's result agrees with the outcome of the match.
func TestResultsOfPlayers(t *testing.T) {
	for _, test := range []struct {
		frags [2]int16
		over  bool
		want  string // of Ann and Bo
	}{
		{[2]int16{5, 3}, true, "win loss"}, {[2]int16{3, 5}, true, "loss win"}, {[2]int16{4, 4}, true, "draw draw"},
		{[2]int16{5, 3}, false, " "},
	} {
		for _, teams := range []bool{false, true} {
			v := invention{frags: test.frags, level: sim.Level{Teams: teams}, events: []sim.Event{begins()}}
			if test.over {
				v.events = append(v.events, ends("Timelimit hit."))
			}
			results := map[string]string{}
			rows := extracted(t, v.record(), everything())[PlayerMatches]
			for i := range rows {
				results[rows[i].cell(PlayerMatches, "name").Text] = rows[i].cell(PlayerMatches, "result").Text
			}
			if got := results["Ann"] + " " + results["Bo"]; got != test.want || len(rows) != 2 {
				t.Errorf("%v, over %v, teams %v: %q, want %q", test.frags, test.over, teams, got, test.want)
			}
		}
	}
}

// TestMatchIDs checks which recordings are of the same match.
func TestMatchIDs(t *testing.T) {
	id := func(v invention) string {
		v.events = []sim.Event{begins(), ends("")}
		return extracted(t, v.record(), everything())[Matches][0].keys.Match
	}
	later := func(f *recording.Frame) { // a clock and a match that are a second ahead
		f.Clock, f.Match = f.Clock+time.Second, f.Match+time.Second
	}
	another := func(f *recording.Frame) { f.Clock += time.Minute }
	run, otherRun := sim.Level{ServerRun: 7}, sim.Level{ServerRun: 8}
	dated := sim.Header{GameKey: "quake3", Server: "A server", Date: "2026-01-02 03:04:05"}
	otherDate := sim.Header{GameKey: "quake3", Server: "A server", Date: "2026-01-02 03:04:06"}
	unknown := func(f *recording.Frame) { f.MatchKnown = false }
	for what, test := range map[string]struct {
		a, b invention
		same bool
	}{
		"one run, another moment": {invention{level: run}, invention{level: run, frame: later}, true},
		"one run, two matches":    {invention{level: run}, invention{level: run, frame: another}, false},
		"two runs":                {invention{level: run}, invention{level: otherRun}, false},
		"one run, no clock of the match": {
			invention{level: run, frame: unknown}, invention{level: run, frame: unknown}, true},
		"one server and date": {invention{header: dated}, invention{header: dated, frame: later}, true},
		"another date":        {invention{header: dated}, invention{header: otherDate}, false},
	} {
		if a, b := id(test.a), id(test.b); (a == b) != test.same || len(a) != 16 {
			t.Errorf("%s: %s and %s", what, a, b)
		}
	}
}

// TestRowsOfInputs checks that each change of the keys has a row.
func TestRowsOfInputs(t *testing.T) {
	v := invention{inputs: []sim.Input{{Time: 0, Slot: sim.SlotAt(0), Keys: sim.KeyForward, Msec: 13},
		{Time: 3 * time.Second, Slot: sim.SlotAt(0), Keys: sim.KeyJump | sim.KeyRight},
		{Time: inventionEnd, Slot: sim.SlotAt(1), Keys: sim.KeyAttack, Impulse: 7}}}
	rows := extracted(t, v.record(), everything())[Inputs]
	var got []string
	for i := range rows {
		var keys []string
		for k := sim.KeyForward; k <= sim.KeyWalk; k <<= 1 {
			if rows[i].cell(Inputs, k.String()).N != 0 {
				keys = append(keys, k.String())
			}
		}
		msec := rows[i].cell(Inputs, "msec")
		got = append(got, fmt.Sprint(rows[i].cell(Inputs, "time_ms").N, rows[i].cell(Inputs, "name").Text,
			keys, rows[i].cell(Inputs, "impulse").N, msec.N, msec.Told))
	}
	want := []string{"0 Ann [forward] 0 13 true", "3000 Ann [right jump] 0 0 false", "20000 Bo [attack] 7 0 false"}
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], " ", "")
	}
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], " ", "")
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRowsOfObjectives checks that objectives are in the timeline of scores.
func TestRowsOfObjectives(t *testing.T) {
	v := invention{events: []sim.Event{
		{Time: 4 * time.Second, Kind: sim.EventObjective, Team: sim.TeamBlue, Slot: sim.SlotAt(1),
			Text: sim.PlainText("blew up the gate")},
		{Time: 5 * time.Second, Kind: sim.EventObjective, Text: sim.PlainText("the gate stands again")},
	}}
	var got []string
	rows := extracted(t, v.record(), everything())[ScoreTimeline]
	for i := range rows {
		if r := &rows[i]; r.cell(ScoreTimeline, "kind").Text == "objective" {
			got = append(got, strings.Join([]string{r.cell(ScoreTimeline, "side").Text, r.cell(ScoreTimeline, "name").Text,
				r.cell(ScoreTimeline, "text").Text}, "|"))
		}
	}
	if want := []string{"blue|Bo|blew up the gate", "||the gate stands again"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSeenComing checks whether the victim had the killer in view, as far as the demo shows both.
func TestSeenComing(t *testing.T) {
	for _, test := range []struct {
		yaw  float32
		hide bool
		want string
	}{
		{180, false, "1"},      // Bo looks west, at Ann
		{180 + 54, false, "1"}, // just within his view
		{180 + 56, false, "0"},
		{0, false, "0"},
		{180, true, "unknown"},
	} {
		v := invention{events: []sim.Event{{Time: 5 * time.Second, Kind: sim.EventObituary, Slot: sim.SlotAt(1),
			Attacker: sim.SlotAt(0), Weapon: sim.WeaponRailgun}},
			frame: func(f *recording.Frame) {
				f.Players[1].View.Yaw = test.yaw
				f.Players[0].Visible = !test.hide
			}}
		kill := extracted(t, v.record(), everything())[Kills][0]
		got := "unknown"
		if c := kill.cell(Kills, "seen_coming"); c.Told {
			got = fmt.Sprint(c.N)
		}
		if got != test.want {
			t.Errorf("yaw %v, hidden %v: seen coming %s, want %s", test.yaw, test.hide, got, test.want)
		}
	}
}

// TestPossessions checks when somebody holds what he is seen with, and how that ends.
func TestPossessions(t *testing.T) {
	from, to := 3*time.Second, 6*time.Second
	during := func(f *recording.Frame) bool { return f.Time >= from && f.Time < to }
	for what, test := range map[string]struct {
		frame func(f *recording.Frame)
		want  string
	}{
		"a powerup that runs out": {func(f *recording.Frame) {
			if during(f) {
				f.Players[0].Powerups = 1 << sim.PowerupQuad
			}
		}, "Quad Damage 3000 3000 used"},
		"a powerup at death": {func(f *recording.Frame) {
			if during(f) {
				f.Players[0].Powerups = 1 << sim.PowerupQuad
			} else if f.Time >= to {
				f.Players[0].Life = sim.Dead
			}
		}, "Quad Damage 3000 3000 death"},
		"a flag till the end": {func(f *recording.Frame) {
			f.Players[0].FlagCarried = f.Time >= from
		}, "Flag 3000 17000 end"},
	} {
		v := invention{frame: test.frame}
		var got []string
		rows := extracted(t, v.record(), everything())[Control]
		for i := range rows {
			r := &rows[i]
			got = append(got, fmt.Sprint(r.cell(Control, "item").Text, " ", r.cell(Control, "time_ms").N, " ",
				r.cell(Control, "duration_ms").N, " ", r.cell(Control, "ended").Text))
		}
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: %q, want %q", what, got, test.want)
		}
	}
}

// TestAliveMS checks how long a victim had been alive, in a demo with ten snapshots a second. His death is in a snapshot
// and in an event of the same time, and he respawns in sight or out of it.
func TestAliveMS(t *testing.T) {
	dies := func(at time.Duration) sim.Event {
		return sim.Event{Time: at, Kind: sim.EventObituary, Slot: sim.SlotAt(1), Attacker: sim.SlotAt(0),
			Weapon: sim.WeaponRailgun}
	}
	hidden := func(f *recording.Frame, from, to time.Duration) {
		if f.Time >= from && f.Time < to {
			f.Players[1].Visible = false
		}
	}
	for what, test := range map[string]struct {
		events []sim.Event
		sight  func(f *recording.Frame)
		want   string // of each death
	}{
		"in sight": {[]sim.Event{dies(3 * time.Second), dies(8 * time.Second)}, nil, "- 4000"},
		"since the match began": {[]sim.Event{dies(time.Second), {Time: 4 * time.Second, Kind: sim.EventMatchStart},
			dies(9 * time.Second)}, nil, "- 5000"},
		"it respawned out of sight": {[]sim.Event{dies(3 * time.Second), dies(8 * time.Second)},
			func(f *recording.Frame) { hidden(f, 3500*time.Millisecond, 6*time.Second) }, "- -"},
		"it died out of sight": {[]sim.Event{dies(3 * time.Second), dies(8 * time.Second)},
			func(f *recording.Frame) { hidden(f, 2*time.Second, 6*time.Second) }, "- -"},
		"out of sight in between": {[]sim.Event{dies(3 * time.Second), dies(8 * time.Second)},
			func(f *recording.Frame) { hidden(f, 5*time.Second, 6*time.Second) }, "- 4000"},
		"one death has no obituary": {[]sim.Event{dies(3 * time.Second), dies(16 * time.Second)},
			func(f *recording.Frame) {
				if f.Time >= 6*time.Second && f.Time < 7*time.Second {
					f.Players[1].Life = sim.Dead
				}
			}, "- 9000"},
	} {
		var deaths []time.Duration
		for _, e := range test.events {
			if e.Kind == sim.EventObituary {
				deaths = append(deaths, e.Time)
			}
		}
		v := invention{events: test.events, frame: func(f *recording.Frame) {
			for _, at := range deaths { // dead for a second
				if f.Time >= at && f.Time < at+time.Second {
					f.Players[1].Life = sim.Dead
				}
			}
			if test.sight != nil {
				test.sight(f)
			}
		}}
		var got []string
		rows := extracted(t, v.record(), everything())[Kills]
		for i := range rows {
			lived := "-"
			if c := rows[i].cell(Kills, "alive_ms"); c.Told {
				lived = fmt.Sprint(c.N)
			}
			got = append(got, lived)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: alive for %s ms, want %s", what, got, test.want)
		}
	}
}

// TestPhaseNames checks that each phase is found by its name, and that there are no others.
func TestPhaseNames(t *testing.T) {
	for p := sim.PhaseUnknown; p <= sim.PhaseFinished; p++ {
		if got := PhaseNamed(PhaseName(p)); got != p {
			t.Errorf("%q is phase %d, want %d", PhaseName(p), got, p)
		}
	}
	if PhaseName(sim.PhaseFinished+1) != "" || PhaseNamed("halftime") != sim.PhaseUnknown {
		t.Error("a phase that there is not has a name")
	}
}
