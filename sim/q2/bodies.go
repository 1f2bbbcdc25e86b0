package q2

import (
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// The animations of player models, which all share them.
const (
	frameCrouch     = 135
	frameCrouchPain = 172
	frameDeath      = 173
	frameDeathLast  = 197
	modelPitch      = 3 // the model nods by a third of the view's pitch
)

// duckedHeight is how high a player's box reaches who ducks.
const duckedHeight = 4

var standing = [2]sim.Vec3{{-16, -16, -24}, {16, 16, 32}}

// bodies handles the entities of players: what everyone sees of them.
type bodies struct {
	track   *track.Track
	players *track.Players
	level   *level
	models  *models
	clients *clients
}

// isPlayer reports whether an entity is a player, who is there.
func (bs *bodies) isPlayer(e *quake2.EntityState) bool {
	return int(e.Number) <= bs.level.maxClients && e.Models[0] == bs.level.config.PlayerModel
}

// see handles the entity of a player. His playerstate, where this snapshot has it, tells more.
func (bs *bodies) see(e *quake2.EntityState) {
	slot := sim.SlotAt(int(e.Number) - 1)
	r := bs.clients.list(slot)
	if r == nil {
		return
	}
	bs.clients.play(slot)
	p := bs.clients.at(slot)
	life := sim.Alive
	if e.Frame >= frameDeath && e.Frame <= frameDeathLast {
		life = sim.Dead
	}
	if bs.level.translated() && bs.readSkin(slot, e.Skin) {
		life = sim.Dead
	}
	switch {
	case !p.stated:
		bs.seeUnstated(r, p, e, life)
	case r.Life == sim.Alive && r.Weapon == sim.WeaponNone: // the screen shows none through a scope
		r.Weapon = bs.models.visibleWeapon(e.Skin)
	}
	if p.stated && life == sim.Dead && r.Life == sim.Alive && bs.level.multiview {
		bs.clients.setLife(r, life)
	}
	bs.readPowerups(r, p, e)
	bs.readFlag(r, e)
	r.Firing = bs.clients.firing(slot) && r.Life == sim.Alive
	if e.Event == quake2.EventPlayerTeleport || e.Event == quake2.EventOtherTeleport {
		r.NoLerp = true
		bs.track.Effect(sim.Effect{Kind: sim.EffectTeleport, Origin: r.Origin, Slot: slot}, track.BodyTime)
	}
}

// seeUnstated handles a player of whom nothing but his entity is known.
func (bs *bodies) seeUnstated(r *recording.FramePlayer, p *client, e *quake2.EntityState, life sim.Life) {
	bs.players.Update(r.Slot, &track.PlayerUpdate{Origin: e.Origin, View: sim.Angles{Pitch: e.Angles[0] * modelPitch, Yaw: e.Angles[1]},
		HasView: true, Life: r.Life})
	r.POV = false
	r.OnGround = !r.NoLerp && r.Velocity[2] == 0
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	bs.shape(r, e)
	bs.clients.setLife(r, life)
	if w := bs.models.visibleWeapon(e.Skin); w != sim.WeaponNone {
		r.Weapon = w
	} else if p.flash != sim.WeaponNone {
		r.Weapon = p.flash
	}
}

// seeGibbed handles the entity of a player that shows no player: what is left
// of him after he burst, or nothing.
func (bs *bodies) seeGibbed(e *quake2.EntityState) {
	slot := sim.SlotAt(int(e.Number) - 1)
	r := bs.players.Row(slot)
	if r == nil || bs.models.classOf(e.Models[0]).kind != classGib {
		return
	}
	appeared := bs.players.See(slot)
	if !bs.clients.at(slot).stated {
		r.NoLerp = appeared || bs.players.Jumped(r.Origin, e.Origin)
		r.Origin, r.Visible = e.Origin, true
	}
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	bs.clients.setLife(r, sim.Gibbed)
}

// shape sets the hull: lower when the model crouches.
func (bs *bodies) shape(r *recording.FramePlayer, e *quake2.EntityState) {
	r.Mins, r.Maxs = standing[0], standing[1]
	ducked := e.Frame >= frameCrouch && e.Frame <= frameCrouchPain
	if mins, maxs, ok := bs.level.server.Solid.Box(e.Solid); ok && mins[0] == -16 && mins[2] == -24 {
		ducked = maxs[2] < 16
	}
	if ducked {
		r.Maxs[2] = duckedHeight
	}
}

// effectPowerups are the powerups that light up their owners.
var effectPowerups = [...]struct {
	effect  quake2.EntityEffects
	powerup sim.Powerup
}{
	{quake2.EFQuad, sim.PowerupQuad},
	{quake2.EFPent, sim.PowerupProtection},
	{quake2.EFDouble, sim.PowerupDouble},
	{quake2.EFHalfDamage, sim.PowerupResistance},
}

// darkTime is how long the light of a powerup that is about to end is out when it blinks, at most: four frames of eight
// (game/p_view.c, G_SetClientEffects).
const darkTime = 450 * time.Millisecond

// readPowerups reads powerups from what a player's model shows.
func (bs *bodies) readPowerups(r *recording.FramePlayer, p *client, e *quake2.EntityState) {
	var set sim.PowerupSet
	for i, row := range effectPowerups {
		switch lit := e.Effects&row.effect != 0; {
		case lit:
			set |= 1 << row.powerup
			p.lit[i] = bs.track.Now()
		case r.Life == sim.Alive && r.Powerups.Has(row.powerup) && bs.track.Now()-p.lit[i] < darkTime:
			set |= 1 << row.powerup
		}
	}
	if e.Effects&quake2.EFColorShell != 0 {
		const shells = quake2.RenderShellRed | quake2.RenderShellGreen | quake2.RenderShellBlue
		if powerup, ok := bs.level.mod.shells[e.RenderFX&shells]; ok {
			set |= 1 << powerup
		}
	}
	if p.suitEnd > bs.track.Now() {
		set |= 1 << sim.PowerupSuit
	}
	if p.viewed == bs.track.Snapshot() {
		set |= p.tech
	}
	if r.NoLerp { // what he got or lost meanwhile was not seen
		r.Powerups = set
		return
	}
	bs.players.SetPowerups(r, set, -1)
}

// readFlag reads from a player's model which flag he carries.
func (bs *bodies) readFlag(r *recording.FramePlayer, e *quake2.EntityState) {
	red, blue := e.Effects&quake2.EFFlag1 != 0, e.Effects&quake2.EFFlag2 != 0
	r.FlagCarried, r.Flag = red || blue, sim.TeamFree
	if red {
		r.Flag = sim.TeamRed
	} else if blue {
		r.Flag = sim.TeamBlue
	}
}
