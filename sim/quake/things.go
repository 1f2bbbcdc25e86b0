package quake

import (
	"slices"
	"sort"
	"time"

	"fragscope/sim"
)

// Entity is an entity other than a player as a demo shows it.
type Entity struct {
	Number  int
	Model   int // index of the level's models
	Frame   int
	Skin    int
	Color   int // of the map of colours: a player's number from 1
	Effects uint32
	Origin  sim.Vec3
	Angles  sim.Angles
	// Step says that it moves in steps, which are not to be smoothed.
	Step bool
}

// Bits of Entity.Effects and Look.Effects.
const (
	effectMuzzle = 1 << 1
	effectDim    = 1 << 3
	effectFlag1  = 1 << 4
	effectFlag2  = 1 << 5
	effectBlue   = 1 << 6
	effectRed    = 1 << 7
)

// Baseline places an item or a mover that the recorder has not seen yet.
func (s *Stage) Baseline(e *Entity) {
	c := s.Class(e.Model)
	switch {
	case c.Mover > 0:
		if m := s.mover(e.Number); m != nil {
			m.Model, m.Origin, m.Angles = c.Mover, e.Origin, e.Angles
		}
	case !c.Hidden && !c.Player && c.Kind == sim.EntityItem:
		if row, _ := s.addThing(e.Number); row != nil {
			s.fill(row, c, e)
		}
	}
}

// fill sets what a row says of the kind of thing.
func (s *Stage) fill(row *sim.FrameEntity, c *Class, e *Entity) {
	row.Kind, row.Item, row.Weapon, row.Name = c.Kind, c.Item, c.Weapon, c.Name
	if e.Skin >= 0 && e.Skin < len(c.skins) {
		row.Item = c.skins[e.Skin]
	}
	if c.Item == sim.ItemFlag {
		row.Team = sim.TeamRed + sim.Team(e.Skin&1)
	}
	row.Origin, row.Angles = add(e.Origin, c.center), e.Angles
}

// See takes over an entity that is in sight.
func (s *Stage) See(e *Entity) {
	c := s.Class(e.Model)
	v := s.seen[e.Number]
	if v == nil {
		if len(s.seen) >= 2*maxRows {
			return
		}
		v = &sighting{}
		s.seen[e.Number] = v
	}
	appeared := v.snap == 0 || v.snap != s.snaps-1 || v.class != c
	before, since := v.origin, s.Now-v.time
	v.snap, v.class, v.origin, v.time = s.snaps, c, e.Origin, s.Now
	jumped := !appeared && tooFar(before, e.Origin, since)
	switch {
	case c.Mover > 0:
		s.seeMover(e, c, appeared)
	case c.Player:
		s.seeBody(e, c, appeared || jumped)
	case c.Hidden:
		s.removeThing(e.Number)
	default:
		s.seeThing(e, c, appeared, jumped, since, before)
	}
	if flash := e.Effects&effectMuzzle != 0; flash != v.flash {
		v.flash = flash
		if flash {
			s.effect(sim.Effect{Kind: sim.EffectMuzzle, Origin: e.Origin}, muzzleTime)
		}
	}
}

func (s *Stage) seeThing(e *Entity, c *Class, appeared, jumped bool, since time.Duration, before sim.Vec3) {
	row, isNew := s.addThing(e.Number)
	if row == nil {
		return
	}
	if !isNew && row.Kind != c.Kind {
		if row.Kind == sim.EntityMonster && !row.Dead {
			s.felled(row.Name)
		}
		*row = sim.FrameEntity{Entity: sim.Entity{Number: e.Number}}
		isNew = true
	}
	back := row.Kind == sim.EntityItem && row.State == sim.ItemTaken
	s.fill(row, c, e)
	row.NoLerp = row.NoLerp || isNew || appeared || jumped || e.Step
	row.Visible, row.LastSeen = true, s.Now
	switch c.Kind {
	case sim.EntityItem, sim.EntityDropped:
		row.State = sim.ItemPresent
		row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: row.Origin}
		if c.Kind == sim.EntityDropped || c.Item == sim.ItemFlag {
			row.Trajectory = sim.Trajectory{}
		}
		row.Taken, row.Respawn, row.RespawnKnown, row.TakenBy = 0, 0, false, sim.Slot{}
		if back && c.Item != sim.ItemFlag {
			s.back = append(s.back, e.Number)
		}
		delete(s.told, e.Number)
	case sim.EntityProjectile, sim.EntityGib:
		if isNew || appeared {
			row.Velocity = sim.Vec3{}
			if c.Kind == sim.EntityProjectile {
				row.Owner = sim.SlotAt(s.shooter(e.Origin, c.Weapon))
			}
		} else if !jumped && since > 0 {
			for i := range row.Velocity {
				row.Velocity[i] = (e.Origin[i] - before[i]) / float32(since.Seconds())
			}
		}
	case sim.EntityMonster:
		dead := c.dies[1] > 0 && e.Frame >= c.dies[0] && e.Frame <= c.dies[1]
		if dead && !row.Dead && !isNew {
			s.felled(c.Name)
		}
		row.Dead = dead
	}
}

// felled notes that a monster died.
func (s *Stage) felled(name string) { s.fallen = append(s.fallen, felled{name, s.Now}) }

// Felled is the name of a monster that died just now, each given once; "" if
// none was seen to.
func (s *Stage) Felled() string {
	for len(s.fallen) > 0 {
		f := s.fallen[0]
		s.fallen = s.fallen[1:]
		if s.Now-f.at <= 250*time.Millisecond {
			return f.name
		}
	}
	return ""
}

// itemsBack records which items came back. When all do at once, the level was
// set up anew.
func (s *Stage) itemsBack() {
	if len(s.back) > 4 {
		return
	}
	for _, entity := range s.back {
		if t := s.thing(entity); t != nil {
			s.respawned(t)
		}
	}
}

func (s *Stage) respawned(t *sim.FrameEntity) {
	s.Event(sim.Event{Kind: sim.EventItemRespawn, Item: t.Item, Weapon: t.Weapon, Origin: t.Origin, HasOrigin: true})
	s.effect(sim.Effect{Kind: sim.EffectSpawn, Origin: t.Origin, Item: t.Item, Weapon: t.Weapon}, soonTime)
}

// shooter is the player from whom a projectile seems to come.
func (s *Stage) shooter(place sim.Vec3, w sim.Weapon) int {
	if w >= sim.CauseWorld {
		return -1
	}
	best, nearest := -1, float32(80*80)
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		if !r.Visible || r.Life != sim.Alive {
			continue
		}
		if d := distance2(r.Origin, place); d < nearest {
			best, nearest = r.Slot.Index(), d
		}
	}
	return best
}

// seeBody takes over an entity that looks like a player but is none: a corpse
// or the head of someone who left.
func (s *Stage) seeBody(e *Entity, c *Class, cut bool) {
	if c.Eyes {
		return
	}
	row, isNew := s.addThing(e.Number)
	if row == nil {
		return
	}
	kind := sim.EntityCorpse
	if c.Head {
		kind = sim.EntityGib
	}
	if row.Kind != kind {
		*row = sim.FrameEntity{Entity: sim.Entity{Number: e.Number, Kind: kind}}
	}
	row.NoLerp = row.NoLerp || isNew || cut
	row.Visible, row.LastSeen, row.Origin, row.Angles, row.Owner = true, s.Now, e.Origin, e.Angles, sim.Slot{}
	if s.track(e.Color-1) != nil {
		row.Owner = sim.SlotAt(e.Color - 1)
	}
}

// Flying shows a projectile that goes straight on: a nail of QuakeWorld, or
// one that the server tells once.
func (s *Stage) Flying(entity int, w sim.Weapon, name string, origin, velocity sim.Vec3, since time.Duration) {
	row, _ := s.addThing(entity)
	if row == nil {
		return
	}
	if v := s.seen[entity]; v != nil {
		v.snap = s.snaps
	} else {
		s.seen[entity] = &sighting{snap: s.snaps, class: &flyingClass}
	}
	row.Kind, row.Weapon, row.Name, row.Visible, row.LastSeen, row.NoLerp = sim.EntityProjectile, w, name, true, s.Now, true
	row.Owner = sim.Slot{}
	row.Origin, row.Velocity = origin, velocity
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryLinear, Start: s.Clock - since, Base: origin, Delta: velocity}
}

var flyingClass = Class{Kind: sim.EntityProjectile}

// loseThings deals with what is not in sight at this moment: items and
// monsters stay as last seen, all else is gone.
func (s *Stage) loseThings() {
	var lost []int
	list := s.Frame.Entities
	kept := list[:0]
	for i := range list {
		t := &list[i]
		if v := s.seen[t.Number]; v != nil && v.snap == s.snaps {
			kept = append(kept, *t)
			continue
		}
		switch t.Kind {
		case sim.EntityItem:
			if t.Visible {
				t.Visible, t.LastSeen = false, s.Before
				lost = append(lost, t.Number)
				if t.State == sim.ItemPresent {
					t.State = sim.ItemUnknown
				}
			}
			if t.State == sim.ItemTaken && t.RespawnKnown && s.Now >= t.Respawn && !s.Multi {
				t.State = sim.ItemUnknown
			}
		case sim.EntityMonster:
			if s.Multi {
				continue
			}
			if t.Visible {
				t.Visible, t.LastSeen = false, s.Before
			}
		case sim.EntityDropped:
			if t.Item == sim.ItemBackpack && s.Multi {
				s.packTaken(t)
			}
			continue
		default:
			continue
		}
		kept = append(kept, *t)
	}
	clear(list[len(kept):])
	s.Frame.Entities = kept
	for i := range s.Frame.Movers {
		m := &s.Frame.Movers[i]
		if v := s.seen[m.Number]; v == nil || v.snap != s.snaps {
			m.Visible = false
		}
	}
	s.itemsLost(lost)
	if s.snaps%256 == 0 {
		for n, v := range s.seen {
			if s.snaps-v.snap > 1024 {
				delete(s.seen, n)
			}
		}
	}
}

// mover returns the row of a mover.
func (s *Stage) mover(entity int) *sim.FrameMover {
	list := s.Frame.Movers
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= entity })
	if i == len(list) || list[i].Number != entity {
		if len(list) >= maxRows {
			return nil
		}
		s.Frame.Movers = slices.Insert(list, i, sim.FrameMover{Mover: sim.Mover{Number: entity}})
	}
	return &s.Frame.Movers[i]
}

func (s *Stage) seeMover(e *Entity, c *Class, appeared bool) {
	if m := s.mover(e.Number); m != nil {
		m.NoLerp = m.NoLerp || appeared || m.Model != c.Mover
		m.Model, m.Origin, m.Angles, m.Visible = c.Mover, e.Origin, e.Angles, true
	}
}
