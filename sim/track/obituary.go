package track

import (
	"cmp"
	"slices"
	"strings"

	"fragscope/sim"
)

// ObituaryPattern is a pattern for the text with which a game announces a kind of death. In Text, %v stands for the
// victim's name and %k for the killer's name. In announcements of team kills that name only one of the two, %t stands
// for the killer's name and %m for the victim's name.
type ObituaryPattern struct {
	Text   string
	Weapon sim.Weapon
	Cause  string
}

// Obituaries holds a game's obituary patterns, prepared for matching.
type Obituaries struct{ patterns []obituaryPattern }

// obituaryPattern is a pattern split at the names.
type obituaryPattern struct {
	first, second  byte // 'v', 'k', 't' or 'm'; 0 if there is no second
	lead, mid, end string
	*ObituaryPattern
}

// NewObituaries prepares the patterns in list for matching. More specific patterns are tried first.
func NewObituaries(list []ObituaryPattern) *Obituaries {
	o := &Obituaries{}
	for i := range list {
		w := &list[i]
		o.patterns = append(o.patterns, cutPattern(w.Text, w))
		if strings.Contains(w.Text, "%k's ") { // for names that end in s
			o.patterns = append(o.patterns, cutPattern(strings.Replace(w.Text, "%k's ", "%k' ", 1), w))
		}
	}
	slices.SortStableFunc(o.patterns, func(a, b obituaryPattern) int {
		return cmp.Or(cmp.Compare(b.second, a.second), cmp.Compare(len(b.mid)+len(b.end), len(a.mid)+len(a.end)))
	})
	return o
}

func cutPattern(text string, w *ObituaryPattern) obituaryPattern {
	p := obituaryPattern{ObituaryPattern: w}
	var rest string
	p.lead, rest, _ = strings.Cut(text, "%")
	p.first = rest[0]
	p.mid, rest, _ = strings.Cut(rest[1:], "%")
	if rest != "" {
		p.second, p.end = rest[0], rest[1:]
	}
	return p
}

// Find returns the death announced by a printed line. ok is false if the line is not an obituary. names lists the
// players. Longer names are tried first, because one name may be the beginning of another.
func (o *Obituaries) Find(line string, names []Named) (d Death, ok bool) {
	line = strings.TrimRight(line, " \n")
	byLength := slices.Clone(names)
	slices.SortStableFunc(byLength, func(a, b Named) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	named := beginning(line, byLength)
	for i := range o.patterns {
		p := &o.patterns[i]
		rest, starts := line, named
		if p.lead != "" {
			var ok bool
			if rest, ok = strings.CutPrefix(line, p.lead); !ok {
				continue
			}
			starts = beginning(rest, byLength)
		}
		for _, n := range starts {
			after, ok := strings.CutPrefix(rest[len(n.Name):], p.mid)
			if !ok {
				continue
			}
			if d, ok := p.follow(after, n.Slot, byLength); ok {
				return d, true
			}
		}
	}
	return Death{}, false
}

// beginning returns the names with which a line begins.
func beginning(line string, names []Named) (list []Named) {
	for _, n := range names {
		if n.Name != "" && strings.HasPrefix(line, n.Name) {
			list = append(list, n)
		}
	}
	return list
}

// follow matches the text after the first name.
func (p *obituaryPattern) follow(rest string, first sim.Slot, names []Named) (Death, bool) {
	d := Death{Weapon: p.Weapon, Cause: p.Cause}
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

func (d *Death) set(role byte, slot sim.Slot) {
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
