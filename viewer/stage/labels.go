package stage

import (
	"math"
	"slices"
	"strconv"

	"fragscope/viewer/draw"
)

// label is a line of text next to something on the map.
type label struct {
	id       int     // identifies the owner, so that the label stays on its side; negative for things
	x, y, r  float32 // of the owner
	rank     int     // labels of higher rank are placed first
	face     draw.Face
	number   string
	name     string
	note     string // after the name: powerup and its time
	mark     draw.Icon
	arms     [2]arm
	numInk   draw.Color
	textInk  draw.Color
	noteInk  draw.Color
	optional bool // omitted if there is no room
	w, h     float32
	px, py   float32 // top left corner of its place
	far      bool    // so far away that a line joins it to its owner
	hidden   bool
	rows     []label // of a crowd's label, one per player
}

// arm is a weapon shown after a name.
type arm struct {
	icon draw.Icon
	ink  draw.Color
}

// labels places labels so that none covers another or a marker.
type labels struct {
	list  []label
	taken []draw.Rect
	sides map[int]int // the side where each label was last
	// crowds holds the rows of the labels for crowds.
	crowds    []label
	transform *Transform
}

// begin starts a picture. alone is set if it must not depend on the previous one.
func (b *labels) begin(l *Transform, alone bool) {
	b.list, b.taken, b.transform = b.list[:0], b.taken[:0], l
	if b.sides == nil {
		b.sides = map[int]int{}
	}
	if alone {
		clear(b.sides)
	}
}

// crowded reports whether the map is so small that labels omit what is shown elsewhere: names and ages of players
// out of sight are in the list of players, and the times of minor items would fill the map.
func (b *labels) crowded() bool { return b.transform.Size(hullHalf) < crowdedHull }

// keepFree keeps labels away from a marker.
func (b *labels) keepFree(x, y, r float32) {
	b.taken = append(b.taken, draw.Rect{X: x - r, Y: y - r, W: 2 * r, H: 2 * r})
}

func (b *labels) add(l label) { b.list = append(b.list, l) }

// firstTag separates the IDs of tags from the IDs of players, which are slots.
const firstTag = 1 << 16

// labelTags adds the names of what layers drew.
func (s *Stage) labelTags(l *Transform, sc *Scene) {
	for i := range sc.Tags {
		t := &sc.Tags[i]
		x, y := l.At(t.Origin)
		if !l.sees(x, y, t.Radius) {
			continue
		}
		s.labels.keepFree(x, y, t.Radius*0.8)
		if sc.Names {
			s.labels.add(label{
				id: firstTag + t.ID, x: x, y: y, r: t.Radius + 2, rank: 18, optional: true,
				face: draw.Face{Size: max(12*s.dense, 10), Weight: draw.SemiBold}, name: t.Name, textInk: t.Ink,
			})
		}
	}
}

const (
	labelGap    = 4
	labelApart  = 3   // between two labels
	crowdedHull = 2.5 // points: half a player's hull on maps where labels are crowded
)

// draw places and draws all labels.
func (b *labels) draw(c *draw.Canvas, t *draw.Theme) {
	// Insertion sort keeps the order of equals; the list is short and nearly sorted.
	for i := 1; i < len(b.list); i++ {
		for j := i; j > 0 && b.list[j].rank > b.list[j-1].rank; j-- {
			b.list[j], b.list[j-1] = b.list[j-1], b.list[j]
		}
	}
	b.gather()
	b.mergeAlike()
	for i := range b.list {
		l := &b.list[i]
		if l.hidden {
			continue
		}
		for k := range l.rows {
			l.rows[k].name = c.Ellipsis(l.face, l.rows[k].name, nameMost)
		}
		l.name = c.Ellipsis(l.face, l.name, nameMost)
		b.place(c, l)
	}
	for i := range b.list {
		if l := &b.list[i]; !l.hidden {
			b.write(c, t, l)
		}
	}
}

const (
	crowdLeast = 3 // players in one spot who share a label
	crowdRows  = 8
)

// gather merges the labels of players who are so close together that it would be unclear which label belongs to which
// player. The followed player and the player under the cursor keep their own labels.
func (b *labels) gather() {
	b.crowds = b.crowds[:0]
	for i := range b.list {
		l := &b.list[i]
		if !l.inCrowd() {
			continue
		}
		from := len(b.crowds)
		for j := i; j < len(b.list); j++ {
			o := &b.list[j]
			if dx, dy := o.x-l.x, o.y-l.y; o.inCrowd() && dx*dx+dy*dy < 0.6*l.r*l.r {
				b.crowds = append(b.crowds, *o)
			}
		}
		rows := b.crowds[from:len(b.crowds):len(b.crowds)]
		if len(rows) < crowdLeast {
			b.crowds = b.crowds[:from]
			continue
		}
		for j := i; j < len(b.list); j++ {
			if o := &b.list[j]; o.inCrowd() && slices.ContainsFunc(rows, func(r label) bool { return r.id == o.id }) {
				o.hidden = true
			}
		}
		if more := len(rows) - crowdRows; more > 0 {
			rows = rows[:crowdRows]
			rows[crowdRows-1] = label{name: "+" + strconv.Itoa(more+1), face: l.face, textInk: l.textInk, rank: l.rank}
		}
		l.hidden, l.rows = false, rows
	}
}

// mergeAlike keeps only one of the labels of adjacent things that read the same, such as a heap of techs.
func (b *labels) mergeAlike() {
	for i := range b.list {
		for j := range b.list[:i] {
			l, o := &b.list[i], &b.list[j]
			if dx, dy := o.x-l.x, o.y-l.y; l.id < 0 && o.id < 0 && !o.hidden && l.number == o.number &&
				l.name == o.name && dx*dx+dy*dy < 4*l.r*l.r {
				l.hidden = true
			}
		}
	}
}

func (l *label) inCrowd() bool { return l.id >= 0 && l.rank < 90 && !l.hidden && l.rows == nil }

func (b *labels) measure(c *draw.Canvas, l *label) {
	l.w = 0
	if l.rows != nil {
		l.h = 0
		for i := range l.rows {
			r := &l.rows[i]
			b.measure(c, r)
			l.w, l.h = max(l.w, r.w), l.h+r.h
		}
		return
	}
	part := func(w float32) {
		if w > 0 {
			if l.w > 0 {
				l.w += labelGap
			}
			l.w += w
		}
	}
	part(c.Measure(l.face, l.number))
	part(c.Measure(l.face, l.name))
	part(c.Measure(l.face, l.note))
	if l.mark != draw.IconNone {
		part(l.face.Size * 0.8)
	}
	for _, a := range l.arms {
		if a.icon != draw.IconNone {
			part(l.face.Size * 1.05)
		}
	}
	l.h = l.face.Size * 1.25
}

// side returns the top left corner of a label at side n: below, above, right, left, and the corners; then the same
// farther away.
func (l *label) side(n int) (x, y float32) {
	gap := l.r + 3
	if n >= farSides {
		gap += l.face.Size * 1.25
	}
	d := gap * 0.75
	switch n % farSides {
	case 0:
		return l.x - l.w/2, l.y + gap
	case 1:
		return l.x - l.w/2, l.y - gap - l.h
	case 2:
		return l.x + gap, l.y - l.h/2
	case 3:
		return l.x - gap - l.w, l.y - l.h/2
	case 4:
		return l.x + d, l.y + d
	case 5:
		return l.x - d - l.w, l.y + d
	case 6:
		return l.x + d, l.y - d - l.h
	}
	return l.x - d - l.w, l.y - d - l.h
}

const (
	labelSides = 16
	farSides   = 8 // sides from this one are farther away
)

// place looks for a free side for a label, starting with the side in the last picture. If there is no room, a label
// loses its elements one by one; an optional label is omitted in the end.
func (b *labels) place(c *draw.Canvas, l *label) {
	const much = 0.04 // fraction of a label that may be covered
	for {
		b.measure(c, l)
		side, covered := b.side(l)
		if covered > much*l.w*l.h {
			if l.shorten() {
				continue
			}
			if l.optional {
				l.hidden = true
				return
			}
		}
		b.sides[l.id] = side
		l.px, l.py = l.side(side)
		l.far = side >= farSides || l.rows != nil
		b.taken = append(b.taken, draw.Rect{X: l.px - labelApart, Y: l.py, W: l.w + 2*labelApart, H: l.h})
		return
	}
}

// shorten removes the least important part of a label. It reports false if there is none left.
func (l *label) shorten() bool {
	shorter := false
	for i := range l.rows {
		shorter = l.rows[i].shorten() || shorter
	}
	switch {
	case l.rows != nil:
		return shorter
	case l.arms != [2]arm{}:
		l.arms = [2]arm{}
	case l.note != "":
		l.note = ""
	case l.name != "" && l.number != "" && l.rank < 90:
		l.name = ""
	default:
		return false
	}
	return true
}

// side returns the best side for a label and the area that it would cover there.
func (b *labels) side(l *label) (best int, covered float32) {
	first, ok := b.sides[l.id]
	switch {
	case ok:
	case l.id < 0:
		first = 1 // things have their names above, players below, crowds to the right
	case l.rows != nil:
		first = 2
	}
	least := float32(1e30)
	for n := -1; n < labelSides; n++ {
		side := n
		if n < 0 {
			side = first
		}
		area := b.cost(l, side)
		cost := area
		// Changing sides has a cost, so that labels do not jump back and forth.
		if side != first {
			cost += 0.02*l.w*l.h + float32(side)*0.01
		}
		if cost < least {
			best, least, covered = side, cost, area
		}
		if cost == 0 {
			break
		}
	}
	return best, covered
}

// cost returns the area that a label would cover on a side, or lose at the edge of the view.
func (b *labels) cost(l *label, side int) float32 {
	x, y := l.side(side)
	r := draw.Rect{X: x - 1, Y: y, W: l.w + 2, H: l.h}
	var sum float32
	for _, o := range b.taken {
		w := min(r.Right(), o.Right()) - max(r.X, o.X)
		h := min(r.Bottom(), o.Bottom()) - max(r.Y, o.Y)
		if w > 0 && h > 0 {
			sum += w * h
		}
	}
	v := b.transform
	x0, y0, x1, y1 := v.x0/v.scale+2, v.y0/v.scale+2, v.x1/v.scale-2, v.y1/v.scale-2
	w := min(r.Right(), x1) - max(r.X, x0)
	h := min(r.Bottom(), y1) - max(r.Y, y0)
	in := max(w, 0) * max(h, 0)
	return sum + 2*(r.W*r.H-in)
}

func (b *labels) write(c *draw.Canvas, t *draw.Theme, l *label) {
	if l.far {
		b.lead(c, t, l)
	}
	if l.rows == nil {
		writeLabel(c, t, l, l.px, l.py)
		return
	}
	y := l.py
	for i := range l.rows {
		r := &l.rows[i]
		writeLabel(c, t, r, l.px, y)
		y += r.h
	}
}

// lead draws a line from a label to its owner.
func (b *labels) lead(c *draw.Canvas, t *draw.Theme, l *label) {
	x1, y1 := min(max(l.x, l.px), l.px+l.w), min(max(l.y, l.py), l.py+l.h)
	dx, dy := x1-l.x, y1-l.y
	d := float32(math.Hypot(float64(dx), float64(dy)))
	if d <= l.r+2 {
		return
	}
	x0, y0 := l.x+dx/d*(l.r-1), l.y+dy/d*(l.r-1)
	fade := float32(l.textInk.A) / 255
	c.Line(x0, y0, x1, y1, 2.4, t.Halo.Fade(0.6*fade))
	c.Line(x0, y0, x1, y1, 1, t.Text.Fade(0.7*fade))
}

func writeLabel(c *draw.Canvas, t *draw.Theme, l *label, x, y float32) {
	y += l.face.Size
	halo := t.Halo.Fade(float32(l.textInk.A) / 255)
	text := func(s string, col draw.Color) {
		if s != "" {
			x = c.TextHalo(l.face, s, x, y, col, halo) + labelGap
		}
	}
	mid := y - l.face.CapHeight()/2
	text(l.number, l.numInk)
	text(l.name, l.textInk)
	text(l.note, l.noteInk)
	if l.mark != draw.IconNone {
		s := l.face.Size * 0.8
		c.IconHalo(l.mark, x+s/2, mid, s, l.textInk, halo)
		x += s + labelGap
	}
	for _, a := range l.arms {
		if a.icon != draw.IconNone {
			s := l.face.Size * 1.05
			c.IconHalo(a.icon, x+s/2, mid, s, a.ink, halo)
			x += s + labelGap
		}
	}
}
