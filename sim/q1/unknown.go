package q1

import (
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// unknownLines are the lines of a block that begin with a player's name and say what no pattern
// knows, with what became of the frags in it. id's server sends both together (QuakeWorld's
// sv_send.c and Quake's sv_main.c, SV_UpdateToReliableMessages): who dies out of sight in words
// that are not known is found by the frag that his killer won, or that he lost himself.
type unknownLines struct {
	lines []unknownLine
	// won are the frags that players won in the block and that no known obituary explains.
	won [track.MaxSlots]int
	any bool // won has some
}

type unknownLine struct {
	plain string
	text  sim.Text
	slot  sim.Slot // whose name it begins with
}

// maxUnknown bounds the lines kept of a block.
const maxUnknown = 64

// holdLine keeps a line until the block is over; false for one that begins with nobody's name.
func (g *game) holdLine(plain string, text sim.Text) bool {
	u := &g.unknown
	best := track.Named{}
	for _, n := range g.players.Names() {
		if len(n.Name) > len(best.Name) && (strings.HasPrefix(plain, n.Name+" ") || strings.HasPrefix(plain, n.Name+"'")) {
			best = n
		}
	}
	if best.Name == "" || len(u.lines) >= maxUnknown {
		return false
	}
	u.lines = append(u.lines, unknownLine{plain, text, best.Slot})
	return true
}

// fragsChanged notes what a player's frags were and are.
func (g *game) fragsChanged(slot sim.Slot, was, is int16) {
	if i := slot.Index(); was != is && i >= 0 && i < len(g.unknown.won) {
		g.unknown.won[i] += int(is) - int(was)
		g.unknown.any = true
	}
}

// explainFrags takes off the frags that a known obituary explains.
func (g *game) explainFrags(d track.Death) {
	slot, n := d.Attacker, 1
	if !slot.Valid() || slot == d.Victim {
		slot, n = d.Victim, -1
	}
	if d.TeamKill && d.Attacker.Valid() {
		slot, n = d.Attacker, -1
	}
	if i := slot.Index(); i >= 0 && i < len(g.unknown.won) {
		g.unknown.won[i] -= n
		g.unknown.any = true
	}
}

// readUnknown tells of the lines of the block that is over.
func (g *game) readUnknown() {
	u := &g.unknown
	for _, l := range u.lines {
		d, ok := u.death(l, g.players.Names())
		switch {
		case ok:
			g.players.Kill(d, l.text)
		case g.players.Wording(l.plain, l.text) || l.text.Plain == "":
		default:
			g.simple(sim.EventPrint, l.text)
		}
	}
	u.lines = u.lines[:0]
	if u.any {
		u.won, u.any = [track.MaxSlots]int{}, false
	}
}

// death finds out whose death a line tells, by the frags.
func (u *unknownLines) death(l unknownLine, names []track.Named) (track.Death, bool) {
	other := sim.Slot{}
	for _, n := range names {
		if n.Slot != l.slot && track.Mentions(l.plain, n.Name) {
			other = n.Slot
		}
	}
	won := func(slot sim.Slot, n int) bool {
		if slot.Index() >= len(u.won) || u.won[slot.Index()] != n {
			return false
		}
		u.won[slot.Index()] = 0
		return true
	}
	switch {
	case !other.Valid():
		return track.Death{Victim: l.slot}, won(l.slot, -1)
	case won(other, 1):
		return track.Death{Victim: l.slot, Attacker: other}, true
	case won(l.slot, 1):
		return track.Death{Victim: other, Attacker: l.slot}, true
	}
	return track.Death{}, false
}
