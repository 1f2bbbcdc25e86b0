package q1

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// entity is an entity, other than a player, as shown by a demo.
type entity struct {
	number   int
	effects  uint32
	model    uint16 // index into the level's models
	frame    uint16
	skin     uint8
	colormap uint8 // player, from 1, whose colours it has
	origin   sim.Vec3
	angles   sim.Angles
	steps    bool // it moves in steps, which must not be smoothed
	clear    bool // it is wholly transparent: engines do not draw it
}

// entities reads the entities of snapshots. Those that have not changed since the previous snapshot are reported by
// number only.
type entities struct {
	shown    []shown // by entity
	snapshot int     // number of the current one
	// list has the entities in the current snapshot, and before those in the previous one. kept is the number in both.
	list, before []int
	kept         int
}

// shown holds the data kept about an entity's appearance.
type shown struct {
	snapshot int // the last that showed it
	class    *class
	flash    bool
	stands   bool   // need not be looked at again until it differs
	last     entity // as last shown
}

// forget forgets the entities of the previous level.
func (r *entities) forget() { r.shown, r.list, r.before = r.shown[:0], r.list[:0], r.before[:0] }

// begin starts a snapshot.
func (r *entities) begin() {
	r.snapshot++
	r.list, r.before, r.kept = r.before[:0], r.list, 0
}

// end ends a snapshot, and reports the entities that are no longer shown.
func (r *entities) end(o *track.Observations) {
	if r.kept == len(r.before) {
		return
	}
	for _, n := range r.before {
		if r.shown[n].snapshot != r.snapshot {
			o.Gone = append(o.Gone, n)
		}
	}
}

// see records that the snapshot contains an entity.
func (r *entities) see(number int) *shown {
	v := &r.shown[number]
	if v.snapshot == r.snapshot-1 {
		r.kept++
	}
	v.snapshot = r.snapshot
	r.list = append(r.list, number)
	return v
}

// placeEntity reports an item or a mover at its baseline.
func placeEntity(l *level, e *entity, o *track.Observations) {
	switch c := l.models.class(int(e.model)); {
	case c.mover > 0:
		o.Tell(track.BaselineMover{Mover: c.moverOf(e)})
	case !c.hidden && !c.player && c.kind == sim.EntityItem:
		var x track.BaselineEntity
		c.entity(e, &x.Entity)
		o.Tell(x)
	}
}

// moverOf returns the mover for an entity of the class.
func (c *class) moverOf(e *entity) sim.Mover {
	return sim.Mover{Number: e.number, Model: c.mover, Origin: e.origin, Angles: e.angles}
}

// entity sets x, which is empty, to an entity of the class.
func (c *class) entity(e *entity, x *sim.Entity) {
	x.Number, x.Kind, x.Item, x.Weapon, x.Name = e.number, c.kind, c.item, c.weapon, c.name
	x.Origin, x.Angles = e.origin.Add(c.center), e.angles
	if int(e.skin) < len(c.skins) {
		x.Item = c.skins[e.skin]
	}
	if c.item == sim.ItemFlag {
		x.Team = sim.TeamRed + sim.Team(e.skin&1)
	}
	x.Dead = c.dead(int(e.frame))
}

// body sets x, which is empty, to an entity that looks like a player but is not one: the corpse or head of someone who
// left.
func (c *class) body(e *entity, x *sim.Entity) {
	if x.Kind = sim.EntityCorpse; c.head {
		x.Kind = sim.EntityGib
	}
	x.Number, x.Origin, x.Angles, x.Owner = e.number, e.origin, e.angles, sim.SlotAt(int(e.colormap)-1)
}

// stands reports whether an entity of the class need not be examined again while it is unchanged: a mover, or something
// that lies or stands.
func (c *class) stands(steps bool) bool {
	if c.mover > 0 {
		return true
	}
	switch c.kind {
	case sim.EntityItem, sim.EntityDropped, sim.EntityMonster, sim.EntityOther:
		return !steps && !c.player && !c.hidden
	}
	return false
}

// standing returns the previous state of an entity if it need not be examined again while it is unchanged, otherwise
// nil.
func (r *entities) standing(l *level, number int) *entity {
	if number < 0 || number >= len(r.shown) {
		return nil
	}
	v := &r.shown[number]
	if !v.stands || v.snapshot != r.snapshot-1 || v.class != l.models.class(int(v.last.model)) {
		return nil
	}
	return &v.last
}

// room returns the entity with a number as last shown, for the caller to update and then pass to show.
func (r *entities) room(number uint16) *entity {
	if int(number) >= len(r.shown) {
		r.shown = append(r.shown, make([]shown, int(number)+1-len(r.shown))...)
	}
	return &r.shown[number].last
}

// show reads an entity in sight that was obtained from [entities.room].
func (r *entities) show(l *level, number uint16, o *track.Observations) {
	v := r.see(int(number))
	e := &v.last
	c, flash := l.models.class(int(e.model)), e.effects&effectMuzzle != 0
	appears, flashes := v.class != c, flash && !v.flash
	v.class, v.flash, v.stands = c, flash, c.stands(e.steps)
	if c.mover > 0 {
		m := o.Mover()
		m.Mover, m.Appears = c.moverOf(e), appears
		return
	}
	u := o.Entity()
	u.Appears, u.Jumps, u.Flashes = appears, e.steps, flashes
	switch {
	case c.hidden || c.eyes || e.clear:
		u.Number, u.Origin, u.Vanished = e.number, e.origin, true
	case c.player:
		u.Body = true
		c.body(e, &u.Entity)
	default:
		c.entity(e, &u.Entity)
	}
}
