package q3

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/quake3"
	"fragscope/sim"
)

// Positions calls row for the playerstate and for each player's entity in
// every snapshot of a demo; with all set, for every entity.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	p := &positions{all: all, row: row}
	st := NewState(d.Protocol(), p)
	for d.Next(st) != io.EOF {
	}
	return d.Damage()
}

type positions struct {
	all     bool
	row     func(*sim.Position)
	elapsed int32
	last    int32
	running bool
}

func (p *positions) Gamestate(*State, *quake3.Gamestate) { p.running = false }
func (*positions) Command(*State, []byte)                {}
func (*positions) Configstring(*State, int, string)      {}

func (p *positions) Snapshot(_ *State, snap *Snapshot) {
	if step := snap.ServerTime - p.last; p.running && step > 0 && step < maxStep {
		p.elapsed += step
	}
	p.last, p.running = snap.ServerTime, true
	ps := &snap.Player
	at := sim.Position{Time: millis(p.elapsed), Clock: millis(snap.ServerTime), Kind: "ps", Entity: int(ps.F[quake3.PsClientNum]),
		Origin: ps.Origin(), View: angles(ps.ViewAngles())}
	p.row(&at)
	at.Kind = "es"
	for i := range snap.Len() {
		e := snap.Entity(i)
		if !p.all && (e.F[quake3.EntEType] != quake3.EtPlayer || e.Number >= quake3.MaxClients) {
			continue
		}
		at.Entity, at.Origin, at.View = e.Number, e.Origin(), angles(e.Angles())
		p.row(&at)
	}
}

func angles(v [3]float32) sim.Angles { return sim.Angles{Pitch: v[0], Yaw: v[1], Roll: v[2]} }
