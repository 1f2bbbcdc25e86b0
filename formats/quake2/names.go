package quake2

// SolidCoding is how a box is packed into [EntityState].Solid.
type SolidCoding uint8

// The values of [SolidCoding].
const (
	// SolidClassic has 5 bits of width, 5 of depth and 6 of height, in eighths of 8 units.
	SolidClassic SolidCoding = iota
	// SolidPacked is Q2PRO's with 8, 8 and 16 bits in units.
	SolidPacked
	// SolidBox is that of the rerelease and of Q2PRO's 3435: 8 bits each for x, y, down and up.
	SolidBox
)

// SolidBrush is the value of Solid that means a part of the map, of its own shape.
const SolidBrush = 31

// Box gives the corners of a packed box relative to the origin, in Quake units; false for
// entities that are not solid or are part of the map.
func (c SolidCoding) Box(solid uint32) (mins, maxs [3]float32, ok bool) {
	if solid == 0 || solid == SolidBrush {
		return mins, maxs, false
	}
	var x, y, down, up int
	switch c {
	case SolidPacked:
		x = int(solid & 0xff)
		y, down, up = x, int(solid>>8&0xff), int(solid>>16)-32768
	case SolidBox:
		x, y = int(solid&0xff), int(solid>>8&0xff)
		down, up = int(solid>>16&0xff), int(solid>>24)-32
	default:
		x = 8 * int(solid&31)
		y, down, up = x, 8*int(solid>>5&31), 8*int(solid>>10&63)-32
	}
	mins = [3]float32{float32(-x), float32(-y), float32(-down)}
	maxs = [3]float32{float32(x), float32(y), float32(up)}
	return mins, maxs, true
}

// RenderBeam in [EntityState].RenderFX says that the entity is a line from Origin to OldOrigin.
const RenderBeam = 1 << 7

// The values of [PlayerState].Type up to the rerelease. Only MoveNormal is the same everywhere;
// see [MoveTypes].
const (
	MoveNormal    = 0
	MoveSpectator = 1
	MoveDead      = 2
	MoveGib       = 3
	MoveFreeze    = 4
)
