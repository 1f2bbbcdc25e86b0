package quake2

import (
	"math"

	"fragscope/formats/wire"
)

// coder is a stream for reading or writing with what the layouts of messages need besides the bytes. Each message has
// one layout, a list of calls for both directions.
type coder struct {
	wire.Stream
	session
	format Format
	// inMulticast is set for game messages, as opposed to .mvd2 operations.
	inMulticast bool
	// inCompressed is set inside compressed messages, which do not nest.
	inCompressed bool
	// variant is the message's number minus the first of its row; upper are the bits above an operation of a .mvd2.
	// Both are in the first byte, which decoder and encoder handle.
	variant, upper uint8
	// payload is the content of a multicast.
	payload []byte
	// bits is the mask of the current entity, in the order of protocol 34 and up.
	bits uint64
	// frameBits are bits 16 to 23 of the player's mask, if the frame has them.
	frameBits uint8
	// last is the end mark of the list of entities being written.
	last EntityDelta
}

// session is the state started by a level's serverdata.
type session struct {
	p *protocol
	// recording is the kind given by serverdata.
	recording Recording
	// players is the number of players in each frame.
	players int
	// gamestate is set while what follows the serverdata of a .mvd2 belongs to it.
	gamestate bool
	// noHeight is the last answer to protocol.ambiguousHeight.
	noHeight bool
	// wideAngles is the last answer to protocol.ambiguousAngles.
	wideAngles bool
	// game3434 is the last answer to protocol.ambiguousGame.
	game3434 bool
	// keepSolid is the last answer to what protocol.coarseNonSolid leaves open.
	keepSolid bool
	// solid and solidBase are for protocol.coarseNonSolid: which entities are solid now and in their baselines.
	solid, solidBase entitySet
}

func (x *session) start(p *protocol) {
	*x = session{p: p, players: 1, wideAngles: x.wideAngles, game3434: x.game3434}
}

// open starts a file.
func (c *coder) open(h *Header) {
	c.format = h.Format
	switch {
	case h.Format == MVD2:
		c.start(&protocolMVD)
	case h.TestRelease:
		c.start(&protocol25)
	default:
		c.start(&protocol34)
	}
}

// operations reports whether c is at operations of a .mvd2.
func (c *coder) operations() bool { return c.format == MVD2 && !c.inMulticast }

type integer interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64
}

func u8[T integer](c *coder, v *T) {
	n := uint8(*v)
	if c.Uint8(&n); c.Reading() {
		*v = T(n)
	}
}

func u16[T integer](c *coder, v *T) {
	n := uint16(*v)
	if c.Uint16(&n); c.Reading() {
		*v = T(n)
	}
}

func u32[T integer](c *coder, v *T) {
	n := uint32(*v)
	if c.Uint32(&n); c.Reading() {
		*v = T(n)
	}
}

// The number of steps in one Quake unit or degree. All these products and quotients are exact in a float32, so writing
// reproduces what was read.
const (
	perCoord      = 8               // int16 or 24-bit coordinates
	perAngle8     = 256.0 / 360.0   // int8 angles
	perAngle16    = 65536.0 / 360.0 // int16 angles
	perOffset     = 4               // int8 view and gun offsets and kicks
	perViewOffset = 16              // int16 view offsets of the rerelease
	perKick       = 1024            // int16 kick angles of the rerelease
	perGunOffset  = 512             // int16 gun offsets of Q2REPRO
	perGunAngle   = 4096            // int16 gun angles of Q2REPRO
)

func fixed8(c *coder, v *float32, per float64) {
	if c.Reading() {
		var n uint8
		c.Uint8(&n)
		*v = float32(float64(int8(n)) / per)
		return
	}
	n := int8(math.Round(float64(*v) * per))
	c.Int8(&n)
}

func fixed16(c *coder, v *float32, per float64) {
	if c.Reading() {
		var n int16
		c.Int16(&n)
		*v = float32(float64(n) / per)
		return
	}
	n := int16(int32(math.Round(float64(*v) * per)))
	c.Int16(&n)
}

// The codings of a coordinate.

func coordFloat(c *coder, v *float32) { c.Float32(v) }

func coord16(c *coder, v *float32) {
	if c.Reading() {
		var n int16
		c.Int16(&n)
		*v = float32(n) / perCoord
		return
	}
	n := int16(int32(*v * perCoord))
	c.Int16(&n)
}

// coord24 passes KMQuake2's coordinate: the high byte of a 24-bit number of eighths, then its low 16 bits.
func coord24(c *coder, v *float32) {
	n := int32(*v * perCoord)
	high, low := int8(n>>16), uint16(n)
	c.Int8(&high)
	if c.Uint16(&low); c.Reading() {
		*v = float32(int32(high)<<16|int32(low)) / perCoord
	}
}

// coord23 passes Q2PRO's coordinate of 2 or 3 bytes: the lowest bit determines which; 15 or 23 signed bits of eighths
// follow.
func coord23(c *coder, v *float32) {
	n := int32(*v * perCoord)
	long := n != n<<17>>17
	int23(c, &n, &long)
	if !c.Reading() {
		return
	}
	if long && n == n<<17>>17 {
		c.Fail("coordinate %d takes more bytes than it needs", n)
	}
	*v = float32(n) / perCoord
}

// coordDelta passes Q2PRO's delta coordinate: with 2 bytes it is relative to the previous value, and bit is set in
// relative; with 3 it is absolute.
func coordDelta(c *coder, v *float32, relative *uint8, bit uint8) {
	n, long := int32(*v*perCoord), *relative&bit == 0
	int23(c, &n, &long)
	if !c.Reading() {
		return
	}
	*v = float32(n) / perCoord
	if !long {
		*relative |= bit
	}
}

// int23 passes 15 bits of n in 2 bytes or, if long, 23 in 3.
func int23(c *coder, n *int32, long *bool) {
	low, high := uint16(*n<<1), int8(*n>>15)
	if *long {
		low |= 1
	}
	c.Uint16(&low)
	if *long = low&1 != 0; *long {
		c.Int8(&high)
		*n = (int32(high)<<16 | int32(low)) >> 1
		return
	}
	*n = int32(int16(low)) >> 1
}

// varint passes a number in groups of 7 bits, lowest first; bit 7 is set if more follow.
func varint[T ~uint64](c *coder, v *T) {
	rest := *v
	if c.Reading() {
		*v = 0
	}
	for shift := 0; ; shift += 7 {
		b := uint8(rest) & 0x7f
		if rest >>= 7; rest != 0 {
			b |= 0x80
		}
		c.Uint8(&b)
		*v |= T(b&0x7f) << shift
		switch {
		case b == 0 && shift > 0, shift == 63 && b > 1:
			c.Fail("number in 7-bit groups is not in its shortest form")
			return
		case b < 0x80:
			return
		}
	}
}

func vec(c *coder, v *[3]float32, one func(*coder, *float32)) {
	one(c, &v[0])
	one(c, &v[1])
	one(c, &v[2])
}

// place passes the position of a sound or effect; short is set if it is coded as in 3434 under a later protocol.
func (c *coder) place(v *[3]float32, short *bool) {
	if c.Reading() {
		*short = c.p.ambiguousGame && c.game3434
	}
	coord := c.p.coord
	if *short && c.p.ambiguousGame {
		coord = protocol3434.coord
	}
	vec(c, v, coord)
}

func vec8(c *coder, v *[3]float32, per float64) {
	fixed8(c, &v[0], per)
	fixed8(c, &v[1], per)
	fixed8(c, &v[2], per)
}

func vec16(c *coder, v *[3]float32, per float64) {
	fixed16(c, &v[0], per)
	fixed16(c, &v[1], per)
	fixed16(c, &v[2], per)
}

// eachByte passes numbers of one byte each: a colour or a blend.
func eachByte(c *coder, list []uint8) {
	for i := range list {
		c.Uint8(&list[i])
	}
}

// counted passes bytes after their number, a byte.
func counted(c *coder, v *[]byte) {
	n := uint8(len(*v))
	c.Uint8(&n)
	c.Bytes(v, int(n))
}

// directions is the number of directions; see [Direction].
const directions = 162

func direction(c *coder, v *uint8) {
	if c.Uint8(v); *v >= directions {
		c.Fail("direction %d of %d", *v, directions)
	}
}

// extended returns v with a zero appended.
func extended[T any](v []T) []T {
	if len(v) == cap(v) {
		var zero T
		return append(v, zero)
	}
	v = v[:len(v)+1]
	clear(v[len(v)-1:])
	return v
}

// resized returns v with n elements of arbitrary value; n comes from a byte.
func resized[T any](v []T, n int) []T {
	if n > cap(v) {
		return make([]T, n)
	}
	return v[:n]
}
