package q2

import (
	"strconv"
	"strings"
	"unicode"

	"fragscope/sim"
	"fragscope/sim/track"
)

// The columns of the tables that OpenTDM prints at the end of a match (opentdm g_tdm_stats.c): for each weapon and item
// that a player used, and for all together.
var (
	tdmWeaponStats = map[string]sim.Stat{"acc": sim.StatAccuracy, "kills": sim.StatWeaponKills,
		"dealt": sim.StatWeaponDamage, "pick": sim.StatWeaponTaken}
	tdmItemStats = map[string]sim.Stat{"pick": sim.StatItemsTaken}
	tdmTotals    = map[string]sim.Stat{"kills": sim.StatKills, "dths": sim.StatDeaths, "sui": sim.StatSuicides,
		"tks": sim.StatTeamKills, "dealt": sim.StatDamageGiven, "recvd": sim.StatDamageTaken,
		"tdealt": sim.StatDamageTeam}
)

// tdmTable reads a table of a player's numbers, which takes two prints; the first one names him.
func tdmTable(l *level, text string, o *track.Observations) {
	name, lines, named := "", text, false
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "Stats for "); ok {
		name, lines, named = strings.Cut(rest, ":\n")
		l.tabled = l.find(name)
	}
	var heads []string
	read := false
	for _, line := range strings.Split(lines, "\n") {
		what, cells, ok := strings.Cut(line, "|")
		what = strings.ToLower(strings.TrimSpace(what))
		switch words := strings.Fields(strings.Map(blank, cells)); {
		case !ok:
		case what == "item" || what == "total":
			heads = words
		case len(heads) > 0 && len(words) == len(heads) && l.tabled.Valid():
			read = true
			l.tellTabled(what, heads, words, o)
		}
	}
	if read && !named {
		l.tabled = sim.Slot{}
	}
}

// blank replaces the characters between column headings with spaces.
func blank(r rune) rune {
	if r == '.' || !unicode.IsPrint(r) || unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// tellTabled reports a row: for a weapon, an item, or everything together.
func (l *level) tellTabled(what string, heads, cells []string, o *track.Observations) {
	x, stats := sim.Statistic{Slot: l.tabled}, tdmTotals
	if what != "player" {
		def, ok := l.mod.itemNamed(what)
		switch {
		case what == "grenades":
			x.Weapon, stats = sim.WeaponHandGrenade, tdmWeaponStats
		case what == "megahealth":
			x.Item, stats = sim.ItemMegaHealth, tdmItemStats
		case ok && def.item == sim.ItemWeapon:
			x.Weapon, stats = def.weapon, tdmWeaponStats
		case ok && (def.item.Armor() || def.item.Powerup()):
			x.Item, stats = def.item, tdmItemStats
		default:
			return
		}
	}
	for i, head := range heads {
		stat, ok := stats[strings.ToLower(head)]
		v, err := strconv.ParseFloat(strings.TrimSuffix(cells[i], "%"), 64)
		if ok && err == nil && v >= 0 {
			x.Stat, x.Value = stat, v
			o.Tell(track.StatisticTold{Statistic: x})
		}
	}
}
