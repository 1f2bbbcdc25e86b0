package recording

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"fragscope/sim"
)

// maxInputs limits the inputs and paces of a recording. A demo with more must be forged.
const maxInputs = 1 << 20

// inputs holds the inputs of players, by slot, in chronological order.
type inputs struct {
	of    map[sim.Slot][]sim.Input
	paces map[sim.Slot][]sim.Pace
	count int
}

// add adds an input unless it equals the player's previous one.
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

// Input adds a player's input to the recording. If too many inputs have been recorded already, i is dropped.
func (b *Recorder) Input(i sim.Input) {
	if i.Slot.Valid() {
		b.pipeline.call(func(s *store) { s.r.inputs.add(i) })
	}
}

// pace adds a span of a player's commands.
func (l *inputs) pace(slot sim.Slot, p sim.Pace) {
	list := l.paces[slot]
	if n := len(list); l.count == maxInputs || n > 0 && p.Time < list[n-1].Time {
		return
	}
	if l.paces == nil {
		l.paces = map[sim.Slot][]sim.Pace{}
	}
	l.paces[slot] = append(list, p)
	l.count++
}

// Pace adds a measurement of the pace of a player's commands. If too many measurements have been recorded already, p is
// dropped.
func (b *Recorder) Pace(slot sim.Slot, p sim.Pace) {
	if slot.Valid() {
		b.pipeline.call(func(s *store) { s.r.inputs.pace(slot, p) })
	}
}

// Paces returns the measurements of the pace of a player's commands, in chronological order. It returns nil if the demo
// does not contain the durations of commands. The slice must not be modified.
func (r *Recording) Paces(slot sim.Slot) []sim.Pace {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.inputs.paces[slot]
}

// PaceAt returns the measured pace of a player's commands at time t. ok is false if no measurement covers that time.
func (r *Recording) PaceAt(slot sim.Slot, t time.Duration) (p sim.Pace, ok bool) {
	list := r.Paces(slot)
	n := sort.Search(len(list), func(k int) bool { return list[k].Time > t })
	if n == 0 || t >= list[n-1].Time+list[n-1].Span {
		return p, false
	}
	return list[n-1], true
}

// Inputs returns a player's inputs in chronological order, or nil if the demo has none. Each input lasts until the next
// input. The slice must not be modified.
func (r *Recording) Inputs(slot sim.Slot) []sim.Input {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.inputs.of[slot]
}

// AllInputs returns all players' inputs in chronological order.
func (r *Recording) AllInputs() (all []sim.Input) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, list := range r.inputs.of {
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b sim.Input) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), a.Slot.Index()-b.Slot.Index())
	})
	return all
}

// InputAt returns a player's input at time t. ok is false if the demo contains no input for that time.
func (r *Recording) InputAt(slot sim.Slot, t time.Duration) (i sim.Input, ok bool) {
	list := r.Inputs(slot)
	n := sort.Search(len(list), func(k int) bool { return list[k].Time > t })
	if n == 0 {
		return i, false
	}
	return list[n-1], true
}
