package recording

import (
	"bytes"
	"fragscope/sim"
	"unsafe"
)

// written is the last frame written.
type written struct {
	head        headRow
	players     stored[[playerWords]uint32]
	inventories stored[[inventoryWords]uint32]
	entities    stored[[entityWords]uint32]
	movers      stored[[moverWords]uint32]
	// items are the frame's items that changed.
	items []*FrameEntity
}

// pack appends the changes in a frame. Keys that do not increase are skipped. If mark is set, the frame does not
// continue the previous one.
func (s *store) pack(buf []byte, t *batchReader, mark bool) []byte {
	w := &s.written
	w.items = w.items[:0]
	at := len(buf)
	buf, what := s.packHead(append(buf, 0), t.head, t.sameHead), byte(0)
	from, to := &t.from, &t.ends
	if t.all || to.rows > from.rows {
		buf = part(s.packPlayers(buf, t.rows(), t.all, mark), len(buf), &what, framePlayers)
	}
	if to.poses > from.poses {
		buf, what = append(append(buf, t.poses()...), 0), what|framePoses
		if t.all {
			what |= frameAllPoses
		}
	}
	if t.all || to.inventories > from.inventories {
		buf = part(s.packInventories(buf, t.inventories(), t.all), len(buf), &what, frameInventories)
	}
	if !t.changedKnown {
		buf = part(s.packEntities(buf, t.entities(), mark), len(buf), &what, frameEntities)
		buf = part(s.packMovers(buf, t.movers(), mark), len(buf), &what, frameMovers)
	}
	if to.changed > from.changed {
		buf = part(s.packChanged(buf, t.changed(), t.entities()), len(buf), &what, frameEntities)
	}
	if to.changedMovers > from.changedMovers {
		buf = part(s.packChangedMovers(buf, t.changedMovers(), t.movers()), len(buf), &what, frameMovers)
	}
	buf[at] = what
	return buf
}

// packHead appends the head of a frame. same is set if only its times changed.
func (s *store) packHead(buf []byte, f *Frame, same bool) []byte {
	head := &s.written.head
	before := *head
	if s.whole {
		before = headRow{}
	}
	if !same {
		s.interned.packHead(f, head)
	}
	packTimes(f, head)
	head[headLevel] = uint32(s.level)
	return head.append(buf, &before, same && !s.whole && before[headLevel] == head[headLevel])
}

// part records that the frame contains the table that starts at at. If that table is empty, part removes it.
func part(buf []byte, at int, what *byte, has byte) []byte {
	if len(buf) == at+1 {
		return buf[:at]
	}
	*what |= has
	return buf
}

// packPlayers appends all players, or those that changed in more than their pose.
func (s *store) packPlayers(buf []byte, rows []newRow, all, mark bool) []byte {
	if all {
		return s.packAllPlayers(buf, rows, mark)
	}
	t := &s.written.players
	t.last = -1
	for i := range rows {
		var w [playerWords]uint32
		s.interned.packPlayer(&rows[i].FramePlayer, &w)
		k := t.order[rows[i].index]
		r := &t.rows[k.at]
		w[playerCut] = cut(rows[i].NoLerp, s.frames, r[playerCut])
		buf = t.rewrite(buf, r, k.key, &w)
	}
	return append(buf, 0)
}

func (s *store) packAllPlayers(buf []byte, rows []newRow, mark bool) []byte {
	t := &s.written.players
	t.begin(s.whole)
	last := int32(-1)
	for i := range rows {
		p := &rows[i].FramePlayer
		key := int32(p.Slot.Index())
		if key <= last {
			continue
		}
		last = key
		var w [playerWords]uint32
		s.interned.packPlayer(p, &w)
		var r *[playerWords]uint32
		if buf, r = t.find(buf, key); r != nil {
			w[playerCut] = r[playerCut]
		}
		w[playerCut] = cut(p.NoLerp || mark, s.frames, w[playerCut])
		buf = t.set(buf, key, r, &w)
	}
	return t.end(buf)
}

// sameHead reports whether two frames are equal except for their rows and times. Equal strings at different addresses
// count as different.
func sameHead(a, b *Frame) bool {
	const start, end = unsafe.Offsetof(a.MatchKnown), unsafe.Offsetof(a.Players)
	return bytes.Equal(bytesOf(a)[start:end], bytesOf(b)[start:end])
}

func bytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// onlyMoved reports whether nothing but a player's pose changed. While he is in sight, his LastSeen is ignored, as it
// is always the current time.
func onlyMoved(p, before *FramePlayer) bool {
	if p.Profile != before.Profile || p.Life != before.Life || p.Visible != before.Visible || p.POV != before.POV ||
		p.Witness != before.Witness || !p.Visible && p.LastSeen != before.LastSeen {
		return false
	}
	const rest = unsafe.Offsetof(p.Mins)
	return bytes.Equal(bytesOf(p)[rest:], bytesOf(before)[rest:])
}

// packInventories appends all inventories, or those that changed.
func (s *store) packInventories(buf []byte, list []newInventory, all bool) []byte {
	if all {
		return s.packAllInventories(buf, list)
	}
	t := &s.written.inventories
	t.last = -1
	for _, h := range list {
		at, r := t.place(h.key)
		if h.Inventory == nil {
			if r != nil {
				buf = t.remove(buf, at)
			}
			continue
		}
		var w [inventoryWords]uint32
		s.interned.packInventory(h.Inventory, &w)
		if r != nil {
			buf = t.rewrite(buf, r, h.key, &w)
		} else {
			buf = t.insert(buf, at, h.key, &w)
		}
	}
	return append(buf, 0)
}

func (s *store) packAllInventories(buf []byte, list []newInventory) []byte {
	t := &s.written.inventories
	t.begin(s.whole)
	last := int32(-1)
	for _, h := range list {
		if h.key <= last {
			continue
		}
		last = h.key
		if h.Inventory == nil {
			continue
		}
		var w [inventoryWords]uint32
		s.interned.packInventory(h.Inventory, &w)
		var r *[inventoryWords]uint32
		buf, r = t.find(buf, h.key)
		buf = t.set(buf, h.key, r, &w)
	}
	return t.end(buf)
}

// entityRow packs an entity. r is its row in the previous frame, or nil if it had none.
func (s *store) entityRow(e *FrameEntity, r *[entityWords]uint32, mark bool) (w [entityWords]uint32) {
	if r != nil {
		w[entityName] = r[entityName] // it rarely changes
	}
	s.interned.packEntity(e, &w)
	if r != nil {
		w[entityCut] = cut(e.NoLerp || mark, s.frames, r[entityCut])
	}
	return w
}

func (s *store) packEntities(buf []byte, entities []FrameEntity, mark bool) []byte {
	t := &s.written.entities
	t.begin(s.whole)
	last := -1
	for i := range entities {
		e := &entities[i]
		if e.Number <= last || e.Number > sim.MaxNumber {
			continue
		}
		if last = e.Number; !possible(&e.Trajectory, &e.Origin, s.reach) {
			s.placeDamage()
			continue
		}
		var r *[entityWords]uint32
		buf, r = t.find(buf, int32(e.Number))
		w := s.entityRow(e, r, mark)
		if e.Kind == sim.EntityItem && (mark || r == nil || *r != w) {
			s.written.items = append(s.written.items, e)
		}
		buf = t.set(buf, int32(e.Number), r, &w)
	}
	return t.end(buf)
}

// packChanged is like packEntities, but for the entities that may have changed. entities holds those of them that still
// exist. Both lists are sorted by number.
func (s *store) packChanged(buf []byte, changed []int32, entities []FrameEntity) []byte {
	t := &s.written.entities
	t.last = -1
	at := 0
	for _, key := range changed {
		var e *FrameEntity
		if at < len(entities) && entities[at].Number == int(key) {
			e = &entities[at]
			at++
		}
		if key > t.last && key <= sim.MaxNumber {
			buf = s.packOne(buf, key, e)
		}
	}
	return append(buf, 0)
}

// packOne appends the current state of an entity, or its removal if e is nil.
func (s *store) packOne(buf []byte, key int32, e *FrameEntity) []byte {
	t := &s.written.entities
	i, r := t.place(key)
	if e != nil && !possible(&e.Trajectory, &e.Origin, s.reach) {
		s.placeDamage()
		e = nil
	}
	if e == nil {
		if r != nil {
			buf = t.remove(buf, i)
		}
		return buf
	}
	w := s.entityRow(e, r, false)
	if r != nil && *r == w {
		return buf
	}
	if e.Kind == sim.EntityItem {
		s.written.items = append(s.written.items, e)
	}
	if r != nil {
		return t.rewrite(buf, r, key, &w)
	}
	return t.insert(buf, i, key, &w)
}

// moverRow is like entityRow, but for a mover.
func (s *store) moverRow(m *FrameMover, r *[moverWords]uint32, mark bool) (w [moverWords]uint32) {
	packMover(m, &w)
	if r != nil {
		w[moverCut] = cut(m.NoLerp || mark, s.frames, r[moverCut])
	}
	return w
}

func (s *store) packMovers(buf []byte, movers []FrameMover, mark bool) []byte {
	t := &s.written.movers
	t.begin(s.whole)
	last := -1
	for i := range movers {
		m := &movers[i]
		if m.Number <= last || m.Number > sim.MaxNumber {
			continue
		}
		if last = m.Number; !possible(&m.Trajectory, &m.Origin, s.reach) {
			s.placeDamage()
			continue
		}
		var r *[moverWords]uint32
		buf, r = t.find(buf, int32(m.Number))
		w := s.moverRow(m, r, mark)
		buf = t.set(buf, int32(m.Number), r, &w)
	}
	return t.end(buf)
}

// packChangedMovers is like packChanged, but for movers.
func (s *store) packChangedMovers(buf []byte, changed []int32, movers []FrameMover) []byte {
	t := &s.written.movers
	t.last = -1
	at := 0
	for _, key := range changed {
		var m *FrameMover
		if at < len(movers) && movers[at].Number == int(key) {
			m = &movers[at]
			at++
		}
		if key > t.last && key <= sim.MaxNumber {
			buf = s.packMover(buf, key, m)
		}
	}
	return append(buf, 0)
}

// packMover appends the current state of a mover, or its removal if it is nil.
func (s *store) packMover(buf []byte, key int32, m *FrameMover) []byte {
	t := &s.written.movers
	i, r := t.place(key)
	if m != nil && !possible(&m.Trajectory, &m.Origin, s.reach) {
		s.placeDamage()
		m = nil
	}
	switch {
	case m == nil && r == nil:
		return buf
	case m == nil:
		return t.remove(buf, i)
	}
	w := s.moverRow(m, r, false)
	if r != nil {
		return t.rewrite(buf, r, key, &w)
	}
	return t.insert(buf, i, key, &w)
}
