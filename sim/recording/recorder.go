package recording

import (
	"math"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// Recorder builds a [Recording]. A game's adapter must drive it from a single goroutine. The adapter calls Level before
// the level's first Frame, calls Event and Effect before or after the Frame of the same snapshot, and calls Finish at
// the end.
//
// A recorder compares each frame with the previous one and passes the differences to a store, which fills the
// recording; see [Recorder.Batch].
type Recorder struct {
	r        *Recording
	pipeline *pipeline
	parts    Parts // the parts kept
	reach    float32
	texts    Texts
	more     func(have int) (data []byte, last bool)
	pause    func() // called after each frame; may be nil

	// The results of the recorder's getters: the state after everything passed to it has been stored.
	header   sim.Header
	level    sim.Level // the current level
	levels   int
	newLevel bool
	frames   int
	last     time.Duration

	profiles     profiles
	leftProfiles bool // the loss of profiles was reported
	beyond       bool // a position outside the world was reported

	lineup   lineup
	head     Frame // the previous frame; its rows must not be read
	sameHead bool  // except for rows and times, the frame equals that one
	full     int   // number of frames to pass on with all rows, as a level begins

	doubt    bool          // see DoubtChanges
	sketched time.Duration // when the sketch begins
	sketches bool          // that time has come
}

// NewRecorder returns a recorder and the recording that it builds.
func NewRecorder(h sim.Header) (*Recorder, *Recording) {
	r := &Recording{
		header:   h,
		effects:  newEffectList(),
		first:    make(chan struct{}),
		finished: make(chan struct{}),
		cancel:   make(chan struct{}),
	}
	b := &Recorder{r: r, header: h, reach: worldLimit, sketched: math.MaxInt64,
		profiles: profiles{of: map[sim.Slot][]*sim.Profile{}}}
	b.pipeline = &pipeline{store: newStore(r), now: new(batch), size: 1, most: 1, ops: 1}
	b.Keep(AllParts)
	return b, r
}

// Texts is a function that returns the translation of one of the game's text keys. ok is false if there is none.
type Texts func(key string) (text string, ok bool)

// SetTexts sets the function with which the adapter translates the game's text keys.
func (b *Recorder) SetTexts(t Texts) { b.texts = t }

// Texts returns the function set by [Recorder.SetTexts], or nil if there is none.
func (b *Recorder) Texts() Texts { return b.texts }

// Batches reports whether the recorder stores frames in batches; see [Recorder.Batch].
func (b *Recorder) Batches() bool { return b.pipeline.most > 1 }

// Cancelled returns a channel that is closed when [Recording.Cancel] is called.
func (b *Recorder) Cancelled() <-chan struct{} { return b.r.cancel }

// Pause sets a function for the recorder to call after each frame, on the goroutine that drives the recorder. In a
// single-threaded program, the function can let other goroutines run during loading.
func (b *Recorder) Pause(f func()) { b.pause = f }

// Follow makes the adapter read a demo that is still growing. The demo's decoder calls the given function to wait for
// more data; see [fragscope/formats/wire.More].
func (b *Recorder) Follow(more func(have int) (data []byte, last bool)) { b.more = more }

// More returns the function set by [Recorder.Follow], or nil if the demo is complete.
func (b *Recorder) More() func(have int) (data []byte, last bool) {
	if b.more == nil {
		return nil
	}
	return func(have int) ([]byte, bool) {
		b.pipeline.drain() // more may block for long
		return b.more(have)
	}
}

// DoubtChanges makes the recorder compare all rows of each frame, ignoring the frame's Changes. Tests compare the
// result with that of a normal recording.
func (b *Recorder) DoubtChanges() { b.doubt = true }

// ComputesVelocities declares that the adapter computes players' velocities from their positions. Most velocities then
// need not be stored.
func (b *Recorder) ComputesVelocities() { b.lineup.follow = true }

// Frames returns the number of frames recorded so far.
func (b *Recorder) Frames() int { return b.frames }

// SetHeader replaces the demo's header.
func (b *Recorder) SetHeader(h sim.Header) {
	b.header = h
	b.pipeline.call(func(s *store) { s.r.header = h })
}

// Header returns the header that was last passed to SetHeader or NewRecorder.
func (b *Recorder) Header() sim.Header { return b.header }

// SetWitnesses sets the list of recordings that were merged into this one.
func (b *Recorder) SetWitnesses(list []Witness) {
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	b.pipeline.call(func(s *store) { s.r.witnesses, s.r.witnessNames = list, names })
}

// No real recording exceeds these limits. In a forged recording, anything beyond them is omitted.
const (
	maxLevels   = 1024
	maxChapters = 2048
	maxRoster   = 2048
)

// Level starts a new level, beginning with the next frame. The recorder sets the level's Index, Start and End.
func (b *Recorder) Level(l sim.Level) {
	b.full = 2
	if b.newLevel { // the previous level had no frame: it never was
		b.levels--
	}
	if b.newLevel = b.levels < maxLevels; b.newLevel {
		b.level = l
		b.levels++
	}
	b.pipeline.call(func(s *store) { s.announceLevel(l) })
}

// EditLevel calls edit to modify the current level. It does nothing if no level has started.
func (b *Recorder) EditLevel(edit func(*sim.Level)) {
	if b.levels == 0 {
		return
	}
	edit(&b.level)
	edited := b.level // copied now, as edit may read data of this goroutine
	b.pipeline.call(func(s *store) {
		s.editLevel(func(l *sim.Level) {
			edited.Index, edited.Start, edited.End, edited.Chapters = l.Index, l.Start, l.End, l.Chapters
			*l = edited
		})
	})
}

// Chapter ends the level's current chapter at time t and, unless name is empty, starts a new one. Chapters of zero
// length are dropped.
func (b *Recorder) Chapter(name string, kind sim.EventKind, t time.Duration) {
	b.pipeline.call(func(s *store) { s.chapter(name, kind, t) })
}

// Limit limits the numbers of events and player profiles to what is plausible for a demo of the given size in bytes. A
// demo that exceeds these limits must be a forgery. By default there is no limit.
func (b *Recorder) Limit(bytes int) {
	const (
		few          = 1 << 12
		eventBytes   = 128 // of the demo, per event
		profileBytes = 1024
	)
	b.profiles.most = few + bytes/profileBytes
	b.pipeline.call(func(s *store) { s.mostEvents = few + bytes/eventBytes })
}

// Event adds an event to the recording. If e is earlier than the previous event, it gets the previous event's time.
func (b *Recorder) Event(e sim.Event) {
	b.pipeline.now.events = append(b.pipeline.now.events, e)
	b.pipeline.put(opEvent)
}

// Effect adds an effect to the recording. Effects should be added roughly in the order in which they start.
func (b *Recorder) Effect(e sim.Effect) {
	if !within(&e.Origin, b.reach) || !within(&e.To, b.reach) {
		b.placeDamage()
		return
	}
	if b.Keeps(Effects) || e.Kind == sim.EffectHit && b.Keeps(Worlds) {
		b.pipeline.now.effects = append(b.pipeline.now.effects, e)
		b.pipeline.put(opEffect)
	}
}

// Damage adds a report of damage in the demo.
func (b *Recorder) Damage(d damage.Damage) {
	b.pipeline.call(func(s *store) { s.damage(d) })
}

// Gap adds a report of missing data at the current position in the demo. The report's time is set to that of the last
// frame.
func (b *Recorder) Gap(d damage.Damage) {
	d.Time = b.last
	b.Damage(d)
	b.Event(sim.Event{Time: b.last, Kind: sim.EventDamage, Text: sim.PlainText(d.What)})
}

// Progress sets the fraction of the demo that has been read, from 0 to 1.
func (b *Recorder) Progress(share float64) {
	b.pipeline.call(func(s *store) { s.r.share = min(max(share, 0), 1) })
}

// placeDamage reports, once, a position outside the world.
func (b *Recorder) placeDamage() {
	if !b.beyond {
		b.beyond = true
		b.pipeline.call((*store).placeDamage)
	}
}

// Profile returns the canonical Profile equal to p. Canonical profiles can be compared by pointer.
func (b *Recorder) Profile(p sim.Profile) *sim.Profile {
	q, ok := b.profiles.only(p)
	if !ok && !b.leftProfiles {
		b.leftProfiles = true
		b.pipeline.call(func(s *store) { s.leaveOut("names of players") })
	}
	return q
}

// Finish ends loading. err is the reason why loading ended early, or nil if it did not. If the demo has no snapshot and
// loading was not cancelled, the recording's error is [ErrEmpty].
func (b *Recorder) Finish(err error) {
	if failed := b.pipeline.end(); failed != nil {
		err = failed
	}
	b.pipeline.store.finish(err)
}

// Frame records the state at a snapshot.
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
	if full || o.all || o.sketched || !b.Keeps(Worlds) {
		f.lerpAgain()
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

// profiles holds each distinct profile once.
type profiles struct {
	of    map[sim.Slot][]*sim.Profile
	count int
	most  int // the number kept; 0 if unlimited
}

// recentProfiles is the number of a slot's profiles that are compared with a new one. A player who returns to an older
// one gets a copy of it.
const recentProfiles = 32

// only returns the canonical profile equal to p. If there are too many profiles, ok is false, and only returns the
// slot's last one, or a new one if the slot has none.
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
		a.Clan == b.Clan && a.Class == b.Class && a.Model == b.Model && a.Colors == b.Colors &&
		a.HasColors == b.HasColors && a.Bot == b.Bot
}
