package q1

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// PositionsNetQuake calls row for the point of view and each player's entity in every snapshot of a .dem. If all is
// set, it also does so for all other entities. The point of view is the entity named in the last setview, with the view
// angles from the block's header. If that entity was not updated, the point of view has no position.
func PositionsNetQuake(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := netquake.NewDecoder(data, netquake.Options{})
	p := &netQuakePositions{History: netquake.NewHistory(), all: all, row: row}
	for d.Next(p) != io.EOF {
	}
	p.end()
	return d.Damage()
}

// netQuakePositions lists the positions in a .dem.
type netQuakePositions struct {
	*netquake.History
	all   bool
	row   func(*sim.Position)
	slots int
}

// Handle implements [netquake.Handler].
func (p *netQuakePositions) Handle(m netquake.Message) {
	switch m := m.(type) {
	case *netquake.Block, *netquake.Time:
		p.end()
	case *netquake.ServerInfo:
		p.end()
		p.slots = int(m.MaxClients)
	}
	p.History.Handle(m)
}

// end lists the last snapshot.
func (p *netQuakePositions) end() {
	s := p.Snapshot()
	if s == nil {
		return
	}
	at := sim.Position{Time: s.Time, Clock: s.Clock, Kind: "ps", Entity: int(s.View), View: angles(s.Angles),
		NoOrigin: true}
	for i := range s.Entities {
		if e := &s.Entities[i]; e.Number == s.View {
			at.Origin, at.NoOrigin = e.Origin, false
		}
	}
	p.row(&at)
	for i := range s.Entities {
		e := &s.Entities[i]
		if n := int(e.Number); p.all || n >= 1 && n <= p.slots {
			p.row(&sim.Position{Time: s.Time, Clock: s.Clock, Kind: "es", Entity: n, Origin: e.Origin,
				View: angles(e.Angles)})
		}
	}
}

// PositionsQuakeWorld calls row for each player in each packet of a .qwd. If all is set, it also does so for each
// entity.
func PositionsQuakeWorld(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return positionsQuakeWorld(data, quakeworld.Options{}, all, row)
}

// PositionsMultiView is like [PositionsQuakeWorld], but reads a .mvd.
func PositionsMultiView(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return positionsQuakeWorld(data, quakeworld.Options{MultiView: true}, all, row)
}

func positionsQuakeWorld(data []byte, o quakeworld.Options, all bool, row func(*sim.Position)) []damage.Damage {
	d, h := quakeworld.NewDecoder(data, o), quakeworld.NewHistory(o)
	for d.Next(h) != io.EOF {
		if s := h.Snapshot(); s != nil {
			listQuakeWorld(s, o.MultiView, all, row)
		}
	}
	return d.Damage()
}

// listQuakeWorld calls row for the contents of a block. A .mvd contains changes to players, and all 32 slots at the
// start: a player at the origin has not been sent yet.
func listQuakeWorld(s *quakeworld.Snapshot, multi, all bool, row func(*sim.Position)) {
	for slot := range s.Players {
		if p := &s.Players[slot]; s.Told>>slot&1 != 0 {
			nowhere := multi && p.Origin == [3]float32{}
			row(&sim.Position{NoOrigin: nowhere, Time: s.Time, Clock: s.Clock, Kind: "ps", Entity: slot,
				Origin: p.Origin, View: angles(p.Angles), NoView: !p.HasAngles})
		}
	}
	if !all || !s.NewEntities {
		return
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		row(&sim.Position{Time: s.Time, Clock: s.Clock, Kind: "es", Entity: int(e.Number), Origin: e.Origin,
			View: angles(e.Angles)})
	}
}
