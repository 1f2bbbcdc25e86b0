package wolfenstein

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// Record decodes the demo in data, records it to rec and finishes the recording. name is the demo's file name. Record
// returns at the end of the demo or when the recording is cancelled.
func Record(rec *recording.Recorder, data []byte, name string) {
	d := quake3.NewDecoder(data, quake3.Options{Name: name, Family: wolfenstein.Family, More: rec.More()})
	s := newSimulator(rec, d.Protocol(), d.Detection().Number)
	reported := 0
	damaged := func() {
		for _, x := range d.Damage()[reported:] {
			reported++
			rec.Damage(x)
			s.tracker.Damaged(x.What)
		}
	}
	blocks, ended := 0, false
	for {
		err := d.Next(quake3.HandlerFunc(func(m quake3.Message) {
			switch m := m.(type) {
			case *quake3.Block:
				blocks++
			case *quake3.Skipped:
				damaged()
			case *quake3.End:
				ended = m.Marker
			}
			s.Handle(m)
		}))
		if err == io.EOF || cancelled(rec) {
			break
		}
		if blocks%256 == 0 {
			rec.Progress(float64(d.Offset()) / float64(max(len(data), 1)))
		}
	}
	damaged()
	s.tracker.Finish()
	h := rec.Header()
	h.Messages, h.Complete = blocks, ended && reported == 0
	rec.SetHeader(h)
	rec.Finish(nil)
}

func cancelled(rec *recording.Recorder) bool {
	select {
	case <-rec.Cancelled():
		return true
	default:
		return false
	}
}

// simulator is a [quake3.Handler] that fills a recording. Messages between two snapshots belong to the next.
type simulator struct {
	history   wolfenstein.History
	level     level
	snapshots snapshots
	seen      track.Observations
	tracker   *track.Tracker
}

func newSimulator(rec *recording.Recorder, p *quake3.Protocol, number int) *simulator {
	s := &simulator{level: newLevel(p, number, rec.Header())}
	s.tracker = track.NewTracker(rec, s.level.rules())
	s.seen.Tell(track.HeaderTold{Header: s.level.header})
	s.tracker.Observe(&s.seen)
	return s
}

// Handle implements [quake3.Handler].
func (s *simulator) Handle(m quake3.Message) {
	s.history.Handle(m)
	switch m := m.(type) {
	case *quake3.Gamestate:
		s.startLevel(m)
	case *quake3.Skipped:
		if m.Gamestate != nil {
			s.startLevel(m.Gamestate)
		}
	case *quake3.ServerCommand:
		s.command()
	case *quake3.BlockEnd:
		if snap := s.history.Snapshot(); snap != nil {
			s.level.strings = &s.history.Configstrings
			s.snapshots.read(&s.level, snap, &s.seen)
			s.tracker.Observe(&s.seen)
		}
	}
}

func (s *simulator) startLevel(g *quake3.Gamestate) {
	s.level.start(&s.history, g, &s.seen)
	s.snapshots = snapshots{anew: true}
	s.tracker.Observe(&s.seen)
}

// command reads a server command, or the configstring that it changed.
func (s *simulator) command() {
	if string(s.history.Command()) == wire.ClipMark {
		s.seen.Tell(track.ClipBegins{})
		s.tracker.Observe(&s.seen) // before the first snapshot, which it comes with
		return
	}
	if s.level.strings == nil {
		return
	}
	if index, _ := s.history.Changed(); index >= 0 {
		s.level.changed(index, &s.seen)
	} else if text := s.history.Command(); text != nil {
		s.level.command(string(text), &s.seen)
	}
}

// Positions calls row for each playerstate and each player's entity in every snapshot of a demo. If all is set, it also
// does so for all other entities.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := quake3.NewDecoder(data, quake3.Options{Name: name, Family: wolfenstein.Family})
	var h wolfenstein.History
	for d.Next(&h) != io.EOF {
		if snap := h.Snapshot(); snap != nil {
			positions(snap, all, row)
		}
	}
	return d.Damage()
}

func positions(snap *wolfenstein.Snapshot, all bool, row func(*sim.Position)) {
	at := sim.Position{Time: snap.Time, Clock: millis(snap.ServerTime), Kind: "ps"}
	state := func(slot int, ps *wolfenstein.PlayerState) {
		at.Entity, at.Origin, at.View = slot, ps.Vector(wolfenstein.PsOriginX),
			angles(ps.Vector(wolfenstein.PsViewPitch))
		row(&at)
	}
	state(int(snap.Player.F[wolfenstein.PsClientNum]), snap.Player)
	for slot, ps := range snap.Players {
		if ps != nil {
			state(slot, ps)
		}
	}
	at.Kind = "es"
	for _, e := range snap.Entities {
		if all || e.F[wolfenstein.EntEType] == etPlayer && e.Number < quake3.MaxClients {
			at.Entity, at.Origin, at.View = e.Number, e.Vector(wolfenstein.EntPosBaseX),
				angles(e.Vector(wolfenstein.EntAposBasePitch))
			row(&at)
		}
	}
}

func angles(v [3]float32) sim.Angles { return sim.Angles{Pitch: v[0], Yaw: v[1], Roll: v[2]} }
