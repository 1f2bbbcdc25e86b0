package q2

import (
	"sort"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// names holds the names of the slots, as in configstrings and prints.
type names struct {
	raw [maxPlayers]string
	// list has those of all slots, longest first; it is outdated after a change.
	list  []track.Named
	fresh bool
}

// of returns the name of a slot, or "" for nobody.
func (n *names) of(slot sim.Slot) string {
	if i := slot.Index(); i >= 0 && i < len(n.raw) {
		return n.raw[i]
	}
	return ""
}

// serverSpectator is the name of the spectator with which Q2PRO's server records scoreboards (server/mvd.c,
// dummy_create). It is not a player, but others see it enter the game.
const serverSpectator = "[MVDSPEC]"

// readSeat reads the configstring of a player: name\model/skin.
func (l *level) readSeat(slot sim.Slot, text, old string, o *track.Observations) {
	n := slot.Index()
	if n < 0 || n >= maxPlayers {
		return
	}
	name, skin, _ := strings.Cut(text, `\`)
	name = l.unmarked(slot, name)
	raw := plain([]byte(name))
	l.names.raw[n], l.names.fresh = raw, false
	skin, _, _ = strings.Cut(skin, `\`) // followed by a dogtag in the rerelease
	m := track.SeatTold{Slot: slot, Raw: raw, Name: trim(words([]byte(name))), Model: plain([]byte(skin)),
		Empty: text == "", First: old == "", Nobody: raw == serverSpectator}
	if m.Team, m.HasTeam = l.skinTeam(m.Model); m.HasTeam {
		l.haveTeams(o)
	}
	o.Tell(m)
}

// unmarked returns the name that a player mark stands for. The rerelease's Capture the Flag replaces the name when a
// player gets a team's skin (ctf/g_ctf.cpp, CTFAssignSkin). It is his previous name, or the one that the game keeps for
// the team list.
func (l *level) unmarked(slot sim.Slot, name string) string {
	const playerNames = 2 // of the general configstrings (bg_local.h, CONFIG_CTF_PLAYER_NAME)
	if !l.translated() || !strings.HasPrefix(name, playerMark) {
		return name
	}
	if known := l.names.of(slot); known != "" {
		return known
	}
	if kept := l.configString(l.config.General + playerNames + slot.Index()); kept != "" {
		return kept
	}
	return name
}

// skinTeam returns the team of a skin, according to the scoreboard or the mod.
func (l *level) skinTeam(model string) (team sim.Team, ok bool) {
	if team, ok = l.skinTeams[model]; !ok {
		team, ok = l.mod.skinTeams[model[strings.LastIndexByte(model, '/')+1:]]
	}
	return team, ok
}

// nameList returns the names of all slots, longest first.
func (l *level) nameList() []track.Named {
	n := &l.names
	if n.fresh {
		return n.list
	}
	n.fresh = true
	n.list = n.list[:0]
	for i, raw := range n.raw {
		slot := sim.SlotAt(i)
		if raw == "" || raw == serverSpectator || l.hidden(slot) {
			continue
		}
		n.list = append(n.list, track.Named{Slot: slot, Name: raw})
		if t := strings.TrimSpace(raw); t != raw && t != "" {
			n.list = append(n.list, track.Named{Slot: slot, Name: t})
		}
	}
	sort.SliceStable(n.list, func(i, j int) bool { return len(n.list[i].Name) > len(n.list[j].Name) })
	return n.list
}

// find returns the first slot with a name, or the zero Slot if there is none.
func (l *level) find(name string) sim.Slot {
	for _, n := range l.nameList() {
		if n.Name == name {
			return n.Slot
		}
	}
	return sim.Slot{}
}

// teamNamed returns the team with a name, assigning one if the name is new. Names on scoreboards are truncated.
func (l *level) teamNamed(name string) sim.Team {
	if name = strings.TrimSpace(name); name == "" {
		return sim.TeamFree
	}
	const least = 8 // length of a name that identifies it
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		switch known := l.teamNames[t]; {
		case known == "":
		case strings.HasPrefix(known, name):
			return t
		case strings.HasPrefix(name, known) && len(known) >= least:
			l.teamNames[t] = name
			return t
		}
	}
	for t := sim.TeamRed; t < sim.TeamSpectator; t++ {
		if l.teamNames[t] == "" {
			l.teamNames[t] = name
			return t
		}
	}
	return sim.TeamFree
}

// followed returns the player that a spectator follows. named is set if the demo identifies him by name.
func (l *level) followed(ps *quake2.PlayerState) (slot sim.Slot, named bool) {
	index := int(stat(ps, l.chaseStat()))
	switch n := index - l.config.PlayerSkins; {
	case index <= 0:
	case n >= 0 && n < maxPlayers:
		return sim.SlotAt(n), false
	case index >= l.config.General:
		return l.find(strings.TrimSpace(plain([]byte(l.configString(index))))), true
	}
	return sim.Slot{}, false
}
