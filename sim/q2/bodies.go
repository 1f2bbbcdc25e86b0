package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Animations of player models, which all of them share.
const (
	frameCrouch     = 135
	frameCrouchPain = 172
	frameDeath      = 173
	frameDeathLast  = 197
	modelPitch      = 3 // the model is pitched by a third of the view's pitch
)

// duckedHeight is the top of a ducking player's box.
const duckedHeight = 4

var standing = [2]sim.Vec3{{-16, -16, -24}, {16, 16, 32}}

// isPlayer reports whether an entity is a player who is present.
func isPlayer(l *level, e *quake2.EntityState) bool {
	return int(e.Number) <= l.maxClients && e.Models[0] == l.config.PlayerModel
}

// readBody reads a player's body, or its remains, from an entity. It reports false if there are none.
func readBody(l *level, e *quake2.EntityState, b *track.BodySeen) bool {
	b.Slot, b.Origin = sim.SlotAt(int(e.Number)-1), e.Origin
	if !isPlayer(l, e) {
		b.Gibs = true
		return l.classOf(e.Models[0]).kind == classGib
	}
	b.View = sim.Angles{Pitch: e.Angles[0] * modelPitch, Yaw: e.Angles[1]}
	b.Dead = e.Frame >= frameDeath && e.Frame <= frameDeathLast
	if l.translated() {
		readSkin(l, b, e.Skin)
	}
	b.Weapon = l.visibleWeapon(e.Skin)
	b.Mins, b.Maxs = hullOf(l, e)
	for _, row := range effectPowerups {
		if e.Effects&row.effect != 0 {
			b.Lit |= 1 << row.powerup
		}
	}
	if e.Effects&quake2.EFColorShell != 0 {
		const shells = quake2.RenderShellRed | quake2.RenderShellGreen | quake2.RenderShellBlue
		if powerup, ok := l.mod.shells[e.RenderFX&shells]; ok {
			b.Powers |= 1 << powerup
		}
	}
	red, blue := e.Effects&quake2.EFFlag1 != 0, e.Effects&quake2.EFFlag2 != 0
	if b.HasFlag = red || blue; red {
		b.Flag = sim.TeamRed
	} else if blue {
		b.Flag = sim.TeamBlue
	}
	b.Noise = noises[e.Event]
	b.Hum = loopOf(l, e)
	b.Teleport = e.Event == quake2.EventPlayerTeleport || e.Event == quake2.EventOtherTeleport
	return true
}

// noises maps the events heard of a player to their names. They have full volume and normal attenuation (yquake2
// cl_effects.c, CL_EntityEvent). A jump has a separate sound.
var noises = map[quake2.EntityEvent]string{
	quake2.EventFootstep: "footstep", quake2.EventOtherFootstep: "footstep", quake2.EventLadderStep: "ladder",
	quake2.EventFallShort: "landing", quake2.EventFall: "fall", quake2.EventFallFar: "fall",
}

// loopOf returns the continuous sound of an entity, such as the hum of a weapon. It is static unless the server
// specifies otherwise (yquake2 sound.c, SDL_AddLoopSounds; q2pro sound/main.c, S_GetEntityLoopVolume).
func loopOf(l *level, e *quake2.EntityState) (hum track.Hum) {
	if e.Sound == 0 {
		return hum
	}
	hum.Name = strings.TrimSuffix(l.configString(l.config.Sounds+int(e.Sound)), ".wav")
	hum.Loudness = sim.Static
	if e.LoopVolume > 0 {
		hum.Loudness.Softer = 255 - e.LoopVolume
	}
	if e.LoopAttenuation > 0 {
		hum.Loudness.Fades = sim.LoudnessOf(0, e.LoopAttenuation).Fades
	}
	return hum
}

// hullOf returns a player's hull, which is lower when the model crouches.
func hullOf(l *level, e *quake2.EntityState) (mins, maxs sim.Vec3) {
	ducked := e.Frame >= frameCrouch && e.Frame <= frameCrouchPain
	if mins, maxs, ok := l.server.Solid.Box(e.Solid); ok && mins[0] == -16 && mins[2] == -24 {
		ducked = maxs[2] < 16
	}
	mins, maxs = standing[0], standing[1]
	if ducked {
		maxs[2] = duckedHeight
	}
	return mins, maxs
}

// effectPowerups are the powerups that make their owners glow.
var effectPowerups = [...]struct {
	effect  quake2.EntityEffects
	powerup sim.Powerup
}{
	{quake2.EFQuad, sim.PowerupQuad},
	{quake2.EFPent, sim.PowerupProtection},
	{quake2.EFDouble, sim.PowerupDouble},
	{quake2.EFHalfDamage, sim.PowerupResistance},
	{quake2.EFDualFire, sim.PowerupDualFire},
}
