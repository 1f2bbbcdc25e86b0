package q1

import (
	"bytes"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quaketext"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// prints holds QuakeWorld's text that is incomplete or was just read.
type prints struct {
	rest   map[uint64][]byte        // rests of lines, by audience
	heard  map[string]time.Duration // when lines to some players were last read
	screen centerPrint
	round  int // about to begin; 0 if there is none
}

func newPrints() prints {
	return prints{rest: map[uint64][]byte{}, heard: map[string]time.Duration{}}
}

// toAll is the audience that includes everybody.
const toAll = 1 << 32

// audience returns the audience of the current block: bits of players, or toAll.
func (r *quakeWorldReader) audience(l *level) uint64 {
	if !l.multi {
		return toAll
	}
	switch r.block.Kind() {
	case quakeworld.KindMultiple:
		return uint64(r.block.Players)
	case quakeworld.KindSingle, quakeworld.KindStats:
		return 1 << r.block.Player()
	}
	return toAll
}

// print collects lines, which arrive in pieces.
func (r *quakeWorldReader) print(l *level, m *quakeworld.Print, o *track.Observations) {
	to, p := r.audience(l), &r.prints
	if len(p.rest) > 256 {
		clear(p.rest)
	}
	if m.Level == quakeworld.PrintChat {
		r.line(l, bytes.TrimRight(m.Text, "\n"), m.Level, to, o)
		return
	}
	rest := eachLine(append(p.rest[to], m.Text...), func(line []byte) { r.line(l, line, m.Level, to, o) })
	p.rest[to] = bytes.Clone(rest)
}

// echo is the time within which the same text to other players counts as the same.
const echo = 100 * time.Millisecond

// isEcho reports whether a line to some players repeats one just sent to others.
func (p *prints) isEcho(raw []byte, now time.Duration) bool {
	if at, ok := p.heard[string(raw)]; ok && now-at < echo {
		return true
	}
	if len(p.heard) > 64 {
		clear(p.heard)
	}
	p.heard[string(raw)] = now
	return false
}

// line reads a line sent to some or all players.
func (r *quakeWorldReader) line(l *level, raw []byte, level uint8, to uint64, o *track.Observations) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	if level == quakeworld.PrintHigh {
		readDate(strings.TrimSpace(quaketext.Plain(raw)), o)
		r.results.readLine(l, decodePrint(raw).Plain, o)
	}
	if l.multi && to != toAll && r.prints.isEcho(raw, l.now) {
		return
	}
	if level == quakeworld.PrintChat && readChat(l, raw, o) {
		return
	}
	if level <= quakeworld.PrintHigh && bytes.HasPrefix(raw, []byte("You ")) {
		slot := l.recorder
		if l.multi {
			slot = sim.SlotAt(bits.TrailingZeros64(to))
		}
		if readPickupLine(slot, quaketext.Plain(raw), o) {
			return
		}
	}
	if l.multi && level < quakeworld.PrintChat && bits.OnesCount64(to) == 1 && to != toAll {
		return // to a single player
	}
	if n := roundOf(quaketext.Plain(raw)); n > 0 {
		r.prints.round = n
	}
	r.lines.read(l, raw, o)
}

// centerPrint is the last text in the middle of screens.
type centerPrint struct {
	text []byte
	to   uint64
}

// readCenter collects the players who are shown a text in the middle of the screen.
func (r *quakeWorldReader) readCenter(l *level, m *quakeworld.CenterPrint, o *track.Observations) {
	if c := &r.prints.screen; !bytes.Equal(c.text, m.Text) {
		r.endCenter(l, o)
		*c = centerPrint{text: bytes.Clone(m.Text)}
	}
	r.prints.screen.to |= r.audience(l)
}

// endCenter reads text that was sent to everyone or to several players.
func (r *quakeWorldReader) endCenter(l *level, o *track.Observations) {
	c := r.prints.screen
	r.prints.screen = centerPrint{}
	told := bits.OnesCount64(c.to &^ toAll)
	if c.to == 0 {
		return
	}
	all := l.playing
	if c.to&toAll == 0 && 2*told < all {
		return
	}
	text := quaketext.Plain(c.text)
	if rest, ok := strings.CutPrefix(text, "Countdown:"); ok {
		n, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		if v, err := strconv.Atoi(strings.TrimSpace(n)); err == nil && v >= 0 && v < 3600 {
			o.Tell(track.MatchCountdown{In: time.Duration(v) * time.Second})
		}
		readCenter(c.text, false, o)
		return
	}
	if strings.HasPrefix(text, "FIGHT!") && r.prints.round > 0 {
		o.Tell(track.RoundStarts{Number: r.prints.round})
		r.prints.round = 0
	}
	readCenter(c.text, c.to&toAll != 0 || told >= all, o)
}
