package quake3

import (
	"context"
	"io"
	"sync"
)

const (
	// batchBytes and batchBlocks bound what a goroutine parses at a time, and thereby the memory in use. Even a single
	// goroutine parses some blocks before it delivers them: the code that parses and the code that handles do not fit
	// together into a processor's instruction cache, so that alternating costs more than the decoding.
	batchBytes  = 32 << 10
	batchBlocks = 128
	// ahead is the number of batches for each goroutine: enough for the one that delivers while those that parse do
	// other work, such as storing what was delivered.
	ahead = 3
	// sequential is the number of blocks read one by one after parallel reading stopped, so that a file full of damage
	// does not start goroutines for each.
	sequential = 256
)

// All reads the rest of the demo and passes the same messages to h as repeated calls to [Decoder.Next] would. Blocks
// are parsed ahead of time on several goroutines, including the calling one; workers is the total number of these
// goroutines. h is called only on the calling goroutine, in file order. All returns nil at the end of the demo. If ctx
// is done first, it returns ctx.Err(). The memory use of All depends on workers, not on the size of the demo.
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

// deliverTried passes on what detection has read, which is still on the tape.
func (d *Decoder) deliverTried(h Handler) {
	if d.tried > d.pos {
		d.pos, d.tried = d.tried, 0
		d.deliver(&d.tape, h)
	}
}

// serial is parallel without goroutines.
func (d *Decoder) serial(ctx context.Context, h Handler) {
	d.deliverTried(h)
	for failed := false; !failed && ctx.Err() == nil; {
		start := d.pos
		d.tape.reset()
		for n := 0; n < batchBlocks && d.pos-start < batchBytes && !failed; n++ {
			head, ok := d.whole(d.pos)
			if !ok {
				break
			}
			if failed = d.readWith(&d.coder, &d.tape, d.pos, head) != nil; !failed {
				d.pos += blockHeader + int(head.length)
			}
		}
		if d.pos == start {
			return
		}
		d.deliver(&d.tape, h)
	}
}

// batch is a row of blocks and the messages parsed from them.
type batch struct {
	start, end int
	failed     bool // the block at end does not decode
	panicked   any
	tape       tape
	parsed     chan struct{}
}

// crew is the goroutines that parse batches and the one that also delivers them. An idle one parses the next batch, so
// that none waits for another as long as there is room, and few messages are delivered by another core than the one
// that read them.
type crew struct {
	d       *Decoder
	free    chan *batch // room for more
	ordered chan *batch // in the order of the file, parsed or not
	stop    chan struct{}

	mu    sync.Mutex // guards what follows, and the order
	pos   int        // where the next batch starts
	ended bool
	near  int  // up to where the data has been fetched
	sum   byte // of the bytes read to fetch, so that the compiler keeps the reads
}

// parallel reads blocks until the end, an end block, damage or the end of ctx, and leaves d there. A panic of a
// goroutine is passed to the caller, who can recover from it.
func (d *Decoder) parallel(ctx context.Context, h Handler, workers int) {
	n := ahead * workers
	w := crew{d: d, pos: max(d.pos, d.tried), free: make(chan *batch, n), ordered: make(chan *batch, n),
		stop: make(chan struct{})}
	for range n {
		w.free <- &batch{parsed: make(chan struct{}, 1)}
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	defer close(w.stop)
	for range workers - 1 {
		c := coder{p: d.coder.p, shift: d.coder.shift}
		wait.Go(func() { w.help(&c) })
	}
	d.deliverTried(h)
	for b := w.next(); b != nil; b = w.next() {
		if b.panicked != nil {
			panic(b.panicked)
		}
		d.pos = b.end
		d.deliver(&b.tape, h)
		if b.failed || ctx.Err() != nil {
			return
		}
		w.free <- b
	}
}

// help parses batches and does other work until all is delivered.
func (w *crew) help(c *coder) {
	free := w.free
	for {
		select {
		case <-w.stop:
			return
		case do := <-w.d.work:
			do()
		case b := <-free:
			if !w.parse(c, b) {
				free = nil
			}
		}
	}
}

// next returns the next batch to deliver, parsed; nil at the end.
func (w *crew) next() *batch {
	var b *batch
	for {
		if b == nil {
			select {
			case b = <-w.ordered:
			default:
			}
		}
		if b != nil {
			select {
			case <-b.parsed:
				return b
			default:
			}
		}
		if w.parseOne() {
			continue
		}
		if b == nil {
			// What was begun before the end is in order by now.
			select {
			case b = <-w.ordered:
			default:
				return nil
			}
		}
		select {
		case <-b.parsed:
			return b
		case do := <-w.d.work:
			do()
		}
	}
}

// parseOne parses a batch if there is room and one is left.
func (w *crew) parseOne() bool {
	select {
	case b := <-w.free:
		return w.parse(&w.d.coder, b)
	default:
		return false
	}
}

// parse claims the next batch, parses it to b, and reports whether there was one.
func (w *crew) parse(c *coder, b *batch) bool {
	if !w.claim(b) {
		return false
	}
	w.d.tryBatch(c, b)
	b.parsed <- struct{}{}
	return true
}

// claim makes b the next batch.
func (w *crew) claim(b *batch) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return false
	}
	w.fetch()
	end := w.d.scanBatch(w.pos)
	if end == w.pos {
		w.ended = true
		return false
	}
	b.start, b.end = w.pos, end
	w.pos = end
	w.ordered <- b
	return true
}

// fetch brings the next data into the processor's cache by reading a byte of each line: many lines arrive together,
// whereas [Decoder.scanBatch], which goes from header to header, would wait for each.
func (w *crew) fetch() {
	const line = 64
	if w.near > w.pos+batchBytes/2 {
		return
	}
	from := max(w.near, w.pos)
	w.near = min(from+batchBytes, len(w.d.data))
	for i := from; i < w.near; i += line {
		w.sum += w.d.data[i]
	}
}

// scanBatch returns the end of the batch that starts at pos.
func (d *Decoder) scanBatch(pos int) int {
	start := pos
	for n := 0; n < batchBlocks && pos-start < batchBytes; n++ {
		h, ok := d.whole(pos)
		if !ok {
			break
		}
		pos += blockHeader + int(h.length)
	}
	return pos
}

// whole returns the header at pos; ok is set if its block may be read ahead: it is complete, as is the next header if
// the demo is growing.
func (d *Decoder) whole(pos int) (header, bool) {
	h, ok := d.header(pos)
	ok = ok && d.sane(pos, h) && !(d.tail.Growing() && pos+2*blockHeader+int(h.length) > len(d.data))
	return h, ok
}

// tryBatch is readBatch, keeping a panic for another goroutine.
func (d *Decoder) tryBatch(c *coder, b *batch) {
	defer func() { b.panicked = recover() }()
	b.end, b.failed = d.readBatch(c, &b.tape, b.start, b.end)
}

// readBatch reads the blocks of data[pos:end] onto t, up to one that does not decode, and returns the offset at which
// it stopped.
func (d *Decoder) readBatch(c *coder, t *tape, pos, end int) (stop int, failed bool) {
	t.reset()
	for pos < end {
		h, _ := d.header(pos)
		if d.readWith(c, t, pos, h) != nil {
			return pos, true
		}
		pos += blockHeader + int(h.length)
	}
	return end, false
}
