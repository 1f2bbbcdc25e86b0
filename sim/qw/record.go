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
	record(rec, quakeworld.NewDecoder(data), len(data), false)
}

// RecordMultiView is Record for a .mvd.
func RecordMultiView(rec *sim.Recorder, data []byte, name string) {
	record(rec, quakeworld.NewMultiViewDecoder(data), len(data), true)
}

func record(rec *sim.Recorder, d *quakeworld.Decoder, size int, multi bool) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Mod, h.Multi = "QuakeWorld", "quakeworld", "client", "qw", multi
	if multi {
		h.Kind = "multiview"
	}
	rec.SetHeader(h)
	s := newSimulator(rec, multi)
	s.stage.Play(d, size, s, func() error { return d.Next(s) })
}

func newSimulator(rec *sim.Recorder, multi bool) *simulator {
	s := &simulator{rec: rec, stage: quake.NewStage(rec), multi: multi}
	s.stage.Multi = multi
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
	return max(at-s.base, 0)
}
