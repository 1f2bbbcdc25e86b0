package q3

import (
	"testing"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Keys are told when they change, by DeFRaG's bits and Quake Live's fields.
func TestKeys(t *testing.T) {
	moves := func(forward, right, up int8) *quake3.PlayerState {
		ps := new(quake3.PlayerState)
		ps.F[quake3.PsForwardMove], ps.F[quake3.PsRightMove], ps.F[quake3.PsUpMove] = uint32(uint8(forward)),
			uint32(uint8(right)), uint32(uint8(up))
		return ps
	}
	bits := func(b int32) *quake3.PlayerState {
		ps := new(quake3.PlayerState)
		ps.Stats[statKeys] = b
		return ps
	}
	live, run, other := new(level), new(level), new(level)
	live.mod, run.mod, other.mod = new(mod), new(mod), new(mod)
	live.mod.tells.moves = true
	run.code.version = 1
	for _, test := range []struct {
		l    *level
		ps   *quake3.PlayerState
		want sim.Keys
		told bool
	}{
		{live, moves(127, -127, 0), sim.KeyForward | sim.KeyLeft, true},
		{live, moves(-127, 0, -127), sim.KeyBack | sim.KeyCrouch, true},
		{run, bits(1 | 16 | 32), sim.KeyForward | sim.KeyRight | sim.KeyJump, true},
		{run, bits(8 | 64 | 256 | 512), sim.KeyLeft | sim.KeyCrouch | sim.KeyAttack | sim.KeyWalk, true},
		{other, bits(1), 0, false},
	} {
		var s snapshots
		var o track.Observations
		for range 2 { // the second time nothing has changed
			s.readKeys(test.l, test.ps, &o)
		}
		if !test.told && len(o.Told) == 0 {
			continue
		}
		if len(o.Told) != 1 || o.Told[0].(track.InputTold).Keys != test.want {
			t.Errorf("%v, want %v once", o.Told, test.want)
		}
	}
}
