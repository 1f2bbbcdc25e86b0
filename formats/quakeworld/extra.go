package quakeworld

// piece is a part of an [Extra] message: a number of bytes, or one of the kinds below.
type piece int8

const (
	pieceCoords piece = -1 - iota // three coordinates
	pieceText                     // bytes up to a zero
	pieceSized                    // a short and as many bytes (15 bits of it)
	pieceList                     // a byte and as many bytes
	pieceRest                     // the rest of the block
	pieceWords                    // a byte, and a short for each of its low 3 bits
	pieceColor                    // flags of a light's colour and the fields that they announce
	pieceSound                    // a byte with the width of the sound in what follows
	pieceNumber                   // number of an entity
	pieceEntity                   // numbers of entities, each with a short and as many bytes
)

// extras are the messages kept as bytes. Their sizes are from the sources of FTE and ezQuake.
var extras = map[uint8][]piece{
	5:  {pieceNumber},                              // point of view
	18: {pieceCoords, 5},                           // particles
	25: {pieceList},                                // split screen
	57: {1, pieceColor, pieceText},                 // light style with a colour
	63: {pieceCoords, 28},                          // particles
	64: {pieceCoords, 7},                           // particles
	65: {pieceCoords, 5},                           // particles
	68: {1},                                        // which of the split screens the next message is for
	69: {1, pieceText, pieceText, 4},               // show image
	70: {pieceText},                                // hide image
	71: {1, pieceText, 4},                          // move image
	72: {pieceText, pieceText},                     // change image
	74: {pieceCoords, 4},                           // sprite
	75: {pieceCoords, 6},                           // sprite
	76: {pieceRest},                                // entities of the client's program
	77: {2, pieceText},                             // another model or sound
	78: {1, pieceText},                             // stat as a string
	79: {5},                                        // stat as a float
	80: {pieceNumber, 2, pieceCoords, pieceCoords}, // particles
	81: {2, pieceCoords, pieceCoords, 2},
	82: {2, pieceCoords},
	83: {34},                          // voice of Qizmo
	84: {3, pieceSized},               // voice of FTE
	85: {6},                           // turn the view
	88: {pieceList},                   // split screen
	89: {1, pieceText, 4, pieceSized}, // part of an info
	90: {pieceSized},                  // packet of the client's program
	91: {pieceSized},                  // temporary entity with its size
	92: {pieceEntity},                 // entities of the client's program with their sizes
	93: {pieceWords},                  // turn the view
	94: {pieceSound},                  // ambient sound
}

func (m *Extra) layout(c *coder) {
	c.ident(&m.ID)
	if !c.Reading() {
		c.Bytes(&m.Data, len(m.Data))
		return
	}
	ahead := *c
	for _, p := range extras[m.ID] {
		ahead.skip(p)
	}
	if err := ahead.Err(); err != nil {
		c.Fail("message %d: %w", m.ID, err)
		return
	}
	c.Bytes(&m.Data, ahead.Pos()-c.Pos())
}

func (c *coder) skip(p piece) {
	switch p {
	case pieceCoords:
		var v Vec3
		c.coords(&v)
	case pieceText:
		var text []byte
		c.Chars(&text)
	case pieceSized:
		c.discard(int(c.word() & 0x7fff))
	case pieceList:
		c.discard(int(c.byte()))
	case pieceRest:
		c.discard(c.Len())
	case pieceWords:
		flags := c.byte()
		c.discard(2 * int(flags&1+flags>>1&1+flags>>2&1))
	case pieceColor:
		c.skipColor()
	case pieceSound:
		wide := int(c.byte() & 1)
		c.skip(pieceCoords)
		c.discard(3 + wide)
	case pieceNumber:
		var number uint16
		c.entity(&number)
	case pieceEntity:
		for entity := c.word(); entity != 0 && c.Err() == nil; entity = c.word() {
			if entity&0x8000 == 0 {
				c.discard(int(c.word()))
			}
		}
	default:
		c.discard(int(p))
	}
}

func (c *coder) skipColor() {
	flags := c.byte()
	if flags&0x40 != 0 {
		c.discard(1)
	}
	if flags&0x80 != 0 {
		c.discard(2 * int(flags&1+flags>>1&1+flags>>2&1))
	}
}

func (c *coder) discard(n int) {
	var b []byte
	c.Bytes(&b, n)
}

func (c *coder) byte() (v uint8) { c.Uint8(&v); return v }

func (c *coder) word() (v uint16) { c.Uint16(&v); return v }

// Projectiles (MVDSV messages 100 and 101) lists rockets and grenades. The server sends each projectile only once. From
// then on, the client computes its path.
type Projectiles struct {
	ID      uint8
	Frame   uint32
	Changes []Projectile
}

// Bits of [Projectile.Flags].
const (
	ProjectileMove   = EntityOriginX
	ProjectileAngles = EntityPitch
	ProjectileModel  = EntityModel
	ProjectileTime   = EntityOriginZ
)

// Projectile adds a projectile. If Removed is set, it removes the projectile instead.
type Projectile struct {
	Entity   uint16 `text:"always"`
	Removed  bool
	Flags    uint16
	Origin   Vec3
	Velocity Vec3
	Angles   Vec3
	Model    uint16
	Owner    uint16
	// Age is the time for which the projectile has been flying, in 255ths of a second.
	Age uint8
}

func (m *Projectiles) layout(c *coder) {
	c.ident(&m.ID)
	c.Uint32(&m.Frame)
	if !c.Reading() {
		for i := range m.Changes {
			m.Changes[i].layout(c)
		}
		c.Uint16(new(uint16))
		return
	}
	m.Changes = m.Changes[:0]
	for c.Err() == nil {
		if c.end16() {
			return
		}
		m.Changes = append(m.Changes, Projectile{})
		m.Changes[len(m.Changes)-1].layout(c)
	}
}

func (p *Projectile) layout(c *coder) {
	word := p.Entity & 0x7fff
	if p.Removed {
		word |= 0x8000
	}
	c.Uint16(&word)
	p.Entity, p.Removed = word&0x7fff, word&0x8000 != 0
	if p.Removed {
		return
	}
	c.Uint16(&p.Flags)
	if p.Flags&ProjectileMove != 0 {
		for _, v := range [...]*Vec3{&p.Origin, &p.Velocity} {
			for i := range v {
				c.Float32(&v[i])
			}
		}
	}
	if p.Flags&ProjectileAngles != 0 {
		c.angles(&p.Angles)
	}
	if p.Flags&ProjectileModel != 0 {
		c.Uint16(&p.Model)
		c.Uint16(&p.Owner)
	}
	if p.Flags&ProjectileTime != 0 {
		c.Uint8(&p.Age)
	}
}
