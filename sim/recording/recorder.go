package recording

import (
	"math"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// Recorder builds a [Recording]. A game's adapter drives it from one goroutine: a
// Level before its first Frame, the Events and Effects of a snapshot before or after
// its Frame, at last Finish.
//
// It compares each frame with the one before, and passes on what is new; a store fills the recording with that, see [Recorder.Batch].
type Recorder struct {
	r        *Recording
	pipeline *pipeline
	parts    Parts // that are kept
	reach    float32
	texts    Texts
	more     func(have int) (data []byte, last bool)
	pause    func() // after each frame; may be nil

	// What the recorder is asked for, as it will be when all is stored.
	header   sim.Header
	level    sim.Level // the present one
	levels   int
	newLevel bool
	frames   int
	last     time.Duration

	profiles     profiles
	leftProfiles bool // it was told that some are left out
	beyond       bool // it was told that places lie beyond the world

	lineup   lineup
	head     Frame // the previous frame, whose rows are not to be read
	sameHead bool  // the frame shows the same as that beside its rows and times
	full     int   // so many frames are passed on with all rows, as a level begins

	doubt    bool          // see DoubtChanges
	sketched time.Duration // from when only a sketch is kept
	sketches bool          // that time has come
}

// NewRecorder returns a recorder and the recording that it fills.
func NewRecorder(h sim.Header) (*Recorder, *Recording) {
	r := &Recording{
		header:   h,
		effects:  newEffectList(),
		first:    make(chan struct{}),
		finished: make(chan struct{}),
		cancel:   make(chan struct{}),
	}
	b := &Recorder{r: r, header: h, reach: worldLimit, sketched: math.MaxInt64, profiles: profiles{of: map[sim.Slot][]*sim.Profile{}}}
	b.pipeline = &pipeline{store: newStore(r), now: new(batch), size: 1, most: 1, ops: 1}
	b.Keep(AllParts)
	return b, r
}

// Texts gives the text of a key of a game's translations, in the user's language; ok is false where there is none.
type Texts func(key string) (text string, ok bool)

// SetTexts gives the adapter the game's translations.
func (b *Recorder) SetTexts(t Texts) { b.texts = t }

// Texts are the game's translations, nil where there are none.
func (b *Recorder) Texts() Texts { return b.texts }

// Batches reports whether frames are stored many at a time, see Batch.
func (b *Recorder) Batches() bool { return b.pipeline.most > 1 }

// Cancelled is closed when the recording's reader asked to stop loading.
func (b *Recorder) Cancelled() <-chan struct{} { return b.r.cancel }

// Pause has f called after each frame, on the goroutine that drives the recorder: where there is one thread for all, reading
// lets others have it there.
func (b *Recorder) Pause(f func()) { b.pause = f }

// Follow has the adapter read a demo that is still growing: more is its decoder's [fragscope/formats/wire.More].
func (b *Recorder) Follow(more func(have int) (data []byte, last bool)) { b.more = more }

// More is what Follow set, nil for a demo that is there in full.
func (b *Recorder) More() func(have int) (data []byte, last bool) {
	if b.more == nil {
		return nil
	}
	return func(have int) ([]byte, bool) {
		b.pipeline.drain() // more may be long in coming
		return b.more(have)
	}
}

// DoubtChanges has the recorder look at all rows of each frame, whatever its Changes say, for tests to compare with.
func (b *Recorder) DoubtChanges() { b.doubt = true }

// Frames is the number of frames recorded so far.
func (b *Recorder) Frames() int { return b.frames }

// SetHeader replaces what is known about the demo as a whole.
func (b *Recorder) SetHeader(h sim.Header) {
	b.header = h
	b.pipeline.call(func(s *store) { s.r.header = h })
}

// Header is what SetHeader or NewRecorder last set.
func (b *Recorder) Header() sim.Header { return b.header }

// SetWitnesses says which recordings this one is made of.
func (b *Recorder) SetWitnesses(list []Witness) {
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	b.pipeline.call(func(s *store) { s.r.witnesses, s.r.witnessNames = list, names })
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
func (b *Recorder) Level(l sim.Level) {
	b.full = 2
	if b.newLevel { // the level before had no frame: it never was
		b.levels--
	}
	if b.newLevel = b.levels < maxLevels; b.newLevel {
		b.level = l
		b.levels++
	}
	b.pipeline.call(func(s *store) { s.announceLevel(l) })
}

// EditLevel changes what is known of the present level; nothing happens
// before the first.
func (b *Recorder) EditLevel(edit func(*sim.Level)) {
	if b.levels == 0 {
		return
	}
	edit(&b.level)
	edited := b.level // now, as edit may read what is not for another goroutine
	b.pipeline.call(func(s *store) {
		s.editLevel(func(l *sim.Level) {
			edited.Index, edited.Start, edited.End, edited.Chapters = l.Index, l.Start, l.End, l.Chapters
			*l = edited
		})
	})
}

// Chapter ends the present chapter of the level at t and starts another; one
// without a name only ends it. A chapter that lasted no time is none.
func (b *Recorder) Chapter(name string, kind sim.EventKind, t time.Duration) {
	b.pipeline.call(func(s *store) { s.chapter(name, kind, t) })
}

// Limit bounds what is kept of a demo of so many bytes: more events or names than fit into them are forged. Without it there
// is no bound.
func (b *Recorder) Limit(bytes int) {
	const (
		few          = 1 << 12
		eventBytes   = 128 // of a demo, for each event
		profileBytes = 1024
	)
	b.profiles.most = few + bytes/profileBytes
	b.pipeline.call(func(s *store) { s.mostEvents = few + bytes/eventBytes })
}

// Event adds an event; one that lies before the last one's time is moved there.
func (b *Recorder) Event(e sim.Event) {
	b.pipeline.now.events = append(b.pipeline.now.events, e)
	b.pipeline.put(opEvent)
}

// Effect adds something brief. Effects should come in about the order of
// their starts.
func (b *Recorder) Effect(e sim.Effect) {
	if !within(&e.Origin, b.reach) || !within(&e.To, b.reach) {
		b.placeDamage()
		return
	}
	if b.Keeps(Effects) {
		b.pipeline.now.effects = append(b.pipeline.now.effects, e)
		b.pipeline.put(opEffect)
	}
}

// Damage adds a place where the demo is damaged.
func (b *Recorder) Damage(d damage.Damage) {
	b.pipeline.call(func(s *store) { s.damage(d) })
}

// Gap adds a place where something is missing between what was read and what comes next; its time is that of the last frame.
func (b *Recorder) Gap(d damage.Damage) {
	d.Time = b.last
	b.Damage(d)
	b.Event(sim.Event{Time: b.last, Kind: sim.EventDamage, Text: sim.PlainText(d.What)})
}

// Progress says which share of the demo was read, 0 to 1.
func (b *Recorder) Progress(share float64) {
	b.pipeline.call(func(s *store) { s.r.share = min(max(share, 0), 1) })
}

// placeDamage reports, once, that a place lies beyond the world.
func (b *Recorder) placeDamage() {
	if !b.beyond {
		b.beyond = true
		b.pipeline.call((*store).placeDamage)
	}
}

// Profile returns the one Profile that equals p, so that profiles can be
// compared by their address.
func (b *Recorder) Profile(p sim.Profile) *sim.Profile {
	q, ok := b.profiles.only(p)
	if !ok && !b.leftProfiles {
		b.leftProfiles = true
		b.pipeline.call(func(s *store) { s.leaveOut("names of players") })
	}
	return q
}

// Finish ends loading; err is why it ended early, or nil. It is [ErrEmpty] where there
// is no snapshot, if nobody asked to stop.
func (b *Recorder) Finish(err error) {
	if failed := b.pipeline.end(); failed != nil {
		err = failed
	}
	b.pipeline.store.finish(err)
}

// Frame stores the state at a snapshot.
func (b *Recorder) Frame(f *Frame) {
	f.Time = max(f.Time, b.last)
	b.last = f.Time
	if b.levels == 0 {
		b.Level(sim.Level{})
	}
	b.newLevel = false
	if b.doubt {
		f.Changes = Changes{}
	}
	if b.sameHead = b.frames > 0 && sameHead(f, &b.head); !b.sameHead {
		b.head = *f
	}
	full := b.full > 0 || b.frames%chunkFrames == 0
	b.full = max(b.full-1, 0)
	t := b.pipeline.now
	o := t.head(f, b.sameHead)
	switch {
	case !b.Keeps(Worlds):
		o.all = b.lineup.glance(&t.players, f, b.reach)
	case f.Time >= b.sketched:
		b.sketch(t, o, f, full)
	default:
		o.all = b.lineup.see(&t.players, f, b.reach, full)
		t.rows(o, f, full)
	}
	o.beyond = b.lineup.beyond || !b.Keeps(Worlds) && !b.beyond && !rowsWithin(f, b.reach)
	b.beyond = b.beyond || o.beyond
	t.end(o)
	b.frames++
	b.pipeline.put(opFrame)
	if b.pipeline.failed.Load() {
		b.r.Cancel()
	}
	if b.pause != nil {
		b.pause()
	}
}

// profiles are those of all players, each once.
type profiles struct {
	of    map[sim.Slot][]*sim.Profile
	count int
	most  int // that are kept; 0 for no bound
}

// recentProfiles is how many of a slot's profiles are compared with a new one:
// who takes an older one again gets a copy of it.
const recentProfiles = 32

// only is the profile that equals p. Where there would be too many, ok is false, and it is the last of the slot, if it has one.
func (l *profiles) only(p sim.Profile) (_ *sim.Profile, ok bool) {
	list := l.of[p.Slot]
	ok = l.most == 0 || l.count < l.most
	if !ok && len(list) > 0 {
		return list[len(list)-1], false
	}
	for _, q := range list[max(0, len(list)-recentProfiles):] {
		if sameProfile(q, &p) {
			return q, ok
		}
	}
	q := &p
	q.Name.Runs = slices.Clone(q.Name.Runs)
	l.of[p.Slot] = append(list, q)
	l.count++
	return q, ok
}

func sameProfile(a, b *sim.Profile) bool {
	return a.Slot == b.Slot && a.Team == b.Team && a.Name.Equal(b.Name) && a.TeamName == b.TeamName &&
		a.Clan == b.Clan && a.Class == b.Class && a.Model == b.Model && a.Colors == b.Colors && a.HasColors == b.HasColors && a.Bot == b.Bot
}
