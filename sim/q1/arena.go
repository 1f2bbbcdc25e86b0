package q1

import (
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// arenaBout is a fight announced by KTX's Rocket Arena, which uses two lines for a death: the first names the victim,
// the second the cause (ktx src/arena.c, ra_ClientObituary).
type arenaBout struct {
	fighters [2]sim.Slot
	fallen   sim.Slot // player whose death waits for its second line
	text     sim.Text // the first line
}

// arenaFights and arenaFalls match the lines that begin and end a bout.
var (
	arenaFights = track.NewObituaries([]track.ObituaryPattern{{Text: "%v vs. %k"}})
	arenaFalls  = track.NewObituaries([]track.ObituaryPattern{{Text: "The winner %v has been defeated"},
		{Text: "The challenger %v has failed"}})
)

// opponent returns a player's opponent, or nobody if unknown.
func (a *arenaBout) opponent(slot sim.Slot) sim.Slot {
	switch slot {
	case a.fighters[0]:
		return a.fighters[1]
	case a.fighters[1]:
		return a.fighters[0]
	}
	return sim.Slot{}
}

// readBout reads the lines of a bout. It reports whether the line needs no further reading.
func (r *lines) readBout(l *level, k *line, o *track.Observations) bool {
	a := &r.arena
	if d, ok := arenaFights.Find(k.plain, l.names); ok {
		a.fighters = [2]sim.Slot{d.Victim, d.Attacker}
		return false
	}
	if d, ok := arenaFalls.Find(k.plain, l.names); ok {
		a.fallen, a.text = d.Victim, k.text
		return true
	}
	if !a.fallen.Valid() {
		return false
	}
	death := track.Death{Victim: a.fallen, Attacker: a.opponent(a.fallen)}
	a.fallen = sim.Slot{}
	alone := strings.HasSuffix(k.plain, "self!") || strings.HasSuffix(k.plain, " became bored with life!")
	if alone {
		death.Attacker, death.Weapon, death.Cause = sim.Slot{}, sim.CauseSuicide, "suicide"
	}
	o.Tell(track.Killed{Death: death, Text: a.text})
	return alone
}
