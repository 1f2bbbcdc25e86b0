package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
)

// bodies takes over the entities of players: what everyone sees of them.
type bodies struct {
	track   *track
	level   *level
	models  *models
	players *players
}

// isPlayer tells whether an entity is a player, who is there.
func (bs *bodies) isPlayer(e *quake2.EntityState) bool {
	return int(e.Number) <= bs.level.maxClients && e.Models[0] == bs.level.config.PlayerModel
}

// playerEntity takes over the entity of a player.
func (bs *bodies) playerEntity(e *quake2.EntityState) {
	slot := int(e.Number) - 1
	p := &bs.players.slots[slot]
	r := bs.players.list(slot)
	if r == nil {
		return
	}
	if p.spectator {
		bs.players.play(slot)
	}
	first := p.seen != bs.track.snaps-1 || p.seen == 0
	if !p.stated {
		before := p.origin
		r.NoLerp = first || bs.track.jumped(before, e.Origin)
		r.Origin, r.Visible, r.POV = e.Origin, true, false
		r.View = sim.Angles{Pitch: e.Angles[0] * modelPitch, Yaw: e.Angles[1]}
		r.Velocity = sim.Vec3{}
		if dt := float32((bs.track.now - bs.track.before).Seconds()); !r.NoLerp && dt > 0 {
			for i := range r.Velocity {
				r.Velocity[i] = (e.Origin[i] - before[i]) / dt
			}
		}
		r.OnGround = !r.NoLerp && r.Velocity[2] == 0
		r.Health, r.Armor, r.Ammo, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, nil
		bs.shape(r, e)
		if r.Armor == sim.Unknown {
			r.ArmorKind = sim.ItemNone
		}
		bs.players.setLife(r, lifeOf(e))
		if w := bs.models.visibleWeapon(e.Skin); w != sim.WeaponNone {
			r.Weapon = w
		} else if p.flash != sim.WeaponNone {
			r.Weapon = p.flash
		}
	} else if bs.unarmed(r) {
		r.Weapon = bs.models.visibleWeapon(e.Skin)
	}
	if dead := lifeOf(e); p.stated && dead == sim.Dead && r.Life == sim.Alive && bs.level.multiview {
		bs.players.setLife(r, dead)
	}
	p.origin = e.Origin
	p.seen = bs.track.snaps
	bs.shine(r, e)
	r.Firing = bs.track.now < p.firingUntil && r.Life == sim.Alive
	if e.Event == quake2.EventPlayerTeleport || e.Event == quake2.EventOtherTeleport {
		r.NoLerp = true
		bs.track.effect(sim.Effect{Kind: sim.EffectTeleport, Origin: r.Origin, Slot: sim.SlotAt(slot)}, bodyTime)
	}
}

// unarmed tells whether nothing is known of what a living player holds: the screen
// shows no weapon while he looks through a scope.
func (bs *bodies) unarmed(r *sim.FramePlayer) bool {
	return r.Life == sim.Alive && r.Weapon == sim.WeaponNone
}

// shape sets the hull: lower when the model crouches.
func (bs *bodies) shape(r *sim.FramePlayer, e *quake2.EntityState) {
	r.Mins, r.Maxs = standing[0], standing[1]
	ducked := e.Frame >= frameCrouch && e.Frame <= frameCrouchPain
	if mins, maxs, ok := bs.level.server.Solid.Box(e.Solid); ok && mins[0] == -16 && mins[2] == -24 {
		ducked = maxs[2] < 16
	}
	if ducked {
		r.Maxs[2] = duckedHeight
	}
}

// shine reads powerups and flags from what a player's model shows.
func (bs *bodies) shine(r *sim.FramePlayer, e *quake2.EntityState) {
	var set sim.PowerupSet
	add := func(have bool, p sim.Powerup) {
		if have {
			set |= 1 << p
		}
	}
	const shells = quake2.RenderShellRed | quake2.RenderShellGreen | quake2.RenderShellBlue
	add(e.Effects&quake2.EFQuad != 0, sim.PowerupQuad)
	add(e.Effects&quake2.EFPent != 0, sim.PowerupProtection)
	add(e.Effects&quake2.EFDouble != 0, sim.PowerupDouble)
	add(e.Effects&quake2.EFHalfDamage != 0, sim.PowerupResistance)
	if e.Effects&quake2.EFColorShell != 0 {
		switch shell := e.RenderFX & shells; {
		case bs.level.mod.action:
			add(shell != 0, sim.PowerupSpawnShield)
		case shell == quake2.RenderShellBlue:
			add(true, sim.PowerupQuad)
		case shell == quake2.RenderShellRed, shell == shells:
			add(true, sim.PowerupProtection)
		}
	}
	p := &bs.players.slots[r.Slot.Index()]
	add(p.suitEnd > bs.track.now, sim.PowerupSuit)
	if p.viewed == bs.track.snaps {
		set |= p.tech
	}
	bs.players.setPowerups(r, set)
	red, blue := e.Effects&quake2.EFFlag1 != 0, e.Effects&quake2.EFFlag2 != 0
	r.FlagCarried, r.Flag = red || blue, sim.TeamFree
	if red {
		r.Flag = sim.TeamRed
	} else if blue {
		r.Flag = sim.TeamBlue
	}
}

// headless takes over the entity of a player that shows no player: what is left
// of him after he burst, or nothing.
func (bs *bodies) headless(e *quake2.EntityState) {
	slot := int(e.Number) - 1
	r := bs.track.row(slot)
	if r == nil {
		return
	}
	if c := bs.models.classOf(e.Models[0]); c.kind != classGib {
		return
	}
	p := &bs.players.slots[slot]
	if !p.stated {
		r.NoLerp = p.seen != bs.track.snaps-1 || bs.track.jumped(r.Origin, e.Origin)
		r.Origin, r.Visible = e.Origin, true
	}
	p.seen = bs.track.snaps
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	bs.players.setLife(r, sim.Gibbed)
}
