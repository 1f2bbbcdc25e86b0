package quakeworld

import (
	"testing"

	"fragscope/formats/corpus"
)

// places is a Handler that collects a demo's positions as the tables have them.
type places struct {
	at     corpus.Position
	player int
	all    []corpus.Position
}

func (p *places) Handle(m Message) {
	at := p.at
	switch m := m.(type) {
	case *Block:
		p.at.Block++
		p.at.Milliseconds = float64(m.Seconds) * 1000
	case *ServerData:
		p.player = int(m.Client & 127)
	case *Command:
		at.Kind, at.Entity, at.Pitch, at.Yaw = "cmd", p.player, m.Angles[0], m.Angles[1]
		p.all = append(p.all, at)
	case *PlayerInfo:
		s := m.Apply(PlayerState{})
		at.Kind, at.Entity, at.Origin, at.Pitch, at.Yaw = "ps", int(m.Player), s.Origin, s.Angles[0], s.Angles[1]
		p.all = append(p.all, at)
	}
}

// TestPositions compares the players and the views with another program's.
func TestPositions(t *testing.T) {
	for name, want := range corpus.Positions(t, ".qwd") {
		got := &places{at: corpus.Position{Block: -1}}
		decode(t, corpus.Load(t, name), false, got)
		corpus.SamePositions(t, name, got.all, want)
	}
}
