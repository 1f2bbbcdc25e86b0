package q2

import (
	"strings"
	"unicode"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
	"fragscope/sim/track"
)

// rerelease is the game of 2023, which has Capture the Flag and both mission packs in one library.
var rerelease = mod{
	name:         "Rerelease",
	techIcons:    captureTheFlag.techIcons,
	scoreStats:   [2]int{statTeam1Score, statTeam2Score},
	configString: rereleaseString, stats: rereleaseStats, print: ctfPrint,
}

// The stats of teams, which differ from those of the original Capture the Flag (bg_local.h).
const (
	statTeam1Pic   = 18
	statTeam1Score = 19
	statTeam2Pic   = 20
	statTeam2Score = 21
)

// rereleaseStats determines the states of the flags from the icons in the stats.
func rereleaseStats(l *level, ps *quake2.PlayerState, o *track.Observations) {
	flagIcon(l, o, sim.TeamRed, "i_ctf1", stat(ps, statTeam1Pic))
	flagIcon(l, o, sim.TeamBlue, "i_ctf2", stat(ps, statTeam2Pic))
}

// gameStyle returns the rerelease's own name for the game type (game.h, game_style_t), or "" if there is none, or for a
// mission. If teams play, the presence of a flag sound shows whether there are flags.
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

// rereleaseMods is its table of mods, as its parts have no separate folders.
var rereleaseMods = modTable([]mod{rerelease})

// modPlayed returns the mod named by a level's serverdata.
func modPlayed(m *quake2.ServerData) *mod {
	if m.Config.GameStyle > 0 {
		return &rereleaseMods[0]
	}
	return modOf(string(m.GameDir))
}

// rereleaseString reads the configstring with Capture the Flag's state of a match.
func rereleaseString(l *level, index int, text string, o *track.Observations) {
	const matchString = 0 // among the general ones (ctf/g_ctf.h, CONFIG_CTF_MATCH)
	if index == l.config.General+matchString {
		ctfState(text, o)
	}
}

// meaning is the meaning of one of the game's messages.
type meaning uint8

const (
	meansNothing meaning = iota
	meansDeath           // of argument 0, by argument 1 if there is one
	meansEvent           // without a player
	meansWho             // an event about argument 0
	meansJoin            // argument 0 plays, in the team of the last argument
	meansWatch           // argument 0 spectates
)

// gameMessage is the meaning of a key of the game's translations. The last argument of messages about flags is the
// flag's team.
type gameMessage struct {
	// text is our own sentence, for users who do not have the game's text.
	text   string
	means  meaning
	event  sim.EventKind
	weapon sim.Weapon
	cause  string
}

// gameMessages maps the keys of the game library to messages: deaths (p_client.cpp, ClientObituary), flags and teams
// (ctf/g_ctf.cpp), the match (g_main.cpp, g_svcmds.cpp), joins and departures (p_client.cpp), gestures (g_cmds.cpp,
// Cmd_Wave_f), missions (g_target.cpp, g_trigger.cpp) and messages to a single player (g_items.cpp, p_weapon.cpp,
// g_cmds.cpp).
var gameMessages = map[string]gameMessage{
	"g_mod_generic_suicide":   {"{0} gave up", meansDeath, 0, sim.CauseSuicide, "MOD_SUICIDE"},
	"g_mod_generic_falling":   {"{0} fell too far", meansDeath, 0, sim.CauseFall, "MOD_FALLING"},
	"g_mod_generic_crush":     {"{0} was crushed", meansDeath, 0, sim.CauseCrush, "MOD_CRUSH"},
	"g_mod_generic_water":     {"{0} drowned", meansDeath, 0, sim.CauseWater, "MOD_WATER"},
	"g_mod_generic_slime":     {"{0} died in slime", meansDeath, 0, sim.CauseSlime, "MOD_SLIME"},
	"g_mod_generic_lava":      {"{0} died in lava", meansDeath, 0, sim.CauseLava, "MOD_LAVA"},
	"g_mod_generic_explosive": {"{0} died in an explosion", meansDeath, 0, sim.CauseTrigger, "MOD_EXPLOSIVE"},
	"g_mod_generic_exit":      {"{0} was killed at the exit", meansDeath, 0, sim.CauseTrigger, "MOD_EXIT"},
	"g_mod_generic_laser":     {"{0} was killed by a laser", meansDeath, 0, sim.CauseTrigger, "MOD_TARGET_LASER"},
	"g_mod_generic_blaster": {"{0} was killed by a blaster of the level", meansDeath, 0, sim.CauseTrigger,
		"MOD_TARGET_BLASTER"},
	"g_mod_generic_hurt": {"{0} was killed by the level", meansDeath, 0, sim.CauseTrigger, "MOD_TRIGGER_HURT"},
	"g_mod_generic_gekk": {"{0} was torn apart by a monster", meansDeath, 0, sim.CauseMonster, "MOD_GEKK"},
	"g_mod_generic_died": {"{0} was killed", meansDeath, 0, sim.CauseWorld, "MOD_UNKNOWN"},

	"g_mod_self_held_grenade": {"{0} held a grenade too long", meansDeath, 0, sim.WeaponHandGrenade,
		"MOD_HELD_GRENADE"},
	"g_mod_self_grenade_splash": {"{0} died by a grenade of their own", meansDeath, 0, sim.WeaponGrenadeLauncher,
		"MOD_G_SPLASH"},
	"g_mod_self_rocket_splash": {"{0} died by a rocket of their own", meansDeath, 0, sim.WeaponRocketLauncher,
		"MOD_R_SPLASH"},
	"g_mod_self_bfg_blast": {"{0} died by a BFG of their own", meansDeath, 0, sim.WeaponBFG, "MOD_BFG_BLAST"},
	"g_mod_self_trap":      {"{0} died in a trap of their own", meansDeath, 0, sim.WeaponTrap, "MOD_TRAP"},
	"g_mod_self_dopple_explode": {"{0} died by a doppelganger of their own", meansDeath, 0, sim.WeaponOther,
		"MOD_DOPPLE_EXPLODE"},
	"g_mod_self_default": {"{0} took their own life", meansDeath, 0, sim.CauseSuicide, "MOD_SUICIDE"},

	"g_mod_kill_generic": {"{1} killed {0}", meansDeath, 0, sim.WeaponOther, "MOD_UNKNOWN"},
	"g_mod_kill_blaster": {"{1} killed {0} with the blaster", meansDeath, 0, sim.WeaponBlaster,
		"MOD_BLASTER"},
	"g_mod_kill_shotgun": {"{1} killed {0} with the shotgun", meansDeath, 0, sim.WeaponShotgun,
		"MOD_SHOTGUN"},
	"g_mod_kill_sshotgun": {"{1} killed {0} with the super shotgun", meansDeath, 0, sim.WeaponSuperShotgun,
		"MOD_SSHOTGUN"},
	"g_mod_kill_machinegun": {"{1} killed {0} with the machinegun", meansDeath, 0, sim.WeaponMachinegun,
		"MOD_MACHINEGUN"},
	"g_mod_kill_chaingun": {"{1} killed {0} with the chaingun", meansDeath, 0, sim.WeaponChaingun,
		"MOD_CHAINGUN"},
	"g_mod_kill_grenade": {"{1} killed {0} with a grenade", meansDeath, 0, sim.WeaponGrenadeLauncher,
		"MOD_GRENADE"},
	"g_mod_kill_grenade_splash": {"{1} killed {0} with the blast of a grenade", meansDeath, 0,
		sim.WeaponGrenadeLauncher, "MOD_G_SPLASH"},
	"g_mod_kill_rocket": {"{1} killed {0} with a rocket", meansDeath, 0, sim.WeaponRocketLauncher,
		"MOD_ROCKET"},
	"g_mod_kill_rocket_splash": {"{1} killed {0} with the blast of a rocket", meansDeath, 0,
		sim.WeaponRocketLauncher, "MOD_R_SPLASH"},
	"g_mod_kill_hyperblaster": {"{1} killed {0} with the hyperblaster", meansDeath, 0, sim.WeaponHyperblaster,
		"MOD_HYPERBLASTER"},
	"g_mod_kill_railgun": {"{1} killed {0} with the railgun", meansDeath, 0, sim.WeaponRailgun,
		"MOD_RAILGUN"},
	"g_mod_kill_bfg_laser": {"{1} killed {0} with a beam of the BFG", meansDeath, 0, sim.WeaponBFG,
		"MOD_BFG_LASER"},
	"g_mod_kill_bfg_blast": {"{1} killed {0} with the blast of the BFG", meansDeath, 0, sim.WeaponBFG,
		"MOD_BFG_BLAST"},
	"g_mod_kill_bfg_effect": {"{1} killed {0} with the light of the BFG", meansDeath, 0, sim.WeaponBFG,
		"MOD_BFG_EFFECT"},
	"g_mod_kill_handgrenade": {"{1} killed {0} with a hand grenade", meansDeath, 0, sim.WeaponHandGrenade,
		"MOD_HANDGRENADE"},
	"g_mod_kill_handgrenade_splash": {"{1} killed {0} with the blast of a hand grenade", meansDeath, 0,
		sim.WeaponHandGrenade, "MOD_HG_SPLASH"},
	"g_mod_kill_held_grenade": {"{1} killed {0} with a grenade held too long", meansDeath, 0,
		sim.WeaponHandGrenade, "MOD_HELD_GRENADE"},
	"g_mod_kill_telefrag": {"{1} killed {0} with a telefrag", meansDeath, 0, sim.CauseTelefrag,
		"MOD_TELEFRAG"},
	"g_mod_kill_grapple": {"{1} killed {0} with the grapple", meansDeath, 0, sim.WeaponGrapple,
		"MOD_GRAPPLE"},
	"g_mod_kill_ripper": {"{1} killed {0} with the ion ripper", meansDeath, 0, sim.WeaponIonRipper,
		"MOD_RIPPER"},
	"g_mod_kill_phalanx": {"{1} killed {0} with the phalanx cannon", meansDeath, 0, sim.WeaponPhalanx,
		"MOD_PHALANX"},
	"g_mod_kill_trap": {"{1} killed {0} with a trap", meansDeath, 0, sim.WeaponTrap, "MOD_TRAP"},
	"g_mod_kill_chainfist": {"{1} killed {0} with the chainfist", meansDeath, 0, sim.WeaponMelee,
		"MOD_CHAINFIST"},
	"g_mod_kill_disintegrator": {"{1} killed {0} with the disintegrator", meansDeath, 0, sim.WeaponDisruptor,
		"MOD_DISINTEGRATOR"},
	"g_mod_kill_etf_rifle": {"{1} killed {0} with the ETF rifle", meansDeath, 0, sim.WeaponETFRifle,
		"MOD_ETF_RIFLE"},
	"g_mod_kill_heatbeam": {"{1} killed {0} with the plasma beam", meansDeath, 0, sim.WeaponPlasmaBeam,
		"MOD_HEATBEAM"},
	"g_mod_kill_tesla": {"{1} killed {0} with a tesla mine", meansDeath, 0, sim.WeaponTesla, "MOD_TESLA"},
	"g_mod_kill_prox": {"{1} killed {0} with a proximity mine", meansDeath, 0, sim.WeaponProxLauncher,
		"MOD_PROX"},
	"g_mod_kill_nuke": {"{1} killed {0} with an antimatter bomb", meansDeath, 0, sim.WeaponOther,
		"MOD_NUKE"},
	"g_mod_kill_vengeance_sphere": {"{1} killed {0} with a vengeance sphere", meansDeath, 0, sim.WeaponOther,
		"MOD_VENGEANCE_SPHERE"},
	"g_mod_kill_defender_sphere": {"{1} killed {0} with a defender sphere", meansDeath, 0, sim.WeaponOther,
		"MOD_DEFENDER_SPHERE"},
	"g_mod_kill_hunter_sphere": {"{1} killed {0} with a hunter sphere", meansDeath, 0, sim.WeaponOther,
		"MOD_HUNTER_SPHERE"},
	"g_mod_kill_tracker": {"{1} killed {0} with the disruptor", meansDeath, 0, sim.WeaponDisruptor,
		"MOD_TRACKER"},
	"g_mod_kill_dopple_explode": {"{1} killed {0} with an exploding doppelganger", meansDeath, 0, sim.WeaponOther,
		"MOD_DOPPLE_EXPLODE"},
	"g_mod_kill_dopple_vengeance": {"{1} killed {0} with a doppelganger's vengeance", meansDeath, 0, sim.WeaponOther,
		"MOD_DOPPLE_VENGEANCE"},
	"g_mod_kill_dopple_hunter": {"{1} killed {0} with a doppelganger's hunter", meansDeath, 0, sim.WeaponOther,
		"MOD_DOPPLE_HUNTER"},

	"g_flag_captured": {text: "{0} captured the {1} flag", means: meansWho, event: sim.EventCapture},
	"g_got_flag":      {text: "{0} took the {1} flag", means: meansWho, event: sim.EventFlagTaken},
	"g_lost_flag":     {text: "{0} lost the {1} flag", means: meansWho, event: sim.EventFlagDropped},
	"g_returned_flag": {text: "{0} brought the {1} flag back", means: meansWho,
		event: sim.EventFlagReturned},
	"g_flag_returned": {text: "The {0} flag went back", means: meansEvent, event: sim.EventFlagReturned},
	"g_bonus_assist_return": {text: "{0} helped by bringing the flag back", means: meansWho,
		event: sim.EventAward},
	"g_bonus_assist_frag_carrier": {text: "{0} helped by killing the flag carrier", means: meansWho,
		event: sim.EventAward},
	"g_bonus_flag_defense": {text: "{0} defended the {1} flag carrier against an attacker", means: meansWho,
		event: sim.EventAward},
	"g_bonus_defend_base":    {text: "{0} defended the {1} base", means: meansWho, event: sim.EventAward},
	"g_bonus_defend_flag":    {text: "{0} defended the {1} flag", means: meansWho, event: sim.EventAward},
	"g_bonus_defend_carrier": {text: "{0} defended the {1} flag carrier", means: meansWho, event: sim.EventAward},
	"g_bonus_enemy_carrier": {text: "{0} points for the enemy's flag carrier", means: meansEvent,
		event: sim.EventPrint},
	"g_joined_team":          {text: "{0} joined the {1} team", means: meansJoin, event: sim.EventPrint},
	"g_changed_team":         {text: "{0} went over to the {1} team", means: meansJoin, event: sim.EventPrint},
	"g_assigned_team":        {text: "{0} was put into a team"},
	"g_ctf_red_wins_caps":    {text: "RED wins by {0} captures", means: meansEvent, event: sim.EventPrint},
	"g_ctf_blue_wins_caps":   {text: "BLUE wins by {0} captures", means: meansEvent, event: sim.EventPrint},
	"g_ctf_red_wins_points":  {text: "RED wins by {0} points", means: meansEvent, event: sim.EventPrint},
	"g_ctf_blue_wins_points": {text: "BLUE wins by {0} points", means: meansEvent, event: sim.EventPrint},
	"g_ctf_tie_game": {text: "Nobody wins: the scores are equal", means: meansEvent,
		event: sim.EventPrint},

	"g_timelimit_hit":       {text: "The time is over", means: meansEvent, event: sim.EventMatchEnd},
	"g_fraglimit_hit":       {text: "The frag limit was reached", means: meansEvent, event: sim.EventMatchEnd},
	"g_capturelimit_hit":    {text: "The capture limit was reached", means: meansEvent, event: sim.EventMatchEnd},
	"g_map_ended_by_server": {text: "The server ended the map", means: meansEvent, event: sim.EventMatchEnd},
	"g_entered_game":        {text: "{0} entered the game", means: meansWho, event: sim.EventConnect},
	"g_player_connected":    {text: "{0} is connecting"},
	"g_joined_game":         {text: "{0} plays", means: meansJoin, event: sim.EventPrint},
	"g_observing":           {text: "{0} watches", means: meansWatch, event: sim.EventPrint},
	"g_exited_level":        {text: "{0} left the level", means: meansWho, event: sim.EventLevelEnd},

	"g_wave_none":        {text: "{0} waves", means: meansWho, event: sim.EventPrint},
	"g_wave_other":       {text: "{0} waves at {1}", means: meansWho, event: sim.EventPrint},
	"g_salute_none":      {text: "{0} salutes", means: meansWho, event: sim.EventPrint},
	"g_salute_other":     {text: "{0} salutes {1}", means: meansWho, event: sim.EventPrint},
	"g_taunt_none":       {text: "{0} taunts", means: meansWho, event: sim.EventPrint},
	"g_taunt_other":      {text: "{0} taunts {1}", means: meansWho, event: sim.EventPrint},
	"g_flipoff_none":     {text: "{0} makes a rude gesture", means: meansWho, event: sim.EventPrint},
	"g_flipoff_other":    {text: "{0} makes a rude gesture at {1}", means: meansWho, event: sim.EventPrint},
	"g_point_none":       {text: "{0} points", means: meansWho, event: sim.EventPrint},
	"g_point_other":      {text: "{0} points at {1}", means: meansWho, event: sim.EventPrint},
	"g_point_other_ping": {text: "{0} points at something", means: meansWho, event: sim.EventPrint},

	"g_primary_mission_objective":   {text: "Main objective: {0}"},
	"g_secondary_mission_objective": {text: "Second objective: {0}"},
	"g_you_need":                    {text: "You need {0}"},
	"g_more_to_go":                  {text: "{0} more to go"},
	"g_sequence_completed":          {text: "The sequence is complete"},
	"g_coop_lose": {text: "All are dead: the level begins anew", means: meansEvent,
		event: sim.EventPrint},
	"g_coop_wait_for_players":        {text: "Waiting for the others"},
	"g_coop_players_waiting_for_you": {text: "The others wait for you"},
	"g_coop_respawn_bad_area":        {text: "Nobody can come back there"},
	"g_coop_respawn_blocked":         {text: "The way back is blocked"},
	"g_coop_respawn_in_combat":       {text: "The others fight"},
	"g_coop_respawn_no_lives":        {text: "No lives are left"},
	"g_coop_respawn_waiting":         {text: "Waiting to come back"},
	"g_lives":                        {text: "Lives"},
	"g_score_time":                   {text: "Time: {0}"},
	"no_valid_poi":                   {text: "There is no objective to point at"},

	"g_no_ammo":                  {text: "No {0} for {1}"},
	"g_not_enough_ammo":          {text: "Not enough {0} for {1}"},
	"g_out_of_item":              {text: "No {0}"},
	"g_cant_drop_weapon":         {text: "That weapon cannot be dropped"},
	"g_no_cells_power_armor":     {text: "No cells for the power armour"},
	"g_already_have_tech":        {text: "You have a tech already"},
	"g_only_one_sphere_time":     {text: "Only one sphere at a time"},
	"g_only_one_sphere_customer": {text: "Only one sphere for each"},
	"g_lusers_drop_flags":        {text: "The flag cannot be dropped"},
	"g_winners_drop_flags":       {text: "The flag cannot be dropped"},
	"g_you_are_on_team":          {text: "You are in the {0} team"},
	"g_already_on_team":          {text: "You are in the {0} team already"},
	"g_cant_change_teams":        {text: "You cannot change the team"},
	"g_unknown_team":             {text: "There is no team {0}"},
	"g_no_players_chase":         {text: "There is nobody to follow"},
	"g_no_save_dead":             {text: "The dead cannot save"},
	"g_need_cheats":              {text: "That needs cheats"},
	"g_unknown_item":             {text: "There is no such item"},
	"g_unknown_item_name":        {text: "There is no item {0}"},
	"g_not_giveable":             {text: "That cannot be given"},
	"g_item_not_usable":          {text: "That cannot be used"},
	"g_item_not_droppable":       {text: "That cannot be dropped"},
	"g_no_item_to_use":           {text: "There is nothing to use"},
	"g_no_item_to_drop":          {text: "There is nothing to drop"},
	"g_players":                  {text: "{0}\n{1} players"},
	"g_flood_cant_talk":          {text: "You cannot talk for {0} seconds"},
	"g_n64_crouching":            {text: "There is no crouching here"},
	"m_eou_press_button":         {text: "to go on"},
}

// itemWords are the words in items' keys with a special spelling.
var itemWords = map[string]string{"bfg10k": "BFG10K", "etf": "ETF", "ir": "IR", "am": "A-M", "cd": "CD",
	"ionripper": "Ion Ripper",
	"prox":      "Prox", "hyperblaster": "HyperBlaster"}

// itemName returns the name of an item, given its key: item_rocket_launcher, or item_rocket_launcher_def with the
// article.
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

// rereleaseScreen returns the data that the rerelease's layouts draw without containing it (bg_local.h).
func rereleaseScreen(l *level, texts *translations) *layout.Rerelease {
	const healthBars, barName, story = 52, 266, 267
	return &layout.Rerelease{
		Localize: func(base string, args []string) string { return texts.line(l, base, args) },
		Name:     func(client int) string { return texts.name(l, sim.SlotAt(client)) },

		FrameTime: int(l.server.Interval.Milliseconds()),
		BarStat:   healthBars, BarName: l.config.General + barName, Story: l.config.General + story,
	}
}

// readSkin reads the team from a player's skin number, and whether it has the icon of the dead, as teammates see it
// (the game's p_client.cpp, P_AssignClientSkinnum).
func readSkin(l *level, b *track.BodySeen, skin uint32) {
	const deadIcon = 1
	team, icon := skin>>24&15, skin>>28
	if l.teams && (team == 1 || team == 2) {
		b.HasTeam, b.Team = true, sim.TeamRed+sim.Team(team-1)
	}
	b.Dead = b.Dead || icon == deadIcon
}

// readWheel returns a player's weapons and ammunition, which the rerelease sends in stats for its weapon wheel
// (bg_local.h, player_stat_t), or nil if it does not. The wheel's contents are in configstrings: a weapon's item, icon
// and ammunition by number, separated by bars (game.h, CS_WHEEL_WEAPONS).
func readWheel(l *level, ps *quake2.PlayerState) *track.Owned {
	const owned, weapons, icon, ammo = 32, 32, 1, 2
	bits := uint32(uint16(stat(ps, owned))) | uint32(uint16(stat(ps, owned+1)))<<16
	if bits == 0 {
		return nil
	}
	own := new(track.Owned)
	for i := range weapons {
		fields := strings.Split(l.configString(l.config.WheelWeapons+i), "|")
		if bits>>i&1 == 0 || len(fields) <= ammo {
			continue
		}
		w, ok := visible[l.image(int16(atoi(fields[icon])))]
		if !ok {
			continue
		}
		own.Weapons.Add(w)
		if kind := atoi(fields[ammo]); kind >= 0 {
			own.Each = append(own.Each, track.WeaponAmmo{Weapon: w, Count: wheelAmmo(ps, kind)})
		}
	}
	return own
}

// wheelAmmo returns the amount of a kind of ammunition: nine bits each, packed, all of which are set if it is
// unlimited (bg_local.h, get_compressed_integer).
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
