package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

var actionQuake2 = mod{
	dirs: []string{"action", "aq2", "baseaq", "actionq2"}, name: "Action Quake 2", gameType: "Teamplay",
	teamsOnly: true, guns: actionModels, items: itemSetOf(actionItems), skinTeams: map[string]sim.Team{},
	shells: actionShells(), print: actionPrint, rounds: true, ownChase: true, learnsRespawns: true, silentPickups: true,
	sharedFlashes: true, grenadesLie: true,
}

// lightsTime is the length of the countdown to a round, from "LIGHTS..." to "ACTION!".
const lightsTime = 4100 * time.Millisecond

// actionShells maps every glow to the shield of players who just spawned.
func actionShells() map[quake2.RenderEffects]sim.Powerup {
	shells := map[quake2.RenderEffects]sim.Powerup{}
	for _, red := range []quake2.RenderEffects{0, quake2.RenderShellRed} {
		for _, green := range []quake2.RenderEffects{0, quake2.RenderShellGreen} {
			for _, blue := range []quake2.RenderEffects{0, quake2.RenderShellBlue} {
				shells[red|green|blue] = sim.PowerupSpawnShield
			}
		}
	}
	delete(shells, 0)
	return shells
}

// actionModels maps Action Quake 2's models to weapons.
var actionModels = map[string]sim.Weapon{
	"blast": sim.WeaponPistol, "machn": sim.WeaponSubmachinegun, "m4": sim.WeaponAssaultRifle,
	"shotg": sim.WeaponShotgun, "cannon": sim.WeaponHandcannon, "sniper": sim.WeaponSniperRifle,
	"dual": sim.WeaponDualPistols, "knife": sim.WeaponKnife, "handgr": sim.WeaponHandGrenade,
}

// actionItems are the items of Action Quake 2, whose respawn delays depend on the server.
var actionItems = []itemRow{
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponPistol}, "mk23 pistol", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponSubmachinegun}, "mp5/10 submachinegun", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponAssaultRifle}, "m4 assault rifle", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponShotgun}, "m3 super 90 assault shotgun", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponHandcannon}, "handcannon", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponSniperRifle}, "sniper rifle", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponDualPistols}, "dual mk23 pistols", nil},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponKnife}, "combat knife", []string{"objects/knife"}},
	{itemDef{item: sim.ItemWeapon, weapon: sim.WeaponHandGrenade}, "m26 fragmentation grenade", nil},

	{itemDef{item: sim.ItemAmmoBullets, name: "Pistol Magazine"}, "", []string{"items/ammo/clip"}},
	{itemDef{item: sim.ItemAmmoBullets, name: "MP5 Magazine"}, "", []string{"items/ammo/mag"}},
	{itemDef{item: sim.ItemAmmoBullets, name: "M4 Magazine"}, "", []string{"items/ammo/m4"}},
	{itemDef{item: sim.ItemAmmoShells, name: "12 Gauge Shells"}, "", []string{"items/ammo/shells/medium"}},
	{itemDef{item: sim.ItemAmmoSlugs, name: "AP Sniper Ammo"}, "", []string{"items/ammo/sniper"}},

	// Equipment that everyone carries one of and drops. The vest has no points: it stops hits on the chest
	// (a_items.c; g_combat.c, T_Damage).
	{other("Kevlar Vest", 0), "", []string{"items/armor/jacket"}},
	{other("Silencer", 0), "", []string{"items/quiet"}},
	{other("Stealth Slippers", 0), "", []string{"items/slippers", "items/slippers/slippers"}},
	{other(bandolier, 0), "", []string{"items/band"}},
	{other("Lasersight", 0), "", []string{"items/laser"}},
	{other("Kevlar Helmet", 0), "", []string{"items/breather"}},
}

// actionPrint reads teams and scores of Action Quake 2.
func actionPrint(l *level, line string, o *track.Observations) bool {
	if rest, ok := strings.CutPrefix(line, "Current score is "); ok {
		actionScores(l, rest, o)
		return false
	}
	who, side, ok := strings.Cut(line, " joined ")
	slot := l.find(who)
	if !ok || !slot.Valid() {
		return false
	}
	t := l.teamNamed(strings.TrimSuffix(side, "."))
	if t == sim.TeamFree {
		return false
	}
	l.haveTeams(o)
	o.Tell(track.SeatTeam{Slot: slot, Named: true, Team: t, Name: l.teamNames[t], Joins: sim.PlainText(line)})
	return true
}

// actionScores reads "Nuts: 1 to Crazies: 2 to The Po-leese: 0".
func actionScores(l *level, text string, o *track.Observations) {
	for _, part := range strings.Split(text, " to ") {
		i := strings.LastIndex(part, ": ")
		if i < 0 {
			continue
		}
		if t := l.teamNamed(part[:i]); t != sim.TeamFree {
			o.Tell(track.TeamScored{Team: t, Score: int16(atoi(part[i+2:]))})
		}
	}
}
