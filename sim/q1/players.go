package q1

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// look is a player as a demo shows him.
type look struct {
	track.PlayerUpdate // but for Life and NoLerp
	looks
	steps bool // he moves in steps, which are not to be smoothed
}

// looks are what he looks like, wherever he is.
type looks struct {
	frame, model int
	effects      uint32
	// dead and gibbed are told by QuakeWorld; else the frame and the model tell.
	dead, gibbed bool
}

// Bits of the effects of players and other entities.
const (
	effectMuzzle = 1 << 1
	effectDim    = 1 << 3
	effectFlag1  = 1 << 4
	effectFlag2  = 1 << 5
	effectBlue   = 1 << 6
	effectRed    = 1 << 7
)

// showPlayer handles a player who is in sight.
func (g *game) showPlayer(slot sim.Slot, l *look) {
	r := g.players.List(slot)
	if r == nil {
		return
	}
	o, was := &g.owned[slot.Index()], r.Life
	// What a message tells twice is not interpolated (Quake's cl_parse.c, CL_ParseUpdate).
	l.NoLerp = g.players.Seen(slot) || l.steps && g.rules.TooFar(&r.Origin, &l.Origin, 0)
	l.Life = g.lifeOf(r, l)
	g.players.Update(slot, &l.PlayerUpdate)
	if r.Life != was && was != sim.Absent {
		o.heard = [sim.PowerupCount]time.Duration{}
	}
	if r.Life == sim.Alive && (was == sim.Dead || was == sim.Gibbed) && !o.known { // else he has those that his status bar shows
		r.Powerups = 0
	}
	c := g.models.class(l.model)
	r.Invisible = c.eyes
	if !o.known {
		g.players.SetPowerups(r, g.visiblePowerups(o, l, c), 0)
		g.visibleWeapon(r, l, c)
	}
	if l.effects&effectMuzzle != 0 {
		g.players.Fire(slot)
	}
	g.carriedFlag(r, l.effects)
}

// lifeOf is whether a player is alive, by what he looks like.
func (g *game) lifeOf(r *recording.FramePlayer, l *look) sim.Life {
	c := g.models.class(l.model)
	switch {
	case r.Profile.Team == sim.TeamSpectator:
		return sim.Spectating
	case l.gibbed || c.head:
		return sim.Gibbed
	case l.dead:
		return sim.Dead
	case c.player && !c.eyes && c.dead(l.frame):
		return sim.Dead
	}
	if g.owned[r.Slot.Index()].known && r.Health != sim.Unknown && r.Health <= 0 && g.match.Phase() != sim.PhaseIntermission {
		return sim.Dead
	}
	return sim.Alive
}

// visibleWeapon records what a player's frame tells of the weapon in his hands.
func (g *game) visibleWeapon(r *recording.FramePlayer, l *look, c *class) {
	if !c.player || c.eyes || c.head {
		return
	}
	if w, told := frameWeapon(l.frame); told {
		r.Weapon = w
	} else if r.Weapon == sim.WeaponMelee {
		r.Weapon = sim.WeaponNone
	}
}

// visiblePowerups are the powerups that a player visibly has.
func (g *game) visiblePowerups(o *owned, l *look, c *class) (has sim.PowerupSet) {
	if l.effects&effectBlue != 0 {
		has |= 1 << sim.PowerupQuad
	}
	if l.effects&effectRed != 0 {
		has |= 1 << sim.PowerupProtection
	}
	if c.eyes {
		has |= 1 << sim.PowerupInvisibility
	}
	// The first Quake's light does not tell which powerup it is; the sound of
	// getting it does.
	if l.effects&effectDim != 0 {
		for p, end := range o.heard {
			if g.Now() < end && sim.Powerup(p) != sim.PowerupInvisibility {
				has |= 1 << p
			}
		}
	}
	return has
}

// carriedFlag records the flag that a player's light tells.
func (g *game) carriedFlag(r *recording.FramePlayer, effects uint32) {
	r.FlagCarried, r.Flag = true, sim.TeamFree
	switch {
	case effects&effectFlag1 != 0:
		r.Flag = sim.TeamRed
	case effects&effectFlag2 != 0:
		r.Flag = sim.TeamBlue
	default:
		r.FlagCarried = false
		return
	}
	g.match.SetFlag(r.Flag, sim.FlagTaken)
}
