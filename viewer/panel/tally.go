package panel

import (
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Tally is what was counted of the frags and deaths of each player, by slot, where the demo does not tell
// the scores: a recorder who watches gets no table of them. It says nothing of what was before the recording.
type Tally map[int]struct{ Frags, Deaths int }

// Count counts the deaths that were told from a time on and up to another; it is nil where nobody killed
// another. Who kills himself or one of his team loses a frag, as in the games.
func Count(events []sim.Event, from, to time.Duration, teams bool) Tally {
	out, fought := Tally{}, false
	for i := CountTo(events, from-1); i < len(events) && events[i].Time <= to; i++ {
		e := &events[i]
		if e.Kind != sim.EventObituary || !e.Slot.Valid() {
			continue
		}
		victim := out[e.Slot.Index()]
		victim.Deaths++
		if !e.Attacker.Valid() || e.Attacker == e.Slot {
			victim.Frags--
		}
		out[e.Slot.Index()] = victim
		if !e.Attacker.Valid() || e.Attacker == e.Slot {
			continue
		}
		fought = true
		killer := out[e.Attacker.Index()]
		if e.TeamKill(teams) {
			killer.Frags--
		} else {
			killer.Frags++
		}
		out[e.Attacker.Index()] = killer
	}
	if !fought {
		return nil
	}
	return out
}

// countedScore is a number as it is shown: what the demo tells; else, with a sign and faint, what was counted.
func countedScore(p *Pen, told int16, count int, c draw.Color) (string, draw.Color) {
	if told != sim.Unknown {
		return number(told), c
	}
	if count >= 0 {
		return "+" + strconv.Itoa(count), p.Theme.Faint
	}
	return strconv.Itoa(count), p.Theme.Faint
}

// Total is of how many monsters or secrets an event is one, in digits; empty where the game does not tell.
func Total(e *sim.Event) string {
	_, rest, _ := strings.Cut(e.Text.Plain, " of ")
	return rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
}
