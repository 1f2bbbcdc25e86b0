package q3

import (
	"regexp"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// printed reads the tables that OSP and CPMA print at the end of a match, line by line: one with headings and a row for
// each player, and the accuracy of each of a player's weapons.
type printed struct {
	heads   []string // after the name; nil outside of the first table
	teams   bool     // the team precedes the name
	weapons sim.Slot // player of the weapon lines
}

// printedStats maps the columns of the table to statistics. Its deaths are only those by enemies, and its suicides
// include deaths by the map. Net frags follow from these, and the score is sent in other ways.
var printedStats = map[string]sim.Stat{"kll": sim.StatKills, "tk": sim.StatTeamKills, "fc": sim.StatCaptures,
	"eff": sim.StatEfficiency, "dg": sim.StatDamageGiven, "dr": sim.StatDamageTaken, "td": sim.StatDamageTeam}

// printedWeapons maps OSP's names to weapons.
var printedWeapons = map[string]sim.Weapon{"gauntlet": sim.WeaponMelee, "machinegun": sim.WeaponMachinegun,
	"shotgun": sim.WeaponShotgun, "g.launcher": sim.WeaponGrenadeLauncher, "r.launcher": sim.WeaponRocketLauncher,
	"lightninggun": sim.WeaponLightning, "railgun": sim.WeaponRailgun,
	"plasmagun": sim.WeaponPlasma, "bfg": sim.WeaponBFG}

// weaponRow matches a weapon's row in both of OSP's forms: percentage, hits and shots, and in the later one kills.
var weaponRow = regexp.MustCompile(`^([A-Za-z.]+) *:? +(\d+\.\d)(?: percent \()? *(\d+)/(\d+)(?: hits\)| +(\d+) +\d+)$`)

// damageRow matches the row with the total damage that a player did or took.
var damageRow = regexp.MustCompile(`^Total damage (given|rcvd) *: *(\d+)$`)

// read reads the lines of a print.
func (p *printed) read(l *level, text string, o *track.Observations) {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.Trim(line, "-") == "":
		case fields[0] == "Player" || len(fields) > 1 && fields[0] == "TEAM" && fields[1] == "Player":
			p.teams = fields[0] == "TEAM"
			p.heads = fields[1:]
			if p.teams {
				p.heads = fields[2:]
			}
		case strings.HasPrefix(line, "Accuracy info for "):
			p.weapons, p.heads = l.slotPrinted(line[len("Accuracy info for "):]), nil
		case p.heads != nil:
			p.row(l, line, fields, o)
		case p.weapons.Valid():
			p.weapon(line, o)
		}
	}
}

// slotPrinted returns the slot of the player with a name in a table, which truncates long names.
func (l *level) slotPrinted(name string) sim.Slot {
	const longest = 15
	if slot := l.find(name); slot >= 0 {
		return sim.SlotAt(slot)
	}
	for slot, p := range l.players {
		if p != nil && len(name) >= longest && strings.HasPrefix(p.Name.Plain, name) {
			return sim.SlotAt(slot)
		}
	}
	return sim.Slot{}
}

// row reads a player's row. Anything else ends the table.
func (p *printed) row(l *level, line string, fields []string, o *track.Observations) {
	first := len(fields) - len(p.heads)
	if first < 1 {
		p.heads = nil
		return
	}
	name := line
	for range p.heads {
		name = strings.TrimRight(name[:strings.LastIndexByte(name, ' ')+1], " ")
	}
	if p.teams {
		_, name, _ = strings.Cut(name, " ")
		name = strings.TrimLeft(name, " ")
	}
	slot := l.slotPrinted(name)
	values := map[string]int{}
	for i, head := range p.heads {
		v, err := strconv.Atoi(fields[first+i])
		if err != nil {
			p.heads = nil
			return
		}
		values[strings.ToLower(head)] = v
	}
	if !slot.Valid() {
		return
	}
	for _, head := range p.heads {
		head = strings.ToLower(head)
		if stat, ok := printedStats[head]; ok && values[head] >= 0 {
			v := values[head]
			o.Tell(track.Counted{Statistic: sim.Statistic{Slot: slot, Stat: stat, Value: float64(v)}})
		}
	}
}

// weapon reads a weapon's row, or the total damage.
func (p *printed) weapon(line string, o *track.Observations) {
	say := func(stat sim.Stat, w sim.Weapon, text string) {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			o.Tell(track.Counted{OfAll: true, Statistic: sim.Statistic{Slot: p.weapons, Stat: stat, Weapon: w,
				Value: v}})
		}
	}
	if m := weaponRow.FindStringSubmatch(line); m != nil {
		if w := printedWeapons[strings.ToLower(m[1])]; w != sim.WeaponNone {
			say(sim.StatAccuracy, w, m[2])
			say(sim.StatHits, w, m[3])
			say(sim.StatShots, w, m[4])
			say(sim.StatWeaponKills, w, m[5])
		}
	}
	if m := damageRow.FindStringSubmatch(line); m != nil {
		stat := sim.StatDamageGiven
		if m[1] == "rcvd" {
			stat = sim.StatDamageTaken
		}
		say(stat, 0, m[2])
	}
}
