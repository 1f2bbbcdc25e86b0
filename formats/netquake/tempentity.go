package netquake

// tempPart is a part of a temporary entity.
type tempPart uint8

const (
	partOrigin    tempPart = iota // three coordinates
	partEnd                       // three coordinates
	partVelocity                  // three coordinates
	partSpeed                     // three int8
	partEntity                    // a short
	partColor                     // three bytes
	partBigColor                  // three coordinates
	partPalette                   // a byte
	partRange                     // a byte
	partCount                     // a byte
	partWideCount                 // a short
	partExtra                     // a coordinate
	partModel                     // a text
)

// tempLayout is the parts, in order.
type tempLayout []tempPart

var (
	tempPoint   = tempLayout{partOrigin}
	tempBeam    = tempLayout{partEntity, partOrigin, partEnd}
	tempColors  = tempLayout{partOrigin, partPalette, partRange}
	tempSpray   = tempLayout{partOrigin, partSpeed, partCount}
	tempPuff    = tempLayout{partOrigin, partVelocity, partCount}
	tempWeather = tempLayout{partOrigin, partEnd, partVelocity, partWideCount, partPalette}
)

var quakeTemps = map[uint8]tempLayout{
	TempSpike: tempPoint, TempSuperSpike: tempPoint, TempGunshot: tempPoint, TempExplosion: tempPoint,
	TempTarExplosion: tempPoint, TempLightning1: tempBeam, TempLightning2: tempBeam, TempWizSpike: tempPoint,
	TempKnightSpike: tempPoint, TempLightning3: tempBeam, TempLavaSplash: tempPoint, TempTeleport: tempPoint,
	TempExplosion2: tempColors,
	TempBeam:       tempBeam,
}

var nehahraTemps = extendTemps(map[uint8]tempLayout{
	15: {partOrigin, partEnd},
	16: {partOrigin, partBigColor},
	17: {partModel, partEntity, partOrigin, partEnd},
	18: {partOrigin, partPalette},
})

var darkPlacesTemps = extendTemps(map[uint8]tempLayout{
	16: {partOrigin, partBigColor},
	17: {partModel, partEntity, partOrigin, partEnd},
	50: tempSpray,                                                                             // blood
	51: tempSpray,                                                                             // spark
	52: {partOrigin, partEnd, partExtra, partWideCount},                                       // shower of blood
	53: {partOrigin, partColor},                                                               // explosion
	54: {partOrigin, partEnd, partVelocity, partWideCount, partPalette, partRange, partExtra}, // cube of particles
	55: tempWeather, 56: tempWeather,                                                          // rain, snow
	57: tempPoint, 58: tempPoint, 59: tempPoint, // shot, spike, super spike of a quad player
	70: tempPoint, 72: tempPoint, // explosion of a quad player, small flash
	73: {partOrigin, partCount, partRange, partColor}, // flash
	74: tempPuff, 75: tempPoint,                       // flames, plasma
	76: {partOrigin, partEnd, partVelocity},   // beam of Nexuiz
	77: tempPuff, 78: tempPoint, 79: tempPuff, // its smoke, explosion, plasma
})

// firstProgramTemp is the first type above DarkPlaces' own; games with their own program count from there.
const firstProgramTemp = 80

// extendTemps returns id's layouts and more.
func extendTemps(more map[uint8]tempLayout) map[uint8]tempLayout {
	for t, l := range quakeTemps {
		more[t] = l
	}
	return more
}

func (m *TempEntity) layout(c *coder) {
	t := m.Type
	c.Uint8(&t)
	if c.Reading() {
		*m = TempEntity{Type: t}
	}
	layout, known := c.p.temps[t]
	if !known && c.p.ids&anyDarkPlaces != 0 && t >= firstProgramTemp {
		c.rest(&m.Data)
		return
	}
	if !known {
		c.Fail("temporary entity of type %d: %w", t, ErrUnknown)
		return
	}
	for _, part := range layout {
		m.part(c, part)
	}
}

func (m *TempEntity) part(c *coder, part tempPart) {
	switch part {
	case partOrigin:
		c.coords(&m.Origin)
	case partEnd:
		c.coords(&m.End)
	case partVelocity:
		c.coords(&m.Velocity)
	case partSpeed:
		for i := range m.Velocity {
			c.Speed(1, &m.Velocity[i])
		}
	case partEntity:
		c.entity(&m.Entity)
	case partColor:
		for i := range m.Color {
			b := uint8(m.Color[i])
			c.Uint8(&b)
			m.Color[i] = float32(b)
		}
	case partBigColor:
		c.coords(&m.Color)
	case partPalette:
		c.Uint8(&m.Palette)
	case partRange:
		c.Uint8(&m.Range)
	case partCount:
		c.Low8(&m.Count)
	case partWideCount:
		c.Uint16(&m.Count)
	case partExtra:
		c.Coord(c.p.coord, &m.Extra)
	case partModel:
		c.Chars(&m.Model)
	}
}
