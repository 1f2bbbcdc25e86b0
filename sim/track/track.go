package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

const (
	// MaxSlots bounds the slots of all games.
	MaxSlots = 256
	// maxRows bounds the entities, the movers and what waits for a snapshot: what a
	// forged demo has beyond is left out.
	maxRows = 8192
	// maxGap is the longest time between two snapshots that is interpolated.
	maxGap = time.Second
)

// Track is the present snapshot of a demo, and the way to the recorder: events,
// effects, chapters and frames get their time here.
type Track struct {
	rec   *recording.Recorder
	frame recording.Frame

	now, before time.Duration
	clock       time.Duration
	snapshot    uint32
	open        bool
	// fresh is true from the start of a level to its first snapshot: meanwhile
	// events and chapters wait for its time.
	fresh    bool
	events   []sim.Event
	chapters []sim.Chapter
	// clip is set from the mark of a clip to the end of its first snapshot: what is told until then is state.
	clip   bool
	noLerp bool // nothing leads from the snapshot before to the next
	center time.Duration
	// reading is the time of what is being read, where events wait for Flush.
	reading func() time.Duration

	players  *Players
	entities *Entities
	items    *Items
	match    *Match
}

// New returns a track that fills the recording of rec. Its parts are made with
// [NewPlayers], [NewEntities], [NewItems] and [NewMatch].
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

// Recorder is where all is recorded.
func (t *Track) Recorder() *recording.Recorder { return t.rec }

// Frame is what is recorded of the present snapshot beside the players,
// entities and movers: the point of view, scores, flags, texts on the screen.
func (t *Track) Frame() *recording.Frame { return &t.frame }

// Now is the demo's time at this snapshot, from its start.
func (t *Track) Now() time.Duration { return t.now }

// Before is the demo's time at the snapshot before this one.
func (t *Track) Before() time.Duration { return t.before }

// Clock is the game's own time at this snapshot.
func (t *Track) Clock() time.Duration { return t.clock }

// Snapshot is the number of this snapshot: 1 for the demo's first, 0 before it.
func (t *Track) Snapshot() uint32 { return t.snapshot }

// Open reports whether a snapshot was begun and not ended.
func (t *Track) Open() bool { return t.open }

// StartLevel starts a level: the parts forget all. Events and
// chapters wait for the level's first snapshot from here on.
func (t *Track) StartLevel(l sim.Level) {
	t.Reset()
	t.fresh = true
	t.rec.Level(l)
}

// Reset forgets the frame and what the parts keep.
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

// Defer lets all events wait for [Track.Flush]: the game's demos tell what happens
// before the snapshot to which it belongs. Chapters and centre prints do not
// wait: they start at the demo's time of what is being read.
func (t *Track) Defer(reading func() time.Duration) { t.reading = reading }

// Reading is the demo's time of what is being read: that of this snapshot, unless events
// are deferred.
func (t *Track) Reading() time.Duration {
	if t.reading != nil {
		return t.reading()
	}
	return t.now
}

// NoLerp forbids interpolation from the last snapshot to the next.
func (t *Track) NoLerp() { t.noLerp = true }

// Begin starts a snapshot. now is the demo's time, which is taken in whole
// milliseconds and never goes back, clock the game's.
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

// begun are the events with which something begins that goes on in a clip.
var begun = map[sim.EventKind]bool{
	sim.EventConnect: true, sim.EventWarmup: true, sim.EventCountdown: true, sim.EventMatchStart: true, sim.EventRoundStart: true, sim.EventOvertime: true,
	sim.EventTimeout: true, sim.EventCommand: true,
}

// BeginClip notes that the demo is a part of another: what is told up to the end of its first snapshot is state,
// and did not happen then.
func (t *Track) BeginClip() {
	if t.clip = t.snapshot == 0; t.clip {
		t.events = slices.DeleteFunc(t.events, func(e sim.Event) bool { return begun[e.Kind] })
	}
}

// EndSnapshot stores the snapshot.
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

// Event records an event at this snapshot. Before a level's first snapshot it
// waits for that one.
func (t *Track) Event(e sim.Event) {
	if t.clip && begun[e.Kind] {
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

// Queue keeps an event for the next [Track.Flush], whose time it gets: what a
// demo tells before the snapshot that it belongs to. The players are called as
// they are now.
func (t *Track) Queue(e sim.Event) {
	if t.clip && begun[e.Kind] {
		return
	}
	if len(t.events) < maxRows {
		t.addProfiles(&e)
		t.events = append(t.events, e)
	}
}

// Queued are the events that wait, to be completed before they are recorded.
func (t *Track) Queued() []sim.Event { return t.events }

// Flush records what waits, in the order in which it came.
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

// dropPassed leaves out the phases of the match that were over before the level's first
// snapshot: a demo may begin with what the server was when its file was opened.
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

// Chapter ends the present chapter of the level and starts another; one without
// a name only ends it. Before a level's first snapshot it waits for that one.
func (t *Track) Chapter(name string, kind sim.EventKind) {
	if t.fresh {
		if len(t.chapters) < maxRows {
			t.chapters = append(t.chapters, sim.Chapter{Name: name, Kind: kind})
		}
		return
	}
	t.rec.Chapter(name, kind, t.Reading())
}

// Effect records something brief that begins at this snapshot.
func (t *Track) Effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = t.now, t.now+last
	t.rec.Effect(e)
}

// CenterPrint shows a text in the middle of the recorder's screen for a time.
func (t *Track) CenterPrint(text sim.Text, last time.Duration) {
	t.frame.CenterPrint, t.center = text, t.Reading()+last
}

// CenterPrintShows reports whether the last text in the middle of the screen still
// shows.
func (t *Track) CenterPrintShows() bool { return t.now < t.center }
