package quake3

import (
	"cmp"
	"context"
	"io"
	"sync"
)

const (
	// batchBytes and batchBlocks bound what a goroutine parses at a time, and
	// with it the memory in use.
	batchBytes  = 32 << 10
	batchBlocks = 128
	// serialBlocks is how many blocks a single goroutine parses before it delivers them. The code that parses and the code that
	// handles do not fit into a processor's cache for instructions together: taking turns costs more than the decoding.
	serialBlocks = 32
	// sequential is how many blocks are read one by one where the parallel way
	// stopped, so that a file full of damage does not start goroutines for each.
	sequential = 256
)

// All reads the rest of the demo, as calling [Decoder.Next] to the end does,
// but parses some blocks ahead, on several goroutines if workers
// is more than one. h is called by the calling goroutine only,
// in the order of the file. It returns the error of ctx when that is done
// before the end, else nil. Memory is bounded by the number of workers.
func (d *Decoder) All(ctx context.Context, h Handler, workers int) error {
	for {
		switch {
		case d.done:
		case workers > 1:
			d.parallel(ctx, h, workers)
		default:
			d.serial(ctx, h)
		}
		for range sequential {
			if err := ctx.Err(); err != nil {
				return err
			}
			if d.Next(h) == io.EOF {
				return nil
			}
		}
	}
}

// serial is parallel without goroutines.
func (d *Decoder) serial(ctx context.Context, h Handler) {
	var b batch
	for !b.failed && ctx.Err() == nil {
		b.start, b.end = d.pos, d.scanBatch(d.pos, serialBlocks)
		if b.end == b.start {
			return
		}
		d.readBatch(&d.codec, &b)
		d.pos = b.end
		d.deliver(&b.tape, h)
	}
}

// batch is a row of blocks and what was parsed of them.
type batch struct {
	start, end int
	failed     bool // the block at end does not decode
	panicked   any
	tape       tape
	parsed     chan struct{}
}

// parallel reads blocks until the end, an end block, damage or the end of ctx,
// and leaves d there. A panic of a goroutine becomes the caller's, who can
// recover from it.
func (d *Decoder) parallel(ctx context.Context, h Handler, workers int) {
	n := 2*workers + 1
	free, work, ordered := make(chan *batch, n), make(chan *batch, n), make(chan *batch, n)
	stop := make(chan struct{})
	for range n {
		free <- &batch{parsed: make(chan struct{}, 1)}
	}
	var wait sync.WaitGroup
	var scanPanicked any
	wait.Go(func() {
		defer func() { scanPanicked = recover() }()
		d.scan(d.pos, free, work, ordered, stop)
	})
	for range workers {
		c := codec{p: d.codec.p, shift: d.codec.shift}
		wait.Go(func() {
			for b := range work {
				d.tryBatch(&c, b)
				b.parsed <- struct{}{}
			}
		})
	}
	stopped := false
	var panicked any
	for b := range ordered {
		<-b.parsed
		if stopped {
			continue
		}
		if panicked = b.panicked; panicked != nil {
			stopped = true
			close(stop)
			continue
		}
		d.pos = b.end
		d.deliver(&b.tape, h)
		if b.failed || ctx.Err() != nil {
			stopped = true
			close(stop)
		}
		free <- b
	}
	wait.Wait()
	if panicked = cmp.Or(panicked, scanPanicked); panicked != nil {
		panic(panicked)
	}
}

// scan finds blocks by their headers from pos on and hands them out in
// batches.
func (d *Decoder) scan(pos int, free <-chan *batch, work, ordered chan<- *batch, stop <-chan struct{}) {
	defer close(ordered)
	defer close(work)
	for {
		end := d.scanBatch(pos, batchBlocks)
		if end == pos {
			return
		}
		select {
		case <-stop:
			return
		case b := <-free:
			b.start, b.end = pos, end
			ordered <- b
			work <- b
		}
		pos = end
	}
}

// scanBatch returns the end of the batch of up to some blocks that starts at pos.
func (d *Decoder) scanBatch(pos, blocks int) int {
	start := pos
	for n := 0; n < blocks && pos-start < batchBytes; n++ {
		h, ok := d.header(pos)
		if !ok || !d.sane(pos, h) || d.tail.Growing() && pos+2*blockHeader+int(h.length) > len(d.data) {
			break
		}
		pos += blockHeader + int(h.length)
	}
	return pos
}

// tryBatch is readBatch that keeps a panic for another goroutine.
func (d *Decoder) tryBatch(c *codec, b *batch) {
	defer func() { b.panicked = recover() }()
	d.readBatch(c, b)
}

// readBatch reads the blocks of b up to one that does not decode.
func (d *Decoder) readBatch(c *codec, b *batch) {
	b.tape.reset()
	b.failed = false
	for pos := b.start; pos < b.end; {
		h, _ := d.header(pos)
		if d.readWith(c, &b.tape, pos, h) != nil {
			b.end, b.failed = pos, true
			return
		}
		pos += blockHeader + int(h.length)
	}
}
