package recording

import (
	"fragscope/sim"
	"math/bits"
	"slices"
)

// lineup are the players of a frame as they were passed on, to find out what is new in the next.
type lineup struct {
	// rows are the players; their inventories are not to be read, as adapters go on changing them.
	rows        []FramePlayer
	inventories []*sim.Inventory // by row: a copy of what the row has, which nobody changes; nil for none
	copies      []sim.Inventory  // room for more
	present     []presence       // by row
	slots       []sim.Slot
	everyone    []uint64      // a bit for each row
	regular     bool          // the slots are valid and ascend
	beyond      bool          // players were beyond the world, and were left where they had been, out of sight: such rows are not the adapter's
	spare       []FramePlayer // memory for the next rows
}

// news are what is new of the players in frames, one behind the other.
type news struct {
	rows        []newRow
	present     []newPresence
	poses       []newPose
	inventories []newInventory
}

// newRow is a row that is new in more than its pose, newPresence is one of who is in the game; index is its place in the lineup.
type (
	newRow struct {
		index int32
		FramePlayer
	}
	newPresence struct {
		index int32
		presence
	}
	newPose struct {
		index, key int32 // the place in the lineup, and the slot
		pose
	}
	newInventory struct {
		key int32
		*sim.Inventory
	}
)

// empty is a news of no frame, in the memory of this one.
func (n *news) empty() news {
	return news{n.rows[:0], n.present[:0], n.poses[:0], n.inventories[:0]}
}

// see adds to a news what is new of the players of a frame; of all if all is set or there are others, which it reports. A place farther
// than reach from the middle of the map is beyond the world.
func (l *lineup) see(n *news, f *Frame, reach float32, all bool) bool {
	mixed, sits := l.beyond, l.sits(f)
	l.beyond = false
	if !sits || all {
		l.seeAll(n, f.Players, reach, sits)
		return true
	}
	for w, set := range l.changed(f, mixed) {
		for ; set != 0; set &= set - 1 {
			i := 64*w + bits.TrailingZeros64(set)
			l.seeOne(n, int32(i), &f.Players[i], reach)
		}
	}
	return false
}

// glance is see for a recording without worlds: it adds who is in the game alone.
func (l *lineup) glance(n *news, f *Frame, reach float32) (all bool) {
	mixed := l.beyond
	l.beyond = false
	if all = !l.sits(f); all {
		l.sit(f.Players)
	}
	for w, set := range l.changed(f, mixed || all) {
		for ; set != 0; set &= set - 1 {
			i := 64*w + bits.TrailingZeros64(set)
			p := &f.Players[i]
			l.attend(n, int32(i), p, all)
			l.beyond = l.beyond || !possiblePlayer(p, reach)
		}
	}
	return all
}

// changed are the players to look at, a bit for each row: all if all is set.
func (l *lineup) changed(f *Frame, all bool) []uint64 {
	if all || f.Changes.Players == nil {
		return l.everyone
	}
	return f.Changes.Players
}

// sits reports whether the players have the slots of the previous frame.
func (l *lineup) sits(f *Frame) bool {
	players := f.Players
	if !l.regular || len(players) != len(l.slots) {
		return false
	}
	if f.Changes.Players != nil {
		return true
	}
	for i, s := range l.slots {
		if players[i].Slot != s {
			return false
		}
	}
	return true
}

// sit notes the slots of the players.
func (l *lineup) sit(players []FramePlayer) {
	l.slots, l.regular = l.slots[:0], true
	l.everyone = slices.Grow(l.everyone[:0], len(players)/64+1)[:len(players)/64+1]
	for i := range l.everyone {
		l.everyone[i] = 1<<max(min(len(players)-64*i, 64), 0) - 1
	}
	l.present = slices.Grow(l.present[:0], len(players))[:len(players)]
	last := sim.Slot{}
	for i := range players {
		s := players[i].Slot
		l.regular = l.regular && s.Index() > last.Index()
		l.slots, last = append(l.slots, s), s
	}
}

// attend adds who is in the game as a row, if that is new or all are added.
func (l *lineup) attend(n *news, i int32, p *FramePlayer, all bool) {
	if now := presenceOf(p); all || now != l.present[i] {
		l.present[i] = now
		n.present = append(n.present, newPresence{i, now})
	}
}

// seeAll adds all players; sits is set if they have the slots of the previous frame.
func (l *lineup) seeAll(n *news, players []FramePlayer, reach float32, sits bool) {
	before := l.rows
	l.rows, l.spare = append(l.spare[:0], players...), before
	if !sits {
		l.sit(players)
		l.inventories = slices.Grow(l.inventories[:0], len(players))[:len(players)]
		clear(l.inventories)
	}
	for i := range l.rows {
		r := &l.rows[i]
		if !possiblePlayer(r, reach) {
			from := sim.Vec3{}
			if k := slices.IndexFunc(before, func(p FramePlayer) bool { return p.Slot == r.Slot }); k >= 0 {
				from = before[k].Origin
			}
			l.leave(r, from)
		}
		own, key := &l.inventories[i], int32(r.Slot.Index())
		if !isInventory(*own, r.Inventory) {
			*own = l.copyOf(r.Inventory)
		}
		n.inventories = append(n.inventories, newInventory{key, *own})
		n.poses = append(n.poses, newPose{int32(i), key, *poseOf(r)})
		n.rows = append(n.rows, newRow{int32(i), *r})
		l.attend(n, int32(i), r, true)
	}
}

// seeOne adds a row that may differ from that of the previous frame.
func (l *lineup) seeOne(n *news, i int32, p *FramePlayer, reach float32) {
	r := &l.rows[i]
	key := int32(r.Slot.Index())
	if own := &l.inventories[i]; (*own != nil || p.Inventory != nil) && !isInventory(*own, p.Inventory) {
		*own = l.copyOf(p.Inventory)
		n.inventories = append(n.inventories, newInventory{key, *own})
	}
	if !possiblePlayer(p, reach) {
		left := *p
		l.leave(&left, r.Origin)
		p = &left
	}
	move(n, i, r, p)
	if onlyMoved(p, r) {
		return
	}
	*r = *p
	row := grown(&n.rows)
	row.index = i
	row.FramePlayer = *r
	l.attend(n, i, r, false)
}

// move adds the pose of a player, if it is not that of his row. It goes word by word, as it was written: see [grown].
func move(n *news, i int32, r, p *FramePlayer) {
	q := grown(&n.poses)
	now, before, differ := poseOf(p), poseOf(r), uint32(0)
	for k, w := range now {
		differ |= w ^ before[k]
		before[k], q.pose[k] = w, w
	}
	if q.index, q.key = i, int32(r.Slot.Index()); differ == 0 {
		n.poses = n.poses[:len(n.poses)-1]
	}
}

// leave has a player who is beyond the world stay where he was, out of sight.
func (l *lineup) leave(r *FramePlayer, from sim.Vec3) {
	r.Visible, r.Velocity, r.Origin = false, sim.Vec3{}, from
	l.beyond = true
}

// isInventory reports whether a copy is that of an inventory.
func isInventory(own, h *sim.Inventory) bool {
	return own == nil && h == nil || own != nil && h != nil && sameInventory(own, h)
}

// copyOf is a copy of an inventory that nobody changes; nil of nil.
func (l *lineup) copyOf(h *sim.Inventory) *sim.Inventory {
	if h == nil {
		return nil
	}
	if len(l.copies) == 0 {
		l.copies = make([]sim.Inventory, 32)
	}
	own := &l.copies[0]
	l.copies = l.copies[1:]
	*own = *h
	own.Keys, own.Other = slices.Clone(h.Keys), slices.Clone(h.Other)
	return own
}
