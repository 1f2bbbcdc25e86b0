package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// runKeys are DeFRaG's bits for keys in the playerstate, in statKeys (proxymod help.h, PSF_USERINPUT).
var runKeys = [...]struct {
	bit int32
	key sim.Keys
}{{1, sim.KeyForward}, {2, sim.KeyBack}, {8, sim.KeyLeft}, {16, sim.KeyRight}, {32, sim.KeyJump}, {64, sim.KeyCrouch},
	{256, sim.KeyAttack},
	{512, sim.KeyWalk}}

// readKeys reports the keys of the player in view if they differ from those of the previous playerstate. DeFRaG and
// Quake Live send them.
func (s *snapshots) readKeys(l *level, ps *quake3.PlayerState, o *track.Observations) {
	var keys sim.Keys
	switch {
	case l.code.version != 0:
		for _, k := range runKeys {
			if ps.Stats[statKeys]&k.bit != 0 {
				keys |= k.key
			}
		}
	case l.mod.tells.moves:
		move := func(f quake3.PlayerField) int { return int(int8(ps.F[f])) }
		keys = sim.MoveKeys(move(quake3.PsForwardMove), move(quake3.PsRightMove), move(quake3.PsUpMove))
		if ps.F[quake3.PsEFlags]&efFiring != 0 {
			keys |= sim.KeyAttack
		}
	default:
		return
	}
	if keys != s.view.keys || s.view.keysOf != l.pov+1 {
		s.view.keys, s.view.keysOf = keys, l.pov+1
		o.Tell(track.InputTold{Input: sim.Input{Slot: o.Snapshot.POV, Keys: keys}})
	}
}
