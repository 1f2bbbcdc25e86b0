package wire

import (
	"math"
	"slices"
	"time"
)

// Seconds returns s seconds as a duration in whole milliseconds. If |s| is a million or more, Seconds returns 0.
func Seconds(s float32) time.Duration {
	if !(s > -1e6 && s < 1e6) {
		return 0
	}
	return time.Duration(float64(s)*1000+0.5) * time.Millisecond
}

// Coord identifies one of the coordinate encodings used by Quake engines.
type Coord uint8

const (
	Coord16    Coord = iota // int16 / 8
	Coord24                 // int16 and a byte of 1/255
	Coord32                 // int32 / 16; exact up to 2^20 units, rounded beyond
	CoordFloat              // float32
	CoordWhole              // int16
)

// farthest is the largest distance of a coordinate from the origin, in units. Where the coding does not limit it, it is
// that of the compilers' largest world (q3map2 q3map2.h, MAX_WORLD_COORD). An int16 of eighths ends at 4096.
var farthest = [...]float32{Coord16: 4096, Coord24: 1 << 15, Coord32: 1 << 16, CoordFloat: 1 << 16, CoordWhole: 1 << 15}

// Reach returns the greatest distance from the origin that a coordinate in encoding k can express, in units.
func (k Coord) Reach() float32 { return farthest[k] }

// Angle identifies one of the angle encodings used by Quake engines. Decoded angles are in degrees.
type Angle uint8

const (
	Angle8     Angle = iota // int8 * 360/256
	Angle16                 // int16 * 360/65536
	AngleFloat              // float32
	AngleUnit               // int8 * 1
)

// Coord reads or writes a coordinate. When writing, it rounds the coordinate to the nearest value that the encoding can
// express.
func (s *Stream) Coord(kind Coord, v *float32) {
	switch {
	case kind == Coord16 && s.reading:
		*v = float32(s.r.Int16()) / 8
	case kind == Coord16:
		s.w.Int16(int16(math.Round(float64(*v) * 8)))
	case kind == CoordFloat:
		s.Float32(v)
	case kind == CoordWhole && s.reading:
		*v = float32(s.r.Int16())
	case kind == CoordWhole:
		s.w.Int16(int16(math.Round(float64(*v))))
	case kind == Coord32 && s.reading:
		*v = float32(s.r.Int32()) / 16
	case kind == Coord32:
		s.w.Int32(int32(math.Round(float64(*v) * 16)))
	case s.reading:
		*v = readCoord24(&s.r)
	default:
		writeCoord24(&s.w, *v)
	}
}

// Coords reads or writes three coordinates.
func (s *Stream) Coords(kind Coord, v *[3]float32) {
	for i := range v {
		s.Coord(kind, &v[i])
	}
}

// readCoord24 reads whole units and 255ths. It returns 255/255 as the number just below the next whole unit, so that it
// can be written back.
func readCoord24(r *Reader) float32 {
	whole := float32(r.Int16())
	part := r.Uint8()
	if part == 255 {
		return math.Nextafter32(whole+1, whole)
	}
	return whole + float32(part)/255
}

func writeCoord24(w *Writer, v float32) {
	whole := math.Floor(float64(v))
	w.Int16(int16(whole))
	w.Uint8(uint8(math.Round((float64(v) - whole) * 255)))
}

// Angle reads or writes an angle.
func (s *Stream) Angle(kind Angle, v *float32) {
	switch {
	case kind == AngleFloat:
		s.Float32(v)
	case kind == Angle8 && s.reading:
		*v = float32(s.r.Int8()) * (360. / 256)
	case kind == Angle8:
		s.w.Int8(int8(math.Round(float64(*v) * (256. / 360))))
	case kind == Angle16 && s.reading:
		*v = float32(s.r.Int16()) * (360. / 65536)
	case kind == Angle16:
		s.w.Int16(int16(math.Round(float64(*v) * (65536. / 360))))
	case s.reading:
		*v = float32(s.r.Int8())
	default:
		s.w.Int8(int8(math.Round(float64(*v))))
	}
}

// Angles reads or writes three angles.
func (s *Stream) Angles(kind Angle, v *[3]float32) {
	for i := range v {
		s.Angle(kind, &v[i])
	}
}

// Speed reads or writes a speed. The speed is divided by units and sent as an int8.
func (s *Stream) Speed(units float32, v *float32) {
	if s.reading {
		*v = float32(s.r.Int8()) * units
	} else {
		s.w.Int8(int8(math.Round(float64(*v / units))))
	}
}

// Mask8 reads or writes eight bits of mask as a byte. bit is the number of the lowest of these bits. announced is the
// flag in mask that indicates that the byte is present. If the flag is not set, Mask8 does nothing.
func (s *Stream) Mask8(mask *uint32, announced uint32, bit int) {
	if *mask&announced == 0 {
		return
	}
	b := uint8(*mask >> bit)
	s.Uint8(&b)
	if s.reading {
		*mask |= uint32(b) << bit
	}
}

// Names reads or writes a list of strings. The list ends with an empty string.
func (s *Stream) Names(list *[][]byte) {
	if !s.reading {
		for i := range *list {
			s.w.Chars((*list)[i])
		}
		s.w.Uint8(0)
		return
	}
	*list = (*list)[:0]
	for name := s.r.Chars(); len(name) > 0; name = s.r.Chars() {
		*list = append(*list, name)
	}
}

// Channel reads or writes a sound's entity (13 bits) and channel (3 bits) as a short.
func (s *Stream) Channel(entity *uint16, channel *uint8) {
	v := *entity<<3 | uint16(*channel&7)
	s.Uint16(&v)
	*entity, *channel = v>>3, uint8(v&7)
}

// Place reads or writes a position and angles in the order x, pitch, y, yaw, z, roll. Quake uses this order for
// baselines and intermission spots.
func (s *Stream) Place(coord Coord, angle Angle, origin, angles *[3]float32) {
	for i := range 3 {
		s.Coord(coord, &origin[i])
		s.Angle(angle, &angles[i])
	}
}

// Number reads or writes a number as one byte, or as two bytes if wide is set. When reading one byte, it sets the high
// byte of v to 0.
func (s *Stream) Number(v *uint16, wide bool) {
	if wide {
		s.Uint16(v)
		return
	}
	if s.reading {
		*v = 0
	}
	s.Low8(v)
}

// ByteOfInt reads or writes the low byte of a 32-bit number. When reading, it sets the other bytes to 0.
func (s *Stream) ByteOfInt(v *int32) {
	b := uint8(*v)
	s.Uint8(&b)
	*v = int32(b)
}

// Extension describes a protocol extension made by an engine such as FTE or ezQuake. It holds the extension's magic
// number, which is sent before a level's protocol number, and its flags.
type Extension struct{ Magic, Flags uint32 }

// maxExtensions bounds the pairs ahead of a protocol number.
const maxExtensions = 8

// Extensions reads or writes a list of extensions. When reading, the list ends before the first number that is not one
// of the given magic numbers.
func (s *Stream) Extensions(list *[]Extension, magics ...uint32) {
	if !s.reading {
		for _, e := range *list {
			s.w.Uint32(e.Magic)
			s.w.Uint32(e.Flags)
		}
		return
	}
	*list = (*list)[:0]
	for len(*list) < maxExtensions {
		ahead := s.r
		e := Extension{ahead.Uint32(), ahead.Uint32()}
		if ahead.Err() != nil || !slices.Contains(magics, e.Magic) {
			return
		}
		s.r = ahead
		*list = append(*list, e)
	}
}

// FlagsOf returns the flags of the extension in list with the given magic number, or 0 if there is none.
func FlagsOf(list []Extension, magic uint32) uint32 {
	for _, e := range list {
		if e.Magic == magic {
			return e.Flags
		}
	}
	return 0
}

// varintBits is the number of bits that each byte of [Stream.Varint] holds.
const varintBits = 7

// Varint reads or writes a number in groups of 7 bits, one per byte, starting with the lowest. The top bit of each byte
// except the last is set. When reading, a number that uses more bytes than necessary or exceeds 32 bits is an error.
func (s *Stream) Varint(v *uint32) {
	const more = 1 << varintBits
	if !s.reading {
		n := *v
		for ; n >= more; n >>= varintBits {
			s.w.Uint8(uint8(n) | more)
		}
		s.w.Uint8(uint8(n))
		return
	}
	n, shift := uint64(0), 0
	for {
		b := s.r.Uint8()
		n |= uint64(b&^more) << shift
		if shift += varintBits; b&more != 0 && shift < 35 && s.r.Err() == nil {
			continue
		}
		if b&more != 0 || b == 0 && shift > varintBits || n > 0xffffffff {
			s.Fail("a number is longer than it can be")
			n = 0
		}
		break
	}
	*v = uint32(n)
}
