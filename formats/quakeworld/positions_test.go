package quakeworld

import (
	"testing"

	"fragscope/formats/corpus"
)

// places is a Handler that collects a demo's positions as the tables have them.
type places struct {
	Ignore
	block  int
	ms     float64
	player int
	all    []corpus.Position
}

func (p *places) Block(b *Block) {
	p.block++
	p.ms = float64(b.Seconds) * 1000
}

func (p *places) ServerData(m *ServerData, _ *Protocol) { p.player = int(m.Client & 127) }

func (p *places) Command(m *Command) {
	p.all = append(p.all, corpus.Position{Block: p.block, Milliseconds: p.ms, Kind: "cmd", Entity: p.player, Pitch: m.Angles[0], Yaw: m.Angles[1]})
}

func (p *places) PlayerInfo(m *PlayerInfo) {
	s := m.Apply(PlayerState{})
	p.all = append(p.all, corpus.Position{
		Block: p.block, Milliseconds: p.ms, Kind: "ps", Entity: int(m.Player),
		Origin: s.Origin, Pitch: s.Angles[0], Yaw: s.Angles[1],
	})
}

// TestPositions compares the players and the views with another program's.
func TestPositions(t *testing.T) {
	for name, want := range corpus.Positions(t, ".qwd") {
		got := &places{block: -1}
		decode(t, corpus.Load(t, name), false, got)
		corpus.SamePositions(t, name, got.all, want)
	}
}
