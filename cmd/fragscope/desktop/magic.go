package desktop

import (
	"fmt"
	"strconv"
	"strings"

	"fragscope/formats/codec"
)

// magicDarkPlaces returns the magic of other games on DarkPlaces. Its greeting (sv_main.c, SV_SendServerinfo) is
// "\nServer: %s build %s (progs %i crc)", in old versions preceded by "\x02". Quake itself under that engine,
// "DarkPlaces-Quake", is not among them.
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

// condition is a condition on a file's bytes, as the template writes it, with its indentation.
type condition struct {
	codec.Match
	Indent string
}

// indented returns a condition with its indentation.
func indented(space string, m codec.Match) condition { return condition{m, space} }

// Pattern returns the value to search for, in shared-mime-info syntax.
func (c condition) Pattern() string { return escape(c.Value) }

// Bits returns the mask in hexadecimal, or "" if the condition has no mask.
func (c condition) Bits() string {
	if c.Mask == nil {
		return ""
	}
	return fmt.Sprintf("0x%x", c.Mask)
}

// Offset returns the offset at which the value must occur. If several offsets are possible, Offset returns the first
// and the last, separated by a colon.
func (c condition) Offset() string {
	if c.Last > c.First {
		return fmt.Sprintf("%d:%d", c.First, c.Last)
	}
	return strconv.Itoa(c.First)
}

// escape returns bytes in the syntax of shared-mime-info: letters unchanged, everything else in hexadecimal.
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
