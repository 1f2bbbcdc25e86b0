package query

import (
	"math"
	"slices"
	"strings"

	"fragscope/sim"
)

// keyForm is the form of the text after a key.
type keyForm uint8

const (
	formValue  keyForm = iota // names, separated by commas
	formNumber                // a number after < <= > >= =
	formFlag                  // nothing
	formTime
	formShape
)

// answer is the result of testing a condition.
type answer int8

const (
	no answer = iota
	yes
	unknown // the demo does not show it
)

func answerOf(holds bool) answer {
	if holds {
		return yes
	}
	return no
}

// key is something that a query can ask for.
type key struct {
	name, example, wants, help string
	form                       keyForm
	state                      bool // known of a player at any time
	anytime                    bool // narrows events and states alike
	seconds                    bool // the number is a time
	place                      bool // asks for a place
	holds                      func(c *check, t *Condition) answer
	// told is no if the condition does not apply, and unknown if the demo does not contain the number.
	number   func(c *check, t *Condition) (n float64, told answer)
	possible func(p *possible) []string // the values in a demo
}

// keys lists all keys. The first is that of plain words.
var keys = [...]key{
	{name: "", form: formValue, holds: (*check).says},
	{name: "by", example: "by:reppie", wants: "a player or a team", help: "who did it", holds: (*check).by,
		possible: (*possible).players},
	{name: "of", example: "of:locust", wants: "a player or a team", help: "the player it was done to", holds: (*check).of,
		possible: (*possible).players},
	{name: "who", example: "who:reppie", wants: "a player or a team", help: "either of the two", anytime: true,
		holds: (*check).who, possible: (*possible).players},
	{name: "team", example: "team:red", wants: "a team", help: "the team of whoever did it", anytime: true, state: true,
		holds: (*check).team, possible: (*possible).teams},
	{name: "class", example: "class:medic", wants: "a class", help: "the class he plays, in games with classes",
		anytime: true, state: true, holds: (*check).class, possible: (*possible).classes},
	{name: "with", example: "with:rl", wants: "a weapon", help: "the weapon, or another cause of death", holds: (*check).with,
		possible: (*possible).weapons},
	{name: "item", example: "item:ra", wants: "an item", help: "what was taken", holds: (*check).item,
		possible: (*possible).items},
	{name: "kind", example: "kind:frag", wants: "an event", help: "what happened", holds: (*check).kind,
		possible: (*possible).kinds},
	{name: "area", example: `area:"ra room"`, wants: "the name of a place", help: "in a place of the map", place: true,
		anytime: true, state: true, holds: (*check).area, possible: (*possible).places},
	{name: "in", example: "in:0,0,512,256", wants: "x1,y1,x2,y2", help: "in a rectangle or lasso", place: true,
		form: formShape, anytime: true, state: true, holds: (*check).in},
	{name: "from", example: "from:3:10", wants: "a time", help: "not before", form: formTime, anytime: true,
		holds: (*check).from},
	{name: "to", example: "to:4:00", wants: "a time", help: "not after", form: formTime, anytime: true,
		holds: (*check).to},
	{name: "has", example: "has:quad", wants: "a weapon, a powerup or flag", help: "what he had", state: true,
		holds: (*check).has, possible: (*possible).things},
	{name: "hand", example: "hand:rl", wants: "a weapon", help: "the weapon in his hand", state: true,
		holds: (*check).hand, possible: (*possible).weapons},
	{name: "alive", example: "alive", help: "he was alive", form: formFlag, state: true, holds: (*check).alive},
	{name: "health", example: "health<30", wants: "a number", help: "his health", form: formNumber, state: true,
		number: (*check).health},
	{name: "armor", example: "armor>100", wants: "a number", help: "his armour", form: formNumber, state: true,
		number: (*check).armor},
	{name: "stack", example: "stack<150", wants: "a number", help: "health and armour together", form: formNumber,
		state: true, number: (*check).stack},
	{name: "speed", example: "speed>800", wants: "a number", help: "horizontal speed, units per second", form: formNumber,
		state: true, number: (*check).speed},
	{name: "ammo", example: "ammo<5", wants: "a number", help: "ammunition of the weapon in hand", form: formNumber,
		state: true, number: (*check).ammo},
	{name: "hit", example: "hit>80", wants: "a number",
		help: "what a hit in the last second took, if the demo says", form: formNumber, state: true,
		number: (*check).hit},
	{name: "z", example: "z>200", wants: "a number", help: "his height", place: true, form: formNumber, state: true,
		number: (*check).height},
	{name: "airborne", example: "airborne", help: "he was in the air", form: formFlag, state: true,
		holds: (*check).airborne},
	{name: "late", example: "late>5s", wants: "seconds", help: "seconds since the item respawned", form: formNumber,
		seconds: true, number: (*check).late},
	{name: "distance", example: "distance>1000", wants: "a number", help: "units between killer and victim",
		form: formNumber, number: (*check).distance},
	{name: "flick", example: "flick>90", wants: "degrees",
		help: "how far the killer turned in the last fifth of a second", form: formNumber, number: (*check).flick},
}

// keyNamed returns the key with the given name, or nil.
func keyNamed(name string) *key {
	if name == "armour" {
		name = "armor"
	}
	for i := 1; i < len(keys); i++ {
		if keys[i].name == name {
			return &keys[i]
		}
	}
	return nil
}

// keyList returns the names of all keys.
func keyList() string {
	var list []string
	for i := 1; i < len(keys); i++ {
		list = append(list, keys[i].name)
	}
	return strings.Join(list, " ")
}

// test evaluates the condition, ignoring Not.
func (t *Condition) test(c *check) answer {
	if t.key.number == nil {
		return t.key.holds(c, t)
	}
	n, told := t.key.number(c, t)
	if told != yes {
		return told
	}
	switch t.Op {
	case "<":
		return answerOf(n < t.Number)
	case "<=":
		return answerOf(n <= t.Number)
	case ">":
		return answerOf(n > t.Number)
	case ">=":
		return answerOf(n >= t.Number)
	}
	return answerOf(n == t.Number)
}

// any reports whether met returns true for one of the values.
func (t *Condition) any(met func(Value) bool) answer {
	return answerOf(slices.ContainsFunc(t.Values, met))
}

// Names reports whether name contains the value's text or, if Whole is set, equals that text. Case is ignored.
func (v Value) Names(name string) bool {
	name = strings.ToLower(name)
	if v.Whole {
		return name == v.Text
	}
	return strings.Contains(name, v.Text)
}

// player reports whether the value names the player or his team.
func (v Value) player(p *sim.Profile) bool {
	return p != nil && (v.Names(p.Name.Plain) || v.ofTeam(p))
}

func (v Value) ofTeam(p *sim.Profile) bool {
	return p != nil && p.Team != sim.TeamFree && (strings.EqualFold(p.TeamLabel(), v.Text) || p.Team.String() == v.Text)
}

func (c *check) by(t *Condition) answer {
	return t.any(func(v Value) bool { return v.player(c.doerProfile) })
}

func (c *check) of(t *Condition) answer {
	return t.any(func(v Value) bool { return v.player(c.victimProfile) })
}

func (c *check) who(t *Condition) answer {
	return t.any(func(v Value) bool { return v.player(c.doerProfile) || v.player(c.victimProfile) })
}

func (c *check) team(t *Condition) answer {
	p := c.doerProfile
	if t.Victim {
		p = c.victimProfile
	}
	return t.any(func(v Value) bool { return v.ofTeam(p) })
}

// class reports whether the doer, or the victim, belongs to one of the condition's classes.
func (c *check) class(t *Condition) answer {
	p := c.doerProfile
	if t.Victim {
		p = c.victimProfile
	}
	if p == nil || p.Class == "" {
		return unknown
	}
	return t.any(func(v Value) bool { return v.Names(p.Class) })
}

// classes returns the classes of the demo's players.
func (p *possible) classes() (list []string) {
	for _, e := range p.src.Recording.Roster() {
		if e.Profile.Class != "" {
			list = append(list, e.Profile.Class)
		}
	}
	return set(list)
}

func (c *check) with(t *Condition) answer {
	if c.event == nil || c.event.Kind != sim.EventObituary {
		return no
	}
	return t.any(func(v Value) bool {
		return c.f.meaning(v).Weapon(c.event.Weapon) ||
			!c.f.meaning(v).Any() && c.event.Weapon != sim.WeaponNone && v.Names(c.event.Weapon.String())
	})
}

func (c *check) item(t *Condition) answer {
	e := c.event
	if e == nil || e.Kind == sim.EventObituary {
		return no
	}
	return t.any(func(v Value) bool {
		m := c.f.meaning(v)
		return m.Concerns(e) || !m.Any() && (e.Item != sim.ItemNone && v.Names(e.Item.String()) ||
			e.Item == sim.ItemWeapon && v.Names(e.Weapon.String()))
	})
}

func (c *check) kind(t *Condition) answer {
	if c.event == nil {
		return no
	}
	return t.any(func(v Value) bool { return c.is(v.Text) })
}

// is reports whether the event is of the named kind.
func (c *check) is(kind string) bool {
	e := c.event
	killed := e.Kind == sim.EventObituary && e.Attacker.Valid() && e.Attacker != e.Slot
	switch kind {
	case "frag", "kill":
		return killed && !e.TeamKill(c.teams())
	case "death":
		return e.Kind == sim.EventObituary && e.Slot.Valid()
	case "suicide":
		return e.Kind == sim.EventObituary && !killed && e.Weapon.BySelf()
	case "map_death":
		return e.Kind == sim.EventObituary && !killed && e.Weapon.ByMap()
	case "teamkill":
		return e.TeamKill(c.teams())
	case wordLead:
		return c.tookLead()
	}
	return e.Kind.String() == strings.ReplaceAll(kind, " ", "_")
}

// says reports whether a plain word, or several in a row, occur in the text about the event, or stand for something
// that the event is about.
func (c *check) says(t *Condition) answer {
	if c.event == nil {
		return no
	}
	const short = 3 // letters of a word that is probably part of others
	v := t.Values[0]
	m := c.f.meaning(v)
	switch {
	case m.Concerns(c.event):
		return yes
	case v.Text == wordLead && c.tookLead():
		return yes
	case m.Any() && len(v.Text) <= short:
		return answerOf(slices.Contains(strings.FieldsFunc(c.text(), notLetter), v.Text))
	}
	return answerOf(strings.Contains(c.text(), v.Text))
}

func (c *check) area(t *Condition) answer {
	if e := c.event; e != nil && e.Place != "" && !t.Doer {
		return t.any(func(v Value) bool { return v.Names(e.Place) })
	}
	at, ok := c.place(t.Victim, t.Doer)
	if !ok || c.f.src.Places == nil {
		return unknown
	}
	name := c.f.src.Places.PlaceAt(c.level(), at)
	if name == "" {
		return unknown
	}
	return t.any(func(v Value) bool { return v.Names(name) })
}

func (c *check) in(t *Condition) answer {
	at, ok := c.place(t.Victim, t.Doer)
	if !ok {
		return unknown
	}
	return answerOf(inside(t.Points, float64(at[0]), float64(at[1])))
}

// inside reports whether a point is within a polygon, by counting the sides that a ray crosses.
func inside(points [][2]float64, x, y float64) (in bool) {
	for i, j := 0, len(points)-1; i < len(points); i, j = i+1, i {
		a, b := points[i], points[j]
		if (a[1] > y) != (b[1] > y) && x < (b[0]-a[0])*(y-a[1])/(b[1]-a[1])+a[0] {
			in = !in
		}
	}
	return in
}

func (c *check) from(t *Condition) answer {
	at, ok := c.f.own(t.Moment)
	return answerOf(ok && c.at >= at)
}

func (c *check) to(t *Condition) answer {
	at, ok := c.f.own(t.Moment)
	return answerOf(ok && c.at <= at)
}

func (c *check) has(t *Condition) answer {
	p := c.player(t.Victim)
	if p == nil || !p.Visible {
		return unknown
	}
	told := false
	got := t.any(func(v Value) bool {
		m := c.f.meaning(v)
		if m.Powerups != 0 {
			told = true
			return p.Powerups&m.Powerups != 0
		}
		if m.Items>>sim.ItemFlag&1 != 0 {
			told = true
			return p.FlagCarried
		}
		if m.Weapons.Any() && p.Inventory != nil {
			told = true
			return p.Inventory.Weapons.Meets(&m.Weapons)
		}
		return false
	})
	if !told {
		return unknown
	}
	return got
}

func (c *check) hand(t *Condition) answer {
	p := c.player(t.Victim)
	if p == nil || !p.Visible || p.Life != sim.Alive || p.Weapon == sim.WeaponNone {
		return unknown
	}
	return t.any(func(v Value) bool {
		m := c.f.meaning(v)
		return m.Weapon(p.Weapon) || !m.Any() && v.Names(p.Weapon.String())
	})
}

func (c *check) alive(t *Condition) answer {
	p := c.player(t.Victim)
	if p == nil {
		return unknown
	}
	return answerOf(p.Life == sim.Alive)
}

// number returns a number about a living player. If the number is unknown, so is the answer.
func (c *check) number(t *Condition, of func(*sim.Player) int16) (float64, answer) {
	p := c.player(t.Victim)
	if p == nil || p.Life != sim.Alive || of(p) == sim.Unknown {
		return 0, unknown
	}
	return float64(of(p)), yes
}

func healthOf(p *sim.Player) int16 { return p.Health }
func armorOf(p *sim.Player) int16  { return p.Armor }
func ammoOf(p *sim.Player) int16   { return p.Ammo }

func (c *check) health(t *Condition) (float64, answer) { return c.number(t, healthOf) }
func (c *check) armor(t *Condition) (float64, answer)  { return c.number(t, armorOf) }
func (c *check) ammo(t *Condition) (float64, answer)   { return c.number(t, ammoOf) }

func (c *check) stack(t *Condition) (float64, answer) {
	h, told := c.health(t)
	a, armorTold := c.armor(t)
	if told != yes {
		return 0, told
	}
	return h + a, armorTold
}

func (c *check) speed(t *Condition) (float64, answer) {
	p := c.player(t.Victim)
	if p == nil || !p.Visible || p.Life != sim.Alive {
		return 0, unknown
	}
	return math.Hypot(float64(p.Velocity[0]), float64(p.Velocity[1])), yes
}

func (c *check) height(t *Condition) (float64, answer) {
	at, ok := c.place(t.Victim, t.Doer)
	if !ok {
		return 0, unknown
	}
	return float64(at[2]), yes
}

func (c *check) airborne(t *Condition) answer {
	p := c.player(t.Victim)
	if p == nil || !p.Visible || p.Life != sim.Alive || !c.f.groundTold(p.Slot) {
		return unknown
	}
	return answerOf(!p.OnGround)
}

func (c *check) late(*Condition) (float64, answer) {
	if c.event == nil || c.event.Kind != sim.EventPickup {
		return 0, no
	}
	d, ok := c.f.lateness(c.level(), c.event)
	if !ok {
		return 0, unknown
	}
	return d.Seconds(), yes
}

func (c *check) distance(*Condition) (float64, answer) {
	e := c.event
	if e == nil || e.Kind != sim.EventObituary || !e.Attacker.Valid() || e.Attacker == e.Slot {
		return 0, no
	}
	a, b := c.player(false), c.player(true)
	if a == nil || b == nil || !a.Visible || !b.Visible {
		return 0, unknown
	}
	return math.Sqrt(float64(a.Origin.Distance2(b.Origin))), yes
}
