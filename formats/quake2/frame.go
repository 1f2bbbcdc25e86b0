package quake2

// kind finds out how the frame at hand is laid out. What serverdata says holds for
// server and Relay recordings; server recordings of 3.15 and 3.16 say that they are
// client recordings, and only what stands after the frame tells.
func (m *Frame) kind(s *stream, x *session) Recording {
	if x.recording == RecordServer || x.recording == RecordRelay || x.p.playerAreas || x.p.noDelta {
		return x.recording
	}
	probe := s.r
	probe.Skip(8)
	if !x.p.noSuppressed {
		probe.Skip(1)
	}
	probe.Skip(int(probe.Uint8()))
	if x.p.op(probe.Uint8()) == opPlayerInfo && probe.Err() == nil {
		return x.recording
	}
	probe = s.r
	probe.Skip(4)
	if x.p.op(probe.Uint8()) == opPacketEntities && probe.Err() == nil {
		return RecordServer
	}
	return x.recording
}

func (p *protocol) op(number uint8) op {
	if int(number) >= len(p.ops) {
		return opBad
	}
	return p.ops[number]
}

func (m *Frame) code(s *stream, x *session) {
	if !s.writing {
		*m = Frame{Recording: m.kind(s, x)}
	}
	u32(s, &m.Number)
	if m.Recording == RecordServer {
		return
	}
	if !x.p.noDelta {
		u32(s, &m.Delta)
	}
	if !x.p.noSuppressed {
		u8(s, &m.Suppressed)
	}
	if !x.p.playerAreas {
		portals(s, &m.Areas)
	}
	if m.Recording == RecordRelay {
		portals(s, &m.Connected)
	}
	if m.Delta <= 0 {
		x.solid = x.solidBase
	}
}

// framePlayer moves a player of a frame where each has its own areas: these, the
// id of the message, and the state.
func (x *session) framePlayer(s *stream, d *PlayerDelta) {
	portals(s, &d.Areas)
	id := x.p.number(opPlayerInfo)
	u8(s, &id)
	if x.p.op(id) != opPlayerInfo {
		s.fail("message %d in a frame where a player belongs", id)
		return
	}
	if s.writing || !x.p.heightUnsure {
		x.player(s, d)
		return
	}
	x.playerUnsure(s, d)
}

// playerUnsure reads a player whose view offset may lack the view height: the
// description of protocol 2022 says that it does, programs that read its demos say
// that it does not. What follows tells: another player's areas or the entities.
func (x *session) playerUnsure(s *stream, d *PlayerDelta) {
	start, areas := s.r, d.Areas
	for range 2 {
		*d = PlayerDelta{Areas: areas, noHeight: x.noHeight}
		s.r = start
		x.player(s, d)
		if d.Mask&psViewOffset == 0 || s.r.Err() == nil && x.playerFollowed(s) {
			return
		}
		x.noHeight = !x.noHeight
	}
	s.r = start
	*d = PlayerDelta{Areas: areas, noHeight: x.noHeight}
	x.player(s, d)
}

func (x *session) playerFollowed(s *stream) bool {
	probe := s.r
	if x.op(probe.Uint8()) == opPacketEntities && probe.Err() == nil {
		return true
	}
	probe = s.r
	probe.Skip(int(probe.Uint8()))
	return x.players > 1 && x.op(probe.Uint8()) == opPlayerInfo && probe.Err() == nil
}

func (x *session) op(number uint8) op { return x.p.op(number) }
