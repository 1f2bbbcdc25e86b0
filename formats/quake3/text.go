package quake3

import "bytes"

// Info is a list of keys and values in the form `\key\value\key\value`. The serverinfo, the systeminfo and the players'
// configstrings have this form, but a player's configstring lacks the first backslash.
type Info []byte

// Value returns the value of key, whose case is ignored. If the key occurs more than once, Value returns its first
// value.
func (i Info) Value(key string) (value []byte, ok bool) {
	for k, v := range i.All {
		if len(k) == len(key) && bytes.EqualFold(k, []byte(key)) {
			return v, true
		}
	}
	return nil, false
}

// All yields the keys and values in order. The slices that it yields alias i. If the last key has no value, All yields
// an empty value for it.
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

// maxTokens is the number of tokens that the games read from a command; the rest is dropped.
const maxTokens = 1024

// Tokenize splits a command line into words and appends the words to dst. Words are separated by white space and
// control characters. A word in double quotes may contain these characters. Outside quotes, `//` ends the line and `/*
// */` is skipped. The words alias text.
func Tokenize[T string | []byte](dst []T, text T) []T {
	for first := len(dst); len(dst)-first < maxTokens; {
		text = skipSpace(text)
		if len(text) == 0 {
			break
		}
		if text[0] == '"' {
			end := 1
			for end < len(text) && text[end] != '"' {
				end++
			}
			dst = append(dst, text[1:end])
			text = text[min(end+1, len(text)):]
			continue
		}
		n := wordLength(text)
		dst = append(dst, text[:n])
		text = text[n:]
	}
	return dst
}

// skipSpace returns text without leading white space and comments.
func skipSpace[T string | []byte](text T) T {
	for len(text) > 0 {
		switch {
		case text[0] <= ' ':
			text = text[1:]
		case begins(text, '/', '/'):
			return text[len(text):]
		case begins(text, '/', '*'):
			text = text[2:]
			for len(text) > 0 && !begins(text, '*', '/') {
				text = text[1:]
			}
			text = text[min(2, len(text)):]
		default:
			return text
		}
	}
	return text
}

// begins reports whether text begins with the two given characters.
func begins[T string | []byte](text T, first, second byte) bool {
	return len(text) > 1 && text[0] == first && text[1] == second
}

// wordLength returns the length of the word at the start of text.
func wordLength[T string | []byte](text T) int {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c == '"' || c == '/' && (begins(text[i:], '/', '/') ||
			begins(text[i:], '/', '*')) {
			return i
		}
	}
	return len(text)
}
