package quake2

import (
	"math"

	"fragscope/formats/wire"
)

// stream moves values between bytes and message fields, in the direction that
// it was made for. Each message says its layout once, as a list of calls, and
// that list serves the decoder and the encoder alike.
type stream struct {
	r       wire.Reader
	w       wire.Writer
	writing bool
}

type integer interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64
}

func u8[T integer](s *stream, v *T) {
	if s.writing {
		s.w.Uint8(uint8(*v))
	} else {
		*v = T(s.r.Uint8())
	}
}

func u16[T integer](s *stream, v *T) {
	if s.writing {
		s.w.Uint16(uint16(*v))
	} else {
		*v = T(s.r.Uint16())
	}
}

func u32[T integer](s *stream, v *T) {
	if s.writing {
		s.w.Uint32(uint32(*v))
	} else {
		*v = T(s.r.Uint32())
	}
}

func f32(s *stream, v *float32) {
	if s.writing {
		s.w.Float32(*v)
	} else {
		*v = s.r.Float32()
	}
}

// chars is a text with a zero byte at its end; the slice aliases the demo.
func chars(s *stream, v *[]byte) {
	if s.writing {
		s.w.Chars(*v)
	} else {
		*v = s.r.Chars()
	}
}

// raw is n bytes; the slice aliases the demo.
func raw(s *stream, v *[]byte, n int) {
	if s.writing {
		s.w.Bytes(*v)
	} else {
		*v = s.r.Bytes(n)
	}
}

// The number of units in one Quake unit or degree. All these products and
// quotients are exact in a float32, so that writing gives back what was read.
const (
	perCoord      = 8               // int16 or 24-bit coordinates
	perAngle8     = 256.0 / 360.0   // int8 angles
	perAngle16    = 65536.0 / 360.0 // int16 angles
	perOffset     = 4               // int8 view and gun offsets and kicks
	perViewOffset = 16              // int16 view offsets of the rerelease
	perKick       = 1024            // int16 kick angles of the rerelease
)

func fixed8(s *stream, v *float32, per float64) {
	if s.writing {
		s.w.Int8(int8(math.Round(float64(*v) * per)))
	} else {
		*v = float32(float64(s.r.Int8()) / per)
	}
}

func fixed16(s *stream, v *float32, per float64) {
	if s.writing {
		s.w.Int16(int16(int32(math.Round(float64(*v) * per))))
	} else {
		*v = float32(float64(s.r.Int16()) / per)
	}
}

func coord16(s *stream, v *float32) {
	if s.writing {
		s.w.Int16(int16(int32(*v * perCoord)))
	} else {
		*v = float32(s.r.Int16()) / perCoord
	}
}

// coord24 is KMQuake2's coordinate: the high byte of a 24-bit number of eighths, then
// its low 16 bits.
func coord24(s *stream, v *float32) {
	if s.writing {
		n := int32(*v * perCoord)
		s.w.Uint8(uint8(n >> 16))
		s.w.Uint16(uint16(n))
		return
	}
	hi := int32(int8(s.r.Uint8()))
	*v = float32(hi<<16|int32(s.r.Uint16())) / perCoord
}

// coordExt is Q2PRO's coordinate of 2 or 3 bytes: the lowest bit tells which; 15 or 23
// signed bits of eighths follow.
func coordExt(s *stream, v *float32) {
	if s.writing {
		n := int32(*v * perCoord)
		writeInt23(s, n, !isInt15(n))
		return
	}
	n, long := readInt23(s)
	if long && isInt15(n) {
		s.fail("coordinate %d takes more bytes than it needs", n)
	}
	*v = float32(n) / perCoord
}

// isInt15 says that n fits into 15 signed bits.
func isInt15(n int32) bool { return n >= -0x4000 && n <= 0x3fff }

// writeInt23 writes 15 bits of n in 2 bytes or, if long, 23 in 3.
func writeInt23(s *stream, n int32, long bool) {
	if !long {
		s.w.Int16(int16(n << 1))
		return
	}
	s.w.Uint16(uint16(n<<1 | 1))
	s.w.Uint8(uint8(n >> 15))
}

// readInt23 reads what writeInt23 writes.
func readInt23(s *stream) (n int32, long bool) {
	lo := s.r.Uint16()
	if lo&1 == 0 {
		return int32(int16(lo)) >> 1, false
	}
	hi := int32(int8(s.r.Uint8()))
	return (hi<<16 | int32(lo)) >> 1, true
}

// coordDelta is Q2PRO's delta coordinate: with 2 bytes the value is to be added to the
// previous one, and *relative is set; with 3 it stands for itself.
func coordDelta(s *stream, v *float32, relative *bool) {
	if s.writing {
		writeInt23(s, int32(*v*perCoord), !*relative)
		return
	}
	n, long := readInt23(s)
	*v, *relative = float32(n)/perCoord, !long
}

// varint is a number in groups of 7 bits, lowest first, bit 7 saying that more follow.
func varint[T ~uint64](s *stream, v *T) {
	if s.writing {
		n := *v
		for n >= 0x80 {
			s.w.Uint8(uint8(n) | 0x80)
			n >>= 7
		}
		s.w.Uint8(uint8(n))
		return
	}
	*v = 0
	for shift := 0; ; shift += 7 {
		b := s.r.Uint8()
		*v |= T(b&0x7f) << shift
		switch {
		case b == 0 && shift > 0, shift == 63 && b > 1:
			s.fail("number in 7-bit groups is not in its shortest form")
			return
		case b < 0x80:
			return
		}
	}
}

func vec(s *stream, v *[3]float32, one func(*stream, *float32)) {
	one(s, &v[0])
	one(s, &v[1])
	one(s, &v[2])
}

func vec8(s *stream, v *[3]float32, per float64) {
	fixed8(s, &v[0], per)
	fixed8(s, &v[1], per)
	fixed8(s, &v[2], per)
}

func vec16(s *stream, v *[3]float32, per float64) {
	fixed16(s, &v[0], per)
	fixed16(s, &v[1], per)
	fixed16(s, &v[2], per)
}

// fail complains about what was read. What is written is the caller's own.
func (s *stream) fail(format string, args ...any) {
	if !s.writing {
		s.r.Fail(format, args...)
	}
}
