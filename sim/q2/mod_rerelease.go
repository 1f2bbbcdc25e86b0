package q2

import (
	"strings"
	"unicode"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
)

// rerelease is the game of 2023, which has Capture the Flag and both mission packs in one library.
var rerelease = mod{
	name:         "Rerelease",
	techIcons:    captureTheFlag.techIcons,
	scoreStats:   [2]int{statTeam1Score, statTeam2Score},
	configString: rereleaseString, stats: rereleaseStats, print: ctfPrint,
}

// The stats of teams, which are not those of Capture the Flag as it was (bg_local.h).
const (
	statTeam1Pic   = 18
	statTeam1Score = 19
	statTeam2Pic   = 20
	statTeam2Score = 21
)

// rereleaseStats finds out where the flags are from the icons in the stats.
func rereleaseStats(m *match, ps *quake2.PlayerState) {
	flagIcon(m, sim.TeamRed, "i_ctf1", stat(ps, statTeam1Pic))
	flagIcon(m, sim.TeamBlue, "i_ctf2", stat(ps, statTeam2Pic))
}

// gameStyle is what the rerelease says is played (game.h, game_style_t); empty where it does not, or where a mission is. Where
// teams play it is the sound of a flag that tells whether there are any.
func (l *level) gameStyle() string {
	const alone, teams = 1, 2
	if !l.translated() {
		return ""
	}
	switch atoi(l.configString(l.config.GameStyle)) {
	case alone:
		return "Deathmatch"
	case teams:
		for i := l.config.Sounds; i < l.config.Images; i++ {
			if l.configString(i) == "ctf/flagtk.wav" {
				return "Capture the Flag"
			}
		}
		return "Team Deathmatch"
	}
	return ""
}

// rereleaseMods has it as the table of mods has others. Its parts have no folders of their own.
var rereleaseMods = modTable([]mod{rerelease})

// modPlayed is the mod that a level's serverdata names.
func modPlayed(m *quake2.ServerData) *mod {
	if m.Config.GameStyle > 0 {
		return &rereleaseMods[0]
	}
	return modOf(string(m.GameDir))
}

// rereleaseString reads the configstring in which Capture the Flag tells the state of a match.
func rereleaseString(m *match, index int, text string) {
	const matchString = 0 // of the general ones (ctf/g_ctf.h, CONFIG_CTF_MATCH)
	if index == m.level.config.General+matchString {
		ctfState(m, text)
	}
}

// meaning is what a message of the game stands for.
type meaning uint8

const (
	meansNothing meaning = iota
	meansDeath           // of argument 0, by argument 1 where there is one
	meansEvent           // about nobody
	meansWho             // an event about argument 0
	meansJoin            // argument 0 plays, in the team of the last argument
	meansWatch           // argument 0 watches
)

// gameMessage is what a key of the game's translations says. The last argument of those about flags is the flag's team.
type gameMessage struct {
	// text is our own sentence, for those who do not have the game's.
	text   string
	means  meaning
	event  sim.EventKind
	weapon sim.Weapon
	cause  string
}

// death is the message of a death that the player or the world brought about.
func death(text string, how sim.Weapon, cause string) gameMessage {
	return gameMessage{text: text, means: meansDeath, weapon: how, cause: cause}
}

// kill is the message of a death by another player's weapon, which is called so.
func kill(with string, how sim.Weapon, cause string) gameMessage {
	return death("{1} killed {0} with "+with, how, cause)
}

func about(text string, event sim.EventKind) gameMessage {
	return gameMessage{text: text, means: meansWho, event: event}
}

func says(text string) gameMessage { return gameMessage{text: text} }

func happens(text string, event sim.EventKind) gameMessage {
	return gameMessage{text: text, means: meansEvent, event: event}
}

// gameMessages are the messages of the game library by their keys: deaths (p_client.cpp, ClientObituary), flags and teams
// (ctf/g_ctf.cpp), the match (g_main.cpp, g_svcmds.cpp), who comes and goes (p_client.cpp), gestures (g_cmds.cpp, Cmd_Wave_f),
// missions (g_target.cpp, g_trigger.cpp) and what a player alone is told (g_items.cpp, p_weapon.cpp, g_cmds.cpp).
var gameMessages = map[string]gameMessage{
	"g_mod_generic_suicide":   death("{0} gave up", sim.CauseSuicide, "MOD_SUICIDE"),
	"g_mod_generic_falling":   death("{0} fell too far", sim.CauseFall, "MOD_FALLING"),
	"g_mod_generic_crush":     death("{0} was crushed", sim.CauseCrush, "MOD_CRUSH"),
	"g_mod_generic_water":     death("{0} drowned", sim.CauseWater, "MOD_WATER"),
	"g_mod_generic_slime":     death("{0} died in slime", sim.CauseSlime, "MOD_SLIME"),
	"g_mod_generic_lava":      death("{0} died in lava", sim.CauseLava, "MOD_LAVA"),
	"g_mod_generic_explosive": death("{0} died in an explosion", sim.CauseTrigger, "MOD_EXPLOSIVE"),
	"g_mod_generic_exit":      death("{0} was killed at the exit", sim.CauseTrigger, "MOD_EXIT"),
	"g_mod_generic_laser":     death("{0} was killed by a laser", sim.CauseTrigger, "MOD_TARGET_LASER"),
	"g_mod_generic_blaster":   death("{0} was killed by a blaster of the level", sim.CauseTrigger, "MOD_TARGET_BLASTER"),
	"g_mod_generic_hurt":      death("{0} was killed by the level", sim.CauseTrigger, "MOD_TRIGGER_HURT"),
	"g_mod_generic_gekk":      death("{0} was torn apart by a monster", sim.CauseMonster, "MOD_GEKK"),
	"g_mod_generic_died":      death("{0} was killed", sim.CauseWorld, "MOD_UNKNOWN"),

	"g_mod_self_held_grenade":   death("{0} held a grenade too long", sim.WeaponHandGrenade, "MOD_HELD_GRENADE"),
	"g_mod_self_grenade_splash": death("{0} died by a grenade of their own", sim.WeaponGrenadeLauncher, "MOD_G_SPLASH"),
	"g_mod_self_rocket_splash":  death("{0} died by a rocket of their own", sim.WeaponRocketLauncher, "MOD_R_SPLASH"),
	"g_mod_self_bfg_blast":      death("{0} died by a BFG of their own", sim.WeaponBFG, "MOD_BFG_BLAST"),
	"g_mod_self_trap":           death("{0} died in a trap of their own", sim.WeaponTrap, "MOD_TRAP"),
	"g_mod_self_dopple_explode": death("{0} died by a doppelganger of their own", sim.WeaponOther, "MOD_DOPPLE_EXPLODE"),
	"g_mod_self_default":        death("{0} took their own life", sim.CauseSuicide, "MOD_SUICIDE"),

	"g_mod_kill_generic":            death("{1} killed {0}", sim.WeaponOther, "MOD_UNKNOWN"),
	"g_mod_kill_blaster":            kill("the blaster", sim.WeaponBlaster, "MOD_BLASTER"),
	"g_mod_kill_shotgun":            kill("the shotgun", sim.WeaponShotgun, "MOD_SHOTGUN"),
	"g_mod_kill_sshotgun":           kill("the super shotgun", sim.WeaponSuperShotgun, "MOD_SSHOTGUN"),
	"g_mod_kill_machinegun":         kill("the machinegun", sim.WeaponMachinegun, "MOD_MACHINEGUN"),
	"g_mod_kill_chaingun":           kill("the chaingun", sim.WeaponChaingun, "MOD_CHAINGUN"),
	"g_mod_kill_grenade":            kill("a grenade", sim.WeaponGrenadeLauncher, "MOD_GRENADE"),
	"g_mod_kill_grenade_splash":     kill("the blast of a grenade", sim.WeaponGrenadeLauncher, "MOD_G_SPLASH"),
	"g_mod_kill_rocket":             kill("a rocket", sim.WeaponRocketLauncher, "MOD_ROCKET"),
	"g_mod_kill_rocket_splash":      kill("the blast of a rocket", sim.WeaponRocketLauncher, "MOD_R_SPLASH"),
	"g_mod_kill_hyperblaster":       kill("the hyperblaster", sim.WeaponHyperblaster, "MOD_HYPERBLASTER"),
	"g_mod_kill_railgun":            kill("the railgun", sim.WeaponRailgun, "MOD_RAILGUN"),
	"g_mod_kill_bfg_laser":          kill("a beam of the BFG", sim.WeaponBFG, "MOD_BFG_LASER"),
	"g_mod_kill_bfg_blast":          kill("the blast of the BFG", sim.WeaponBFG, "MOD_BFG_BLAST"),
	"g_mod_kill_bfg_effect":         kill("the light of the BFG", sim.WeaponBFG, "MOD_BFG_EFFECT"),
	"g_mod_kill_handgrenade":        kill("a hand grenade", sim.WeaponHandGrenade, "MOD_HANDGRENADE"),
	"g_mod_kill_handgrenade_splash": kill("the blast of a hand grenade", sim.WeaponHandGrenade, "MOD_HG_SPLASH"),
	"g_mod_kill_held_grenade":       kill("a grenade held too long", sim.WeaponHandGrenade, "MOD_HELD_GRENADE"),
	"g_mod_kill_telefrag":           kill("a telefrag", sim.CauseTelefrag, "MOD_TELEFRAG"),
	"g_mod_kill_grapple":            kill("the grapple", sim.WeaponGrapple, "MOD_GRAPPLE"),
	"g_mod_kill_ripper":             kill("the ion ripper", sim.WeaponIonRipper, "MOD_RIPPER"),
	"g_mod_kill_phalanx":            kill("the phalanx cannon", sim.WeaponPhalanx, "MOD_PHALANX"),
	"g_mod_kill_trap":               kill("a trap", sim.WeaponTrap, "MOD_TRAP"),
	"g_mod_kill_chainfist":          kill("the chainfist", sim.WeaponMelee, "MOD_CHAINFIST"),
	"g_mod_kill_disintegrator":      kill("the disintegrator", sim.WeaponDisruptor, "MOD_DISINTEGRATOR"),
	"g_mod_kill_etf_rifle":          kill("the ETF rifle", sim.WeaponETFRifle, "MOD_ETF_RIFLE"),
	"g_mod_kill_heatbeam":           kill("the plasma beam", sim.WeaponPlasmaBeam, "MOD_HEATBEAM"),
	"g_mod_kill_tesla":              kill("a tesla mine", sim.WeaponTesla, "MOD_TESLA"),
	"g_mod_kill_prox":               kill("a proximity mine", sim.WeaponProxLauncher, "MOD_PROX"),
	"g_mod_kill_nuke":               kill("an antimatter bomb", sim.WeaponOther, "MOD_NUKE"),
	"g_mod_kill_vengeance_sphere":   kill("a vengeance sphere", sim.WeaponOther, "MOD_VENGEANCE_SPHERE"),
	"g_mod_kill_defender_sphere":    kill("a defender sphere", sim.WeaponOther, "MOD_DEFENDER_SPHERE"),
	"g_mod_kill_hunter_sphere":      kill("a hunter sphere", sim.WeaponOther, "MOD_HUNTER_SPHERE"),
	"g_mod_kill_tracker":            kill("the disruptor", sim.WeaponDisruptor, "MOD_TRACKER"),
	"g_mod_kill_dopple_explode":     kill("an exploding doppelganger", sim.WeaponOther, "MOD_DOPPLE_EXPLODE"),
	"g_mod_kill_dopple_vengeance":   kill("a doppelganger's vengeance", sim.WeaponOther, "MOD_DOPPLE_VENGEANCE"),
	"g_mod_kill_dopple_hunter":      kill("a doppelganger's hunter", sim.WeaponOther, "MOD_DOPPLE_HUNTER"),

	"g_flag_captured":             about("{0} captured the {1} flag", sim.EventCapture),
	"g_got_flag":                  about("{0} took the {1} flag", sim.EventFlagTaken),
	"g_lost_flag":                 about("{0} lost the {1} flag", sim.EventFlagDropped),
	"g_returned_flag":             about("{0} brought the {1} flag back", sim.EventFlagReturned),
	"g_flag_returned":             happens("The {0} flag went back", sim.EventFlagReturned),
	"g_bonus_assist_return":       about("{0} helped by bringing the flag back", sim.EventAward),
	"g_bonus_assist_frag_carrier": about("{0} helped by killing the flag carrier", sim.EventAward),
	"g_bonus_flag_defense":        about("{0} defended the {1} flag carrier against an attacker", sim.EventAward),
	"g_bonus_defend_base":         about("{0} defended the {1} base", sim.EventAward),
	"g_bonus_defend_flag":         about("{0} defended the {1} flag", sim.EventAward),
	"g_bonus_defend_carrier":      about("{0} defended the {1} flag carrier", sim.EventAward),
	"g_bonus_enemy_carrier":       happens("{0} points for the enemy's flag carrier", sim.EventPrint),
	"g_joined_team":               {text: "{0} joined the {1} team", means: meansJoin, event: sim.EventPrint},
	"g_changed_team":              {text: "{0} went over to the {1} team", means: meansJoin, event: sim.EventPrint},
	"g_assigned_team":             says("{0} was put into a team"),
	"g_ctf_red_wins_caps":         happens("RED wins by {0} captures", sim.EventPrint),
	"g_ctf_blue_wins_caps":        happens("BLUE wins by {0} captures", sim.EventPrint),
	"g_ctf_red_wins_points":       happens("RED wins by {0} points", sim.EventPrint),
	"g_ctf_blue_wins_points":      happens("BLUE wins by {0} points", sim.EventPrint),
	"g_ctf_tie_game":              happens("Nobody wins: the scores are equal", sim.EventPrint),

	"g_timelimit_hit":       happens("The time is over", sim.EventMatchEnd),
	"g_fraglimit_hit":       happens("The frag limit was reached", sim.EventMatchEnd),
	"g_capturelimit_hit":    happens("The capture limit was reached", sim.EventMatchEnd),
	"g_map_ended_by_server": happens("The server ended the map", sim.EventMatchEnd),
	"g_entered_game":        about("{0} entered the game", sim.EventConnect),
	"g_player_connected":    says("{0} is connecting"),
	"g_joined_game":         {text: "{0} plays", means: meansJoin, event: sim.EventPrint},
	"g_observing":           {text: "{0} watches", means: meansWatch, event: sim.EventPrint},
	"g_exited_level":        about("{0} left the level", sim.EventLevelEnd),

	"g_wave_none":        about("{0} waves", sim.EventPrint),
	"g_wave_other":       about("{0} waves at {1}", sim.EventPrint),
	"g_salute_none":      about("{0} salutes", sim.EventPrint),
	"g_salute_other":     about("{0} salutes {1}", sim.EventPrint),
	"g_taunt_none":       about("{0} taunts", sim.EventPrint),
	"g_taunt_other":      about("{0} taunts {1}", sim.EventPrint),
	"g_flipoff_none":     about("{0} makes a rude gesture", sim.EventPrint),
	"g_flipoff_other":    about("{0} makes a rude gesture at {1}", sim.EventPrint),
	"g_point_none":       about("{0} points", sim.EventPrint),
	"g_point_other":      about("{0} points at {1}", sim.EventPrint),
	"g_point_other_ping": about("{0} points at something", sim.EventPrint),

	"g_primary_mission_objective":    says("Main objective: {0}"),
	"g_secondary_mission_objective":  says("Second objective: {0}"),
	"g_you_need":                     says("You need {0}"),
	"g_more_to_go":                   says("{0} more to go"),
	"g_sequence_completed":           says("The sequence is complete"),
	"g_coop_lose":                    happens("All are dead: the level begins anew", sim.EventPrint),
	"g_coop_wait_for_players":        says("Waiting for the others"),
	"g_coop_players_waiting_for_you": says("The others wait for you"),
	"g_coop_respawn_bad_area":        says("Nobody can come back there"),
	"g_coop_respawn_blocked":         says("The way back is blocked"),
	"g_coop_respawn_in_combat":       says("The others fight"),
	"g_coop_respawn_no_lives":        says("No lives are left"),
	"g_coop_respawn_waiting":         says("Waiting to come back"),
	"g_lives":                        says("Lives"),
	"g_score_time":                   says("Time: {0}"),
	"no_valid_poi":                   says("There is no objective to point at"),

	"g_no_ammo":                  says("No {0} for {1}"),
	"g_not_enough_ammo":          says("Not enough {0} for {1}"),
	"g_out_of_item":              says("No {0}"),
	"g_cant_drop_weapon":         says("That weapon cannot be dropped"),
	"g_no_cells_power_armor":     says("No cells for the power armour"),
	"g_already_have_tech":        says("You have a tech already"),
	"g_only_one_sphere_time":     says("Only one sphere at a time"),
	"g_only_one_sphere_customer": says("Only one sphere for each"),
	"g_lusers_drop_flags":        says("The flag cannot be dropped"),
	"g_winners_drop_flags":       says("The flag cannot be dropped"),
	"g_you_are_on_team":          says("You are in the {0} team"),
	"g_already_on_team":          says("You are in the {0} team already"),
	"g_cant_change_teams":        says("You cannot change the team"),
	"g_unknown_team":             says("There is no team {0}"),
	"g_no_players_chase":         says("There is nobody to follow"),
	"g_no_save_dead":             says("The dead cannot save"),
	"g_need_cheats":              says("That needs cheats"),
	"g_unknown_item":             says("There is no such item"),
	"g_unknown_item_name":        says("There is no item {0}"),
	"g_not_giveable":             says("That cannot be given"),
	"g_item_not_usable":          says("That cannot be used"),
	"g_item_not_droppable":       says("That cannot be dropped"),
	"g_no_item_to_use":           says("There is nothing to use"),
	"g_no_item_to_drop":          says("There is nothing to drop"),
	"g_players":                  says("{0}\n{1} players"),
	"g_flood_cant_talk":          says("You cannot talk for {0} seconds"),
	"g_n64_crouching":            says("There is no crouching here"),
	"m_eou_press_button":         says("to go on"),
}

// itemWords are the words of items' keys that are not written as other words are.
var itemWords = map[string]string{"bfg10k": "BFG10K", "etf": "ETF", "ir": "IR", "am": "A-M", "cd": "CD", "ionripper": "Ion Ripper",
	"prox": "Prox", "hyperblaster": "HyperBlaster"}

// itemName is the name of an item by its key: item_rocket_launcher, or item_rocket_launcher_def with the article.
func itemName(key string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(key, "item_")
	if !ok || rest == "" {
		return "", false
	}
	rest, definite := strings.CutSuffix(rest, "_def")
	list := strings.Split(rest, "_")
	for i, word := range list {
		if known, ok := itemWords[word]; ok {
			list[i] = known
		} else if word != "" {
			list[i] = string(unicode.ToUpper(rune(word[0]))) + word[1:]
		}
	}
	if name = strings.Join(list, " "); definite {
		name = "the " + name
	}
	return name, true
}

// rereleaseScreen is what the rerelease's programs draw that they do not say themselves (bg_local.h).
func rereleaseScreen(l *level, texts *translations) *layout.Rerelease {
	const healthBars, barName, story = 52, 266, 267
	return &layout.Rerelease{
		Localize: texts.line,
		Name:     func(client int) string { return texts.name(sim.SlotAt(client)) },

		FrameTime: int(l.server.Interval.Milliseconds()),
		BarStat:   healthBars, BarName: l.config.General + barName, Story: l.config.General + story,
	}
}

// readSkin records the team that a player's skin number tells, and reports whether it has the icon of the dead: that is
// what team mates see of each other (the game's p_client.cpp, P_AssignClientSkinnum).
func (bs *bodies) readSkin(slot sim.Slot, skin uint32) (dead bool) {
	const deadIcon = 1
	team, icon := skin>>24&15, skin>>28
	if bs.level.teams && (team == 1 || team == 2) {
		bs.clients.setTeam(slot, sim.TeamRed+sim.Team(team-1), "")
	}
	return icon == deadIcon
}

// readWheel records which weapons a player has and how much they can shoot, which the rerelease tells in stats for its wheel
// of weapons (bg_local.h, player_stat_t). What is on the wheel stands in configstrings: a weapon's item, its icon and
// its ammunition by numbers, split by bars (game.h, CS_WHEEL_WEAPONS).
func (iv *inventories) readWheel(b *inventory, ps *quake2.PlayerState) {
	const owned, weapons, icon, ammo = 32, 32, 1, 2
	c := iv.level.config
	bits := uint32(uint16(stat(ps, owned))) | uint32(uint16(stat(ps, owned+1)))<<16
	if bits == 0 {
		return
	}
	b.Weapons, b.known = 0, true
	for i := range weapons {
		fields := strings.Split(iv.level.configString(c.WheelWeapons+i), "|")
		if bits>>i&1 == 0 || len(fields) <= ammo {
			continue
		}
		w, ok := visible[iv.level.image(int16(atoi(fields[icon])))]
		if !ok {
			continue
		}
		b.Weapons |= 1 << w
		if kind := atoi(fields[ammo]); kind >= 0 {
			b.Ammo[w] = wheelAmmo(ps, kind)
		}
	}
}

// wheelAmmo is how much there is of a kind of ammunition: nine bits for each, one behind the other, of which all are set for
// as much as one likes (bg_local.h, get_compressed_integer).
func wheelAmmo(ps *quake2.PlayerState, kind int) int16 {
	const first, size, endless = 34, 9, 1<<9 - 1
	n := int16(0)
	for i := range size {
		at := kind*size + i
		n |= int16(uint16(stat(ps, first+at/16))>>(at%16)&1) << i
	}
	if n == endless {
		return sim.Unknown
	}
	return n
}
