package nq

import (
	"time"

	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, name string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data, netquake.Options{})
	s := newSimulator(rec)
	s.stage.Play(d, len(data), s, func() error { return d.Next(s) })
}

func newSimulator(rec *sim.Recorder) *simulator {
	s := &simulator{rec: rec, stage: quake.NewStage(rec), history: netquake.NewHistory()}
	s.newLevel()
	return s
}

// Blocks implements [quake.Simulator].
func (s *simulator) Blocks() int { return s.blocks }

// DemoTime implements [quake.Simulator]: the decoder's clock begins with the demo.
func (s *simulator) DemoTime(at time.Duration) time.Duration { return at }
