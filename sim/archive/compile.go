//go:build !js

package archive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/sim/query"
)

// compiler turns conditions of questions into SQL conditions. In the SQL, e is a row of events, d and v are the states
// of the doer and the victim, and contents has the demo's row.
type compiler struct {
	games []string // the games of the demos to be searched
	args  []any
}

// compiled holds the keys that SQL answers exactly: true if the condition holds, false if not, NULL if that is unknown.
var compiled = map[string]func(*compiler, *query.Condition) string{
	"with": (*compiler).with, "item": (*compiler).item, "kind": (*compiler).kind, "from": (*compiler).from,
	"to": (*compiler).to, "has": (*compiler).has, "hand": (*compiler).hand, "alive": state("alive"),
	"airborne": state("ground = 0"), "health": compare("health"), "armor": compare("armor"), "ammo": compare("ammo"),
	"stack": compare("health + %s.armor"), "speed": compare("speed"), "z": (*compiler).height, "late": (*compiler).late,
	"distance": (*compiler).distance, "in": (*compiler).in,
}

// settled reports whether SQL answers the condition. Other conditions are tested on each row that the query finds.
func settled(t *query.Condition) bool {
	return compiled[t.Key()] != nil && !(t.Key() == "in" && lasso(t))
}

// where returns the condition satisfied by every event that answers the question.
func (k *compiler) where(q *query.Query) string {
	terms := q.Terms()
	var first, last []string // conditions on other tables come last
	var late []any           // the arguments of last
	for i := range terms {
		t := &terms[i]
		switch {
		case settled(t):
			text := compiled[t.Key()](k, t)
			if t.Not {
				text = "NOT (" + text + ")"
			}
			first = append(first, "("+text+")")
		default:
			before := len(k.args)
			if text := k.weaker(t); text != "" {
				last = append(last, "("+text+")")
			}
			k.args, late = k.args[:before], append(late, k.args[before:]...)
		}
	}
	k.args = append(k.args, late...)
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
		x, _, _ := coordinatesOf(t)
		if t.Doer {
			return x + " IS NOT NULL"
		}
		return "e.place IS NOT NULL OR " + x + " IS NOT NULL"
	case "in":
		lo, hi := bounds(t)
		x, y, _ := coordinatesOf(t)
		if t.Not {
			return x + " IS NOT NULL"
		}
		return fmt.Sprintf("%s BETWEEN %s AND %s AND %s BETWEEN %s AND %s", x, literal(lo[0]), literal(hi[0]), y,
			literal(lo[1]), literal(hi[1]))
	case "by", "of", "who", "team":
		if t.Not {
			return ""
		}
		return k.people(t)
	}
	return ""
}

// words returns the condition that a word may occur in the text about the event. It returns "" for several words or a
// negated one. The text consists of parts separated by spaces and punctuation, so a single word lies within one of
// them.
func (k *compiler) words(t *query.Condition) string {
	word := t.Values[0].Text
	if t.Not || strings.ContainsFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return ""
	}
	k.args = append(k.args, word, word, word)
	return k.byGame(func(game string) string {
		in := t.Says(game)
		says := func(e sim.Event) bool { return in(&e) }
		var kinds []string
		for kind := range sim.EventKindCount {
			nobody, two := sim.Event{Kind: kind}, sim.Event{Kind: kind, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(1),
				Profile: unnamed, AttackerProfile: unnamed}
			if says(nobody) || says(two) {
				kinds = append(kinds, kind.String())
			}
		}
		list := []string{
			oneOf("e.kind", kinds),
			oneOf("e.weapon", weaponNames(func(w sim.Weapon) bool {
				return says(sim.Event{Kind: sim.EventObituary, Weapon: w}) ||
					says(sim.Event{Kind: sim.EventPickup, Item: sim.ItemWeapon, Weapon: w})
			})),
			oneOf("e.item",
				itemNames(func(i sim.Item) bool { return says(sim.Event{Kind: sim.EventPickup, Item: i}) })),
			oneOf("e.powerup",
				powerupNames(powerupsThat(func(p sim.Powerup) bool {
					return says(sim.Event{Kind: sim.EventPowerup,
						Powerup: p})
				}))),
			oneOf("e.team",
				teamNames(func(team sim.Team) bool { return says(sim.Event{Kind: sim.EventCapture, Team: team}) })),
		}
		return strings.Join(list, " OR ")
	}) +
		` OR instr(lower(e.text), ?) OR e.text GLOB '*[^ -~]*' OR e.place IS NOT NULL OR (e.slot IS NOT NULL AND e.who IS NULL) OR (e.attacker IS NOT NULL AND e.whom IS NULL)
		OR (e.content, e.who) IN (SELECT content, n FROM profiles WHERE instr(folded, ?) OR name = '')
		OR (e.content, e.whom) IN (SELECT content, n FROM profiles WHERE instr(folded, ?) OR name = '')`
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

// people returns the condition that one of the event's players has, or may have, the given name.
func (k *compiler) people(t *query.Condition) string {
	var numbers []string
	if t.Key() != "of" && !t.Victim {
		numbers = append(numbers, doerProfile)
	}
	if t.Key() != "by" && !(t.Key() == "team" && !t.Victim) {
		numbers = append(numbers, victimProfile)
	}
	var list []string
	for _, n := range numbers {
		var names []string
		for _, v := range t.Values {
			names = append(names, "instr(p.folded, ?) OR p.team = ?")
			k.args = append(k.args, v.Text, v.Text)
		}
		list = append(list, n+" IN (SELECT p.n FROM profiles p WHERE p.content = e.content AND ("+strings.Join(names,
			" OR ")+"))")
	}
	return strings.Join(list, " OR ")
}

// literal returns n as an SQL literal.
func literal(n float64) string { return strconv.FormatFloat(n, 'e', -1, 64) }

// of returns the alias of the state that a condition asks about.
func of(t *query.Condition) string {
	if t.Victim {
		return "v"
	}
	return "d"
}

// compared returns the SQL comparison of n with the condition's number.
func compared(n string, t *query.Condition) string { return n + " " + t.Op + " " + literal(t.Number) }

func compare(column string) func(*compiler, *query.Condition) string {
	return func(_ *compiler, t *query.Condition) string {
		n := of(t) + "." + column
		if strings.Contains(column, "%s") {
			n = fmt.Sprintf(n, of(t))
		}
		return compared(n, t)
	}
}

func state(column string) func(*compiler, *query.Condition) string {
	return func(_ *compiler, t *query.Condition) string { return of(t) + "." + column }
}

// coordinatesOf returns the columns of the place that a condition refers to.
func coordinatesOf(t *query.Condition) (x, y, z string) {
	at := func(axis string) string {
		switch {
		case t.Doer:
			return "d." + axis
		case t.Victim:
			return fmt.Sprintf("CASE WHEN e.kind = 'obituary' AND e.x IS NOT NULL THEN e.%s ELSE v.%s END", axis, axis)
		}
		return fmt.Sprintf("CASE WHEN e.x IS NOT NULL THEN e.%s ELSE d.%s END", axis, axis)
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
	k.args = append(k.args, momentOfEach(t.Moment))
	return `json_extract(?, '$."' || e.content || '"')`
}

func (k *compiler) late(t *query.Condition) string {
	return "CASE WHEN e.kind = 'pickup' THEN " + compared("e.late_s", t) + " ELSE 0 END"
}

// killed returns the condition that a player killed another.
const killed = "(e.kind = 'obituary' AND e.attacker IS NOT NULL AND e.attacker IS NOT e.slot)"

func (k *compiler) distance(t *query.Condition) string {
	return "CASE WHEN " + killed + " THEN " + compared("e.distance", t) + " ELSE 0 END"
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
	name = strings.ReplaceAll(name, " ", "_")
	if _, known := enums.kinds[name]; !known {
		return "0"
	}
	return "e.kind = " + quoted(name)
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
		list = append(list, " WHEN "+oneOf("contents.game", games)+" THEN "+text)
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
	hand := of(t) + ".hand"
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
				list = append(list, inList(s+".powers", powerupNames(m.Powerups)))
			case m.Items>>sim.ItemFlag&1 != 0:
				told = true
				list = append(list, s+".flag")
			case m.Weapons != 0:
				asksWeapons = true
				list = append(list, inList(s+".weapons", weaponNames(m.Weapon)))
			}
		}
		switch {
		case told:
			return "CASE WHEN " + s + ".powers IS NOT NULL THEN (" + strings.Join(list, " OR ") + ") END"
		case asksWeapons:
			return "CASE WHEN " + s + ".weapons IS NOT NULL THEN (" + strings.Join(list, " OR ") + ") END"
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
