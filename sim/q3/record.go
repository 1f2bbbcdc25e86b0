package q3

import (
	"errors"
	"io"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// ErrEmpty says that no snapshot could be read.
var ErrEmpty = errors.New("the demo holds no snapshot that could be read")

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, name string) {
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	s := NewSimulator(rec, d.Detection())
	st := NewState(d.Protocol(), s)
	damages := 0
	for blocks := 0; ; blocks++ {
		err := d.Next(st)
		for _, found := range d.Damage()[damages:] {
			damages++
			rec.Damage(sim.DamageReport{Offset: found.Offset, Time: found.Time, What: found.What, Skipped: found.Skipped, Lost: found.Lost})
			s.queue(sim.Event{Kind: sim.EventDamage, Slot: -1, Attacker: -1, Text: sim.PlainText(found.What)})
		}
		if err == io.EOF {
			break
		}
		if blocks%256 == 0 {
			rec.Progress(float64(d.Offset()) / float64(len(data)))
			select {
			case <-rec.Cancelled():
				rec.Finish(nil)
				return
			default:
			}
		}
	}
	s.end()
	if rec.Frames() == 0 {
		rec.Finish(ErrEmpty)
		return
	}
	rec.Finish(nil)
}

// end records what waited for another snapshot.
func (s *Simulator) end() {
	s.flushBeams()
	for _, e := range s.pending {
		s.event(e)
	}
	s.pending = nil
}
