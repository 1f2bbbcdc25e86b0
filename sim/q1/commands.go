package q1

import (
	"bytes"
	"math/bits"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/track"
)

// commands reads console commands for the client, which arrive in pieces. They are reported, never run.
type commands struct {
	rest []byte
	to   uint64 // the audience of the rest
	last string // reported last, to some players
	at   time.Duration
}

// maxCommand limits an incomplete command.
const maxCommand = 4096

// read reads a piece of commands for an audience. Commands that the argument read accepts are not reported as such.
func (c *commands) read(text []byte, to uint64, now time.Duration, read func(line string) bool, o *track.Observations) {
	if bytes.HasPrefix(text, []byte(wire.ClipMark)) {
		return
	}
	if to != c.to || len(c.rest) > maxCommand {
		c.rest = c.rest[:0]
	}
	c.to = to
	c.rest = append(c.rest[:0], eachLine(append(c.rest, text...), func(raw []byte) {
		if line := string(raw); (read == nil || !read(line)) && !bytes.HasPrefix(raw, []byte("//")) {
			c.tell(line, to, now, o)
		}
	})...)
}

// tell reports a command. It skips commands repeated for another player, because servers send them to each player, and
// comments, which do nothing: KTX uses them to send data to players' programs, thousands of lines per match.
func (c *commands) tell(line string, to uint64, now time.Duration, o *track.Observations) {
	line = strings.TrimSpace(plainText([]byte(line)))
	if line == "" || strings.HasPrefix(line, "//") || to != toAll && line == c.last && now-c.at < echo {
		return
	}
	c.last, c.at = line, now
	e := sim.Event{Kind: sim.EventCommand, Text: sim.PlainText(line)}
	if to != toAll && bits.OnesCount64(to) == 1 {
		e.Slot = sim.SlotAt(bits.TrailingZeros64(to))
	}
	o.Tell(track.Happened{Event: e})
}

// connectionless reads a packet from outside the game: text for the console, or a command (quakeworld protocol.h,
// A2C_PRINT and A2C_CLIENT_COMMAND).
func (r *quakeWorldReader) connectionless(m *quakeworld.Connectionless, o *track.Observations) {
	const consoleText, clientCommand = 'n', 'B'
	if len(m.Data) < 2 {
		return
	}
	text := sim.PlainText(plainText(bytes.TrimSpace(m.Data[1:])))
	switch {
	case text.Plain == "":
	case m.ID() == consoleText:
		happened(sim.EventPrint, text, o)
	case m.ID() == clientCommand:
		happened(sim.EventCommand, text, o)
	}
}

// tellInput reports a player's command: his intended movement, and the buttons 1 for attack and 2 for jump.
func tellInput(slot sim.Slot, forward, side, up int16, buttons, impulse, msec uint8, o *track.Observations) {
	keys := sim.MoveKeys(int(forward), int(side), int(up))
	if buttons&1 != 0 {
		keys |= sim.KeyAttack
	}
	if buttons&2 != 0 {
		keys |= sim.KeyJump
	}
	o.Tell(track.InputTold{Input: sim.Input{Slot: slot, Keys: keys, Impulse: impulse, Msec: msec}})
}

// tellCommentary shows a commentator's words as a subtitle for the requested time, within reason.
func tellCommentary(c quakeworld.Commentary, o *track.Observations) {
	const least, most = time.Second, 30 * time.Second
	text := sim.PlainText(strings.TrimSpace(strings.ToValidUTF8(string(c.Text), "")))
	if text.Plain == "" {
		return
	}
	last := centerTime
	if s := c.Seconds; s > 0 && s < float32(most.Seconds()) { // also false for NaN
		last = max(time.Duration(s*float32(time.Second)), least)
	}
	o.Tell(track.CenterPrinted{Text: text, Last: last})
	happened(sim.EventCenterPrint, text, o)
}
