package qw

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// Positions calls row for each player that a packet of a .qwd shows; with all
// set, also for the entities.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return positions(data, quakeworld.Options{}, all, row)
}

// PositionsMultiView is Positions for a .mvd.
func PositionsMultiView(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	return positions(data, quakeworld.Options{MultiView: true}, all, row)
}

func positions(data []byte, o quakeworld.Options, all bool, row func(*sim.Position)) []damage.Damage {
	d, h := quakeworld.NewDecoder(data, o), quakeworld.NewHistory(o)
	for d.Next(h) != io.EOF {
		if s := h.Snapshot(); s != nil {
			list(s, all, row)
		}
	}
	return d.Damage()
}

// list calls row for what a block told.
func list(s *quakeworld.Snapshot, all bool, row func(*sim.Position)) {
	for slot := range s.Players {
		if p := &s.Players[slot]; s.Told>>slot&1 != 0 {
			row(&sim.Position{Time: s.Time, Clock: s.Clock, Kind: "ps", Entity: slot, Origin: p.Origin, View: angles(p.Angles), NoView: !p.HasAngles})
		}
	}
	if !all || !s.NewEntities {
		return
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		row(&sim.Position{Time: s.Time, Clock: s.Clock, Kind: "es", Entity: int(e.Number), Origin: e.Origin, View: angles(e.Angles)})
	}
}
