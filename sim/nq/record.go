package nq

import (
	"errors"
	"io"
	"time"

	"fragscope/formats"
	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// ErrEmpty says that no moment could be read.
var ErrEmpty = errors.New("the demo holds no moment that could be read")

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, name string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data)
	s := newSimulator(rec)
	reported, cancelled := 0, false
	for d.Next(s) != io.EOF && !cancelled {
		for _, damage := range d.Damage()[reported:] {
			reported++
			s.damage(damage)
		}
		if s.blocks%64 != 0 {
			continue
		}
		rec.Progress(float64(d.Offset()) / float64(len(data)))
		select {
		case <-rec.Cancelled():
			cancelled = true
		default:
		}
	}
	s.endMoment()
	for _, damage := range d.Damage()[reported:] {
		reported++
		s.damage(damage)
	}
	s.stage.Finish()
	h = rec.Header()
	h.Messages, h.Complete = s.blocks, reported == 0 && !cancelled
	rec.SetHeader(h)
	if rec.Frames() == 0 && !cancelled {
		rec.Finish(ErrEmpty)
		return
	}
	rec.Finish(nil)
}

func (s *simulator) damage(d formats.Damage) {
	s.rec.Damage(sim.DamageReport{Offset: d.Offset, Time: d.Time, What: d.What, Skipped: d.Skipped, Lost: d.Lost})
	s.stage.Simple(sim.EventDamage, sim.PlainText(d.What))
	s.stage.Forget()
}

func newSimulator(rec *sim.Recorder) *simulator {
	s := &simulator{rec: rec, stage: quake.NewStage(rec)}
	s.newLevel()
	return s
}

func seconds(s float32) time.Duration {
	if !(s > -1e6 && s < 1e6) {
		return 0
	}
	return time.Duration(float64(s)*1000+0.5) * time.Millisecond
}
