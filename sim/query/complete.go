package query

import (
	"slices"
	"strings"
	"unicode"

	"fragscope/sim"
)

// Completion is a suggested continuation of a query.
type Completion struct {
	Text string // the replacement
	Help string
}

// maxCompletions limits the number of completions returned.
const maxCompletions = 40

// Complete suggests continuations of the query in text, based on the contents of the demo. caret is the byte offset of
// the caret in text. Each completion is a replacement for text[from:to].
func Complete(text string, caret int, s Source) (from, to int, list []Completion) {
	caret = min(max(caret, 0), len(text))
	from, to = caret, caret
	quoted := strings.Count(text[:caret], `"`)%2 == 1
	for from > 0 && (quoted || !unicode.IsSpace(rune(text[from-1]))) {
		from--
		if text[from] == '"' {
			quoted = !quoted
		}
	}
	typed := strings.ToLower(text[from:to])
	sign := ""
	if rest, ok := strings.CutPrefix(typed, "-"); ok {
		typed, sign = rest, "-"
	}
	if name, op, rest := cutOperator(typed); op != "" {
		return from, to, values(s, sign, name, op, rest)
	}
	if typed == "" && sign == "" {
		return from, to, nil
	}
	for i := 1; i < len(keys); i++ {
		k := &keys[i]
		if !strings.HasPrefix(k.name, typed) {
			continue
		}
		with := k.name + ":"
		switch k.form {
		case formNumber:
			with = k.example
		case formFlag:
			with = k.name
		}
		list = append(list, Completion{sign + with, k.help})
	}
	return from, to, append(list, kindsCalled(s, sign, typed)...)
}

// kindsCalled completes a word that begins the name of a kind of event in the demo.
func kindsCalled(s Source, sign, typed string) (list []Completion) {
	const least = 3 // letters
	if len(typed) < least {
		return nil
	}
	for _, kind := range (&possible{s}).kinds() {
		if strings.HasPrefix(kind, typed) {
			list = append(list, Completion{sign + "kind:" + kind, kindHelp(kind)})
		}
	}
	return list
}

// kindHelp explains a kind of event whose name does not.
func kindHelp(kind string) string {
	if kind == wordLead {
		return "who took the lead"
	}
	return keyNamed("kind").help
}

// values completes the value after a key.
func values(s Source, sign, name, op, rest string) (list []Completion) {
	bare, victim := strings.CutPrefix(name, "of.")
	k := keyNamed(bare)
	if k == nil || k.possible == nil || op != ":" {
		return nil
	}
	if victim {
		name = "of." + k.name
	}
	before := ""
	if parts := splitValues(rest + "_"); len(parts) > 1 {
		before = strings.Join(parts[:len(parts)-1], ",") + ","
		rest = strings.TrimSuffix(parts[len(parts)-1], "_")
	}
	rest = strings.Trim(rest, `"`)
	for _, v := range k.possible(&possible{s}) {
		if len(list) < maxCompletions && strings.Contains(strings.ToLower(v), rest) {
			help := k.help
			if k.name == "kind" {
				help = kindHelp(v)
			}
			list = append(list, Completion{sign + name + op + before + written(v), help})
		}
	}
	return list
}

// written returns v in the form in which it must be written in a query.
func written(v string) string {
	if strings.ContainsFunc(v, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`:,<>="`, r) }) {
		return Quote(v)
	}
	return v
}

// possible collects the values that a demo contains.
type possible struct{ src Source }

// set sorts the list and removes duplicates and empty strings.
func set(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

func (p *possible) players() (list []string) {
	for _, e := range p.src.Recording.Roster() {
		list = append(list, e.Profile.Name.Plain)
	}
	return append(set(list), p.teams()...)
}

func (p *possible) teams() (list []string) {
	for _, e := range p.src.Recording.Roster() {
		if t := e.Profile.Team; t != sim.TeamFree && t != sim.TeamSpectator {
			list = append(list, e.Profile.TeamLabel())
		}
	}
	return set(list)
}

// each returns the results of name for all events.
func (p *possible) each(name func(*sim.Event) string) (list []string) {
	events := p.src.Recording.Events()
	for i := range events {
		list = append(list, name(&events[i]))
	}
	return set(list)
}

// callWeapon returns the name used for a weapon in queries: its short name if that is unambiguous, otherwise its full
// name.
func (p *possible) callWeapon(w sim.Weapon) string {
	info := w.Info()
	if sim.MeaningOf(p.src.Recording.Header().GameKey, info.Short).Weapon(w) {
		return info.Short
	}
	return info.Name
}

func (p *possible) weapons() []string {
	return p.each(func(e *sim.Event) string {
		if e.Kind != sim.EventObituary || e.Weapon == sim.WeaponNone {
			return ""
		}
		return p.callWeapon(e.Weapon)
	})
}

func (p *possible) items() []string {
	return p.each(func(e *sim.Event) string {
		switch {
		case e.Kind == sim.EventObituary || e.Item == sim.ItemNone:
			return ""
		case e.Item == sim.ItemWeapon:
			return p.callWeapon(e.Weapon)
		}
		return e.Item.Word()
	})
}

// things returns the names of things that players may carry.
func (p *possible) things() []string {
	list := p.each(func(e *sim.Event) string {
		switch e.Kind {
		case sim.EventPowerup:
			return e.Powerup.Info().Short
		case sim.EventFlagTaken:
			return "flag"
		case sim.EventPickup:
			if e.Item == sim.ItemWeapon {
				return p.callWeapon(e.Weapon)
			}
		}
		return ""
	})
	return list
}

func (p *possible) kinds() []string {
	list := p.each(func(e *sim.Event) string {
		if e.Kind == sim.EventObituary {
			return ""
		}
		return e.Kind.String()
	})
	counted := []string{"frag", "death", "suicide", "map_death", "teamkill"}
	for i := range p.src.Recording.Levels() {
		if p.src.Recording.Contest(i) == sim.Versus && len(p.src.Recording.Roster()) > 1 {
			counted = append(counted, wordLead)
			break
		}
	}
	return append(counted, list...)
}

func (p *possible) places() (list []string) {
	if p.src.Places == nil {
		return nil
	}
	for i := range p.src.Recording.Levels() {
		list = append(list, p.src.Places.PlaceNames(i)...)
	}
	return set(list)
}
