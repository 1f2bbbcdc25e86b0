package quakeworld

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Messages of a client (MVDSV protocol.h).
const (
	clcNop       = 1
	clcMove      = 3
	clcStringcmd = 4
	clcDelta     = 5
	clcTmove     = 6
	clcUpload    = 7
	clcVoice     = 83
	clcWeapon    = 200
)

// usercmd is a player's input.
type usercmd struct {
	angles          [3]uint16
	move            [3]int16 // forward, side, up
	buttons         uint8
	impulse, length uint8 // length is in milliseconds
}

// said is the content of a client's packet.
type said struct {
	cmd     usercmd
	moved   bool // cmd was sent
	strings [][]byte
}

// read reads a client's messages and reports whether it reached their end.
func (s *said) read(data []byte) bool {
	for len(data) > 0 {
		op := data[0]
		data = data[1:]
		n := -1
		switch op {
		case clcNop:
			n = 0
		case clcDelta:
			n = 1
		case clcMove:
			n = s.readMove(data)
		case clcStringcmd:
			if n = bytes.IndexByte(data, 0) + 1; n > 0 {
				s.strings = append(s.strings, data[:n-1])
			} else {
				n = -1
			}
		case clcTmove:
			n = 6
		case clcUpload:
			if len(data) >= 3 {
				n = 3 + int(binary.LittleEndian.Uint16(data))
			}
		case clcVoice:
			if len(data) >= 4 {
				n = 4 + int(binary.LittleEndian.Uint16(data[2:]))
			}
		case clcWeapon:
			return s.readBehindWeapon(data)
		}
		if n < 0 || n > len(data) {
			return false
		}
		data = data[n:]
	}
	return true
}

// readBehindWeapon reads the fields that follow a choice of weapons: flags, an age if the flags include it, and a list
// up to a zero. The variant that reads to the end is right.
func (s *said) readBehindWeapon(data []byte) bool {
	before := *s
	for _, start := range [...]int{1, 2} {
		if start > len(data) {
			return false
		}
		end := bytes.IndexByte(data[start:], 0)
		if end < 0 {
			continue
		}
		rest := data[start+end+1:]
		if bytes.IndexByte(rest, clcWeapon) == 0 {
			return false // two of them are never sent, and each would double the cost
		}
		if s.read(rest) {
			return true
		}
		*s = before
	}
	return false
}

// readMove reads three commands, each relative to the previous one. The last is new. It returns their size.
func (s *said) readMove(data []byte) int {
	at := 2 // after checksum and loss
	var cmd usercmd
	for range 3 {
		n := cmd.read(data, at)
		if n < 0 {
			return -1
		}
		at = n
	}
	s.cmd, s.moved = cmd, true
	return at
}

// read reads the command at at and returns the offset after it (ezquake com_msg.c, MSG_ReadDeltaUsercmd).
func (c *usercmd) read(data []byte, at int) int {
	if at >= len(data) {
		return -1
	}
	bits := data[at]
	at++
	word := func(bit uint8) (v uint16, ok bool) {
		if bits&bit == 0 || at+2 > len(data) {
			at += 2 * int(bits&bit/max(bits&bit, 1))
			return 0, false
		}
		at += 2
		return binary.LittleEndian.Uint16(data[at-2:]), true
	}
	for i, bit := range [...]uint8{1 << 0, 1 << 7, 1 << 1} {
		if v, ok := word(bit); ok {
			c.angles[i] = v
		}
	}
	for i, bit := range [...]uint8{1 << 2, 1 << 3, 1 << 4} {
		if v, ok := word(bit); ok {
			c.move[i] = int16(v)
		}
	}
	single := func(is bool, to *uint8) {
		if is {
			if at < len(data) {
				*to = data[at]
			}
			at++
		}
	}
	single(bits&(1<<5) != 0, &c.buttons)
	single(bits&(1<<6) != 0, &c.impulse)
	single(true, &c.length)
	if at > len(data) {
		return -1
	}
	return at
}

// append appends the command as in a demo, repeating the angles as the view.
func (c *usercmd) append(to []byte) []byte {
	var angles []byte
	for _, a := range c.angles {
		angles = binary.LittleEndian.AppendUint32(angles, math.Float32bits(float32(int16(a))*360/65536))
	}
	to = append(to, c.length, 0, 0, 0)
	to = append(to, angles...)
	for _, v := range c.move {
		to = binary.LittleEndian.AppendUint16(to, uint16(v))
	}
	to = append(to, c.buttons, c.impulse)
	return append(to, angles...)
}
