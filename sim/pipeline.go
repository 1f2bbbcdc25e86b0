package sim

import (
	"sync"
	"sync/atomic"

	"fragscope/sim/fault"
)

// pipeline is the way from a recorder to the store that fills its recording: what the recorder was told goes there in batches, in the
// order in which it came. The store works on the recorder's goroutine or on one of its own; then batches go round, and who drives the
// recorder waits where the store is behind by all of them.
type pipeline struct {
	store *store
	now   *batch
	// size is how many frames are passed on together, up to most; it begins with one, as somebody waits for that. ops bounds what else
	// is in a batch, as a demo may tell of much between two frames.
	size, most, ops int

	full   chan *batch   // nil if the store has no goroutine of its own
	free   *spareBatches // likewise
	done   chan struct{} // closed when the store has ended
	failed atomic.Bool
	ended  bool  // all is told
	err    error // why the store ended early; to be read when it has
}

const (
	// pipelineBatches lets the two goroutines be apart by so much that they seldom wait for each other, though on two cores the one that
	// stores takes turns with one that reads ahead.
	pipelineBatches = 32
	// pipelineFrames are the frames of a batch: the code that simulates and the code that stores do not fit into a processor's cache for
	// instructions together, and waking the other goroutine takes as long as storing some frames.
	pipelineFrames = 64
	pipelineOps    = 1024
	pipelineRows   = 256 // of players, entities and movers, in whole frames
)

// Batch has frames stored many at a time, which is faster, with overlap by a goroutine of its own. Without it, each is in the recording
// when Frame returns. It is called before anything is recorded.
func (b *Recorder) Batch(overlap bool) {
	p := b.pipeline
	p.most, p.ops = pipelineFrames, pipelineOps
	if !overlap {
		return
	}
	p.full, p.free, p.done = make(chan *batch, pipelineBatches), newSpareBatches(pipelineBatches-1), make(chan struct{})
	go p.run()
}

// run stores batches.
func (p *pipeline) run() {
	defer close(p.done)
	p.err = fault.Guard(func() error {
		for t := range p.full {
			p.store.play(t)
			p.free.give(t)
		}
		return nil
	})
	if p.err != nil {
		p.failed.Store(true)
		for t := range p.full {
			p.free.give(t)
		}
	}
}

// spareBatches are those that are empty. The last one that was emptied is taken first, as it is in a processor's cache, and no more are
// made than are needed at a time.
type spareBatches struct {
	mu     sync.Mutex
	given  sync.Cond
	list   []*batch
	unmade int // how many more may be made
}

func newSpareBatches(most int) *spareBatches {
	s := &spareBatches{unmade: most}
	s.given.L = &s.mu
	return s
}

// give empties a batch and adds it.
func (s *spareBatches) give(t *batch) {
	t.empty()
	s.mu.Lock()
	s.list = append(s.list, t)
	s.mu.Unlock()
	s.given.Signal()
}

// take waits for a spare batch, or makes one with so much room.
func (s *spareBatches) take(room batchRoom) (t *batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.list) == 0 && s.unmade == 0 {
		s.given.Wait()
	}
	if last := len(s.list) - 1; last >= 0 {
		t, s.list = s.list[last], s.list[:last]
		return t
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
	p.now = p.free.take(room)
}

// end waits until all is stored, and returns why it is not, if so.
func (p *pipeline) end() error {
	if !p.ended {
		p.ended = true
		p.flush()
		if p.full != nil {
			close(p.full)
			<-p.done
		}
	}
	return p.err
}
