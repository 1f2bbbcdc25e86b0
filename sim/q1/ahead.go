//go:build !js

package q1

import (
	"io"
	"runtime/debug"
	"sync"

	"fragscope/formats/base/pace"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/sim/recording"
)

// recorder is a decoder that can read to tapes.
type recorder[M any] interface {
	decoder
	// Record reads a block to a tape. It returns [io.EOF] after the last one.
	Record(*wire.Tape[M]) error
}

// stretch is a number of blocks read ahead of the simulation.
type stretch[M any] struct {
	tape     *wire.Tape[M]
	ends     []blockEnd
	damage   []damage.Damage // found in these blocks
	last     bool            // nothing follows
	panicked any
}

// blockEnd is the end of a block: the numbers of the stretch's messages and damages up to there, and the offset in the
// demo.
type blockEnd struct {
	messages, damage int
	offset           int64
}

const (
	// stretchBytes and stretchBlocks limit a stretch. Blocks of .mvd are small: if only a few were read at a time, one
	// goroutine would mostly wait to be woken by the other.
	stretchBytes  = 16 << 10
	stretchBlocks = 512
	// stretches is the maximum number of stretches that are read ahead.
	stretches = 4
)

func netQuakeAhead(p *player, d *netquake.Decoder, s *netQuake) bool {
	return playAhead(p, d, s.Handle, netquake.NewTape)
}

func quakeWorldAhead(p *player, d *quakeworld.Decoder, s *quakeWorld) bool {
	return playAhead(p, d, s.Handle, quakeworld.NewTape)
}

// playAhead plays a complete demo and reads it ahead on another goroutine. It does nothing and reports false if there
// is only one thread or nobody waits for the worlds: reading ahead costs more processor time overall.
func playAhead[M any](p *player, d recorder[M], handle func(M), newTape func() *wire.Tape[M]) bool {
	if pace.Threads() == 1 || !p.rec.Keeps(recording.Worlds) {
		return false
	}
	readAhead(d, newTape, func(b *stretch[M]) bool { return playStretch(p, b, handle) })
	return true
}

// playStretch plays the blocks of a stretch. It reports whether to continue.
func playStretch[M any](p *player, b *stretch[M], handle func(M)) bool {
	messages, found := b.tape.Messages(), b.damage
	from, told := 0, 0
	for _, e := range b.ends {
		for _, m := range messages[from:e.messages] {
			handle(m)
		}
		if !p.block(found[told:e.damage], e.offset) {
			return false
		}
		from, told = e.messages, e.damage
	}
	return true
}

// readAhead reads a demo to its end on another goroutine and calls play with each stretch until play returns false.
// The goroutine has ended when readAhead returns.
func readAhead[M any](d recorder[M], newTape func() *wire.Tape[M], play func(*stretch[M]) bool) {
	free, full, stop := make(chan *stretch[M], stretches), make(chan *stretch[M], stretches), make(chan struct{})
	for range stretches {
		free <- &stretch[M]{tape: newTape()}
	}
	var reader sync.WaitGroup
	defer reader.Wait()
	defer close(stop)
	reader.Go(func() {
		debug.SetPanicOnFault(true) // as on the caller's goroutine
		for told := 0; ; {
			select {
			case <-stop:
				return
			case b := <-free:
				told = b.tryRead(d, told)
				if full <- b; b.last {
					return
				}
			}
		}
	})
	for {
		b := <-full
		if b.panicked != nil {
			panic(b.panicked)
		}
		if !play(b) || b.last {
			return
		}
		free <- b
	}
}

// tryRead is like read, but keeps a panic for the other goroutine.
func (b *stretch[M]) tryRead(d recorder[M], told int) int {
	defer func() {
		if b.panicked = recover(); b.panicked != nil {
			b.last = true
		}
	}()
	return b.read(d, told)
}

// read reads the next blocks into the stretch. told is the known amount of the decoder's damage; read returns the new
// number.
func (b *stretch[M]) read(d recorder[M], told int) int {
	b.tape.Clear()
	b.ends, b.damage = b.ends[:0], b.damage[:0]
	for start := d.Offset(); len(b.ends) < stretchBlocks && d.Offset()-start < stretchBytes; {
		if b.last = d.Record(b.tape) == io.EOF; b.last {
			break
		}
		b.damage = append(b.damage, d.Damage()[told:]...)
		told = len(d.Damage())
		b.ends = append(b.ends, blockEnd{len(b.tape.Messages()), len(b.damage), d.Offset()})
	}
	return told
}
