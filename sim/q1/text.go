package q1

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/quaketext"
	"fragscope/sim"
)

// glyphColors are the colours of glyphs that are not white.
var glyphColors = [...]sim.RGB{
	quaketext.Bronze: {R: 200, G: 148, B: 88},
	quaketext.Gold:   {R: 236, G: 196, B: 96},
	quaketext.Green:  {R: 96, G: 220, B: 96},
	quaketext.Red:    {R: 240, G: 80, B: 80},
	quaketext.Yellow: {R: 240, G: 220, B: 80},
	quaketext.Blue:   {R: 96, G: 136, B: 250},
}

// decodeText decodes text as players see it, on a single line: line breaks become spaces.
func decodeText(raw []byte) sim.Text {
	plain, spans := quaketext.Decode(raw)
	return colored(plain, spans, false)
}

// decodePrint decodes console text, in which a first byte of 1 or 2 colours everything.
func decodePrint(raw []byte) sim.Text {
	plain, spans, _ := quaketext.DecodePrint(raw)
	t := colored(plain, spans, false)
	if strings.Contains(t.Plain, "&c") {
		return readColors(t, false)
	}
	return t
}

// decodeLines decodes text and keeps its line breaks, as in the middle of the screen.
func decodeLines(raw []byte) sim.Text {
	plain, spans := quaketext.Decode(raw)
	return colored(plain, spans, true)
}

// plainText decodes text without colours, omitting control characters.
func plainText(raw []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if r < ' ' {
			return -1
		}
		return r
	}, quaketext.Plain(raw))
}

// colored makes a Text from glyphs and their colours.
func colored(plain string, spans []quaketext.Span, lines bool) sim.Text {
	plain = strings.TrimRight(plain, "\r\n\t ")
	var t sim.Text
	out := make([]byte, 0, len(plain))
	for _, s := range spans {
		from := len(out)
		for _, r := range plain[min(s.Start, len(plain)):min(s.End, len(plain))] {
			switch {
			case r == '\n' && lines:
				out = append(out, '\n')
			case r == '\n' || r == '\t':
				out = append(out, ' ')
			case r >= ' ':
				out = append(out, string(r)...)
			}
		}
		if s.Color != quaketext.White && len(out) > from {
			t.Runs = append(t.Runs, sim.Run{From: from, To: len(out), Color: glyphColors[s.Color]})
		}
	}
	t.Plain = string(out)
	return t
}

// decodeChat decodes the text of a chat message. Current clients write &cRGB for a colour, &r for its end, and curly
// brackets around white text.
func decodeChat(raw []byte) sim.Text {
	return readColors(decodeText(raw), true)
}

// readColors interprets colour codes and, if brackets is set, brackets for white.
func readColors(t sim.Text, brackets bool) sim.Text {
	var c chatText
	c.base = t.Runs
	for i := 0; i < len(t.Plain); {
		rest := t.Plain[i:]
		switch {
		case strings.HasPrefix(rest, "&c") && len(rest) >= 5 && isHex(rest[2:5]):
			rgb, _ := strconv.ParseUint(rest[2:5], 16, 12)
			c.color(sim.RGB{R: uint8(rgb>>8) * 17, G: uint8(rgb>>4&15) * 17, B: uint8(rgb&15) * 17}, true)
			i += 5
		case strings.HasPrefix(rest, "&r"):
			c.color(sim.RGB{}, false)
			i += 2
		case brackets && (rest[0] == '{' || rest[0] == '}'):
			i++
		default:
			c.add(rest[0], i)
			i++
		}
	}
	c.color(sim.RGB{}, false)
	c.text.Plain = strings.TrimSpace(string(c.out))
	lead := strings.Index(string(c.out), c.text.Plain)
	for _, r := range c.runs {
		r.From, r.To = max(r.From-lead, 0), min(r.To-lead, len(c.text.Plain))
		if r.From < r.To {
			c.text.Runs = append(c.text.Runs, r)
		}
	}
	return c.text
}

// chatText is a chat line being decoded.
type chatText struct {
	text    sim.Text
	out     []byte
	base    []sim.Run // colours of the glyphs, with positions in the source
	runs    []sim.Run
	current sim.RGB
	colored bool
	from    int
}

func (c *chatText) color(rgb sim.RGB, on bool) {
	if c.colored && len(c.out) > c.from {
		c.runs = append(c.runs, sim.Run{From: c.from, To: len(c.out), Color: c.current})
	}
	c.current, c.colored, c.from = rgb, on, len(c.out)
}

// add appends a byte of the source, with its glyph's colour unless another is in effect.
func (c *chatText) add(b byte, at int) {
	c.out = append(c.out, b)
	if c.colored {
		return
	}
	for _, r := range c.base {
		if at < r.From || at >= r.To {
			continue
		}
		if n := len(c.runs); n > 0 && c.runs[n-1].To == len(c.out)-1 && c.runs[n-1].Color == r.Color {
			c.runs[n-1].To++
		} else {
			c.runs = append(c.runs, sim.Run{From: len(c.out) - 1, To: len(c.out), Color: r.Color})
		}
		return
	}
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdefABCDEF") == "" }

// shades are the colours of shirts and trousers: the bright end of each of the 14 ranges of Quake's palette that
// players can wear.
var shades = [14]sim.RGB{
	{R: 235, G: 235, B: 235}, {R: 143, G: 111, B: 35}, {R: 139, G: 139, B: 203}, {R: 107, G: 107, B: 15},
	{R: 127, G: 0, B: 0}, {R: 175, G: 103, B: 35}, {R: 255, G: 243, B: 27}, {R: 227, G: 179, B: 151},
	{R: 171, G: 139, B: 163}, {R: 187, G: 115, B: 159}, {R: 219, G: 195, B: 187}, {R: 111, G: 131, B: 123},
	{R: 255, G: 243, B: 27}, {R: 0, G: 0, B: 255},
}

// shade returns the colour with a number.
func shade(n int) sim.RGB { return shades[min(max(n, 0), len(shades)-1)] }

// parseInfo parses `\key\value\key\value`, converting keys to lower case.
func parseInfo(raw []byte) map[string]string {
	m := map[string]string{}
	s := strings.TrimPrefix(string(raw), `\`)
	for s != "" {
		var key, value string
		key, s, _ = strings.Cut(s, `\`)
		value, s, _ = strings.Cut(s, `\`)
		m[strings.ToLower(key)] = value
	}
	return m
}

// encodeText encodes text in Quake's characters, for decodeText to read. Runes without a glyph become number signs.
func encodeText(t sim.Text) []byte {
	out := make([]byte, 0, len(t.Plain))
	run := 0
	for i, r := range t.Plain {
		for run < len(t.Runs) && t.Runs[run].To <= i {
			run++
		}
		c := quaketext.White
		if run < len(t.Runs) && t.Runs[run].From <= i {
			if k := slices.Index(glyphColors[:], t.Runs[run].Color); k > 0 {
				c = quaketext.Color(k)
			}
		}
		out = append(out, glyphOf(r, c))
	}
	return out
}

// glyphOf returns the code of a character in a colour, or in any other colour if it does not exist in that one.
func glyphOf(r rune, c quaketext.Color) byte {
	if r >= ' ' && r < 127 && c == quaketext.White {
		return byte(r)
	}
	other := byte('#')
	for code := 255; code > 0; code-- {
		switch g, color := quaketext.Glyph(byte(code)); {
		case g == r && color == c:
			return byte(code)
		case g == r && code != 9 && code != 10 && code != 13:
			other = byte(code)
		}
	}
	return other
}
