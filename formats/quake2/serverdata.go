package quake2

import "time"

// ServerData starts a level and resets all state.
type ServerData struct {
	// Protocol is one of the protocol numbers in the package comment.
	Protocol int32
	// Minor is the version of the .mvd2 protocol or of Q2REPRO's protocol. Otherwise it is 0.
	Minor uint16
	// Flags holds the flags in a .mvd2 or in Q2REPRO's protocol. Otherwise it is 0.
	Flags uint16
	// State is the state of Q2REPRO's server. Otherwise it is 0.
	State uint8
	// ServerCount identifies this start of a level on the server.
	ServerCount int32
	// Recording is the kind of recording that the demo claims to be. [Frame].Recording is the actual one.
	Recording Recording
	// TickRate is the number of frames per second, or 0 in protocols that do not send it.
	TickRate uint8
	// GameDir is the mod's directory, or empty for the base game.
	GameDir []byte
	// Player is the recorder's slot, from 0. It is -1 in a cinematic and in server recordings without a recorder. In a
	// .mvd2 it is the slot of the server's own spectator.
	Player int16
	// Split lists the slots of the players sharing the screen, or is nil if the screen is not split.
	Split []int16
	// Level is the level's title or, in a cinematic, a file name such as "nomap.cin". It is empty in a .mvd2.
	Level []byte

	// Config is the layout of the configstrings in this protocol.
	Config *ConfigLayout `text:"-"`
	// Interval is the time between consecutive frame numbers.
	Interval time.Duration `text:"-"`
	// Solid is the encoding of entities' bounding boxes in this protocol.
	Solid SolidCoding `text:"-"`
	// Reach is the greatest possible distance from the origin, in units.
	Reach float32
}

// Recording describes where and how a demo was recorded.
type Recording uint8

// The values of [Recording].
const (
	// RecordNetwork is network traffic captured by a proxy.
	RecordNetwork Recording = 0
	// RecordClient is a recording made by a client. It contains only what that client's player could know.
	RecordClient Recording = 1
	// RecordServer is a recording made by the server. It contains all entities, but no player's view.
	RecordServer Recording = 2
	// RecordRelay is a recording made on a server by the Relay modification.
	RecordRelay Recording = 0x80
)

func (m *ServerData) layout(c *coder) {
	if c.Reading() {
		*m = ServerData{}
	}
	c.Int32(&m.Protocol)
	multiview, resolve := c.operations(), (*ServerData).protocol
	if multiview {
		resolve = (*ServerData).multiview
	}
	p := resolve(m, c)
	if p == nil {
		return
	}
	c.Int32(&m.ServerCount)
	if !multiview {
		u8(c, &m.Recording)
	}
	if p.splitScreen {
		c.Uint8(&m.TickRate)
	}
	c.Chars(&m.GameDir)
	if p.splitScreen {
		m.slots(c)
	} else {
		c.Int16(&m.Player)
	}
	if multiview {
		m.Recording = RecordServer
	} else {
		c.Chars(&m.Level)
	}
	if p.serverFlags && !multiview {
		c.Uint16(&m.Minor)
		c.Uint8(&m.State)
		c.Uint16(&m.Flags)
		c.Uint8(&m.TickRate)
	}
	if c.Err() != nil {
		return
	}
	c.start(p)
	c.recording, c.gamestate, c.players = m.Recording, multiview, max(len(m.Split), 1)
	m.Config, m.Solid, m.Interval, m.Reach = p.config, p.solid, p.interval(m.TickRate), p.reach
}

// interval returns the time between frames at a tick rate, or without one.
func (p *protocol) interval(rate uint8) time.Duration {
	switch {
	case p.serverFlags && rate == 0:
		return frame40Hz
	case p.serverFlags:
		// Q2REPRO computes it with floats, and its reader rounds it (q2proto,
		// q2proto_q2repro_continue_serverdata).
		rate = (min(rate, 250) + 5) / 10 * 10
	}
	if rate == 0 {
		return frame10Hz
	}
	return frame10Hz * 10 / time.Duration(rate)
}

// protocol returns the protocol of a .dm2, or nil.
func (m *ServerData) protocol(c *coder) *protocol {
	p := protocols[m.Protocol]
	switch {
	case p == nil:
		c.Fail("protocol %d is not known", m.Protocol)
	case p.number(serverDataRow) != c.p.number(serverDataRow):
		c.Fail("protocol %d in a demo whose messages have other numbers", m.Protocol)
		return nil
	}
	return p
}

// The number in a .mvd2's serverdata, its versions and its flags.
const (
	protocolMVD2 = 37

	mvdMaxVersion   = 2013
	mvdKex          = 3038 // Q2REPRO's, whose flags are above the operation again
	mvdExtended2    = 2012 // from this version, flags have a separate field
	mvdFlagExtended = 1 << 2
	mvdFlagExt2     = 1 << 3
)

// mvdProtocols are the protocols of a .mvd2, by version and required flags.
var mvdProtocols = [...]struct {
	from, to, flags uint16
	p               *protocol
}{
	{2013, mvdMaxVersion, mvdFlagExtended | mvdFlagExt2, &protocolMVDFog},
	{mvdExtended2, mvdMaxVersion, mvdFlagExtended | mvdFlagExt2, &protocolMVDExt2},
	{2011, mvdMaxVersion, mvdFlagExtended, &protocolMVDExt},
	{2009, mvdMaxVersion, 0, &protocolMVD},
	{mvdKex, mvdKex, 0, &protocolMVDKex},
}

// multiview returns the protocol of a .mvd2, or nil.
func (m *ServerData) multiview(c *coder) *protocol {
	if m.Protocol != protocolMVD2 {
		c.Fail("protocol %d in a .mvd2", m.Protocol)
		return nil
	}
	c.Uint16(&m.Minor)
	if m.Minor >= mvdExtended2 && m.Minor != mvdKex {
		if c.upper != 0 {
			c.Fail("flags %d where none belong", c.upper)
		}
		c.Uint16(&m.Flags)
	} else if c.Reading() {
		m.Flags = uint16(c.upper)
	} else {
		c.upper = uint8(m.Flags)
	}
	for i := range mvdProtocols {
		v := &mvdProtocols[i]
		if m.Minor >= v.from && m.Minor <= v.to && m.Flags&v.flags == v.flags {
			return v.p
		}
	}
	c.Fail("version %d of the .mvd2 protocol is not known", m.Minor)
	return nil
}

// slots passes the player's slot or, after a mark in its place, those of the players of a split screen.
func (m *ServerData) slots(c *coder) {
	const split = -2
	first := m.Player
	if m.Split != nil {
		first = split
	}
	if c.Int16(&first); first != split {
		m.Player = first
		return
	}
	n := int16(len(m.Split))
	if c.Int16(&n); n < 1 || n > maxSplit {
		c.Fail("split screen of %d players", n)
		return
	}
	if c.Reading() {
		m.Split = make([]int16, n)
	}
	for i := range m.Split {
		c.Int16(&m.Split[i])
	}
	m.Player = m.Split[0]
}
