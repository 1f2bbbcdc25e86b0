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
