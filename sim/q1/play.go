package q1

import (
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/pace"
)

// RecordNetQuake fills the recording of rec with a .dem of the given bytes, and
// finishes it. It returns when all is read or the recording is cancelled.
func RecordNetQuake(rec *sim.Recorder, data []byte, _ string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data, netquake.Options{More: rec.More()})
	s := newNetQuake(rec)
	play(rec, d, len(data), s, func() error { return d.Next(s) }, netquake.NewTape)
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
	play(rec, d, len(data), s, func() error { return d.Next(s) }, quakeworld.NewTape)
}

// decoder reads a demo, as those of both games do.
type decoder[M any] interface {
	// Record reads a block to a tape; it gives [io.EOF] behind the last one.
	Record(*wire.Tape[M]) error
	Offset() int64
	Damage() []damage.Damage
}

// simulator is what a decoder drives.
type simulator[M any] interface {
	Handle(M)
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
// [io.EOF] behind the last one. Where there are threads, a demo that is there in full is read ahead instead, to tapes.
func play[M any](rec *sim.Recorder, d decoder[M], size int, s simulator[M], next func() error, newTape func() *wire.Tape[M]) {
	p := player{rec: rec, size: size, demoTime: s.demoTime, damage: s.damage}
	if rec.More() == nil && pace.Threads() > 1 {
		readAhead(d, newTape, func(b *stretch[M]) bool { return playStretch(&p, b, s.Handle) })
	} else {
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
	rec       *sim.Recorder
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

// playStretch plays blocks that were read. It reports whether to go on.
func playStretch[M any](p *player, b *stretch[M], handle func(M)) bool {
	messages, found := b.tape.Messages(), b.damage
	from, told := 0, 0
	for _, e := range b.ends {
		for _, m := range messages[from:e.messages] {
			handle(m)
		}
		if !p.block(found[told:e.damage], e.offset) {
			return false
		}
		from, told = e.messages, e.damage
	}
	return true
}
