package sim

import (
	"math"
	"sort"
	"time"
)

// paths are those of all players, by slot.
type paths struct {
	list []path
	seen []bool // the frame before showed him
}

// add adds a player at a frame. New levels begin with noLerp.
func (l *paths) add(p *FramePlayer, t time.Duration, noLerp bool) {
	n := p.Slot.Index()
	for n >= len(l.list) {
		l.seen = append(l.seen, false)
		l.list = append(l.list, path{})
	}
	shown := p.Visible && (p.Life == Alive || p.Life == Dead)
	if shown {
		l.list[n].add(t, p.Origin, p.View.Yaw, p.Life, p.NoLerp || noLerp || !l.seen[n], p.OnGround)
	}
	l.seen[n] = shown
}

// path is where one player was. Points on a straight line at even speed are
// left out.
type path struct {
	points []pathPoint
}

type pathPoint struct {
	time   int32 // ms
	origin Vec3
	yaw    int16 // 65536 to the circle
	life   Life
	noLerp bool
	ground bool
}

const (
	pathTolerance = 1.0 // units off the straight line
	pathYaw       = 8   // degrees of turn
	pathGap       = 400 // ms between points at most
)

func (p *path) add(t time.Duration, origin Vec3, yaw float32, life Life, noLerp, ground bool) {
	q := pathPoint{int32(t / time.Millisecond), origin, int16(math.Round(float64(yaw) * 65536 / 360)), life, noLerp, ground}
	if n := len(p.points); n >= 2 && !q.noLerp && replaceable(&p.points[n-2], &p.points[n-1], &q) {
		p.points[n-1] = q
		return
	}
	p.points = append(p.points, q)
}

// replaceable reports whether b lies so close to the line from a to c that it
// can go.
func replaceable(a, b, c *pathPoint) bool {
	if b.noLerp || b.life != a.life || b.life != c.life || b.ground != a.ground || b.ground != c.ground || c.time-a.time > pathGap || c.time <= a.time {
		return false
	}
	if d := int(c.yaw - a.yaw); d > pathYaw*65536/360 || d < -pathYaw*65536/360 {
		return false
	}
	at := lerpVec(a.origin, c.origin, float32(b.time-a.time)/float32(c.time-a.time))
	for i := range at {
		if math.Abs(float64(at[i]-b.origin[i])) > pathTolerance {
			return false
		}
	}
	return true
}

func (p *path) appendTo(dst []PathPoint, from, to time.Duration) []PathPoint {
	i := sort.Search(len(p.points), func(i int) bool { return unmillis(uint32(p.points[i].time)) >= from })
	if i > 0 {
		i--
	}
	for ; i < len(p.points); i++ {
		q := &p.points[i]
		t := unmillis(uint32(q.time))
		if t > to {
			break
		}
		dst = append(dst, PathPoint{t, q.origin, float32(q.yaw) * 360 / 65536, q.life, q.noLerp, q.ground})
	}
	return dst
}
