package q1

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// recordedMod is one of the matches that a client and the server recorded: Capture the Flag, Team Fortress or Rocket
// Arena.
func recordedMod(t *testing.T, file string) (*recording.Recording, []byte) {
	t.Helper()
	data := corpus.Unzipped(t, "../../formats/quakeworld/testdata/recorded/"+file+".gz")
	return demos.Bytes(data, file), data
}

// told is what a match tells to all, with whom and when.
type told struct {
	line string
	at   time.Duration
}

// toldToAll returns the deaths, flags, awards and messages of a match.
func toldToAll(r *recording.Recording) (all []told) {
	name := func(p *sim.Profile) string {
		if p == nil {
			return ""
		}
		return p.Name.Plain
	}
	for _, e := range r.Events() {
		switch e.Kind {
		case sim.EventObituary, sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture,
			sim.EventAward, sim.EventChat:
			all = append(all, told{fmt.Sprint(e.Kind, " ", name(e.Profile), " ", name(e.AttackerProfile), " ", e.Weapon,
				e.Team, e.Text.Plain), e.Time})
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

// onPath counts the places around what both tell at which the server had the player, too, and of how many. A client
// is told of others where they were at their own last command (mvdsv sv_ents.c, SV_WritePlayersToClient), a server
// writes where all would be at one time (sv_demo.c, SV_MVDWritePackets), and the time of a packet is that of its
// arrival: so a place is looked for on the player's way. What is left is elsewhere for all players at once, where
// the server was held up.
func onPath(p pair, server, client []told) (on, all int) {
	const around, late, step, near = 150 * time.Millisecond, 400 * time.Millisecond, 5 * time.Millisecond, 8
	for i := range server {
		shift := server[i].at - client[i].at
		for k := p.client.FrameAt(client[i].at-around) + 1; k < p.client.Frames() &&
			p.client.FrameTime(k) < client[i].at+around; k++ {
			at := p.client.FrameTime(k)
			least := map[sim.Slot]float64{}
			for dt := -late; dt <= late; dt += step {
				if at+shift+dt >= 0 && at+shift+dt <= p.server.Duration() {
					p.distances(at, shift+dt, func(slot sim.Slot, d float64) {
						if old, ok := least[slot]; !ok || d < old {
							least[slot] = d
						}
					})
				}
			}
			for _, d := range least {
				if all++; d <= near {
					on++
				}
			}
		}
	}
	return on, all
}

// TestRecordedModsAgree checks that a client and the server tell of the same match: the same deaths, flags, awards
// and words in the same order, all the while that both recorded. Their clocks part where the client was held up,
// which its clock does not count.
func TestRecordedModsAgree(t *testing.T) {
	for name, want := range map[string]map[sim.EventKind]int{
		"ctf": {sim.EventCapture: 2, sim.EventFlagTaken: 6, sim.EventFlagDropped: 3, sim.EventFlagReturned: 2,
			sim.EventAward: 2, sim.EventObituary: 10},
		"tf":    {sim.EventFlagTaken: 3, sim.EventFlagDropped: 2, sim.EventObituary: 5},
		"arena": {sim.EventObituary: 1},
		"fte":   {sim.EventObituary: 5},
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
		var apart time.Duration
		for i := range a {
			apart = max(apart, (b[i].at - a[i].at - b[0].at + a[0].at).Abs())
			if a[i].line != b[i].line {
				t.Errorf("%s: the server tells %v, the client %v", name, a[i], b[i])
			}
		}
		near, all := onPath(pair{newView(client), newView(server)}, a, b)
		t.Logf("%s: %d of %d places agree", name, near, all)
		if all < 30 || float64(near) < 0.97*float64(all) {
			t.Errorf("%s: %d of %d places agree", name, near, all)
		}
		t.Logf("%s: %d told alike, clocks part by %v, %v", name, len(a), apart, kinds)
	}
}

// TestRecordedStatistics compares Capture the Flag with what KTX prints at its end: deaths and items of each
// player, flags of both teams and their scores. The frags that it prints are without what flags bring.
func TestRecordedStatistics(t *testing.T) {
	r, data := recordedMod(t, "ctf.mvd")
	took, scores := tookByName(r), map[string]int{}
	for _, e := range r.Roster() {
		scores[e.Profile.TeamName] += int(e.Frags)
	}
	told := printed(r)
	if len(told) < 4 {
		t.Errorf("%d players", len(told))
	}
	for who, c := range told {
		e := inRoster(r, who)
		if e == nil || int(e.Deaths) != c.deaths {
			t.Errorf("%s: %+v, the server says %d deaths", who, e, c.deaths)
		}
		for item, want := range c.took {
			if got := took[who][item]; got != want {
				t.Errorf("%s took %v %d times, the server says %d", who, item, got, want)
			}
		}
	}
	flags := [3]int{}
	for _, e := range r.Events() {
		var n [3]int
		if _, err := fmt.Sscanf(strings.TrimSpace(e.Text.Plain), "CTF: pickups:%d caps:%d returns:%d", &n[0], &n[1],
			&n[2]); err == nil {
			for i := range n {
				flags[i] += n[i]
			}
		}
		switch e.Kind {
		case sim.EventFlagTaken:
			flags[0] -= 2 // told of the player and of his team
		case sim.EventCapture:
			flags[1] -= 2
		}
	}
	if flags[0] != 0 || flags[1] != 0 {
		t.Errorf("flags taken and captured differ by %v", flags)
	}
	final := regexp.MustCompile(`//finalscores .*"red" (\d+) "blue" (\d+)`).FindSubmatch(data)
	if final == nil || string(final[1]) != fmt.Sprint(scores["red"]) || string(final[2]) != fmt.Sprint(scores["blue"]) {
		t.Errorf("scores %v, the server says %q", scores, final)
	}
}

// TestRecordedClasses checks that the Team Fortress class of every player who chose one is known.
func TestRecordedClasses(t *testing.T) {
	for _, file := range []string{"tf.mvd", "tf.qwd"} {
		r, _ := recordedMod(t, file)
		got := map[string]string{}
		for _, e := range r.Roster() {
			got[e.Profile.Name.Plain] = e.Profile.Class
		}
		for who, class := range map[string]string{"Scout": "Scout", "Soldier": "Soldier",
			"Heavy": "Heavy Weapons Guy"} {
			if got[who] != class {
				t.Errorf("%s: %s plays %q, not %q", file, who, got[who], class)
			}
		}
	}
}

// TestPackPowers checks what the status bar's bits mean in each mission pack.
func TestPackPowers(t *testing.T) {
	for pack, want := range map[pack]string{packStandard: "Rune of Hell Magic", packHipnotic: "",
		packRogue: "Anti-Grav Belt"} {
		_, other := pack.keys(1 << 30)
		if got := fmt.Sprint(other); want != "" && got != "[{"+want+" 1}]" || want == "" && len(other) > 0 {
			t.Errorf("%v: %v, want %q", pack, other, want)
		}
	}
	if _, other := packHipnotic.keys(1<<24 | 1<<25); fmt.Sprint(other) != "[{Wetsuit 1} {Empathy Shields 1}]" {
		t.Error(other)
	}
}
