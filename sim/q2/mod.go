package q2

import (
	"slices"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// mod holds the differences between a modification and the game.
type mod struct {
	// dirs are the possible names of its folder.
	dirs []string
	name string
	// gameType is the game type, or empty if the status bar shows it. teamsOnly limits it to levels with teams.
	gameType  string
	teamsOnly bool
	// guns maps models to weapons. items are those that it has in addition to the game's.
	guns  map[string]sim.Weapon
	items itemSet
	// dopplegangers is set if players can leave standing copies of themselves.
	dopplegangers bool
	// unseenGun is the weapon that has no visible model in the hands of others.
	unseenGun sim.Weapon
	// skinTeams maps skins worn by whole teams to those teams. shells maps the glow around players to powerups.
	// techIcons maps the icons of techs to powerups.
	skinTeams map[string]sim.Team
	shells    map[quake2.RenderEffects]sim.Powerup
	techIcons map[string]sim.Powerup
	// scoreStats are the stats with the scores of red and blue, or 0 if there are none.
	scoreStats [2]int
	// stats reads the mod's own stats about the teams.
	stats func(l *level, ps *quake2.PlayerState, o *track.Observations)
	// configString reads a configstring specific to the mod.
	configString func(l *level, index int, text string, o *track.Observations)
	// print reads the mod's prints about teams. It returns true if the line needs no further reading.
	print func(l *level, line string, o *track.Observations) bool
	// scoreLine reads a scoreboard line specific to the mod. It returns false for other lines.
	scoreLine func(b *boardReader, text string) bool

	// toldScores is set if configstrings contain the scores of the teams.
	toldScores bool
	// toldClock is set if the time and the end of the match are announced, so that frozen screens with a scoreboard
	// mean nothing.
	toldClock bool
	// rounds is set if teams play rounds. During a round the dead spectate, and its start is announced to each player
	// separately.
	rounds bool
	// ownChase is set if the followed player is not in the stat that the game uses for it.
	ownChase bool
	// learnsRespawns is set if respawn delays vary from server to server. A delay is then known only once an item of
	// the kind has respawned.
	learnsRespawns bool
	// silentPickups is set if the demo does not show when weapons are taken or dropped.
	silentPickups bool
	// sharedFlashes is set if a muzzle flash does not identify the weapon.
	sharedFlashes bool
	// grenadesLie is set if grenades lying in the map look like those in flight.
	grenadesLie bool
}

// mods lists the known mods. The first is the game itself.
var mods = modTable([]mod{quake2Itself, captureTheFlag, theReckoning, groundZero, openTDM, actionQuake2, gladiatorBots,
	mission64, zaero, lithium,
	rocketArena, minionsCTF})

// modTable completes mods with the parts that they inherit from the game.
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

// modOf returns the mod in the folder of that name. An unknown mod is treated like the game.
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
