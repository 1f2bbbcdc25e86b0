package recording

import (
	"errors"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// store fills a recording with the data passed to a recorder. Everything but finish runs under the recording's lock,
// which play holds for a whole batch.
type store struct {
	r        *Recording
	interned interner
	written  written
	frames   int
	last     time.Duration
	block    []byte // memory for chunks, one after another
	open     int    // start of the open chunk in block
	whole    bool   // the frame begins a chunk
	levels   []sim.Level
	level    int
	newLevel bool
	noLerp   bool // the next frame does not continue the one before
	// published is set if readers have the current levels. Otherwise, changes counts the changes since.
	published  bool
	changes    int
	mostEvents int                                             // the number kept; 0 if unlimited
	reach      float32                                         // in units; see [Recorder.Reach]
	parts      Parts                                           // the parts kept
	left       struct{ levels, chapters, events, places bool } // the loss of some was reported
}

func newStore(r *Recording) *store {
	s := &store{r: r, interned: newInterner(), level: -1, reach: worldLimit}
	r.tables = s.interned.tables
	return s
}

// play performs the operations in a batch.
func (s *store) play(t *batch) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	defer s.publish(s.frames)
	var events, effects, told, calls int
	frames := batchReader{batch: t}
	for _, o := range t.ops {
		switch o {
		case opEvent:
			s.event(t.events[events])
			events++
		case opEffect:
			s.r.effects.add(&t.effects[effects])
			effects++
		case opStatistic:
			s.r.statistics.add(t.told[told])
			told++
		case opCall:
			t.calls[calls](s)
			calls++
		case opFrame:
			frames.next()
			s.frame(&frames)
		}
	}
}

// publish makes the stored data visible to readers. before is the number of frames that they saw until now.
func (s *store) publish(before int) {
	s.r.tables = s.interned.tables
	s.showChunk()
	if before/publishFrames != s.frames/publishFrames {
		s.publishLevels()
	}
	if before == 0 && s.frames > 0 {
		close(s.r.first)
	}
}

// publishFrames is the maximum number of frames before readers see the progress of the level.
const publishFrames = 256

// announceLevel starts a level with the next frame.
func (s *store) announceLevel(l sim.Level) {
	if s.newLevel { // the previous level had no frame: it never was
		s.levels = s.levels[:len(s.levels)-1]
	}
	if len(s.levels) == maxLevels {
		s.noLerp = true
		s.leaveOutOnce(&s.left.levels, "levels")
		return
	}
	s.newLevel, s.published = true, true
	l.Index, l.Start, l.End = len(s.levels), s.last, s.last
	s.levels = append(s.levels, l)
	s.level = l.Index
}

// startLevel begins the announced level.
func (s *store) startLevel() {
	if !s.newLevel {
		return
	}
	s.newLevel = false
	n := len(s.levels)
	s.levels[n-1].Start = s.last
	if n > 1 {
		prev := &s.levels[n-2]
		prev.End = s.last
		if c := len(prev.Chapters); c > 0 && prev.Chapters[c-1].End == 0 {
			prev.Chapters = slices.Clone(prev.Chapters)
			prev.Chapters[c-1].End = s.last
		}
	}
	s.r.absences.newLevel()
}

// editLevel changes the data of the current level.
func (s *store) editLevel(edit func(*sim.Level)) {
	if len(s.levels) == 0 {
		return
	}
	l := s.levels[len(s.levels)-1]
	if s.published { // readers share the chapters
		l.Chapters = slices.Clone(l.Chapters)
		s.published = false
	}
	edit(&l)
	s.levels[len(s.levels)-1] = l
	s.publishSoon()
}

// chapter implements [Recorder.Chapter].
func (s *store) chapter(name string, kind sim.EventKind, t time.Duration) {
	s.editLevel(func(l *sim.Level) {
		if n := len(l.Chapters); n > 0 && l.Chapters[n-1].End == 0 {
			if l.Chapters[n-1].End = t; l.Chapters[n-1].Start == t && name != "" {
				l.Chapters = l.Chapters[:n-1]
			}
		}
		switch {
		case name == "":
		case len(l.Chapters) < maxChapters:
			l.Chapters = append(l.Chapters, sim.Chapter{Name: name, Start: t, Kind: kind})
		default:
			s.leaveOutOnce(&s.left.chapters, "chapters")
		}
	})
}

// publishSoon publishes the levels. If there are many, it does not do so after every change.
func (s *store) publishSoon() {
	const each = 16 // levels and chapters that are published for each change
	s.changes++
	if n := len(s.levels); n == 0 || each*s.changes >= n+len(s.levels[n-1].Chapters) {
		s.publishLevels()
	}
}

// publishLevels makes a copy of the current levels available to readers.
func (s *store) publishLevels() {
	out := slices.Clone(s.levels)
	if s.newLevel && len(out) > 0 {
		out = out[:len(out)-1]
	}
	for i := range out {
		l := &out[i]
		if i == len(out)-1 {
			l.End = s.last
		}
		if n := len(l.Chapters); n > 0 && l.Chapters[n-1].End == 0 {
			l.Chapters = slices.Clone(l.Chapters)
			l.Chapters[n-1].End = l.End
		}
	}
	s.published, s.changes = true, 0
	s.r.levels = out
}

// leaveOut records as damage that certain data is dropped from now on.
func (s *store) leaveOut(what string) {
	s.damage(damage.Damage{Time: s.last, What: "there are more " + what +
		" than any game has: from here on they are left out"})
}

// leaveOutOnce is like leaveOut, but does nothing if told is set. It sets told.
func (s *store) leaveOutOnce(told *bool, what string) {
	if !*told {
		*told = true
		s.leaveOut(what)
	}
}

func (s *store) damage(d damage.Damage) { s.r.damage = damage.Append(s.r.damage, d) }

// event implements [Recorder.Event].
func (s *store) event(e sim.Event) {
	if s.mostEvents > 0 && len(s.r.events) >= s.mostEvents {
		s.leaveOutOnce(&s.left.events, "events")
		return
	}
	if e.HasOrigin && !within(&e.Origin, s.reach) {
		s.placeDamage()
		e.Origin, e.HasOrigin = sim.Vec3{}, false
	}
	if n := len(s.r.events); n > 0 && e.Time < s.r.events[n-1].Time {
		e.Time = s.r.events[n-1].Time
	}
	s.r.events = append(s.r.events, e)
	s.r.roster.event(&e)
	switch e.Kind {
	case sim.EventMatchStart:
		s.r.absences.startMatch(e.Time)
	case sim.EventRoundStart:
		s.r.absences.startMatch(e.Time)
		s.r.match.begin(&e, s.level)
	}
}

// ErrEmpty is returned by [Recording.Err] for a recording without snapshots.
var ErrEmpty = errors.New("the demo contains no readable snapshot")

// finish implements [Recorder.Finish].
func (s *store) finish(err error) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if err == nil && s.frames == 0 {
		select {
		case <-s.r.cancel:
		default:
			err = ErrEmpty
		}
	}
	s.publishLevels()
	s.trim()
	s.r.err = err
	if err == nil {
		s.r.share = 1
	}
	if s.frames == 0 {
		close(s.r.first)
	}
	close(s.r.finished)
}

// trim releases spare memory once nothing more will come.
func (s *store) trim() {
	r := s.r
	r.times.trim()
	r.events, r.chunks = slices.Clone(r.events), slices.Clone(r.chunks)
	r.effects.trim()
	for i := range r.paths.list {
		p := &r.paths.list[i]
		p.packed, p.points = slices.Clone(p.packed), slices.Clone(p.points)
	}
	for i, list := range r.absences.levels {
		r.absences.levels[i] = slices.Clone(list)
	}
	r.absences.open, r.absences.lying = nil, nil
	r.hits, r.match.list = slices.Clone(r.hits), slices.Clone(r.match.list)
	r.tables.trim()
	r.roster.open, r.roster.present = nil, nil
	r.statistics = statistics{list: slices.Clone(r.statistics.list)}
	// The last block is only partly full.
	size, first := 0, len(r.chunks)
	for first > 0 && size+len(r.chunks[first-1]) <= len(s.block) {
		first--
		size += len(r.chunks[first])
	}
	last := make([]byte, 0, size)
	for i := first; i < len(r.chunks); i++ {
		last = append(last, r.chunks[i]...)
		r.chunks[i] = last[len(last)-len(r.chunks[i]):]
	}
	s.block, s.written = nil, written{}
}

// frame stores the current frame of a batch.
func (s *store) frame(t *batchReader) {
	s.last = t.time
	if t.beyond {
		s.placeDamage()
	}
	s.whole = s.frames%chunkFrames == 0
	first := s.newLevel || s.noLerp
	s.noLerp = false
	s.startLevel()
	r := s.r
	r.times.add(int32(t.time / time.Millisecond))
	r.roster.frame(t.head, t.sameHead)
	r.roster.players(t.all, t.present(), s.last)
	r.match.add(t.head, s.level)
	if s.parts&Worlds != 0 {
		s.world(t, first)
	}
	s.frames++
	if first {
		s.publishSoon()
	}
}

// world stores the contents of the frame. first is set if it does not continue the previous one.
func (s *store) world(t *batchReader, first bool) {
	r := s.r
	if s.whole {
		s.showChunk()
		r.chunks = append(r.chunks, nil)
	}
	s.append(t, first)
	switch {
	case t.sketched:
		if !r.paths.kept {
			r.tables = s.interned.tables // which readers otherwise get with the batch, as they do the chunk
			s.showChunk()
			r.paths.follow(r)
		}
		r.paths.addPlaces(t.places(), first, s.last)
	case r.paths.kept:
		r.paths.next(s.block[s.open:], s.frames, s.last)
	}
	for _, e := range s.written.items {
		r.absences.add(e, s.last, r.header.Multi)
	}
	r.absences.last = s.last
}

// showChunk makes the part of the open chunk that has been written visible to readers.
func (s *store) showChunk() {
	if n := len(s.r.chunks); n > 0 {
		s.r.chunks[n-1] = s.block[s.open:]
	}
}

// blockSize is the minimum size of a block of memory to which chunks are written.
const blockSize = 256 << 10

// append appends the frame to the open chunk. Bytes that readers may hold are never rewritten: a full block is
// abandoned and the open chunk copied to a new one.
func (s *store) append(t *batchReader, first bool) {
	if s.whole {
		s.open = len(s.block)
	}
	room := cap(s.block) - s.open
	chunk := s.pack(s.block[s.open:], t, first)
	if cap(chunk) != room { // it did not fit
		s.block = make([]byte, 0, max(blockSize, 4*len(chunk)))
		s.open = 0
		s.block = append(s.block, chunk...)
		return
	}
	s.block = s.block[:s.open+len(chunk)]
}
