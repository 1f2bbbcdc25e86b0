package q2

import (
	"time"

	"fragscope/formats/damage"
	"fragscope/formats/quake2"
	"fragscope/sim"
)

// Positions calls row for each playerstate and each player's entity in every frame of a demo. If all is set, it also
// does so for all other entities. The position of a playerstate has the kind "ps" and the slot's number plus 1. The
// position of an entity has the kind "es"; players' entities are numbered from 1 to the number of slots.
func Positions(data []byte, _ string, all bool, row func(*sim.Position)) []damage.Damage {
	d := quake2.NewDecoder(data, quake2.Options{})
	p := &positions{decoder: d, all: all, row: row}
	for d.Next(p) == nil {
	}
	return d.Damage()
}

type positions struct {
	history  quake2.History
	decoder  *quake2.Decoder
	all      bool
	row      func(*sim.Position)
	interval time.Duration
	config   *quake2.ConfigLayout
	clients  int // slots of the server; 0 if unknown
}

// Handle implements [quake2.Handler].
func (p *positions) Handle(m quake2.Message) {
	p.history.Handle(m)
	switch m := m.(type) {
	case *quake2.ServerData:
		p.interval, p.config, p.clients = m.Interval, m.Config, 0
	case *quake2.ConfigString:
		if p.config == nil || int(m.Index) != p.config.MaxClients {
			return
		}
		if n := atoi(string(m.Text)); n > 0 && n <= maxPlayers {
			p.clients = n
		}
	case *quake2.PacketEntities, *quake2.MVDFrame:
		p.list()
	}
}

func (p *positions) list() {
	snap := p.history.Last()
	if snap == nil {
		return
	}
	at := sim.Position{Time: p.decoder.Time(), Clock: time.Duration(snap.Number) * p.interval, Kind: "ps"}
	for i := range snap.Players {
		v := &snap.Players[i]
		at.Entity, at.Origin, at.View = v.Slot+1, v.State.Origin, angles(v.State.ViewAngles)
		p.row(&at)
	}
	at.Kind = "es"
	for i := range snap.Entities {
		e := &snap.Entities[i]
		if !p.all && !p.player(e) {
			continue
		}
		at.Entity, at.Origin, at.View = int(e.Number), e.Origin, angles(e.Angles)
		p.row(&at)
	}
}

// player reports whether an entity is a player: it has a player's number or, if the number of slots is unknown, as
// before protocol 26, a player's model.
func (p *positions) player(e *quake2.EntityState) bool {
	if p.clients == 0 {
		return int(e.Number) <= maxPlayers && p.config != nil && e.Models[0] == p.config.PlayerModel
	}
	return int(e.Number) <= p.clients
}

func angles(v [3]float32) sim.Angles { return sim.Angles{Pitch: v[0], Yaw: v[1], Roll: v[2]} }
