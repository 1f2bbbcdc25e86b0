package q3

import (
	"context"
	"errors"
	"runtime"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// ErrEmpty says that no snapshot could be read.
var ErrEmpty = errors.New("the demo holds no snapshot that could be read")

// Record fills the recording of rec with a demo of the given bytes and file
// name, and finishes it. It returns when all is read or the recording is
// cancelled.
func Record(rec *sim.Recorder, data []byte, name string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-rec.Cancelled():
			cancel()
		case <-ctx.Done():
		}
	}()
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	s := NewSimulator(rec, d.Detection())
	p := &reading{State: NewState(d.Protocol(), s), decoder: d, simulator: s, size: len(data)}
	// The caller's goroutine simulates while others parse.
	err := d.All(ctx, p, min(runtime.GOMAXPROCS(0), maxWorkers))
	p.damage()
	s.end()
	h := rec.Header()
	h.Messages, h.Complete = p.blocks, p.ended && p.reported == 0
	rec.SetHeader(h)
	if err == nil && rec.Frames() == 0 {
		rec.Finish(ErrEmpty)
		return
	}
	rec.Finish(nil)
}

// maxWorkers bounds the goroutines that parse: the simulator is slower than two.
const maxWorkers = 3

// reading is a State that tells of the progress and the damage of reading.
type reading struct {
	*State
	decoder   *quake3.Decoder
	simulator *Simulator
	size      int
	blocks    int
	reported  int
	ended     bool
}

// Block tells of the progress.
func (r *reading) Block(b *quake3.Block) {
	if r.blocks++; r.blocks%256 == 0 {
		r.simulator.rec.Progress(float64(b.Offset) / float64(r.size))
	}
}

// End sees whether the recorder wrote an end.
func (r *reading) End(end *quake3.End) { r.ended = end.Marker }

// Skipped tells of damage.
func (r *reading) Skipped(m *quake3.Skipped) {
	r.damage()
	r.State.Skipped(m)
}

func (r *reading) damage() {
	for _, d := range r.decoder.Damage()[r.reported:] {
		r.reported++
		r.simulator.rec.Damage(d)
		r.simulator.queue(sim.Event{Kind: sim.EventDamage, Text: sim.PlainText(d.What)})
	}
}

// end records what waited for another snapshot.
func (s *Simulator) end() {
	s.flushBeams()
	for _, e := range s.pending {
		s.event(e)
	}
	s.pending = nil
}
