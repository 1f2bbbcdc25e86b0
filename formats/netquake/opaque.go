package netquake

import (
	"slices"

	"fragscope/formats/wire"
)

// opaque is a message that only a program sent by the server to the client can read. Nothing indicates its length.
type opaque interface{ content() *[]byte }

func (m *TempEntity) content() *[]byte   { return &m.Data }
func (m *CSQCEntities) content() *[]byte { return &m.Data }

// resumes are the messages that DarkPlaces sends in the same block after opaque ones (sv_send.c, SV_SendClientDatagram,
// and what games send). Only those of the second set follow [CSQCEntities].
var resumes = [2][256]bool{
	{idUpdateStat: true, 5: true, idSound: true, 7: true, 8: true, 9: true, 10: true, 12: true, 13: true, 14: true,
		15: true, 16: true, 17: true, 18: true, 19: true, 23: true, 24: true, 25: true, 26: true, 27: true, 28: true,
		30: true, 32: true, 50: true, 51: true, 52: true, 53: true, 54: true, 57: true, 58: true, 60: true,
		61: true, 62: true},
	{idUpdateStat: true, 50: true, 51: true, 57: true},
}

const (
	// messageCost is the cost of a message in the search for the end of an opaque one; an unread byte costs one. So a
	// last byte that could be a message on its own is not taken for one, and two opaque messages in a row are taken as
	// one.
	messageCost = 2
	// maxFrameStep is the largest step accepted between the numbers of two frames.
	maxFrameStep = 1000
	unreadable   = 1 << 30
)

// continuation is a position at which reading can continue after an opaque message, counted from the end of the
// message's head, with the total cost of the bytes before it and of the rest of the block.
type continuation struct{ at, cost int }

// reading holds the cost of continuing at a position, and the best positions at or after it: after any opaque message,
// and after [CSQCEntities].
type reading struct {
	cost      int
	any, late continuation
}

// behind returns the best offset at which to continue after the head of an opaque message with the given number.
func (r *reading) behind(id uint8) continuation {
	if id == idCSQCEntities {
		return r.late
	}
	return r.any
}

// endOpaque determines the end of an opaque message that has been read up to the end of the block. Of all ways to read
// the bytes after its head, it chooses the one with the fewest unread bytes. This is reliable because most blocks end
// in a DarkPlaces entity frame.
func (d *Decoder) endOpaque(m opaque) {
	data, id := m.content(), d.c.id
	end := int(d.c.Offset())
	from, n := end-len(*data), len(*data)
	if n == 0 || d.effort <= 0 {
		return
	}
	d.effort -= n
	d.readings = slices.Grow(d.readings[:0], n+1)[:n+1]
	d.readings[n] = reading{any: continuation{n, n}, late: continuation{n, n}}
	for at := n - 1; at >= 0; at-- {
		r, next := d.readings[at+1], d.data[from+at]
		r.cost = unreadable
		if size, open := d.single(from+at, end); open > 0 {
			r.cost = messageCost + d.readings[at+open].behind(next).cost - at - open
		} else if size > 0 {
			r.cost = messageCost + d.readings[at+size].cost
		}
		here := continuation{at, at + r.cost}
		if here.cost <= r.any.cost {
			r.any = here
		}
		if here.cost <= r.late.cost && resumes[1][next] {
			r.late = here
		}
		d.readings[at] = r
	}
	k := d.readings[0].behind(id).at
	*data = (*data)[:k]
	d.c.Read(d.data[from+k:end], int64(from+k))
}

// single returns the size of the message at offset at, or 0 if no message can start there. If the message is opaque,
// open is the size of its head.
func (d *Decoder) single(at, end int) (size, open int) {
	id := d.data[at]
	if d.rows[id] == 0 || !resumes[0][id] || d.effort <= 0 {
		return 0, 0
	}
	t := d.open
	p := *d.proto
	p.asks = 0
	t.use(&p)
	t.c.frames = d.c.frames
	t.c.Read(d.data[at:end], int64(at))
	t.message(HandlerFunc(discard), at)
	size = int(t.c.Offset()) - at
	d.effort -= size + headerSize/2
	if t.c.Err() != nil {
		return 0, 0
	}
	m := t.m[d.rows[id]]
	if !d.plausible(m) {
		return 0, 0
	}
	if m, ok := m.(opaque); ok {
		if n := len(*m.content()); n > 0 || size == 1 {
			return size, size - n
		}
	}
	return size, 0
}

// plausible reports whether the values of m, read from anywhere in a block, make sense in a game.
func (d *Decoder) plausible(m Message) bool {
	switch m := m.(type) {
	case *Entities:
		return m.Frame > d.frame && m.Frame-d.frame <= maxFrameStep
	case *Sound:
		return inWorld(m.Origin)
	case *Particle:
		return inWorld(m.Origin)
	case *Damage:
		return inWorld(m.Origin)
	case *Effect:
		return inWorld(m.Origin)
	case *TempEntity:
		return inWorld(m.Origin, m.End, m.Velocity)
	case *TrailParticles:
		return inWorld(m.Start, m.End)
	case *PointParticles:
		return inWorld(m.Origin, m.Velocity)
	case *UpdateName:
		return m.Player < d.players
	case *UpdateFrags:
		return m.Player < d.players
	case *UpdateColors:
		return m.Player < d.players
	case *SetView:
		return m.Entity <= uint16(d.players)
	case *Time:
		return m.Seconds >= 0 && m.Seconds < maxSeconds && wire.Seconds(m.Seconds) != 0
	}
	return true
}

// inWorld reports whether all positions or velocities are of a size found in games.
func inWorld(all ...Vec3) bool {
	for _, v := range all {
		for _, c := range v {
			if c != 0 && !(c > 1e-6 && c < 1e5 || c < -1e-6 && c > -1e5) {
				return false
			}
		}
	}
	return true
}
