package recording

import (
	"fragscope/sim"
	"slices"
	"time"
)

// batch holds the new data passed to a recorder, in the order of ops.
type batch struct {
	ops      []op
	events   []sim.Event
	effects  []sim.Effect
	calls    []func(*store)
	told     []sim.Statistic
	frames   []batchFrame
	heads    []Frame // of the frames whose head differs from the one before; their rows must not be read
	players  news
	places   []newPlace
	entities []FrameEntity
	movers   []FrameMover
	changed  struct{ entities, movers []int32 }
}

// op is the kind of the next piece of data passed to the recorder. Each kind has its own list.
type op uint8

const (
	opEvent op = iota
	opEffect
	opStatistic
	opCall
	opFrame
)

// batchFrame is a frame whose head and rows are in the batch. Its rows start where those of the previous frame end.
type batchFrame struct {
	time, clock, match time.Duration
	sameHead           bool // only the times differ from the previous head
	changedKnown       bool // as in [Frame]: the batch has only those entities and movers that changed and still exist
	// all is set if the batch has every player, because some came or left or the store needs them; otherwise it has
	// only what is new of them.
	all, beyond bool // beyond is set if a player is outside the world
	sketched    bool // see [Recorder.Sketch]
	ends        ends
}

// ends holds the ends of a frame's rows in the batch.
type ends struct {
	entities, changed, movers, changedMovers int32
	rows, present, poses, inventories        int32
	places                                   int32
}

// batchRoom is the capacity of a batch's lists.
type batchRoom struct{ ops, frames, rows, poses, entities, effects int }

func roomOf(t *batch) batchRoom {
	return batchRoom{cap(t.ops), cap(t.frames), cap(t.players.rows), cap(t.players.poses), cap(t.entities),
		cap(t.effects)}
}

// batch allocates a batch with room r.
func (r batchRoom) batch() *batch {
	return &batch{
		ops: make([]op, 0, r.ops), frames: make([]batchFrame, 0, r.frames),
		players:  news{rows: make([]newRow, 0, r.rows), poses: make([]byte, 0, r.poses)},
		entities: make([]FrameEntity, 0, r.entities), effects: make([]sim.Effect, 0, r.effects),
	}
}

// empty clears the batch for reuse.
func (t *batch) empty() {
	clear(t.calls)
	t.ops, t.events, t.effects, t.calls, t.frames, t.heads = t.ops[:0], t.events[:0], t.effects[:0], t.calls[:0],
		t.frames[:0], t.heads[:0]
	t.told = t.told[:0]
	t.players, t.places, t.entities, t.movers = t.players.empty(), t.places[:0], t.entities[:0], t.movers[:0]
	t.changed.entities, t.changed.movers = t.changed.entities[:0], t.changed.movers[:0]
}

// head begins a frame.
func (t *batch) head(f *Frame, same bool) *batchFrame {
	same = same && len(t.frames) > 0
	if !same {
		t.heads = append(t.heads, *f)
	}
	o := grown(&t.frames)
	o.time, o.clock, o.match, o.sameHead, o.sketched = f.Time, f.Clock, f.Match, same, false
	return o
}

// grown extends the list by an element with stale contents, for the caller to set field by field. Copying an element
// assembled from parts would stall the processor.
func grown[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		*list = slices.Grow(*list, 1)
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// rows adds the entities and movers of a frame that the store must examine: those that changed, or all if full is set.
func (t *batch) rows(o *batchFrame, f *Frame, full bool) {
	if o.changedKnown = f.Changes.Known && !full; !o.changedKnown {
		t.entities, t.movers = append(t.entities, f.Entities...), append(t.movers, f.Movers...)
		f.lerpAgain()
		return
	}
	if numbers := ascend(f.Changes.Entities); len(numbers) > 0 {
		at := 0
		for _, n := range numbers {
			var e *FrameEntity
			if e, at = f.entity(n, at); e != nil {
				t.entities = append(t.entities, *e)
				e.NoLerp = false
			}
		}
		t.changed.entities = append(t.changed.entities, numbers...)
	}
	if numbers := ascend(f.Changes.Movers); len(numbers) > 0 {
		at := 0
		for _, n := range numbers {
			var m *FrameMover
			if m, at = f.mover(n, at); m != nil {
				t.movers = append(t.movers, *m)
				m.NoLerp = false
			}
		}
		t.changed.movers = append(t.changed.movers, numbers...)
	}
}

// ascend sorts the list and removes duplicates.
func ascend(list []int32) []int32 {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			slices.Sort(list)
			return slices.Compact(list)
		}
	}
	return list
}

// rowCount returns the number of rows in the batch.
func (t *batch) rowCount() int { return len(t.players.rows) + len(t.entities) + len(t.movers) }

// end ends a frame.
func (t *batch) end(o *batchFrame) {
	n := &t.players
	e := &o.ends
	e.entities, e.changed, e.movers, e.changedMovers = int32(len(t.entities)), int32(len(t.changed.entities)),
		int32(len(t.movers)), int32(len(t.changed.movers))
	e.rows, e.present, e.poses, e.inventories = int32(len(n.rows)), int32(len(n.present)), int32(len(n.poses)),
		int32(len(n.inventories))
	e.places = int32(len(t.places))
}

// batchReader iterates over the frames of a batch.
type batchReader struct {
	batch       *batch
	read, heads int // how many were read

	// The current frame. Its rows begin where those of the previous frame end.
	*batchFrame
	head *Frame // its rows must not be read
	from ends
}

// next reads the next frame.
func (r *batchReader) next() {
	t := r.batch
	if r.read > 0 {
		r.from = r.ends
	}
	o := &t.frames[r.read]
	r.read++
	if !o.sameHead {
		r.head = &t.heads[r.heads]
		r.heads++
	}
	r.head.Time, r.head.Clock, r.head.Match = o.time, o.clock, o.match
	r.batchFrame = o
}

// The current frame's part of the batch.
func (r *batchReader) entities() []FrameEntity {
	return r.batch.entities[r.from.entities:r.ends.entities]
}
func (r *batchReader) movers() []FrameMover { return r.batch.movers[r.from.movers:r.ends.movers] }
func (r *batchReader) changed() []int32 {
	return r.batch.changed.entities[r.from.changed:r.ends.changed]
}
func (r *batchReader) changedMovers() []int32 {
	return r.batch.changed.movers[r.from.changedMovers:r.ends.changedMovers]
}
func (r *batchReader) places() []newPlace { return r.batch.places[r.from.places:r.ends.places] }
func (r *batchReader) rows() []newRow     { return r.batch.players.rows[r.from.rows:r.ends.rows] }
func (r *batchReader) present() []newPresence {
	return r.batch.players.present[r.from.present:r.ends.present]
}
func (r *batchReader) poses() []byte { return r.batch.players.poses[r.from.poses:r.ends.poses] }
func (r *batchReader) inventories() []newInventory {
	return r.batch.players.inventories[r.from.inventories:r.ends.inventories]
}
