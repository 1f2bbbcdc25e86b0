package q1

import (
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// RecordNetQuake fills the recording of rec with a .dem of the given bytes, and
// finishes it. It returns when all is read or the recording is cancelled.
func RecordNetQuake(rec *sim.Recorder, data []byte, _ string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data, netquake.Options{More: rec.More()})
	s := newNetQuake(rec)
	play(rec, d, len(data), s, func() error { return d.Next(s) })
}

// RecordQuakeWorld is RecordNetQuake for a .qwd.
func RecordQuakeWorld(rec *sim.Recorder, data []byte, _ string) {
	recordQuakeWorld(rec, data, quakeworld.Options{})
}

// RecordMultiView is RecordNetQuake for a .mvd.
func RecordMultiView(rec *sim.Recorder, data []byte, _ string) {
	recordQuakeWorld(rec, data, quakeworld.Options{MultiView: true})
}

func recordQuakeWorld(rec *sim.Recorder, data []byte, o quakeworld.Options) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Mod, h.Multi = "QuakeWorld", "quakeworld", "client", "qw", o.MultiView
	if o.MultiView {
		h.Kind = "multiview"
	}
	rec.SetHeader(h)
	o.More = rec.More()
	d := quakeworld.NewDecoder(data, o)
	s := newQuakeWorld(rec, o)
	play(rec, d, len(data), s, func() error { return d.Next(s) })
}

// decoder tells how far reading has come, as the decoders of both games do.
type decoder interface {
	Offset() int64
	Damage() []damage.Damage
}

// simulator is what a decoder drives.
type simulator interface {
	// messages is how many blocks were read.
	messages() int
	// demoTime is the time since the start of the demo for one of the decoder's.
	demoTime(time.Duration) time.Duration
	// finish records the last snapshot and what still waits.
	finish()
	damage(damage.Damage)
}

// progressBlocks is how often progress is told and cancelling noticed.
const progressBlocks = 64

// play reads a demo of size bytes to its end, or until the recording is
// cancelled, and finishes the recording. next reads one block of it; it gives
// [io.EOF] behind the last one.
func play(rec *sim.Recorder, d decoder, size int, s simulator, next func() error) {
	reported, cancelled := 0, false
	report := func() {
		for _, damage := range d.Damage()[reported:] {
			reported++
			damage.Time = s.demoTime(damage.Time)
			s.damage(damage)
		}
	}
	for n := 1; next() != io.EOF && !cancelled; n++ {
		report()
		if n%progressBlocks != 0 {
			continue
		}
		rec.Progress(float64(d.Offset()) / float64(size))
		select {
		case <-rec.Cancelled():
			cancelled = true
		default:
		}
	}
	s.finish()
	report()
	h := rec.Header()
	h.Messages, h.Complete = s.messages(), reported == 0 && !cancelled
	rec.SetHeader(h)
	rec.Finish(nil)
}
