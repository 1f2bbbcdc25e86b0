package q1

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quaketext"
	"fragscope/sim"
	"fragscope/sim/track"
)

// readLine reads a line that all players were told, and records what it says: a
// death, a flag, the course of the match, or the line itself.
func (g *game) readLine(raw []byte) {
	line := strings.TrimRight(quaketext.Plain(raw), "\n\r")
	if strings.TrimSpace(line) == "" {
		return
	}
	if g.arenaLine(line, decodePrint(raw)) {
		return
	}
	if d, ok := obituaries().Find(line, g.players.Names()); ok {
		g.explainFrags(d)
		g.players.Kill(d, decodePrint(raw))
		return
	}
	if g.awardLine(line) || g.flagLine(line) || g.matchLine(line) {
		return
	}
	lower := strings.ToLower(line)
	if strings.HasSuffix(lower, " entered the game") || strings.Contains(lower, " left the game") {
		return // who comes and goes is an event of its own
	}
	if g.players.Wording(line, decodePrint(raw)) {
		return
	}
	text := decodePrint(raw)
	if !g.rules.ShowsAll && g.holdLine(line, text) {
		return
	}
	if text.Plain != "" {
		g.simple(sim.EventPrint, text)
	}
}

// maxLine bounds what is gathered of a line.
const maxLine = 4096

// eachLine calls line with each whole line of a text and returns what is left,
// as lines come in pieces.
func eachLine(text []byte, line func([]byte)) (rest []byte) {
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		line(text[:i])
		text = text[i+1:]
	}
	if len(text) > maxLine {
		line(text)
		return nil
	}
	return text
}

// awards are the beginnings of what servers of Capture the Flag praise a player
// for, behind his name.
var awards = []struct{ words, name string }{
	{" gets an assist for ", "Assist"}, {" defends ", "Defense"},
}

// named finds the player with whose name a line begins and whose story goes on
// as tell knows; rest is in lower case.
func (g *game) named(line string, tell func(slot sim.Slot, rest string) bool) bool {
	for _, n := range g.players.Names() {
		if rest, ok := strings.CutPrefix(line, n.Name); ok && tell(n.Slot, strings.ToLower(rest)) {
			return true
		}
	}
	return false
}

// awardLine reads what a player is praised for.
func (g *game) awardLine(line string) bool {
	if !strings.Contains(strings.ToLower(line), " flag") {
		return false
	}
	return g.named(line, func(slot sim.Slot, rest string) bool {
		for _, a := range awards {
			if strings.HasPrefix(rest, a.words) {
				g.Event(sim.Event{Kind: sim.EventAward, Slot: slot, Text: sim.PlainText(a.name)})
				return true
			}
		}
		return false
	})
}

// flagVerbs are how something that becomes of a flag is told: the player's name,
// then the verb, then a colour and "flag".
var flagVerbs = []struct {
	verb string
	kind sim.EventKind
}{
	{" got the ", sim.EventFlagTaken}, {" has the ", sim.EventFlagTaken}, {" took the ", sim.EventFlagTaken}, {" has taken the ", sim.EventFlagTaken},
	{" lost the ", sim.EventFlagDropped}, {" tossed the ", sim.EventFlagDropped}, {" dropped the ", sim.EventFlagDropped},
	{" returned the ", sim.EventFlagReturned}, {" captured the ", sim.EventCapture}, {" capped the ", sim.EventCapture},
}

// flagLine reads what became of a flag.
func (g *game) flagLine(line string) bool {
	lower := strings.ToLower(line)
	if !strings.Contains(lower, " flag") {
		return false
	}
	if g.named(line, g.flagVerb) {
		return true
	}
	for _, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		if strings.Contains(lower, team.String()+" flag") && strings.Contains(lower, "return") {
			g.match.FlagEvent(sim.Event{Kind: sim.EventFlagReturned, Team: team})
			return true
		}
	}
	return false
}

// flagVerb reads what a player did with a flag, behind his name.
func (g *game) flagVerb(slot sim.Slot, rest string) bool {
	for _, v := range flagVerbs {
		flag, ok := strings.CutPrefix(rest, v.verb)
		if !ok {
			continue
		}
		for _, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
			if strings.HasPrefix(flag, team.String()+" flag") {
				g.match.FlagEvent(sim.Event{Kind: v.kind, Slot: slot, Team: team})
				return true
			}
		}
	}
	return false
}

// matchLine reads what KTX and its forerunners tell of the match.
func (g *game) matchLine(line string) bool {
	line = strings.TrimSpace(line)
	lower := strings.ToLower(line)
	switch {
	case lower == "the match has begun!":
		g.match.Start()
	case strings.HasPrefix(lower, "the match is over"), strings.HasPrefix(lower, "match over"):
		g.match.End()
	case strings.Contains(lower, "overtime follows"), strings.Contains(lower, "sudden death") && strings.Contains(lower, "follow"):
		g.match.Overtime(sim.PlainText(line))
	case strings.HasPrefix(lower, "round [") && strings.Contains(lower, "starts in"):
		g.match.NextRound()
	case lower == "the point is over":
		g.match.EndPoint(sim.PlainText(line))
	case strings.HasPrefix(lower, "team ") && strings.HasSuffix(lower, "has won the round"):
		g.match.EndRound(sim.PlainText(line))
	default:
		return false
	}
	return true
}

// readChat reads what players say: `name: text`, or `(name): text` to the team.
func (g *game) readChat(raw []byte) bool {
	raw = bytes.TrimRight(raw, "\r\n")
	if len(raw) > 0 && (raw[0] == 1 || raw[0] == 2) {
		raw = raw[1:]
	}
	plain := quaketext.Plain(raw)
	kind, offset, end := sim.EventChat, 0, ": "
	if rest, ok := strings.CutPrefix(plain, "[SPEC] "); ok {
		offset = len(plain) - len(rest)
	} else if strings.HasPrefix(plain, "(") {
		kind, offset, end = sim.EventTeamChat, 1, "): "
	}
	var who track.Named
	for _, n := range g.players.Names() {
		if len(n.Name) > len(who.Name) && strings.HasPrefix(plain[offset:], n.Name+end) {
			who = n
		}
	}
	if who.Name == "" {
		return false
	}
	g.Event(sim.Event{Kind: kind, Slot: who.Slot, Text: decodeChat(raw[offset+len(who.Name)+len(end):])})
	return true
}

// runePowers are what the runes of Capture the Flag give (ktx src/runes.c, RuneTouch).
var runePowers = []string{"resistance", "strength", "haste", "regeneration"}

// pickupWords are the names of items in "You got the ...", in lower case; the last are those of LibreQuake
// (its lq1/src/localization.qc and qcsrc/localized_text.qc).
var pickupWords = map[string]track.ItemDef{
	"shells": {Item: sim.ItemAmmoShells}, "nails": {Item: sim.ItemAmmoNails}, "spikes": {Item: sim.ItemAmmoNails},
	"rockets": {Item: sim.ItemAmmoRockets}, "cells": {Item: sim.ItemAmmoCells},
	"double-barrelled shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun}, "nailgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun},
	"super nailgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun}, "grenade launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponGrenadeLauncher},
	"rocket launcher": {Item: sim.ItemWeapon, Weapon: sim.WeaponRocketLauncher}, "thunderbolt": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"laser cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLaserCannon}, "mjolnir": {Item: sim.ItemWeapon, Weapon: sim.WeaponMjolnir},
	"proximity gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponProxLauncher},
	"quad damage":   {Item: sim.ItemQuad}, "pentagram of protection": {Item: sim.ItemProtection},
	"ring of shadows": {Item: sim.ItemInvisibility}, "biosuit": {Item: sim.ItemSuit},
	"green armor": {Item: sim.ItemArmorGreen}, "yellow armor": {Item: sim.ItemArmorYellow}, "red armor": {Item: sim.ItemArmorRed},
	"silver key": {Item: sim.ItemKeySilver}, "gold key": {Item: sim.ItemKeyGold}, "silver keycard": {Item: sim.ItemKeySilver},
	"gold keycard": {Item: sim.ItemKeyGold}, "silver runekey": {Item: sim.ItemKeySilver}, "gold runekey": {Item: sim.ItemKeyGold},
	"wetsuit": {Item: sim.ItemSuit}, "empathy shields": {Item: sim.ItemOther}, "horn of conjuring": {Item: sim.ItemOther},
	"super shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun}, "double-barreled shotgun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperShotgun},
	"machine gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun}, "chaingun": {Item: sim.ItemWeapon, Weapon: sim.WeaponSuperNailgun},
	"lightning gun": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning}, "lightning cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"thunder cannon": {Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
	"crusher sigil":  {Item: sim.ItemQuad}, "demolisher sigil": {Item: sim.ItemQuad},
	"lucifer's aegis": {Item: sim.ItemProtection}, "lucifer's protection": {Item: sim.ItemProtection}, "lucifier's protection": {Item: sim.ItemProtection},
	"eye of eryx": {Item: sim.ItemInvisibility}, "eye of enigma": {Item: sim.ItemInvisibility},
	"hazmat suit": {Item: sim.ItemSuit}, "diving suit": {Item: sim.ItemSuit},
	"100 armor": {Item: sim.ItemArmorGreen}, "150 armor": {Item: sim.ItemArmorYellow}, "200 armor": {Item: sim.ItemArmorRed},
}

// healths are the sizes of health in "You receive ... health".
var healths = map[string]sim.Item{"100": sim.ItemMegaHealth, "15": sim.ItemHealthSmall}

// readPickupLine reads a line that tells a player what he took; false for other
// lines.
func (g *game) readPickupLine(slot sim.Slot, line string) bool {
	what, ok := pickupLine(strings.ToLower(strings.TrimRight(line, "\n !.")))
	if ok {
		g.items.Told(slot, what)
	}
	return ok
}

// pickupLine is what a line in lower case says that was taken.
func pickupLine(line string) (what track.ItemDef, ok bool) {
	got, isGot := strings.CutPrefix(line, "you got ")
	switch {
	case line == "you got armor" || line == "you got the armor":
		return track.ItemDef{Item: sim.ItemArmorGreen}, true
	case strings.HasPrefix(line, "you rece") && strings.HasSuffix(line, " health"): // LibreQuake's "receieve", too
		what.Item = sim.ItemHealth
		if item, ok := healths[strings.Fields(line)[2]]; ok {
			what.Item = item
		}
		return what, true
	case strings.HasPrefix(line, "you get "):
		return track.ItemDef{Item: sim.ItemBackpack}, true
	case isGot:
		return pickedUp(strings.TrimPrefix(got, "the "))
	}
	return what, false
}

// pickedUp is the item of a name, which LibreQuake has an amount in front of: what was in a backpack is a list.
func pickedUp(name string) (track.ItemDef, bool) {
	if strings.Contains(name, ", ") {
		return track.ItemDef{Item: sim.ItemBackpack}, true
	}
	if what, ok := pickupWords[name]; ok {
		return what, true
	}
	if what, ok := packPickups[name]; ok {
		return what, true
	}
	amount, ammo, _ := strings.Cut(name, " ")
	if slices.Contains(runePowers, amount) && ammo == "rune" {
		return track.ItemDef{Item: sim.ItemRune}, true
	}
	if _, err := strconv.Atoi(amount); err != nil {
		return track.ItemDef{}, false
	}
	what, ok := pickupWords[ammo]
	return what, ok
}

// ktxStatus is KTX's word for the state of the match, a key of the server's info.
type ktxStatus struct {
	text string
	left int // minutes left, plus one
}

// readStatus reads KTX's word for the state of the match. KTX still counts the
// minutes left when it has said that the match is over.
func (g *game) readStatus(status string, limit time.Duration) {
	k := &g.ktx
	if status == k.text {
		return
	}
	k.text = status
	minutes, ok := strings.CutSuffix(status, " min left")
	switch {
	case ok:
		n, err := strconv.ParseUint(strings.TrimSpace(minutes), 10, 32)
		if err != nil {
			return
		}
		left := int(n)
		g.match.Plays()
		if k.left > 0 && left == k.left-2 && !g.match.Known() && limit > 0 && left < 1000 {
			g.match.StartedAt(g.Now() - (limit - time.Duration(left)*time.Minute))
		}
		k.left = left + 1
	case strings.EqualFold(status, "Standby"):
		k.left = 0
		g.match.Warmup()
	case strings.EqualFold(status, "Countdown"):
		g.match.Countdown(0)
	}
}
