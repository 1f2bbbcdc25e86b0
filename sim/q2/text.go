package q2

import (
	"strconv"
	"strings"

	"fragscope/formats/quaketext"
	"fragscope/sim"
)

// colors are the colours of the glyphs. The upper half of the set is green.
var colors = map[quaketext.Color]sim.RGB{
	quaketext.Bronze: {R: 140, G: 214, B: 104},
	quaketext.Gold:   {R: 214, G: 186, B: 104},
	quaketext.Green:  {R: 104, G: 220, B: 104},
	quaketext.Red:    {R: 240, G: 96, B: 80},
	quaketext.Yellow: {R: 240, G: 220, B: 96},
	quaketext.Blue:   {R: 110, G: 140, B: 250},
}

// words decodes text from the game.
func words(b []byte) sim.Text {
	plain, spans := quaketext.Decode(b)
	t := sim.Text{Plain: plain}
	for _, span := range spans {
		if c, ok := colors[span.Color]; ok {
			t.Runs = append(t.Runs, sim.Run{From: span.Start, To: span.End, Color: c})
		}
	}
	return t
}

// plain decodes text without colours.
func plain(b []byte) string {
	text, _ := quaketext.Decode(b)
	return text
}

// cut returns the part of a text between two bytes.
func cut(t sim.Text, from, to int) sim.Text {
	out := sim.Text{Plain: t.Plain[from:to]}
	for _, r := range t.Runs {
		r.From, r.To = max(r.From, from)-from, min(r.To, to)-from
		if r.From < r.To {
			out.Runs = append(out.Runs, r)
		}
	}
	return out
}

// trim removes the spaces around a text.
func trim(t sim.Text) sim.Text {
	to := len(strings.TrimRight(t.Plain, " \n\r\t"))
	from := len(t.Plain) - len(strings.TrimLeft(t.Plain, " \n\r\t"))
	return cut(t, min(from, to), to)
}

// oneLine replaces line breaks with spaces.
func oneLine(t sim.Text) sim.Text {
	t.Plain = strings.ReplaceAll(t.Plain, "\n", " ")
	return t
}

// atoi returns the number at the start of a string, like C's.
func atoi(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, _ := strconv.Atoi(s[:end])
	return n
}
