package quake

import (
	"errors"
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
)

// ErrEmpty says that no moment could be read.
var ErrEmpty = errors.New("the demo holds no moment that could be read")

// Decoder tells how far reading has come, as the decoders of both games do.
type Decoder interface {
	Offset() int64
	Damage() []damage.Damage
}

// Simulator is what a decoder drives.
type Simulator interface {
	// Blocks is how many blocks were read.
	Blocks() int
	// DemoTime is the time since the start of the demo for one of the decoder's.
	DemoTime(time.Duration) time.Duration
	// EndMoment records the last moment.
	EndMoment()
}

// progressBlocks is how often progress is told and cancelling noticed.
const progressBlocks = 64

// Play reads a demo of size bytes to its end, or until the recording is
// cancelled, and finishes the recording. next reads one block of it; it gives
// [io.EOF] behind the last one.
func (s *Stage) Play(d Decoder, size int, m Simulator, next func() error) {
	reported, cancelled := 0, false
	report := func() {
		for _, damage := range d.Damage()[reported:] {
			reported++
			damage.Time = m.DemoTime(damage.Time)
			s.damage(damage)
		}
	}
	for n := 1; next() != io.EOF && !cancelled; n++ {
		report()
		if n%progressBlocks != 0 {
			continue
		}
		s.Rec.Progress(float64(d.Offset()) / float64(size))
		select {
		case <-s.Rec.Cancelled():
			cancelled = true
		default:
		}
	}
	m.EndMoment()
	report()
	s.Finish()
	h := s.Rec.Header()
	h.Messages, h.Complete = m.Blocks(), reported == 0 && !cancelled
	s.Rec.SetHeader(h)
	if s.Rec.Frames() == 0 && !cancelled {
		s.Rec.Finish(ErrEmpty)
		return
	}
	s.Rec.Finish(nil)
}

// damage tells of a damage, behind which nothing is known any more.
func (s *Stage) damage(d damage.Damage) {
	s.Rec.Damage(d)
	s.Simple(sim.EventDamage, sim.PlainText(d.What))
	s.Forget()
}

// Seconds is the duration of a number of seconds, in whole milliseconds; zero
// for numbers that no game counts to.
func Seconds(s float32) time.Duration {
	if !(s > -1e6 && s < 1e6) {
		return 0
	}
	return time.Duration(float64(s)*1000+0.5) * time.Millisecond
}
