package sim

import (
	"slices"
	"sync/atomic"
	"time"

	"fragscope/sim/fault"
)

// pipeline has a recorder's work done by another goroutine than the one that drives it: what the recorder is told is kept in
// batches, in the order in which it came, and a second recorder, which fills the recording, is told the same. So the recording
// is what one goroutine makes. Batches go round: who drives the recorder waits where the other is behind by all of them.
type pipeline struct {
	store      *Recorder
	now        *batch
	free, full chan *batch
	size       int           // frames of a batch; it begins with one, as somebody waits for that
	done       chan struct{} // closed when the store has ended
	failed     atomic.Bool
	ended      bool  // all is told
	err        error // why the store ended early; to be read when it has

	// What the recorder is asked for, as it will be when all is stored.
	header      Header
	level       Level // the present one
	levels      int
	newLevel    bool
	wholeFrames int // that are handed over with all rows, as a level begins
}

const (
	pipelineBatches = 16
	pipelineFrames  = 64   // of a batch: waking the other goroutine takes as long as storing some frames
	pipelineOps     = 1024 // of a batch; a demo may tell of much between two frames
)

// Overlap has the recording filled by a goroutine of its own. It is called before anything is recorded.
func (b *Recorder) Overlap() {
	store := *b
	store.interned = newInterner()
	store.written.entities.bases = &store.interned.bases
	b.r.tables = store.interned.tables
	p := &pipeline{store: &store, now: new(batch), free: make(chan *batch, pipelineBatches), full: make(chan *batch, pipelineBatches),
		size: 1, done: make(chan struct{}), header: b.r.Header()}
	for range pipelineBatches - 1 {
		p.free <- new(batch)
	}
	b.pipeline = p
	go p.run()
}

// run stores batches.
func (p *pipeline) run() {
	defer close(p.done)
	p.err = fault.Guard(func() error {
		for t := range p.full {
			t.play(p.store)
			t.empty()
			p.free <- t
		}
		return nil
	})
	if p.err != nil {
		p.failed.Store(true)
		for t := range p.full {
			t.empty()
			p.free <- t
		}
	}
}

// batch is what a recorder was told, in the order of ops.
type batch struct {
	ops      []op
	events   []Event
	effects  []Effect
	calls    []func(*Recorder)
	frames   []batchFrame
	heads    []Frame // without rows, of the frames that have another head than the one before
	players  news
	entities []FrameEntity
	movers   []FrameMover
	changed  []int32
}

// op is a kind of thing that a recorder is told; the next of its list.
type op uint8

const (
	opEvent op = iota
	opEffect
	opCall
	opFrame
)

// batchFrame is a frame whose head and rows are in its batch: so many rows, behind those of the frame before.
type batchFrame struct {
	time, clock, match        time.Duration
	sameHead                  bool // the head of the frame before but for the times
	changedKnown, sameMovers  bool
	entities, movers, changed int32
	players                   newsCount
}

// empty makes room for what comes next.
func (t *batch) empty() {
	clear(t.calls)
	*t = batch{t.ops[:0], t.events[:0], t.effects[:0], t.calls[:0], t.frames[:0], t.heads[:0], t.players.empty(), t.entities[:0], t.movers[:0],
		t.changed[:0]}
}

// play replays the batch to a recorder.
func (t *batch) play(b *Recorder) {
	var events, effects, calls int
	frames := batchReader{batch: t, players: newsReader{news: &t.players}}
	for _, o := range t.ops {
		switch o {
		case opEvent:
			b.Event(t.events[events])
			events++
		case opEffect:
			b.Effect(t.effects[effects])
			effects++
		case opCall:
			t.calls[calls](b)
			calls++
		case opFrame:
			frames.play(b)
		}
	}
}

// batchReader reads the frames of a batch.
type batchReader struct {
	*batch
	frame, head               int // the next
	entities, movers, changed int32
	players                   newsReader
}

// play replays the next frame to a recorder.
func (t *batchReader) play(b *Recorder) {
	o := &t.frames[t.frame]
	t.frame++
	if !o.sameHead {
		t.head++
	}
	f := &t.heads[t.head-1]
	f.Time, f.Clock, f.Match, f.ChangedKnown, f.SameMovers = o.time, o.clock, o.match, o.changedKnown, o.sameMovers
	b.lineup.take(&t.players, o.players)
	f.Entities, t.entities = t.batch.entities[t.entities:t.entities+o.entities], t.entities+o.entities
	f.Movers, t.movers = t.batch.movers[t.movers:t.movers+o.movers], t.movers+o.movers
	f.Changed, t.changed = t.batch.changed[t.changed:t.changed+o.changed], t.changed+o.changed
	b.sameHead = o.sameHead
	b.frame(f)
}

// call has the store do something.
func (p *pipeline) call(do func(*Recorder)) {
	p.now.calls = append(p.now.calls, do)
	p.put(opCall)
}

func (p *pipeline) event(e Event) {
	p.now.events = append(p.now.events, e)
	p.put(opEvent)
}

func (p *pipeline) effect(e Effect) {
	p.now.effects = append(p.now.effects, e)
	p.put(opEffect)
}

func (p *pipeline) put(o op) {
	p.now.ops = append(p.now.ops, o)
	if len(p.now.ops) >= pipelineOps {
		p.flush()
	}
}

// flush hands the batch over.
func (p *pipeline) flush() {
	if len(p.now.ops) == 0 {
		return
	}
	p.full <- p.now
	p.now = <-p.free
}

// end waits until all is stored, and returns why it is not, if so.
func (p *pipeline) end() error {
	if !p.ended {
		p.ended = true
		p.flush()
		close(p.full)
		<-p.done
	}
	return p.err
}

// startLevel is [Recorder.Level] for what the recorder is asked for.
func (p *pipeline) startLevel(l Level) {
	p.wholeFrames = 2
	if p.newLevel {
		p.levels--
	}
	if p.newLevel = p.levels < maxLevels; p.newLevel {
		p.level = l
		p.levels++
	}
}

// editLevel is [Recorder.EditLevel]: the change is made here, as it may read what is not for another goroutine.
func (p *pipeline) editLevel(edit func(*Level)) {
	if p.levels == 0 {
		return
	}
	edit(&p.level)
	edited := p.level
	p.call(func(b *Recorder) {
		b.EditLevel(func(l *Level) {
			edited.Index, edited.Start, edited.End, edited.Chapters = l.Index, l.Start, l.End, l.Chapters
			*l = edited
		})
	})
}

// frame copies what the store has to look at of a frame that a recorder has seen.
func (p *pipeline) frame(f *Frame, b *Recorder) {
	if p.levels == 0 {
		p.startLevel(Level{})
	}
	p.newLevel = false
	t := p.now
	o := batchFrame{time: f.Time, clock: f.Clock, match: f.Match, sameHead: b.sameHead && len(t.frames) > 0,
		changedKnown: f.ChangedKnown, sameMovers: f.SameMovers, players: t.players.add(&b.lineup)}
	if !o.sameHead {
		t.heads = append(t.heads, *f)
	}
	if b.frames%chunkFrames == 0 || p.wholeFrames > 0 {
		o.changedKnown, o.sameMovers = false, false
		p.wholeFrames = max(p.wholeFrames-1, 0)
	}
	if !o.sameMovers {
		t.movers, o.movers = append(t.movers, f.Movers...), int32(len(f.Movers))
	}
	if !o.changedKnown {
		t.entities, o.entities = append(t.entities, f.Entities...), int32(len(f.Entities))
	} else {
		before := len(t.entities)
		t.entities = appendChanged(t.entities, f)
		o.entities, o.changed = int32(len(t.entities)-before), int32(len(f.Changed))
		t.changed = append(t.changed, f.Changed...)
	}
	t.frames = append(t.frames, o)
	p.put(opFrame)
	if len(p.now.frames) >= p.size {
		p.size = min(2*p.size, pipelineFrames)
		p.flush()
	}
}

// appendChanged appends the entities that changed and are there, ascending by number.
func appendChanged(to []FrameEntity, f *Frame) []FrameEntity {
	slices.Sort(f.Changed)
	f.Changed = slices.Compact(f.Changed)
	at := 0
	for _, n := range f.Changed {
		var e *FrameEntity
		if e, at = f.entity(n, at); e != nil {
			to = append(to, *e)
		}
	}
	return to
}
