package recording

import (
	"bytes"
	"encoding/binary"
	"fragscope/sim"
	"math"
	"math/bits"
	"sort"
	"time"
)

// paths holds the paths of all players, by slot. They are built from the worlds when one is first requested, and kept
// up to date after that.
type paths struct {
	list []path
	seen []bool // the previous frame showed the player
	// kept is set if the paths include all frames so far, latent if there are worlds to build them from.
	kept, latent bool
	reader       Cursor // has read the last frame
}

// show reports whether a player in the given state adds a point to the path of slot n.
func (l *paths) show(n int, visible bool, life sim.Life) bool {
	for n >= len(l.list) {
		l.seen = append(l.seen, false)
		l.list = append(l.list, path{})
	}
	shown := visible && (life == sim.Alive || life == sim.Dead)
	l.seen[n] = l.seen[n] && shown
	return shown
}

// follow builds the paths from all frames of a recording.
func (l *paths) follow(r *Recording) {
	l.reader = Cursor{nextIndex: -1}
	for i := range r.times.len() {
		l.next(r.chunks[i/chunkFrames], i, r.times.at(i))
	}
	l.kept = true
}

// next adds the players of the next frame, which is in a chunk.
func (l *paths) next(chunk []byte, frame int, t time.Duration) {
	l.reader.advance(chunk)
	l.addRows(&l.reader.next, frame, t)
}

// addRows adds the players of a decoded frame.
func (l *paths) addRows(s *state, frame int, t time.Duration) {
	at := 0
	for i := range s.players {
		if o := follower(s.poses, &at, s.players[i].key); o != nil {
			place := o.place()
			w := &s.players[i].words
			l.add(int(s.players[i].key), w[0], w[playerCut] == uint32(frame), &place, o.view().Yaw, t)
		}
	}
}

// add adds a player's position in a frame. flags are those of his row. noLerp is set if it does not continue the
// previous frame.
func (l *paths) add(n int, flags uint32, noLerp bool, place *sim.Vec3, yaw float32, t time.Duration) {
	life := lifeOf(flags)
	if l.show(n, has(flags, playerVisible), life) {
		l.list[n].add(t, place, yaw, life, noLerp || !l.seen[n], has(flags, playerOnGround))
		l.seen[n] = true
	}
}

// path is the path of one player. Points on a straight line at even speed are omitted.
type path struct {
	packed []pathChunk
	points []pathPoint // the last ones, not packed yet
}

// pathChunk holds pathChunkPoints points, each as the difference to the one before:
//
//	flags: a byte, see the constants. Then the time (varint), the life if it changed (a byte), and zigzag varints:
//	the coordinates in units, or in pathUnits if the flags say so, and the yaw.
type pathChunk struct {
	from int32 // time of the first point
	data []byte
}

const (
	pathChunkPoints = 32

	pathFine   = 1 << 0
	pathNoLerp = 1 << 2
	pathGround = 1 << 3
	pathLife   = 1 << 4
	pathTurn   = 1 << 5 // otherwise there is no yaw
)

type pathPoint struct {
	time   int32 // ms
	place  place
	yaw    int16 // 65536 to the circle
	life   sim.Life
	noLerp bool
	ground bool
}

// place is a position in pathUnits.
type place [3]int32

const (
	// pathUnits is the number of steps in a unit. It is that of the games before Quake III, so that their positions are
	// exact. Quake III's floats are rounded by far less than the tolerance for omitting points.
	pathUnits     = 8
	pathTolerance = pathUnits // distance from the straight line
	pathYaw       = 8         // degrees of turn
	pathGap       = 400       // longest time between points, ms
)

// placeOf returns the place nearest to a position inside the world.
func placeOf(v *sim.Vec3) (p place) {
	for i, f := range v {
		p[i] = nearest(f * pathUnits)
	}
	return p
}

// nearest returns the integer nearest to f, rounding halves away from zero.
func nearest(f float32) int32 {
	const sign = 1 << 31
	return int32(f + float(word(0.5)|word(f)&sign))
}

// vec returns the position in units.
func (p *place) vec() sim.Vec3 {
	return sim.Vec3{float32(p[0]) / pathUnits, float32(p[1]) / pathUnits, float32(p[2]) / pathUnits}
}

func (p *path) add(t time.Duration, origin *sim.Vec3, yaw float32, life sim.Life, noLerp, ground bool) {
	turn := float64(yaw) * 65536 / 360
	q := pathPoint{int32(t / time.Millisecond), placeOf(origin), int16(turn + math.Copysign(0.5, turn)), life,
		noLerp, ground}
	if n := len(p.points); n >= 2 && !q.noLerp && replaceable(&p.points[n-2], &p.points[n-1], &q) {
		p.points[n-1] = q
		return
	}
	if len(p.points) == pathChunkPoints+2 {
		p.pack()
	}
	p.points = append(p.points, q)
}

// pack packs all but the last two points, which may still be replaced.
func (p *path) pack() {
	var room [pathChunkPoints * 32]byte
	buf, before := room[:0], pathPoint{time: p.points[0].time}
	for i := range p.points[:pathChunkPoints] {
		buf = p.points[i].append(buf, &before)
		before = p.points[i]
	}
	p.packed = append(p.packed, pathChunk{p.points[0].time, bytes.Clone(buf)})
	p.points = p.points[:copy(p.points, p.points[pathChunkPoints:])]
}

// append appends the differences to the previous point.
func (q *pathPoint) append(buf []byte, before *pathPoint) []byte {
	fine := (q.place[0]|q.place[1]|q.place[2])%pathUnits != 0
	turn := q.yaw - before.yaw
	flags := byte(btoi(fine)) | byte(bit(q.noLerp, 2)|bit(q.ground, 3)|bit(q.life != before.life, 4)|bit(turn != 0, 5))
	buf = binary.AppendUvarint(append(buf, flags), uint64(uint32(q.time-before.time)))
	if q.life != before.life {
		buf = append(buf, byte(q.life))
	}
	grain := grainOf(fine)
	for i := range q.place {
		buf = binary.AppendUvarint(buf, zigzag(uint32(q.place[i]>>grain-before.place[i]>>grain)))
	}
	if turn != 0 {
		buf = binary.AppendUvarint(buf, zigzag(uint32(int32(turn))))
	}
	return buf
}

// grainOf returns the number of low bits of the coordinates that are omitted.
func grainOf(fine bool) int {
	if fine {
		return 0
	}
	return bits.TrailingZeros(pathUnits)
}

// read turns q, the previous point, into the next one.
func (q *pathPoint) read(in *stream) {
	flags := in.octet()
	q.time += int32(uint32(in.varint()))
	q.noLerp, q.ground = flags&pathNoLerp != 0, flags&pathGround != 0
	if flags&pathLife != 0 {
		q.life = sim.Life(in.octet())
	}
	grain := grainOf(flags&pathFine != 0)
	for i := range q.place {
		q.place[i] = (q.place[i]>>grain + int32(unzigzag(in.varint()))) << grain
	}
	if flags&pathTurn != 0 {
		q.yaw += int16(unzigzag(in.varint()))
	}
}

// len returns the number of points.
func (p *path) len() int { return len(p.packed)*pathChunkPoints + len(p.points) }

// replaceable reports whether b is close enough to the line from a to c to be omitted.
func replaceable(a, b, c *pathPoint) bool {
	if b.noLerp || b.life != a.life || b.life != c.life || b.ground != a.ground || b.ground != c.ground ||
		c.time-a.time > pathGap || c.time <= a.time {
		return false
	}
	if d := int(c.yaw - a.yaw); d > pathYaw*65536/360 || d < -pathYaw*65536/360 {
		return false
	}
	past, whole := int64(b.time-a.time), int64(c.time-a.time)
	for i := range b.place {
		off := int64(b.place[i]-a.place[i])*whole - int64(c.place[i]-a.place[i])*past
		if off > pathTolerance*whole || off < -pathTolerance*whole {
			return false
		}
	}
	return true
}

// appendTo appends the points from the last one before from up to the last one at to.
func (p *path) appendTo(dst []sim.PathPoint, from, to time.Duration) []sim.PathPoint {
	w := pathWindow{dst, len(dst), from, to}
	first := sort.Search(len(p.packed), func(i int) bool { return unmillis(uint32(p.packed[i].from)) >= from })
	for i := max(first-1, 0); i < len(p.packed); i++ {
		in, q := stream{data: p.packed[i].data}, pathPoint{time: p.packed[i].from}
		for in.pos < len(in.data) {
			q.read(&in)
			if !w.add(&q) {
				return w.list
			}
		}
	}
	for i := range p.points {
		if !w.add(&p.points[i]) {
			break
		}
	}
	return w.list
}

// pathWindow collects the points in a period.
type pathWindow struct {
	list     []sim.PathPoint
	start    int // where this path's points start in list
	from, to time.Duration
}

// add adds the next point and reports whether more may follow.
func (w *pathWindow) add(q *pathPoint) bool {
	t := unmillis(uint32(q.time))
	if n := len(w.list); n > w.start && w.list[n-1].Time < w.from && t < w.from {
		w.list = w.list[:n-1]
	}
	if t > w.to {
		return false
	}
	w.list = append(w.list, sim.PathPoint{Time: t, Origin: q.place.vec(), View: float32(q.yaw) * 360 / 65536,
		Life: q.life, NoLerp: q.noLerp, Ground: q.ground})
	return true
}
