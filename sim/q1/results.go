package q1

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// results collects the results that KTX sends at the end of a match: as JSON in hidden records (ktx stats_json.c), and
// as lines for everyone (stats.c, OnePlayerStats), which are all that older servers have.
type results struct {
	parts []byte   // of the JSON, so far
	next  int16    // the part expected next; 0 if none came yet
	of    sim.Slot // the player of the current lines
	heads []string // of the table for a series of rounds, whose lines follow; nil if there is none
	final bool     // the next table is for the whole series
}

// maxResults limits the JSON, in bytes.
const maxResults = 1 << 20

// readPart reads a part of the JSON. Parts are counted from 1; the last one is 0.
func (r *results) readPart(l *level, n int16, content []byte, o *track.Observations) {
	if n == 1 {
		r.parts, r.next = r.parts[:0], 1
	}
	if n != 0 && n != r.next || len(r.parts)+len(content) > maxResults {
		r.parts, r.next = nil, 0
		return
	}
	r.parts = append(r.parts, content...)
	r.next++
	if n == 0 {
		readResults(l, r.parts, o)
		r.parts, r.next = nil, 0
	}
}

// resultsJSON holds the parts of the results that are used.
type resultsJSON struct {
	Players []struct {
		Name  string
		Stats struct {
			Kills, Deaths, Suicides, TK float64
			SpawnFrags                  float64 `json:"spawn-frags"`
		}
		Spree   struct{ Max, Quad float64 }
		Damage  struct{ Taken, Given, Team, Self float64 } `json:"dmg"`
		Control float64
		Speed   struct{ Max, Avg float64 }
		Weapons map[string]weaponJSON
		Items   map[string]struct{ Took, Time float64 }
	}
}

type weaponJSON struct {
	Accuracy struct{ Attacks, Hits float64 } `json:"acc"`
	Kills    struct{ Total float64 }
	Pickups  struct {
		Dropped float64
		Taken   float64 `json:"spawn-total-taken"` // from the map, not from backpacks
	}
	Damage struct{ Enemy float64 }
}

// resultItems and resultWeapons map the names used in the results.
var (
	resultItems = map[string]sim.Item{"health_100": sim.ItemMegaHealth, "ga": sim.ItemArmorGreen,
		"ya": sim.ItemArmorYellow, "ra": sim.ItemArmorRed, "q": sim.ItemQuad, "p": sim.ItemProtection,
		"r": sim.ItemInvisibility}
	resultWeapons = map[string]sim.Weapon{"axe": sim.WeaponMelee, "sg": sim.WeaponShotgun,
		"ssg": sim.WeaponSuperShotgun, "ng": sim.WeaponNailgun, "sng": sim.WeaponSuperNailgun,
		"gl": sim.WeaponGrenadeLauncher, "rl": sim.WeaponRocketLauncher, "lg": sim.WeaponLightning}
)

// readResults reads the JSON.
func readResults(l *level, text []byte, o *track.Observations) {
	var told resultsJSON
	if json.Unmarshal(text, &told) != nil {
		return
	}
	for i := range told.Players {
		p := &told.Players[i]
		slot := l.server.slotOfResult(p.Name)
		tell := func(s sim.Statistic) { s.Slot = slot; o.Tell(track.StatisticTold{Statistic: s}) }
		add := func(stat sim.Stat, v float64) { tell(sim.Statistic{Stat: stat, Value: v}) }
		add(sim.StatKills, p.Stats.Kills)
		add(sim.StatDeaths, p.Stats.Deaths)
		add(sim.StatSuicides, p.Stats.Suicides)
		add(sim.StatTeamKills, p.Stats.TK)
		add(sim.StatSpawnFrags, p.Stats.SpawnFrags)
		add(sim.StatStreak, p.Spree.Max)
		add(sim.StatQuadStreak, p.Spree.Quad)
		add(sim.StatDamageGiven, p.Damage.Given)
		add(sim.StatDamageTaken, p.Damage.Taken)
		add(sim.StatDamageTeam, p.Damage.Team)
		add(sim.StatDamageSelf, p.Damage.Self)
		add(sim.StatControl, p.Control)
		add(sim.StatSpeedMax, p.Speed.Max)
		add(sim.StatSpeedMean, p.Speed.Avg)
		// Sorted by name, as the order of a map varies from run to run.
		for _, name := range slices.Sorted(maps.Keys(resultWeapons)) {
			v := p.Weapons[name]
			v.tell(resultWeapons[name], tell)
		}
		for _, name := range slices.Sorted(maps.Keys(resultItems)) {
			item, v := resultItems[name], p.Items[name]
			tell(sim.Statistic{Stat: sim.StatItemsTaken, Item: item, Value: v.Took})
			tell(sim.Statistic{Stat: sim.StatItemTime, Item: item, Value: v.Time})
		}
	}
}

// tell reports the numbers of a player with a weapon.
func (v *weaponJSON) tell(w sim.Weapon, tell func(sim.Statistic)) {
	add := func(stat sim.Stat, n float64) { tell(sim.Statistic{Stat: stat, Weapon: w, Value: n}) }
	add(sim.StatShots, v.Accuracy.Attacks)
	add(sim.StatHits, v.Accuracy.Hits)
	add(sim.StatWeaponKills, v.Kills.Total)
	add(sim.StatWeaponDamage, v.Damage.Enemy)
	add(sim.StatWeaponTaken, v.Pickups.Taken)
	add(sim.StatWeaponDropped, v.Pickups.Dropped)
	if v.Accuracy.Attacks > 0 {
		add(sim.StatAccuracy, 100*v.Accuracy.Hits/v.Accuracy.Attacks)
	}
}

// slotOfResult returns the slot of the player with a name in the JSON. The JSON contains the characters of names as
// numbers, some of which have lost the bit that makes them golden.
func (s *server) slotOfResult(name string) sim.Slot {
	for i := range s.clients {
		if own := s.clients[i].info["name"]; own != "" && sameLetters(own, name) {
			return sim.SlotAt(i)
		}
	}
	return sim.Slot{}
}

// sameLetters compares a name in the game's bytes with one whose runes are such bytes, ignoring colour.
func sameLetters(own, told string) bool {
	i := 0
	for _, r := range told {
		if i == len(own) || rune(own[i]&0x7f) != r&0x7f {
			return false
		}
		i++
	}
	return i == len(own)
}

// readLine reads a line of the results.
func (r *results) readLine(l *level, line string, o *track.Observations) {
	line = strings.TrimSpace(line)
	if r.readSeries(l, line, o) {
		return
	}
	if name, ok := strings.CutPrefix(line, "● "); ok && strings.HasSuffix(name, ":") {
		r.of = l.called(strings.TrimSuffix(name, ":"))
		return
	}
	if strings.HasPrefix(line, "<") { // the lines between the parts
		r.of = sim.Slot{}
		return
	}
	if !r.of.Valid() {
		return
	}
	r.readScore(line, o)
	add := func(stat sim.Stat, w sim.Weapon, i sim.Item, v float64) {
		o.Tell(track.StatisticTold{Statistic: sim.Statistic{Slot: r.of, Stat: stat, Weapon: w, Item: i, Value: v}})
	}
	head, rest, _ := strings.Cut(line, ":")
	for _, word := range strings.Fields(rest) {
		key, value, ok := strings.Cut(word, ":")
		var v float64
		if head == "Wp" {
			n := strings.IndexAny(word, "0123456789")
			if w := resultWeapons[word[:max(n, 0)]]; w != 0 && strings.HasSuffix(word, "%") {
				if k, _ := fmt.Sscanf(word[n:], "%f%%", &v); k == 1 {
					add(sim.StatAccuracy, w, 0, v)
				}
			}
			continue
		}
		if k, _ := fmt.Sscanf(value, "%f", &v); !ok || k != 1 {
			continue
		}
		key = strings.ToLower(key)
		if stat, ok := resultWords[head+" "+key]; ok {
			add(stat, 0, 0, v)
		}
		if item, ok := resultItems[key]; ok && (head == "Armr&mhs" || head == "Powerups") {
			add(sim.StatItemsTaken, 0, item, v)
		}
		if w, ok := resultWeapons[strings.ToLower(head)]; ok && key == "dropped" {
			add(sim.StatWeaponDropped, w, 0, v)
		}
		if key == "mh" {
			add(sim.StatItemsTaken, 0, sim.ItemMegaHealth, v)
		}
	}
}

// scoreLine contains a player's score, his net score, in team matches his team kills, and his efficiency. spawnLine
// contains the number of players he killed just after they had spawned.
var (
	scoreLine = regexp.MustCompile(`^-?\d+ \(-?\d+\) (?:\d+ )?(\d+\.\d)%$`)
	spawnLine = regexp.MustCompile(`^SpawnFrags: \[?(\d+)\]?$`)
)

// readScore reads the lines of the results that are not lists.
func (r *results) readScore(line string, o *track.Observations) {
	for _, x := range []struct {
		words *regexp.Regexp
		stat  sim.Stat
	}{{scoreLine, sim.StatEfficiency}, {spawnLine, sim.StatSpawnFrags}} {
		if m := x.words.FindStringSubmatch(line); m != nil {
			v, _ := strconv.ParseFloat(m[1], 64)
			o.Tell(track.StatisticTold{Statistic: sim.Statistic{Slot: r.of, Stat: x.stat, Value: v}})
		}
	}
}

// seriesStats maps the columns of the table for a series of rounds (ktx src/clan_arena.c) to statistics. The columns
// for rockets have no counterpart.
var seriesStats = map[string]sim.Statistic{"damg": {Stat: sim.StatDamageGiven}, "took": {Stat: sim.StatDamageTaken},
	"k": {Stat: sim.StatKills}, "d": {Stat: sim.StatDeaths},
	"lg%": {Stat: sim.StatAccuracy, Weapon: sim.WeaponLightning}}

// readSeries reads the table of players at the end of a series of rounds, as in clan arena and wipeout: headings,
// then a line for each player, which ends with his name. Tables of single rounds are skipped.
func (r *results) readSeries(l *level, line string, o *track.Observations) (ours bool) {
	fields := strings.Fields(line)
	switch {
	case strings.HasPrefix(line, "series statistics"):
		r.final, r.heads = true, nil
	case len(fields) > 2 && fields[0] == "sco" && fields[len(fields)-1] == "player":
		if r.heads = nil; r.final {
			r.heads, r.final = fields, false
		}
	case r.heads == nil || len(fields) < len(r.heads):
		r.heads = nil
		return false
	case strings.Trim(line, "-－ ") == "": // the line below the headings
	default:
		slot := l.called(strings.Join(fields[len(r.heads)-1:], " "))
		for i, head := range r.heads[:len(r.heads)-1] {
			x, ok := seriesStats[head]
			v, err := strconv.ParseFloat(strings.TrimSuffix(fields[i], "%"), 64)
			if ok && err == nil && slot.Valid() {
				x.Slot, x.Value = slot, v
				o.Tell(track.StatisticTold{Statistic: x})
			}
		}
	}
	return true
}

// resultWords maps labels to the statistics that follow them.
var resultWords = map[string]sim.Stat{
	"Damage tkn": sim.StatDamageTaken, "Damage gvn": sim.StatDamageGiven, "Damage tm": sim.StatDamageTeam,
	"Damage self": sim.StatDamageSelf, "Speed max": sim.StatSpeedMax, "Speed average": sim.StatSpeedMean,
	"Streaks frags": sim.StatStreak, "Streaks quadrun": sim.StatQuadStreak,
}
