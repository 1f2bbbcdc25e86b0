// Package quaketext converts text in the character set of Quake and QuakeWorld to Unicode text with colours.
//
// The character set has 256 characters. The low half is ASCII in white, with digits, brackets, dots, bars and blocks in
// place of the control codes. The high half is the same in bronze, except for four small lamps (134 to 137) and the
// segments of a slider (128 to 131). Codes 9, 10 and 13 remain control codes. Glyphs that Unicode lacks become similar
// characters that are in every font.
package quaketext

import "unicode/utf8"

// Color is the colour of a glyph.
type Color uint8

// The colours of the character set.
const (
	White  Color = iota
	Bronze       // the second colour, in the high half
	Gold         // the special digits and brackets
	Green        // the lamps
	Red
	Yellow
	Blue
)

// Span is a run of text in one colour. It consists of the bytes from Start up to, but not including, End.
type Span struct {
	Start, End int
	Color      Color
}

// high is the bit that separates the two halves.
const high = 0x80

// special are the glyphs of codes 0 to 31 and 127, as characters.
var special = [...]rune{
	0: ' ', 1: '#', 2: '#', 3: '#', 4: '#', 5: '•', 6: '#', 7: '#', 8: '#', 9: '\t', 10: '\n', 11: '█', 12: ' ',
	13: '\r', 14: '•', 15: '•', 16: '[', 17: ']', 18: '0', 19: '1', 20: '2', 21: '3', 22: '4', 23: '5', 24: '6',
	25: '7', 26: '8', 27: '9', 28: '•', 29: '<', 30: '=', 31: '>',
}

// del is ASCII's code for delete: an arrow here.
const del = 127

// bronzeSpecial are the codes of 128 and up that differ from those 128 lower; the zero glyph means no difference.
var bronzeSpecial = [...]glyph{
	128: {'(', Bronze}, 129: {'=', Bronze}, 130: {')', Bronze}, 131: {'+', Bronze},
	134: {'●', Green}, 135: {'●', Red}, 136: {'●', Yellow}, 137: {'●', Blue},
	138: {' ', Bronze}, 141: {'>', Bronze},
}

// glyph is a character and its colour.
type glyph struct {
	char  rune
	color Color
}

// glyphs holds the glyphs of all codes.
var glyphs = func() (list [256]glyph) {
	for code := range list {
		list[code] = glyphOf(byte(code))
	}
	return list
}()

func glyphOf(b byte) glyph {
	if int(b) < len(bronzeSpecial) && bronzeSpecial[b] != (glyph{}) {
		return bronzeSpecial[b]
	}
	color := White
	if b&high != 0 {
		color = Bronze
	}
	switch low := b &^ high; {
	case low == del:
		return glyph{'<', color}
	case low >= 16 && low <= 27:
		return glyph{special[low], Gold}
	case low < ' ':
		return glyph{special[low], color}
	default:
		return glyph{rune(low), color}
	}
}

// Glyph returns the character and the colour for the code b.
func Glyph(b byte) (rune, Color) { return glyphs[b].char, glyphs[b].color }

// Decode converts b to Unicode text. The spans describe the colours of the text. They are in order and cover the whole
// text without gaps.
func Decode(b []byte) (text string, spans []Span) { return decode(b, 0) }

// DecodePrint is like Decode, but for text printed on the console. If the first byte is 1 (chat, which is announced by
// a sound) or 2, DecodePrint returns it as mark and converts the rest to bronze text. Otherwise, mark is 0.
func DecodePrint(b []byte) (text string, spans []Span, mark byte) {
	if len(b) > 0 && (b[0] == 1 || b[0] == 2) {
		text, spans = decode(b[1:], high)
		return text, spans, b[0]
	}
	text, spans = decode(b, 0)
	return text, spans, 0
}

func decode(b []byte, mask byte) (string, []Span) {
	out := make([]byte, 0, len(b)+8)
	var spans []Span
	for _, code := range b {
		if mask != 0 && code != '\n' && code != '\r' {
			code |= mask
		}
		r, color := Glyph(code)
		start := len(out)
		out = utf8.AppendRune(out, r)
		if n := len(spans); n > 0 && spans[n-1].Color == color {
			spans[n-1].End = len(out)
			continue
		}
		spans = append(spans, Span{start, len(out), color})
	}
	return string(out), spans
}

// Plain converts b to plain ASCII, for searching and exporting. The digits and brackets in place of control codes
// become ASCII digits and brackets, and dots become full stops.
func Plain(b []byte) string {
	out := make([]byte, len(b))
	for i, code := range b {
		switch r, _ := Glyph(code); r {
		case '•', '●':
			out[i] = '.'
		case '█':
			out[i] = '#'
		default:
			out[i] = byte(r)
		}
	}
	return string(out)
}
