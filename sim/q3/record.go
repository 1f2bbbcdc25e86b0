package q3

import (
	"context"

	"fragscope/formats/base/pace"
	"fragscope/formats/quake3"
	"fragscope/sim/recording"
)

// Record decodes the demo in data, records it to rec and finishes the recording. name is the demo's file name. Record
// returns at the end of the demo or when the recording is cancelled.
func Record(rec *recording.Recorder, data []byte, name string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-rec.Cancelled():
			cancel()
		case <-ctx.Done():
		}
	}()
	d := quake3.NewDecoder(data, quake3.Options{Name: name, More: rec.More(), Work: rec.Work()})
	s := NewSimulator(rec, d.Detection())
	p := &reading{decoder: d, simulator: s, size: len(data)}
	// The caller's goroutine simulates while others parse and store.
	d.All(ctx, p, min(pace.Threads(), maxWorkers))
	p.damage()
	s.end()
	h := rec.Header()
	h.Messages, h.Complete = p.blocks, p.ended && p.reported == 0
	rec.SetHeader(h)
	rec.Finish(nil)
}

// maxWorkers limits the goroutines: the simulator is slower than two others.
const maxWorkers = 3

// reading passes messages to a simulator, and reports the progress and the damage of reading.
type reading struct {
	decoder   *quake3.Decoder
	simulator *Simulator
	size      int
	blocks    int
	reported  int
	ended     bool
}

// Handle implements [quake3.Handler]. It passes messages on to the simulator.
func (r *reading) Handle(m quake3.Message) {
	switch m := m.(type) {
	case *quake3.Block:
		if r.blocks++; r.blocks%256 == 0 {
			r.simulator.tracker.Recorder().Progress(float64(m.Offset) / float64(r.size))
		}
		r.simulator.history.Handle(m)
		return // of no interest to the simulator
	case *quake3.BlockEnd:
		return // everything in the block has been handled
	case *quake3.Skipped:
		r.damage()
	case *quake3.End:
		r.ended = m.Marker
	}
	r.simulator.Handle(m)
}

func (r *reading) damage() {
	for _, d := range r.decoder.Damage()[r.reported:] {
		r.reported++
		r.simulator.tracker.Recorded().Damage(d)
		r.simulator.tracker.Damaged(d.What)
	}
}
