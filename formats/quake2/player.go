package quake2

// PlayerFields is a set of fields of a [PlayerDelta]. Stats have a separate mask.
type PlayerFields uint32

// The bits of [PlayerFields].
const (
	PlayerType PlayerFields = 1 << iota
	PlayerOriginX
	PlayerOriginY
	PlayerOriginZ
	PlayerVelocityX
	PlayerVelocityY
	PlayerVelocityZ
	PlayerTime
	PlayerFlags
	PlayerGravity
	PlayerDeltaAngles
	PlayerViewOffset
	PlayerViewHeight
	PlayerViewPitch
	PlayerViewYaw
	PlayerViewRoll
	PlayerKick
	PlayerGun
	PlayerGunFrame
	PlayerGunOffset
	PlayerGunAngles
	PlayerGunRate
	PlayerBlend
	PlayerDamageBlend
	PlayerFog
	PlayerFOV
	PlayerRefFlags
	PlayerTeam
	PlayerSlot

	playerOrigin     = PlayerOriginX | PlayerOriginY | PlayerOriginZ
	playerVelocity   = PlayerVelocityX | PlayerVelocityY | PlayerVelocityZ
	playerViewAngles = PlayerViewPitch | PlayerViewYaw | PlayerViewRoll
)

// MaxStats is the number of stats in a [PlayerState]. It is large enough for the named stats of all protocols.
const MaxStats = 64

// PlayerState is the complete state of a player whose view a frame contains.
type PlayerState struct {
	Type Move
	// Origin is in Quake units, Velocity in units per second.
	Origin, Velocity [3]float32
	// Flags holds the MoveFlag bits, and additional bits in the rerelease.
	Flags MoveFlags
	// Time is the time for which Flags remain in effect, in units of 8 ms, or of 1 ms in the rerelease.
	Time uint16
	// Gravity is in units per second squared.
	Gravity int16
	// DeltaAngles, in degrees, are added to the client's own angles to obtain the view angles.
	DeltaAngles [3]float32
	// ViewOffset is the position of the eyes relative to Origin, in Quake units.
	ViewOffset [3]float32
	// ViewHeight is the view height in Quake units. It exists only in the rerelease.
	ViewHeight int8
	// ViewAngles are pitch (positive is down), yaw and roll in degrees.
	ViewAngles [3]float32
	// Kick is the amount that weapons and pain add to the view angles, in degrees.
	Kick [3]float32
	// Gun is the index of the view weapon's model (configstring Config.Models + Gun), or 0 if there is none.
	Gun                  uint16
	GunSkin              uint8
	GunFrame             uint16
	GunOffset, GunAngles [3]float32
	// GunRate is the rate of the gun's animation in frames per second; 0 means 10.
	GunRate uint8
	// Blend and DamageBlend are colours blended over the screen and over its edges: red, green, blue and alpha in
	// 255ths.
	Blend, DamageBlend [4]uint8
	// FOV is the horizontal field of view in degrees.
	FOV uint8
	// RefFlags is a set of bits: 0 under water, 1 no world, 2 infrared goggles, 3 ultraviolet goggles.
	RefFlags uint8
	// Team is the number of the team in the rerelease, or 0 if there is none.
	Team uint8
	// Stats are the values shown in the status bar; see the Stat constants.
	Stats [MaxStats]int16
}

// PlayerDelta holds a change to a player's state, as transmitted.
type PlayerDelta struct {
	// PlayerState holds the values of the fields that are in Fields, and the stats in StatMask; all other fields are zero.
	PlayerState
	Fields   PlayerFields `text:"-"`
	StatMask StatMask
	// Mask is the bit mask as transmitted, whose meaning depends on the protocol.
	Mask uint32
	// Number is the player's slot in a .mvd2.
	Number uint8
	// View is the slot of the player being watched. It is sent when it changes, and only in Q2REPRO's protocol.
	View int16
	// Remove is set if the player has left the game. It is set only in a .mvd2.
	Remove bool
	// Areas has a bit for each visible area of the map. It is sent only in the rerelease, in which each player on a split
	// screen has his own areas.
	Areas []byte `text:"hex"`
	// Fog holds the changes to the player's fog. It exists only in Q2PRO's protocol 3436.
	Fog PlayerFogDelta

	// Relative has bits 0-2 set for components of the origin, and bits 3-5 for those of the velocity, that are relative
	// to their last values.
	Relative uint8
	// NoHeight is set if the view offset does not include a view height (protocol 2022).
	NoHeight bool
	// GunBits has a bit for each part of the rerelease's gun that is sent, BlendBits one for each part of Q2PRO's
	// blends.
	GunBits, BlendBits uint8
	// Extras holds KMQuake2's additional fields, by mask bit, and the stats beyond MaxStats.
	Extras *[256]int16

	// namesView is set in protocols that may send View.
	namesView bool
}

// extra returns one of KMQuake2's additional fields: that of a mask bit, or a stat beyond MaxStats.
func (d *PlayerDelta) extra(i int) *int16 {
	if d.Extras == nil {
		d.Extras = new([256]int16)
	}
	return &d.Extras[i]
}

// PlayerFogDelta holds a change to a player's fog, as transmitted by Q2PRO.
type PlayerFogDelta struct {
	Bits                   uint8
	Color                  [3]uint8
	Density, SkyFactor     uint16 // in 65535ths
	HeightDensity, Falloff uint16 // in 65535ths
	StartColor, EndColor   [3]uint8
	StartDist, EndDist     float32
}

// Apply applies d to s, which must be the player's state in the reference frame.
func (d *PlayerDelta) Apply(s *PlayerState) {
	f := d.Fields
	for i := range 3 {
		d.applyAxis(s, i)
	}
	set(f, PlayerType, &s.Type, d.Type)
	set(f, PlayerTime, &s.Time, d.Time)
	set(f, PlayerFlags, &s.Flags, d.Flags)
	set(f, PlayerGravity, &s.Gravity, d.Gravity)
	set(f, PlayerDeltaAngles, &s.DeltaAngles, d.DeltaAngles)
	set(f, PlayerViewOffset, &s.ViewOffset, d.ViewOffset)
	set(f, PlayerViewHeight, &s.ViewHeight, d.ViewHeight)
	set(f, PlayerKick, &s.Kick, d.Kick)
	if f&PlayerGun != 0 {
		s.Gun, s.GunSkin = d.Gun, d.GunSkin
	}
	set(f, PlayerGunFrame, &s.GunFrame, d.GunFrame)
	set(f, PlayerGunRate, &s.GunRate, d.GunRate)
	set(f, PlayerFOV, &s.FOV, d.FOV)
	set(f, PlayerRefFlags, &s.RefFlags, d.RefFlags)
	set(f, PlayerTeam, &s.Team, d.Team)
	d.applyBlends(s)
	if d.StatMask == 0 {
		return
	}
	for i := range s.Stats {
		if d.StatMask&(1<<i) != 0 {
			s.Stats[i] = d.Stats[i]
		}
	}
}

func (d *PlayerDelta) applyAxis(s *PlayerState, i int) {
	f := d.Fields
	if f&(PlayerOriginX<<i) != 0 {
		move(&s.Origin[i], d.Origin[i], d.Relative&(1<<i) != 0)
	}
	if f&(PlayerVelocityX<<i) != 0 {
		move(&s.Velocity[i], d.Velocity[i], d.Relative&(relativeVelocity<<i) != 0)
	}
	set(f, PlayerViewPitch<<i, &s.ViewAngles[i], d.ViewAngles[i])
	if f&PlayerGunOffset != 0 && (d.GunBits == 0 || d.GunBits&(gunOffsetX<<i) != 0) {
		s.GunOffset[i] = d.GunOffset[i]
	}
	if f&PlayerGunAngles != 0 && (d.GunBits == 0 || d.GunBits&(gunPitch<<i) != 0) {
		s.GunAngles[i] = d.GunAngles[i]
	}
}

func (d *PlayerDelta) applyBlends(s *PlayerState) {
	for i := range s.Blend {
		if d.Fields&PlayerBlend != 0 && (d.BlendBits == 0 || d.BlendBits&(1<<i) != 0) {
			s.Blend[i] = d.Blend[i]
		}
		if d.Fields&PlayerDamageBlend != 0 && (d.BlendBits == 0 || d.BlendBits&(16<<i) != 0) {
			s.DamageBlend[i] = d.DamageBlend[i]
		}
	}
}

// In a player's mask, moreBits announces bits beyond the first 16. In a .mvd2, removed marks a player who has left.
const (
	moreBits       = 1 << 15
	removed        = 1 << 15
	removedWithFog = 1 << 16
)

// In the rerelease, gunOffsetX and gunPitch are the first bits for the gun's offset and for its angles, and gunRate is
// the bit for its rate.
const (
	gunOffsetX = 1 << 0
	gunPitch   = 1 << 3
	gunRate    = 1 << 6
)

// playerField is one step of passing a player: if the mask has any of the bits, or mask is 0, code passes the value and
// the delta has the fields.
type playerField struct {
	mask   uint32
	fields PlayerFields
	code   func(*coder, *PlayerDelta)
}

// layout passes a playerinfo. If each player in a frame has their own areas, these come first, followed by the number
// of the message.
func (d *PlayerDelta) layout(c *coder) {
	if c.Reading() {
		*d = PlayerDelta{namesView: c.p.namedViews}
	}
	if !c.p.playerAreas {
		c.player(d)
		return
	}
	counted(c, &d.Areas)
	id := c.p.number(playerInfoRow)
	c.Uint8(&id)
	if c.p.row(id) != playerInfoRow {
		c.Fail("message %d in a frame where a player belongs", id)
		return
	}
	if c.Reading() && c.p.ambiguousHeight {
		c.resolveHeight(d)
	} else {
		c.player(d)
	}
}

// resolveHeight reads a player whose view offset may lack the view height. According to the description of protocol
// 2022 it does; according to programs that read its demos it does not. The data that follows decides: it must be
// another player's areas or the entities.
func (c *coder) resolveHeight(d *PlayerDelta) {
	start, areas := c.Stream, d.Areas
	for range 2 {
		*d = PlayerDelta{Areas: areas, NoHeight: c.noHeight}
		c.Stream = start
		c.player(d)
		if d.Fields&PlayerViewOffset == 0 || c.Err() == nil && c.playerFollowed() {
			return
		}
		c.noHeight = !c.noHeight
	}
	c.Stream = start
	*d = PlayerDelta{Areas: areas, NoHeight: c.noHeight}
	c.player(d)
}

func (c *coder) playerFollowed() bool {
	return c.follows(packetEntitiesRow, 0, false) || c.players > 1 && c.follows(playerInfoRow, 0, true)
}

// player passes a mask and the fields that it announces.
func (c *coder) player(d *PlayerDelta) {
	c.p.playerMask(c, d)
	table, mask := c.p.player, d.Mask
	for i := range table {
		f := &table[i]
		if f.mask == 0 || mask&f.mask != 0 {
			f.code(c, d)
			d.Fields |= f.fields
		}
	}
}

// mvdPlayer passes one player of a .mvd2 frame; the slot nobody ends the list.
func (c *coder) mvdPlayer(d *PlayerDelta) {
	if c.Uint8(&d.Number); d.Number == nobody {
		return
	}
	c.player(d)
	d.Remove = d.Mask&c.p.removed != 0
}
