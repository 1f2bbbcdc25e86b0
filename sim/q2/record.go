package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Record decodes the demo in data, records it to rec and finishes the recording. It returns at the end of the demo or
// when the recording is cancelled.
func Record(rec *recording.Recorder, data []byte, _ string) {
	s := newSimulator(rec, quake2.NewDecoder(data, quake2.Options{More: rec.More()}), len(data))
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

// finish records anything that was waiting for another block, and ends the recording.
func (s *simulator) finish() {
	s.flush()
	s.damage()
	h := s.level.header
	h.Messages, h.Complete = s.blocks, (s.ended || s.endless()) && s.reported == 0
	s.level.setHeader(h, s.seen)
	s.tracker.Observe(s.seen)
	s.tracker.Finish()
	s.tracker.Recorder().Finish(nil)
}

// endless reports whether the demo has no end marker, as is the case with servers and the test release.
func (s *simulator) endless() bool {
	return s.level.server.Recording == quake2.RecordServer && !s.level.multiview || s.level.endless
}

// progressBlocks is the number of blocks between updates of the progress.
const progressBlocks = 128

// block counts a block.
func (s *simulator) block(b *quake2.Block) {
	s.read.prints.to.unicast, s.read.prints.to.split = sim.Slot{}, sim.Slot{}
	s.blocks++
	if s.blocks%progressBlocks == 0 && s.size > 0 {
		s.tracker.Recorder().Progress(float64(b.Offset) / float64(s.size))
	}
	if b.Kind == quake2.BlockEnd {
		s.ended = true
	}
}

// damage passes the damage found so far to the recorder.
func (s *simulator) damage() {
	for _, d := range s.decoder.Damage()[s.reported:] {
		s.reported++
		s.tracker.Recorded().Damage(d)
		s.tracker.Damaged(d.What)
	}
}
