package quake3

import "bytes"

// Info is a text of the form `\key\value\key\value`, as serverinfo,
// systeminfo and players' configstrings have. Player configstrings lack the
// first backslash.
type Info []byte

// Value returns the value of a key. Keys are compared without regard to
// case; of equal keys the first counts.
func (i Info) Value(key string) (value []byte, ok bool) {
	for k, v := range i.All {
		if len(k) == len(key) && bytes.EqualFold(k, []byte(key)) {
			return v, true
		}
	}
	return nil, false
}

// All yields the keys and values in order. They alias the text. A key
// without a value at the end has an empty one.
func (i Info) All(yield func(key, value []byte) bool) {
	rest := bytes.TrimPrefix(i, []byte{'\\'})
	for len(rest) > 0 {
		var key, value []byte
		key, rest, _ = bytes.Cut(rest, []byte{'\\'})
		value, rest, _ = bytes.Cut(rest, []byte{'\\'})
		if !yield(key, value) {
			return
		}
	}
}

// maxTokens is how many tokens the games take of a command; the last ones
// are dropped.
const maxTokens = 1024

// Tokenize appends the words of a command line to dst: separated by white
// space and control characters, or in double quotes; `//` ends the line and
// `/* */` is left out, outside of quotes. Words alias the text.
func Tokenize(dst [][]byte, text []byte) [][]byte {
	for first := len(dst); len(dst)-first < maxTokens; {
		text = skipSpace(text)
		if len(text) == 0 {
			break
		}
		if text[0] == '"' {
			var word []byte
			word, text, _ = bytes.Cut(text[1:], []byte{'"'})
			dst = append(dst, word)
			continue
		}
		n := wordLength(text)
		dst = append(dst, text[:n])
		text = text[n:]
	}
	return dst
}

// skipSpace returns text without leading white space and comments.
func skipSpace(text []byte) []byte {
	for len(text) > 0 {
		switch {
		case text[0] <= ' ':
			text = text[1:]
		case bytes.HasPrefix(text, []byte("//")):
			return nil
		case bytes.HasPrefix(text, []byte("/*")):
			_, text, _ = bytes.Cut(text[2:], []byte("*/"))
		default:
			return text
		}
	}
	return nil
}

// wordLength is the length of the word that text starts with.
func wordLength(text []byte) int {
	for i, c := range text {
		if c <= ' ' || c == '"' || c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*') {
			return i
		}
	}
	return len(text)
}
