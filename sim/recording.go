package sim

import (
	"slices"
	"sync"
	"time"

	"fragscope/formats/damage"
)

// Header is what is known about a demo as a whole.
type Header struct {
	Name      string // file name
	Path      string
	Game      string // in words: "Quake III", "QuakeWorld"
	GameKey   string // "quake3"
	Container string // "dm_68", "mvd.gz"
	Mod       string // folder of the mod: "cpma"
	ModName   string // in words
	Protocol  int
	Kind      string // client, server, relay, multiview
	Recorder  string // plain name of the player who recorded; may be empty
	// Server is what the server calls itself, without colours, Locked that it lets in nobody without
	// its password; empty and false where the demo does not tell.
	Server string
	Locked bool
	// Date is the first that the demo tells, and DateAt the demo time when it told it. Demos have no
	// date of their own: it is what the server's clock showed, as "2006-01-02 15:04:05", with the
	// time zone behind it if that was told too and without the seconds if they were not.
	Date   string
	DateAt time.Duration
	// Messages is the number of the demo's message blocks read so far.
	Messages int
	// Complete is set where nothing of the demo is missing: it is not damaged
	// and was not cut. Quake III's recorders always write an end, so there a
	// missing one counts as cut; those of the other games may be closed without.
	// Unset while loading.
	Complete bool
	// Multi is set where the demo shows all players all the time.
	Multi bool
}

// Level is one map of a recording, from its start to the next one's.
type Level struct {
	Index int
	Map   string // "q3dm7": neither folder nor suffix
	Title string
	// Start and End are demo times.
	Start, End time.Duration
	GameType   string // in words: "Free For All"
	Mod        string
	TimeLimit  time.Duration
	FragLimit  int
	Checksum   uint32 // of the BSP (Quake II); 0 if not known
	// ServerRun is the number by which the server tells this start of a level from all others (Quake III's checksum feed,
	// Quake II's server count); 0 where the demo tells none.
	ServerRun uint32
	// MapModels is how many models the map has, the world among them, by the demo's list of models (Quake,
	// QuakeWorld); 0 if not known.
	MapModels int
	Paks      []string
	Teams     bool
	// Chapters are matches, rounds, warm-up, ascending by Start.
	Chapters []Chapter
}

// Chapter is a part of a level with a name of its own.
type Chapter struct {
	Name       string
	Start, End time.Duration
	Kind       EventKind // of the event that began it
}

// PathPoint is a place that a player passed.
type PathPoint struct {
	Time   time.Duration
	Origin Vec3
	View   float32 // yaw
	Life   Life
	// NoLerp is set where no line leads from the point before to this one:
	// teleport, respawn, lost sight.
	NoLerp bool
	// Ground is set where the demo shows that the player stood on something; never where
	// it does not tell such things.
	Ground bool
}

// chunkFrames is how many frames a keyframe serves: half of them are read to get to one, which takes some 20 µs.
const chunkFrames = 128

// Recording is a demo prepared for random access. It is safe for concurrent
// use and grows while the demo loads.
type Recording struct {
	mu     sync.RWMutex
	header Header
	// times and chunks: frame i is in chunks[i/chunkFrames].
	times     frameTimes
	chunks    [][]byte
	tables    tables
	levels    []Level
	events    []Event
	effects   effectList
	damage    []damage.Damage
	anomalies []Anomaly
	roster    roster
	paths     paths
	absences  absences
	// statistics and hits are what the game itself tells of how players fare.
	statistics statistics
	hits       []Hit
	match      matchClock
	share      float64
	err        error
	witnesses  []Witness

	first    chan struct{} // closed when there is a frame, or will be none
	finished chan struct{}
	cancel   chan struct{}
	once     sync.Once
}

// Header is what is known about the demo as a whole.
func (r *Recording) Header() Header {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.header
}

// Witness is one of the recordings that a recording was made of.
type Witness struct {
	Name string
	// Certainty says in words why it belongs to the others; empty for the one to which they were compared.
	Certainty string
	Recording *Recording
	// Local is its own time at a time of the whole; ok is false where it tells nothing.
	Local func(t time.Duration) (local time.Duration, ok bool)
}

// Witnesses are the recordings that this one was made of; nil for that of one demo. The slice must not be modified.
func (r *Recording) Witnesses() []Witness {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.witnesses
}

// Duration is the time of the last snapshot loaded so far.
func (r *Recording) Duration() time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.last()
}

// Progress is the share of the demo's bytes that was read, 0 to 1, and
// whether loading has ended.
func (r *Recording) Progress() (done float64, finished bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	select {
	case <-r.finished:
		finished = true
	default:
	}
	return r.share, finished
}

// Err is why loading stopped early, nil if it did not (yet).
func (r *Recording) Err() error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.err
}

// Levels returns the levels so far; the slice must not be modified. The last
// one's End and Chapters grow while loading.
func (r *Recording) Levels() []Level {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.levels
}

// Events returns the events so far, ascending by Time; the slice must not be modified.
func (r *Recording) Events() []Event {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.events
}

// Damage returns the damages found so far; the slice must not be modified.
func (r *Recording) Damage() []damage.Damage {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.damage
}

// Roster returns everyone who ever played, in the order of their first appearance.
func (r *Recording) Roster() []RosterEntry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.roster.list()
}

// TeamScore is the score of a team at the end of the last match; ok is false where the demo does not tell it.
func (r *Recording) TeamScore(t Team) (score int16, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if t >= TeamCount {
		return 0, false
	}
	return r.roster.teams[t], r.roster.teamTold[t]
}

// Frames is the number of snapshots so far.
func (r *Recording) Frames() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.len()
}

// FrameTime is the time of snapshot i; i is clamped to those there are.
func (r *Recording) FrameTime(i int) time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.times.len() == 0 {
		return 0
	}
	return r.times.at(min(max(i, 0), r.times.len()-1))
}

// FrameAt is the last snapshot at or before t; -1 if t precedes the first.
func (r *Recording) FrameAt(t time.Duration) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.find(t)
}

// Path appends to dst the places that a player passed between two times, and
// the last one before, ascending in time.
func (r *Recording) Path(slot int, from, to time.Duration, dst []PathPoint) []PathPoint {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.wantPaths()
	if slot >= 0 && slot < len(r.paths.list) {
		dst = r.paths.list[slot].appendTo(dst, from, to)
	}
	return dst
}

// PathSlots is above every slot of a player who has a path.
func (r *Recording) PathSlots() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.wantPaths()
	return len(r.paths.list)
}

// wantPaths makes the paths when one is first asked for. The caller has the lock for reading, which is released meanwhile.
func (r *Recording) wantPaths() {
	if r.paths.kept || !r.paths.latent {
		return
	}
	r.mu.RUnlock()
	r.mu.Lock()
	if !r.paths.kept {
		r.paths.follow(r)
	}
	r.mu.Unlock()
	r.mu.RLock()
}

// Effects appends to dst the effects that are there at any time between two, ascending by their starts.
func (r *Recording) Effects(from, to time.Duration, dst []Effect) []Effect {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.effects.appendIn(dst, from, to)
}

// ItemAbsences returns when the items of a level were taken, ascending by Taken.
func (r *Recording) ItemAbsences(level int) []ItemAbsence {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level < 0 || level >= len(r.absences.levels) {
		return nil
	}
	kept := r.absences.levels[level]
	list := slices.Grow([]ItemAbsence(nil), len(kept))
	for i := range kept {
		list = append(list, kept[i].whole())
	}
	return list
}

// WaitFirst returns when the first snapshot is there, or loading has ended
// without one.
func (r *Recording) WaitFirst() {
	select {
	case <-r.first:
	case <-r.finished:
	}
}

// Wait returns when loading has ended, in whatever way.
func (r *Recording) Wait() { <-r.finished }

// Finished is closed when loading has ended.
func (r *Recording) Finished() <-chan struct{} { return r.finished }

// Cancel stops loading; what is loaded stays.
func (r *Recording) Cancel() { r.once.Do(func() { close(r.cancel) }) }

// Stats says how much memory the frames take, in bytes, and how many effects
// and points of paths there are.
func (r *Recording) Stats() (frames, effects, points int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, c := range r.chunks {
		frames += len(c)
	}
	for _, p := range r.paths.list {
		points += p.len()
	}
	return frames, r.effects.count, points
}
