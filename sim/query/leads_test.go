package query

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// overtaken returns a duel in which ada scores first and bob overtakes her at 0:30 and says so.
func overtaken() *recording.Recording {
	b, rec := recording.NewRecorder(sim.Header{GameKey: "quake3"})
	b.Level(sim.Level{Map: "q3dm6"})
	var players [2]*sim.Profile
	for i, name := range []string{"ada", "bob"} {
		players[i] = b.Profile(sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name)})
	}
	var frags [2]int16
	for at := range 50 {
		now := time.Duration(at) * time.Second
		if who, ok := map[int]int{10: 0, 20: 1, 30: 1}[at]; ok {
			frags[who]++
			b.Event(sim.Event{Kind: sim.EventObituary, Time: now, Slot: sim.SlotAt(1 - who), Profile: players[1-who],
				Attacker: sim.SlotAt(who), AttackerProfile: players[who], Weapon: sim.WeaponRocketLauncher})
		}
		if at == 32 {
			b.Event(sim.Event{Kind: sim.EventChat, Time: now, Slot: sim.SlotAt(1), Profile: players[1],
				Text: sim.PlainText("my lead now")})
		}
		f := &recording.Frame{Time: now, Phase: sim.PhasePlaying}
		for i := range players {
			f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{Slot: sim.SlotAt(i),
				Profile: players[i], Life: sim.Alive, Frags: frags[i]}})
		}
		b.Frame(f)
	}
	b.Finish(nil)
	return rec
}

// TestLead checks that changes of the lead are found by their kind and by the word, with the sentence of who went
// ahead, alone and together with other terms, and that the event keeps its own sentence for other questions.
func TestLead(t *testing.T) {
	s := Source{Recording: overtaken()}
	const took = "30 The lead goes to bob, 2:1"
	for text, want := range map[string]string{
		"kind:lead":                     took,
		"-kind:lead kind:frag":          "10 ada killed bob (Rocket Launcher); 20 bob killed ada (Rocket Launcher)",
		"kind:lead by:bob":              took,
		"kind:lead by:ada":              "",
		"kind:lead to:20":               "",
		"lead":                          took + "; 32 bob: my lead now",
		"leads":                         "",
		"kind:frag from:25":             "30 bob killed ada (Rocket Launcher)",
		"kind:chat within 5s kind:lead": "32 bob: my lead now",
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := q.Find(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range a.Moments {
			m := &a.Moments[i]
			got = append(got, fmt.Sprintf("%g %s", m.Time.Seconds(), m.Sentence(s.Recording)))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", text, strings.Join(got, "; "), want)
		}
		costly := strings.Contains(text, "lead") && !strings.Contains(text, "leads")
		if kind := strings.Contains(text, "kind:lead"); q.Costly() != costly || q.AsksLead() != kind {
			t.Errorf("%s: costly %v, asks for the lead %v", text, q.Costly(), q.AsksLead())
		}
	}
	match := func(text string) (n int) {
		q, _ := Parse(text)
		holds := q.Matches(s)
		events := s.Recording.Events()
		for i := range events {
			if holds(&events[i]) {
				n++
			}
		}
		return n
	}
	if n := match("kind:lead"); n != 1 {
		t.Errorf("kind:lead as a filter lets %d events pass", n)
	}
}
