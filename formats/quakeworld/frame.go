package quakeworld

import (
	"math"
	"time"

	"fragscope/formats/wire"
)

// framing reads the heads of blocks and keeps the time.
type framing struct {
	multiView bool
	block     Block
	size      int // of the whole block, -1 if the head is impossible
	body      int // of the head
	complete  bool

	begun bool
	first float32       // the recorder's clock at the first block (.qwd)
	last  float32       // at the last block
	told  time.Duration // since the first block
	clock wire.Clock
}

// The sizes of block contents with a fixed size.
const (
	commandSize  = 36
	sequenceSize = 8
)

// maxHead exceeds the longest head.
const maxHead = 32

// longestGap is the longest jump of the recorder's clock that a search accepts, in seconds.
const longestGap = 3600

// read reads the head of the block at offset at into f.block. It returns the size of the block, which may extend beyond
// the data, or -1 if no block can start there.
func (f *framing) read(data []byte, at int) int {
	var s wire.Stream
	at = min(at, len(data))
	s.Read(data[at:min(len(data), at+maxHead)], int64(at))
	f.block = Block{Offset: int64(at)}
	f.block.head(&s, f.multiView)
	f.body = s.Pos()
	f.size = f.measure(&s)
	return f.size
}

// sized reports whether the block whose head was read is possible except perhaps for its size.
func (f *framing) sized() bool {
	b := &f.block
	k := b.Kind()
	return f.complete && f.saneCode() && k != KindCommand && k != KindSequence
}

// saneCode reports whether the head's time and code are possible.
func (f *framing) saneCode() bool {
	b := &f.block
	if f.multiView {
		return b.Kind() <= KindAll
	}
	return b.Seconds >= 0 && b.Seconds < 1e8 && b.Code <= uint8(KindSequence)
}

// measure returns the size of the block whose head was read, or -1 if the block is impossible.
func (f *framing) measure(s *wire.Stream) int {
	b := &f.block
	f.complete = s.Err() == nil
	if !f.complete || !f.saneCode() {
		return -1
	}
	switch b.Kind() {
	case KindCommand:
		return f.body + commandSize
	case KindSequence:
		return f.body + sequenceSize
	}
	own := int32(0) // bytes of the head included in the size
	if !f.multiView {
		own = 4
		if !b.Connectionless() {
			own = 8
		}
	}
	if b.Size < own || b.Size > maxBlock {
		return -1
	}
	return f.body + int(b.Size-own)
}

// accept makes the block that was read the last block. It returns an error if the block's time exceeds that of the
// previous block by more than longest.
func (f *framing) accept(longest time.Duration) error {
	b := &f.block
	if !f.begun {
		f.begun, f.first = true, b.Seconds
		_ = f.clock.Tick(0, longest)
	}
	f.last = b.Seconds
	told := f.told + time.Duration(b.Delta)*time.Millisecond
	if !f.multiView {
		told = time.Duration(math.Round(float64(b.Seconds-f.first) * 1e9))
	}
	f.told = told
	err := f.clock.Tick(told, longest)
	b.Clock = f.clock.Now()
	return err
}

// chain reports whether several consecutive blocks, or blocks up to the end of the demo, start at offset at. It also
// returns the end of the first of them.
func (f *framing) chain(data []byte, at int) (end int, ok bool) {
	for i := range searchChain {
		size := f.read(data, at)
		if size < 0 || at+size > len(data) || !f.likely() {
			return 0, false
		}
		_ = f.accept(wire.LongestHole)
		at += size
		if i == 0 {
			end = at
		}
		if at == len(data) {
			return end, i > 0
		}
	}
	return end, true
}

// followed reports whether, after the block that was read, another block can start at offset at or the demo ends there.
// The heads in a .mvd contain little information, so in a .mvd two of them must fit. short is set if they fit only
// because the data ends.
func (f *framing) followed(data []byte, at int) (ok, short bool) {
	next := framing{multiView: f.multiView, begun: true, last: f.block.Seconds}
	heads := 1
	if f.multiView {
		heads = 2
	}
	for range heads {
		size := next.read(data, at)
		if at >= len(data) || !next.complete {
			return true, true
		}
		if size < 0 || !next.likely() {
			return false, false
		}
		next.last = next.block.Seconds
		at += size
	}
	return true, false
}

// likely reports whether the block that was read can follow the last one.
func (f *framing) likely() bool {
	b := &f.block
	if !f.multiView {
		step := b.Seconds - f.last
		return !f.begun || step >= -1 && step < longestGap
	}
	switch b.Kind() {
	case KindCommand:
		return false
	case KindRead:
		return b.Player() == 0 && b.Size > 0
	case KindSequence, KindAll:
		return b.Player() == 0
	}
	return b.Size > 0
}

func (b *Block) layout(c *coder) { b.head(&c.Stream, c.p.MultiView) }

// head passes the head of a block, including a packet's numbers.
func (b *Block) head(s *wire.Stream, multiView bool) {
	if multiView {
		s.Uint8(&b.Delta)
	} else {
		s.Float32(&b.Seconds)
	}
	s.Uint8(&b.Code)
	switch k := b.Kind(); {
	case k == KindCommand || k == KindSequence:
		return
	case k == KindMultiple && multiView:
		s.Uint32(&b.Players)
	}
	s.Int32(&b.Size)
	if multiView {
		return
	}
	s.Uint32(&b.Sequence)
	if !b.Connectionless() {
		s.Uint32(&b.Acknowledged)
	}
}

// Sniff reports how well data matches the .mvd format if o.MultiView is set, or the .qwd format otherwise. data must be
// the start of a file.
//
// A .qwd block has a float32 time that is not negative, does not decrease and does not jump by an hour. A code from 0
// to 2 follows the time. Code 1 is followed by an int32 length of up to 65536, which is at least 4 if the next int32 is
// -1, and at least 8 otherwise.
//
// A .mvd block has a time byte, which is at most 1 ms in the first block, and a code whose low 3 bits are 1 to 6. The
// high bits of codes 1, 2 and 6 are 0. Code 3 is followed by a 32-bit set of players. All codes except 2 have an int32
// length of up to 65536, which may be 0 only for code 6.
func Sniff(data []byte, o Options) wire.Confidence {
	f := framing{multiView: o.MultiView}
	return wire.SniffBlocks(data, func(b []byte) int {
		size := f.read(b, 0)
		switch {
		case !f.complete:
			return len(b)
		case size < 0 || !f.likely() || !f.begun && f.block.Delta > maxFirstDelta:
			return 0
		}
		_ = f.accept(wire.LongestHole)
		return size
	})
}

// maxFirstDelta is the longest time before the first block of a .mvd, in ms.
const maxFirstDelta = 1
