package panel

import (
	"fmt"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// PlayerLane is a row below the timeline that shows a player's health, armour and weapon over time.
type PlayerLane struct {
	Slot       int
	Name       string
	Color      draw.Color
	Start      time.Duration // time of the first sample
	Each       time.Duration // interval between samples
	Samples    []LaneSample
	IsFollowed bool
	Total      string // his average stack and his deaths
	Range      bool   // the total is for the selected part
	// Detail, if not nil, is shown in place of Samples. It is nil in the player's first lane.
	Detail *LaneDetail
}

// LaneSample records a player's health, armour and weapon at a point in time. Health and Armor are sim.Unknown if the
// demo does not contain them.
type LaneSample struct {
	Health, Armor int16
	ArmorKind     sim.Item
	Weapon        sim.Weapon
	Life          LaneLife
}

// LaneLife is a player's state in a LaneSample: alive, dead or unseen.
type LaneLife uint8

// The states of a LaneSample.
const (
	LaneUnseen LaneLife = iota // the demo does not show him
	LaneAlive
	LaneDead
)

const (
	laneHeight = 17
	lanesPad   = 4
	laneWeapon = 3   // height of the weapon's part of a lane
	laneFull   = 250 // sum of health and armour that fills a lane
	laneColumn = 2   // width drawn from one value
)

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

// eachLane calls f for each visible lane, with its rectangle.
func (r *lineRooms) eachLane(v *TimelineView, f func(l *PlayerLane, row draw.Rect)) {
	first := v.first(BlockLanes)
	for i := range min(BlockRows(BlockLanes, r.lanes.H), len(v.Lanes)) {
		y := r.lanes.Y + lanesPad/2 + float32(i)*laneHeight
		f(&v.Lanes[first+i], draw.Rect{X: r.scale.X, Y: y, W: r.scale.W, H: laneHeight - 2})
	}
}

// drawLanes draws the lanes, one below the other. If the future is hidden, it draws nothing after the current time.
func drawLanes(p *Pen, r *lineRooms, v *TimelineView) {
	r.eachLane(v, func(l *PlayerLane, row draw.Rect) {
		p.Fill(row, p.Theme.Track.Fade(0.45))
		if l.Detail != nil {
			drawDetail(p, row, r.scale, l.Detail)
			return
		}
		drawLane(p, row, r.scale, l)
		r.drawTotal(p, row, l.Total, l.Range)
	})
}

// drawLaneNames writes the names next to the lanes. A click on one follows the player.
func drawLaneNames(p *Pen, r *lineRooms, v *TimelineView) {
	r.eachLane(v, func(l *PlayerLane, row draw.Rect) {
		name := draw.Rect{X: r.names.X, Y: row.Y, W: r.names.W, H: row.H}
		if l.Detail != nil {
			p.Text(draw.Rect{X: name.X + 14, Y: name.Y, W: name.W - 14, H: name.H}, l.Name, Tiny, l.Color, Left)
			return
		}
		p.Text(draw.Rect{X: name.X + 7, Y: name.Y, W: name.W - 7, H: name.H}, l.Name, Tiny, l.Color, Left)
		do, tip := Command{Verb: VerbFollow, Index: l.Slot}, "Follow "+l.Name
		if l.IsFollowed {
			p.Fill(draw.Rect{X: name.X, Y: row.Y, W: 3, H: row.H}, l.Color)
			tip = "Follow nobody"
		}
		p.HitArea(name, do, tip)
	})
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
		p.Fill(low, p.Theme.Lanes.Dead)
		return
	case a.Weapon != sim.WeaponNone:
		p.Fill(low, weaponColor(a.Weapon))
	}
	bottom, tall := graph.Bottom(), func(n int16) float32 { return graph.H * float32(max(n, 0)) / laneFull }
	if a.Health == sim.Unknown { // only known to be alive
		p.Fill(draw.Rect{X: r.X, Y: bottom - 2, W: r.W, H: 2}, p.Theme.Faint)
		return
	}
	h := min(tall(a.Health), graph.H)
	p.Fill(draw.Rect{X: r.X, Y: bottom - h, W: r.W, H: h}, p.Theme.Lanes.Health)
	if a.Armor != sim.Unknown && a.Armor > 0 {
		armor := min(tall(a.Armor), graph.H-h)
		p.Fill(draw.Rect{X: r.X, Y: bottom - h - armor, W: r.W, H: armor}, p.Theme.Lanes.Armor(a.ArmorKind))
	}
}

// weaponColor returns the colour of a weapon below a lane: pale, unlike any team's.
func weaponColor(w sim.Weapon) draw.Color {
	return draw.Of(w.Info().Color).Readable().Mix(draw.Hex(0xffffff), 0.5)
}

// laneWords describes what a player had at a time.
func laneWords(p *Pen, l *PlayerLane, t time.Duration) []Span {
	out := []Span{{Text: l.Name, Face: Strong, Color: l.Color}}
	if l.Detail != nil {
		return append(out, p.soft("  "+l.Detail.Words(t)))
	}
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
		out = append(out, p.soft(", "), p.word(p.weapon(a.Weapon).Name, draw.Of(a.Weapon.Info().Color).Readable()))
	}
	return out
}

// laneLegend explains the colours of a lane.
func laneLegend(p *Pen, l *PlayerLane) []Span {
	c := &p.Theme.Lanes
	if l.Detail != nil {
		return []Span{p.soft(l.Detail.Legend)}
	}
	return []Span{
		p.word("■ ", c.Health), p.soft("health  "),
		p.word("■", c.Armor(sim.ItemArmorGreen)), p.word("■", c.Armor(sim.ItemArmorYellow)),
		p.word("■ ", c.Armor(sim.ItemArmorRed)), p.soft("green, yellow, red armour  "), p.word("■ ", c.Dead),
		p.soft("dead  below: the weapon"),
	}
}
