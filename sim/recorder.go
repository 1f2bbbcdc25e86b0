package sim

import (
	"slices"
	"time"

	"fragscope/formats/damage"
)

// Recorder builds a [Recording]. A game's simulator drives it from one
// goroutine: a Level before its first Frame, the Events and Effects of a
// snapshot before or after its Frame, at last Finish.
type Recorder struct {
	r      *Recording
	tables tables
	// cur is the frame being stored and prev the one before.
	cur, prev state
	frames    int
	last      time.Duration
	block     []byte // where chunks are written, one behind the other
	open      int    // start of the unfinished chunk in block
	levels    []Level
	level     int
	newLevel  bool
	cutNext   bool // nothing leads from the frame before to the next

	profileIndex map[*Profile]uint32
	profilesOf   map[int][]*Profile // by slot
	nameIndex    map[string]uint32
	hullIndex    map[[2]Vec3]uint32
	effectTexts  map[string]uint16
	lastProfile  [64]struct {
		p *Profile
		i uint32
	}
	lastText   uint32
	lastBoard  uint32
	lastKeys   uint32
	lastOther  uint32
	rosterOpen map[int]int // slot to index in the roster
	// scoresFinal is true from the end of a match to the start of the next:
	// what happens meanwhile is no part of its score.
	scoresFinal bool
	// finalAt is the moment of that end, whose deaths still count: the last of
	// them is often what ends the match.
	finalAt     time.Duration
	left        bool    // the intermission of that match is over
	absenceOpen []int32 // entity to index in the level's spans, plus one
	pathSeen    []bool  // by slot: the frame before showed him
}

// NewRecorder returns a recorder and the recording that it fills.
func NewRecorder(h Header) (*Recorder, *Recording) {
	r := &Recording{
		header:   h,
		tables:   newTables(),
		first:    make(chan struct{}),
		finished: make(chan struct{}),
		cancel:   make(chan struct{}),
	}
	r.effects.texts = []string{""}
	return &Recorder{
		r:            r,
		tables:       r.tables,
		level:        -1,
		profileIndex: map[*Profile]uint32{},
		profilesOf:   map[int][]*Profile{},
		nameIndex:    map[string]uint32{"": 0},
		hullIndex:    map[[2]Vec3]uint32{{}: 0},
		effectTexts:  map[string]uint16{"": 0},
		rosterOpen:   map[int]int{},
	}, r
}

// Cancelled is closed when the recording's reader asked to stop loading.
func (b *Recorder) Cancelled() <-chan struct{} { return b.r.cancel }

// Frames is the number of frames stored so far.
func (b *Recorder) Frames() int { return b.frames }

// SetHeader replaces what is known about the demo as a whole.
func (b *Recorder) SetHeader(h Header) {
	b.r.mu.Lock()
	b.r.header = h
	b.r.mu.Unlock()
}

// Header is what SetHeader or NewRecorder last set.
func (b *Recorder) Header() Header { return b.r.Header() }

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
	if b.newLevel { // the level before had no frame: it never was
		b.levels = b.levels[:len(b.levels)-1]
	}
	if len(b.levels) == maxLevels {
		b.cutNext = true
		return
	}
	b.newLevel = true
	l.Index, l.Start, l.End = len(b.levels), b.last, b.last
	b.levels = append(b.levels, l)
	b.level = l.Index
}

// EditLevel changes what is known of the present level; nothing happens
// before the first.
func (b *Recorder) EditLevel(edit func(*Level)) {
	if len(b.levels) == 0 {
		return
	}
	l := b.levels[len(b.levels)-1]
	l.Chapters = slices.Clone(l.Chapters)
	edit(&l)
	b.levels[len(b.levels)-1] = l
	b.publishLevels()
}

// Chapter ends the present chapter of the level at t and starts another; one
// without a name only ends it.
func (b *Recorder) Chapter(name string, kind EventKind, t time.Duration) {
	b.EditLevel(func(l *Level) {
		if n := len(l.Chapters); n > 0 && l.Chapters[n-1].End == 0 {
			l.Chapters[n-1].End = t
		}
		if name != "" && len(l.Chapters) < maxChapters {
			l.Chapters = append(l.Chapters, Chapter{Name: name, Start: t, Kind: kind})
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
	b.r.mu.Lock()
	b.r.levels = out
	b.r.mu.Unlock()
}

// Event adds an event; one that lies before the last one's time is moved there.
func (b *Recorder) Event(e Event) {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	if n := len(b.r.events); n > 0 && e.Time < b.r.events[n-1].Time {
		e.Time = b.r.events[n-1].Time
	}
	b.r.events = append(b.r.events, e)
	switch e.Kind {
	case EventObituary:
		if i, ok := b.rosterOpen[e.Slot.Index()]; ok && !(b.scoresFinal && e.Time > b.finalAt) && b.r.roster[i].Deaths < 1<<15-1 {
			b.r.roster[i].Deaths++
		}
	case EventDisconnect:
		delete(b.rosterOpen, e.Slot.Index())
	case EventMatchStart:
		b.scoresFinal, b.left = false, false
	case EventMatchEnd:
		b.scoresFinal, b.finalAt, b.left = true, e.Time, false
	}
}

// Effect adds something brief. Effects should come in about the order of
// their starts.
func (b *Recorder) Effect(e Effect) {
	b.r.mu.Lock()
	b.r.effects.add(e, b.effectTexts)
	b.r.mu.Unlock()
}

// Damage adds a place where the demo is damaged.
func (b *Recorder) Damage(d damage.Damage) {
	b.r.mu.Lock()
	b.r.damage = append(b.r.damage, d)
	b.r.mu.Unlock()
}

// Progress tells which share of the demo was read, 0 to 1.
func (b *Recorder) Progress(share float64) {
	b.r.mu.Lock()
	b.r.share = min(max(share, 0), 1)
	b.r.mu.Unlock()
}

// Finish ends loading; err is why it ended early, or nil.
func (b *Recorder) Finish(err error) {
	b.publishLevels()
	b.r.mu.Lock()
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

// maxKey bounds slots and entity numbers.
const maxKey = 1<<16 - 2

// Frame stores the state at a snapshot.
func (b *Recorder) Frame(f *Frame) {
	if f.Time < b.last {
		f.Time = b.last
	}
	b.last = f.Time
	b.left = b.left || b.scoresFinal && f.Time > b.finalAt && f.Phase != PhaseIntermission
	first := b.newLevel || b.cutNext
	b.cutNext = false
	b.startLevel()
	b.pack(f, first)
	if b.frames%chunkFrames == 0 {
		b.prev.clear()
		b.open = len(b.block)
	}
	b.store()
	b.frames++
	b.publish(f, first)
	if first || b.frames%chunkFrames == 0 {
		b.publishLevels()
	}
	if b.frames == 1 {
		close(b.r.first)
	}
	b.cur, b.prev = b.prev, b.cur
}

// publish lets readers see the frame that was stored last.
func (b *Recorder) publish(f *Frame, first bool) {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	b.r.times = append(b.r.times, int32(f.Time/time.Millisecond))
	if i := (b.frames - 1) / chunkFrames; i < len(b.r.chunks) {
		b.r.chunks[i] = b.block[b.open:]
	} else {
		b.r.chunks = append(b.r.chunks, b.block[b.open:])
	}
	b.r.tables = b.tables
	b.trackPlayers(f, first)
	b.trackItems(f)
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
	clear(b.absenceOpen)
	b.r.mu.Lock()
	b.r.absences = append(b.r.absences, nil)
	b.r.mu.Unlock()
}

// blockSize is the least size of the memory that chunks are written to.
const blockSize = 256 << 10

// store appends the frame to the open chunk. Bytes that readers may hold are
// never written again: a full block is left and the open chunk copied on.
func (b *Recorder) store() {
	chunk := b.cur.appendTo(b.block[b.open:], &b.prev)
	if b.open+len(chunk) > cap(b.block) {
		b.block = make([]byte, 0, max(blockSize, 4*len(chunk)))
		b.open = 0
		b.block = append(b.block, chunk...)
		return
	}
	b.block = b.block[:b.open+len(chunk)]
}

// pack makes rows of the frame. Keys that do not ascend are left out.
func (b *Recorder) pack(f *Frame, newLevel bool) {
	s := &b.cur
	s.clear()
	b.packHead(f, &s.head)
	last := -1
	for i := range f.Players {
		p := &f.Players[i]
		if p.Slot.Index() <= last || p.Slot.Index() > maxKey {
			continue
		}
		last = p.Slot.Index()
		s.players = append(s.players, row[[playerWords]uint32]{key: int32(p.Slot.Index())})
		w := &s.players[len(s.players)-1].words
		b.packPlayer(p, w)
		if newLevel {
			w[0] |= 1 << playerNoLerp
		}
		if p.Inventory != nil {
			s.inventories = append(s.inventories, row[[inventoryWords]uint32]{key: int32(p.Slot.Index())})
			b.packInventory(p.Inventory, &s.inventories[len(s.inventories)-1].words)
		}
	}
	last = -1
	for i := range f.Entities {
		t := &f.Entities[i]
		if t.Number <= last || t.Number > maxKey {
			continue
		}
		last = t.Number
		s.entities = append(s.entities, row[[entityWords]uint32]{key: int32(t.Number)})
		w := &s.entities[len(s.entities)-1].words
		b.packEntity(t, w)
		if newLevel {
			w[0] |= 1 << entityNoLerp
		}
	}
	last = -1
	for i := range f.Movers {
		m := &f.Movers[i]
		if m.Number <= last || m.Number > maxKey {
			continue
		}
		last = m.Number
		s.movers = append(s.movers, row[[moverWords]uint32]{key: int32(m.Number)})
		w := &s.movers[len(s.movers)-1].words
		b.packMover(m, w)
		if newLevel {
			w[0] |= 1 << moverNoLerp
		}
	}
}

// trackPlayers adds the frame to the paths and the roster. The recording is locked.
func (b *Recorder) trackPlayers(f *Frame, newLevel bool) {
	for i := range f.Players {
		p := &f.Players[i]
		if !p.Slot.Valid() || p.Slot.Index() > maxKey {
			continue
		}
		for p.Slot.Index() >= len(b.pathSeen) {
			b.pathSeen = append(b.pathSeen, false)
			b.r.paths = append(b.r.paths, path{})
		}
		shown := p.Visible && (p.Life == Alive || p.Life == Dead)
		if shown {
			b.r.paths[p.Slot.Index()].add(f.Time, p.Origin, p.View.Yaw, p.Life, p.NoLerp || newLevel || !b.pathSeen[p.Slot.Index()], p.OnGround)
		}
		b.pathSeen[p.Slot.Index()] = shown
		if p.Profile != nil {
			b.trackRoster(p, f.Time)
		}
	}
}

// scoresAreFinal reports whether the scores of a moment come after the end of a match
// and of the intermission that follows, in which the game still tells the last of them.
func (b *Recorder) scoresAreFinal(at time.Duration) bool {
	return b.scoresFinal && b.left && at > b.finalAt
}

func (b *Recorder) trackRoster(p *FramePlayer, now time.Duration) {
	i, ok := b.rosterOpen[p.Slot.Index()]
	if !ok {
		if p.Profile.Team == TeamSpectator || p.Life == Spectating {
			return
		}
		i = slices.IndexFunc(b.r.roster, func(e RosterEntry) bool {
			return e.Profile.Name.Plain == p.Profile.Name.Plain && e.Profile.Slot == p.Profile.Slot
		})
		if i < 0 {
			if len(b.r.roster) == maxRoster {
				return
			}
			i = len(b.r.roster)
			b.r.roster = append(b.r.roster, RosterEntry{Profile: p.Profile, Frags: Unknown, First: now})
		}
		b.rosterOpen[p.Slot.Index()] = i
	}
	if p.Profile.Team == TeamSpectator {
		return
	}
	e := &b.r.roster[i]
	e.Last = now
	e.Profile = p.Profile
	if p.Frags != Unknown && !b.scoresAreFinal(now) {
		e.Frags = p.Frags
	}
	if p.Deaths != Unknown && !b.scoresAreFinal(now) {
		e.Deaths = p.Deaths
	}
}

// trackItems opens and closes the spans of items. The recording is locked.
func (b *Recorder) trackItems(f *Frame) {
	spans := &b.r.absences[b.level]
	for i := range f.Entities {
		t := &f.Entities[i]
		if t.Kind != EntityItem || t.Number < 0 || t.Number > maxKey {
			continue
		}
		open := t.Number < len(b.absenceOpen) && b.absenceOpen[t.Number] > 0
		if !open && t.State != ItemTaken {
			continue
		}
		for t.Number >= len(b.absenceOpen) {
			b.absenceOpen = append(b.absenceOpen, 0)
		}
		at := &b.absenceOpen[t.Number]
		switch {
		case open && t.State == ItemTaken && (*spans)[*at-1].Taken == t.Taken:
			s := &(*spans)[*at-1]
			s.Respawn, s.RespawnKnown, s.By = t.Respawn, t.RespawnKnown, t.TakenBy
		case t.State == ItemTaken:
			*spans = append(*spans, ItemAbsence{Item: t.Item, Weapon: t.Weapon, Origin: t.Origin, Entity: t.Number,
				Taken: t.Taken, Respawn: t.Respawn, RespawnKnown: t.RespawnKnown, By: t.TakenBy})
			*at = int32(len(*spans))
		default:
			if s := &(*spans)[*at-1]; t.State == ItemPresent && t.Visible {
				s.Respawn, s.RespawnKnown = f.Time, true
			}
			*at = 0
		}
	}
}
