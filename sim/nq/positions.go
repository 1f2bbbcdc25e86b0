package nq

import (
	"io"
	"maps"
	"slices"
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// Positions calls row for the point of view and for each player's entity at
// every moment of a demo; with all set, for every entity. The point of view is
// the entity of the last setview with the angles of the block's head; it has
// no place where that entity was not updated.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := netquake.NewDecoder(data)
	p := &positions{all: all, row: row, view: 1}
	for d.Next(p) != io.EOF {
	}
	p.end()
	return d.Damage()
}

// positions lists places.
type positions struct {
	netquake.Ignore
	all       bool
	row       func(*sim.Position)
	protocol  *netquake.Protocol
	slots     int
	view      int
	baselines map[uint16]netquake.EntityState
	states    map[uint16]netquake.EntityState
	angles    netquake.Vec3

	timed   bool
	clock   time.Duration
	elapsed time.Duration
	running bool
	moment  []sighting
}

func (p *positions) Block(b *netquake.Block) {
	p.end()
	p.angles = b.Angles
}

func (p *positions) ServerInfo(m *netquake.ServerInfo, protocol *netquake.Protocol) {
	p.end()
	p.protocol, p.slots, p.running = protocol, int(m.MaxClients), false
	p.baselines, p.states = map[uint16]netquake.EntityState{}, map[uint16]netquake.EntityState{}
}

func (p *positions) SetView(m *netquake.SetView) { p.view = int(m.Entity) }

func (p *positions) Time(m *netquake.Time) {
	p.end()
	t := quake.Seconds(m.Seconds)
	if step := t - p.clock; p.running && step > 0 && step < maxStep {
		p.elapsed += step
	}
	p.clock, p.running, p.timed = t, true, true
}

func (p *positions) SpawnBaseline(m *netquake.SpawnBaseline) {
	if p.protocol != nil {
		p.baselines[m.Entity] = m.State(p.protocol)
	}
}

func (p *positions) UpdateEntity(m *netquake.UpdateEntity) {
	if p.protocol == nil || !p.timed {
		return
	}
	p.moment = append(p.moment, sighting{int(m.Entity), m.Apply(p.baseline(m.Entity), p.protocol)})
}

func (p *positions) baseline(n uint16) netquake.EntityState {
	if st, ok := p.baselines[n]; ok {
		return st
	}
	return netquake.NewEntityState()
}

func (p *positions) Entities(m *netquake.Entities) {
	if p.protocol == nil {
		return
	}
	for i := range m.Changes {
		c := &m.Changes[i]
		if c.Removed {
			delete(p.states, c.Entity)
			continue
		}
		st, ok := p.states[c.Entity]
		if !ok {
			st = p.baseline(c.Entity)
		}
		p.states[c.Entity] = c.Apply(st)
	}
}

func (p *positions) end() {
	if !p.timed {
		return
	}
	p.timed = false
	for _, n := range slices.Sorted(maps.Keys(p.states)) {
		p.moment = append(p.moment, sighting{int(n), p.states[n]})
	}
	at := sim.Position{Time: p.elapsed, Clock: p.clock, Kind: "ps", Entity: p.view, View: angles(p.angles), NoOrigin: true}
	for i := range p.moment {
		if p.moment[i].entity == p.view {
			at.Origin, at.NoOrigin = p.moment[i].state.Origin, false
		}
	}
	p.row(&at)
	for i := range p.moment {
		e := &p.moment[i]
		if p.all || e.entity >= 1 && e.entity <= p.slots {
			p.row(&sim.Position{Time: p.elapsed, Clock: p.clock, Kind: "es", Entity: e.entity, Origin: e.state.Origin, View: angles(e.state.Angles)})
		}
	}
	p.moment = p.moment[:0]
}
