package panel

import (
	"fmt"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// PlayerLane is what a player had over time: a row below the time line.
type PlayerLane struct {
	Slot       int
	Name       string
	Color      draw.Color
	Start      time.Duration // of the first sample
	Each       time.Duration // from one sample to the next
	Samples    []LaneSample
	IsFollowed bool
}

// LaneSample is what a player had at a moment. Health and Armor are sim.Unknown where the demo does not tell them.
type LaneSample struct {
	Health, Armor int16
	ArmorKind     sim.Item
	Weapon        sim.Weapon
	Life          LaneLife
}

// LaneLife says what a demo tells of a player's life at a moment.
type LaneLife uint8

// The states of a LaneSample.
const (
	LaneUnseen LaneLife = iota // the demo does not show him
	LaneAlive
	LaneDead
)

const (
	laneHeight = 17
	laneWeapon = 3     // of a lane's height is for the weapon
	laneFull   = 250   // health and armour that fill a lane
	laneColumn = 2     // width of what is drawn alike
	lanesShare = 0.375 // of a window's height is what items and lanes take at most
)

// LanesHeight is the height of the lanes of n players.
func LanesHeight(n int) float32 { return float32(n) * laneHeight }

// LanesRoom is how many lanes a window of that height has room for below the rows of items.
func LanesRoom(height float32, items int) int {
	return max(int((height*lanesShare-max(ItemRowsHeight(items), itemRowsPad))/laneHeight), 1)
}

// LaneAt is the lane of n at y in the transport bar that covers area; -1 for none.
func LaneAt(area draw.Rect, n int, y float32) int {
	top := area.Bottom() - buttonRow - 2 - LanesHeight(n)
	if i := int((y - top) / laneHeight); y >= top && i < n {
		return i
	}
	return -1
}

// between is what the samples from one time to another come to: the last of them, but a death is not left out.
func (l *PlayerLane) between(from, to time.Duration) (s LaneSample) {
	if l.Each <= 0 {
		return s
	}
	first, last := int((from-l.Start)/l.Each), int((to-l.Start)/l.Each)
	for i := max(first, 0); i <= min(last, len(l.Samples)-1); i++ {
		if s.Life != LaneDead {
			s = l.Samples[i]
		}
	}
	return s
}

// drawLanes draws the lanes one below the other; after the present time nothing where that is hidden.
func drawLanes(p *Pen, r draw.Rect, s Scale, v TimelineView) {
	for i := range v.Lanes {
		l := &v.Lanes[i]
		row := draw.Rect{X: r.X, Y: r.Y + float32(i)*laneHeight, W: r.W, H: laneHeight - 2}
		p.Fill(row, p.Theme.Track.Fade(0.45))
		drawLane(p, row, s, l)
		name := draw.Rect{X: row.X, Y: row.Y + 1, W: p.Width(l.Name, Tiny) + 8, H: 12}
		p.Fill(name, p.Theme.Panel.Fade(0.8))
		p.Text(draw.Rect{X: name.X + 4, Y: name.Y, W: name.W, H: name.H}, l.Name, Tiny, l.Color, Left)
		do, tip := Command{Verb: VerbFollow, Index: l.Slot}, "Follow "+l.Name
		if l.IsFollowed {
			p.Fill(draw.Rect{X: row.X - 5, Y: row.Y, W: 3, H: row.H}, l.Color)
			tip = "Follow nobody"
		}
		p.HitArea(name, do, tip)
	}
	if x := s.Place(v.Now); len(v.Lanes) > 0 && x >= s.X && x <= s.X+s.W {
		p.Fill(draw.Rect{X: x - 0.5, Y: r.Y - 2, W: 1, H: r.H}, draw.Hex(0xffffff))
	}
}

// drawLane draws health, armour on top of it and the weapon below, in runs of what is alike.
func drawLane(p *Pen, row draw.Rect, s Scale, l *PlayerLane) {
	at := func(x float32) LaneSample { return l.between(s.Time(x), s.Time(x+laneColumn)) }
	end := min(s.Place(l.Start+time.Duration(len(l.Samples))*l.Each), row.Right())
	for x := max(s.Place(l.Start), row.X); x < end; {
		a, from := at(x), x
		for x += laneColumn; x < end && at(x) == a; {
			x += laneColumn
		}
		drawStack(p, draw.Rect{X: from, Y: row.Y, W: min(x, end) - from, H: row.H}, a)
	}
}

func drawStack(p *Pen, r draw.Rect, a LaneSample) {
	graph, low := r.CutTop(r.H - laneWeapon)
	switch {
	case a.Life == LaneUnseen:
		return
	case a.Life == LaneDead:
		p.Fill(low, p.Theme.Bad.Fade(0.5))
		return
	case a.Weapon != sim.WeaponNone:
		p.Fill(low, draw.Of(a.Weapon.Info().Color).Readable())
	}
	bottom, tall := graph.Bottom(), func(n int16) float32 { return graph.H * float32(max(n, 0)) / laneFull }
	if a.Health == sim.Unknown { // alive is all that is known
		p.Fill(draw.Rect{X: r.X, Y: bottom - 2, W: r.W, H: 2}, p.Theme.Faint)
		return
	}
	h := min(tall(a.Health), graph.H)
	p.Fill(draw.Rect{X: r.X, Y: bottom - h, W: r.W, H: h}, p.Theme.Good.Fade(0.75))
	if a.Armor != sim.Unknown && a.Armor > 0 {
		armor := min(tall(a.Armor), graph.H-h)
		p.Fill(draw.Rect{X: r.X, Y: bottom - h - armor, W: r.W, H: armor}, armorColor(p, a.ArmorKind).Fade(0.85))
	}
}

// armorColor is that of a kind of armour; where the demo does not tell it, one of no kind.
func armorColor(p *Pen, kind sim.Item) draw.Color {
	if kind == sim.ItemNone {
		return p.Theme.Soft
	}
	return draw.Of(kind.Info().Color).Readable()
}

// laneWords says what a player had at a time.
func laneWords(p *Pen, l *PlayerLane, t time.Duration) []Span {
	out := []Span{{Text: l.Name, Face: Strong, Color: l.Color}}
	a := l.between(t, t)
	switch {
	case a.Life == LaneUnseen:
		return append(out, p.soft(" is not seen"))
	case a.Life == LaneDead:
		return append(out, p.soft(" is dead"))
	case a.Health == sim.Unknown:
		out = append(out, p.soft(" is alive"))
	default:
		out = append(out, p.soft(fmt.Sprintf("  %d health", a.Health)))
		if a.Armor != sim.Unknown {
			out = append(out, p.soft(", "+strconv.Itoa(int(a.Armor))+" armour"))
		}
	}
	if a.Weapon != sim.WeaponNone {
		out = append(out, p.soft(", "), p.word(a.Weapon.String(), draw.Of(a.Weapon.Info().Color).Readable()))
	}
	return out
}
