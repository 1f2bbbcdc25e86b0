package q3

import (
	"math/bits"
	"strconv"

	"fragscope/sim"
	"fragscope/sim/track"
)

// toldPlaces holds the indices, in a row of words, of a game's numbers about a player's performance, or 0 for missing
// ones. They are those that UberDemoTools reads (plug_in_stats.cpp), and for Quake Live also wolfcamql's
// cg_servercmds.c. The suicides of Quake Live, OSP and CPMA are omitted: they differ from those in their obituaries, or
// include deaths by the map.
type toldPlaces struct {
	kills, teamKills, accuracy, given, taken int
	captures, defends, assists, thaws        int
	// items is the index of the first of the numbers of items taken, which come every stride words, in the order of
	// liveItems. If stride is 2, the word after each is the mean time for which the item had been available, not
	// counting items there from the start of the match.
	items, stride, itemCount int
	// weapons is the first of five words for each weapon: hits, shots, accuracy, damage, kills.
	weapons int
	// rates is the first of two words for each weapon: accuracy, kills.
	rates int
}

var (
	// liveItems and liveWeapons are in the order of Quake Live's tables.
	liveItems = []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth, sim.ItemQuad,
		sim.ItemProtection, sim.ItemRegeneration, sim.ItemHaste, sim.ItemInvisibility}
	liveWeapons = weapons[1:15]
	// itemsOfCPMA and itemsOfOSP are in the order of these mods.
	itemsOfCPMA = []sim.Item{sim.ItemMegaHealth, sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen}
	itemsOfOSP  = []sim.Item{sim.ItemMegaHealth, sim.ItemArmorGreen, sim.ItemArmorRed, sim.ItemArmorYellow}
)

// teamPlaces holds the indices, in the words of a command, of a game's numbers about each team's items: starting at the
// words for red and blue, the number of each item that the team took, then the number of seconds for which it had some
// of them.
type teamPlaces struct {
	red, blue    int
	taken, times []sim.Item
}

var (
	teamTDM = teamPlaces{red: 1, blue: 15, taken: liveItems, times: liveItems[4:]}
	teamCTF = teamPlaces{red: 1, blue: 18, taken: append(liveItems[:len(liveItems):len(liveItems)], sim.ItemFlag,
		sim.ItemMedkit),
		times: append(liveItems[4:len(liveItems):len(liveItems)], sim.ItemFlag)}
	// teamTDMOld is for the first tables of team deathmatch.
	teamTDMOld = teamPlaces{red: 1, blue: 9, taken: liveItems[:6], times: liveItems[4:6]}
)

// tell reports the numbers of both teams, as listed in the words of a command.
func (p *teamPlaces) tell(a []string, o *track.Observations) {
	for _, side := range [...]struct {
		team  sim.Team
		first int
	}{{sim.TeamRed, p.red}, {sim.TeamBlue, p.blue}} {
		if side.first+len(p.taken)+len(p.times) > len(a) {
			return
		}
		for i, word := range a[side.first:][:len(p.taken)+len(p.times)] {
			x := sim.Statistic{Team: side.team, Stat: sim.StatItemsTaken}
			if i < len(p.taken) {
				x.Item = p.taken[i]
			} else {
				x.Stat, x.Item = sim.StatItemTime, p.times[i-len(p.taken)]
			}
			if n, ok := number(word); ok && n >= 0 {
				x.Value = float64(n)
				o.Tell(track.StatisticTold{Statistic: x})
			}
		}
	}
}

// Commands with the numbers of a single player. Their second word is the number of his row in the last table.
var (
	toldTDM = toldPlaces{teamKills: 3, given: 5, taken: 6, items: 7, stride: 1, itemCount: 6, weapons: 13}
	toldCTF = toldPlaces{given: 3, taken: 4, items: 5, stride: 1, itemCount: 9}
	toldCA  = toldPlaces{given: 2, taken: 3, rates: 4}
	// toldDuel is for a block of dscores.
	toldDuel = toldPlaces{kills: 1, accuracy: 3, given: 4, items: 10, stride: 2, itemCount: 4, weapons: 18}
)

// tell reports a number of a player.
func tell(slot int, stat sim.Stat, w sim.Weapon, i sim.Item, word string, o *track.Observations) {
	if n, ok := number(word); ok && n >= 0 {
		o.Count(track.Counted{Statistic: sim.Statistic{Slot: sim.SlotAt(slot), Stat: stat, Weapon: w, Item: i,
			Value: float64(n)}})
	}
}

// tellMean reports a fractional number of a player and an item.
func tellMean(slot int, stat sim.Stat, i sim.Item, word string, o *track.Observations) {
	if v, err := strconv.ParseFloat(word, 64); err == nil && v >= 0 && v < 1<<20 {
		o.Count(track.Counted{Statistic: sim.Statistic{Slot: sim.SlotAt(slot), Stat: stat, Item: i, Value: v}})
	}
}

// tellRow reports the numbers of a player in a row of words.
func tellRow(slot int, p *toldPlaces, row []string, o *track.Observations) {
	for _, x := range [...]struct {
		at   int
		stat sim.Stat
	}{
		{p.kills, sim.StatKills}, {p.teamKills, sim.StatTeamKills}, {p.accuracy, sim.StatAccuracy},
		{p.given, sim.StatDamageGiven}, {p.taken, sim.StatDamageTaken},
		{p.captures, sim.StatCaptures}, {p.defends, sim.StatDefends}, {p.assists, sim.StatAssists},
		{p.thaws, sim.StatThaws},
	} {
		if x.at > 0 && x.at < len(row) {
			tell(slot, x.stat, 0, 0, row[x.at], o)
		}
	}
	for i, item := range liveItems[:p.itemCount] {
		at := p.items + i*p.stride
		if at >= len(row) {
			break
		}
		tell(slot, sim.StatItemsTaken, 0, item, row[at], o)
		if p.stride == 2 && at+1 < len(row) && atoi(row[at]) > 0 {
			tellMean(slot, sim.StatItemLate, item, row[at+1], o)
		}
	}
	for i, w := range liveWeapons {
		if at := p.weapons + 5*i; p.weapons > 0 && at+5 <= len(row) {
			tellWeapon(o, slot, w, row[at:at+5], sim.StatHits, sim.StatShots, sim.StatAccuracy, sim.StatWeaponDamage,
				sim.StatWeaponKills)
		}
		if at := p.rates + 2*i; p.rates > 0 && at+2 <= len(row) {
			tellWeapon(o, slot, w, row[at:at+2], sim.StatAccuracy, sim.StatWeaponKills)
		}
	}
}

// tellWeapon reports words about a weapon.
func tellWeapon(o *track.Observations, slot int, w sim.Weapon, words []string, stats ...sim.Stat) {
	for i, stat := range stats {
		tell(slot, stat, w, 0, words[i], o)
	}
}

// tellListed reports the numbers of the player in a row of the last table.
func (c *commands) tellListed(a []string, p *toldPlaces, o *track.Observations) {
	if len(a) < 2 {
		return
	}
	if n := atoi(a[1]); n >= 0 && n < len(c.listed) {
		tellRow(c.listed[n], p, a, o)
	}
}

// tellDuel reads Quake Live's dscores: a block for each player of a duel, in the order of their slots.
func (l *level) tellDuel(a []string, o *track.Observations) {
	words, block := (len(a)-1)/2, 0
	for slot := range l.players {
		if l.plays(slot) && block < 2 {
			tellRow(slot, &toldDuel, a[1+block*words:1+(block+1)*words], o)
			block++
		}
	}
}

// tellEach reports rows of words, each starting with the slot.
func tellEach(a []string, first, stride int, p *toldPlaces, o *track.Observations) {
	for at := first; at+stride <= len(a); at += stride {
		tellRow(atoi(a[at]), p, a[at:at+stride], o)
	}
}

// tellCPMA reports the words of mstats and xstats2 up to the score. at is the index of the word before it.
func tellCPMA(a []string, at int, o *track.Observations) {
	slot, i := atoi(a[1]), 3
	set := atoi(a[2])
	for n := 1; n <= 9; n++ {
		if set>>n&1 == 0 {
			continue
		}
		if i+6 > len(a) {
			return
		}
		w := weapons[n]
		tellWeapon(o, slot, w, []string{a[i], a[i+1], a[i+2], a[i+4], a[i+5]}, sim.StatHits, sim.StatShots,
			sim.StatWeaponKills, sim.StatWeaponTaken, sim.StatWeaponDropped)
		tellRate(slot, w, atoi(a[i]), atoi(a[i+1]), o)
		i += 6
	}
	if i+8 > len(a) || at+7 >= len(a) {
		return
	}
	tell(slot, sim.StatDamageGiven, 0, 0, a[i], o)
	tell(slot, sim.StatDamageTaken, 0, 0, a[i+1], o)
	for k, item := range itemsOfCPMA {
		tell(slot, sim.StatItemsTaken, 0, item, a[i+4+k], o)
	}
	tellPowerups(slot, a[i+8:at], o)
	tell(slot, sim.StatKills, 0, 0, a[at+2], o)
	tell(slot, sim.StatDamageTeam, 0, 0, a[at+6], o)
	tell(slot, sim.StatTeamKills, 0, 0, a[at+7], o)
}

// powerupItems are the powerups and flags of CPMA's tables, by bit.
var powerupItems = [...]sim.Item{1: sim.ItemQuad, 2: sim.ItemProtection, 3: sim.ItemHaste, 4: sim.ItemInvisibility,
	5: sim.ItemRegeneration, 6: sim.ItemFlight, 7: sim.ItemFlag, 8: sim.ItemFlag}

// tellPowerups reports words of CPMA that begin with a set of powerups and flags, followed by two for each of them: the
// number that a player took, and the number of milliseconds for which he had them.
func tellPowerups(slot int, words []string, o *track.Observations) {
	if len(words) == 0 {
		return
	}
	var flags, carried int
	say := func(item sim.Item, taken, had int) {
		x := sim.Statistic{Slot: sim.SlotAt(slot), Stat: sim.StatItemsTaken, Item: item, Value: float64(taken)}
		o.Count(track.Counted{Statistic: x})
		x.Stat, x.Value = sim.StatItemTime, float64(had)/1000
		o.Count(track.Counted{Statistic: x})
	}
	set, words := atoi(words[0]), words[1:]
	for n, item := range powerupItems {
		if set>>n&1 == 0 {
			continue
		}
		if len(words) < 2 || item == sim.ItemNone {
			return
		}
		if taken, had := atoi(words[0]), atoi(words[1]); item == sim.ItemFlag {
			flags, carried = flags+taken, carried+had
		} else {
			say(item, taken, had)
		}
		words = words[2:]
	}
	if flags > 0 {
		say(sim.ItemFlag, flags, carried)
	}
}

// tellRate reports an accuracy that is sent as hits and shots.
func tellRate(slot int, w sim.Weapon, hits, shots int, o *track.Observations) {
	if shots > 0 && hits >= 0 {
		o.Count(track.Counted{OfAll: true, Statistic: sim.Statistic{Slot: sim.SlotAt(slot), Stat: sim.StatAccuracy,
			Weapon: w,
			Value:  100 * float64(hits) / float64(shots)}})
	}
}

// tellOSP reports four words for each weapon of a set; later versions have a second number in the upper halves of
// two of them.
func tellOSP(slot, set int, words []string, o *track.Observations) (rest []string) {
	packed := false
	for i := 0; i+1 < min(len(words), 4*bits.OnesCount(uint(set)&0x7fe)); i += 4 {
		packed = packed || atoi(words[i+1])>>16 > 0
	}
	for n := 1; n < 11; n++ {
		if set>>n&1 == 0 {
			continue
		}
		if len(words) < 4 {
			return nil
		}
		hits, shots := atoi(words[0]), atoi(words[1])
		w := weapons[n]
		for _, x := range [...]struct {
			stat   sim.Stat
			value  int
			packed bool
		}{
			{sim.StatHits, hits & 0xffff, false}, {sim.StatShots, shots & 0xffff, false},
			{sim.StatWeaponKills, atoi(words[2]), false},
			{sim.StatWeaponTaken, shots >> 16 & 0xffff, true}, {sim.StatWeaponDropped, hits >> 16 & 0xffff, true},
		} {
			if packed || !x.packed {
				o.Count(track.Counted{OfAll: true, Statistic: sim.Statistic{Slot: sim.SlotAt(slot), Stat: x.stat,
					Weapon: w, Value: float64(x.value)}})
			}
		}
		tellRate(slot, w, hits&0xffff, shots&0xffff, o)
		words = words[4:]
	}
	return words
}

// tellAccuracy reads Quake Live's acc: the accuracy of each weapon of the player in view, in percent, by number.
func (l *level) tellAccuracy(a []string, o *track.Observations) {
	for n, word := range a[1:] {
		if n > 0 && n < len(weapons) {
			if v, ok := number(word); ok && v > 0 { // 0 also stands for weapons not fired
				tell(l.pov, sim.StatAccuracy, weapons[n], 0, word, o)
			}
		}
	}
}

// tellStatsInfo reads OSP's statsinfo, about the player in view.
func (l *level) tellStatsInfo(a []string, o *track.Observations) {
	if len(a) < 23 || bits.OnesCount(uint(atoi(a[22])))*4+23 > len(a) {
		return
	}
	tellRow(l.pov, &toldPlaces{kills: 4, given: 9, taken: 10}, a, o)
	if atoi(a[11]) > 0 { // before OSP 1.0, neither these nor the armour taken
		for k, item := range itemsOfOSP {
			tell(l.pov, sim.StatItemsTaken, 0, item, a[18+k], o)
		}
		tellOSP(l.pov, atoi(a[22]), a[23:], o)
	}
}

// tellEndStats reads OSP's xstats1, about any player.
func tellEndStats(a []string, o *track.Observations) {
	if len(a) < 3 {
		return
	}
	slot := atoi(a[1])
	rest := tellOSP(slot, atoi(a[2]), a[3:], o)
	if len(rest) < 8 {
		return
	}
	tell(slot, sim.StatDamageGiven, 0, 0, rest[2], o)
	tell(slot, sim.StatDamageTaken, 0, 0, rest[3], o)
	for k, item := range itemsOfOSP {
		tell(slot, sim.StatItemsTaken, 0, item, rest[4+k], o)
	}
}
