package sim

import (
	"errors"
	"slices"
	"time"

	"fragscope/formats/damage"
)

// Recorder builds a [Recording]. A game's adapter drives it from one goroutine: a
// Level before its first Frame, the Events and Effects of a snapshot before or after
// its Frame, at last Finish.
type Recorder struct {
	r        *Recording
	interned interner
	written  written
	lineup   lineup
	head     Frame // the previous frame, whose rows are not to be read
	sameHead bool  // the frame shows the same as that beside its rows and times
	frames   int
	last     time.Duration
	block    []byte // where chunks are written, one behind the other
	open     int    // start of the unfinished chunk in block
	whole    bool   // the frame begins a chunk
	pause    func() // after each frame; may be nil
	levels   []Level
	level    int
	newLevel bool
	noLerp   bool // nothing leads from the frame before to the next
	// published is set if readers have the levels as they are, else changes counts how often they changed since.
	published  bool
	changes    int
	eventCount int
	reach      float32                        // in units; see Reach
	most       struct{ events, profiles int } // that are kept; 0 for no bound
	texts      Texts
	more       func(have int) (data []byte, last bool)
	parts      Parts                                                     // that are kept
	left       struct{ levels, chapters, events, profiles, places bool } // it was told that some are left out
	pipeline   *pipeline                                                 // if set, another recorder fills the recording
}

// NewRecorder returns a recorder and the recording that it fills.
func NewRecorder(h Header) (*Recorder, *Recording) {
	b := &Recorder{interned: newInterner(), level: -1, reach: worldLimit}
	b.written.entities.bases = &b.interned.bases
	b.r = &Recording{
		header:   h,
		tables:   b.interned.tables,
		effects:  newEffectList(),
		first:    make(chan struct{}),
		finished: make(chan struct{}),
		cancel:   make(chan struct{}),
	}
	b.Keep(AllParts)
	return b, b.r
}

// Texts gives the text of a key of a game's translations, in the user's language; ok is false where there is none.
type Texts func(key string) (text string, ok bool)

// SetTexts gives the adapter the game's translations.
func (b *Recorder) SetTexts(t Texts) { b.texts = t }

// Texts are the game's translations, nil where there are none.
func (b *Recorder) Texts() Texts { return b.texts }

// Cancelled is closed when the recording's reader asked to stop loading.
func (b *Recorder) Cancelled() <-chan struct{} { return b.r.cancel }

// Pause has f called after each frame, on the goroutine that drives the recorder: where there is one thread for all, reading
// lets others have it there.
func (b *Recorder) Pause(f func()) { b.pause = f }

// Follow has the adapter read a demo that is still growing: more is its decoder's [fragscope/formats/wire.More].
func (b *Recorder) Follow(more func(have int) (data []byte, last bool)) { b.more = more }

// More is what Follow set, nil for a demo that is there in full.
func (b *Recorder) More() func(have int) (data []byte, last bool) {
	if b.more == nil || b.pipeline == nil {
		return b.more
	}
	return func(have int) ([]byte, bool) {
		b.pipeline.flush() // more may be long in coming
		return b.more(have)
	}
}

// Frames is the number of frames stored so far.
func (b *Recorder) Frames() int { return b.frames }

// SetHeader replaces what is known about the demo as a whole.
func (b *Recorder) SetHeader(h Header) {
	if p := b.pipeline; p != nil {
		p.header = h
		p.call(func(b *Recorder) { b.SetHeader(h) })
		return
	}
	b.r.mu.Lock()
	b.r.header = h
	b.r.mu.Unlock()
}

// SetWitnesses says which recordings this one is made of.
func (b *Recorder) SetWitnesses(list []Witness) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.SetWitnesses(list) })
		return
	}
	b.r.mu.Lock()
	b.r.witnesses = list
	b.r.mu.Unlock()
}

// Header is what SetHeader or NewRecorder last set.
func (b *Recorder) Header() Header {
	if b.pipeline != nil {
		return b.pipeline.header
	}
	return b.r.Header()
}

// No recording of a game has more than these; what a forged one has beyond is
// left out.
const (
	maxLevels   = 1024
	maxChapters = 2048
	maxRoster   = 2048
)

// Level starts a new level with the next frame. Index, Start and End are set
// by the recorder.
func (b *Recorder) Level(l Level) {
	if p := b.pipeline; p != nil {
		p.startLevel(l)
		p.call(func(b *Recorder) { b.Level(l) })
		return
	}
	if b.newLevel { // the level before had no frame: it never was
		b.levels = b.levels[:len(b.levels)-1]
	}
	if len(b.levels) == maxLevels {
		b.noLerp = true
		b.leaveOut(&b.left.levels, "levels")
		return
	}
	b.newLevel, b.published = true, true
	l.Index, l.Start, l.End = len(b.levels), b.last, b.last
	b.levels = append(b.levels, l)
	b.level = l.Index
}

// EditLevel changes what is known of the present level; nothing happens
// before the first.
func (b *Recorder) EditLevel(edit func(*Level)) {
	if b.pipeline != nil {
		b.pipeline.editLevel(edit)
		return
	}
	if len(b.levels) == 0 {
		return
	}
	l := b.levels[len(b.levels)-1]
	if b.published { // readers have the chapters
		l.Chapters = slices.Clone(l.Chapters)
		b.published = false
	}
	edit(&l)
	b.levels[len(b.levels)-1] = l
	b.publishSoon()
}

// publishSoon publishes the levels, but of many not after each change.
func (b *Recorder) publishSoon() {
	const each = 16 // levels and chapters that are published for each change
	b.changes++
	if n := len(b.levels); n == 0 || each*b.changes >= n+len(b.levels[n-1].Chapters) {
		b.publishLevels()
	}
}

// Chapter ends the present chapter of the level at t and starts another; one
// without a name only ends it. A chapter that lasted no time is none.
func (b *Recorder) Chapter(name string, kind EventKind, t time.Duration) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Chapter(name, kind, t) })
		return
	}
	b.EditLevel(func(l *Level) {
		if n := len(l.Chapters); n > 0 && l.Chapters[n-1].End == 0 {
			if l.Chapters[n-1].End = t; l.Chapters[n-1].Start == t && name != "" {
				l.Chapters = l.Chapters[:n-1]
			}
		}
		switch {
		case name == "":
		case len(l.Chapters) < maxChapters:
			l.Chapters = append(l.Chapters, Chapter{Name: name, Start: t, Kind: kind})
		default:
			b.leaveOut(&b.left.chapters, "chapters")
		}
	})
}

// publishLevels hands readers a copy of the levels as they are now.
func (b *Recorder) publishLevels() {
	out := slices.Clone(b.levels)
	if b.newLevel && len(out) > 0 {
		out = out[:len(out)-1]
	}
	for i := range out {
		l := &out[i]
		if i == len(out)-1 {
			l.End = b.last
		}
		if n := len(l.Chapters); n > 0 && l.Chapters[n-1].End == 0 {
			l.Chapters = slices.Clone(l.Chapters)
			l.Chapters[n-1].End = l.End
		}
	}
	b.published, b.changes = true, 0
	b.r.mu.Lock()
	b.r.levels = out
	b.r.mu.Unlock()
}

// Limit bounds what is kept of a demo of so many bytes: more events or names than fit into them are forged. Without it there
// is no bound.
func (b *Recorder) Limit(bytes int) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Limit(bytes) })
	}
	const (
		few          = 1 << 12
		eventBytes   = 128 // of a demo, for each event
		profileBytes = 1024
	)
	b.most.events, b.most.profiles = few+bytes/eventBytes, few+bytes/profileBytes
}

// leaveOut notes, once, that not all of something is kept.
func (b *Recorder) leaveOut(told *bool, what string) {
	if !*told {
		*told = true
		b.Damage(damage.Damage{Time: b.last, What: "there are more " + what + " than any game has: from here on they are left out"})
	}
}

// Event adds an event; one that lies before the last one's time is moved there.
func (b *Recorder) Event(e Event) {
	if b.pipeline != nil {
		b.pipeline.event(e)
		return
	}
	if b.most.events > 0 && b.eventCount >= b.most.events {
		b.leaveOut(&b.left.events, "events")
		return
	}
	b.eventCount++
	if e.HasOrigin && !b.inWorld(&e.Origin) {
		b.placeDamage()
		e.Origin, e.HasOrigin = Vec3{}, false
	}
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	if n := len(b.r.events); n > 0 && e.Time < b.r.events[n-1].Time {
		e.Time = b.r.events[n-1].Time
	}
	b.r.events = append(b.r.events, e)
	b.r.roster.event(&e)
}

// Effect adds something brief. Effects should come in about the order of
// their starts.
func (b *Recorder) Effect(e Effect) {
	if b.pipeline != nil {
		b.pipeline.effect(e)
		return
	}
	if !b.inWorld(&e.Origin) || !b.inWorld(&e.To) {
		b.placeDamage()
		return
	}
	if !b.Keeps(Effects) {
		return
	}
	b.r.mu.Lock()
	b.r.effects.add(e)
	b.r.mu.Unlock()
}

// Damage adds a place where the demo is damaged.
func (b *Recorder) Damage(d damage.Damage) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Damage(d) })
		return
	}
	b.r.mu.Lock()
	b.r.damage = damage.Append(b.r.damage, d)
	b.r.mu.Unlock()
}

// Gap adds a place where something is missing between what was read and what comes next; its time is that of the last frame.
func (b *Recorder) Gap(d damage.Damage) {
	d.Time = b.last
	b.Damage(d)
	b.Event(Event{Time: b.last, Kind: EventDamage, Text: PlainText(d.What)})
}

// Progress says which share of the demo was read, 0 to 1.
func (b *Recorder) Progress(share float64) {
	if b.pipeline != nil {
		b.pipeline.call(func(b *Recorder) { b.Progress(share) })
		return
	}
	b.r.mu.Lock()
	b.r.share = min(max(share, 0), 1)
	b.r.mu.Unlock()
}

// ErrEmpty is the error of a recording without a snapshot.
var ErrEmpty = errors.New("the demo holds no snapshot that could be read")

// Finish ends loading; err is why it ended early, or nil. It is [ErrEmpty] where there
// is no snapshot, if nobody asked to stop.
func (b *Recorder) Finish(err error) {
	if p := b.pipeline; p != nil {
		if failed := p.end(); failed != nil {
			err = failed
		}
		p.store.Finish(err)
		return
	}
	if err == nil && b.frames == 0 {
		select {
		case <-b.r.cancel:
		default:
			err = ErrEmpty
		}
	}
	b.publishLevels()
	b.r.mu.Lock()
	b.trim()
	b.r.err = err
	if err == nil {
		b.r.share = 1
	}
	b.r.mu.Unlock()
	if b.frames == 0 {
		close(b.r.first)
	}
	close(b.r.finished)
}

// trim gives back what memory is left over for what does not come any more.
func (b *Recorder) trim() {
	r := b.r
	r.times, r.events, r.chunks = slices.Clone(r.times), slices.Clone(r.events), slices.Clone(r.chunks)
	r.effects.rows, r.effects.packed = slices.Clone(r.effects.rows), slices.Clone(r.effects.packed)
	for i := range r.paths.list {
		p := &r.paths.list[i]
		p.packed, p.points = slices.Clone(p.packed), slices.Clone(p.points)
	}
	for i, list := range r.absences.levels {
		r.absences.levels[i] = slices.Clone(list)
	}
	r.hits, r.match.list, r.tables.bases = slices.Clone(r.hits), slices.Clone(r.match.list), slices.Clone(r.tables.bases)
	r.statistics = statistics{list: slices.Clone(r.statistics.list)}
	// The last block is full to a part only.
	size, first := 0, len(r.chunks)
	for first > 0 && size+len(r.chunks[first-1]) <= len(b.block) {
		first--
		size += len(r.chunks[first])
	}
	last := make([]byte, 0, size)
	for i := first; i < len(r.chunks); i++ {
		last = append(last, r.chunks[i]...)
		r.chunks[i] = last[len(last)-len(r.chunks[i]):]
	}
	b.block, b.written = nil, written{}
}

// publishFrames is after how many frames readers see how far the level has come, if not before.
const publishFrames = 64

// maxKey bounds slots and entity numbers.
const maxKey = 1<<16 - 2

// Frame stores the state at a snapshot.
func (b *Recorder) Frame(f *Frame) {
	if f.Time < b.last {
		f.Time = b.last
	}
	if b.sameHead = b.frames > 0 && sameHead(f, &b.head); !b.sameHead {
		b.head = *f
	}
	if b.Keeps(Worlds) {
		b.lineup.see(f.Players, b.reach)
	} else {
		b.lineup.glance(f.Players, b.reach)
	}
	if p := b.pipeline; p != nil {
		b.last = f.Time
		p.frame(f, b)
		b.frames++
		if p.failed.Load() {
			b.r.Cancel()
		}
		return
	}
	b.frame(f)
}

// frame stores a frame with the players of the lineup.
func (b *Recorder) frame(f *Frame) {
	b.last = f.Time
	if b.lineup.beyond {
		b.placeDamage()
	}
	b.whole = b.frames%chunkFrames == 0
	first := b.newLevel || b.noLerp
	b.noLerp = false
	b.startLevel()
	if b.Keeps(Worlds) {
		b.store(f, first)
	} else {
		b.look(f)
	}
	b.frames++
	b.publish(f, first)
	switch {
	case b.frames%publishFrames == 0:
		b.publishLevels()
	case first:
		b.publishSoon()
	}
	if b.frames == 1 {
		close(b.r.first)
	}
	if b.pause != nil {
		b.pause()
	}
}

// publish lets readers see the frame that was stored last.
func (b *Recorder) publish(f *Frame, first bool) {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	b.r.times = append(b.r.times, int32(f.Time/time.Millisecond))
	b.r.roster.frame(f, b.sameHead)
	if b.r.paths.kept {
		for i := range b.lineup.rows {
			if p := &b.lineup.rows[i]; p.Slot.Valid() {
				b.r.paths.add(p, f.Time, first)
			}
		}
	}
	b.r.roster.players(&b.lineup, f.Time)
	if b.Keeps(Worlds) {
		b.publishWorld(f)
	}
}

// publishWorld is the part of publish that is about what the frame shows.
func (b *Recorder) publishWorld(f *Frame) {
	if i := (b.frames - 1) / chunkFrames; i < len(b.r.chunks) {
		b.r.chunks[i] = b.block[b.open:]
	} else {
		b.r.chunks = append(b.r.chunks, b.block[b.open:])
	}
	b.r.tables = b.interned.tables
	for _, e := range b.written.items {
		b.r.absences.add(e, f.Time)
	}
	b.r.match.add(f, b.level)
}

// startLevel begins the level that Level announced, or a nameless first one.
func (b *Recorder) startLevel() {
	if len(b.levels) == 0 {
		b.Level(Level{})
	}
	if !b.newLevel {
		return
	}
	b.newLevel = false
	n := len(b.levels)
	b.levels[n-1].Start = b.last
	if n > 1 {
		prev := &b.levels[n-2]
		prev.End = b.last
		if c := len(prev.Chapters); c > 0 && prev.Chapters[c-1].End == 0 {
			prev.Chapters = slices.Clone(prev.Chapters)
			prev.Chapters[c-1].End = b.last
		}
	}
	b.r.mu.Lock()
	b.r.absences.newLevel()
	b.r.mu.Unlock()
}

// blockSize is the least size of the memory that chunks are written to.
const blockSize = 256 << 10

// store appends the frame to the open chunk. Bytes that readers may hold are
// never written again: a full block is left and the open chunk copied on.
func (b *Recorder) store(f *Frame, first bool) {
	if b.whole {
		b.open = len(b.block)
	}
	room := cap(b.block) - b.open
	chunk := b.pack(b.block[b.open:], f, first)
	if cap(chunk) != room { // it did not fit
		b.block = make([]byte, 0, max(blockSize, 4*len(chunk)))
		b.open = 0
		b.block = append(b.block, chunk...)
		return
	}
	b.block = b.block[:b.open+len(chunk)]
}
