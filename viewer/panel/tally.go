package panel

import (
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Tally counts each player's frags and deaths, by slot. It is used for demos that contain no scores. Servers send no
// scores to a spectator who is recording. Events before the start of the recording are not counted.
type Tally map[int]struct{ Frags, Deaths int }

// Count counts the kills reported between the demo times from and to. As in the games, a player who kills himself or a
// teammate loses a frag. Count returns nil if nobody was killed by another player.
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

// countedScore returns the text and colour of a score: the one in the demo or, failing that, the counted one, marked
// and faint.
func countedScore(p *Pen, told int16, count int, c draw.Color) (string, draw.Color) {
	if told != sim.Unknown {
		return number(told), c
	}
	if count >= 0 {
		return "+" + strconv.Itoa(count), p.Theme.Faint
	}
	return strconv.Itoa(count), p.Theme.Faint
}

// Total extracts the total number of monsters or secrets from the text of e. It returns the number as digits, or "" if
// the game did not report it.
func Total(e *sim.Event) string {
	_, rest, _ := strings.Cut(e.Text.Plain, " of ")
	return rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
}
