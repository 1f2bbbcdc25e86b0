package sim

// lineup is who is in a frame, compared with the frame before.
type lineup struct {
	slots []Slot
	// same is set if they are those of the previous frame, valid and in ascending order.
	same bool
	// changed are the indices of the rows that may differ from those of the previous frame: all where the slots do.
	changed []int32
	all     []int32 // 0, 1, 2, ...
	regular bool    // the slots are valid and ascend
}

// see compares the players of a frame with those of the last one that was seen.
func (l *lineup) see(players []FramePlayer) {
	l.changed = l.changed[:0]
	l.same = l.regular && len(players) == len(l.slots)
	for i := range players {
		p := &players[i]
		if l.same = l.same && p.Slot == l.slots[i]; !l.same {
			break
		}
		if !p.Same {
			l.changed = append(l.changed, int32(i))
		}
	}
	if !l.same {
		l.renew(players)
	}
}

// renew has all rows of a frame examined.
func (l *lineup) renew(players []FramePlayer) {
	l.same = false
	l.slots, l.changed, l.regular = l.slots[:0], l.changed[:0], true
	last := Slot{}
	for i := range players {
		s := players[i].Slot
		l.regular = l.regular && s.next > last.next
		l.slots, l.changed, last = append(l.slots, s), append(l.changed, int32(i)), s
	}
}

// toExamine are the indices of the rows that changed, or of all.
func (l *lineup) toExamine(all bool) []int32 {
	if !all {
		return l.changed
	}
	for len(l.all) < len(l.slots) {
		l.all = append(l.all, int32(len(l.all)))
	}
	return l.all[:len(l.slots)]
}
