package quake3

import (
	"bytes"
	"strconv"
)

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

// ParseInfo returns the keys and values as strings; of equal keys the first
// counts.
func ParseInfo(text []byte) map[string]string {
	m := make(map[string]string)
	for k, v := range Info(text).All {
		if _, ok := m[string(k)]; !ok {
			m[string(k)] = string(v)
		}
	}
	return m
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

// maxBigConfigstring bounds a configstring that comes in parts; the games'
// bound is 8192.
const maxBigConfigstring = 1 << 15

// BigConfigstring puts together the configstrings that are too long for a
// command and come in parts: `bcs0 N "..."`, any number of `bcs1 N "..."`,
// `bcs2 N "..."`. The zero value is ready for use; a gamestate calls for a new
// one.
type BigConfigstring struct {
	index, text []byte
}

// Configstring takes the words of a command, and returns the number and the
// new text where it is `cs` or the last part of a long one. The text is valid
// until the next call.
func (b *BigConfigstring) Configstring(words [][]byte) (index int, text []byte, ok bool) {
	if len(words) < 2 {
		return 0, nil, false
	}
	value := []byte(nil)
	if len(words) > 2 {
		value = words[2]
	}
	switch string(words[0]) {
	case "cs":
		index, ok = configstringIndex(words[1])
		return index, value, ok
	case "bcs0":
		b.index, b.text = append(b.index[:0], words[1]...), append(b.text[:0], value...)
	case "bcs1", "bcs2":
		if !bytes.Equal(words[1], b.index) || len(b.text)+len(value) > maxBigConfigstring {
			b.index = b.index[:0]
			return 0, nil, false
		}
		b.text = append(b.text, value...)
		if words[0][3] == '2' {
			index, ok = configstringIndex(b.index)
			b.index = b.index[:0]
			return index, b.text, ok
		}
	}
	return 0, nil, false
}

func configstringIndex(word []byte) (int, bool) {
	n, err := strconv.Atoi(string(word))
	return n, err == nil && n >= 0 && n < MaxConfigstrings
}
