package quake2

import "slices"

// This file contains the messages of a .mvd2, each followed by its layout.

// Multicast starts a group of .mvd2 messages that only some clients receive. [EndMulticast] ends the group.
type Multicast struct {
	To MulticastTo
	// Reliable is set if the messages must not be lost.
	Reliable bool
	// Client is the client's slot, from 0, for MulticastClient.
	Client uint8
	// Leaf is the number of a leaf of the map's BSP tree, for MulticastPHS and MulticastPVS.
	Leaf uint16
}

// MulticastTo selects the clients that receive a [Multicast].
type MulticastTo uint8

// The values of [MulticastTo].
const (
	MulticastClient MulticastTo = iota // one client
	MulticastAll                       // all clients
	MulticastPHS                       // clients that can hear the leaf
	MulticastPVS                       // clients that can see the leaf
)

// multicasts are the eight operations, in order.
var multicasts = [...]Multicast{
	{To: MulticastClient}, {To: MulticastClient, Reliable: true},
	{To: MulticastAll}, {To: MulticastPHS}, {To: MulticastPVS},
	{To: MulticastAll, Reliable: true}, {To: MulticastPHS, Reliable: true}, {To: MulticastPVS, Reliable: true},
}

// layout passes the content's length, in a byte and the bits above the operation.
func (m *Multicast) layout(c *coder) {
	high := uint8(len(c.payload) >> 8)
	if c.Reading() {
		*m = multicasts[c.variant]
		high = c.upper
	} else {
		kind := Multicast{To: m.To, Reliable: m.Reliable}
		c.variant, c.upper = uint8(slices.Index(multicasts[:], kind)), high
	}
	if c.p.sizeBytes {
		c.sizeByte(&high)
	}
	low := uint8(len(c.payload))
	c.Uint8(&low)
	switch m.To {
	case MulticastClient:
		c.Uint8(&m.Client)
	case MulticastPHS, MulticastPVS:
		c.Uint16(&m.Leaf)
	}
	c.Bytes(&c.payload, int(high)<<8|int(low))
}

// markedSound reports whether an operation is a sound whose number contains marks. Q2REPRO does not shift these marks
// (src/server/mvd.c, SV_MvdStartSound), so a sound that is audible everywhere has the number of a print. But its flags
// include an entity, which no print level does.
func (c *coder) markedSound(number uint8) bool {
	sound := rows[soundRow].numbers[operationNumbers]
	if number <= sound || number > sound+3 {
		return false
	}
	probe := c.Stream
	var flags uint8
	probe.Uint8(&flags)
	return flags&SoundEntity != 0
}

// sizeByte passes the upper bits of a length after the operation, whose top bit is set if they are sent (q2repro,
// src/server/mvd.c, SV_MvdUnicast).
func (c *coder) sizeByte(high *uint8) {
	const follows = 1 << (8 - operationBits - 1)
	if !c.Reading() {
		c.upper = 0
		if *high > 0 {
			c.upper = follows
		}
	}
	switch c.upper {
	case 0:
		*high = 0
	case follows:
		if c.Uint8(high); *high == 0 {
			c.Fail("length without upper bits, in the place of some")
		}
	default:
		c.Fail("length with %d in its upper bits", c.upper)
	}
}

// EndMulticast ends a [Multicast].
type EndMulticast Multicast

func (*EndMulticast) layout(*coder) {}

// MVDFrame is a frame of a .mvd2. It contains all players, and is relative to the previous frame.
type MVDFrame struct {
	// Gamestate is set for the first frame of a level.
	Gamestate bool
	// Portals has a bit for each open area portal.
	Portals  []byte `text:"hex"`
	Players  []PlayerDelta
	Entities []EntityDelta
	// End is like [PacketEntities].End.
	End uint64
}

func (m *MVDFrame) layout(c *coder) {
	if c.Reading() {
		m.Gamestate = c.gamestate
	}
	c.gamestate = false
	counted(c, &m.Portals)
	m.players(c)
	c.entities(&m.Entities, &m.End)
}

// nobody is the slot that ends the list of players.
const nobody = 255

func (m *MVDFrame) players(c *coder) {
	if !c.Reading() {
		for i := range m.Players {
			c.mvdPlayer(&m.Players[i])
		}
		end := uint8(nobody)
		c.Uint8(&end)
		return
	}
	m.Players = m.Players[:0]
	for c.Err() == nil {
		m.Players = extended(m.Players)
		d := &m.Players[len(m.Players)-1]
		if c.mvdPlayer(d); d.Number == nobody {
			m.Players = m.Players[:len(m.Players)-1]
			return
		}
	}
}
