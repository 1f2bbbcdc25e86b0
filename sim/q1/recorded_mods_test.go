package q1

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
)

// recordedMod is one of the matches that a client and the server recorded: Capture the Flag, Team Fortress or Rocket Arena.
func recordedMod(t *testing.T, file string) (*sim.Recording, []byte) {
	t.Helper()
	data := corpus.Unzipped(t, "../../formats/quakeworld/testdata/recorded/"+file+".gz")
	return demos.Bytes(data, file), data
}

// told is what a match tells to all, with whom and when.
type told struct {
	line string
	at   time.Duration
}

// toldToAll are the deaths, flags, awards and words of a match.
func toldToAll(r *sim.Recording) (all []told) {
	name := func(p *sim.Profile) string {
		if p == nil {
			return ""
		}
		return p.Name.Plain
	}
	for _, e := range r.Events() {
		switch e.Kind {
		case sim.EventObituary, sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture, sim.EventAward, sim.EventChat:
			all = append(all, told{fmt.Sprint(e.Kind, " ", name(e.Profile), " ", name(e.AttackerProfile), " ", e.Weapon, e.Team, e.Text.Plain), e.Time})
		}
	}
	return all
}

// together is what two tell of while both record: who begins later begins with what the other told, too.
func together(a, b []told) ([]told, []told) {
	if i := slices.IndexFunc(b, func(e told) bool { return len(a) > 0 && e.line == a[0].line }); i >= 0 {
		b = b[i:]
	} else if i := slices.IndexFunc(a, func(e told) bool { return len(b) > 0 && e.line == b[0].line }); i >= 0 {
		a = a[i:]
	}
	n := min(len(a), len(b))
	return a[:n], b[:n]
}

// TestRecordedModsAgree holds that a client and the server tell of the same match: the same deaths, flags, awards and words in
// the same order, all the while that both recorded. Their clocks part by what held the client up.
func TestRecordedModsAgree(t *testing.T) {
	for name, want := range map[string]map[sim.EventKind]int{
		"ctf":   {sim.EventCapture: 2, sim.EventFlagTaken: 6, sim.EventFlagDropped: 3, sim.EventFlagReturned: 2, sim.EventAward: 2, sim.EventObituary: 10},
		"tf":    {sim.EventFlagTaken: 3, sim.EventFlagDropped: 2, sim.EventObituary: 5},
		"arena": {sim.EventObituary: 1},
	} {
		server, _ := recordedMod(t, name+".mvd")
		client, _ := recordedMod(t, name+".qwd")
		a, b := toldToAll(server), toldToAll(client)
		kinds := map[sim.EventKind]int{}
		for _, e := range server.Events() {
			kinds[e.Kind]++
		}
		for kind, n := range want {
			if kinds[kind] < n {
				t.Errorf("%s: %d of %v", name, kinds[kind], kind)
			}
		}
		a, b = together(a, b)
		if len(a) < 3 || len(a) != len(b) {
			t.Fatalf("%s: the server tells %v, the client %v", name, a, b)
		}
		shift := b[0].at - a[0].at
		for i := range a {
			if a[i].line != b[i].line || (b[i].at-a[i].at-shift).Abs() > 3*time.Second {
				t.Errorf("%s: the server tells %v, the client %v, %v apart", name, a[i], b[i], shift)
			}
		}
		t.Logf("%s: %d told alike, %v", name, len(a), kinds)
	}
}

// TestRecordedStatistics compares Capture the Flag with KTX's own statistics, which count no deaths in Rocket Arena.
func TestRecordedStatistics(t *testing.T) {
	_, data := recordedMod(t, "ctf.mvd")
	if players, values, teams := compareStatistics(t, "ctf.mvd", data); players < 4 || values < 30 || teams < 4 {
		t.Errorf("%d players, %d values, %d teams", players, values, teams)
	}
}
