package qw

import (
	"bytes"
	"fmt"
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
func (s *simulator) audience() uint64 {
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

// Print gathers lines, which come in pieces.
func (s *simulator) Print(m *quakeworld.Print) {
	to := s.audience()
	if len(s.print) > 256 {
		clear(s.print)
	}
	if m.Level == quakeworld.PrintChat {
		s.line(bytes.TrimRight(m.Text, "\n"), m.Level, to)
		return
	}
	text := append(s.print[to], m.Text...)
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		s.line(text[:i], m.Level, to)
		text = text[i+1:]
	}
	if len(text) > 4096 {
		s.line(text, m.Level, to)
		text = nil
	}
	s.print[to] = bytes.Clone(text)
}

// echo is how long the same text to others counts as the same.
const echo = 100 * time.Millisecond

// line reads a line that some or all were told.
func (s *simulator) line(raw []byte, level uint8, to uint64) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	if s.multi && to != toAll {
		if at, ok := s.said[string(raw)]; ok && s.stage.Now-at < echo {
			return
		}
		if len(s.said) > 64 {
			clear(s.said)
		}
		s.said[string(raw)] = s.stage.Now
	}
	raw = bytes.Clone(raw)
	if level == quakeworld.PrintChat && s.stage.Say(raw) {
		return
	}
	if level == quakeworld.PrintLow && bytes.HasPrefix(raw, []byte("You ")) {
		slot := s.recorder
		if s.multi {
			slot = bits.TrailingZeros64(to)
		}
		if s.stage.Took(slot, quaketext.Plain(raw)) {
			return
		}
	}
	if s.multi && level < quakeworld.PrintChat && bits.OnesCount64(to) == 1 && to != toAll {
		return // a word to one player alone
	}
	s.roundLine(quaketext.Plain(raw))
	s.stage.Line(raw)
}

// roundLine notes that a round is about to begin.
func (s *simulator) roundLine(line string) {
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

// CenterPrint is a text in the middle of the screen of some or all.
func (s *simulator) CenterPrint(m *quakeworld.CenterPrint) {
	if !bytes.Equal(s.center.text, m.Text) {
		s.endCenter()
		s.center = centerPrint{text: m.Text}
	}
	s.center.to |= s.audience()
}

// endCenter shows what was for all, or for more than one.
func (s *simulator) endCenter() {
	c := s.center
	s.center = centerPrint{}
	told, all := bits.OnesCount64(c.to&^toAll), s.playing()
	if c.to == 0 || c.to&toAll == 0 && 2*told < all {
		return
	}
	text := quaketext.Plain(c.text)
	if rest, ok := strings.CutPrefix(text, "Countdown:"); ok {
		n, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		if v, err := strconv.Atoi(strings.TrimSpace(n)); err == nil && v >= 0 && v < 3600 {
			s.stage.Countdown(time.Duration(v) * time.Second)
		}
		s.stage.CenterPrint(c.text, false)
		return
	}
	if strings.HasPrefix(text, "FIGHT!") && s.round > 0 {
		s.stage.Round(sim.EventRoundStart, s.round, sim.PlainText(fmt.Sprintf("Round %d", s.round)))
		s.round = 0
	}
	s.stage.CenterPrint(c.text, c.to&toAll != 0 || told >= all)
}

// playing is the number of players in the game.
func (s *simulator) playing() (n int) {
	for i := range s.stage.Frame.Players {
		if s.stage.Frame.Players[i].Profile.Team != sim.TeamSpectator {
			n++
		}
	}
	return n
}
