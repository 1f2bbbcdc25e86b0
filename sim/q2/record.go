package q2

import (
	"errors"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// ErrEmpty says that no frame could be read.
var ErrEmpty = errors.New("the demo holds no frame that could be read")

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, _ string) {
	s := newSimulator(rec, quake2.NewDecoder(data, quake2.Options{}), len(data))
	for {
		select {
		case <-rec.Cancelled():
			s.finish()
			return
		default:
		}
		if s.decoder.Next(s) != nil {
			break
		}
	}
	s.finish()
}

// finish records what waited for another block, and ends the recording.
func (s *simulator) finish() {
	s.flush()
	s.damage()
	s.flushEvents()
	h := s.rec.Header()
	h.Messages, h.Complete = s.blocks, (s.ended || s.endless()) && s.reported == 0
	s.rec.SetHeader(h)
	if s.rec.Frames() == 0 {
		s.rec.Finish(ErrEmpty)
		return
	}
	s.rec.Finish(nil)
}

// endless tells whether a demo is of those whose recorders write no end: servers, and the
// test release.
func (s *simulator) endless() bool {
	return s.server.Recording == quake2.RecordServer && !s.multiview || s.server.Protocol == protocolTest
}

// protocolTest is that of the test release.
const protocolTest = 25

// progressBlocks is how often progress is told.
const progressBlocks = 128

// Block implements [quake2.Handler].
func (s *simulator) Block(b *quake2.Block) {
	s.unicast = -1
	s.blocks++
	if s.blocks%progressBlocks == 0 && s.size > 0 {
		s.rec.Progress(float64(b.Offset) / float64(s.size))
	}
	if b.Kind == quake2.BlockEnd {
		s.ended = true
	}
}

// EndBlock implements [quake2.Handler]: what belongs to a frame stands in the
// same block, before and behind it.
func (s *simulator) EndBlock(*quake2.Block) {
	s.flush()
	s.damage()
}

// damage passes on the damage found so far.
func (s *simulator) damage() {
	for _, d := range s.decoder.Damage()[s.reported:] {
		s.reported++
		s.rec.Damage(d)
		s.queue(sim.Event{Kind: sim.EventDamage, Text: sim.PlainText(d.What)})
	}
}
