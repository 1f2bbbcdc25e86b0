package panel

import (
	"fmt"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// PlayerLane is a row below the time line that shows what a player had over time.
type PlayerLane struct {
	Slot       int
	Name       string
	Color      draw.Color
	Start      time.Duration // time of the first sample
	Each       time.Duration // interval between samples
	Samples    []LaneSample
	IsFollowed bool
}

// LaneSample is what a player had at one time. Health and Armor are sim.Unknown if the demo does not tell them.
type LaneSample struct {
	Health, Armor int16
	ArmorKind     sim.Item
	Weapon        sim.Weapon
	Life          LaneLife
}

// LaneLife is what a demo tells of whether a player is alive.
type LaneLife uint8

// The states of a LaneSample.
const (
	LaneUnseen LaneLife = iota // the demo does not show him
	LaneAlive
	LaneDead
)

const (
	laneHeight = 17
	laneWeapon = 3     // height of the weapon's part of a lane
	laneFull   = 250   // sum of health and armour that fills a lane
	laneColumn = 2     // width drawn from one value
	lanesShare = 0.375 // maximum share of the window's height for items and lanes
)

// LanesHeight returns the height of the lanes of n players.
func LanesHeight(n int) float32 { return float32(n) * laneHeight }

// LanesRoom returns how many lanes fit below the rows of items in a window of the given height.
func LanesRoom(height float32, items int) int {
	return max(int((height*lanesShare-max(ItemRowsHeight(items), itemRowsPad))/laneHeight), 1)
}

// LaneAt returns which of n lanes is at y in the transport bar that covers area, or -1.
func LaneAt(area draw.Rect, n int, y float32) int {
	top := area.Bottom() - buttonRow - 2 - LanesHeight(n)
	if i := int((y - top) / laneHeight); y >= top && i < n {
		return i
	}
	return -1
}

// between summarises the samples of a period: it returns the last one, or a death if there is one.
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

// drawLanes draws the lanes, one below the other. If the future is hidden, it draws nothing after the current time.
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

// drawLane draws health, armour on top of it and the weapon below. Adjacent equal columns are drawn as one.
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
	if a.Health == sim.Unknown { // only known to be alive
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

// armorColor returns the colour of a kind of armour, or a neutral one if the demo does not tell it.
func armorColor(p *Pen, kind sim.Item) draw.Color {
	if kind == sim.ItemNone {
		return p.Theme.Soft
	}
	return draw.Of(kind.Info().Color).Readable()
}

// laneWords describes what a player had at a time.
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
