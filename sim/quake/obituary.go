package quake

import (
	"cmp"
	"slices"
	"strings"

	"fragscope/sim"
)

// wording is how a death is told. In text, %v is the name of who died, %k
// that of the killer and %t that of a killer whose victim, a team mate, is
// not told.
type wording struct {
	text   string
	weapon sim.Weapon
	cause  string
}

// Death is what an obituary tells. Slots are -1 where it does not tell.
type Death struct {
	Victim, Attacker int
	Weapon           sim.Weapon
	Cause            string
	// TeamKill says that the victim is a team mate of the attacker.
	TeamKill bool
}

// pattern is a wording cut at the names.
type pattern struct {
	first, second  byte // 'v', 'k', 't'; 0 for no second
	lead, mid, end string
	wording        *wording
}

var patterns = compile(wordings)

// compile cuts the wordings; those that tell more come first.
func compile(list []wording) []pattern {
	var out []pattern
	for i := range list {
		w := &list[i]
		out = append(out, cut(w.text, w))
		if strings.Contains(w.text, "%k's ") { // a name that ends in s
			out = append(out, cut(strings.Replace(w.text, "%k's ", "%k' ", 1), w))
		}
	}
	slices.SortStableFunc(out, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.second, a.second), cmp.Compare(len(b.mid)+len(b.end), len(a.mid)+len(a.end)))
	})
	return out
}

func cut(text string, w *wording) pattern {
	p := pattern{wording: w}
	var rest string
	p.lead, rest, _ = strings.Cut(text, "%")
	p.first = rest[0]
	p.mid, rest, _ = strings.Cut(rest[1:], "%")
	if rest != "" {
		p.second, p.end = rest[0], rest[1:]
	}
	return p
}

// Named is a player by name.
type Named struct {
	Slot int
	Name string // as Plain gives it
}

// Obituary finds out whose death a line tells. The names are those of all
// players; longer ones are tried first, as one can begin another.
func Obituary(line string, names []Named) (Death, bool) {
	line = strings.TrimRight(line, " \n")
	byLength := slices.Clone(names)
	slices.SortStableFunc(byLength, func(a, b Named) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	for i := range patterns {
		p := &patterns[i]
		rest, ok := strings.CutPrefix(line, p.lead)
		if !ok || !strings.Contains(rest, p.mid) {
			continue
		}
		for _, n := range byLength {
			if n.Name == "" {
				continue
			}
			after, ok := strings.CutPrefix(rest, n.Name)
			if !ok {
				continue
			}
			if after, ok = strings.CutPrefix(after, p.mid); !ok {
				continue
			}
			if d, ok := p.follow(after, n.Slot, byLength); ok {
				return d, true
			}
		}
	}
	return Death{}, false
}

// follow matches what follows the first name.
func (p *pattern) follow(rest string, first int, names []Named) (Death, bool) {
	d := Death{Victim: -1, Attacker: -1, Weapon: p.wording.weapon, Cause: p.wording.cause}
	d.set(p.first, first)
	if p.second == 0 {
		return d, strings.Trim(rest, ".! ") == ""
	}
	name, ok := strings.CutSuffix(strings.TrimRight(rest, ".! "), strings.TrimRight(p.end, ".! "))
	if !ok {
		return d, false
	}
	for _, n := range names {
		if n.Name == name || strings.TrimRight(n.Name, ".! ") == name && n.Name != "" {
			d.set(p.second, n.Slot)
			return d, true
		}
	}
	return d, false
}

func (d *Death) set(role byte, slot int) {
	switch role {
	case 'v':
		d.Victim = slot
	case 'k':
		d.Attacker = slot
	case 't':
		d.Attacker, d.TeamKill = slot, true
	case 'm':
		d.Victim, d.TeamKill = slot, true
	}
}
