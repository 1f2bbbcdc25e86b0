package q3

import (
	"io"
	"time"

	"fragscope/formats/quake3"
)

// Position is where a player or an entity was at a snapshot, as sent: no
// trajectory is evaluated, nothing interpolated or corrected.
type Position struct {
	// Time is the time from the start of the demo, Clock the server time.
	Time, Clock time.Duration
	// View is true for the playerstate; Entity is then the slot followed.
	View   bool
	Entity int
	Origin [3]float32
	// Pitch and Yaw are in degrees.
	Pitch, Yaw float32
}

// Positions calls row for the playerstate and for each player's entity in
// every snapshot of a demo; with all set, for every entity.
func Positions(data []byte, name string, all bool, row func(Position)) {
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	p := &positions{all: all, row: row}
	st := NewState(d.Protocol(), p)
	for d.Next(st) != io.EOF {
	}
}

type positions struct {
	all     bool
	row     func(Position)
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
	at := Position{Time: millis(p.elapsed), Clock: millis(snap.ServerTime), View: true, Entity: int(ps.F[quake3.PsClientNum]),
		Origin: ps.Origin(), Pitch: ps.ViewAngles()[0], Yaw: ps.ViewAngles()[1]}
	p.row(at)
	at.View = false
	for i := range snap.Len() {
		e := snap.Entity(i)
		if !p.all && (e.F[quake3.EntEType] != quake3.EtPlayer || e.Number >= quake3.MaxClients) {
			continue
		}
		at.Entity, at.Origin, at.Pitch, at.Yaw = e.Number, e.Origin(), e.Angles()[0], e.Angles()[1]
		p.row(at)
	}
}
