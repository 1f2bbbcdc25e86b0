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
)

// toAll is the audience of what all are told.
const toAll = 1 << 32

// audience is whom the present block is for: bits of players, or toAll.
func (s *quakeWorld) audience() uint64 {
	if !s.multi {
		return toAll
	}
	switch s.block.Kind() {
	case quakeworld.KindMultiple:
		return uint64(s.block.Players)
	case quakeworld.KindSingle, quakeworld.KindStats:
		return 1 << s.block.Player()
	}
	return toAll
}

// readPrint gathers lines, which come in pieces.
func (s *quakeWorld) readPrint(m *quakeworld.Print) {
	to := s.audience()
	if len(s.print) > 256 {
		clear(s.print)
	}
	if m.Level == quakeworld.PrintChat {
		s.line(bytes.TrimRight(m.Text, "\n"), m.Level, to)
		return
	}
	rest := eachLine(append(s.print[to], m.Text...), func(line []byte) { s.line(line, m.Level, to) })
	s.print[to] = bytes.Clone(rest)
}

// echo is how long the same text to others counts as the same.
const echo = 100 * time.Millisecond

// line reads a line that some or all were told.
func (s *quakeWorld) line(raw []byte, level uint8, to uint64) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	if level == quakeworld.PrintHigh {
		s.readDate(strings.TrimSpace(quaketext.Plain(raw)))
		s.resultsLine(decodePrint(raw).Plain)
	}
	if s.multi && to != toAll {
		if at, ok := s.heard[string(raw)]; ok && s.Now()-at < echo {
			return
		}
		if len(s.heard) > 64 {
			clear(s.heard)
		}
		s.heard[string(raw)] = s.Now()
	}
	if level == quakeworld.PrintChat && s.readChat(raw) {
		return
	}
	if level <= quakeworld.PrintHigh && bytes.HasPrefix(raw, []byte("You ")) {
		n := s.recorder
		if s.multi {
			n = bits.TrailingZeros64(to)
		}
		if s.readPickupLine(sim.SlotAt(n), quaketext.Plain(raw)) {
			return
		}
	}
	if s.multi && level < quakeworld.PrintChat && bits.OnesCount64(to) == 1 && to != toAll {
		return // a word to one player alone
	}
	s.roundLine(quaketext.Plain(raw))
	s.readLine(raw)
}

// roundLine notes that a round is about to begin.
func (s *quakeWorld) roundLine(line string) {
	rest, ok := strings.CutPrefix(strings.ToLower(line), "round [")
	if !ok {
		return
	}
	n, _, _ := strings.Cut(rest, "]")
	if v, err := strconv.Atoi(n); err == nil && v > 0 && v < 1000 {
		s.round = v
	}
}

// centerPrint is what was last shown in the middle of screens.
type centerPrint struct {
	text []byte
	to   uint64
}

// readCenterPrint handles a text in the middle of the screen of some or all.
func (s *quakeWorld) readCenterPrint(m *quakeworld.CenterPrint) {
	if !bytes.Equal(s.screen.text, m.Text) {
		s.endCenter()
		s.screen = centerPrint{text: m.Text}
	}
	s.screen.to |= s.audience()
}

// endCenter shows what was for all, or for more than one.
func (s *quakeWorld) endCenter() {
	c := s.screen
	s.screen = centerPrint{}
	told, all := bits.OnesCount64(c.to&^toAll), s.playing()
	if c.to == 0 || c.to&toAll == 0 && 2*told < all {
		return
	}
	text := quaketext.Plain(c.text)
	if rest, ok := strings.CutPrefix(text, "Countdown:"); ok {
		n, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		if v, err := strconv.Atoi(strings.TrimSpace(n)); err == nil && v >= 0 && v < 3600 {
			s.match.Countdown(time.Duration(v) * time.Second)
		}
		s.centerPrint(c.text, false)
		return
	}
	if strings.HasPrefix(text, "FIGHT!") && s.round > 0 {
		s.match.StartRound(s.round, 0)
		s.round = 0
	}
	s.centerPrint(c.text, c.to&toAll != 0 || told >= all)
}

// playing is the number of players in the game.
func (s *quakeWorld) playing() (n int) {
	rows := s.players.Rows()
	for i := range rows {
		if rows[i].Profile.Team != sim.TeamSpectator {
			n++
		}
	}
	return n
}
