package text

import (
	"encoding/hex"
	"errors"
	"fmt"
	"unicode/utf8"
)

// The games' texts consist of bytes. In Quake's character set, which Quake II shares, bytes from 161 to 254 are ASCII
// letters in another colour, and all others above 127 are symbols and frames. The text form writes
//
//	bytes below 128   as they are, invisible ones as \u0012
//	161 to 254        as the same letter in full width, U+FF01 to U+FF5E: ｌｉｋｅ ｔｈｉｓ
//	all others        as U+E000 plus the byte
//
// The texts of Quake III and Quake Live are written as UTF-8 wherever they are valid UTF-8. Characters in these two
// ranges of Unicode, and bytes that are not UTF-8, are instead written byte by byte, as above. So every byte has a
// single form, and every text can be restored.
const (
	plainEnd   = 0x80
	wideFirst  = 0xa1
	wideLast   = 0xfe
	fullFirst  = 0xff01 // stands for 0xa1
	fullLast   = 0xff5e
	otherFirst = 0xe000
	otherLast  = otherFirst + 0xff
)

// appendChars appends a game's text.
func appendChars(b, text []byte, asUTF8 bool) []byte {
	b = append(b, '"')
	for len(text) > 0 {
		c := text[0]
		if asUTF8 && c >= plainEnd {
			if r, size := utf8.DecodeRune(text); (r != utf8.RuneError || size > 1) && !standsForByte(r) {
				b, text = appendRune(b, r), text[size:]
				continue
			}
		}
		switch text = text[1:]; {
		case c < plainEnd:
			b = appendRune(b, rune(c))
		case c >= wideFirst && c <= wideLast:
			b = utf8.AppendRune(b, fullFirst+rune(c)-wideFirst)
		default:
			b = utf8.AppendRune(b, otherFirst+rune(c))
		}
	}
	return append(b, '"')
}

// standsForByte reports whether r is the form of a single byte above 127.
func standsForByte(r rune) bool {
	return r >= fullFirst && r <= fullLast || r >= otherFirst && r <= otherLast
}

// chars returns the text written by appendChars.
func chars(n *node, asUTF8, zeroes bool) ([]byte, error) {
	if n.kind != isString {
		return nil, fmt.Errorf("it must be a string, not %v", n.kind)
	}
	text := make([]byte, 0, len(n.raw))
	err := unescaped(n.raw, func(r rune) error {
		switch {
		case r == 0 && !zeroes:
			return errors.New("a string in a demo ends at a zero byte, so it cannot contain one")
		case r < plainEnd:
			text = append(text, byte(r))
		case r >= fullFirst && r <= fullLast:
			text = append(text, byte(r-fullFirst+wideFirst))
		case r >= otherFirst && r <= otherLast:
			text = append(text, byte(r-otherFirst))
		case !asUTF8:
			return fmt.Errorf("%q is not in the game's character set", r)
		default:
			text = utf8.AppendRune(text, r)
		}
		return nil
	})
	return text, err
}

// appendHex appends bytes that are not text.
func appendHex(b, data []byte) []byte {
	return append(hex.AppendEncode(append(b, '"'), data), '"')
}

func bytesOfHex(n *node) ([]byte, error) {
	if n.kind != isString {
		return nil, fmt.Errorf("it must be a string of hexadecimal bytes, not %v", n.kind)
	}
	data := make([]byte, hex.DecodedLen(len(n.raw)))
	if _, err := hex.Decode(data, n.raw); err != nil {
		return nil, errors.New("bytes must be written as two hexadecimal digits each")
	}
	return data, nil
}
