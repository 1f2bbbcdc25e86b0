package quake3

import (
	"math"
	"math/bits"
)

// arrayPool keeps the arrays of playerstates. Snapshots share those that did not change, which are never written to again.
type arrayPool struct {
	list    [64]versionedArrays // more than twice as many as there are snapshots
	used    uint64              // a bit for each place, as snapshots referred to them when free ones were last looked for, or taken since
	version uint32
}

type versionedArrays struct {
	PlayerArrays
	version uint32
}

// noArrays is the place of arrays that are all zero.
const noArrays = 0

// changeArrays gives snap, which has the arrays of its base, those that a change makes of them. If they are what they were in the snapshot
// before, they are that one's: what was sent then came again.
func (h *History) changeArrays(snap *Snapshot, d *PlayerDelta) {
	p := &h.arrays
	if d.arrays() {
		snap.arrays = p.change(snap.arrays, d, h.ring[:])
		if made := &p.list[snap.arrays]; h.before != nil && *h.before.Player.PlayerArrays == made.PlayerArrays {
			p.used &^= 1 << snap.arrays
			snap.arrays = h.before.arrays
		}
	}
	a := &p.list[snap.arrays]
	snap.Player.PlayerArrays, snap.ArraysVersion = &a.PlayerArrays, a.version+1
}

// change returns the place of the arrays that a change makes of others.
func (p *arrayPool) change(base uint8, d *PlayerDelta, snapshots []*Snapshot) uint8 {
	if p.used|1<<noArrays == math.MaxUint64 {
		p.mark(base, snapshots)
	}
	place := uint8(bits.TrailingZeros64(^(p.used | 1<<noArrays))) % uint8(len(p.list))
	p.used |= 1 << place
	p.version++
	a := &p.list[place]
	a.PlayerArrays, a.version = p.list[base].PlayerArrays, p.version
	a.apply(d)
	return place
}

// mark finds the places that snapshots refer to.
func (p *arrayPool) mark(base uint8, snapshots []*Snapshot) {
	p.used = 1 << base
	for _, s := range snapshots {
		if s != nil {
			p.used |= 1 << s.arrays
		}
	}
}
