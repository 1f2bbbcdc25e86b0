package desktop

import (
	"fmt"
	"strconv"
	"strings"

	"fragscope/formats/codec"
)

// magicDarkPlaces: DarkPlaces' greeting (sv_main.c, SV_SendServerinfo) is "\nServer: %s build %s (progs %i crc)",
// in old versions with "\x02" before it. Quake's own under that engine, "DarkPlaces-Quake", are not among these.
func magicDarkPlaces() []codec.Match {
	var out []codec.Match
	for _, start := range []string{"\x08\nServer: ", "\x08\x02\nServer: "} {
		m := codec.Within(17, 24, start)
		for _, game := range []string{"Xonotic ", "Nexuiz ", "Steel-Storm ", "Transfusion "} {
			m.And = append(m.And, codec.Within(27, 40, game))
		}
		out = append(out, m)
	}
	return out
}

// condition is a condition on the bytes of a file as the template writes it, with the space before its lines.
type condition struct {
	codec.Match
	Indent string
}

// indented returns a condition with the space before its lines.
func indented(space string, m codec.Match) condition { return condition{m, space} }

// Pattern is the value as shared-mime-info reads it.
func (c condition) Pattern() string { return escape(c.Value) }

// Bits is the mask in hexadecimal, empty where there is none.
func (c condition) Bits() string {
	if c.Mask == nil {
		return ""
	}
	return fmt.Sprintf("0x%x", c.Mask)
}

// Offset is the place, or the first and the last place with a colon between.
func (c condition) Offset() string {
	if c.Last > c.First {
		return fmt.Sprintf("%d:%d", c.First, c.Last)
	}
	return strconv.Itoa(c.First)
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
