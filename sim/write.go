package sim

import (
	"bytes"
	"slices"
	"unsafe"
)

// written is the frame that was written last.
type written struct {
	head        headRow
	players     stored[[playerWords]uint32, struct{}]
	poses       writtenPoses
	inventories stored[[inventoryWords]uint32, *Inventory]
	entities    stored[[entityWords]uint32, FrameEntity]
	movers      stored[[moverWords]uint32, FrameMover]
	ago         float32 // seconds since the previous frame
	// items are those of the frame that are not as before.
	items []*FrameEntity
	// repack is set where rows are not as what they were packed from says.
	repack bool
	// marked is set if rows carry the mark that nothing leads to them, though not all of what they were packed from does.
	marked bool
}

// pack appends what is new in a frame. Keys that do not ascend are left out. If mark is set, nothing leads from the
// frame before to this one.
func (b *Recorder) pack(buf []byte, f *Frame, mark bool) []byte {
	w := &b.written
	b.written.repack = mark || w.marked
	w.marked = mark
	b.written.items = b.written.items[:0]
	var head, zero headRow
	b.interned.packHead(f, b.level, &head)
	at, what := len(buf), byte(0)
	if b.whole {
		w.head = zero
	}
	buf = append(buf, 0)
	step := head[headTime] - w.head[headTime]
	if w.head.stepped(step) == head {
		what |= frameSteps
		buf = appendUvarint(buf, uint64(step))
	} else {
		buf = appendRow(buf, &w.head, &head)
	}
	w.head, w.ago = head, seconds(step)
	buf = part(b.packPlayers(buf, mark), len(buf), &what, framePlayers)
	buf = part(b.packPoses(buf, w.ago), len(buf), &what, framePoses)
	buf = part(b.packInventories(buf), len(buf), &what, frameInventories)
	if f.ChangedKnown && !b.whole && !b.written.repack {
		buf = part(b.packChanged(buf, f), len(buf), &what, frameEntities)
	} else {
		buf = part(b.packEntities(buf, f.Entities, mark), len(buf), &what, frameEntities)
	}
	if !f.SameMovers || b.whole || b.written.repack {
		buf = part(b.packMovers(buf, f.Movers, mark), len(buf), &what, frameMovers)
	}
	buf[at] = what
	return buf
}

// part notes that the frame has a table, which begins at a place; one that is nothing but its end is left out.
func part(buf []byte, at int, what *byte, has byte) []byte {
	if len(buf) == at+1 {
		return buf[:at]
	}
	*what |= has
	return buf
}

// packPlayers appends the players. Most often they are those of the previous frame, and few did more than move.
func (b *Recorder) packPlayers(buf []byte, mark bool) []byte {
	if b.whole || b.written.repack || !b.lineup.same {
		return b.packAllPlayers(buf, mark)
	}
	t := &b.written.players
	t.last = -1
	for _, i := range b.lineup.changed {
		var w [playerWords]uint32
		b.interned.packPlayer(&b.lineup.rows[i], &w)
		buf = t.rewrite(buf, &t.rows[t.order[i].at], t.order[i].key, &w)
	}
	return append(buf, 0)
}

func (b *Recorder) packAllPlayers(buf []byte, mark bool) []byte {
	t := &b.written.players
	t.begin(b.whole)
	last := int32(-1)
	for i := range b.lineup.rows {
		p := &b.lineup.rows[i]
		key := int32(p.Slot.Index())
		if key <= last {
			continue
		}
		last = key
		var w [playerWords]uint32
		b.interned.packPlayer(p, &w)
		w[0] |= bit(mark, playerNoLerp)
		buf = t.set(buf, key, &w)
	}
	return t.end(buf)
}

// same reports whether two values are the same byte by byte: many times faster than field by field, and where it
// takes equal ones for others, as for the gaps between their fields, they are packed once more.
func same[T any](a, b *T) bool { return bytes.Equal(bytesOf(a), bytesOf(b)) }

// asBefore reports whether an entity is as what a row was packed from. When it was last seen does not count while it is in sight: that
// is always now.
func asBefore(e, from *FrameEntity) bool {
	if e.Visible {
		from.LastSeen = e.LastSeen
	}
	return same(e, from)
}

func bytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// onlyMoved reports whether a player is as before but for his pose.
func onlyMoved(p, before *FramePlayer) bool {
	if p.Visible { // then he was last seen now
		before.LastSeen = p.LastSeen
	}
	before.Same, before.Moved = p.Same, p.Moved
	const start, end = unsafe.Offsetof(p.Origin), unsafe.Offsetof(p.Mins)
	a, b := bytesOf(p), bytesOf(before)
	return bytes.Equal(a[:start], b[:start]) && bytes.Equal(a[end:], b[end:])
}

// packInventories appends the inventories, most often of few players or none.
func (b *Recorder) packInventories(buf []byte) []byte {
	if b.whole || !b.lineup.same {
		return b.packAllInventories(buf)
	}
	t := &b.written.inventories
	t.last = -1
	for _, i := range b.lineup.held {
		h, key := b.lineup.inventories[i], int32(b.lineup.rows[i].Slot.Index())
		at, found := t.place(key)
		if h == nil {
			if found {
				buf = t.remove(buf, at)
			}
			continue
		}
		var w [inventoryWords]uint32
		b.interned.packInventory(h, &w)
		if found {
			r := &t.rows[t.order[at].at]
			buf, r.from = t.rewrite(buf, r, key, &w), h
		} else {
			var r *storedRow[[inventoryWords]uint32, *Inventory]
			buf, r = t.insert(buf, at, key, &w)
			r.from = h
		}
	}
	return append(buf, 0)
}

func (b *Recorder) packAllInventories(buf []byte) []byte {
	t := &b.written.inventories
	t.begin(b.whole)
	last := int32(-1)
	for i, h := range b.lineup.inventories {
		key := int32(b.lineup.rows[i].Slot.Index())
		if key <= last {
			continue
		}
		last = key
		if h == nil {
			continue
		}
		var r *storedRow[[inventoryWords]uint32, *Inventory]
		if buf, r = t.find(buf, key); r != nil && h == r.from {
			buf = t.keep(buf)
			continue
		}
		var w [inventoryWords]uint32
		b.interned.packInventory(h, &w)
		if r == nil {
			buf, r = t.put(buf, key, &w)
		} else {
			buf = t.change(buf, &w)
		}
		r.from = h
	}
	return t.end(buf)
}

func sameInventory(a, b *Inventory) bool {
	return a.Weapons == b.Weapons && a.Ammo == b.Ammo && slices.Equal(a.Keys, b.Keys) && slices.Equal(a.Other, b.Other)
}

// entityRow is an entity as it was last written.
type entityRow = storedRow[[entityWords]uint32, FrameEntity]

// entityRow packs an entity; r is its row in the previous frame, nil if it had none. If the velocity follows from the two places, it is
// copied to r, so that it does not count as a difference.
func (b *Recorder) entityRow(e *FrameEntity, r *entityRow) (w [entityWords]uint32) {
	b.interned.packEntity(e, &w)
	if r == nil || b.whole || e.Trajectory.Kind != TrajectoryInterpolate || e.Velocity == (Vec3{}) || b.written.ago <= 0 {
		return w
	}
	for k := range e.Velocity {
		if movedWord(r.words[entityPlace+k], w[entityPlace+k], b.written.ago) != w[entitySpeed+k] {
			return w
		}
	}
	w[0] |= 1 << entityMoved
	copy(r.words[entitySpeed:], w[entitySpeed:entitySpeed+3])
	return w
}

func (b *Recorder) packEntities(buf []byte, entities []FrameEntity, mark bool) []byte {
	t := &b.written.entities
	t.begin(b.whole)
	last := -1
	for i := range entities {
		e := &entities[i]
		if e.Number <= last || e.Number > maxKey {
			continue
		}
		last = e.Number
		if e.Same && !b.written.repack && t.pass(int32(last)) {
			continue
		}
		var r *entityRow
		if buf, r = t.find(buf, int32(e.Number)); r != nil && !b.written.repack && (e.Same || asBefore(e, &r.from)) {
			buf = t.keep(buf)
			continue
		}
		if !b.possible(&e.Trajectory, &e.Origin) {
			b.placeDamage()
			continue
		}
		if e.Kind == EntityItem {
			b.written.items = append(b.written.items, e)
		}
		w := b.entityRow(e, r)
		w[0] |= bit(mark, entityNoLerp)
		if r == nil {
			buf, r = t.put(buf, int32(e.Number), &w)
		} else {
			buf = t.change(buf, &w)
		}
		r.from, r.lasts = *e, e.Kind == EntityItem
		r.from.Same = false
	}
	return t.end(buf)
}

// packChanged is packEntities of the entities that may have changed alone.
func (b *Recorder) packChanged(buf []byte, f *Frame) []byte {
	t := &b.written.entities
	t.last = -1
	if !slices.IsSorted(f.Changed) {
		slices.Sort(f.Changed)
	}
	at := 0
	for _, key := range f.Changed {
		if key <= t.last || key > maxKey {
			continue
		}
		var e *FrameEntity
		e, at = f.entity(key, at)
		buf = b.packOne(buf, key, e)
	}
	return append(buf, 0)
}

// packOne appends an entity as it is now, nil for one that is gone.
func (b *Recorder) packOne(buf []byte, key int32, e *FrameEntity) []byte {
	t := &b.written.entities
	i, found := t.place(key)
	if e != nil && found && asBefore(e, &t.rows[t.order[i].at].from) {
		return buf
	}
	if e != nil && !b.possible(&e.Trajectory, &e.Origin) {
		b.placeDamage()
		e = nil
	}
	if e == nil {
		if found {
			buf = t.remove(buf, i)
		}
		return buf
	}
	if e.Kind == EntityItem {
		b.written.items = append(b.written.items, e)
	}
	var r *entityRow
	if !found {
		w := b.entityRow(e, nil)
		buf, r = t.insert(buf, i, key, &w)
	} else {
		r = &t.rows[t.order[i].at]
		w := b.entityRow(e, r)
		buf = t.rewrite(buf, r, key, &w)
	}
	r.from, r.lasts = *e, e.Kind == EntityItem
	r.from.Same = false
	return buf
}

func (b *Recorder) packMovers(buf []byte, movers []FrameMover, mark bool) []byte {
	t := &b.written.movers
	t.begin(b.whole)
	last := -1
	for i := range movers {
		m := &movers[i]
		if m.Number <= last || m.Number > maxKey {
			continue
		}
		last = m.Number
		if m.Same && !b.written.repack && t.pass(int32(last)) {
			continue
		}
		var r *storedRow[[moverWords]uint32, FrameMover]
		if buf, r = t.find(buf, int32(m.Number)); r != nil && !b.written.repack && (m.Same || same(m, &r.from)) {
			buf = t.keep(buf)
			continue
		}
		if !b.possible(&m.Trajectory, &m.Origin) {
			b.placeDamage()
			continue
		}
		var w [moverWords]uint32
		packMover(m, &w)
		w[0] |= bit(mark, moverNoLerp)
		if r == nil {
			buf, r = t.put(buf, int32(m.Number), &w)
		} else {
			buf = t.change(buf, &w)
		}
		r.from = *m
		r.from.Same = false
	}
	return t.end(buf)
}
