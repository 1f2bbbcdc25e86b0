package q1

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// looks is the appearance of a player.
type looks struct {
	frame, model int
	effects      uint32
	// QuakeWorld sends dead and gibbed; otherwise the frame and the model show it.
	dead, gibbed bool
}

// Effect bits of players and other entities.
const (
	effectMuzzle = 1 << 1
	effectDim    = 1 << 3
	effectFlag1  = 1 << 4
	effectFlag2  = 1 << 5
	effectBlue   = 1 << 6
	effectRed    = 1 << 7
)

// effectPowers maps lights to powerups.
var effectPowers = []struct {
	bit   uint32
	power sim.Powerup
}{{effectBlue, sim.PowerupQuad}, {effectRed, sim.PowerupProtection}}

// read reads a player's state from his appearance.
func (k *looks) read(l *level, u *track.PlayerLook) {
	c := l.models.class(k.model)
	u.Shown, u.Life, u.Invisible = true, k.life(c), c.eyes
	for _, p := range effectPowers {
		if k.effects&p.bit != 0 {
			u.Powerups |= 1 << p.power
		}
	}
	if c.eyes {
		u.Powerups |= 1 << sim.PowerupInvisibility
	}
	if c.player && !c.eyes && !c.head {
		u.Weapon, u.ShowsWeapon = frameWeapon(k.frame)
		u.ShowsGun = !u.ShowsWeapon
	}
	u.Dim, u.Muzzle = k.effects&effectDim != 0, k.effects&effectMuzzle != 0
	switch {
	case k.effects&effectFlag1 != 0:
		u.Flag = sim.TeamRed
	case k.effects&effectFlag2 != 0:
		u.Flag = sim.TeamBlue
	}
}

// life returns the condition of a player with this appearance.
func (k *looks) life(c *class) sim.Life {
	switch {
	case k.gibbed || c.head:
		return sim.Gibbed
	case k.dead, c.player && !c.eyes && c.dead(k.frame):
		return sim.Dead
	}
	return sim.Alive
}
