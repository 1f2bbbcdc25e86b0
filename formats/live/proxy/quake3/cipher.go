package quake3

import "fragscope/formats/wire"

const (
	// plainDown and plainUp are how many bytes at the start of a message are not scrambled: the acknowledged command; the server's
	// number, the acknowledged message and command (ioquake3 qcommon.h, SV_ENCODE_START, CL_ENCODE_START).
	plainDown, plainUp = 4, 12
	commandRing        = 64 // MAX_RELIABLE_COMMANDS
	maxCommand         = 1023
)

// commands are the last texts of one direction by their number, modulo their count, as the engine keeps them.
type commands struct {
	text   [commandRing][]byte
	number [commandRing]int32
	last   int32
}

// put keeps a text if it is the next one, or later by less than the ring.
func (c *commands) put(number int32, text []byte) bool {
	if number <= c.last || number-c.last > commandRing {
		return false
	}
	c.last = number
	slot := &c.text[number&(commandRing-1)]
	*slot = append((*slot)[:0], text[:min(len(text), maxCommand)]...)
	c.number[number&(commandRing-1)] = number
	return true
}

// at is the text of a number, if it was heard. That of 0 is empty.
func (c *commands) at(number int32) (text []byte, ok bool) {
	slot := number & (commandRing - 1)
	return c.text[slot], c.number[slot] == number
}

// unscramble undoes what protocols 66 to 68 do to a message from a byte on (ioquake3 cl_net_chan.c, CL_Netchan_Decode;
// sv_net_chan.c, SV_Netchan_Decode): a key that starts from numbers of the connection, and that each character of the
// last acknowledged command of the other side changes, again and again from its start.
func unscramble(data []byte, start int, key byte, text []byte) {
	at := 0
	for i := start; i < len(data); i++ {
		var c byte
		if at < len(text) {
			c = text[at]
		} else if at = 0; len(text) > 0 {
			c = text[0]
		}
		at++
		if c > 127 || c == '%' {
			c = '.' // what the engine reads such characters as
		}
		key ^= c << (i & 1)
		data[i] ^= key
	}
}

// leading reads numbers of 32 bits at the start of a message.
func leading(data []byte, coding *wire.Coding, numbers ...*int32) bool {
	var r wire.BitReader
	r.Reset(data, 0, coding)
	for _, n := range numbers {
		*n = r.Int32()
	}
	return r.Ok()
}
