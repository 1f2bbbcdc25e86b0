package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

const (
	// MaxSlots is the maximum number of player slots in any game.
	MaxSlots = 256
	// maxRows limits the number of entities and movers, and of anything that waits for a snapshot. Anything beyond that
	// in a forged demo is dropped.
	maxRows = 8192
	// maxGap is the longest time between two snapshots that is interpolated.
	maxGap = time.Second
)

// Track holds the current snapshot of a demo until it is passed to the recorder. It sets the times of events, effects,
// chapters and frames.
type Track struct {
	rec   *recording.Recorder
	frame recording.Frame

	now, before time.Duration
	clock       time.Duration
	snapshot    uint32
	open        bool
	// fresh is set from the start of a level to its first snapshot. In between, events and chapters wait for that
	// snapshot's time.
	fresh    bool
	events   []sim.Event
	chapters []sim.Chapter
	// clip is set from the beginning of a clip to the end of its first snapshot. Events in between describe a state.
	clip   bool
	noLerp bool // the previous snapshot does not lead to the next one
	center time.Duration
	// reading returns the time of the data being read, if events wait for Flush.
	reading func() time.Duration

	players  *Players
	entities *Entities
	items    *Items
	match    *Match
}

// New returns a track that passes snapshots to rec. Its parts are created by [NewPlayers], [NewEntities], [NewItems]
// and [NewMatch].
func New(rec *recording.Recorder) *Track {
	t := &Track{rec: rec, noLerp: true}
	t.resetFrame()
	return t
}

func (t *Track) resetFrame() {
	t.frame = recording.Frame{}
	for i := range t.frame.TeamScore {
		t.frame.TeamScore[i] = sim.Unknown
	}
}

// Recorder returns the recorder.
func (t *Track) Recorder() *recording.Recorder { return t.rec }

// Frame returns the current frame for modification. It holds the point of view, the scores, the flags and the text on
// the screen, but not the players, entities and movers.
func (t *Track) Frame() *recording.Frame { return &t.frame }

// Now returns the time of the current snapshot, counted from the start of the demo.
func (t *Track) Now() time.Duration { return t.now }

// Before returns the time of the previous snapshot, counted from the start of the demo.
func (t *Track) Before() time.Duration { return t.before }

// Clock returns the time of the current snapshot on the game's own clock.
func (t *Track) Clock() time.Duration { return t.clock }

// Snapshot returns the number of the current snapshot, counted from 1, or 0 if there has been none.
func (t *Track) Snapshot() uint32 { return t.snapshot }

// Open reports whether a snapshot has begun but not yet ended.
func (t *Track) Open() bool { return t.open }

// StartLevel starts a level and resets the track. Until the level's first snapshot, events and chapters are held back.
func (t *Track) StartLevel(l sim.Level) {
	t.Reset()
	t.fresh = true
	t.rec.Level(l)
}

// Reset clears the frame and the state of the players, entities, items and match.
func (t *Track) Reset() {
	t.resetFrame()
	t.noLerp = true
	if t.players != nil {
		t.players.reset()
	}
	if t.entities != nil {
		t.entities.reset()
	}
	if t.items != nil {
		t.items.reset()
	}
	if t.match != nil {
		t.match.reset()
	}
}

// Defer makes all events wait for [Track.Flush]. It is meant for games whose demos report events before the snapshot to
// which the events belong. Chapters and centre prints do not wait. They start at the time returned by the given
// function, which must be the demo time of the data being read.
func (t *Track) Defer(reading func() time.Duration) { t.reading = reading }

// Reading returns the demo time of the data being read. Unless events are deferred, this is the time of the current
// snapshot.
func (t *Track) Reading() time.Duration {
	if t.reading != nil {
		return t.reading()
	}
	return t.now
}

// NoLerp prevents interpolation between the previous snapshot and the next one.
func (t *Track) NoLerp() { t.noLerp = true }

// Begin starts a snapshot. now is the demo time of the snapshot, truncated to milliseconds, and clock is the time on
// the game's clock. If now is earlier than the previous snapshot, Begin uses the time of that snapshot instead.
func (t *Track) Begin(now, clock time.Duration) {
	t.before = t.now
	t.now, t.clock = max(now-now%time.Millisecond, t.now), clock
	t.snapshot++
	t.open = true
	t.noLerp = t.noLerp || t.now-t.before > maxGap
	if t.players != nil {
		t.players.begin()
	}
	if t.entities != nil {
		t.entities.begin()
	}
	if t.now >= t.center && t.frame.CenterPrint.Plain != "" {
		t.frame.CenterPrint = sim.Text{}
	}
}

// begun reports whether events of a kind lead to a state that may have lasted for a while when a clip begins.
func begun(k sim.EventKind) bool {
	switch k {
	case sim.EventConnect, sim.EventCountdown, sim.EventMatchEnd, sim.EventIntermission, sim.EventCommand:
		return true
	}
	return k.Is(sim.Begun)
}

// BeginClip records that the demo is a clip of another demo. Until the end of the first snapshot, the track ignores
// events that start a lasting state, because such a state began before the clip.
func (t *Track) BeginClip() {
	if t.clip = t.snapshot == 0; t.clip {
		t.events = slices.DeleteFunc(t.events, func(e sim.Event) bool { return begun(e.Kind) })
	}
}

// EndSnapshot ends the current snapshot and passes it to the recorder.
func (t *Track) EndSnapshot() {
	t.open, t.noLerp, t.clip = false, false, false
	f := &t.frame
	if f.Phase == sim.PhaseTimeout && t.items != nil && t.now > f.Time {
		t.items.delay(t.now - f.Time)
	}
	f.Time, f.Clock = t.now, t.clock
	if t.players != nil {
		t.players.fill(f)
	}
	if t.entities != nil {
		t.entities.fill(f)
	}
	t.rec.Frame(f)
	if t.players != nil {
		t.players.recorded()
	}
	if t.entities != nil {
		t.entities.recorded()
	}
}

// Event records an event at the current snapshot. An event that precedes a level's first snapshot is held back until
// then.
func (t *Track) Event(e sim.Event) {
	if t.clip && begun(e.Kind) {
		return
	}
	if t.fresh || t.reading != nil {
		t.Queue(e)
		return
	}
	e.Time, e.Clock = t.now, t.clock
	t.addProfiles(&e)
	t.rec.Event(e)
}

// Queue holds back an event until the next call to [Track.Flush], which sets the event's time. The event keeps the
// names that its players had at the time of the call to Queue. Queue is meant for demos that report events before the
// snapshot to which the events belong.
func (t *Track) Queue(e sim.Event) {
	if t.clip && begun(e.Kind) {
		return
	}
	if len(t.events) < maxRows {
		t.addProfiles(&e)
		t.events = append(t.events, e)
	}
}

// Queued returns the events that are waiting for [Track.Flush]. The caller may still modify them.
func (t *Track) Queued() []sim.Event { return t.events }

// Flush records all waiting events and chapters, in the order in which they were added.
func (t *Track) Flush() {
	if t.fresh || len(t.events)+len(t.chapters) > 0 {
		t.flush()
	}
}

func (t *Track) flush() {
	if t.fresh {
		t.dropPassed()
	}
	t.fresh = false
	for i := range t.events {
		e := &t.events[i]
		e.Time, e.Clock = t.now, t.clock
		t.rec.Event(*e)
	}
	clear(t.events)
	t.events = t.events[:0]
	for _, c := range t.chapters {
		t.rec.Chapter(c.Name, c.Kind, t.now)
	}
	t.chapters = t.chapters[:0]
}

// dropPassed drops phases of the match that were over before the level's first snapshot: a demo may begin with the
// state of the server at the time when its file was opened.
func (t *Track) dropPassed() {
	last := true
	for i := len(t.events) - 1; i >= 0; i-- {
		switch t.events[i].Kind {
		case sim.EventWarmup, sim.EventCountdown:
			if !last {
				t.events = slices.Delete(t.events, i, i+1)
			}
			last = false
		case sim.EventMatchStart:
			last = false
		}
	}
}

func (t *Track) addProfiles(e *sim.Event) {
	if t.players == nil {
		return
	}
	if e.Profile == nil {
		e.Profile = t.players.Profile(e.Slot)
	}
	if e.AttackerProfile == nil {
		e.AttackerProfile = t.players.Profile(e.Attacker)
	}
}

// Chapter ends the level's current chapter and, if name is not empty, starts another. A chapter that precedes a level's
// first snapshot is held back until then.
func (t *Track) Chapter(name string, kind sim.EventKind) {
	if t.fresh {
		if len(t.chapters) < maxRows {
			t.chapters = append(t.chapters, sim.Chapter{Name: name, Kind: kind})
		}
		return
	}
	t.rec.Chapter(name, kind, t.Reading())
}

// Effect records an effect that begins at the current snapshot and has the given duration.
func (t *Track) Effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = t.now, t.now+last
	t.rec.Effect(e)
}

// CenterPrint shows text in the middle of the recorder's screen for the given duration.
func (t *Track) CenterPrint(text sim.Text, last time.Duration) {
	t.frame.CenterPrint, t.center = text, t.Reading()+last
}

// CenterPrintShows reports whether the last centre print is still on the screen.
func (t *Track) CenterPrintShows() bool { return t.now < t.center }
