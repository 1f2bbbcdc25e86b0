package recording

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// chunkFrames is the number of frames per keyframe. Seeking to a frame means reading half of them on average, which
// takes 5 to 25 µs.
const chunkFrames = 256

// Recording is a demo prepared for random access. It grows during loading. It is safe for concurrent use.
type Recording struct {
	mu     sync.RWMutex
	header sim.Header
	// Frame i is at times[i], in chunks[i/chunkFrames].
	times     frameTimes
	chunks    [][]byte
	tables    tables
	levels    []sim.Level
	events    []sim.Event
	effects   effectList
	damage    []damage.Damage
	anomalies []sim.Anomaly
	inputs    inputs
	roster    roster
	paths     paths
	absences  absences
	// statistics and hits are the game's own reports about the players' performance.
	statistics statistics
	hits       []sim.Hit
	match      matchClock
	clock      clockCache
	share      float64
	err        error
	witnesses  []Witness
	// witnessNames holds the names of witnesses.
	witnessNames []string

	first    chan struct{} // closed when there is a frame, or none will come
	finished chan struct{}
	cancel   chan struct{}
	once     sync.Once
}

// Header returns the demo's header, which contains what is known about the demo so far.
func (r *Recording) Header() sim.Header {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.header
}

// Witness describes a recording that was merged into another.
type Witness struct {
	Name string
	// Certainty describes the evidence that the recording belongs with the others. It is empty for the recording with
	// which the others were compared.
	Certainty string
	Recording *Recording
	// Local converts a time in the merged recording to a time in the witness. ok is false for times that the witness
	// does not cover.
	Local func(t time.Duration) (local time.Duration, ok bool)
}

// Witnesses returns the recordings that were merged into this one, or nil for a single demo. The slice must not be
// modified.
func (r *Recording) Witnesses() []Witness {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.witnesses
}

// Duration returns the time of the last snapshot loaded so far.
func (r *Recording) Duration() time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.last()
}

// Progress returns the fraction of the demo's bytes that have been read, from 0 to 1, and reports whether loading has
// ended.
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

// Err returns the reason why loading ended early, or nil if it did not.
func (r *Recording) Err() error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.err
}

// Levels returns the levels loaded so far. The slice must not be modified. During loading, the End and Chapters of the
// last level may still change from call to call.
func (r *Recording) Levels() []sim.Level {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.levels
}

// Events returns the events loaded so far, in chronological order. The slice must not be modified.
func (r *Recording) Events() []sim.Event {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.events
}

// Damage returns the damage found so far. The slice must not be modified.
func (r *Recording) Damage() []damage.Damage {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.damage
}

// Roster returns all players who took part at any time, in the order in which they first appeared.
func (r *Recording) Roster() []sim.RosterEntry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.roster.list()
}

// TeamScore returns a team's score at the end of the last match. ok is false if the score is unknown.
func (r *Recording) TeamScore(t sim.Team) (score int16, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if t >= sim.TeamCount {
		return 0, false
	}
	return r.roster.teams[t], r.roster.teamTold[t]
}

// TeamLabel returns the team name chosen by the players. If the players of the team do not all use the same name,
// TeamLabel returns the name of the side.
func (r *Recording) TeamLabel(t sim.Team) string {
	label := ""
	for _, p := range r.Roster() {
		if p.Profile == nil || p.Profile.Team != t {
			continue
		}
		if l := p.Profile.TeamLabel(); label == "" || label == l {
			label = l
			continue
		}
		return t.String()
	}
	return cmp.Or(label, t.String())
}

// Frames returns the number of snapshots loaded so far.
func (r *Recording) Frames() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.len()
}

// FrameTime returns the time of the snapshot with index i, which is clamped to the valid range.
func (r *Recording) FrameTime(i int) time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.times.len() == 0 {
		return 0
	}
	return r.times.at(min(max(i, 0), r.times.len()-1))
}

// FrameAt returns the index of the last snapshot at or before t, or -1 if t precedes the first.
func (r *Recording) FrameAt(t time.Duration) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.times.find(t)
}

// Path appends to dst the points of a player's path between the given times, in chronological order, and returns the
// result. It also includes the last point before that period, if there is one.
func (r *Recording) Path(slot int, from, to time.Duration, dst []sim.PathPoint) []sim.PathPoint {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.wantPaths()
	if slot >= 0 && slot < len(r.paths.list) {
		dst = r.paths.list[slot].appendTo(dst, from, to)
	}
	return dst
}

// PathSlots returns a number that is greater than the slot of every player for whom [Recording.Path] returns points.
func (r *Recording) PathSlots() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.wantPaths()
	return len(r.paths.list)
}

// wantPaths builds the paths when one is first requested. The caller holds the read lock, which is released in between.
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

// Effects appends to dst the effects in progress at any time between from and to, sorted by start, and returns the
// result.
func (r *Recording) Effects(from, to time.Duration, dst []sim.Effect) []sim.Effect {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.effects.appendIn(dst, from, to)
}

// ItemAbsences returns the absences of the items on a level, sorted by Taken.
func (r *Recording) ItemAbsences(level int) []sim.ItemAbsence {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level < 0 || level >= len(r.absences.levels) {
		return nil
	}
	return slices.Clone(r.absences.levels[level])
}

// WaitFirst waits until the first snapshot has been loaded. If the demo has no snapshots, it waits until loading has
// ended.
func (r *Recording) WaitFirst() {
	select {
	case <-r.first:
	case <-r.finished:
	}
}

// Wait waits until loading has ended, whether successfully or not.
func (r *Recording) Wait() { <-r.finished }

// Finished returns a channel that is closed when loading has ended.
func (r *Recording) Finished() <-chan struct{} { return r.finished }

// Cancel stops loading. The data loaded so far remains available.
func (r *Recording) Cancel() { r.once.Do(func() { close(r.cancel) }) }

// Stats returns the memory used by the frames, in bytes, and the numbers of effects and path points.
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
