package recording

import (
	"sync"
	"sync/atomic"

	"fragscope/formats/base/fault"
)

// pipeline is the way from a recorder to the store that fills its recording: what the recorder was told goes there in batches, in the
// order in which it came. The recorder's goroutine stores them, or others do while it is told more; then batches go round, and where
// all are waiting to be stored, the recorder's goroutine helps.
type pipeline struct {
	store *store
	now   *batch
	// size is how many frames are passed on together, up to most; it begins with one, as somebody waits for that. ops bounds what else
	// is in a batch, as a demo may tell of much between two frames.
	size, most, ops int

	full   chan *batch // to be stored; nil if others store nothing
	work   chan func() // at least one call of storeOne for each in full
	shared bool        // others take from work
	runs   bool        // if not, a goroutine of the pipeline's own
	free   spareBatches
	failed atomic.Bool
	ended  bool // all is told

	storing sync.Mutex // from when a batch is taken out of full up to when it is stored
	err     error      // why the store ended early
}

const (
	// pipelineBatches lets the recorder's goroutine be ahead by so much that it seldom has to help.
	pipelineBatches = 12
	// pipelineFrames are the frames of a batch: the code that simulates and the code that stores do not fit into a processor's cache for
	// instructions together, and waking another goroutine takes as long as storing some frames.
	pipelineFrames = 128
	pipelineOps    = 1024
	pipelineRows   = 512 // of players, entities and movers, in whole frames
)

// Batch has frames stored many at a time, which is faster, with overlap by another goroutine. Without it, each is in the recording
// when Frame returns. It is called before anything is recorded.
func (b *Recorder) Batch(overlap bool) {
	p := b.pipeline
	p.most, p.ops = pipelineFrames, pipelineOps
	if overlap {
		p.full, p.work, p.free.unmade = make(chan *batch, pipelineBatches), make(chan func(), pipelineBatches), pipelineBatches-1
	}
}

// Work is what others can do for the recorder until Finish: functions to be called by goroutines that have time for them, in any number.
// What they do not do, the recorder's goroutine does in the end. It is nil if frames are stored without overlap. Where nobody asks for
// it before the first frame, the recorder has a goroutine of its own for that.
func (b *Recorder) Work() <-chan func() {
	b.pipeline.shared = true
	return b.pipeline.work
}

// storeOne stores the oldest batch, if there is one.
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

// spareBatches are those that are empty. The last one that was emptied is taken first, as it is in a processor's cache, and no more are
// made than are needed at a time.
type spareBatches struct {
	mu     sync.Mutex
	list   []*batch
	unmade int // how many more may be made
}

// give empties a batch and adds it.
func (s *spareBatches) give(t *batch) {
	t.empty()
	s.mu.Lock()
	s.list = append(s.list, t)
	s.mu.Unlock()
}

// take is a spare batch, or a new one with so much room; nil where there is none and no more may be made.
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

// call has the store do something.
func (p *pipeline) call(do func(*store)) {
	p.now.calls = append(p.now.calls, do)
	p.put(opCall)
}

// put notes what was added to the batch.
func (p *pipeline) put(o op) {
	t := p.now
	t.ops = append(t.ops, o)
	if len(t.frames) >= p.size || len(t.ops) >= p.ops || t.rowCount() >= pipelineRows {
		p.flush()
	}
}

// flush passes the batch on.
func (p *pipeline) flush() {
	if len(p.now.ops) == 0 {
		return
	}
	awaited := p.size < p.most
	if len(p.now.frames) >= p.size {
		p.size = min(2*p.size, p.most)
	}
	if p.full == nil {
		defer p.now.empty() // if the store panics, too
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

// offer has others store a batch.
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
	default: // it has a call for each batch that there can be
	}
}

// drain stores all that is not stored yet, also what others were offered.
func (p *pipeline) drain() {
	p.flush()
	for p.full != nil && p.storeOne() {
	}
}

// end stores what is not stored yet, and returns why not all is, if so.
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
