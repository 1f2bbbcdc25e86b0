package query

import (
	"strings"

	"fragscope/sim"
)

// Examples returns up to five queries that find something in the demo, each with an explanation. They are built from
// the demo's players, weapons and items. Only the events loaded so far are examined.
func Examples(s Source) []Completion {
	t := tallyOf(s)
	best, rival := t.kills.most(), t.victims.most()
	weapon, item := t.weapons.most(), t.items.most()
	var list []Completion
	add := func(help string, terms ...string) {
		for _, term := range terms {
			if strings.HasSuffix(term, ":") {
				return // the demo has nothing of the kind
			}
		}
		if len(list) < 5 {
			list = append(list, Completion{strings.Join(terms, " "), help})
		}
	}
	add("whom he killed", "kind:frag", "by:"+best)
	add("how he died", "kind:death", "of:"+rival)
	add("frags with this weapon", "kind:frag", "with:"+weapon)
	add("who took it", "item:"+item)
	add("flags", "kind:"+t.kinds.most())
	add("what was said", "kind:"+t.chat)
	return list
}

// counts maps words to the number of times they occur.
type counts map[string]int

// add counts a word, in the form used in queries.
func (c counts) add(value string) {
	if value != "" {
		c[written(value)]++
	}
}

// most returns the most frequent word, or "" if there is none. Of equally frequent words, it returns the first in
// alphabetical order.
func (c counts) most() (best string) {
	for w, n := range c {
		if n > c[best] || n == c[best] && w < best {
			best = w
		}
	}
	return best
}

// tally holds the contents of a demo from which its examples are chosen.
type tally struct {
	kills, victims, weapons, items, kinds counts
	chat                                  string // a word for things said, if anything was
}

func tallyOf(s Source) tally {
	t := tally{counts{}, counts{}, counts{}, counts{}, counts{}, ""}
	p := possible{s}
	events := s.Recording.Events()
	for i := range events {
		switch e := &events[i]; e.Kind {
		case sim.EventObituary:
			t.obituary(&p, e)
		case sim.EventPickup:
			if e.Item.Notable() && e.Item != sim.ItemWeapon {
				t.items.add(e.Item.Word())
			}
		case sim.EventCapture, sim.EventFlagTaken, sim.EventFlagReturned:
			t.kinds.add(e.Kind.String())
		case sim.EventChat, sim.EventTeamChat:
			t.chat = e.Kind.String()
		}
	}
	return t
}

func (t *tally) obituary(p *possible, e *sim.Event) {
	a, v := e.AttackerProfile, e.Profile
	if v == nil {
		return
	}
	t.victims.add(v.Name.Plain)
	if a == nil || e.Attacker == e.Slot {
		return
	}
	t.kills.add(a.Name.Plain)
	if e.Weapon != sim.WeaponNone {
		t.weapons.add(p.callWeapon(e.Weapon))
	}
}
