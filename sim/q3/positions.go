package q3

import (
	"io"

	"fragscope/formats/damage"
	"fragscope/formats/quake3"
	"fragscope/sim"
)

// Positions calls row for the playerstate and each player's entity in every snapshot of a demo. If all is set, it also
// does so for all other entities.
func Positions(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage {
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	var h quake3.History
	for d.Next(&h) != io.EOF {
		if snap := h.Snapshot(); snap != nil {
			positions(snap, all, row)
		}
	}
	return d.Damage()
}

func positions(snap *quake3.Snapshot, all bool, row func(*sim.Position)) {
	ps := &snap.Player
	at := sim.Position{Time: snap.Time, Clock: millis(snap.ServerTime), Kind: "ps",
		Entity: int(ps.F[quake3.PsClientNum]),
		Origin: ps.Origin(), View: angles(ps.ViewAngles())}
	row(&at)
	at.Kind = "es"
	for i := range snap.Len() {
		e := snap.Entity(i)
		if !all && (e.F[quake3.EntEType] != quake3.EtPlayer || e.Number >= quake3.MaxClients) {
			continue
		}
		at.Entity, at.Origin, at.View = e.Number, e.Origin(), angles(e.Angles())
		row(&at)
	}
}

func angles(v [3]float32) sim.Angles { return sim.Angles{Pitch: v[0], Yaw: v[1], Roll: v[2]} }
