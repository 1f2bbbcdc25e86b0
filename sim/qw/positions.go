package qw

import (
	"io"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// Positions calls row for each player that a packet of a .qwd shows; with all
// set, also for the entities.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return list(quakeworld.NewDecoder(data), &positions{all: all, row: row})
}

// PositionsMultiView is Positions for a .mvd.
func PositionsMultiView(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return list(quakeworld.NewMultiViewDecoder(data), &positions{all: all, row: row, multi: true})
}

func list(d *quakeworld.Decoder, p *positions) []damage.Damage {
	p.baselines = map[uint16]quakeworld.EntityState{}
	for d.Next(p) != io.EOF {
	}
	return d.Damage()
}

// positions lists places.
type positions struct {
	quakeworld.Ignore
	all       bool
	multi     bool
	row       func(*sim.Position)
	at        sim.Position
	base      time.Duration // the block's clock at the first moment
	based     bool
	now       time.Duration
	offset    time.Duration
	sequence  uint32
	recorder  uint8
	view      quakeworld.Vec3
	hasView   bool
	players   [256]quakeworld.PlayerState
	baselines map[uint16]quakeworld.EntityState
	history   [64]history
	entities  []quakeworld.EntityState
}

func (p *positions) Block(b *quakeworld.Block) {
	p.now = b.Clock
	p.at.Time, p.at.Clock = max(p.now-p.base, 0), quake.Seconds(b.Seconds)
	if p.multi {
		p.at.Clock = b.Clock + p.offset
	}
	p.sequence = b.Sequence
}

// begin makes times count from the first moment.
func (p *positions) begin() {
	if !p.based {
		p.base, p.based, p.at.Time = p.now, true, 0
	}
}

func (p *positions) ServerData(m *quakeworld.ServerData, _ *quakeworld.Protocol) {
	p.recorder, p.hasView = m.Client&127, false
	if p.multi {
		p.offset = quake.Seconds(m.Seconds) - p.now
	}
	p.players = [256]quakeworld.PlayerState{}
	p.baselines = map[uint16]quakeworld.EntityState{}
	p.history, p.entities = [64]history{}, nil
}

func (p *positions) Command(m *quakeworld.Command) { p.view, p.hasView = m.View, true }

// PlayerInfo gives a row. The recorder of a .qwd, whose packets have no view
// for him, looks where his last command says.
func (p *positions) PlayerInfo(m *quakeworld.PlayerInfo) {
	p.begin()
	st := m.Apply(p.players[m.Player])
	p.players[m.Player] = st
	at := p.at
	at.Kind, at.Entity, at.Origin, at.View, at.NoView = "ps", int(m.Player), st.Origin, angles(st.Angles), !st.HasAngles
	if !st.HasAngles && m.Player == p.recorder && !p.multi && p.hasView {
		at.View, at.NoView = angles(p.view), false
	}
	p.row(&at)
}

func (p *positions) SpawnBaseline(m *quakeworld.SpawnBaseline) {
	p.baselines[m.Entity] = m.State(m.Entity)
}

func (p *positions) PacketEntities(m *quakeworld.PacketEntities) {
	p.begin()
	if !p.all {
		return
	}
	old := p.entities
	if !p.multi {
		old = nil
		if h := &p.history[m.From&63]; m.Delta && h.valid && uint8(h.sequence) == m.From {
			old = h.entities
		}
	} else if !m.Delta {
		old = nil
	}
	p.entities = m.Apply(nil, old, func(n uint16) quakeworld.EntityState { return p.baselines[n] })
	if !p.multi {
		p.history[p.sequence&63] = history{p.sequence, true, p.entities}
	}
	for i := range p.entities {
		e := &p.entities[i]
		at := p.at
		at.Kind, at.Entity, at.Origin, at.View = "es", int(e.Number), e.Origin, angles(e.Angles)
		p.row(&at)
	}
}
