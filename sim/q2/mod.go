package q2

import (
	"slices"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// mod is how a modification differs from the game.
type mod struct {
	// dirs are the names of its folder.
	dirs []string
	name string
	// gameType is what is played, empty where the status bar tells. teamsOnly limits
	// it to levels with teams.
	gameType  string
	teamsOnly bool
	// guns are the weapons by their models, items what it has beside the game's own.
	guns  map[string]sim.Weapon
	items itemSet
	// dopplegangers: players leave copies of themselves that stand.
	dopplegangers bool
	// unseenGun is the weapon that shows no model in the hands of others.
	unseenGun sim.Weapon
	// skinTeams are the teams of the skins that it gives to all of one, shells the powerups of the
	// lights around players, techIcons those of the icons of techs.
	skinTeams map[string]sim.Team
	shells    map[quake2.RenderEffects]sim.Powerup
	techIcons map[string]sim.Powerup
	// scoreStats are the stats of the scores of red and blue; 0 where there are none.
	scoreStats [2]int
	// stats reads what stats of its own tell of the teams.
	stats func(l *level, ps *quake2.PlayerState, o *track.Observations)
	// configString reads a configstring that is the mod's own.
	configString func(l *level, index int, text string, o *track.Observations)
	// print reads what it says of teams; true for a line that is told by then.
	print func(l *level, line string, o *track.Observations) bool
	// scoreLine reads a line of a scoreboard that the mod alone has; false for others.
	scoreLine func(b *boardReader, text string) bool

	// toldScores: configstrings tell the scores of the teams.
	toldScores bool
	// toldClock: it tells the time of the match and its end; frozen screens with a scoreboard mean nothing.
	toldClock bool
	// rounds: teams play rounds, in which the dead watch and each gets his own copy of what they begin with.
	rounds bool
	// ownChase: who is followed does not stand in the game's stat for that.
	ownChase bool
	// learnsRespawns: each server sets how long items stay away, which is known once one of a kind came back.
	learnsRespawns bool
	// silentPickups: weapons change hands without a sign.
	silentPickups bool
	// sharedFlashes: a muzzle flash does not tell the weapon.
	sharedFlashes bool
	// grenadesLie: grenades that lie in the map look like those that fly.
	grenadesLie bool
}

// mods are those that are known; the first is the game itself.
var mods = modTable([]mod{quake2Itself, captureTheFlag, theReckoning, groundZero, openTDM, actionQuake2, gladiatorBots, mission64, zaero, lithium,
	rocketArena, minionsCTF})

// modTable gives the mods of a list what they have of the game's.
func modTable(list []mod) []mod {
	for i := range list {
		m := &list[i]
		if m.guns == nil {
			m.guns = gunModels
		}
		if m.skinTeams == nil {
			m.skinTeams = map[string]sim.Team{"ctf_r": sim.TeamRed, "ctf_b": sim.TeamBlue}
		}
		if m.shells == nil {
			m.shells = map[quake2.RenderEffects]sim.Powerup{
				quake2.RenderShellBlue: sim.PowerupQuad,
				quake2.RenderShellRed:  sim.PowerupProtection,
				quake2.RenderShellRed | quake2.RenderShellGreen | quake2.RenderShellBlue: sim.PowerupProtection,
			}
		}
	}
	return list
}

// modOf is the mod with a folder of that name; an unknown one is like the game.
func modOf(dir string) *mod {
	dir = strings.ToLower(dir)
	for i := range mods {
		if slices.Contains(mods[i].dirs, dir) {
			return &mods[i]
		}
	}
	m := mods[0]
	m.name = ""
	return &m
}
