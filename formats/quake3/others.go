package quake3

// What the messages of other games of the engine have besides: more arrays in a playerstate and, in the demos of TV
// servers, what the server knows of each entity and the states of all players.

// sharedMagic precedes each [SharedDelta].
const sharedMagic = 0x77

// SharedDelta describes a change to the server's own data about an entity; see [Protocol.Shared]. Fields are numbered
// in the order in which they are transmitted.
type SharedDelta struct {
	// Removed is set if the entity was removed. Unchanged is set if it equals its base. In either case no field
	// changes.
	Removed, Unchanged bool
	FieldDelta
}

// shared passes what follows an entity in the demo of a TV server.
func (d *EntityDelta) shared(c *coder) {
	s := d.Shared
	switch {
	case c.reading:
		s = next(&c.t.shared)
		*s = SharedDelta{}
		d.Shared = s
	case s == nil:
		s = &SharedDelta{Unchanged: true}
	}
	magic := uint8(sharedMagic)
	if c.uint8(&magic); magic != sharedMagic {
		c.fail("entity %d is followed by %#x", d.Number, magic)
	}
	if c.bit(&s.Removed); s.Removed {
		return
	}
	changed := !s.Unchanged
	if c.bit(&changed); !changed {
		s.Unchanged = true
		return
	}
	const what = "shared state"
	if !c.reading {
		s.writeCounted(c, c.p.Shared, true, what)
		return
	}
	if s.Count = c.r.Uint8(); int(s.Count) > len(c.p.sharedCodes) {
		c.tooMany(what, s.Count, len(c.p.sharedCodes))
		return
	}
	_, end := s.read(c.t, &c.r, c.r.Load(), c.r.Pos(), c.p.sharedCodes[:s.Count])
	c.r.Seek(end)
}

// bit passes a bit.
func (c *coder) bit(v *bool) {
	if c.reading {
		*v = c.r.Bit()
	} else {
		c.w.Bit(*v)
	}
}

// sharedEntities reads the entities of a TV demo's snapshot and their end mark.
func (c *coder) sharedEntities() []EntityDelta {
	t, first := c.t, len(c.t.entities)
	for c.r.Ok() {
		n := uint16(c.r.Bits(entityBits))
		if n == NoEntity {
			break
		}
		if len(t.entities)-first >= maxEntries {
			c.fail("a snapshot cannot have more than %d entities", maxEntries)
			break
		}
		e := next(&t.entities)
		e.Number = n
		e.change(c)
	}
	return t.entities[first:len(t.entities):len(t.entities)]
}

// announced returns a pointer to the field that records whether the bit before a group of the protocol's lists is set.
func (d *PlayerDelta) announced(first int) *bool {
	if first == 0 {
		return &d.ArraysSent
	}
	return &d.AmmoSent
}

// readLists reads the arrays of [Protocol.Lists]. The first bit has been read.
func (d *PlayerDelta) readLists(c *coder) {
	lists, n := c.p.Lists, len(c.t.lists)
	for range lists {
		*next(&c.t.lists) = ArrayDelta{}
	}
	d.Lists = c.t.lists[n:len(c.t.lists):len(c.t.lists)]
	for i := 0; i < len(lists) && c.r.Ok(); i++ {
		if group := lists[i].Announced; group > 0 {
			sent := d.announced(i)
			if i > 0 {
				*sent = c.r.Bit()
			}
			if !*sent {
				i += group - 1
				continue
			}
		}
		d.Lists[i].read(c.t, &c.r, lists[i].Bits)
	}
}

// writeLists writes the arrays of [Protocol.Lists].
func (d *PlayerDelta) writeLists(c *coder) {
	lists := make([]ArrayDelta, len(c.p.Lists))
	if copy(lists, d.Lists) < len(d.Lists) {
		c.fail("playerstate of %d arrays", len(d.Lists))
	}
	for i := 0; i < len(lists); i++ {
		if group := c.p.Lists[i].Announced; group > 0 {
			sent := *d.announced(i)
			for _, a := range lists[i : i+group] {
				sent = sent || a.sent()
			}
			if c.w.Bit(sent); !sent {
				i += group - 1
				continue
			}
		}
		lists[i].write(&c.w, c.p.Lists[i].Bits)
	}
}

// PlayerStates contains the states of all players in the game. It follows each snapshot in demos recorded by TV
// servers. A player who is not included has not joined the game yet or has left it.
type PlayerStates struct {
	// Players lists the players, usually sorted by number.
	Players []NumberedPlayer
}

// NumberedPlayer describes a change to one player's state. If the player was in the base snapshot, the change is
// relative to his state there; otherwise it is relative to the zero PlayerState.
type NumberedPlayer struct {
	// Client is the player's slot.
	Client uint8
	PlayerDelta
}

// noClient ends the list of players.
const noClient = 255

func (m *PlayerStates) layout(c *coder) {
	if !c.reading {
		for i := range m.Players {
			c.w.Uint8(m.Players[i].Client)
			m.Players[i].PlayerDelta.write(c)
		}
		c.w.Uint8(noClient)
		return
	}
	m.Players = m.Players[:0]
	for c.ok() {
		n := c.r.Uint8()
		switch {
		case n == noClient:
			return
		case n >= MaxClients:
			c.fail("player %d", n)
		case len(m.Players) >= MaxClients:
			c.fail("states of more than %d players", MaxClients)
		default:
			p := next(&m.Players)
			p.Client = n
			p.PlayerDelta.read(c, c.r.Load(), c.r.Pos())
			p.readArrays(c)
		}
	}
}
