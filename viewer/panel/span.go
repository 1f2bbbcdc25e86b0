package panel

import (
	"strings"
	"unicode/utf8"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// Span is a piece of text, or an icon if Text is empty. It is part of a line and has a single face and colour.
type Span struct {
	Text  string
	Face  Face
	Color draw.Color
	Icon  draw.Icon
}

// Space for an icon between two words, and the icon's side.
const (
	iconRoom = 22
	iconSide = 16
)

func (p *Pen) spanWidth(s Span) float32 {
	if s.Icon != draw.IconNone {
		return iconRoom
	}
	return p.Width(s.Text, s.Face)
}

// wide returns the total width of spans.
func (p *Pen) wide(spans []Span) (w float32) {
	for _, s := range spans {
		w += p.spanWidth(s)
	}
	return w
}

// Line draws spans one after another in r and cuts off anything that does not fit. It returns the rectangle covered by
// the spans.
func (p *Pen) Line(r draw.Rect, spans ...Span) draw.Rect {
	x := r.X
	for _, s := range spans {
		if r.Right()-x < 1 {
			break
		}
		if s.Icon != draw.IconNone {
			box := draw.Rect{X: x, Y: r.Y, W: iconRoom, H: r.H}
			if x == r.X {
				box.W = iconSide // nothing precedes it
			}
			if x += box.W; x <= r.Right()+1 {
				p.Icon(Centred(box, iconSide, iconSide), s.Icon, s.Color)
			}
			if box.W == iconSide {
				x += (iconRoom - iconSide) / 2
			}
			continue
		}
		b := p.Text(draw.Rect{X: x, Y: r.Y, W: r.Right() - x, H: r.H}, s.Text, s.Face, s.Color, Left)
		x = b.Right()
	}
	return draw.Rect{X: r.X, Y: r.Y, W: x - r.X, H: r.H}
}

// Spans converts t to spans, one for each run of text in a single colour. Colours too dark to read are lightened. def
// is the colour of text whose colour t does not specify.
func Spans(t sim.Text, f Face, def draw.Color) []Span {
	var out []Span
	at := 0
	for _, r := range t.Runs {
		if r.From < at || r.To > len(t.Plain) || r.From >= r.To {
			continue
		}
		if r.From > at {
			out = append(out, Span{Text: t.Plain[at:r.From], Face: f, Color: def})
		}
		out = append(out, Span{Text: t.Plain[r.From:r.To], Face: f, Color: draw.Of(r.Color).Readable()})
		at = r.To
	}
	if at < len(t.Plain) {
		out = append(out, Span{Text: t.Plain[at:], Face: f, Color: def})
	}
	return out
}

// Wrap breaks spans into at most limit lines, at spaces if possible. All lines except the last are at most w points
// wide. If the text does not fit, the last line is wider and is truncated when it is drawn.
func (p *Pen) Wrap(spans []Span, w float32, limit int) [][]Span {
	var lines [][]Span
	var line, word []Span
	used, wide := float32(0), float32(0)
	flush := func() {
		lines = append(lines, line)
		line, used = nil, 0
	}
	place := func() {
		if len(word) == 0 {
			return
		}
		if used > 0 && used+wide > w+0.5 && len(lines) < limit-1 {
			flush()
		}
		line = appendSpans(line, word...)
		used += wide
		word, wide = nil, 0
	}
	for _, s := range spans {
		if s.Icon != draw.IconNone {
			word, wide = append(word, s), wide+iconRoom
			place()
			continue
		}
		// Stop after the last line, however long the text is.
		for rest := s.Text; rest != "" && (len(lines) < limit-1 || used <= w); {
			n := p.wordEnd(rest, s.Face, w-wide)
			part := Span{Text: rest[:n], Face: s.Face, Color: s.Color}
			rest = rest[n:]
			word = append(word, part)
			wide += p.Width(part.Text, s.Face)
			if part.Text[n-1] == ' ' || rest != "" {
				place()
			}
		}
	}
	place()
	if len(line) > 0 {
		flush()
	}
	return lines
}

// wordEnd returns the length of the first word of s including the spaces after it. If the word is wider than w, it
// returns the length of the part that fits, at least one character.
func (p *Pen) wordEnd(s string, f Face, w float32) int {
	n := strings.IndexByte(s, ' ')
	if n < 0 {
		n = len(s)
	}
	if p.Width(s[:n], f) > w {
		_, fit := utf8.DecodeRuneInString(s)
		for fit < n {
			_, next := utf8.DecodeRuneInString(s[fit:])
			if p.Type.Offset(f.Typeface(), s[:n], fit+next) > w {
				break
			}
			fit += next
		}
		if fit < n {
			return fit
		}
	}
	for n < len(s) && s[n] == ' ' {
		n++
	}
	return n
}

// appendSpans appends spans, merging adjacent spans that look alike.
func appendSpans(line []Span, spans ...Span) []Span {
	for _, s := range spans {
		if n := len(line); n > 0 && s.Icon == draw.IconNone && line[n-1].Icon == draw.IconNone &&
			line[n-1].Face == s.Face && line[n-1].Color == s.Color {
			line[n-1].Text += s.Text
			continue
		}
		line = append(line, s)
	}
	return line
}

// splitLines breaks spans at line feeds.
func splitLines(spans []Span) [][]Span {
	out := [][]Span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(s.Text, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			if part != "" {
				out[len(out)-1] = append(out[len(out)-1], Span{Text: part, Face: s.Face, Color: s.Color})
			}
		}
	}
	return out
}

// squeeze collapses runs of spaces, which games print to align columns, and trims spaces at both ends.
func squeeze(spans []Span) []Span {
	var out []Span
	gap := true
	for _, s := range spans {
		var b strings.Builder
		for _, r := range s.Text {
			space := r == ' ' || r == '\t'
			if space && gap {
				continue
			}
			gap = space
			if space {
				r = ' '
			}
			b.WriteRune(r)
		}
		if s.Text = b.String(); s.Text != "" || s.Icon != draw.IconNone {
			out = append(out, s)
		}
	}
	if n := len(out); n > 0 {
		out[n-1].Text = strings.TrimRight(out[n-1].Text, " ")
	}
	return out
}

// Plain returns text as a single span with the default face and colour.
func Plain(t *draw.Theme, text string) []Span {
	return []Span{{Text: text, Face: Body, Color: t.Text}}
}
