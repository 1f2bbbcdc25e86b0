package nq

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/sim"
)

// Positions calls row for the point of view and for each player's entity at
// every moment of a demo; with all set, for every entity. The point of view is
// the entity of the last setview with the angles of the block's head; it has
// no place where that entity was not updated.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := netquake.NewDecoder(data, netquake.Options{})
	p := &positions{History: netquake.NewHistory(), all: all, row: row}
	for d.Next(p) != io.EOF {
	}
	p.end()
	return d.Damage()
}

// positions lists places.
type positions struct {
	*netquake.History
	all   bool
	row   func(*sim.Position)
	slots int
}

// Handle implements [netquake.Handler].
func (p *positions) Handle(m netquake.Message) {
	switch m := m.(type) {
	case *netquake.Block, *netquake.Time:
		p.end()
	case *netquake.ServerInfo:
		p.end()
		p.slots = int(m.MaxClients)
	}
	p.History.Handle(m)
}

// end lists what the last moment told.
func (p *positions) end() {
	s := p.Snapshot()
	if s == nil {
		return
	}
	at := sim.Position{Time: s.Time, Clock: s.Clock, Kind: "ps", Entity: int(s.View), View: angles(s.Angles), NoOrigin: true}
	for i := range s.Entities {
		if e := &s.Entities[i]; e.Number == s.View {
			at.Origin, at.NoOrigin = e.Origin, false
		}
	}
	p.row(&at)
	for i := range s.Entities {
		e := &s.Entities[i]
		if n := int(e.Number); p.all || n >= 1 && n <= p.slots {
			p.row(&sim.Position{Time: s.Time, Clock: s.Clock, Kind: "es", Entity: n, Origin: e.Origin, View: angles(e.Angles)})
		}
	}
}
