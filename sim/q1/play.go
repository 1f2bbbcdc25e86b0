package q1

import (
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim/recording"
)

// RecordNetQuake decodes the .dem in data, records it to rec and finishes the recording. It returns at the end of the
// demo or when the recording is cancelled.
func RecordNetQuake(rec *recording.Recorder, data []byte, _ string) {
	h := rec.Header()
	h.Game, h.GameKey, h.Kind, h.Protocol, h.Mod = "Quake", "quake", "client", netquake.ProtocolQuake, "id1"
	rec.SetHeader(h)
	d := netquake.NewDecoder(data, netquake.Options{More: rec.More()})
	s := newNetQuake(rec)
	play(rec, d, len(data), s, func() error { return d.Next(s) },
		func(p *player) bool { return netQuakeAhead(p, d, s) })
}

// RecordQuakeWorld is like [RecordNetQuake], but decodes a .qwd.
func RecordQuakeWorld(rec *recording.Recorder, data []byte, _ string) {
	recordQuakeWorld(rec, data, quakeworld.Options{})
}

// RecordMultiView is like [RecordNetQuake], but decodes a .mvd.
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
	play(rec, d, len(data), s, func() error { return d.Next(s) },
		func(p *player) bool { return quakeWorldAhead(p, d, s) })
}

// decoder has the methods common to both games' decoders.
type decoder interface {
	Offset() int64
	Damage() []damage.Damage
}

// simulator is driven by a decoder.
type simulator interface {
	// messages returns the number of blocks read.
	messages() int
	// demoTime converts a decoder time to the time since the start of the demo.
	demoTime(time.Duration) time.Duration
	// finish records the last snapshot and whatever is still pending.
	finish()
	damage(damage.Damage)
}

// play reads a demo of size bytes until its end or until the recording is cancelled, and finishes the recording.
// next reads one block and simulates it; it returns [io.EOF] after the last one. ahead plays a complete demo by
// reading ahead, or reports false.
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

// player is the state of playing a demo.
type player struct {
	rec       *recording.Recorder
	size      int // of the demo, in bytes
	demoTime  func(time.Duration) time.Duration
	damage    func(damage.Damage)
	blocks    int
	reported  int // number of damages
	cancelled bool
}

// progressBlocks is the number of blocks between updates of the progress and checks for cancellation.
const progressBlocks = 64

// block ends a block. found is the damage found since the last one, and offset the position at which the demo
// continues. It reports whether to continue.
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

// report reports damage.
func (p *player) report(found []damage.Damage) {
	for _, damage := range found {
		p.reported++
		damage.Time = p.demoTime(damage.Time)
		p.damage(damage)
	}
}
