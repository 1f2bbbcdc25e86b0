package quake3

import "fragscope/formats/wire"

// searchBudget bounds the work of searches after damage, in bytes of blocks parsed on trial: a hostile file could have
// a plausible header at each byte.
func searchBudget(size int) int { return searchEffort*size + 1<<20 }

const searchEffort = 8

// maxSequenceStep is the largest step of the sequence across damage.
const maxSequenceStep = 200000

// search returns the first position after d.pos at which a block decodes, is followed by another block or the end of
// the data, and continues the demo in sequence or in time. If there is none, search returns the end of the data. Time
// takes precedence because some files consist of two recordings of the same match, numbered independently, of which one
// overwrote the other, and because some files end with blocks of an older demo.
func (d *Decoder) search() int {
	for pos := d.pos + 1; pos+blockHeader < len(d.data) && d.budget > 0; pos++ {
		if h, _ := d.header(pos); d.plausible(pos, h) && d.decodes(pos, h) && d.continues(h) {
			return pos
		}
	}
	if n := len(d.data) - blockHeader; n > d.pos && d.isMarker(n) {
		return n
	}
	return len(d.data)
}

// continues reports whether the block on the tape can follow the last block. A gamestate always can, a snapshot can if
// it is later, and any other block can if its number is higher.
func (d *Decoder) continues(h header) bool {
	if !d.haveLast || last[*Gamestate](&d.tape) != nil {
		return true
	}
	if s := last[*SnapshotDelta](&d.tape); s != nil {
		if step, ok := d.clock.Step(serverTime(s)); ok {
			return step > 0 && step <= wire.LongestHole
		}
	}
	return follows(d.last, h.sequence)
}

// resumes reports whether there is a block at pos, as after an end block in the middle of a file.
func (d *Decoder) resumes(pos int) bool {
	h, ok := d.header(pos)
	return ok && d.plausible(pos, h)
}

func (d *Decoder) isMarker(pos int) bool {
	h, ok := d.header(pos)
	return ok && h.ends()
}

// plausible reports whether the header at pos and the header after its block are consistent. It is a cheap test.
func (d *Decoder) plausible(pos int, h header) bool {
	if !d.sane(pos, h) {
		return false
	}
	behind := pos + blockHeader + int(h.length)
	if behind == len(d.data) || d.isMarker(behind) {
		return true
	}
	n, ok := d.header(behind)
	return ok && n.length > 0 && n.length <= MaxBlock && follows(h.sequence, n.sequence)
}

// follows reports whether sequence can be the number of a block that comes some time after block last.
func follows(last, sequence int32) bool {
	step := int64(sequence) - int64(last)
	return step > 0 && step < maxSequenceStep
}

// decodes reports whether the block at pos makes sense to its very end.
func (d *Decoder) decodes(pos int, h header) bool {
	d.budget -= int(h.length)
	return d.read(pos, h) == nil && (last[*SnapshotDelta](&d.tape) != nil || last[*Gamestate](&d.tape) != nil) &&
		!last[*BlockEnd](&d.tape).odd(d.coder.p)
}

// maxRest is the number of bits that may follow the end of an ordinary block: recorders leave up to a byte, some tools
// two.
const maxRest = 24

// odd reports whether a block of protocol p ends in a way in which recorders do not end blocks. Servers before 66 send
// no end command, so there it is normal for a block to end with its last command.
func (e *BlockEnd) odd(p *Protocol) bool {
	return e.Overrun > 0 || e.RestBits > maxRest || e.Kind == EndData && !p.MaskedDeltas
}

// broken reports whether the block at pos, the last one on t, decodes only by chance: its end is odd and no other block
// follows it.
func (d *Decoder) broken(t *tape, pos int, h header) bool {
	if !last[*BlockEnd](t).odd(d.coder.p) {
		return false
	}
	behind := pos + blockHeader + int(h.length)
	n, ok := d.header(behind)
	return ok && !d.isMarker(behind) && !(n.length > 0 && n.length <= MaxBlock && follows(h.sequence, n.sequence))
}
