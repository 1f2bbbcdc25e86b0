package netquake

import (
	"testing"

	"fragscope/formats/corpus"
)

// places is a Handler that collects a demo's positions as the tables have them.
type places struct {
	Ignore
	block     int
	view      int
	ms        float64
	angles    Vec3
	protocol  *Protocol
	baselines map[uint16]EntityState
	all       []corpus.Position
}

func (p *places) Block(b *Block) {
	p.block++
	p.angles = b.Angles
}

func (p *places) ServerInfo(_ *ServerInfo, protocol *Protocol) {
	p.protocol, p.baselines, p.ms = protocol, map[uint16]EntityState{}, 0
}

func (p *places) SetView(m *SetView) { p.view = int(m.Entity) }

func (p *places) Time(m *Time) {
	p.ms = float64(m.Seconds) * 1000
	p.all = append(p.all, corpus.Position{Block: p.block, Milliseconds: p.ms, Kind: "cam", Entity: p.view, Pitch: p.angles[0], Yaw: p.angles[1]})
}

func (p *places) SpawnBaseline(m *SpawnBaseline) {
	p.baselines[m.Entity] = m.State(p.protocol)
}

func (p *places) UpdateEntity(m *UpdateEntity) {
	base, ok := p.baselines[m.Entity]
	if !ok {
		base = NewEntityState()
	}
	s := m.Apply(base, p.protocol)
	p.all = append(p.all, corpus.Position{
		Block: p.block, Milliseconds: p.ms, Kind: "es", Entity: int(m.Entity),
		Origin: s.Origin, Pitch: s.Angles[0], Yaw: s.Angles[1],
	})
}

// TestPositions compares all entities and cameras with another program's.
func TestPositions(t *testing.T) {
	for name, want := range corpus.Positions(t, ".dem") {
		got := &places{block: -1}
		decode(t, corpus.Load(t, name), got)
		corpus.SamePositions(t, name, got.all, want)
	}
}
