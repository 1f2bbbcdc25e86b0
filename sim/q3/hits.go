package q3

import (
	"math"
	"strconv"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// tellHit reports a hit felt by the player in view: its cost, and its direction as a pitch and a yaw of 256 steps, or
// 255 if there is none (ioq3 g_active.c, P_DamageFeedback; cg_playerstate.c, CG_DamageFeedback).
func tellHit(ps *quake3.PlayerState, o *track.Observations) {
	const none, length = 255, 64
	count, yaw, pitch := ps.F[quake3.PsDamageCount], ps.F[quake3.PsDamageYaw], ps.F[quake3.PsDamagePitch]
	if count == 0 {
		return
	}
	hit := track.HitTaken{Text: strconv.Itoa(int(count)), Color: sim.RGB{R: 255}}
	if yaw != none || pitch != none {
		const turn = 2 * math.Pi / 256
		sy, cy := math.Sincos(float64(yaw) * turn)
		sp, cp := math.Sincos(float64(pitch) * turn)
		hit.To = sim.Vec3{float32(-cp * cy * length), float32(-cp * sy * length), float32(sp * length)}
	}
	o.Tell(track.HitsTaken{Slot: o.Snapshot.POV, Hits: []track.HitTaken{hit}})
}
