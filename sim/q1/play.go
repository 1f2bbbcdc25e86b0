package q1

import (
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim/recording"
)

// RecordNetQuake fills the recording of rec with a .dem of the given bytes, and
// finishes it. It returns when all is read or the recording is cancelled.
func RecordNetQuake(rec *recording.Recorder, data []byte, _ string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data, netquake.Options{More: rec.More()})
	s := newNetQuake(rec)
	play(rec, d, len(data), s, func() error { return d.Next(s) }, func(p *player) bool { return netQuakeAhead(p, d, s) })
}

// RecordQuakeWorld is RecordNetQuake for a .qwd.
func RecordQuakeWorld(rec *recording.Recorder, data []byte, _ string) {
	recordQuakeWorld(rec, data, quakeworld.Options{})
}

// RecordMultiView is RecordNetQuake for a .mvd.
func RecordMultiView(rec *recording.Recorder, data []byte, _ string) {
	recordQuakeWorld(rec, data, quakeworld.Options{MultiView: true})
}

func recordQuakeWorld(rec *recording.Recorder, data []byte, o quakeworld.Options) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Mod, h.Multi = "QuakeWorld", "quakeworld", "client", "qw", o.MultiView
	if o.MultiView {
		h.Kind = "multiview"
	}
	rec.SetHeader(h)
	o.More = rec.More()
	d := quakeworld.NewDecoder(data, o)
	s := newQuakeWorld(rec, o)
	play(rec, d, len(data), s, func() error { return d.Next(s) }, func(p *player) bool { return quakeWorldAhead(p, d, s) })
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

// play reads a demo of size bytes to its end, or until the recording is
// cancelled, and finishes the recording. next reads one block of it and has it simulated; it gives
// [io.EOF] behind the last one. ahead plays a demo that is there in full, which it reads ahead, or reports false.
func play(rec *recording.Recorder, d decoder, size int, s simulator, next func() error, ahead func(*player) bool) {
	p := player{rec: rec, size: size, demoTime: s.demoTime, damage: s.damage}
	if rec.More() != nil || !ahead(&p) {
		for next() != io.EOF && p.block(d.Damage()[p.reported:], d.Offset()) {
		}
	}
	s.finish()
	p.report(d.Damage()[p.reported:])
	h := rec.Header()
	h.Messages, h.Complete = s.messages(), p.reported == 0 && !p.cancelled
	rec.SetHeader(h)
	rec.Finish(nil)
}

// player is what is told while a demo is played.
type player struct {
	rec       *recording.Recorder
	size      int // bytes of the demo
	demoTime  func(time.Duration) time.Duration
	damage    func(damage.Damage)
	blocks    int
	reported  int // damages
	cancelled bool
}

// progressBlocks is how often progress is told and cancelling noticed.
const progressBlocks = 64

// block ends a block up to which the demo has new damage, and behind which it goes on at an offset. It reports whether to go on.
func (p *player) block(found []damage.Damage, offset int64) bool {
	p.report(found)
	if p.blocks++; p.blocks%progressBlocks != 0 {
		return true
	}
	p.rec.Progress(float64(offset) / float64(p.size))
	select {
	case <-p.rec.Cancelled():
		p.cancelled = true
	default:
	}
	return !p.cancelled
}

// report tells of damage.
func (p *player) report(found []damage.Damage) {
	for _, damage := range found {
		p.reported++
		damage.Time = p.demoTime(damage.Time)
		p.damage(damage)
	}
}
