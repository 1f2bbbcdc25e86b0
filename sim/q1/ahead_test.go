//go:build !js

package q1

import (
	"io"
	"testing"

	"fragscope/formats/damage"
	"fragscope/formats/wire"
)

// counting is a decoder of so many blocks, each of some bytes and messages that are numbers; that of block fails
// panics.
type counting struct {
	blocks, read, fails int
	found               []damage.Damage
}

func (c *counting) Record(t *wire.Tape[*int]) error {
	if c.read == c.blocks {
		return io.EOF
	}
	if c.read++; c.read == c.fails {
		panic("of the decoder")
	}
	for range c.read % 3 {
		m := t.Take(0)
		*m = c.read
		t.Handle(m)
	}
	if c.read%100 == 0 {
		c.found = append(c.found, damage.Damage{Offset: c.Offset()})
	}
	return nil
}

func (c *counting) Offset() int64           { return int64(c.read) * 700 }
func (c *counting) Damage() []damage.Damage { return c.found }

func newCountingTape() *wire.Tape[*int] { return wire.NewTape(1, func(int) *int { return new(int) }) }

// TestReadAhead checks that everything read is played, in the order of the demo, and that playing can end early.
func TestReadAhead(t *testing.T) {
	for _, until := range []int{0, 1, 500, 1000, 2000} {
		next, found := 1, 0
		readAhead(&counting{blocks: 1000}, newCountingTape, func(b *stretch[*int]) bool {
			from := 0
			for _, e := range b.ends {
				for _, m := range b.tape.Messages()[from:e.messages] {
					if *m != next {
						t.Fatalf("a message of block %d in block %d", *m, next)
					}
				}
				if n := e.messages - from; n != next%3 || e.offset != int64(next)*700 {
					t.Fatalf("block %d has %d messages and ends at %d", next, n, e.offset)
				}
				from, next = e.messages, next+1
			}
			found += len(b.damage)
			return next <= until
		})
		switch {
		case until >= 1000 && (next != 1001 || found != 10):
			t.Errorf("%d blocks were played, and %d damages told", next-1, found)
		case until < 1000 && next > until+stretchBlocks+1:
			t.Errorf("%d blocks were played, not about %d", next-1, until)
		}
	}
}

// TestReadAheadPanics checks that a panic of the decoder reaches the goroutine that plays, which can recover from it.
func TestReadAheadPanics(t *testing.T) {
	defer func() {
		if v := recover(); v != "of the decoder" {
			t.Errorf("recovered %v", v)
		}
	}()
	readAhead(&counting{blocks: 1000, fails: 300}, newCountingTape, func(*stretch[*int]) bool { return true })
	t.Error("no panic")
}
