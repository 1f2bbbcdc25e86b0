package stage

import (
	"fmt"
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/base/count"
	"fragscope/sim"
	"fragscope/sim/moment"
)

// TargetKind is the kind of a target.
type TargetKind uint8

const (
	TargetNone TargetKind = iota
	TargetPlayer
	TargetThing
	TargetMark // a teleporter or jump pad: ID is its index in the plan's marks
)

// Target identifies something on the map that the user can point at: a player (given by slot), an entity or a mark.
type Target struct {
	Kind TargetKind
	ID   int
}

// found is a target where it was drawn, in points.
type found struct {
	Target
	x, y, r float32
}

func (s *Stage) target(k TargetKind, id int, x, y, r float32) {
	s.targets = append(s.targets, found{Target{k, id}, x, y, r})
}

// Hit returns the target at the point x, y in the last frame, and whether there is one. Every target is treated as if
// its radius were at least reach points, so that small targets are easy to hit. Players take precedence over entities,
// and entities over marks; among targets of the same kind, the nearest one is returned.
func (s *Stage) Hit(x, y, reach float32) (Target, bool) {
	if !s.Camera.view.Contains(x, y) {
		return Target{}, false
	}
	best, near := Target{}, math.MaxFloat64
	for _, f := range s.targets {
		d := math.Hypot(float64(f.x-x), float64(f.y-y))
		if d > max(float64(f.r)+5, float64(reach)) {
			continue
		}
		switch f.Kind { // players take precedence
		case TargetThing:
			d += 1000
		case TargetMark:
			d += 2000
		}
		if d < near {
			best, near = f.Target, d
		}
	}
	return best, best.Kind != TargetNone
}

// Place returns the position and radius, in points, of t in the last frame. ok is false if t was not drawn.
func (s *Stage) Place(t Target) (x, y, r float32, ok bool) {
	for _, f := range s.targets {
		if f.Target == t {
			return f.x, f.y, f.r, true
		}
	}
	return 0, 0, 0, false
}

// Describe returns a description of t: a title and the lines to show below it. Unlike the function [Describe], it also
// describes marks, and it includes place names if the map has any.
func (s *Stage) Describe(w *sim.World, t Target) (title string, lines []string) {
	game := ""
	if s.Game != nil {
		game = s.Game()
	}
	title, lines = Describe(w, t, game, s.Moment)
	p := s.tiles.plan
	if p == nil {
		return title, lines
	}
	switch t.Kind {
	case TargetPlayer:
		for i := range w.Players {
			if pl := &w.Players[i]; pl.Slot.Index() == t.ID && pl.Life != sim.Absent {
				if place := p.LocationAt(pl.Origin[0], pl.Origin[1], pl.Origin[2]); place != "" {
					lines = append(lines, "at "+place)
				}
			}
		}
	case TargetMark:
		if t.ID >= len(p.Marks()) {
			return "", nil
		}
		m := &p.Marks()[t.ID]
		title = "Jump pad"
		if m.Kind == plan.MarkTeleporter {
			title = "Teleporter"
		}
		if m.HasDest {
			if place := p.LocationAt(m.Dest[0], m.Dest[1], m.Dest[2]); place != "" {
				lines = append(lines, "to "+place)
			}
		}
	}
	return title, lines
}

// Describe returns a description of t: a title and the lines to show below it. Weapons are named as in the given game.
// If called is not nil, Describe uses it to convert times in the demo to moments.
func Describe(w *sim.World, t Target, game string,
	called func(time.Duration) moment.Moment) (title string, lines []string) {
	switch t.Kind {
	case TargetPlayer:
		for i := range w.Players {
			if p := &w.Players[i]; p.Slot.Index() == t.ID {
				return p.Profile.Name.Plain, describePlayer(w, p, game)
			}
		}
	case TargetThing:
		for i := range w.Entities {
			if th := &w.Entities[i]; th.Number == t.ID {
				return thingName(th, game), describeThing(w, th, called)
			}
		}
	}
	return "", nil
}

func describePlayer(w *sim.World, p *sim.Player, game string) (lines []string) {
	if !p.Visible && p.Life != sim.Absent {
		lines = append(lines, "seen "+ago(w.Time-p.LastSeen))
	}
	if n := int(p.Witness); n > 0 && n <= len(w.Witnesses) {
		lines = append(lines, "told by "+w.Witnesses[n-1])
	}
	if p.Loss > 0 {
		lines = append(lines, fmt.Sprintf("%d %% of his packets lost", p.Loss))
	}
	if p.Choke > 0 {
		lines = append(lines, count.Of(int(p.Choke), "packet")+" to him held back")
	}
	switch p.Life {
	case sim.Dead, sim.Gibbed:
		lines = append(lines, "dead")
	case sim.Spectating:
		lines = append(lines, "spectating")
	}
	if p.Health != sim.Unknown && p.Life == sim.Alive {
		s := fmt.Sprintf("%d health", p.Health)
		if p.Armor != sim.Unknown {
			s += fmt.Sprintf(", %d armour", p.Armor)
		}
		lines = append(lines, s)
	}
	if p.Life == sim.Alive {
		arms, _ := p.Arms(4)
		for _, w := range arms {
			s := w.InfoIn(game).Name
			if n := p.AmmoOf(w); n >= 0 {
				s += fmt.Sprintf(", %d left", n)
			}
			lines = append(lines, s)
		}
	}
	for q := range sim.PowerupCount {
		if p.Powerups.Has(q) {
			s := q.Info().Name
			if left := p.PowerupEnd[q] - w.Time; left > 0 {
				s += " " + clock(left)
			}
			lines = append(lines, s)
		}
	}
	if p.FlagCarried {
		lines = append(lines, "carries the flag")
	}
	if p.Frags != sim.Unknown {
		lines = append(lines, count.Of(int(p.Frags), "frag"))
	}
	return lines
}

func thingName(t *sim.Entity, game string) string {
	switch t.Kind {
	case sim.EntityItem, sim.EntityDropped:
		if t.Item == sim.ItemWeapon {
			return t.Weapon.InfoIn(game).Name
		}
		if t.Name != "" {
			return t.Name
		}
		return t.Item.Info().Name
	case sim.EntityProjectile:
		return t.Weapon.InfoIn(game).Name
	case sim.EntityCorpse:
		return "Corpse"
	case sim.EntityGib:
		return "Gib"
	}
	return t.Name
}

func describeThing(w *sim.World, t *sim.Entity, called func(time.Duration) moment.Moment) (lines []string) {
	switch {
	case t.Kind == sim.EntityDropped:
		lines = append(lines, "dropped")
	case t.Kind == sim.EntityItem && t.State == sim.ItemTaken && t.RespawnKnown:
		left := t.Respawn - w.Time
		back := "taken, back in " + clock(left)
		if called != nil {
			back = "taken, back at " + called(t.Respawn).Short() + ", in " + clock(left)
		}
		lines = append(lines, back)
	case t.Kind == sim.EntityItem && t.State == sim.ItemTaken:
		lines = append(lines, "taken")
	case t.Kind == sim.EntityItem && t.State == sim.ItemUnknown:
		lines = append(lines, "not in sight")
	}
	if t.Owner.Valid() && (t.Kind == sim.EntityProjectile || t.Kind == sim.EntityCorpse) {
		for i := range w.Players {
			if p := &w.Players[i]; p.Slot == t.Owner {
				lines = append(lines, "of "+p.Profile.Name.Plain)
			}
		}
	}
	if t.Dead {
		lines = append(lines, "dead")
	}
	return lines
}

// clock formats a time as minutes and seconds, rounded up like a countdown.
func clock(d time.Duration) string {
	sec := int((max(d, 0) + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", sec/60, sec%60)
}

// ago formats an age.
func ago(d time.Duration) string {
	sec := int(max(d, 0) / time.Second)
	if sec < 100 {
		return fmt.Sprintf("%d s ago", sec)
	}
	return fmt.Sprintf("%d min ago", sec/60)
}
