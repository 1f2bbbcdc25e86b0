package q1

import (
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// netQuake is a [netquake.Handler] that fills a recording: its reader turns messages into observations, from which
// the tracker draws conclusions.
type netQuake struct {
	history *netquake.History
	level   level
	read    netQuakeReader
	seen    *track.Observations
	tracker *track.Tracker
	blocks  int
}

func newNetQuake(rec *recording.Recorder) *netQuake {
	s := &netQuake{history: netquake.NewHistory(), level: newLevel(rec.Header(), 0, false),
		read: netQuakeReader{view: 1}}
	s.level.rules.HealthTellsDeath = true
	s.tracker, s.seen = track.NewTracker(rec, s.level.rules), new(track.Observations)
	return s
}

// Handle implements [netquake.Handler].
func (s *netQuake) Handle(m netquake.Message) {
	switch m.(type) {
	case *netquake.UpdateEntity: // most messages
		s.history.Handle(m)
		return
	case *netquake.Block:
		s.show()
		s.blocks++
	case *netquake.ServerInfo, *netquake.Time, *netquake.UpdateEntities:
		s.show()
	}
	s.history.Handle(m)
	s.read.message(&s.level, s.history, m, s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
}

// show completes the snapshot and passes it to the tracker.
func (s *netQuake) show() {
	if !s.level.begun {
		return
	}
	snapshot := s.history.Snapshot()
	if snapshot == nil {
		return
	}
	s.read.lookThrough(&s.level, s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
	s.read.show(&s.level, snapshot, s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
}

// messages implements [simulator].
func (s *netQuake) messages() int { return s.blocks }

// demoTime implements [simulator]: the decoder's clock starts with the demo.
func (s *netQuake) demoTime(at time.Duration) time.Duration { return at }

// finish implements [simulator].
func (s *netQuake) finish() {
	s.show()
	s.tracker.Finish()
}

// damage implements [simulator].
func (s *netQuake) damage(d damage.Damage) {
	s.tracker.Recorded().Damage(d)
	s.seen.Tell(track.Interrupted{What: d.What})
	s.tracker.Observe(s.seen)
}
