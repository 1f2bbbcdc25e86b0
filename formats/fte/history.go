package fte

import "slices"

// History keeps track of the states of all entities on a level.
type History struct {
	layout        *Layout
	baselines     map[uint16]State
	states, spare []Entity
	last          Entities // of the last message, without its changes
}

// NewHistory returns a History positioned at the start of a level with layout l.
func NewHistory(l *Layout) *History { return &History{layout: l, baselines: map[uint16]State{}} }

// Spawn sets the baseline of the entity d.Number to the state described by d, and returns that state.
func (h *History) Spawn(d *Delta) State {
	s := h.layout.After(d, nothing)
	h.baselines[d.Number] = s
	return s
}

// SetBaseline sets the baseline of the entity with the given number to s. It is meant for baselines sent in the game's
// own protocol.
func (h *History) SetBaseline(number uint16, s State) { h.baselines[number] = s }

func (h *History) baseline(number uint16) State {
	if s, ok := h.baselines[number]; ok {
		return s
	}
	return nothing
}

// Update applies m to the entities.
func (h *History) Update(m *Entities) {
	h.spare, h.states = h.states, h.layout.Apply(h.spare[:0], h.states, m, h.baseline)
	h.last = Entities{Input: m.Input, Seconds: m.Seconds}
}

// Entities returns all visible entities, sorted by number. The slice is valid until the next call to Update.
func (h *History) Entities() []Entity { return h.states }

// Restart returns messages that set a client to the current state, whatever state the client was in before. Each
// message contains up to size changes. If there are no entities, Restart returns nil.
func (h *History) Restart(size int) (all []Entities) {
	if h == nil || len(h.states) == 0 {
		return nil
	}
	changes := []Delta{{Removed: true}} // forgets all entities
	for i := range h.states {
		e := &h.states[i]
		baseline := h.baseline(e.Number)
		changes = append(changes, h.layout.Whole(e.Number, &e.State, &baseline))
	}
	for part := range slices.Chunk(changes, size) {
		m := h.last
		m.Changes = part
		all = append(all, m)
	}
	return all
}
