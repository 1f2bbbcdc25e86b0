package q1

import (
	"bytes"

	"fragscope/sim"
	"fragscope/sim/track"
)

// nexuizClasses maps the file names of Nexuiz' models to classes. Those of players have a separate folder.
var nexuizClasses = map[string]class{
	"g_h1": {kind: sim.EntityItem, item: sim.ItemHealthSmall}, "g_h25": {kind: sim.EntityItem, item: sim.ItemHealth},
	"g_h50":          {kind: sim.EntityItem, item: sim.ItemHealthLarge},
	"g_h100":         {kind: sim.EntityItem, item: sim.ItemMegaHealth},
	"g_a1":           {kind: sim.EntityItem, item: sim.ItemArmorShard},
	"g_a25":          {kind: sim.EntityItem, item: sim.ItemArmorYellow},
	"g_a50":          {kind: sim.EntityItem, item: sim.ItemArmorYellow},
	"g_a100":         {kind: sim.EntityItem, item: sim.ItemArmorRed},
	"a_shells":       {kind: sim.EntityItem, item: sim.ItemAmmoShells},
	"a_bullets":      {kind: sim.EntityItem, item: sim.ItemAmmoBullets},
	"a_rockets":      {kind: sim.EntityItem, item: sim.ItemAmmoRockets},
	"a_cells":        {kind: sim.EntityItem, item: sim.ItemAmmoCells},
	"g_strength":     {kind: sim.EntityItem, item: sim.ItemQuad},
	"g_invincible":   {kind: sim.EntityItem, item: sim.ItemProtection},
	"g_laser":        {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponBlaster},
	"g_shotgun":      {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponShotgun},
	"g_uzi":          {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponMachinegun},
	"g_gl":           {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponGrenadeLauncher},
	"g_electro":      {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponPlasma},
	"g_crylink":      {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponOther},
	"g_nex":          {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponRailgun},
	"g_hagar":        {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponOther},
	"g_rl":           {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponRocketLauncher},
	"g_campingrifle": {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponSniperRifle},
	"g_minstanex":    {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponRailgun},
	"v_laser":        {hidden: true, view: sim.WeaponBlaster}, "v_shotgun": {hidden: true, view: sim.WeaponShotgun},
	"v_uzi": {hidden: true, view: sim.WeaponMachinegun},
	"v_gl":  {hidden: true, view: sim.WeaponGrenadeLauncher}, "v_electro": {hidden: true, view: sim.WeaponPlasma},
	"v_crylink": {hidden: true, view: sim.WeaponOther},
	"v_nex":     {hidden: true, view: sim.WeaponRailgun}, "v_hagar": {hidden: true, view: sim.WeaponOther},
	"v_rl":           {hidden: true, view: sim.WeaponRocketLauncher},
	"v_campingrifle": {hidden: true, view: sim.WeaponSniperRifle},
	"v_minstanex":    {hidden: true, view: sim.WeaponRailgun},
	"rocket":         {kind: sim.EntityProjectile, weapon: sim.WeaponRocketLauncher, name: "rocket"},
	"grenademodel":   {kind: sim.EntityProjectile, weapon: sim.WeaponGrenadeLauncher, name: "grenade"},
	"ebomb":          {kind: sim.EntityProjectile, weapon: sim.WeaponPlasma, name: "electro ball"},
	"elaser":         {kind: sim.EntityProjectile, weapon: sim.WeaponPlasma, name: "electro bolt"},
	"laser":          {kind: sim.EntityProjectile, weapon: sim.WeaponBlaster, name: "laser"},
	"hagarmissile":   {kind: sim.EntityProjectile, weapon: sim.WeaponOther, name: "hagar missile"},
	"plasmatrail":    {kind: sim.EntityProjectile, weapon: sim.WeaponOther, name: "crylink"},
	"redflag":        {kind: sim.EntityItem, item: sim.ItemFlag},
	"blueflag":       {kind: sim.EntityItem, item: sim.ItemFlag}, "null": {hidden: true}, "chatbubble": {hidden: true},
	"teambubble": {hidden: true},
}

// nexuizWatcher is the score of spectators (Nexuiz' constants.qh, FRAGS_SPECTATOR).
const nexuizWatcher = -666

// nexuizTeams maps trouser colours to teams (teams.qh, COLOR_TEAM1 and so on, counted from 0).
var nexuizTeams = map[uint8]struct {
	team sim.Team
	name string
}{4: {sim.TeamRed, "Red"}, 13: {sim.TeamBlue, "Blue"}, 12: {sim.TeamFree, "Yellow"}, 9: {sim.TeamFree, "Pink"}}

// watches reports whether a Nexuiz player is only spectating.
func (r *netQuakeReader) watches(l *level, c *netQuakeClient) bool {
	return l.models.pack == packNexuiz && c.frags == nexuizWatcher
}

// frags returns a player's frags.
func (r *netQuakeReader) frags(l *level, c *netQuakeClient) int16 {
	if r.watches(l, c) {
		return sim.Unknown
	}
	return c.frags
}

// nexuizTeam sets the team of a Nexuiz player, in games with teams.
func (r *netQuakeReader) nexuizTeam(l *level, p *sim.Profile, c *netQuakeClient) {
	if r.watches(l, c) {
		p.Team = sim.TeamSpectator
		return
	}
	if t, ok := nexuizTeams[c.colors&15]; ok && r.teams {
		p.Team, p.TeamName = t.team, t.name
	}
}

// readNexuizTeams concludes that teams play from a line about a player joining one (cl_client.qc, ClientConnect;
// teamplay.qc, LogTeamchange).
func (r *netQuakeReader) readNexuizTeams(l *level, line []byte, o *track.Observations) {
	if r.teams || l.models.pack != packNexuiz || !bytes.HasSuffix(line, []byte(" Team")) ||
		!bytes.Contains(line, []byte(" joined the ")) {
		return
	}
	r.teams = true
	for n := range r.clients {
		if slot := sim.SlotAt(n); l.seat(slot).known {
			r.profile(l, slot, track.PlayerCalled{Quiet: true}, o)
		}
	}
}

// nexuizPlayer is a player's model, whose first two frames are deaths.
var nexuizPlayer = class{player: true, dies: [2]int{0, 1}}

// caretColors are the colours of `^0` to `^9` (DarkPlaces console.c, string_colors of palette.c), in the form read by
// decodeChat.
var caretColors = [10]string{"&c000", "&cf00", "&c0f0", "&cff0", "&c00f", "&c0ff", "&cf0f", "&cfff", "&c888", "&c888"}

// readCarets removes DarkPlaces' colour codes from a text: `^` with a digit, or with x and three hexadecimal digits. If
// colors is set, it replaces them with those known to readColors.
func readCarets(raw []byte, colors bool) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		rest, mark := raw[i+1:], ""
		switch {
		case raw[i] != '^' || len(rest) == 0:
		case rest[0] == '^':
			i++
		case rest[0] >= '0' && rest[0] <= '9':
			mark, i = caretColors[rest[0]-'0'], i+1
		case rest[0] == 'x' && len(rest) >= 4 && isHex(string(rest[1:4])):
			mark, i = "&c"+string(rest[1:4]), i+4
		}
		switch {
		case mark == "":
			out = append(out, raw[i])
		case colors:
			out = append(out, mark...)
		}
	}
	return out
}
