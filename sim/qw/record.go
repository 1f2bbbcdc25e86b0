package qw

import (
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// Record fills the recording of rec with a .qwd of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, name string) {
	record(rec, data, quakeworld.Options{})
}

// RecordMultiView is Record for a .mvd.
func RecordMultiView(rec *sim.Recorder, data []byte, name string) {
	record(rec, data, quakeworld.Options{MultiView: true})
}

func record(rec *sim.Recorder, data []byte, o quakeworld.Options) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Mod, h.Multi = "QuakeWorld", "quakeworld", "client", "qw", o.MultiView
	if o.MultiView {
		h.Kind = "multiview"
	}
	rec.SetHeader(h)
	d := quakeworld.NewDecoder(data, o)
	s := newSimulator(rec, o)
	s.stage.Play(d, len(data), s, func() error { return d.Next(s) })
}

func newSimulator(rec *sim.Recorder, o quakeworld.Options) *simulator {
	s := &simulator{rec: rec, stage: quake.NewStage(rec), history: quakeworld.NewHistory(o), multi: o.MultiView}
	s.stage.Multi = o.MultiView
	s.newLevel()
	return s
}

// Blocks implements [quake.Simulator].
func (s *simulator) Blocks() int { return s.blocks }

// DemoTime implements [quake.Simulator].
func (s *simulator) DemoTime(at time.Duration) time.Duration {
	if at < 0 {
		return at
	}
	return max(at-s.history.Start(), 0)
}
