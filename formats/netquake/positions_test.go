package netquake

import (
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// places collects a demo's positions as the tables have them.
type places struct {
	block int
	ms    float64
	all   []corpus.Position
}

// add takes what a block showed.
func (p *places) add(s *Snapshot) {
	at := corpus.Position{Block: p.block, Milliseconds: p.ms}
	cam := at
	cam.Kind, cam.Entity, cam.Pitch, cam.Yaw = "cam", int(s.View), s.Angles[0], s.Angles[1]
	p.all = append(p.all, cam)
	for i := range s.Entities {
		e := &s.Entities[i]
		at.Kind, at.Entity, at.Origin, at.Pitch, at.Yaw = "es", int(e.Number), e.Origin, e.Angles[0], e.Angles[1]
		p.all = append(p.all, at)
	}
}

// TestPositions compares all entities and cameras with another program's.
func TestPositions(t *testing.T) {
	for name, want := range corpus.Positions(t, ".dem") {
		h, got := NewHistory(), &places{}
		d := NewDecoder(corpus.Load(t, name), Options{})
		for d.Next(HandlerFunc(func(m Message) {
			h.Handle(m)
			if m, ok := m.(*Time); ok {
				got.ms = float64(m.Seconds) * 1000
			}
		})) != io.EOF {
			if s := h.Snapshot(); s != nil {
				got.add(s)
			}
			got.block++
		}
		corpus.SamePositions(t, name, got.all, want)
	}
}
