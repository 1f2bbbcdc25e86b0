package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// runs tracks runs against the clock: those reported by prints and the runner's state (DeFRaG), and those reported by
// events (Quake Live). Times are on the game's clock.
type runs struct {
	// ran is the duration of the run whose finish a print announced since the last snapshot. last is the demo time at
	// which the previous run ended.
	ran, last time.Duration
	// finish is the last finish announced, and its time.
	finish struct {
		at, took time.Duration
		told     bool
	}
	byPlayer [MaxSlots]playerRun
}

// playerRun is a player's run.
type playerRun struct {
	from    time.Duration
	running bool
	// took is the duration of the finished run whose time is still shown, or 0 if there is none.
	took time.Duration
}

// RunSeen describes the timed run of the player in view, as reported in his playerstate.
type RunSeen struct {
	// Told is set if the playerstate describes a run, and Timed if it contains the run's time.
	Told, Timed bool
	Running     bool
	Took        time.Duration // since the start, or in total
	// Started, Finished and Passed are set if the player started, finished or passed a checkpoint since the previous
	// snapshot.
	Started, Finished, Passed bool
}

// Reports about runs.
type (
	// RunMarked reports that a player passed the start, a checkpoint or the finish of a timed run. The report is
	// derived from an event. At is the time on the server's clock.
	RunMarked struct {
		Slot sim.Slot
		Kind RunMark
		At   time.Duration
	}
	// RunPrinted reports that a player passed a checkpoint or the finish of a timed run. The report is derived from a
	// printed message. The event's Value is the time of the run at that point, in milliseconds.
	RunPrinted struct{ sim.Event }
)

// RunMark identifies a kind of point in a timed run: its start, a checkpoint or its finish.
type RunMark uint8

// The kinds of points in a run.
const (
	RunStart RunMark = iota
	RunCheckpoint
	RunFinish
)

// reset starts a level at a demo time.
func (s *runs) reset(now time.Duration) {
	*s = runs{last: now, finish: s.finish}
}

// forget forgets a player who left.
func (s *runs) forget(slot sim.Slot) {
	if n := slot.Index(); n >= 0 && n < MaxSlots {
		s.byPlayer[n] = playerRun{}
	}
}

// end adds a chapter for the run whose finish prints announced since the last snapshot.
func (s *runs) end(t *Track) {
	s.chapter(t, s.ran)
	s.ran = 0
}

// chapter adds a chapter for a finished run. Its start is calculated from its duration.
func (s *runs) chapter(t *Track, took time.Duration) {
	if took <= 0 {
		return
	}
	t.rec.Chapter("Run", sim.EventFinish, max(t.now-took, s.last))
	t.rec.Chapter("", sim.EventFinish, t.now)
	s.last = t.now
}

func (m RunMarked) conclude(t *Tracker) {
	if n := m.Slot.Index(); n >= 0 && n < MaxSlots {
		t.track.Event(t.runs.byPlayer[n].mark(&m, t.track.clock))
	}
}

// mark returns the event for a start, checkpoint or finish. clock is the time of the snapshot that reported it.
func (p *playerRun) mark(m *RunMarked, clock time.Duration) sim.Event {
	e := sim.Event{Kind: sim.EventCheckpoint, Slot: m.Slot}
	switch m.Kind {
	case RunStart:
		p.from, p.running = m.At, true
		e.Text = sim.PlainText("start")
	case RunFinish:
		e.Kind = sim.EventFinish
	}
	took := clock - p.from
	if m.At > p.from {
		took = m.At - p.from
	}
	if p.took = 0; m.Kind != RunStart && p.running {
		e.Value = int(took.Milliseconds())
		e.Text = sim.PlainText(e.Kind.String() + " in " + runTime(took))
		if m.Kind == RunFinish {
			p.took = took
		}
	}
	p.running = p.running && m.Kind != RunFinish
	return e
}

// runTime formats the time of a run like the game.
func runTime(d time.Duration) string {
	ms := d.Milliseconds()
	if ms < 60000 {
		return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
	}
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// sameFinish is the maximum time between the playerstate and a print reporting the same finish.
const sameFinish = time.Second

// justFinished reports whether a finish was announced a moment ago.
func (s *runs) justFinished(t *Track) bool {
	return s.finish.at > 0 && t.now-s.finish.at < sameFinish
}

func (p RunPrinted) conclude(t *Tracker) {
	s, took := &t.runs, time.Duration(p.Value)*time.Millisecond
	if p.Kind == sim.EventFinish && p.Slot == t.track.frame.POV {
		if s.justFinished(&t.track) && s.finish.took == took {
			return
		}
		s.finish.at, s.finish.took = t.track.now, took
		s.ran = took
	}
	t.event(p.Event)
}

// follow determines the progress of a run from the state of the player in view.
func (s *runs) follow(t *Track, u *RunSeen, pov sim.Slot) {
	if !u.Told {
		return
	}
	p := &s.byPlayer[pov.Index()]
	took := u.Took
	switch {
	case u.Running && u.Timed:
		p.from = t.clock - took
	case u.Running && (!p.running || u.Started):
		p.from = t.clock
	case !u.Running && !u.Timed && u.Finished:
		took = t.clock - p.from
	case !u.Running && !u.Timed:
		took = p.took
	}
	p.running, p.took = u.Running, 0
	if !p.running {
		p.took = took
	}
	switch since := t.clock - p.from; {
	case u.Finished && took > 0:
		s.finishRun(t, took, pov)
	case u.Passed && p.running:
		t.Event(sim.Event{Kind: sim.EventCheckpoint, Slot: pov, Value: int(since.Milliseconds()),
			Text: sim.PlainText("checkpoint in " + runTime(since))})
	}
}

// finishRun records a finish, unless a print announced it.
func (s *runs) finishRun(t *Track, took time.Duration, pov sim.Slot) {
	if s.justFinished(t) {
		return
	}
	s.finish.at, s.finish.took = t.now, took
	s.chapter(t, took)
	t.Event(sim.Event{Kind: sim.EventFinish, Slot: pov, Value: int(took.Milliseconds()),
		Text: sim.PlainText("finish in " + runTime(took))})
}

// showClock makes the run of the player in view the match clock.
func (s *runs) showClock(t *Track, pov sim.Slot) {
	f := &t.frame
	switch p := &s.byPlayer[pov.Index()]; {
	case p.running:
		f.Phase, f.MatchKnown, f.Match = sim.PhasePlaying, true, t.clock-p.from
	case p.took > 0:
		f.Phase, f.MatchKnown, f.Match = sim.PhaseFinished, true, p.took
	}
}
