//go:build !js

package archive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/query"
)

// compiler turns conditions of questions into SQL conditions. In the SQL, c is a row of the list of demos to search, and
// e is a row of events.
type compiler struct {
	games []string // the games of the demos to be searched
	game  string   // the column with a demo's game
	args  []any
	// moments are the moments whose times are columns of the list, t0, t1 and so on.
	moments []moment.Moment
	// names are the queries for the numbers of players, s0, s1 and so on. Demos without a player of the sets in needed
	// have no hits.
	names  []string
	needed []string
}

// compiled holds the keys that SQL answers exactly: true if the condition holds, false if not, NULL if that is unknown.
var compiled = map[string]func(*compiler, *query.Condition) string{
	"with": (*compiler).with, "item": (*compiler).item, "kind": (*compiler).kind, "from": (*compiler).from,
	"to": (*compiler).to, "has": (*compiler).has, "hand": (*compiler).hand, "alive": state("alive"),
	"airborne": state("ground = 0"), "health": compare("health"), "armor": compare("armor"), "ammo": compare("ammo"),
	"stack": (*compiler).stack, "speed": compare("speed"), "hit": compare("hit"), "z": (*compiler).height,
	"late": (*compiler).late, "distance": ofKill("distance"), "flick": ofKill("flick"), "in": (*compiler).in,
}

// settled reports whether SQL answers the condition. Other conditions are tested on each row that the query finds.
func settled(t *query.Condition) bool {
	return compiled[t.Key()] != nil && !(t.Key() == "in" && lasso(t)) && !t.AsksLead()
}

// arg adds an argument of the query and returns the parameter that stands for it.
func (k *compiler) arg(x any) string {
	k.args = append(k.args, x)
	return "?" + strconv.Itoa(len(k.args))
}

// where returns the condition satisfied by every event that answers the question.
func (k *compiler) where(q *query.Query) string {
	terms := q.Terms()
	var first, last []string // conditions that look players up come last
	for i := range terms {
		t := &terms[i]
		if !settled(t) {
			if text := k.weaker(t); text != "" {
				last = append(last, "("+text+")")
			}
			continue
		}
		text := compiled[t.Key()](k, t)
		if t.Not {
			text = "NOT (" + text + ")"
		}
		first = append(first, "("+text+")")
	}
	if list := append(first, last...); len(list) > 0 {
		return strings.Join(list, " AND ")
	}
	return "1"
}

// weaker returns an SQL condition implied by a condition that SQL cannot answer, or "" if there is none.
func (k *compiler) weaker(t *query.Condition) string {
	switch t.Key() {
	case "":
		return k.words(t)
	case "area":
		return k.area(t)
	case "in":
		lo, hi := bounds(t)
		x, y, _ := coordinatesOf(t)
		if t.Not {
			return x + " IS NOT NULL"
		}
		return fmt.Sprintf("%s BETWEEN %s AND %s AND %s BETWEEN %s AND %s", x, literal(lo[0]), literal(hi[0]), y,
			literal(lo[1]), literal(hi[1]))
	case "by", "of", "who", "team", "class":
		if t.Not {
			return ""
		}
		return k.people(t)
	}
	return ""
}

// area returns the condition that an event may be in a place. Only places named by the demo are known here.
func (k *compiler) area(t *query.Condition) string {
	x, _, _ := coordinatesOf(t)
	switch {
	case t.Doer:
		return x + " IS NOT NULL"
	case t.Not:
		return "e.place IS NOT NULL OR " + x + " IS NOT NULL"
	}
	list := []string{"e.place IS NULL AND " + x + " IS NOT NULL"}
	for _, v := range t.Values {
		list = append(list, k.contains("e.place", v.Text))
	}
	return strings.Join(list, " OR ")
}

// contains returns the condition that a column may contain a text, which is in lower case. SQLite folds only ASCII.
func (k *compiler) contains(column, text string) string {
	return fmt.Sprintf("instr(lower(%[1]s), %[2]s) OR %[1]s GLOB '*[^ -~]*'", column, k.arg(text))
}

// words returns the condition that words may occur in the text about the event, or "" for a negated one. The text
// consists of parts separated by spaces and punctuation, so a run of letters and digits lies within one of them.
func (k *compiler) words(t *query.Condition) string {
	whole := t.Values[0].Text
	part := longestWord(whole)
	if t.Not || part == "" {
		return ""
	}
	text := k.byGame(func(game string) string {
		says := t.Says(game)
		return mentions(func(e sim.Event) bool { return says(&e) || part != whole && query.Contains(&e, part) })
	})
	players := k.set("instr(p.folded, " + k.arg(part) + ") OR p.name = ''")
	return text + " OR " + k.contains("e.text", part) + " OR " + k.contains("e.place", part) +
		" OR (e.slot IS NOT NULL AND e.who IS NULL) OR (e.attacker IS NOT NULL AND e.whom IS NULL) OR " +
		among("e.who", players) + " OR " + among("e.whom", players)
}

// longestWord returns the longest run of the letters a to z and digits in a text.
func longestWord(text string) (longest string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	return longest
}

// mentions returns the condition that an event's kind, or what it is about, is something that says accepts.
func mentions(says func(sim.Event) bool) string {
	var kinds []string
	for kind := range sim.EventKindCount {
		nobody, two := sim.Event{Kind: kind}, sim.Event{Kind: kind, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(1),
			Profile: unnamed, AttackerProfile: unnamed}
		if says(nobody) || says(two) {
			kinds = append(kinds, kind.String())
		}
	}
	return strings.Join([]string{
		oneOf("e.kind", kinds),
		oneOf("e.weapon", weaponNames(func(w sim.Weapon) bool {
			return says(sim.Event{Kind: sim.EventObituary, Weapon: w}) ||
				says(sim.Event{Kind: sim.EventPickup, Item: sim.ItemWeapon, Weapon: w})
		})),
		oneOf("e.item", itemNames(func(i sim.Item) bool { return says(sim.Event{Kind: sim.EventPickup, Item: i}) })),
		oneOf("e.powerup", powerupNames(powerupsThat(func(p sim.Powerup) bool {
			return says(sim.Event{Kind: sim.EventPowerup, Powerup: p})
		}))),
		oneOf("e.team", teamNames(func(team sim.Team) bool {
			return says(sim.Event{Kind: sim.EventCapture, Team: team})
		})),
	}, " OR ")
}

// unnamed is a player whose name has no letters.
var unnamed = &sim.Profile{Name: sim.PlainText("-")}

func powerupsThat(has func(sim.Powerup) bool) (set sim.PowerupSet) {
	for p := range sim.PowerupCount {
		if has(p) {
			set |= 1 << p
		}
	}
	return set
}

func teamNames(has func(sim.Team) bool) (names []string) {
	for team := range sim.TeamCount {
		if has(team) {
			names = append(names, team.String())
		}
	}
	return names
}

// The profile numbers of an event's doer and victim.
const (
	doerProfile   = "CASE WHEN e.kind IN ('obituary', 'thaw') AND e.attacker IS NOT NULL THEN e.whom ELSE e.who END"
	victimProfile = "CASE WHEN e.kind IN ('obituary', 'thaw') THEN e.who END"
)

// people returns the condition that one of the event's players has, or may have, the given name, team or class.
func (k *compiler) people(t *query.Condition) string {
	var numbers, names []string
	if t.Key() != "of" && !t.Victim {
		numbers = append(numbers, doerProfile)
	}
	if t.Key() == "of" || t.Key() == "who" || t.Victim {
		numbers = append(numbers, victimProfile)
	}
	for _, v := range t.Values {
		if t.Key() == "class" {
			names = append(names, k.contains("p.class", v.Text))
			continue
		}
		p := k.arg(v.Text)
		names = append(names, "instr(p.folded, "+p+") OR p.team = "+p)
	}
	set := k.set(strings.Join(names, " OR "))
	k.needed = append(k.needed, set)
	for i := range numbers {
		numbers[i] = among(numbers[i], set)
	}
	return strings.Join(numbers, " OR ")
}

// set adds the set of the players, with rows p of profiles, that satisfy a condition, and returns its name.
func (k *compiler) set(condition string) string {
	k.names = append(k.names, "SELECT p.content, p.n FROM c CROSS JOIN profiles p ON p.content = c.id WHERE "+condition)
	return "s" + strconv.Itoa(len(k.names)-1)
}

// among returns the condition that a player of the event, given by the number of his profile, is in a set.
func among(number, set string) string {
	return "(e.content, " + number + ") IN (SELECT content, n FROM " + set + ")"
}

// kindsOf returns the kinds of events that can answer a question, or nil if that may be any.
func kindsOf(q *query.Query) (kinds []string) {
	terms := q.Terms()
	for i := range terms {
		t := &terms[i]
		var of []string
		switch {
		case t.Not:
			continue
		case t.Key() == "kind":
			for _, v := range t.Values {
				of = append(of, kindNamed(v.Text))
			}
		case t.Key() == "with" || t.Key() == "distance" || t.Key() == "flick":
			of = []string{"obituary"}
		case t.Key() == "late":
			of = []string{"pickup"}
		case t.Key() == "of" || t.Victim:
			of = []string{"obituary", "thaw"}
		default:
			continue
		}
		if kinds != nil {
			of = slices.DeleteFunc(of, func(kind string) bool { return !slices.Contains(kinds, kind) })
		}
		kinds = append([]string{}, of...)
	}
	return kinds
}

// literal returns n as an SQL literal.
func literal(n float64) string { return strconv.FormatFloat(n, 'e', -1, 64) }

// of returns the prefix of the columns of the state that a condition asks about.
func of(t *query.Condition) string {
	if t.Victim {
		return "e.of_"
	}
	return "e.by_"
}

// compared returns the SQL comparison of n with the condition's number.
func compared(n string, t *query.Condition) string { return n + " " + t.Op + " " + literal(t.Number) }

func compare(column string) func(*compiler, *query.Condition) string {
	return func(_ *compiler, t *query.Condition) string { return compared(of(t)+column, t) }
}

func state(column string) func(*compiler, *query.Condition) string {
	return func(_ *compiler, t *query.Condition) string { return of(t) + column }
}

func (k *compiler) stack(t *query.Condition) string {
	return compared(of(t)+"health + "+of(t)+"armor", t)
}

// coordinatesOf returns the columns of the place that a condition refers to.
func coordinatesOf(t *query.Condition) (x, y, z string) {
	at := func(axis string) string {
		switch {
		case t.Doer:
			return "e.by_" + axis
		case t.Victim:
			return fmt.Sprintf("CASE WHEN e.kind = 'obituary' AND e.x IS NOT NULL THEN e.%s ELSE e.of_%s END", axis, axis)
		}
		return fmt.Sprintf("CASE WHEN e.x IS NOT NULL THEN e.%s ELSE e.by_%s END", axis, axis)
	}
	return at("x"), at("y"), at("z")
}

func (k *compiler) height(t *query.Condition) string {
	_, _, z := coordinatesOf(t)
	return compared(z, t)
}

// lasso reports whether a condition's area is something other than a rectangle given by two corners.
func lasso(t *query.Condition) bool {
	p := t.Points
	return len(p) != 4 || p[0][1] != p[1][1] || p[1][0] != p[2][0] || p[2][1] != p[3][1] || p[3][0] != p[0][0]
}

func bounds(t *query.Condition) (lo, hi [2]float64) {
	lo, hi = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range t.Points {
		for i := range p {
			lo[i], hi[i] = min(lo[i], p[i]), max(hi[i], p[i])
		}
	}
	return lo, hi
}

func (k *compiler) in(t *query.Condition) string {
	lo, hi := bounds(t)
	x, y, _ := coordinatesOf(t)
	return fmt.Sprintf("%[1]s >= %[3]s AND %[1]s < %[4]s AND %[2]s >= %[5]s AND %[2]s < %[6]s", x, y, literal(lo[0]),
		literal(hi[0]), literal(lo[1]), literal(hi[1]))
}

func (k *compiler) from(t *query.Condition) string {
	return "coalesce(e.time_ms >= " + k.time(t) + ", 0)"
}

func (k *compiler) to(t *query.Condition) string {
	return "coalesce(e.time_ms <= " + k.time(t) + ", 0)"
}

// time returns the time, in the demo of an event, of a condition's moment. It is NULL if the demo does not have
// that moment.
func (k *compiler) time(t *query.Condition) string {
	if t.Moment.Own {
		return strconv.FormatInt(t.Moment.Time.Milliseconds(), 10)
	}
	k.moments = append(k.moments, t.Moment)
	return "c.t" + strconv.Itoa(len(k.moments)-1)
}

func (k *compiler) late(t *query.Condition) string {
	return "CASE WHEN e.kind = 'pickup' THEN " + compared("e.late_s", t) + " ELSE 0 END"
}

// killed returns the condition that a player killed another.
const killed = "(e.kind = 'obituary' AND e.attacker IS NOT NULL AND e.attacker IS NOT e.slot)"

// ofKill returns the condition on a number that only kills have.
func ofKill(column string) func(*compiler, *query.Condition) string {
	return func(_ *compiler, t *query.Condition) string {
		return "CASE WHEN " + killed + " THEN " + compared("e."+column, t) + " ELSE 0 END"
	}
}

func (k *compiler) kind(t *query.Condition) string {
	var list []string
	for _, v := range t.Values {
		list = append(list, kindIs(v.Text))
	}
	return strings.Join(list, " OR ")
}

func kindIs(name string) string {
	byMap := "(e.weapon IS NULL OR " + oneOf("e.weapon", weaponNames(sim.Weapon.ByMap)) + ")"
	switch name {
	case "frag", "kill":
		return killed + " AND e.team_kill IS NULL"
	case "death":
		return "e.kind = 'obituary' AND e.slot IS NOT NULL"
	case "suicide":
		return "e.kind = 'obituary' AND NOT " + killed + " AND " + oneOf("e.weapon", weaponNames(sim.Weapon.BySelf))
	case "map_death":
		return "e.kind = 'obituary' AND NOT " + killed + " AND " + byMap
	case "teamkill":
		return "e.team_kill IS NOT NULL"
	}
	name = kindNamed(name)
	if _, known := enums.kinds[name]; !known {
		return "0"
	}
	return "e.kind = " + quoted(name)
}

// kindNamed returns the kind of event that has a name in questions.
func kindNamed(name string) string {
	switch name {
	case "frag", "kill", "death", "suicide", "map_death", "teamkill":
		return sim.EventObituary.String()
	}
	return strings.ReplaceAll(name, " ", "_")
}

// quoted returns name as an SQL literal.
func quoted(name string) string { return "'" + strings.ReplaceAll(name, "'", "''") + "'" }

// oneOf returns the condition that a column has one of the given names. names may be empty.
func oneOf(column string, names []string) string {
	if len(names) == 0 {
		return "0"
	}
	for i := range names {
		names[i] = quoted(names[i])
	}
	return fmt.Sprintf("coalesce(%s IN (%s), 0)", column, strings.Join(names, ", "))
}

func weaponNames(has func(sim.Weapon) bool) (names []string) {
	for w := sim.WeaponNone + 1; w < sim.WeaponCount; w++ {
		if has(w) {
			names = append(names, weaponName(w))
		}
	}
	return names
}

func itemNames(has func(sim.Item) bool) (names []string) {
	for i := sim.ItemNone + 1; i < sim.ItemCount; i++ {
		if has(i) {
			names = append(names, i.String())
		}
	}
	return names
}

func powerupNames(set sim.PowerupSet) (names []string) {
	for p := range sim.PowerupCount {
		if set.Has(p) {
			names = append(names, p.String())
		}
	}
	return names
}

// byGame returns a condition that depends on the meanings of words in each game.
func (k *compiler) byGame(condition func(game string) string) string {
	texts := map[string][]string{}
	for _, game := range k.games {
		text := condition(game)
		texts[text] = append(texts[text], game)
	}
	if len(texts) == 1 {
		for text := range texts {
			return text
		}
	}
	var list []string
	for text, games := range texts {
		list = append(list, " WHEN "+oneOf(k.game, games)+" THEN "+text)
	}
	slices.Sort(list)
	return "CASE" + strings.Join(list, "") + " END"
}

// anyOf returns the condition that met holds for one of t's values.
func (k *compiler) anyOf(t *query.Condition, met func(v query.Value, m sim.Meaning) string) string {
	return k.byGame(func(game string) string {
		var list []string
		for _, v := range t.Values {
			list = append(list, "("+met(v, sim.MeaningOf(game, v.Text))+")")
		}
		return strings.Join(list, " OR ")
	})
}

// weapons returns the names of the weapons that a value stands for or matches.
func weapons(v query.Value, m sim.Meaning) []string {
	return weaponNames(func(w sim.Weapon) bool { return m.Weapon(w) || !m.Any() && v.Names(w.String()) })
}

func (k *compiler) with(t *query.Condition) string {
	return "e.kind = 'obituary' AND (" + k.anyOf(t,
		func(v query.Value, m sim.Meaning) string { return oneOf("e.weapon", weapons(v, m)) }) + ")"
}

func (k *compiler) hand(t *query.Condition) string {
	hand := of(t) + "hand"
	return "CASE WHEN " + hand + " IS NOT NULL THEN (" + k.anyOf(t,
		func(v query.Value, m sim.Meaning) string { return oneOf(hand, weapons(v, m)) }) + ") END"
}

// item returns the condition that an event concerns an item, as [sim.Meaning.Concerns] reports, or that the item's
// name matches.
func (k *compiler) item(t *query.Condition) string {
	return "e.kind <> 'obituary' AND (" + k.anyOf(t, func(v query.Value, m sim.Meaning) string {
		lies := quoted(sim.ItemWeapon.String())
		if !m.Any() {
			return oneOf("e.item", itemNames(func(i sim.Item) bool { return v.Names(i.String()) })) +
				" OR e.item = " + lies + " AND " + oneOf("e.weapon",
				weaponNames(func(w sim.Weapon) bool { return v.Names(w.String()) }))
		}
		flag, weapons := "0", oneOf("e.weapon", weaponNames(m.Weapon))
		if m.Items>>sim.ItemFlag&1 != 0 {
			flag = "1"
		}
		return "CASE WHEN e.kind IN ('powerup', 'powerup_end') THEN " + oneOf("e.powerup", powerupNames(m.Powerups)) +
			" WHEN e.kind IN ('flag_taken', 'flag_dropped', 'flag_returned', 'capture') THEN " + flag +
			" WHEN e.item IS NOT NULL THEN " + oneOf("e.item",
			itemNames(func(i sim.Item) bool { return m.Items>>i&1 != 0 })) + " OR e.item = " + lies +
			" AND " + weapons +
			" ELSE " + weapons + " END"
	}) + ")"
}

// has returns the condition that a player had one of several things. For weapons, the result is known only if the demo
// contains the inventory.
func (k *compiler) has(t *query.Condition) string {
	s := of(t)
	return k.byGame(func(game string) string {
		var list []string
		told, asksWeapons := false, false
		for _, v := range t.Values {
			switch m := sim.MeaningOf(game, v.Text); {
			case m.Powerups != 0:
				told = true
				list = append(list, inList(s+"powers", powerupNames(m.Powerups)))
			case m.Items>>sim.ItemFlag&1 != 0:
				told = true
				list = append(list, s+"flag")
			case m.Weapons.Any():
				asksWeapons = true
				list = append(list, inList(s+"weapons", weaponNames(m.Weapon)))
			}
		}
		switch {
		case told:
			return "CASE WHEN " + s + "powers IS NOT NULL THEN (" + strings.Join(list, " OR ") + ") END"
		case asksWeapons:
			return "CASE WHEN " + s + "weapons IS NOT NULL THEN (" + strings.Join(list, " OR ") + ") END"
		}
		return "NULL"
	})
}

// inList returns the condition that the list in a column has one of the names.
func inList(column string, names []string) string {
	var list []string
	for _, n := range names {
		list = append(list, fmt.Sprintf("instr(coalesce(%s, ''), char(10) || %s || char(10)) > 0", column, quoted(n)))
	}
	return "(" + strings.Join(list, " OR ") + ")"
}
