package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// Simulator is a [quake3.Handler] that fills a recording. It passes the observations made in each message to a tracker.
type Simulator struct {
	history   quake3.History
	level     level
	commands  commands
	snapshots snapshots
	seen      *track.Observations
	tracker   *track.Tracker
}

// NewSimulator returns a simulator that records to rec. d is the result of detecting the demo's protocol.
func NewSimulator(rec *recording.Recorder, d quake3.Detection) *Simulator {
	s := &Simulator{level: newLevel(d, rec.Header()), tracker: track.NewTracker(rec, rules),
		seen: new(track.Observations)}
	s.seen.Tell(track.HeaderTold{Header: s.level.header})
	s.seen = s.tracker.Enqueue(s.seen)
	return s
}

// Handle implements [quake3.Handler].
func (s *Simulator) Handle(m quake3.Message) {
	h := &s.history
	h.Handle(m)
	switch m := m.(type) {
	case *quake3.Gamestate:
		s.startLevel(m)
	case *quake3.Skipped:
		if m.Gamestate != nil {
			s.startLevel(m.Gamestate)
		}
	case *quake3.ServerCommand:
		s.command()
	case *quake3.SnapshotDelta:
		s.level.strings = &h.Configstrings
		if s.snapshots.readVote(&s.level, s.seen) {
			s.seen = s.tracker.Enqueue(s.seen)
		}
		s.snapshots.read(&s.level, h.Snapshot(), s.seen)
	}
	s.seen = s.tracker.Enqueue(s.seen)
}

func (s *Simulator) startLevel(m *quake3.Gamestate) {
	s.level.start(&s.history, m, s.seen)
	s.snapshots.start()
}

// command reads a server command, or the configstring that it changed.
func (s *Simulator) command() {
	if s.level.strings == nil {
		return
	}
	index, old := s.history.Changed()
	if text := s.history.Command(); index < 0 && text != nil {
		s.commands.read(&s.level, text, s.seen)
	}
	if index < 0 {
		return
	}
	s.level.changed(index, old, s.seen)
	s.snapshots.changed(&s.level, index)
}

// end records anything that waited for another snapshot.
func (s *Simulator) end() { s.tracker.Finish() }
