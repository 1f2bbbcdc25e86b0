package lead

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// played records a match in which the players of a string score one after another, every ten seconds: "ab" is a frag by
// a, then one by b; "A" is a suicide of a. The score is told late seconds after the frag, or not at all if it is -1.
func played(teams bool, late int, frags string) *recording.Recording {
	b, rec := recording.NewRecorder(sim.Header{GameKey: "quake3"})
	b.Level(sim.Level{Map: "q3dm6", Teams: teams})
	names, score := "abc", map[rune]int16{}
	profile := func(i int) *sim.Profile {
		p := sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(names[i : i+1])}
		if teams {
			p.Team = sim.TeamRed + sim.Team(i%2)
		}
		return b.Profile(p)
	}
	end := 10*len(frags) + 20
	for at := range end {
		now := time.Duration(at) * time.Second
		if i := at/10 - 1; at%10 == 0 && i >= 0 && i < len(frags) {
			who := strings.IndexByte(names, frags[i]|' ')
			e := sim.Event{Kind: sim.EventObituary, Time: now, Slot: sim.SlotAt(who), Profile: profile(who)}
			if frags[i] >= 'a' {
				victim := (who + 1) % 3
				e = sim.Event{Kind: sim.EventObituary, Time: now, Slot: sim.SlotAt(victim), Profile: profile(victim),
					Attacker: sim.SlotAt(who), AttackerProfile: profile(who)}
			}
			b.Event(e)
		}
		if i := (at-late)/10 - 1; late >= 0 && (at-late)%10 == 0 && i >= 0 && i < len(frags) {
			if c := rune(frags[i]); c >= 'a' {
				score[c]++
			} else {
				score[c|' ']--
			}
		}
		f := &recording.Frame{Time: now, Phase: sim.PhasePlaying}
		for t := range f.TeamScore {
			f.TeamScore[t] = sim.Unknown
		}
		for i, c := range names {
			p := sim.Player{Slot: sim.SlotAt(i), Profile: profile(i), Life: sim.Alive, Frags: score[c]}
			if late < 0 {
				p.Frags = sim.Unknown
			}
			f.Players = append(f.Players, recording.FramePlayer{Player: p})
		}
		if teams && late >= 0 {
			f.TeamScore[sim.TeamRed], f.TeamScore[sim.TeamRed+1] = score['a']+score['c'], score['b']
		}
		b.Frame(f)
	}
	b.Finish(nil)
	return rec
}

// TestChanges checks who took the lead when, and by which event.
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name  string
		teams bool
		late  int
		frags string
		want  string // time of the event in seconds, and sentence
	}{
		{"the first to score has no one to overtake", false, 0, "aa", ""},
		{"a tie is no lead", false, 0, "ab", ""},
		{"back after a tie", false, 0, "aba", ""},
		{"overtaken", false, 0, "abb", "30 The lead goes to b, 2:1"},
		{"to and fro", false, 0, "abbaac", "30 The lead goes to b, 2:1; 50 The lead goes to a, 3:2"},
		{"the scoreboard comes late", false, 4, "abb", "30 The lead goes to b, 2:1"},
		{"counted where it is not told", false, -1, "abb", "30 The lead goes to b, 2:1"},
		{"by a suicide of the leader", false, 0, "abAA", "30 The lead goes to b, 1:0"},
		{"of teams", true, 0, "abb", "30 The lead goes to Blue, 2:1"},
		{"of teams, counted", true, -1, "abb", "30 The lead goes to Blue, 2:1"},
	} {
		rec := played(c.teams, c.late, c.frags)
		list, err := Changes(context.Background(), rec)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range list {
			at := -1.0
			if list[i].Event >= 0 {
				at = rec.Events()[list[i].Event].Time.Seconds()
			}
			got = append(got, fmt.Sprintf("%g %s", at, list[i].String()))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// TestNoChanges checks that a race and a cancelled search have none.
func TestNoChanges(t *testing.T) {
	b, rec := recording.NewRecorder(sim.Header{})
	b.Level(sim.Level{Map: "run", Contest: sim.Race})
	b.Finish(nil)
	if list, err := Changes(context.Background(), rec); len(list) > 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Changes(ctx, played(false, 0, "abb")); err == nil {
		t.Error("it is not cancelled")
	}
}

// TestChangesOfDemos checks, over demos of every game, that the changes are in order of time, that the lead goes to
// another side each time, and that it is a lead.
func TestChangesOfDemos(t *testing.T) {
	some := 0
	for _, demo := range corpus.Sample(t) {
		rec, err := load.Bytes(context.Background(), demo.Name, corpus.Load(t, demo.Name))
		if err != nil {
			continue
		}
		rec.Wait()
		list, err := Changes(context.Background(), rec)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			c := &list[i]
			if c.Score <= c.Best || c.Name == "" || i > 0 && c.Time < list[i-1].Time {
				t.Errorf("%s: %v: %s", demo.Name, c.Time, c)
			}
		}
		some += len(list)
	}
	if some == 0 {
		t.Error("no demo has a change of the lead")
	}
}
