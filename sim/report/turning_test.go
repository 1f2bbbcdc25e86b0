package report

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// TestTurningPointsScripted holds those of the scripted match in every format.
func TestTurningPointsScripted(t *testing.T) {
	var b strings.Builder
	for _, f := range script.Formats() {
		rec, err := load.Bytes(context.Background(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		for _, m := range Matches(rec) {
			for _, p := range turningPoints(t, rec, m) {
				from, at, until := p.From.Milliseconds(), p.At.Milliseconds(), p.Until.Milliseconds()
				fmt.Fprintf(&b, "%s: %d to %d, at %d: %s\n", f.Name, from, until, at, p.Text)
			}
		}
	}
	corpus.Golden(t, "testdata/turning.txt", []byte(b.String()))
}

func turningPoints(t *testing.T, rec *recording.Recording, m Match) []TurningPoint {
	t.Helper()
	list, err := TurningPoints(context.Background(), rec, m)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestTurningPointsAreTold holds, over real demos of every game, that a turning point's sentence is made of what
// the demo tells: as many frags as it has of the one it is about, and the items that he took. There are at most
// five, one after the other.
func TestTurningPointsAreTold(t *testing.T) {
	frags, items, scores, games := 0, 0, 0, map[string]int{}
	for _, demo := range corpus.Sample(t) {
		name := demo.Name
		rec, err := load.Bytes(context.Background(), name, corpus.Load(t, name))
		if err != nil {
			continue
		}
		rec.Wait()
		for _, m := range Matches(rec) {
			list := turningPoints(t, rec, m)
			if len(list) > TurningPointsMost {
				t.Errorf("%s: %d turning points", name, len(list))
			}
			for i := range list {
				p := &list[i]
				games[rec.Header().Game]++
				if p.At < p.From || p.At > p.Until || p.From < m.Start-turnBefore || p.Until > m.End+turnHeld ||
					i > 0 && p.From < list[i-1].Until {
					t.Errorf("%s: %v to %v, at %v of %v to %v", name, p.From, p.Until, p.At, m.Start, m.End)
				}
				frags += checkFrags(t, name, rec, p, m.Teams)
				items += checkItems(t, name, rec, p, m.Teams)
				scores += checkScore(t, name, rec, p, m.Teams)
			}
		}
	}
	t.Logf("%d frags, %d items, %d scores; %v", frags, items, scores, games)
	if frags < 200 || items < 30 || scores < 10 || len(games) < 4 {
		t.Error("few")
	}
}

// about reports whether a turning point is about a player.
func about(p *TurningPoint, slot sim.Slot, pr *sim.Profile, teams bool) bool {
	return pr != nil && slot.Valid() && (p.Slot == slot || !p.Slot.Valid() && teams && pr.Team == p.Team)
}

var textFrags = regexp.MustCompile(`(\d+) frags?\b`)

// checkFrags checks the frags in a sentence by counting them again, and returns how many there are.
func checkFrags(t *testing.T, name string, rec *recording.Recording, p *TurningPoint, teams bool) (want int) {
	t.Helper()
	words := textFrags.FindStringSubmatch(p.Text)
	if words == nil {
		return 0
	}
	want, _ = strconv.Atoi(words[1])
	got := 0
	for _, e := range rec.Events() {
		during := e.Time >= p.From && e.Time <= p.Until
		if e.Kind != sim.EventObituary || !during || !about(p, e.Attacker, e.AttackerProfile, teams) {
			continue
		}
		if e.Attacker != e.Slot && !(teams && e.Profile != nil && e.AttackerProfile.Team == e.Profile.Team) {
			got++
		}
	}
	if got < want || p.Slot.Valid() && got > want && !strings.Contains(p.Text, "takes") {
		t.Errorf("%s: %q: %d frags from %v to %v", name, p.Text, got, p.From, p.Until)
	}
	return want
}

// checkItems looks for the items of a sentence, and returns how many there are.
func checkItems(t *testing.T, name string, rec *recording.Recording, p *TurningPoint, teams bool) (n int) {
	t.Helper()
	_, text, ok := strings.Cut(p.Text, "takes ")
	if !ok {
		return 0
	}
	text, _, _ = strings.Cut(strings.Replace(text, " and ", ", ", 1)+", ", ", 1 frag")
	for _, word := range strings.Split(text, ", ") {
		known := false
		for i := range sim.ItemCount {
			known = known || i.Word() == word && worthOf(i) > 0
		}
		if !known {
			break
		}
		n++
		if !slices.ContainsFunc(rec.Events(), func(e sim.Event) bool {
			during := e.Time >= p.From && e.Time <= p.Until
			return e.Kind == sim.EventPickup && e.Item.Word() == word && during && about(p, e.Slot, e.Profile, teams)
		}) {
			t.Errorf("%s: %q: nobody took %s from %v to %v", name, p.Text, word, p.From, p.Until)
		}
	}
	return n
}

var textScore = regexp.MustCompile(`leads (-?\d+):(-?\d+)$`)

// checkScore compares the score of a sentence with that of the world a little later, and returns 1 if there is one.
func checkScore(t *testing.T, name string, rec *recording.Recording, p *TurningPoint, teams bool) int {
	t.Helper()
	words := textScore.FindStringSubmatch(p.Text)
	if words == nil {
		return 0
	}
	want, _ := strconv.Atoi(words[1])
	cursor := rec.Cursor()
	for at := p.At; at <= p.At+3*turnEach; at += 50 * time.Millisecond {
		w := cursor.At(at)
		got := int(w.TeamScore[p.Team])
		if !teams {
			got = sim.Unknown
			for i := range w.Players {
				if w.Players[i].Slot == p.Slot {
					got = int(w.Players[i].Frags)
				}
			}
		}
		if got == want {
			return 1
		}
	}
	t.Errorf("%s: %q: the score is another", name, p.Text)
	return 1
}

// TestTurningPointsOfObjectives has an objective built, another destroyed and a third taken: each is a turning point,
// in the game's words.
func TestTurningPointsOfObjectives(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{Multi: true})
	rec.Level(sim.Level{Map: "oasis", Teams: true})
	profiles := []*sim.Profile{
		rec.Profile(sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Axel"), Team: sim.TeamRed, TeamName: "Axis"}),
		rec.Profile(sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("Ally"), Team: sim.TeamBlue,
			TeamName: "Allies"}),
	}
	for _, x := range []struct {
		at          int
		cause, text string
		team        sim.Team
	}{
		{60, "planted", "Dynamite planted at the Old City Wall", sim.TeamBlue},
		{90, "destroyed", "The Old City Wall destroyed", sim.TeamBlue},
		{200, "built", "The Water Pump built", sim.TeamRed},
		{300, "stolen", "Allies have stolen the documents.", sim.TeamBlue},
	} {
		for at := rec.Frames(); at <= x.at; at++ {
			f := recording.Frame{Time: time.Duration(at) * time.Second}
			for _, pr := range profiles {
				p := sim.Player{Slot: pr.Slot, Profile: pr, Life: sim.Alive, Visible: true, Health: sim.Unknown}
				f.Players = append(f.Players, recording.FramePlayer{Player: p})
			}
			rec.Frame(&f)
			if at == 298 || at == 299 { // whose frags these are did not steal the documents
				rec.Event(sim.Event{Time: f.Time, Kind: sim.EventObituary, Slot: profiles[0].Slot, Profile: profiles[0],
					Attacker: profiles[1].Slot, AttackerProfile: profiles[1]})
			}
		}
		e := sim.Event{Time: time.Duration(x.at) * time.Second, Kind: sim.EventObjective, Cause: x.cause, Team: x.team}
		e.Text = sim.PlainText(x.text)
		rec.Event(e)
	}
	rec.Finish(nil)
	var got []string
	for _, p := range turningPoints(t, r, Matches(r)[0]) {
		got = append(got, fmt.Sprint(p.At.Seconds(), " ", p.Text))
	}
	want := []string{
		"90 Allies: The Old City Wall destroyed", "200 Axis: The Water Pump built",
		"300 Allies have stolen the documents",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
