package sim

import "slices"

// lineup are the players of a frame, compared with those of the frame before.
type lineup struct {
	// rows are the players; their inventories are not to be read, as adapters go on changing them.
	rows        []FramePlayer
	inventories []*Inventory // by row: a copy of what the row has, which nobody changes; nil for none
	// same is set if rows are of the same slots as in the previous frame. Then moved are the indices of the rows that may differ from
	// those of the previous frame, changed those that do in more than the pose, and held those that have another inventory. Otherwise each
	// of these has all rows.
	same                 bool
	moved, changed, held []int32
	// beyond is set if players were beyond the world, and were left where they had been, out of sight: such rows are not the adapter's.
	beyond bool

	slots   []Slot
	regular bool          // the slots are valid and ascend
	spare   []FramePlayer // memory for the next rows
}

// see takes the players of a frame. A place farther than reach from the middle of the map is beyond the world.
func (l *lineup) see(players []FramePlayer, reach float32) {
	mixed := l.beyond
	l.begin()
	if l.same = l.sits(players); !l.same {
		l.renew(players, reach)
		return
	}
	for i := range players {
		switch p := &players[i]; {
		case !p.Same || mixed || p.Moved && !possiblePlayer(p, reach):
			l.seeOne(int32(i), p, reach)
		case p.Moved:
			*poseOf(&l.rows[i]) = *poseOf(p)
			l.moved = append(l.moved, int32(i))
		}
	}
}

// glance is see for a recording without worlds: the rows are the adapter's, all that may differ count as changed, and inventories are left
// out, and so are the places of players beyond the world.
func (l *lineup) glance(players []FramePlayer, reach float32) {
	mixed := l.beyond
	l.begin()
	if l.same = l.sits(players); !l.same {
		l.sit(players)
	}
	l.rows = players
	for i := range players {
		p := &players[i]
		anew := !p.Same || !l.same || mixed
		if anew {
			l.changed = append(l.changed, int32(i))
		}
		l.beyond = l.beyond || (anew || p.Moved) && !possiblePlayer(p, reach)
	}
	if l.beyond {
		l.rows = slices.Clone(players)
		for i := range l.rows {
			if r := &l.rows[i]; !possiblePlayer(r, reach) {
				l.leave(r, Vec3{})
			}
		}
	}
}

func (l *lineup) begin() {
	l.moved, l.changed, l.held, l.beyond = l.moved[:0], l.changed[:0], l.held[:0], false
}

// sits reports whether the players have the slots of the previous frame.
func (l *lineup) sits(players []FramePlayer) bool {
	if !l.regular || len(players) != len(l.slots) {
		return false
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
	last := Slot{}
	for i := range players {
		s := players[i].Slot
		l.regular = l.regular && s.next > last.next
		l.slots, last = append(l.slots, s), s
	}
}

// renew takes players with other slots than before.
func (l *lineup) renew(players []FramePlayer, reach float32) {
	l.sit(players)
	before := l.rows
	l.rows, l.spare = append(l.spare[:0], players...), before
	l.inventories = slices.Grow(l.inventories[:0], len(players))[:len(players)]
	for i := range l.rows {
		r := &l.rows[i]
		if !possiblePlayer(r, reach) {
			from := Vec3{}
			if k := slices.IndexFunc(before, func(p FramePlayer) bool { return p.Slot == r.Slot }); k >= 0 {
				from = before[k].Origin
			}
			l.leave(r, from)
		}
		l.inventories[i] = copyOfInventory(r.Inventory)
		l.moved, l.changed, l.held = append(l.moved, int32(i)), append(l.changed, int32(i)), append(l.held, int32(i))
	}
}

// seeOne takes a row that may differ from that of the previous frame.
func (l *lineup) seeOne(i int32, p *FramePlayer, reach float32) {
	r := &l.rows[i]
	l.moved = append(l.moved, i)
	if own := l.inventories[i]; p.Inventory != nil && (own == nil || !sameInventory(own, p.Inventory)) || p.Inventory == nil && own != nil {
		l.inventories[i], l.held = copyOfInventory(p.Inventory), append(l.held, i)
	}
	switch ok := possiblePlayer(p, reach); {
	case ok && onlyMoved(p, r):
		*poseOf(r) = *poseOf(p)
		return
	case ok:
		*r = *p
	default:
		from := r.Origin
		*r = *p
		l.leave(r, from)
	}
	l.changed = append(l.changed, i)
}

// leave has a player who is beyond the world stay where he was, out of sight.
func (l *lineup) leave(r *FramePlayer, from Vec3) {
	r.Visible, r.Velocity, r.Origin = false, Vec3{}, from
	l.beyond = true
}

// copyOfInventory is a copy that nobody changes; nil of nil.
func copyOfInventory(h *Inventory) *Inventory {
	if h == nil {
		return nil
	}
	own := *h
	own.Keys, own.Other = slices.Clone(h.Keys), slices.Clone(h.Other)
	return &own
}

// news is what a lineup saw in frames, one behind the other: the poses of the rows that moved, the rows that changed, and the inventories of
// those held.
type news struct {
	moved, changed, held []int32
	poses                [][poseNumbers]uint32
	rows                 []FramePlayer
	inventories          []*Inventory
}

// newsCount is how much of a news is about one frame.
type newsCount struct {
	same, beyond         bool
	moved, changed, held int
}

// empty is a news of no frame, in the memory of this one.
func (n *news) empty() news {
	return news{n.moved[:0], n.changed[:0], n.held[:0], n.poses[:0], n.rows[:0], n.inventories[:0]}
}

// add adds what a lineup saw last.
func (n *news) add(l *lineup) newsCount {
	n.moved, n.changed, n.held = append(n.moved, l.moved...), append(n.changed, l.changed...), append(n.held, l.held...)
	for _, i := range l.moved {
		n.poses = append(n.poses, *poseOf(&l.rows[i]))
	}
	for _, i := range l.changed {
		n.rows = append(n.rows, l.rows[i])
	}
	for _, i := range l.held {
		n.inventories = append(n.inventories, l.inventories[i])
	}
	return newsCount{l.same, l.beyond, len(l.moved), len(l.changed), len(l.held)}
}

// newsReader reads a news frame by frame.
type newsReader struct {
	*news
	at newsCount // what was read
}

// take takes what another lineup saw in the next frame of a news.
func (l *lineup) take(n *newsReader, c newsCount) {
	l.begin()
	moved, changed, held := n.at.moved, n.at.changed, n.at.held
	n.at = newsCount{moved: moved + c.moved, changed: changed + c.changed, held: held + c.held}
	if l.same, l.beyond = c.same, c.beyond; !l.same {
		l.rows = append(l.rows[:0], n.rows[changed:n.at.changed]...)
		l.inventories = append(l.inventories[:0], n.inventories[held:n.at.held]...)
	}
	for i := moved; i < n.at.moved; i++ {
		at := n.moved[i]
		*poseOf(&l.rows[at]) = n.poses[i]
		l.moved = append(l.moved, at)
	}
	for i := changed; i < n.at.changed; i++ {
		at := n.changed[i]
		l.rows[at] = n.rows[i]
		l.changed = append(l.changed, at)
	}
	for i := held; i < n.at.held; i++ {
		at := n.held[i]
		l.inventories[at] = n.inventories[i]
		l.held = append(l.held, at)
	}
}
