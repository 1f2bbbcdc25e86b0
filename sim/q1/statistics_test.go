package q1

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// statistics collects the data about a match in the records that KTX hides in a .mvd.
type statistics struct{ parts map[int16][]byte }

// Handle implements [quakeworld.Handler].
func (s statistics) Handle(m quakeworld.Message) {
	h, ok := m.(*quakeworld.Hidden)
	if !ok {
		return
	}
	if n, content, ok := h.DemoInfo(); ok {
		s.parts[n] = append([]byte(nil), content...)
	}
}

func (s statistics) text() (out []byte) {
	for n := int16(1); s.parts[n] != nil; n++ {
		out = append(out, s.parts[n]...)
	}
	return append(out, s.parts[0]...)
}

// counts are what the server tells of a player at the end.
type counts struct {
	frags, deaths int
	took          map[sim.Item]int
	team          string // empty where it is not told
}

// embedded are the counts of the hidden statistics, by the name that they have there.
func embedded(data []byte) map[string]counts {
	s := statistics{parts: map[int16][]byte{}}
	for d := quakeworld.NewDecoder(data, quakeworld.Options{MultiView: true}); d.Next(s) == nil; {
	}
	var told struct {
		Players []struct {
			Name  string
			Team  string
			Stats struct{ Frags, Deaths int }
			Items map[string]struct{ Took int }
		}
	}
	out := map[string]counts{}
	if json.Unmarshal(s.text(), &told) != nil {
		return out
	}
	for _, p := range told.Players {
		c := counts{p.Stats.Frags, p.Stats.Deaths, map[sim.Item]int{}, decodeText([]byte(p.Team)).Plain}
		for key, item := range map[string]sim.Item{"health_100": sim.ItemMegaHealth, "ga": sim.ItemArmorGreen,
			"ya": sim.ItemArmorYellow, "ra": sim.ItemArmorRed, "q": sim.ItemQuad, "p": sim.ItemProtection,
			"r": sim.ItemInvisibility} {
			c.took[item] = p.Items[key].Took
		}
		out[decodeText([]byte(p.Name)).Plain] = c
	}
	return out
}

// printed are the counts that a server prints at the end, by player: his name, then his
// frags and by how many they exceed his deaths, then what he took (KTX's stats.c,
// OnePlayerStats).
func printed(r *recording.Recording) map[string]counts {
	out := map[string]counts{}
	name := ""
	for _, e := range r.Events() {
		if e.Kind != sim.EventPrint {
			continue
		}
		line := strings.TrimSpace(e.Text.Plain)
		if rest, ok := strings.CutPrefix(line, "● "); ok && strings.HasSuffix(rest, ":") {
			name = strings.TrimSuffix(rest, ":")
			out[name] = counts{took: map[sim.Item]int{}}
		}
		c, ok := out[name]
		if !ok {
			continue
		}
		var rank int
		var took [4]int
		if n, _ := fmt.Sscanf(line, "%d (%d)", &c.frags, &rank); n == 2 {
			c.deaths = c.frags - rank
			out[name] = c
		}
		if n, _ := fmt.Sscanf(line, "Armr&mhs: ga:%d ya:%d ra:%d mh:%d", &took[0], &took[1], &took[2],
			&took[3]); n == 4 {
			for i, item := range []sim.Item{sim.ItemArmorGreen, sim.ItemArmorYellow, sim.ItemArmorRed,
				sim.ItemMegaHealth} {
				c.took[item] = took[i]
			}
		}
		if n, _ := fmt.Sscanf(line, "Powerups: Q:%d P:%d R:%d", &took[0], &took[1], &took[2]); n == 3 {
			for i, item := range []sim.Item{sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility} {
				c.took[item] = took[i]
			}
			name = ""
		}
	}
	return out
}

// TestStatistics compares scores, deaths, teams and what was taken with the server's own
// statistics, where a demo has them, embedded or printed. There are no exceptions.
func TestStatistics(t *testing.T) {
	players, values, teams := 0, 0, 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd"}, "*.mvd") {
		p, v, n := compareStatistics(t, name, corpus.Load(t, name))
		players, values, teams = players+p, values+v, teams+n
	}
	t.Logf("%d players, %d values, %d teams", players, values, teams)
	if players < 50 || teams < 20 {
		t.Error("few were compared")
	}
}

// compareStatistics compares a recording with the server's statistics, and counts the comparisons.
func compareStatistics(t *testing.T, name string, data []byte) (players, values, teams int) {
	t.Helper()
	r := demos.Bytes(data, name)
	took := tookByName(r)
	for _, told := range []map[string]counts{embedded(data), printed(r)} {
		for who, c := range told {
			e := inRoster(r, who)
			if e == nil {
				t.Errorf("%s: %q is not in the roster", name, who)
				continue
			}
			players++
			values += 2 + len(c.took)
			if int(e.Frags) != c.frags || int(e.Deaths) != c.deaths {
				t.Errorf("%s: slot %d has %d frags and %d deaths, the server says %d and %d", name,
					e.Profile.Slot.Index(), e.Frags, e.Deaths, c.frags, c.deaths)
			}
			if c.team != "" && e.Profile.TeamName != "" {
				teams++
				if !endsAlike(e.Profile.TeamName, c.team) {
					t.Errorf("%s: slot %d is of %q, the server says %q", name, e.Profile.Slot.Index(),
						e.Profile.TeamName, c.team)
				}
			}
			for item, want := range c.took {
				if got := took[e.Profile.Name.Plain][item]; got != want {
					t.Errorf("%s: slot %d took %v %d times, the server says %d", name, e.Profile.Slot.Index(),
						item, got, want)
				}
			}
		}
	}
	return players, values, teams
}

// tookByName are how many of each item each player took.
func tookByName(r *recording.Recording) map[string]map[sim.Item]int {
	took := map[string]map[sim.Item]int{}
	for _, e := range r.Events() {
		if e.Kind == sim.EventPickup && e.Profile != nil {
			name := e.Profile.Name.Plain
			if took[name] == nil {
				took[name] = map[sim.Item]int{}
			}
			took[name][e.Item]++
		}
	}
	return took
}

func inRoster(r *recording.Recording, name string) *sim.RosterEntry {
	for i, e := range r.Roster() {
		if endsAlike(e.Profile.Name.Plain, name) {
			return &r.Roster()[i]
		}
	}
	return nil
}

// endsAlike compares names by their end, as the statistics write the glyphs of
// Quake in a way of their own.
func endsAlike(a, b string) bool {
	n := min(len(a), len(b), 5)
	return n > 0 && a[len(a)-n:] == b[len(b)-n:]
}

// deaf is a [quakeworld.Handler] that hides from a simulator KTX's announcements of when mega healths respawn.
type deaf struct {
	*quakeWorld
	timers []timer
}

// timer is an announcement by KTX that an item will respawn, and its time.
type timer struct {
	entity   int
	at, told time.Duration
}

// Handle implements [quakeworld.Handler].
func (d *deaf) Handle(m quakeworld.Message) {
	if text, ok := m.(*quakeworld.StuffText); ok {
		var entity, after int
		if n, _ := fmt.Sscanf(string(text.Text), "//ktx timer %d %d", &entity, &after); n == 2 {
			d.timers = append(d.timers, timer{entity, d.level.now, d.level.now + time.Duration(after)*time.Second})
			return
		}
	}
	d.quakeWorld.Handle(m)
}

// computed is when a mega health comes back by the rules, as a recording has it from when KTX said so on; 0 for
// nothing else.
func (x *timer) computed(r *recording.Recording) time.Duration {
	for c, at := r.Cursor(), x.at; at < x.told; at += 100 * time.Millisecond {
		for _, e := range c.At(at).Entities {
			if e.Number == x.entity && e.Item == sim.ItemMegaHealth && e.RespawnKnown {
				return e.Respawn
			}
		}
	}
	return 0
}

// TestMegaHealthsComeBack compares the times at which mega healths respawn according to the rules with those announced
// by KTX.
func TestMegaHealthsComeBack(t *testing.T) {
	const off = 200 * time.Millisecond
	compared := 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd"}, "*.mvd") {
		rec, r := recording.NewRecorder(sim.Header{})
		o := quakeworld.Options{MultiView: true}
		d := &deaf{quakeWorld: newQuakeWorld(rec, o)}
		for q := quakeworld.NewDecoder(corpus.Load(t, name), o); q.Next(d) == nil; {
		}
		d.finish()
		rec.Finish(nil)
		for _, x := range d.timers {
			computed := x.computed(r)
			if computed == 0 {
				continue
			}
			compared++
			if late := computed - x.told; late < -off || late > off {
				t.Errorf("%s: entity %d comes back at %v, KTX says %v", name, x.entity, computed, x.told)
			}
		}
	}
	t.Logf("%d compared", compared)
	if compared < 10 {
		t.Error("few were compared")
	}
}
