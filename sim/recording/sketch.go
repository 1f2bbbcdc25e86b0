package recording

import (
	"fragscope/sim"
	"time"
)

// newPlace is where a player is at a frame of which only a sketch is kept.
type newPlace struct {
	key    int32  // the slot
	flags  uint32 // as in his row: those that his path depends on
	origin sim.Vec3
	yaw    float32
}

// Sketch has what comes from a time on recorded for the map that grows from it: of entities, worlds have items and monsters alone, and they
// have no players, who are in the paths, and no movers. All else is recorded as before that time. It is called before anything is recorded.
func (b *Recorder) Sketch(from time.Duration) { b.sketched = from }

// Sketches reports whether only a sketch is kept by now.
func (b *Recorder) Sketches() bool { return b.sketches }

// sketch adds a frame of which only a sketch is kept.
func (b *Recorder) sketch(t *batch, o *batchFrame, f *Frame, full bool) {
	if o.sketched = true; !b.sketches {
		b.sketches, full = true, true
		b.lineup.regular = false // all players go from the worlds
	}
	o.all = b.lineup.glance(&t.players, f, b.reach)
	last := sim.Slot{}
	for i := range f.Players {
		p := &f.Players[i]
		if p.Slot.Index() <= last.Index() {
			continue
		}
		last = p.Slot
		flags := uint32(p.Life) | bit(p.OnGround, playerOnGround) | bit(p.NoLerp, playerNoLerp) |
			bit(p.Visible && possiblePlayer(p, b.reach), playerVisible)
		t.places = append(t.places, newPlace{int32(p.Slot.Index()), flags, p.Origin, p.View.Yaw})
	}
	t.lasting(o, f, full)
}

// lasting is rows for a sketch.
func (t *batch) lasting(o *batchFrame, f *Frame, full bool) {
	if o.changedKnown = f.Changes.Known && !full; !o.changedKnown {
		for i := range f.Entities {
			if e := &f.Entities[i]; lasts(e) {
				t.entities = append(t.entities, *e)
			}
		}
		return
	}
	numbers, at := ascend(f.Changes.Entities), 0
	for _, n := range numbers {
		var e *FrameEntity
		if e, at = f.entity(n, at); e != nil && lasts(e) {
			t.entities = append(t.entities, *e)
		}
	}
	t.changed.entities = append(t.changed.entities, numbers...)
}

// lasts reports whether an entity is one that a map grows from.
func lasts(e *FrameEntity) bool { return e.Kind == sim.EntityItem || e.Kind == sim.EntityMonster }

// addPlaces adds the players of a sketched frame; noLerp is set if nothing leads from the one before to it.
func (l *paths) addPlaces(list []newPlace, noLerp bool, t time.Duration) {
	for i := range list {
		p := &list[i]
		l.add(int(p.key), p.flags|bit(noLerp, playerNoLerp), &p.origin, p.yaw, t)
	}
}
