package netquake

// Bits of ClientData.Mask that announce fields.
const (
	clientViewHeight  = 1 << 0
	clientIdealPitch  = 1 << 1
	clientPunch       = 1 << 2 // and the next two
	clientVelocity    = 1 << 5 // and the next two
	clientWeaponFrame = 1 << 12
	clientArmor       = 1 << 13
	clientWeaponModel = 1 << 14
	clientExtend1     = 1 << 15
	clientExtend2     = 1 << 23

	darkPlacesPunchVector = 1 << 16 // and the next two
	darkPlacesViewZoom    = 1 << 19

	fitzWeaponModel = 1 << 16
	fitzArmor       = 1 << 17
	fitzAmmo        = 1 << 18 // and shells, nails, rockets, cells
	fitzWeaponFrame = 1 << 24
	fitzWeaponAlpha = 1 << 25
)

// defaultViewHeight is the height of the eyes above the origin, in units, unless the server sends another.
const defaultViewHeight = 22

func (m *ClientData) layout(c *coder) {
	l := &c.p.client
	mask := uint16(m.Mask)
	c.Uint16(&mask)
	if c.Reading() {
		*m = ClientData{Mask: uint32(mask), ViewHeight: defaultViewHeight, ViewZoom: 255}
		m.HasStats = l.stats != noStats
	}
	if m.Mask&clientExtend1 != 0 {
		c.ask(askMask)
	}
	c.Mask8(&m.Mask, clientExtend1, 16)
	c.Mask8(&m.Mask, clientExtend2, 24)
	m.motion(c, l)
	if m.Mask&ClientItems == 0 {
		c.ask(askItems)
	}
	m.HasItems = l.itemsAlways || m.Mask&ClientItems != 0
	if m.HasItems {
		c.Uint32(&m.Items)
	}
	if m.HasStats {
		m.status(c, l)
	}
	if l.fitz {
		m.highBytes(c)
	}
	if m.Mask&darkPlacesViewZoom != 0 && l.viewZoom > 0 {
		c.Number(&m.ViewZoom, l.viewZoom == 2)
	}
}

// motion passes the fields that move the view.
func (m *ClientData) motion(c *coder, l *clientLayout) {
	if m.Mask&clientViewHeight != 0 {
		c.Int8(&m.ViewHeight)
	}
	if m.Mask&clientIdealPitch != 0 {
		c.Int8(&m.IdealPitch)
	}
	for i := range 3 {
		if m.Mask&(clientPunch<<i) != 0 {
			c.Angle(l.punch, &m.Punch[i])
		}
		if m.Mask&(darkPlacesPunchVector<<i) != 0 && l.viewZoom > 0 {
			c.Coord(l.punchVector, &m.PunchVector[i])
		}
		switch {
		case m.Mask&(clientVelocity<<i) == 0:
		case l.floatSpeed:
			c.Float32(&m.Velocity[i])
		default:
			c.Speed(16, &m.Velocity[i])
		}
	}
}

// status passes the status bar.
func (m *ClientData) status(c *coder, l *clientLayout) {
	wide := l.stats == shortStats
	if m.Mask&clientWeaponFrame != 0 {
		m.stat(c, &m.WeaponFrame, wide)
	}
	if m.Mask&clientArmor != 0 {
		m.stat(c, &m.Armor, wide)
	}
	if m.Mask&clientWeaponModel != 0 {
		m.stat(c, &m.WeaponModel, wide || c.p.wideModels)
	}
	c.Int16(&m.Health)
	for _, v := range [...]*uint16{&m.Ammo, &m.Shells, &m.Nails, &m.Rockets, &m.Cells, &m.Weapon} {
		m.stat(c, v, wide)
	}
}

// stat reads or writes a number, or only its low byte if highBytes may follow.
func (m *ClientData) stat(c *coder, v *uint16, wide bool) {
	if wide {
		c.Uint16(v)
	} else {
		c.Low8(v)
	}
}

// highBytes passes the high bytes that FitzQuake appends.
func (m *ClientData) highBytes(c *coder) {
	if m.Mask < fitzWeaponModel {
		return
	}
	high := func(bit uint32, v *uint16) {
		if m.Mask&bit != 0 {
			c.High8(v)
		}
	}
	high(fitzWeaponModel, &m.WeaponModel)
	high(fitzArmor, &m.Armor)
	for i, v := range [...]*uint16{&m.Ammo, &m.Shells, &m.Nails, &m.Rockets, &m.Cells} {
		high(fitzAmmo<<i, v)
	}
	high(fitzWeaponFrame, &m.WeaponFrame)
	if m.Mask&fitzWeaponAlpha != 0 {
		c.Uint8(&m.WeaponAlpha)
	}
}
