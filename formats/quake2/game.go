package quake2

// gameProbe determines which game a level is, if the protocol leaves this open (see protocol.ambiguousGame), by reading
// blocks both ways.
type gameProbe struct {
	trial  Decoder
	places bool // the current block has some
	next   bool // another level has begun
}

// gameLead is the number of votes by which one answer must lead before reading stops.
const gameLead = 3

// resolveGame determines whether the game of the level that m starts is one of protocol 3434 or of m's own protocol.
// Each block that makes sense in only one way is a vote. If there are no votes, the previous level's answer still
// applies.
func (d *Decoder) resolveGame(m *ServerData) {
	if !d.c.p.ambiguousGame || d.trial {
		return
	}
	var g gameProbe
	lead := 0
	at := int(d.c.Offset())
	stop := at + d.c.Len()
	for max(lead, -lead) < gameLead && !g.next && d.search.spent < searchBudget {
		lead += g.vote(d, at, stop)
		size, n, end, ok := d.head(stop)
		if !ok || end || !d.fits(stop, size, n) {
			break
		}
		at, stop = stop+n, stop+n+int(size)
	}
	if lead != 0 {
		d.c.game3434 = lead > 0
	}
	if d.c.game3434 {
		m.Reach = protocol3434.reach
	}
}

// ofProtocol returns the sound in the encoding of its protocol, because a part of a demo may no longer reveal that
// another encoding was used.
func (m *Sound) ofProtocol() *Sound {
	if !m.short {
		return m
	}
	long := *m
	long.short = false
	return &long
}

// ofProtocol returns the effect in the encoding of its protocol.
func (m *TempEntity) ofProtocol() *TempEntity {
	if !m.short {
		return m
	}
	long := *m
	long.short = false
	return &long
}

// vote returns 1 if a block can be read only as part of a game of protocol 3434, -1 if it can be read only in the other
// way, and 0 if it does not decide.
func (g *gameProbe) vote(d *Decoder, at, stop int) int {
	later := g.read(d, at, stop, false)
	if later && !g.places {
		return 0
	}
	switch former := g.read(d, at, stop, true); {
	case former && !later:
		return 1
	case later && !former:
		return -1
	}
	return 0
}

// read reports whether a block can be read in the given way, up to its end or to the start of another level.
func (g *gameProbe) read(d *Decoder, at, stop int, game3434 bool) bool {
	x := d.c.session
	x.game3434 = game3434
	t := d.onTrial(&g.trial, &x)
	t.c.Read(d.data[at:stop], int64(at))
	g.places, g.next = false, false
	for t.c.Len() > 0 && !g.next {
		if t.next(g) != nil {
			break
		}
	}
	d.search.spent += trialCost + int64(t.c.Pos())
	return t.c.Err() == nil
}

// Handle implements [Handler].
func (g *gameProbe) Handle(m Message) {
	switch m.(type) {
	case *ServerData:
		g.next = true
	case *Sound, *TempEntity:
		g.places = true
	}
}
