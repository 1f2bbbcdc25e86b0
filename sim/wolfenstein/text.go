package wolfenstein

import (
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

func millis(ms int32) time.Duration { return time.Duration(ms) * time.Millisecond }

// atoi returns the number at the start of a text, like C's.
func atoi(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, _ := strconv.Atoi(s[:end])
	return n
}

// info parses `\key\value\key\value`. Keys are converted to lower case.
func info(s string) map[string]string {
	m := map[string]string{}
	for k, v := range quake3.Info(s).All {
		key := strings.ToLower(string(k))
		if _, twice := m[key]; !twice {
			m[key] = string(v)
		}
	}
	return m
}

// palette holds the colours of Enemy Territory's codes (q_math.c, g_color_table): ^ and a character, whose distance
// from '0' modulo 32 is the index. Dark colours are lighter here than in the game, which sometimes shows them on a
// light background.
var palette = [32]sim.RGB{
	{R: 64, G: 64, B: 64}, {R: 255, G: 64, B: 64}, {R: 64, G: 240, B: 80}, {R: 255, G: 235, B: 60},
	{R: 80, G: 110, B: 255}, {R: 60, G: 230, B: 235}, {R: 240, G: 90, B: 240}, {R: 255, G: 255, B: 255},
	{R: 255, G: 128, B: 0}, {R: 128, G: 128, B: 128}, {R: 192, G: 192, B: 192}, {R: 192, G: 192, B: 192},
	{R: 40, G: 144, B: 40}, {R: 144, G: 144, B: 30}, {R: 70, G: 70, B: 170}, {R: 150, G: 40, B: 40},
	{R: 150, G: 85, B: 30}, {R: 255, G: 153, B: 26}, {R: 30, G: 144, B: 144}, {R: 144, G: 50, B: 144},
	{R: 30, G: 128, B: 255}, {R: 140, G: 50, B: 255}, {R: 51, G: 153, B: 204}, {R: 204, G: 255, B: 204},
	{R: 40, G: 120, B: 70}, {R: 255, G: 40, B: 70}, {R: 178, G: 40, B: 40}, {R: 160, G: 70, B: 30},
	{R: 204, G: 153, B: 51}, {R: 153, G: 153, B: 51}, {R: 255, G: 255, B: 191}, {R: 255, G: 255, B: 128},
}

// untranslated removes the marks around text that clients do not translate.
var untranslated = strings.NewReplacer("[lof]", "", "[lon]", "")

// words returns the text of a string as sent, with its colours.
func words(s string) sim.Text {
	s = untranslated.Replace(s)
	var t sim.Text
	b := make([]byte, 0, len(s))
	color, colored, from := sim.RGB{}, false, 0
	cut := func() {
		if colored && from < len(b) {
			t.Runs = append(t.Runs, sim.Run{From: from, To: len(b), Color: color})
		}
		from = len(b)
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '^' && i+1 < len(s) && s[i+1] != '^':
			cut()
			i++
			color, colored = palette[(s[i]-'0')&31], true
		case c == '\n', c == '\t':
			b = append(b, c)
		case c < ' ' || c == 127:
		case c > 127 || c == '%':
			b = append(b, '.')
		default:
			b = append(b, c)
		}
	}
	cut()
	t.Plain = string(b)
	return t
}
