package q3

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fragscope/sim"
)

// number parses a decimal number.
func number(s string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	return n, err == nil
}

// atoi returns the number at the start of a string, like C's.
func atoi(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	if end == 0 {
		return 0
	}
	n, _ := strconv.Atoi(s[:end])
	return n
}

// infoValues holds the keys and values of an infostring, in order. There are few, so searching the list takes less time
// than making a map.
type infoValues []infoValue

type infoValue struct{ key, value string }

// info parses `\key\value\key\value`, converting keys to lower case.
func info(s string) infoValues {
	s = strings.TrimPrefix(s, `\`)
	if s == "" {
		return nil
	}
	list := make(infoValues, 0, strings.Count(s, `\`)/2+1)
	for s != "" {
		var v infoValue
		v.key, s, _ = strings.Cut(s, `\`)
		v.value, s, _ = strings.Cut(s, `\`)
		v.key = strings.ToLower(v.key)
		list = append(list, v)
	}
	return list
}

// of returns the value of key, or "" if there is none. key must be in lower case. If it occurs more than once, of
// returns the first value that is not empty.
func (l infoValues) of(key string) string {
	for i := range l {
		if l[i].key == key && l[i].value != "" {
			return l[i].value
		}
	}
	return ""
}

// has reports whether key, which must be in lower case, occurs.
func (l infoValues) has(key string) bool {
	return slices.ContainsFunc(l, func(v infoValue) bool { return v.key == key })
}

// palette are the colours of ^0 to ^7.
var palette = [8]sim.RGB{
	{R: 64, G: 64, B: 64}, {R: 255, G: 64, B: 64}, {R: 64, G: 240, B: 80}, {R: 255, G: 235, B: 60},
	{R: 80, G: 110, B: 255}, {R: 60, G: 230, B: 235}, {R: 240, G: 90, B: 240}, {R: 255, G: 255, B: 255},
}

// wheel are the colours of CPMA's ^a to ^z, around the colour wheel from red.
var wheel = func() (w [26]sim.RGB) {
	for i := range w {
		h := float64(i) / 26 * 6
		part := func(shift float64) uint8 {
			d := h + shift
			for d < 0 {
				d += 6
			}
			for d >= 6 {
				d -= 6
			}
			v := 0.0
			switch {
			case d < 1:
				v = d
			case d < 3:
				v = 1
			case d < 4:
				v = 4 - d
			}
			return uint8(60 + 195*v)
		}
		w[i] = sim.RGB{R: part(2), G: part(0), B: part(-2)}
	}
	return w
}()

// coloring is the set of colour codes that a mod supports.
type coloring struct {
	letters bool // ^a to ^z are colours
	hex     bool // ^x and ^X take rrggbb
	utf8    bool
}

// text converts a string as sent to a Text with colours.
func (c coloring) text(s string) sim.Text {
	var t sim.Text
	var room [256]byte
	var runs [8]sim.Run
	b := room[:0]
	t.Runs = runs[:0]
	color, colored, from := sim.RGB{}, false, 0
	cut := func() {
		if colored && from < len(b) {
			t.Runs = append(t.Runs, sim.Run{From: from, To: len(b), Color: color})
		}
		from = len(b)
	}
	for i := 0; i < len(s); {
		if s[i] == '^' && i+1 < len(s) && s[i+1] != '^' {
			if c.hex && (s[i+1] == 'x' || s[i+1] == 'X') && i+8 <= len(s) {
				if v, err := strconv.ParseUint(s[i+2:i+8], 16, 32); err == nil {
					cut()
					color, colored = sim.RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}, true
					i += 8
					continue
				}
			}
			cut()
			if rgb, ok := c.color(s[i+1]); ok {
				color, colored = rgb, true
			}
			i += 2
			continue
		}
		b, i = c.glyph(b, s, i)
	}
	cut()
	t.Plain, t.Runs = string(b), append([]sim.Run(nil), t.Runs...)
	return t
}

// color returns the colour of ^code. Unknown codes are not shown and change nothing.
func (c coloring) color(code byte) (sim.RGB, bool) {
	switch {
	case code == '7':
		return palette[7], true
	case code >= '0' && code <= '9':
		return palette[(code-'0')&7], true
	case c.letters && code >= 'a' && code <= 'z':
		return wheel[code-'a'], true
	case c.letters && code >= 'A' && code <= 'Z':
		return wheel[code-'A'], true
	case c.letters || c.hex:
		return sim.RGB{}, false
	}
	return palette[(code-'0')&7], true
}

// glyph appends the character at s[i] in the form in which it is shown.
func (c coloring) glyph(b []byte, s string, i int) ([]byte, int) {
	ch := s[i]
	if c.utf8 && ch >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return append(b, '.'), i + 1
		}
		return append(b, s[i:i+n]...), i + n
	}
	switch {
	case ch == '\n', ch == '\t':
		b = append(b, ch)
	case ch < ' ' || ch == 127:
	case ch > 127 || ch == '%':
		b = append(b, '.')
	default:
		b = append(b, ch)
	}
	return b, i + 1
}
