package recording

import (
	"sync"
	"sync/atomic"

	"fragscope/formats/base/fault"
)

// pipeline passes the data given to the recorder on to the store, which fills the recording, in batches and in order.
// Either the recorder's goroutine stores the batches, or others do so in the background. In that case batches are
// recycled, and the recorder's goroutine helps whenever all of them are waiting to be stored.
type pipeline struct {
	store *store
	now   *batch
	// size is the number of frames that are passed on together. It starts at one, as users wait for the first frame,
	// and grows to most. ops limits everything else in a batch, as a demo may contain much data between two frames.
	size, most, ops int

	full   chan *batch // to be stored; nil if the recorder's goroutine stores everything
	work   chan func() // has at least one call of storeOne for each batch in full
	shared bool        // others take from work
	runs   bool        // otherwise, a goroutine of the pipeline's own does
	free   spareBatches
	failed atomic.Bool
	ended  bool // the recorder has finished

	storing sync.Mutex // held from taking a batch out of full until it is stored
	err     error      // why the store stopped early
}

const (
	// pipelineBatches is large enough for the recorder's goroutine to get so far ahead that it seldom has to help.
	pipelineBatches = 12
	// pipelineFrames is the number of frames in a batch. The code that simulates and the code that stores do not
	// both fit into a processor's instruction cache, and waking another goroutine takes as long as storing a few
	// frames.
	pipelineFrames = 256
	pipelineOps    = 2048
	pipelineRows   = 1024 // of players, entities and movers, in whole frames
)

// Batch makes the recorder store frames in batches, which is faster. If overlap is set, the batches are stored on
// another goroutine. Without Batch, each frame is in the recording by the time [Recorder.Frame] returns. Batch must be
// called before anything is recorded.
func (b *Recorder) Batch(overlap bool) {
	p := b.pipeline
	p.most, p.ops = pipelineFrames, pipelineOps
	if overlap {
		p.full, p.work, p.free.unmade = make(chan *batch, pipelineBatches), make(chan func(), pipelineBatches),
			pipelineBatches-1
	}
}

// Work returns a channel of functions that other goroutines may receive and call to help the recorder. Finish calls any
// functions that nobody receives. The channel is nil unless [Recorder.Batch] was called with overlap set. If Work is
// not called before the first frame, the recorder starts a goroutine of its own.
func (b *Recorder) Work() <-chan func() {
	b.pipeline.shared = true
	return b.pipeline.work
}

// storeOne stores the oldest waiting batch. It reports false if there is none.
func (p *pipeline) storeOne() bool {
	p.storing.Lock()
	defer p.storing.Unlock()
	select {
	case t := <-p.full:
		if p.err == nil {
			p.err = fault.Guard(func() error {
				p.store.play(t)
				return nil
			})
			p.failed.Store(p.err != nil)
		}
		p.free.give(t)
		return true
	default:
		return false
	}
}

// spareBatches holds the empty batches. The one emptied last is reused first, while it is in the processor's cache, and
// no more are allocated than are needed at a time.
type spareBatches struct {
	mu     sync.Mutex
	list   []*batch
	unmade int // how many more may be allocated
}

// give empties a batch and adds it.
func (s *spareBatches) give(t *batch) {
	t.empty()
	s.mu.Lock()
	s.list = append(s.list, t)
	s.mu.Unlock()
}

// take returns a spare batch, or a new one with the given room, or nil if there is none and no more may be allocated.
func (s *spareBatches) take(room batchRoom) (t *batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.list) - 1; last >= 0 {
		t, s.list = s.list[last], s.list[:last]
		return t
	}
	if s.unmade == 0 {
		return nil
	}
	s.unmade--
	return room.batch()
}

// call makes the store call do after everything passed to it so far.
func (p *pipeline) call(do func(*store)) {
	p.now.calls = append(p.now.calls, do)
	p.put(opCall)
}

// put adds an operation to the batch and passes the batch on if it is full.
func (p *pipeline) put(o op) {
	t := p.now
	t.ops = append(t.ops, o)
	if len(t.frames) >= p.size || len(t.ops) >= p.ops || t.rowCount() >= pipelineRows {
		p.flush()
	}
}

// flush passes the batch on to the store.
func (p *pipeline) flush() {
	if len(p.now.ops) == 0 {
		return
	}
	awaited := p.size < p.most
	if len(p.now.frames) >= p.size {
		p.size = min(2*p.size, p.most)
	}
	if p.full == nil {
		defer p.now.empty() // even if the store panics
		p.store.play(p.now)
		return
	}
	room := roomOf(p.now)
	p.full <- p.now
	if awaited {
		p.storeOne()
	} else {
		p.offer()
	}
	for p.now = p.free.take(room); p.now == nil; p.now = p.free.take(room) {
		p.storeOne()
	}
}

// offer offers a batch to be stored by others.
func (p *pipeline) offer() {
	if !p.shared && !p.runs {
		p.runs = true
		go func() {
			for store := range p.work {
				store()
			}
		}()
	}
	select {
	case p.work <- func() { p.storeOne() }:
	default: // work has room for a call for each batch there can be
	}
}

// drain stores everything not stored yet, including batches offered to others.
func (p *pipeline) drain() {
	p.flush()
	for p.full != nil && p.storeOne() {
	}
}

// end stores everything not stored yet. It returns the error that prevented some of it from being stored.
func (p *pipeline) end() error {
	if !p.ended {
		p.ended = true
		p.drain()
		if p.runs {
			close(p.work)
		}
	}
	return p.err
}
