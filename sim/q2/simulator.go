package q2

import (
	"time"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// simulator is a [quake2.Handler] that fills a recording. It turns the decoder's data into observations, from which the
// tracker draws conclusions.
type simulator struct {
	decoder  *quake2.Decoder
	size     int
	blocks   int
	reported int
	ended    bool
	now      func() time.Duration // time of the data being read

	level   level
	read    reader
	seen    *track.Observations
	tracker *track.Tracker
}

// reader holds the data from earlier messages that is needed to read the next ones.
type reader struct {
	history   quake2.History
	ready     bool // a snapshot is waiting to be recorded
	prints    prints
	sights    sights
	effects   effects
	listed    inventories
	stuffed   []byte // an incomplete console command, for the client in stuffedTo
	stuffedTo sim.Slot
	board     *sim.ScreenText // the text drawn by the last layout, unless it is a scoreboard
}

func newSimulator(rec *recording.Recorder, d *quake2.Decoder, size int) *simulator {
	s := &simulator{decoder: d, size: size, now: d.Time, level: newLevel(rec.Header()),
		tracker: track.NewTracker(rec, gameRules),
		seen:    new(track.Observations)}
	s.tracker.Defer(func() time.Duration { return s.now() })
	s.read.prints = prints{said: map[string]bool{}, texts: translations{lookUp: rec.Texts()}}
	s.read.listed = inventories{}
	s.seen.Tell(track.LevelCleared{Nameless: true}, track.HeaderTold{Header: s.level.header})
	s.seen = s.tracker.Enqueue(s.seen)
	return s
}

// serverData starts a level.
func (s *simulator) serverData(m *quake2.ServerData) {
	s.flush()
	s.read.history.Handle(m)
	s.level.begin(m, s.seen)
	s.read.reset()
}

// reset begins a level.
func (r *reader) reset() {
	clear(r.listed)
	r.sights = sights{snapshot: r.sights.snapshot}
	r.effects.waiting, r.board = r.effects.waiting[:0], nil
}

// configString passes a configstring to the part that it concerns.
func configString(l *level, m *quake2.ConfigString, o *track.Observations) {
	i, c := int(m.Index), l.config
	if i >= min(c.End, maxStrings) {
		return
	}
	text := string(m.Text)
	switch old := l.setString(i, text); {
	case i >= c.PlayerSkins && i < c.General:
		l.readSeat(sim.SlotAt(i-c.PlayerSkins), text, old, o)
	case i >= c.Models && i < c.Sounds:
	case l.mod.configString != nil:
		l.mod.configString(l, i, text, o)
	}
}

// restart reads the restart of a level.
func restart(l *level, m *quake2.LevelRestart, o *track.Observations) {
	for i := range m.Strings {
		configString(l, &m.Strings[i], o)
	}
	o.Tell(track.LevelRestarted{Map: l.mapName()})
}

// frame begins a frame, whose layout shows whether a server recorded it.
func (s *simulator) frame(m *quake2.Frame) {
	s.flush()
	if m.Recording == quake2.RecordServer && s.level.server.Recording != quake2.RecordServer {
		s.level.recordedByServer(s.seen)
	}
	s.read.history.Handle(m)
}

// flush records the pending snapshot.
func (s *simulator) flush() {
	if !s.read.ready {
		return
	}
	s.read.ready = false
	s.level.show(s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
	s.read.snapshot(&s.level, s.read.history.Last(), s.now(), s.seen)
	s.seen = s.tracker.Enqueue(s.seen)
	s.level.shown = true
}

// snapshot reads a snapshot and the messages that came in the same block.
func (r *reader) snapshot(l *level, snap *quake2.Snapshot, now time.Duration, o *track.Observations) {
	clear(r.prints.said)
	o.Begins, o.Ends = true, true
	o.Snapshot = track.Snapshot{Time: now, Clock: time.Duration(snap.Number) * l.server.Interval,
		Approximate: snap.Approximate, Intermission: frozen(l, snap), Split: o.Snapshot.Split[:0]}
	r.effects.report(l, o)
	for i := range snap.Players {
		readState(l, &snap.Players[i], snap, r.listed, o)
	}
	r.sights.begin()
	for i := range snap.Entities {
		r.sights.see(l, &snap.Entities[i], o)
	}
	r.sights.end(o)
	readScreen(l, snap, r.board, &o.Snapshot)
	teamScores(l, snap, o)
}

// layoutOptions returns the options for layouts of the level's game.
func (r *reader) layoutOptions(l *level) layout.Options {
	o := layout.Options{Nested: l.config.Length > 64}
	if snap := r.history.Last(); snap != nil {
		o.Frame = int(snap.Number)
	}
	if l.translated() {
		o.Rerelease = rereleaseScreen(l, &r.prints.texts)
	}
	return o
}

// layout reads a layout: scoreboards contain everyone's frags and pings. A .mvd2 repeats the same board for every
// client.
func (r *reader) layout(l *level, m *quake2.Layout, o *track.Observations) {
	r.prints.to.unicast = sim.Slot{}
	r.board = nil
	if len(m.Text) == 0 {
		return
	}
	var ps *quake2.PlayerState
	if snap := r.history.Last(); snap != nil && len(snap.Players) > 0 {
		ps = &snap.Players[0].State
	}
	dateOf(string(m.Text), o)
	items := layout.Run(string(m.Text), screen{l, ps}, r.layoutOptions(l))
	scores := layout.Scores(items)
	for _, row := range scores {
		score(l, row, o)
	}
	if len(scores) == 0 && !board(l, layout.Lines(items), o) && !l.allSeeing {
		r.board = boardOf(layout.Table(items))
	}
}
