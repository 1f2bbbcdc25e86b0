package quake2

// mvdMessage reads one operation of a .mvd2.
func (d *Decoder) mvdMessage(h Handler) {
	id := d.s.r.Uint8()
	o, extra := id&mvdOpMask, id>>mvdOpBits
	d.unicast = false
	switch o {
	case mvdServerData:
		d.mvdServerData(h, extra)
	case mvdUnicast, mvdUnicastR:
		d.cast(h, Cast{To: CastClient, Reliable: o == mvdUnicastR}, extra)
	case mvdMulticast, mvdMulticast + 1, mvdMulticast + 2:
		d.cast(h, Cast{To: CastAll + CastTo(o-mvdMulticast)}, extra)
	case mvdMulticastR, mvdMulticastR + 1, mvdMulticastR + 2:
		d.cast(h, Cast{To: CastAll + CastTo(o-mvdMulticastR), Reliable: true}, extra)
	case mvdSound:
		d.mvdSound(h, extra)
	default:
		if extra != 0 {
			d.s.r.Fail("operation %d with %d in its upper bits", o, extra)
			return
		}
		d.mvdPlain(h, o)
	}
}

func (d *Decoder) mvdPlain(h Handler, o uint8) {
	switch o {
	case mvdNop:
		h.Nop()
	case mvdConfigString:
		pass(d, h, &d.m.configString, Handler.ConfigString)
	case mvdPrint:
		pass(d, h, &d.m.print, Handler.Print)
	case mvdFrame:
		d.mvdFrame(h, false)
	default:
		d.s.r.Fail("operation %d has no known layout", o)
	}
}

// mvdServerData reads the gamestate: serverdata, configstrings up to the index that
// none can have, and a first frame. It is reported only when all of it can be read.
func (d *Decoder) mvdServerData(h Handler, extra uint8) {
	m := &d.m.serverData
	*m = ServerData{}
	begin, before := d.reported, d.x
	m.codeMVD(&d.s, &d.x, &extra)
	start := d.s.r
	d.mvdConfigStrings(Ignore{})
	if d.s.r.Err() == nil {
		d.m.mvdFrame.code(&d.s, &d.x)
	}
	if d.s.r.Err() != nil {
		d.reported, d.x = begin, before
		return
	}
	d.s.r = start
	d.clock.level(m.Interval)
	d.mvdFrames = 0
	h.ServerData(m)
	d.mvdConfigStrings(h)
	d.mvdFrame(h, true)
}

func (d *Decoder) mvdConfigStrings(h Handler) {
	for d.s.r.Err() == nil {
		at := d.s.r
		if int(d.s.r.Uint16()) == d.x.p.config.End {
			return
		}
		d.s.r = at
		pass(d, h, &d.m.configString, Handler.ConfigString)
	}
}

func (d *Decoder) mvdFrame(h Handler, gamestate bool) {
	m := &d.m.mvdFrame
	if m.code(&d.s, &d.x); !d.ok(h) {
		return
	}
	m.Gamestate = gamestate
	d.frameTime(d.mvdFrames)
	d.mvdFrames++
	h.MVDFrame(m)
}

const (
	mvdSoundEverywhere = 1 << 0
	mvdSoundReliable   = 1 << 1
)

func (d *Decoder) mvdSound(h Handler, extra uint8) {
	m := &d.m.sound
	*m = Sound{Everywhere: extra&mvdSoundEverywhere != 0, Reliable: extra&mvdSoundReliable != 0}
	if extra > mvdSoundEverywhere|mvdSoundReliable {
		d.s.r.Fail("sound with %d in its upper bits", extra)
		return
	}
	if m.codeMVD(&d.s, &d.x); d.ok(h) {
		h.Sound(m)
	}
}

// cast reads messages for some of the clients. Games may send what the engine does not
// know; then the rest of the cast is reported raw, and what follows it is not affected.
func (d *Decoder) cast(h Handler, c Cast, extra uint8) {
	r := &d.s.r
	size := int(extra)<<8 | int(r.Uint8())
	switch c.To {
	case CastClient:
		c.Client = r.Uint8()
	case CastPHS, CastPVS:
		c.Leaf = r.Uint16()
	}
	offset := r.Offset()
	payload := r.Bytes(size)
	if r.Err() != nil {
		return
	}
	d.m.cast = c
	h.Cast(&d.m.cast)
	outer := *r
	d.inCast = true
	r.Reset(payload, offset)
	for r.Len() > 0 {
		at := r.Pos()
		if d.message(h); r.Err() != nil {
			d.m.raw = Raw{Offset: offset + int64(at), Data: payload[at:], What: reason(r.Err())}
			d.report(d.m.raw.Offset, "message for some clients: "+reason(r.Err()), int64(len(payload)-at))
			h.Raw(&d.m.raw)
		}
	}
	*r = outer
	d.inCast = false
	h.EndCast(&d.m.cast)
}
