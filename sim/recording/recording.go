package recording

import (
	"slices"
	"sync"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// chunkFrames is how many frames a keyframe serves: half of them are read to get to one, which takes some 20 µs.
const chunkFrames = 128

// Recording is a demo prepared for random access. It is safe for concurrent
// use and grows while the demo loads.
type Recording struct {
	mu     sync.RWMutex
	header sim.Header
	// times and chunks: frame i is in chunks[i/chunkFrames].
	times     frameTimes
	chunks    [][]byte
	tables    tables
	levels    []sim.Level
	events    []sim.Event
	effects   effectList
	damage    []damage.Damage
	anomalies []sim.Anomaly
	roster    roster
	paths     paths
	absences  absences
	// statistics and hits are what the game itself tells of how players fare.
	statistics statistics
	hits       []sim.Hit
	match      matchClock
	share      float64
	err        error
	witnesses  []Witness
	// witnessNames are their names.
	witnessNames []string

	first    chan struct{} // closed when there is a frame, or will be none
	finished chan struct{}
	cancel   chan struct{}
	once     sync.Once
}

// Header is what is known about the demo as a whole.
func (r *Recording) Header() sim.Header {
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
func (r *Recording) Levels() []sim.Level {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.levels
}

// Events returns the events so far, ascending by Time; the slice must not be modified.
func (r *Recording) Events() []sim.Event {
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
func (r *Recording) Roster() []sim.RosterEntry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.roster.list()
}

// TeamScore is the score of a team at the end of the last match; ok is false where the demo does not tell it.
func (r *Recording) TeamScore(t sim.Team) (score int16, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if t >= sim.TeamCount {
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
func (r *Recording) Path(slot int, from, to time.Duration, dst []sim.PathPoint) []sim.PathPoint {
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
func (r *Recording) Effects(from, to time.Duration, dst []sim.Effect) []sim.Effect {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.effects.appendIn(dst, from, to)
}

// ItemAbsences returns when the items of a level were taken, ascending by Taken.
func (r *Recording) ItemAbsences(level int) []sim.ItemAbsence {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level < 0 || level >= len(r.absences.levels) {
		return nil
	}
	return slices.Clone(r.absences.levels[level])
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
