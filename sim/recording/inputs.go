package recording

import (
	"sort"
	"time"

	"fragscope/sim"
)

// maxInputs limits the inputs of a recording. If there are more, they are forged.
const maxInputs = 1 << 20

// inputs are the players' inputs, by slot, in order of time.
type inputs struct {
	of    map[sim.Slot][]sim.Input
	count int
}

// add adds an input unless the player did the same before.
func (l *inputs) add(i sim.Input) {
	list := l.of[i.Slot]
	if n := len(list); n > 0 {
		last := list[n-1]
		if last.Keys == i.Keys && last.Impulse == i.Impulse || i.Time < last.Time {
			return
		}
	}
	if l.count == maxInputs {
		return
	}
	if l.of == nil {
		l.of = map[sim.Slot][]sim.Input{}
	}
	l.of[i.Slot] = append(list, i)
	l.count++
}

// Input adds a player's input. Inputs beyond a limit are dropped.
func (b *Recorder) Input(i sim.Input) {
	if i.Slot.Valid() {
		b.pipeline.call(func(s *store) { s.r.inputs.add(i) })
	}
}

// Inputs returns a player's inputs in order of time, or nil if the demo has none. Each lasts until the next one. The
// slice must not be modified.
func (r *Recording) Inputs(slot sim.Slot) []sim.Input {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.inputs.of[slot]
}

// InputAt returns a player's input at time t. ok is false if there is none.
func (r *Recording) InputAt(slot sim.Slot, t time.Duration) (i sim.Input, ok bool) {
	list := r.Inputs(slot)
	n := sort.Search(len(list), func(k int) bool { return list[k].Time > t })
	if n == 0 {
		return i, false
	}
	return list[n-1], true
}
