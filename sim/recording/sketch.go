package recording

import (
	"fragscope/sim"
	"time"
)

// newPlace is a player's position in a sketched frame.
type newPlace struct {
	key    int32  // the slot
	flags  uint32 // those of his row that his path depends on
	noLerp bool
	origin sim.Vec3
	yaw    float32
}

// Sketch limits the worlds, after the given time, to the entities from which a map can be learned: items and monsters,
// but no players, movers or other entities. Everything else, including the players' paths, is recorded as usual. Sketch
// must be called before anything is recorded.
func (b *Recorder) Sketch(from time.Duration) { b.sketched = from }

// Sketches reports whether the limit set by [Recorder.Sketch] already applies at the current position in the demo.
func (b *Recorder) Sketches() bool { return b.sketches }

// sketch adds a sketched frame.
func (b *Recorder) sketch(t *batch, o *batchFrame, f *Frame, full bool) {
	if o.sketched = true; !b.sketches {
		b.sketches, full = true, true
		b.lineup.regular = false // removes all players from the worlds
	}
	o.all = b.lineup.glance(&t.players, f, b.reach)
	last := sim.Slot{}
	for i := range f.Players {
		p := &f.Players[i]
		if p.Slot.Index() <= last.Index() {
			continue
		}
		last = p.Slot
		flags := uint32(p.Life) | bit(p.OnGround, playerOnGround) |
			bit(p.Visible && possiblePlayer(p, b.reach), playerVisible)
		t.places = append(t.places, newPlace{int32(p.Slot.Index()), flags, p.NoLerp, p.Origin, p.View.Yaw})
	}
	t.lasting(o, f, full)
}

// lasting adds the rows that are part of a sketch.
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

// lasts reports whether the entity is of a kind from which maps are grown.
func lasts(e *FrameEntity) bool { return e.Kind == sim.EntityItem || e.Kind == sim.EntityMonster }

// addPlaces adds the players of a sketched frame. noLerp is set if it does not continue the previous one.
func (l *paths) addPlaces(list []newPlace, noLerp bool, t time.Duration) {
	for i := range list {
		p := &list[i]
		l.add(int(p.key), p.flags, p.noLerp || noLerp, &p.origin, p.yaw, t)
	}
}
