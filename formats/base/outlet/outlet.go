// Package outlet makes untrusted text safe to output. Untrusted text includes file names, player names, chat and any
// other text from a demo or an archive. All untrusted text must pass through one of these functions, depending on where
// it is output:
//
//	Terminal   a line of a terminal
//	JSON       a line of JSON
//	Cell       a cell of a table that a spreadsheet may open
//	FileName   the name of a file to be written
//	Window     a line in the window, its title, the clipboard; Shown yields the same text rune by rune
//	Quote      an argument on a shell's command line
//
// A path or name that is not plain text also has an exact form, which the program accepts as an argument; see [Exact].
package outlet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether a character is invisible or affects others. These are control characters, line separators, and
// characters that change the direction of the text around them.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d' // used in words and in emoji
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner
}

// plain reports whether s is one line of visible characters.
func plain(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, hidden) < 0
}

// Terminal returns s as one line of terminal output. Invisible characters and invalid UTF-8 are escaped as in Go
// strings: \n, \x1b, \u202e.
func Terminal(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !hidden(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// Bounds on the text shown in a window.
const (
	// MaxShown is the maximum number of runes that [Shown] yields. No screen is wide enough to show more.
	MaxShown = 4096
	// maxMarks is the maximum number of accents on a letter. More would cover the lines above.
	maxMarks = 4
	// box stands for an invisible character.
	box = '\u25a1'
)

// Shown yields the runes that represent s in a single line of a window, each with its offset in s. Line breaks and tabs
// become spaces. Invisible characters, characters that change the text direction and invalid UTF-8 become boxes. If s
// is too long, the text is truncated and ends in an ellipsis.
func Shown(s string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		shown, marks := 0, 0
		for at, r := range s {
			switch {
			case unicode.IsSpace(r) && r != '\u0085':
				if !unicode.Is(unicode.Zs, r) {
					r = ' '
				}
			case hidden(r), r == utf8.RuneError:
				r = box
			}
			if !unicode.In(r, unicode.M) {
				marks = 0
			} else if marks++; marks > maxMarks {
				continue
			}
			if shown++; shown == MaxShown {
				yield(at, '…')
				return
			}
			if !yield(at, r) {
				return
			}
		}
	}
}

// Window returns a string that consists of the runes that [Shown] yields. It is used for window titles and for text
// passed to other programs.
func Window(s string) string {
	var b strings.Builder
	for _, r := range Shown(s) {
		b.WriteRune(r)
	}
	return b.String()
}

// JSON returns v as a line of JSON, including the newline. Invisible characters are escaped, so the line is safe to
// print on a terminal. Invalid UTF-8, which JSON cannot express, becomes U+FFFD.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	line := b.Bytes()
	inner := line[:len(line)-1]
	if bytes.IndexFunc(inner, hidden) < 0 {
		return line, nil
	}
	// Hidden characters occur in strings only, where an escape means the same.
	out := make([]byte, 0, len(line)+64)
	for _, r := range string(inner) {
		switch {
		case !hidden(r):
			out = utf8.AppendRune(out, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return append(out, '\n'), nil
}

// Cell returns s as a field of comma-separated values, without quotes. If s starts with = + - or @, a spreadsheet would
// treat it as a formula, so Cell puts an apostrophe in front of it. Cell escapes invisible characters in the same way
// as [Terminal], so the result is always a single line.
func Cell(s string) string {
	const formula = "=+-@＝＋－＠"
	s = Terminal(s)
	if strings.IndexAny(strings.TrimLeftFunc(s, unicode.IsSpace), formula) == 0 {
		return "'" + s
	}
	return s
}

// FileName converts s to text that can be used in a file name on any system. No program mistakes the result for a flag
// or a device. If s is too long, it is truncated.
func FileName(s string) string {
	const most = 160 // bytes, so that additions fit
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || hidden(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, s)
	for len(s) > most {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	s = strings.TrimRight(s, ". ")
	stem, _, _ := strings.Cut(strings.ToUpper(s), ".")
	if s == "" || strings.IndexAny(s, "-. ~") == 0 || device(strings.TrimRight(stem, " ")) {
		s = "_" + s
	}
	return s
}

// device reports whether Windows treats the name as that of a device, whatever its extension.
func device(stem string) bool {
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	port, number := strings.CutPrefix(stem, "COM")
	if !number {
		port, number = strings.CutPrefix(stem, "LPT")
	}
	return number && utf8.RuneCountInString(port) == 1 && strings.ContainsAny(port, "0123456789¹²³")
}

// exactPrefix starts the exact form of a text.
const exactPrefix = "exact:"

// Exact returns the exact form of s, which contains only characters that are safe everywhere. It consists of "exact:"
// followed by s, in which each byte other than letters, digits and - . _ / is replaced with % and two hexadecimal
// digits. [FromExact] is the inverse of Exact.
func Exact(s string) string {
	b := []byte(exactPrefix)
	for i := range len(s) {
		c := s[i]
		if c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) ||
			strings.IndexByte("-._/", c) >= 0) {
			b = append(b, c)
			continue
		}
		b = fmt.Appendf(b, "%%%02X", c)
	}
	return string(b)
}

// ExactUnlessPlain returns the exact form of s if s is not valid UTF-8, because JSON cannot represent such a string.
// Otherwise it returns "".
func ExactUnlessPlain(s string) string {
	if utf8.ValidString(s) {
		return ""
	}
	return Exact(s)
}

// FromExact decodes text returned by [Exact]. It returns any other text unchanged.
func FromExact(s string) (string, error) {
	rest, ok := strings.CutPrefix(s, exactPrefix)
	if !ok {
		return s, nil
	}
	var b []byte
	for i := 0; i < len(rest); i++ {
		if rest[i] != '%' {
			b = append(b, rest[i])
			continue
		}
		c, err := strconv.ParseUint(rest[i+1:min(len(rest), i+3)], 16, 8)
		if err != nil || i+3 > len(rest) {
			return "", fmt.Errorf("%q has a %% that is not followed by two hexadecimal digits", s)
		}
		b = append(b, byte(c))
		i += 2
	}
	return string(b), nil
}
