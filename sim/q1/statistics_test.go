package q1

import (
	"encoding/json"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// statistics gathers what KTX says of a match in the hidden records of a .mvd.
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

// TestStatistics compares scores, deaths and what was taken with the server's
// own statistics, where a demo has them.
func TestStatistics(t *testing.T) {
	items := map[string]sim.Item{"health_100": sim.ItemMegaHealth, "ga": sim.ItemArmorGreen, "ya": sim.ItemArmorYellow, "ra": sim.ItemArmorRed,
		"q": sim.ItemQuad, "p": sim.ItemProtection, "r": sim.ItemInvisibility}
	compared := 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd"}, "*.mvd") {
		data := corpus.Load(t, name)
		s := statistics{parts: map[int16][]byte{}}
		for d := quakeworld.NewDecoder(data, quakeworld.Options{MultiView: true}); d.Next(s) == nil; {
		}
		var told struct {
			Players []struct {
				Login, Name string
				Stats       struct{ Frags, Deaths int }
				Items       map[string]struct{ Took int }
			}
		}
		if json.Unmarshal(s.text(), &told) != nil {
			continue
		}
		r := demos.Bytes(data, name)
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
		for _, p := range told.Players {
			login := decodeText([]byte(p.Name)).Plain
			for _, e := range r.Roster() {
				if !endsAlike(e.Profile.Name.Plain, login) {
					continue
				}
				compared++
				if int(e.Frags) != p.Stats.Frags || int(e.Deaths) != p.Stats.Deaths {
					t.Errorf("%s: slot %d has %d frags and %d deaths, the server says %d and %d", name, e.Profile.Slot.Index(),
						e.Frags, e.Deaths, p.Stats.Frags, p.Stats.Deaths)
				}
				for key, item := range items {
					if got, want := took[e.Profile.Name.Plain][item], p.Items[key].Took; got != want {
						t.Errorf("%s: slot %d took %v %d times, the server says %d", name, e.Profile.Slot.Index(), item, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d players compared", compared)
	if compared < 10 {
		t.Error("nothing was compared")
	}
}

// endsAlike compares names by their end, as the statistics write the glyphs of
// Quake in a way of their own.
func endsAlike(a, b string) bool {
	n := min(len(a), len(b), 5)
	return n > 0 && a[len(a)-n:] == b[len(b)-n:]
}
