package quaketext

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	tests := []struct {
		name  string
		in    []byte
		text  string
		spans []Span
		plain string
	}{
		{"empty", nil, "", nil, ""},
		{"white", []byte("quad"), "quad", []Span{{0, 4, White}}, "quad"},
		{"bronze", []byte{'a', 'b' | 0x80, 'c' | 0x80}, "abc", []Span{{0, 1, White}, {1, 3, Bronze}}, "abc"},
		{"gold digits", []byte{16, 18, 27, 17}, "[09]", []Span{{0, 4, Gold}}, "[09]"},
		{"gold digits of the high half", []byte{144, 146, 155, 145}, "[09]", []Span{{0, 4, Gold}}, "[09]"},
		{"dots", []byte{5, 14, 15, 28}, "••••", []Span{{0, 12, White}}, "...."},
		{"lamps", []byte{134, 135, 136, 137}, "●●●●", []Span{{0, 3, Green}, {3, 6, Red}, {6, 9, Yellow}, {9, 12, Blue}},
			"...."},
		{"bars", []byte{29, 30, 31, 157, 158, 159}, "<=><=>", []Span{{0, 3, White}, {3, 6, Bronze}}, "<=><=>"},
		{"lines", []byte("a\n\x8ab"), "a\n b", []Span{{0, 2, White}, {2, 3, Bronze}, {3, 4, White}}, "a\n b"},
	}
	for _, test := range tests {
		text, spans := Decode(test.in)
		if text != test.text || !reflect.DeepEqual(spans, test.spans) {
			t.Errorf("%s: %q %v, want %q %v", test.name, text, spans, test.text, test.spans)
		}
		if plain := Plain(test.in); plain != test.plain {
			t.Errorf("%s: plain %q, want %q", test.name, plain, test.plain)
		}
	}
}

func TestDecodePrint(t *testing.T) {
	text, spans, mark := DecodePrint([]byte("\x01a\n"))
	if text != "a\n" || mark != 1 || !reflect.DeepEqual(spans, []Span{{0, 1, Bronze}, {1, 2, White}}) {
		t.Errorf("%q %v %d", text, spans, mark)
	}
	text, spans, mark = DecodePrint([]byte("a"))
	if text != "a" || mark != 0 || !reflect.DeepEqual(spans, []Span{{0, 1, White}}) {
		t.Errorf("%q %v %d", text, spans, mark)
	}
}

// TestAll holds that each code has a character, that plain texts are ASCII of
// the same length, and that both halves read the same but for the known.
func TestAll(t *testing.T) {
	for b := range 256 {
		r, _ := Glyph(byte(b))
		if r == 0 || !utf8.ValidRune(r) {
			t.Errorf("code %d has no character", b)
		}
		if p := Plain([]byte{byte(b)}); len(p) != 1 || p[0] >= 0x80 {
			t.Errorf("code %d is %q in plain text", b, p)
		}
		if b >= ' ' && b < 127 {
			upper, color := Glyph(byte(b | high))
			if r != rune(b) || upper != r || color != Bronze {
				t.Errorf("code %d is %q, its bronze %q", b, r, upper)
			}
		}
	}
}
