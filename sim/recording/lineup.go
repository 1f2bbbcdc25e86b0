package recording

import (
	"fragscope/sim"
	"math/bits"
	"slices"
)

// lineup holds the players of a frame as they were passed on, to find what is new in the next one.
type lineup struct {
	rows     []FramePlayer
	present  []presence // by row
	slots    []sim.Slot
	everyone []uint64 // a bit for each row
	regular  bool     // the slots are valid and ascend
	// beyond is set if a player was outside the world. Such a player is kept out of sight at his previous position, so
	// that the row differs from the adapter's.
	beyond bool
	spare  []FramePlayer // memory for the next rows
	time   uint32        // of the previous frame, in ms
	moved  int32         // index or slot of the last pose in news
	// follow is set if velocities may follow from positions.
	follow bool
}

// news holds the changes of the players in consecutive frames.
type news struct {
	rows        []newRow
	present     []newPresence
	poses       []byte // as the recording has them
	inventories []newInventory
}

// newRow is a row that changed in more than its pose. newPresence is a change of the players in the game. index is the
// index in the lineup.
type (
	newRow struct {
		index int32
		FramePlayer
	}
	newPresence struct {
		index int32
		presence
	}
	newInventory struct {
		key int32
		*sim.Inventory
	}
)

// empty returns empty news that reuses n's memory.
func (n *news) empty() news {
	return news{n.rows[:0], n.present[:0], n.poses[:0], n.inventories[:0]}
}

// see adds the changes of a frame's players to n, or all players if all is set or the players are not the same as
// before. It reports whether it added all players. A position farther than reach from the centre of the map is outside
// the world.
func (l *lineup) see(n *news, f *Frame, reach float32, all bool) bool {
	mixed, sits, now := l.beyond, l.sits(f), millis(f.Time)
	step := float32(0)
	if l.follow {
		step = stepOf(l.time, now)
	}
	l.beyond, l.time, l.moved = false, now, -1
	if !sits || all {
		l.seeAll(n, f.Players, reach, sits)
		return true
	}
	for w, set := range l.changed(f, mixed) {
		for ; set != 0; set &= set - 1 {
			i := 64*w + bits.TrailingZeros64(set)
			l.seeOne(n, int32(i), &f.Players[i], reach, step)
		}
	}
	return false
}

// glance is like see, but for a recording without worlds: it adds only the presence of players.
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

// changed returns the players to examine, one bit per row, or all of them if all is set.
func (l *lineup) changed(f *Frame, all bool) []uint64 {
	if all || f.Changes.Players == nil {
		return l.everyone
	}
	return f.Changes.Players
}

// sits reports whether the players are in the slots of the previous frame.
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

// sit records the players' slots.
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

// attend adds the player's presence if it changed or all is set.
func (l *lineup) attend(n *news, i int32, p *FramePlayer, all bool) {
	if now := presenceOf(p); all || now != l.present[i] {
		l.present[i] = now
		n.present = append(n.present, newPresence{i, now})
	}
}

// seeAll adds all players. sits is set if they are in the slots of the previous frame.
func (l *lineup) seeAll(n *news, players []FramePlayer, reach float32, sits bool) {
	before := l.rows
	l.rows, l.spare = append(l.spare[:0], players...), before
	if !sits {
		l.sit(players)
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
		key := int32(r.Slot.Index())
		n.inventories = append(n.inventories, newInventory{key, r.Inventory})
		if key > l.moved {
			n.poses = poseOf(r).begin(n.poses, uint32(key-l.moved))
			l.moved = key
		}
		n.rows = append(n.rows, newRow{int32(i), *r})
		l.attend(n, int32(i), r, true)
		r.NoLerp = false
	}
}

// seeOne adds the row of a player who may have changed since the previous frame.
func (l *lineup) seeOne(n *news, i int32, p *FramePlayer, reach, step float32) {
	r, row := &l.rows[i], p
	if p.Inventory != r.Inventory {
		n.inventories = append(n.inventories, newInventory{int32(r.Slot.Index()), p.Inventory})
	}
	if !possiblePlayer(p, reach) {
		left := *p
		l.leave(&left, r.Origin)
		p = &left
	}
	l.move(n, i, r, p, step)
	if onlyMoved(p, r) {
		return
	}
	*r = *p
	changed := grown(&n.rows)
	changed.index = i
	changed.FramePlayer = *r
	l.attend(n, i, r, false)
	r.NoLerp, row.NoLerp = false, false
}

// move adds the player's pose if it differs from that of row r.
func (l *lineup) move(n *news, i int32, r, p *FramePlayer, step float32) {
	before, had := poseOf(r), len(n.poses)
	n.poses = poseOf(p).append(n.poses, uint32(i-l.moved), before, step)
	if len(n.poses) > had {
		*before, l.moved = *poseOf(p), i
	}
}

// leave keeps a player who is outside the world at his previous position, out of sight.
func (l *lineup) leave(r *FramePlayer, from sim.Vec3) {
	r.Visible, r.Velocity, r.Origin = false, sim.Vec3{}, from
	l.beyond = true
}
