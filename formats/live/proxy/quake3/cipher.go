package quake3

import "fragscope/formats/wire"

const (
	// plainDown and plainUp are how many bytes at the start of a message are in the clear: the acknowledged command;
	// the server's number, the acknowledged message and command (ioquake3 qcommon.h, SV_ENCODE_START, CL_ENCODE_START).
	plainDown, plainUp = 4, 12
	commandRing        = 64 // MAX_RELIABLE_COMMANDS
	maxCommand         = 1023
)

// commands is a ring of one direction's last commands, indexed by number modulo its size, as in the engine.
type commands struct {
	text   [commandRing][]byte
	number [commandRing]int32
	last   int32
}

// put stores a text if it is the next one, or later by less than the ring's size.
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

// at returns the text with the given number, if it was received. The text numbered 0 is empty.
func (c *commands) at(number int32) (text []byte, ok bool) {
	slot := number & (commandRing - 1)
	return c.text[slot], c.number[slot] == number
}

// unscramble reverts what protocols 66 to 68 do to a message from byte start on (ioquake3 cl_net_chan.c,
// CL_Netchan_Decode; sv_net_chan.c, SV_Netchan_Decode): the key starts from numbers of the connection, and each
// character of the other side's last acknowledged command changes it, over and over.
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
			c = '.' // how the engine reads such characters
		}
		key ^= c << (i & 1)
		data[i] ^= key
	}
}

// leading reads 32-bit numbers at the start of a message.
func leading(data []byte, coding *wire.Coding, numbers ...*int32) bool {
	var r wire.BitReader
	r.Reset(data, 0, coding)
	for _, n := range numbers {
		*n = r.Int32()
	}
	return r.Ok()
}
