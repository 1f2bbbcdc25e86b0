package q1

import (
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/quakeworld"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// quakeWorld is a [quakeworld.Handler] that fills a recording: its reader turns messages into observations, from
// which the tracker draws conclusions.
type quakeWorld struct {
	history *quakeworld.History
	level   level
	read    quakeWorldReader
	seen    *track.Observations
	tracker *track.Tracker
	blocks  int
}

func newQuakeWorld(rec *recording.Recorder, o quakeworld.Options) *quakeWorld {
	s := &quakeWorld{history: quakeworld.NewHistory(o), level: newLevel(rec.Header(), quakeworld.MaxPlayers,
		o.MultiView)}
	s.level.rules.HealthWait = healthWait
	s.read.reset()
	s.tracker, s.seen = track.NewTracker(rec, s.level.rules), new(track.Observations)
	return s
}

// Handle implements [quakeworld.Handler].
func (s *quakeWorld) Handle(m quakeworld.Message) {
	if s.read.ends(&s.level, m) {
		s.show()
	}
	if _, ok := m.(*quakeworld.Block); ok {
		s.blocks++
	}
	s.history.Handle(m)
	s.read.message(&s.level, s.history, m, s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
}

// show completes the snapshot and passes it to the tracker.
func (s *quakeWorld) show() {
	s.read.endCenter(&s.level, s.seen)
	if s.level.begun && !s.level.multi {
		s.level.lookThrough(s.level.recorder, s.seen)
	}
	s.seen = s.tracker.Enqueue(s.seen)
	if s.level.begun {
		s.read.show(&s.level, s.history.Snapshot(), s.seen)
		s.seen = s.tracker.Enqueue(s.seen)
	}
}

// messages implements [simulator].
func (s *quakeWorld) messages() int { return s.blocks }

// demoTime implements [simulator].
func (s *quakeWorld) demoTime(at time.Duration) time.Duration {
	if at < 0 {
		return at
	}
	return max(at-s.history.Start(), 0)
}

// finish implements [simulator].
func (s *quakeWorld) finish() {
	s.show()
	s.tracker.Finish()
}

// damage implements [simulator].
func (s *quakeWorld) damage(d damage.Damage) {
	s.tracker.Recorded().Damage(d)
	s.seen.Tell(track.Interrupted{What: d.What})
	s.tracker.Observe(s.seen)
}
