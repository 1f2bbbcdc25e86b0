package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
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

// finish records what waited for another block, and ends the recording.
func (s *simulator) finish() {
	s.flush()
	s.damage()
	s.guides.reset()
	s.flushEvents()
	h := s.track.Recorder().Header()
	h.Messages, h.Complete = s.blocks, (s.ended || s.endless()) && s.reported == 0
	s.track.Recorder().SetHeader(h)
	s.track.Recorder().Finish(nil)
}

// endless reports whether a demo is of those whose recorders write no end: servers, and the test release.
func (s *simulator) endless() bool {
	return s.level.server.Recording == quake2.RecordServer && !s.level.multiview || s.level.endless
}

// progressBlocks is how often progress is told.
const progressBlocks = 128

// block counts a block.
func (s *simulator) block(b *quake2.Block) {
	s.to.unicast, s.to.split = sim.Slot{}, sim.Slot{}
	s.blocks++
	if s.blocks%progressBlocks == 0 && s.size > 0 {
		s.track.Recorder().Progress(float64(b.Offset) / float64(s.size))
	}
	if b.Kind == quake2.BlockEnd {
		s.ended = true
	}
}

// damage passes on the damage found so far.
func (s *simulator) damage() {
	for _, d := range s.decoder.Damage()[s.reported:] {
		s.reported++
		s.track.Recorder().Damage(d)
		s.track.Event(sim.Event{Kind: sim.EventDamage, Text: sim.PlainText(d.What)})
	}
}
