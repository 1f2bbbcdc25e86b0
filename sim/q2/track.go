package q2

import (
	"sort"
	"time"

	"fragscope/sim"
)

// track is the recording at the present snapshot: the frame that is stored at its end, and
// what is recorded beside it.
type track struct {
	rec   *sim.Recorder
	clock func() time.Duration // the decoder's
	frame sim.Frame
	// snaps numbers the snapshots from 1; now and before are the times of this one and the last.
	snaps       uint32
	levelSnaps  int // since the level began
	now, before time.Duration
	pending     []sim.Event // of the block, until its snapshot
	profiles    [maxPlayers]*sim.Profile
}

// reset begins a level.
func (t *track) reset() {
	t.frame = sim.Frame{}
	for i := range t.frame.TeamScore {
		t.frame.TeamScore[i] = sim.Unknown
	}
	t.levelSnaps = 0
	t.profiles = [maxPlayers]*sim.Profile{}
}

// beginSnapshot starts a snapshot with a time on the game's clock.
func (t *track) beginSnapshot(clock time.Duration, approximate bool) {
	t.before, t.now = t.now, t.clock()
	t.snaps++
	t.levelSnaps++
	f := &t.frame
	f.Time, f.Clock, f.Approximate = t.now, clock, approximate
	for i := range f.Players {
		f.Players[i].NoLerp = false
	}
	for i := range f.Entities {
		f.Entities[i].NoLerp = false
	}
	for i := range f.Movers {
		f.Movers[i].NoLerp = false
	}
}

// effect records something brief that begins at the present snapshot.
func (t *track) effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = t.now, t.now+last
	t.rec.Effect(e)
}

// begin records an event of the match and starts a chapter.
func (t *track) begin(kind sim.EventKind, chapter string) {
	t.event(sim.Event{Kind: kind})
	t.rec.Chapter(chapter, kind, t.clock())
}

// at is the place of a slot among the frame's players.
func (t *track) at(slot int) (int, bool) {
	list := t.frame.Players
	i := sort.Search(len(list), func(i int) bool { return list[i].Slot.Index() >= slot })
	return i, i < len(list) && list[i].Slot.Index() == slot
}

// row is the frame's row of a slot, or nil.
func (t *track) row(slot int) *sim.FramePlayer {
	if i, ok := t.at(slot); ok {
		return &t.frame.Players[i]
	}
	return nil
}

// jumped tells whether someone cannot have walked from a to b since the
// snapshot before.
func (t *track) jumped(a, b sim.Vec3) bool {
	reach := max(jumpDistance, float32(10*jumpDistance*(t.now-t.before).Seconds()))
	return distance2(a, b) > reach*reach
}

// event keeps an event for the frame of the block. What it says comes on one line.
func (t *track) event(e sim.Event) {
	e.Text = oneLine(e.Text)
	e.Profile, e.AttackerProfile = t.profileOf(e.Slot.Index(), e.Profile), t.profileOf(e.Attacker.Index(), e.AttackerProfile)
	t.pending = append(t.pending, e)
}

func (t *track) profileOf(slot int, known *sim.Profile) *sim.Profile {
	if known != nil || slot < 0 || slot >= len(t.profiles) {
		return known
	}
	return t.profiles[slot]
}

func (t *track) flushEvents() {
	for i := range t.pending {
		e := &t.pending[i]
		e.Time, e.Clock = t.now, t.frame.Clock
		if r := t.row(e.Slot.Index()); r != nil && r.Visible && !e.HasOrigin && e.Kind != sim.EventChat && e.Kind != sim.EventTeamChat {
			e.Origin, e.HasOrigin = r.Origin, true
		}
		t.rec.Event(*e)
	}
	t.pending = t.pending[:0]
}
