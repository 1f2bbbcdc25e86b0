package simtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Described checks that the result of [Describe] for r matches the contents of the given file.
func Described(t testing.TB, file string, r *recording.Recording) {
	t.Helper()
	corpus.Golden(t, file, []byte(Describe(r)))
}

// Describe returns a readable description of a recording: the demo's header, its levels, all events, the takers of
// items, and tables of the players, entities and movers every few seconds.
func Describe(r *recording.Recording) string {
	d := describer{r: r, names: r.Cursor()}
	d.header()
	d.events()
	d.absences()
	d.roster()
	d.worlds()
	d.effects()
	return d.b.String()
}

type describer struct {
	r     *recording.Recording
	names *recording.Cursor
	b     strings.Builder
}

// line adds a line without trailing spaces.
func (d *describer) line(format string, args ...any) {
	d.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (d *describer) header() {
	h := d.r.Header()
	_, effects, _ := d.r.Stats()
	d.line("%s (%s), %s, protocol %d, mod %q %q, recorded by %q, complete %v", h.Game, h.GameKey, h.Kind, h.Protocol,
		h.Mod, h.ModName, h.Recorder, h.Complete)
	d.line("%d messages, %d snapshots, %s, %d effects, %d damages", h.Messages, d.r.Frames(), clock(d.r.Duration()),
		effects, len(d.r.Damage()))
	for _, m := range d.r.Anomalies() {
		d.line("odd at %s: %s", clock(m.Time), m.Text)
	}
	for _, l := range d.r.Levels() {
		d.line("\nLevel %d: %s %q, %s, mod %q, %s to %s, limits %v and %d, teams %v", l.Index, l.Map, l.Title,
			l.GameType, l.Mod, clock(l.Start), clock(l.End), l.TimeLimit, l.FragLimit, l.Teams)
		for _, c := range l.Chapters {
			d.line("    %s to %s %s", clock(c.Start), clock(c.End), c.Name)
		}
	}
}

func (d *describer) events() {
	d.line("\nEvents")
	for _, e := range d.r.Events() {
		d.line("%s %-14s %s", clock(e.Time), e.Kind, d.event(&e))
	}
}

// event returns the details of an event, other than its time and kind.
func (d *describer) event(e *sim.Event) string {
	var words []string
	add := func(is bool, format string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(e.Profile != nil, "%s", nameOf(e.Profile))
	add(e.Profile == nil && e.Slot.Valid(), "slot %v", e.Slot)
	add(e.Attacker.Valid(), "by %s", nameOf(e.AttackerProfile))
	add(e.Weapon != sim.WeaponNone, "%s", e.Weapon)
	add(e.Item != sim.ItemNone && e.Item != sim.ItemWeapon, "%s", e.Item)
	add(e.Kind == sim.EventPowerup || e.Kind == sim.EventPowerupEnd, "%s", e.Powerup)
	add(e.Team != sim.TeamFree, "%s", e.Team)
	add(e.Value != 0, "value %d", e.Value)
	add(e.Text.Plain != "", "%q", e.Text.Plain)
	add(e.Place != "", "in %q", e.Place)
	add(e.Cause != "", "(%s)", e.Cause)
	add(e.HasOrigin, "at %s", place(e.Origin))
	return strings.Join(words, " ")
}

func nameOf(p *sim.Profile) string {
	if p == nil {
		return "?"
	}
	return p.Name.Plain
}

// called returns the name of the player in a slot at a time.
func (d *describer) called(slot sim.Slot, at time.Duration) string {
	w := d.names.At(at)
	for i := range w.Players {
		if w.Players[i].Slot == slot {
			return w.Players[i].Profile.Name.Plain
		}
	}
	return "?"
}

func (d *describer) absences() {
	for l := range d.r.Levels() {
		d.line("\nItems that were away, level %d", l)
		spans := slices.Clone(d.r.ItemAbsences(l))
		slices.SortStableFunc(spans, func(a, b sim.ItemAbsence) int {
			return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.Taken, b.Taken))
		})
		for _, s := range spans {
			back := clock(s.Respawn)
			switch {
			case s.Respawn == 0:
				back = "?"
			case !s.RespawnKnown:
				back += " (seen)"
			}
			d.line("%-18s at %-16s %s to %-16s by %s", item(s.Item, s.Weapon), place(s.Origin), clock(s.Taken), back,
				d.called(s.By, s.Taken))
		}
	}
}

// item returns the name of an item or, for a weapon, of the weapon.
func item(i sim.Item, w sim.Weapon) string {
	if w != sim.WeaponNone {
		return w.String()
	}
	return i.String()
}

func (d *describer) roster() {
	d.line("\nRoster")
	for _, e := range d.r.Roster() {
		p := e.Profile
		d.line("%2v %-8s %-9s %-6q %s to %s, frags %s, deaths %s, colours %v %v, model %q", p.Slot, p.Name.Plain,
			p.Team, p.TeamName, clock(e.First), clock(e.Last), number(e.Frags), number(e.Deaths), p.HasColors,
			p.Colors, p.Model)
	}
}

// The time between the worlds of a description.
const (
	playersEvery = 3 * time.Second
	thingsEvery  = 9 * time.Second
)

func (d *describer) worlds() {
	d.line("\nPlayers")
	c := d.r.Cursor()
	for at := time.Duration(0); at <= d.r.Duration(); at += playersEvery {
		w := c.At(at)
		match := "?"
		if w.MatchKnown {
			match = clock(w.Match)
		}
		d.line("%s clock %s, match %s, phase %s, score %s, flags %v, pov %v %q", clock(at), clock(w.Clock), match,
			phases[w.Phase], scores(w.TeamScore), w.FlagState, w.POV, w.CenterPrint.Plain)
		for i := range w.Players {
			d.player(&w.Players[i])
		}
	}
	d.line("\nThings and movers")
	for at := time.Duration(0); at <= d.r.Duration(); at += thingsEvery {
		d.things(c.At(at))
	}
}

var phases = [...]string{"unknown", "warm-up", "countdown", "playing", "overtime", "timeout", "intermission",
	"finished"}

var lives = [...]string{"absent", "alive", "dead", "gibbed", "spectating"}

func (d *describer) player(p *sim.Player) {
	flags := ""
	for _, f := range []struct {
		is   bool
		name string
	}{
		{p.POV, " pov"}, {p.OnGround, " ground"}, {p.Firing, " firing"}, {p.Chatting, " typing"},
		{p.Invisible, " invisible"},
		{p.FlagCarried, " with the " + p.Flag.String() + " flag"}, {!p.Visible, " seen " + clock(p.LastSeen)},
	} {
		if f.is {
			flags += f.name
		}
	}
	for power := range sim.PowerupCount {
		if p.Powerups.Has(power) {
			flags += fmt.Sprintf(" %s to %s", power.String(), clock(p.PowerupEnd[power]))
		}
	}
	d.line("    %v %-6s %-6s %-16s yaw %4.0f health %4s armour %4s %-12s %-16s ammo %4s frags %3s deaths %2s%s", p.Slot,
		p.Profile.Name.Plain, lives[p.Life], place(p.Origin), p.View.Yaw, number(p.Health), number(p.Armor),
		p.ArmorKind, p.Weapon, number(p.Ammo), number(p.Frags), number(p.Deaths), flags)
	if h := p.Inventory; h != nil {
		var owned []string
		for w := range sim.WeaponCount {
			if h.Owns(w) {
				owned = append(owned, fmt.Sprintf("%s %s", w.Info().Short, number(h.Ammo[w])))
			}
		}
		d.line("             owns %s %v %v", strings.Join(owned, ", "), h.Keys, h.Other)
	}
}

func (d *describer) things(w *sim.World) {
	d.line("%s", clock(w.Time))
	for i := range w.Entities {
		t := &w.Entities[i]
		state := []string{"unknown", "there", "taken"}[t.State]
		if t.State == sim.ItemTaken {
			state += fmt.Sprintf(" %s by %s", clock(t.Taken), d.called(t.TakenBy, t.Taken))
			if t.RespawnKnown {
				state += ", back " + clock(t.Respawn)
			}
		}
		if t.Kind != sim.EntityItem && t.Kind != sim.EntityDropped {
			state = "of " + d.called(t.Owner, w.Time)
		}
		if !t.Visible {
			state += ", seen " + clock(t.LastSeen)
		}
		d.line("    %4d %-10s %-18s %-16s %s", t.Number, kinds[t.Kind], cmp.Or(t.Name, item(t.Item, t.Weapon)),
			place(t.Origin), state)
	}
	for i := range w.Movers {
		m := &w.Movers[i]
		d.line("    %4d mover      *%-17d %-16s known %v", m.Number, m.Model, place(m.Origin), m.Visible)
	}
}

var kinds = [...]string{"item", "dropped", "projectile", "corpse", "gib", "monster", "other"}

// effects counts the effects by kind and weapon.
func (d *describer) effects() {
	d.line("\nEffects: how many, the first")
	type key struct {
		kind   sim.EffectKind
		weapon sim.Weapon
		item   sim.Item
		slot   sim.Slot
		text   string
	}
	count, first, lasts := map[key]int{}, map[key]sim.Effect{}, map[key]time.Duration{}
	var order []key
	c := d.r.Cursor()
	for f := range d.r.Frames() {
		at := d.r.FrameTime(f)
		for _, e := range c.At(at).Effects {
			k := key{e.Kind, e.Weapon, e.Item, e.Slot, e.Text}
			if e.Start > at || f > 0 && e.Start <= d.r.FrameTime(f-1) {
				continue
			}
			if count[k]++; count[k] == 1 {
				order = append(order, k)
				first[k], lasts[k] = e, e.End-e.Start
			}
		}
	}
	for _, k := range order {
		e := first[k]
		d.line("%3d %-9s %-16s %-16s %-6s %-14s first %s at %s for %v", count[k], effectKinds[k.kind], k.weapon, k.item,
			d.called(k.slot, e.Start), k.text, clock(e.Start), place(e.Origin), lasts[k])
	}
}

var effectKinds = [...]string{"explosion", "beam", "impact", "blood", "gibs", "teleport", "muzzle", "sound", "pickup",
	"spawn", "splash", "death", "pain", "jumppad", "marker", "path", "hit"}

// clock formats a time as minutes, seconds and milliseconds.
func clock(t time.Duration) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return fmt.Sprintf("%s%d:%06.3f", sign, t/time.Minute, (t % time.Minute).Seconds())
}

// place formats a position in whole units, as the last digits differ between processors.
func place(v sim.Vec3) string { return fmt.Sprintf("%.0f %.0f %.0f", v[0]+0.01, v[1]+0.01, v[2]+0.01) }

func number(n int16) string {
	if n == sim.Unknown {
		return "?"
	}
	return fmt.Sprint(n)
}

func scores(list [sim.TeamCount]int16) string {
	var words []string
	for _, n := range list {
		words = append(words, number(n))
	}
	return strings.Join(words, "/")
}
