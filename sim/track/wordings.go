package track

import (
	"strings"

	"fragscope/sim"
)

// wordings holds the lines of a block that begin with a player's name and match no known pattern, and the changes of
// frags in that block. id's server sends both together (QuakeWorld's sv_send.c and Quake's sv_main.c,
// SV_UpdateToReliableMessages), so a player who dies out of sight, in unknown words, is identified by the frag that his
// killer won or that he himself lost.
type wordings struct {
	lines []heldLine
	any   bool // won is not all zero
	// won has the frags that players won in the block, except for those that a known obituary explains.
	won [MaxSlots]int
}

type heldLine struct {
	plain string
	text  sim.Text
	slot  sim.Slot // of the player whose name it begins with
}

// maxHeld limits the number of lines kept per block.
const maxHeld = 64

type (
	// LineUnknown reports a line that the game sent to all players and that does not match any of the game's known
	// lines. Plain is the line without colours.
	LineUnknown struct {
		Plain string
		Text  sim.Text
	}
	// FragsChanged reports that a player's frags changed from Was to Is. It is used for games that send frag changes in
	// separate messages.
	FragsChanged struct {
		Slot    sim.Slot
		Was, Is int16
	}
	// ObituaryRead reports a death announced in a known line. The resulting change in frags comes in the same block of
	// the demo.
	ObituaryRead struct{ Killed }
)

// conclude determines whether a line announces a death, from who was just seen to die and from the frags of its block
// (Rules.FragsTold). Otherwise it is a print.
func (l LineUnknown) conclude(t *Tracker) {
	if t.players.GuessObituary(l.Plain, l.Text) || t.rules.FragsTold && t.wordings.hold(t.players.names, l) {
		return
	}
	if l.Text.Plain != "" {
		t.track.Event(sim.Event{Kind: sim.EventPrint, Text: l.Text})
	}
}

func (f FragsChanged) conclude(t *Tracker) { t.wordings.win(f.Slot, int(f.Is)-int(f.Was)) }

func (o ObituaryRead) conclude(t *Tracker) {
	t.wordings.explain(&o.Death)
	o.Killed.conclude(t)
}

// hold keeps a line until its block is over. It returns false if the line does not begin with a player's name.
func (w *wordings) hold(names []Named, l LineUnknown) bool {
	best := Named{}
	for _, n := range names {
		if len(n.Name) > len(best.Name) && (strings.HasPrefix(l.Plain, n.Name+" ") ||
			strings.HasPrefix(l.Plain, n.Name+"'")) {
			best = n
		}
	}
	if best.Name == "" || len(w.lines) >= maxHeld {
		return false
	}
	w.lines = append(w.lines, heldLine{l.Plain, l.Text, best.Slot})
	return true
}

func (w *wordings) win(s sim.Slot, n int) {
	if i := s.Index(); n != 0 && i >= 0 && i < len(w.won) {
		w.won[i] += n
		w.any = true
	}
}

// explain subtracts the frags that an obituary explains.
func (w *wordings) explain(d *Death) {
	slot, n := d.Attacker, 1
	if !slot.Valid() || slot == d.Victim {
		slot, n = d.Victim, -1
	}
	if d.TeamKill && d.Attacker.Valid() {
		slot, n = d.Attacker, -1
	}
	w.win(slot, -n)
}

// open reports whether there is anything to evaluate.
func (w *wordings) open() bool { return w.any || len(w.lines) > 0 }

// end evaluates the lines of a block that is over.
func (w *wordings) end(t *Track, players *Players) {
	for _, l := range w.lines {
		d, ok := w.death(l, players.names)
		switch {
		case ok:
			players.Kill(d, l.text)
		case players.GuessObituary(l.plain, l.text) || l.text.Plain == "":
		default:
			t.Event(sim.Event{Kind: sim.EventPrint, Text: l.text})
		}
	}
	w.lines = w.lines[:0]
	if w.any {
		w.won, w.any = [MaxSlots]int{}, false
	}
}

// death determines from the frags whose death a line announces.
func (w *wordings) death(l heldLine, names []Named) (Death, bool) {
	other := sim.Slot{}
	for _, n := range names {
		if n.Slot != l.slot && Mentions(l.plain, n.Name) {
			other = n.Slot
		}
	}
	won := func(slot sim.Slot, n int) bool {
		if slot.Index() >= len(w.won) || w.won[slot.Index()] != n {
			return false
		}
		w.won[slot.Index()] = 0
		return true
	}
	switch {
	case !other.Valid():
		return Death{Victim: l.slot}, won(l.slot, -1)
	case won(other, 1):
		return Death{Victim: l.slot, Attacker: other}, true
	case won(l.slot, 1):
		return Death{Victim: other, Attacker: l.slot}, true
	}
	return Death{}, false
}
