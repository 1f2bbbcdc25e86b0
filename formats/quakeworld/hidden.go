package quakeworld

// Hidden is a record in a .mvd block that is addressed to no player. Servers (MVDSV, KTX) store data for tools in such
// records.
type Hidden struct {
	// Type is the record's type, one of the Hidden constants.
	Type uint16 `text:"always"`
	// Range is the number of 0xffff marks before the type. It is 0 in all known records.
	Range uint8
	// Bare is set if the record has no length field, as is the case for MVDSV's paused durations, each of which has a
	// block of its own.
	Bare bool
	Data []byte `text:"hex"`
}

// bareSize is the size of a block with a bare record: a type and a byte.
const bareSize = 3

// Types of [Hidden].
const (
	HiddenAntilag           = 0x0000
	HiddenUserCommand       = 0x0001
	HiddenWeapons           = 0x0002
	HiddenDemoInfo          = 0x0003
	HiddenCommentaryTrack   = 0x0004
	HiddenCommentaryData    = 0x0005
	HiddenCommentaryText    = 0x0006
	HiddenDamageDone        = 0x0007
	HiddenWeaponsServer     = 0x0008
	HiddenWeaponInstruction = 0x0009
	HiddenPausedDuration    = 0x000a
	HiddenStartTimestamp    = 0x000b
	hiddenExtended          = 0xffff
)

func (m *Hidden) layout(c *coder) {
	if c.Reading() {
		*m = Hidden{Bare: c.Pos() == 0 && c.Len() == bareSize}
	}
	if m.Bare {
		c.Uint16(&m.Type)
		c.Bytes(&m.Data, bareSize-2)
		return
	}
	n := int32(len(m.Data))
	c.Int32(&n)
	if c.Reading() {
		for c.Uint16(&m.Type); m.Type == hiddenExtended && c.Err() == nil; c.Uint16(&m.Type) {
			m.Range++
		}
	} else {
		mark := uint16(hiddenExtended)
		for range m.Range {
			c.Uint16(&mark)
		}
		c.Uint16(&m.Type)
	}
	c.Bytes(&m.Data, int(n))
}

// read makes c read the record's data; it returns false if the record is of another type.
func (m *Hidden) read(c *coder, types ...uint16) bool {
	c.Read(m.Data, 0)
	for _, t := range types {
		if m.Type == t && m.Range == 0 {
			return true
		}
	}
	return false
}

// HiddenCommand contains a player's input. Dropped is greater than 0 if the command is a repetition of a lost command.
type HiddenCommand struct {
	Player, Dropped, Msec uint8
	Angles                Vec3
	Forward, Side, Up     int16
	Buttons, Impulse      uint8
}

// UserCommand returns the content of a HiddenUserCommand record.
func (m *Hidden) UserCommand() (u HiddenCommand, ok bool) {
	var c coder
	if !m.read(&c, HiddenUserCommand) {
		return u, false
	}
	c.Uint8(&u.Player)
	c.Uint8(&u.Dropped)
	c.Uint8(&u.Msec)
	for i := range u.Angles {
		c.Float32(&u.Angles[i])
	}
	c.Int16(&u.Forward)
	c.Int16(&u.Side)
	c.Int16(&u.Up)
	c.Uint8(&u.Buttons)
	c.Uint8(&u.Impulse)
	return u, c.Err() == nil
}

// WeaponChoice describes how a weapon was selected for a player.
type WeaponChoice struct {
	Player                        uint8
	Items                         uint32
	Shells, Nails, Rockets, Cells uint8
	Choice                        uint8
	Priority                      []byte // weapon numbers, best first
	ServerSide                    bool
}

// Weapons returns the content of a HiddenWeapons or HiddenWeaponsServer record.
func (m *Hidden) Weapons() (w WeaponChoice, ok bool) {
	var c coder
	if !m.read(&c, HiddenWeapons, HiddenWeaponsServer) {
		return w, false
	}
	w.ServerSide = m.Type == HiddenWeaponsServer
	c.Uint8(&w.Player)
	c.Uint32(&w.Items)
	for _, v := range [...]*uint8{&w.Shells, &w.Nails, &w.Rockets, &w.Cells, &w.Choice} {
		c.Uint8(v)
	}
	c.Chars(&w.Priority)
	return w, c.Err() == nil
}

// DemoInfo returns the content of a HiddenDemoInfo record, which is a chunk of the match results in JSON. Chunks are
// numbered from 1, but the number of the last chunk is 0.
func (m *Hidden) DemoInfo() (block int16, content []byte, ok bool) {
	var c coder
	if !m.read(&c, HiddenDemoInfo) {
		return 0, nil, false
	}
	c.Int16(&block)
	c.Bytes(&content, c.Len())
	return block, content, c.Err() == nil
}

// Commentary is a line of text written by a commentator.
type Commentary struct {
	Track   uint8   // of several commentators
	Seconds float32 // how long it is shown
	Text    []byte  // UTF-8
}

// Commentary returns the content of a HiddenCommentaryText record. No known demo contains such a record; the layout is
// taken from MVDSV's protocol.h.
func (m *Hidden) Commentary() (t Commentary, ok bool) {
	var c coder
	if !m.read(&c, HiddenCommentaryText) {
		return t, false
	}
	c.Uint8(&t.Track)
	c.Float32(&t.Seconds)
	c.Chars(&t.Text)
	return t, c.Err() == nil
}

// DamageDone describes the damage done by a hit.
type DamageDone struct {
	// Kind is the weapon, in KTX's numbering.
	Kind   uint16
	Splash bool
	// Attacker and Victim are entity numbers: 0 is the world, n+1 is player n.
	Attacker, Victim uint16
	Damage           int16
}

// splashBit marks splash damage in the kind of a hit.
const splashBit = 1 << 15

// DamageDone returns the content of a HiddenDamageDone record.
func (m *Hidden) DamageDone() (d DamageDone, ok bool) {
	var c coder
	if !m.read(&c, HiddenDamageDone) {
		return d, false
	}
	c.Uint16(&d.Kind)
	c.Uint16(&d.Attacker)
	c.Uint16(&d.Victim)
	c.Int16(&d.Damage)
	d.Splash = d.Kind&splashBit != 0
	d.Kind &^= splashBit
	return d, c.Err() == nil && c.Len() == 0
}

// WeaponInstruction contains a client's request to the server about the client's own weapons.
type WeaponInstruction struct {
	Player, Flags  uint8
	Sequence, Mode uint32
	Weapons        [10]uint8
}

// WeaponInstruction returns the content of a HiddenWeaponInstruction record.
func (m *Hidden) WeaponInstruction() (w WeaponInstruction, ok bool) {
	var c coder
	if !m.read(&c, HiddenWeaponInstruction) {
		return w, false
	}
	c.Uint8(&w.Player)
	c.Uint8(&w.Flags)
	c.Uint32(&w.Sequence)
	c.Uint32(&w.Mode)
	for i := range w.Weapons {
		c.Uint8(&w.Weapons[i])
	}
	return w, c.Err() == nil && c.Len() == 0
}

// AntilagPosition is the position to which the server moved a player in order to evaluate a shot.
type AntilagPosition struct {
	ClientOrigin, Origin Vec3
	Player               uint8 // bit 7: ClientOrigin is sent
	Msec, Model          uint8
}

// Antilag describes how the server evaluated a shot with antilag.
type Antilag struct {
	Player                 uint8
	Sequence               uint32
	ServerTime, TargetTime float32
	Positions              []AntilagPosition
}

// Antilag returns the content of a HiddenAntilag record.
func (m *Hidden) Antilag() (a Antilag, ok bool) {
	var c coder
	if !m.read(&c, HiddenAntilag) {
		return a, false
	}
	var n uint8
	c.Uint8(&a.Player)
	c.Uint8(&n)
	c.Uint32(&a.Sequence)
	c.Float32(&a.ServerTime)
	c.Float32(&a.TargetTime)
	for range n {
		var p AntilagPosition
		for _, v := range [...]*Vec3{&p.ClientOrigin, &p.Origin} {
			for i := range v {
				c.Float32(&v[i])
			}
		}
		c.Uint8(&p.Player)
		c.Uint8(&p.Msec)
		c.Uint8(&p.Model)
		a.Positions = append(a.Positions, p)
	}
	return a, c.Err() == nil
}

// PausedDuration returns the content of a HiddenPausedDuration record, which is the elapsed time of a pause, in
// milliseconds.
func (m *Hidden) PausedDuration() (ms uint8, ok bool) {
	var c coder
	if !m.read(&c, HiddenPausedDuration) {
		return 0, false
	}
	c.Uint8(&ms)
	return ms, c.Err() == nil
}

// StartTimestamp returns the content of a HiddenStartTimestamp record, which is the time at which the demo starts, in
// milliseconds since 1970 UTC. Early servers stored start times in HiddenWeaponInstruction records. StartTimestamp
// recognises such records by their size.
func (m *Hidden) StartTimestamp() (ms uint64, ok bool) {
	var c coder
	if !m.read(&c, HiddenStartTimestamp, HiddenWeaponInstruction) {
		return 0, false
	}
	c.Uint64(&ms)
	return ms, c.Err() == nil && c.Len() == 0
}
