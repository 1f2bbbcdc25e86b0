package desktop

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"fragscope/formats/wire"
)

// Match is a condition on the bytes of a file: value is found, under the mask if there
// is one, at an offset from first to last, and one of the conditions in And, if there are
// any, holds, too.
type Match struct {
	value, mask []byte
	first, last int
	And         []Match
}

// at is a match at one place.
func at(offset int, value string, and ...Match) Match {
	return Match{value: []byte(value), first: offset, last: offset, And: and}
}

// within is a match at one of several places.
func within(first, last int, value string) Match {
	return Match{value: []byte(value), first: first, last: last}
}

// long is a little-endian int32.
func long(v int32) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(v))) }

// magicDEM: behind the line with the CD track, a length and three angles comes svc_print
// with the server's greeting, such as "\x02\nVERSION 1.09 SERVER (1234 CRC)", or DarkPlaces' own, which
// names the game (com_game.c, gamemode_info). A mod's own greeting may come first: then the line says that there is no
// CD track, the length is below 65536, and what comes is a text or serverinfo.
func magicDEM() []Match {
	m := within(17, 24, "\x08\x02\n")
	m.And = []Match{within(24, 80, " SERVER (")}
	var first []Match
	for _, message := range []string{"\x08", "\x09", "\x0b"} {
		first = append(first, at(19, message))
	}
	return []Match{m, at(0, "-1\n", at(5, "\x00\x00", first...))}
}

// magicDarkPlaces: DarkPlaces' greeting (sv_main.c, SV_SendServerinfo) is "\nServer: %s build %s (progs %i crc)",
// in old versions with "\x02" before it. Quake's own under that engine, "DarkPlaces-Quake", are not among these.
func magicDarkPlaces() []Match {
	var out []Match
	for _, start := range []string{"\x08\nServer: ", "\x08\x02\nServer: "} {
		m := within(17, 24, start)
		for _, game := range []string{"Xonotic ", "Nexuiz ", "Steel-Storm ", "Transfusion "} {
			m.And = append(m.And, within(27, 40, game))
		}
		out = append(out, m)
	}
	return out
}

// quakeWorldStart is what follows serverdata: the protocol, or the mark of an extension.
func quakeWorldStart(offset int) []Match {
	var out []Match
	for _, v := range []string{long(28), long(27), long(26), long(25), "FTEX", "FTE2", "MVD1"} {
		out = append(out, at(offset, v))
	}
	return out
}

// magicQWD: float32 time, code 1, int32 length, two sequences, serverdata (11).
func magicQWD() []Match {
	return []Match{at(4, "\x01", at(7, "\x00\x00", at(17, "\x0b", quakeWorldStart(18)...)))}
}

// magicMVD: time 0, a kind (6 is for all, 1 for old recordings), int32 length, serverdata;
// or the line that a converter prints first (svc_print, 3).
func magicMVD() []Match {
	var out []Match
	for _, kind := range []string{"\x00\x06", "\x00\x01"} {
		out = append(out, at(0, kind, at(4, "\x00\x00\x0b", quakeWorldStart(7)...)))
	}
	return append(out, at(0, "\x00\x06", at(4, "\x00\x00\x08\x03")))
}

// magicDM2: int32 length, serverdata (12), a protocol; 7 and 25 in the test release.
func magicDM2() []Match {
	var protocols []Match
	for _, v := range []int32{34, 26, 27, 28, 29, 30, 31, 32, 33, 35, 36, 56, 2022, 2023, 3434, 3435, 3436} {
		protocols = append(protocols, at(5, long(v)))
	}
	return []Match{at(2, "\x00\x00\x0c", protocols...), at(2, "\x00\x00\x07", at(5, long(25)))}
}

// magicMVD2: the mark, a 16-bit length, serverdata (4) with flags above 5 bits, protocol 37.
func magicMVD2() []Match { return []Match{at(0, "MVD2", at(7, long(37)))} }

// magicQuake3: int32 sequence, int32 length, then a message that begins with a
// gamestate, whose first configstring is number 0 and begins with a backslash. Before
// protocol 66 these are plain bytes; from then on they are Huffman codes, which start at any bit.
func magicQuake3() []Match {
	const start = "\x03\x00\x00\\" // configstring, number 0, the string
	alternatives := []Match{
		at(8, "\x02", at(13, start)),  // protocols 43 and 45
		at(12, "\x02", at(17, start)), // 46 and 48, with an acknowledge before
	}
	code, bits := huffman("\x00\x00" + start)
	mask := uint64(1)<<bits - 1
	for shift := range 8 {
		m := Match{first: 10, last: 20}
		for i := range (shift + bits + 7) / 8 {
			m.value = append(m.value, byte(code<<shift>>(8*i)))
			m.mask = append(m.mask, byte(mask<<shift>>(8*i)))
		}
		alternatives = append(alternatives, m)
	}
	// Three bytes of a sequence, two of a length: more no demo has at its start.
	return []Match{at(3, "\x00", at(6, "\x00\x00", alternatives...))}
}

// huffman is the code of a text in the bit streams of Quake III, first bit lowest.
func huffman(s string) (code uint64, bits int) {
	for _, b := range []byte(s) {
		c, n := wire.Huffman().Encode(b)
		code |= c << bits
		bits += int(n)
	}
	return code, bits
}

// Indented is the condition with the space before its lines, for the template.
func (m Match) Indented(space string) any {
	return struct {
		Match
		Indent string
	}{m, space}
}

// Value is the value as shared-mime-info reads it.
func (m Match) Value() string { return escape(m.value) }

// Mask is the mask in hexadecimal, empty where there is none.
func (m Match) Mask() string {
	if m.mask == nil {
		return ""
	}
	return fmt.Sprintf("0x%x", m.mask)
}

// Offset is the place, or the first and the last place with a colon between.
func (m Match) Offset() string {
	if m.last > m.first {
		return fmt.Sprintf("%d:%d", m.first, m.last)
	}
	return strconv.Itoa(m.first)
}

// escape writes bytes as shared-mime-info reads them: letters as they are, all else in
// hexadecimal.
func escape(value []byte) string {
	var b strings.Builder
	for _, c := range value {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == ' ', c == '(', c == '-':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}
