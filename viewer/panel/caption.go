package panel

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// CaptionView describes the casting overlay, which shows the score, the clocks and the players over a map without
// panels.
type CaptionView struct {
	World *sim.World
	Teams bool
	// Now is the time shown, and Clock is that time as text. Note is a remark such as "Warm-up". Clock and Note may be
	// empty.
	Now         time.Duration
	Clock, Note string
	Tally       Tally
	TeamScore   [sim.TeamCount]int16
	Contest     sim.Contest // frags are shown if players fight each other
	Hidden      bool        // no scores
	Items       []ItemClock
}

// Captions holds the layouts of the casting overlay: the score and clocks at the top of the map, and the players in its
// lower corners.
type Captions struct{ Score, Left, Right List }

// captionSize holds the sizes of the overlay's elements, which depend on the height of the map.
type captionSize struct {
	row, head, gap           float32
	name, number, big, small Face
}

// captionLarge is the map height from which the overlay is larger.
const captionLarge = 640

func captionSizeOf(m draw.Rect) captionSize {
	if m.H >= captionLarge {
		return captionSize{row: 32, head: 44, gap: 14, name: Clock, number: Clock, big: Huge, small: Title}
	}
	return captionSize{row: 22, head: 32, gap: 10, name: Strong, number: Strong, big: Clock, small: Small}
}

// safeArea returns the area of a picture that is visible on every screen.
func safeArea(m draw.Rect) draw.Rect {
	return m.Inset(max(m.W*0.035, 8), max(m.H*0.035, 6))
}

// Limits of the overlay: a narrower map has no rows of players, and rows take at most this part of its height.
const (
	captionRows  = 420
	captionShare = 0.42
)

// Caption lays out the casting overlay.
func Caption(p *Pen, m draw.Rect, v CaptionView) (c Captions) {
	if v.Hidden {
		v.Contest, v.TeamScore = sim.Story, [sim.TeamCount]int16{}
		for t := range v.TeamScore {
			v.TeamScore[t] = sim.Unknown
		}
	}
	z, safe := captionSizeOf(m), safeArea(m)
	left, right := captionSides(&v)
	if safe.W < 120 || safe.H < 2*z.head {
		return c
	}
	c.Score = captionScore(p, safe, z, &v, left, right)
	if safe.W < captionRows {
		return c
	}
	w := min(safe.W*0.36, 15*z.row)
	if !slices.ContainsFunc(v.World.Players, func(pl sim.Player) bool { return pl.Health != sim.Unknown }) {
		w = min(w, 9*z.row) // no stacks
	}
	c.Left = captionPlayers(p, draw.Rect{X: safe.X, Y: safe.Y, W: w, H: safe.H}, z, &v, left)
	c.Right = captionPlayers(p, draw.Rect{X: safe.Right() - w, Y: safe.Y, W: w, H: safe.H}, z, &v, right)
	return c
}

// captionSide holds the players of a corner: a team, a player of a duel, or half of those who fight for themselves.
type captionSide struct {
	name    string
	color   func(p *Pen) draw.Color
	score   int16
	count   int  // of frags, if the demo does not contain the score
	counted bool // a count is known
	opposed bool // there is another side, and the score is of both
	members []int
}

// captionSides returns the two sides of a match. Players without teams are one side each if there are two;
// otherwise they are listed in order of their scores, the better half first.
func captionSides(v *CaptionView) (left, right captionSide) {
	var sides []captionSide
	var free []int
	for _, g := range groups(v.World, v.Teams) {
		switch {
		case g.watch:
		case g.team == sim.TeamFree:
			free = append(free, g.members...)
		default:
			team := g.team
			sides = append(sides, captionSide{
				name: TeamName(team, v.World.Players), score: v.TeamScore[team], opposed: true, members: g.members,
				color: func(p *Pen) draw.Color { return p.Theme.Team(team) },
			})
		}
	}
	if len(sides) == 0 && len(free) == 2 && v.Contest == sim.Versus {
		for _, i := range free {
			pl := &v.World.Players[i]
			sides = append(sides, captionSide{
				name: pl.Profile.Name.Plain, score: pl.Frags, count: v.Tally[pl.Slot.Index()].Frags,
				counted: v.Tally != nil, opposed: true, members: []int{i},
				color: func(p *Pen) draw.Color { return nameColor(p, pl) },
			})
		}
	}
	if len(sides) >= 2 {
		return sides[0], sides[1]
	}
	if len(sides) == 1 {
		free = sides[0].members
	}
	half := (len(free) + 1) / 2
	if len(free) <= 4 {
		half = len(free)
	}
	return captionSide{members: free[:half]}, captionSide{members: free[half:]}
}

// text returns the side's score and its colour, which is fainter if it was counted.
func (s *captionSide) text(p *Pen) (string, draw.Color) {
	switch {
	case s.score != sim.Unknown:
		return number(s.score), p.Theme.Text
	case s.counted:
		return countedScore(p, s.score, s.count, p.Theme.Text)
	}
	return "", p.Theme.Text
}

// captionScore lays out clock, sides and scores, with the item clocks below them.
func captionScore(p *Pen, safe draw.Rect, z captionSize, v *CaptionView, left, right captionSide) List {
	clock := max(p.Width(v.Clock, z.big), p.Width(v.Note, z.small)) + 2*z.gap
	if v.Clock == "" && v.Note == "" {
		clock = 0
	}
	side := float32(0)
	if left.opposed {
		for _, s := range []*captionSide{&left, &right} {
			text, _ := s.text(p)
			side = max(side, min(p.Width(s.name, z.name), safe.W*0.18)+p.Width(text, z.big)+3*z.gap)
		}
		side = min(side, (safe.W-clock)/2)
	}
	if clock+side == 0 {
		return List{}
	}
	faces, _ := arrangeClocks(p, v.Items, safe.W*0.6)
	if len(v.Items) == 0 {
		faces = nil
	}
	h := z.head
	if v.Note != "" {
		h += z.head * 0.45
	}
	w := clock + 2*side
	items := float32(-clockGap)
	for _, f := range faces {
		items += clockWidth(p, f, false)
	}
	w = max(w, min(items+2*z.gap, safe.W))
	if len(faces) > 0 {
		h += z.row
	}
	box := draw.Rect{X: safe.X + (safe.W-w)/2, Y: safe.Y, W: w, H: h}
	p.Begin(box)
	p.Glass(box)
	head, rest := box.CutTop(z.head)
	middle := draw.Rect{X: box.X + (box.W-clock)/2, Y: head.Y, W: clock, H: head.H}
	p.Text(middle, v.Clock, z.big, p.Theme.Text, Middle)
	if left.opposed {
		captionName(p, draw.Rect{X: middle.X - side, Y: head.Y, W: side, H: head.H}, z, &left, true)
		captionName(p, draw.Rect{X: middle.Right(), Y: head.Y, W: side, H: head.H}, z, &right, false)
	}
	if v.Note != "" {
		var note draw.Rect
		note, rest = rest.CutTop(z.head * 0.45)
		p.Text(draw.Rect{X: note.X, Y: note.Y - 4, W: note.W, H: note.H}, v.Note, z.small, p.Theme.Soft, Middle)
	}
	if len(faces) > 0 {
		row := draw.Rect{X: rest.X + (rest.W-items)/2, Y: rest.Y - 2, W: items + clockGap, H: rest.H}
		for _, f := range faces {
			b := p.Text(row, f.name, Small, p.Theme.Soft, Left)
			p.Text(draw.Rect{X: b.Right() + 5, Y: row.Y, W: row.Right() - b.Right() - 5, H: row.H}, f.text, Strong,
				f.color, Left)
			_, row = row.CutLeft(clockWidth(p, f, false))
		}
	}
	return p.End()
}

// captionName writes the name and the score of a side, the score next to the clock.
func captionName(p *Pen, r draw.Rect, z captionSize, s *captionSide, left bool) {
	text, c := s.text(p)
	r = r.Inset(z.gap, 0)
	score := r
	if left {
		score, r = r.CutRight(p.Width(text, z.big))
		r.W -= z.gap
	} else {
		score, r = r.CutLeft(p.Width(text, z.big))
		_, r = r.CutLeft(z.gap)
	}
	p.Text(score, text, z.big, c, Left)
	name, _ := p.Fit(s.name, z.name, r.W)
	align := Right
	if !left {
		align = Left
	}
	p.Text(r, name, z.name, s.color(p), align)
}

// captionPlayers lays out the players of a side at the bottom of their corner, in as many rows as fit.
func captionPlayers(p *Pen, corner draw.Rect, z captionSize, v *CaptionView, s captionSide) List {
	n := min(len(s.members), int(corner.H*captionShare/z.row))
	if n == 0 {
		return List{}
	}
	h := float32(n)*z.row + 8
	box := draw.Rect{X: corner.X, Y: corner.Bottom() - h, W: corner.W, H: h}
	p.Begin(box)
	p.Glass(box)
	in := box.Inset(8, 4)
	for _, i := range s.members[:n] {
		var r draw.Rect
		r, in = in.CutTop(z.row)
		captionRow(p, r, z, v, &v.World.Players[i], !s.opposed)
	}
	return p.End()
}

// fullStack is the health and armour of a whole bar.
const fullStack = 300

// captionRow writes a player: name, equipment, health and armour as a bar and in numbers and, if he has no side, his
// score.
func captionRow(p *Pen, r draw.Rect, z captionSize, v *CaptionView, pl *sim.Player, scored bool) {
	t := p.Theme
	sign, r := r.CutLeft(z.row)
	p.Badge(Centred(sign, z.row-6, z.row-6), t.Badge(pl.Profile, v.Teams), 1)
	_, r = r.CutLeft(z.gap / 2)
	if score, c := countedScore(p, pl.Frags, v.Tally[pl.Slot.Index()].Frags, t.Text); scored &&
		v.Contest == sim.Versus && (pl.Frags != sim.Unknown || v.Tally != nil) {
		var cell draw.Rect
		cell, r = r.CutRight(p.Width("000", z.number))
		p.Text(cell, score, z.number, c, Right)
		r.W -= z.gap
	}
	name, rest := r.CutLeft(r.W * 0.42)
	text, _ := p.Fit(pl.Profile.Name.Plain, z.name, name.W-6)
	color := nameColor(p, pl)
	dead := pl.Life == sim.Dead || pl.Life == sim.Gibbed
	if dead {
		color = t.Faint
	}
	p.Text(name, text, z.name, color, Left)
	if dead {
		p.Text(rest, gone(pl), z.small, t.Faint, Left)
		return
	}
	rest = captionHeld(p, rest, z, v, pl)
	if pl.Health != sim.Unknown {
		captionStack(p, rest, z, pl)
	}
}

// captionHeld draws a player's weapon and his most important equipment, and returns the room left of them.
func captionHeld(p *Pen, r draw.Rect, z captionSize, v *CaptionView, pl *sim.Player) draw.Rect {
	cell, r := r.CutRight(z.row)
	if icon := draw.WeaponIcon(pl.Weapon); icon != draw.IconNone {
		p.Icon(Centred(cell, z.row-8, z.row-8), icon, draw.Of(pl.Weapon.Info().Color).Readable())
	}
	for _, x := range extrasOf(p, pl, v.Now) {
		w := p.Width(x.text, z.small) + 6
		if x.plain || x.isItem && x.item != sim.ItemFlag || r.W-w < 3*z.row {
			continue
		}
		cell, r = r.CutRight(w)
		p.Text(cell, x.text, z.small, x.color, Left)
	}
	r.W -= 6
	return r
}

// captionStack draws health and armour, as a bar of two colours and in numbers.
func captionStack(p *Pen, r draw.Rect, z captionSize, pl *sim.Player) {
	t := p.Theme
	numbers := p.Width("000 000", z.number) + 6
	if r.W > numbers+z.row {
		var cell draw.Rect
		cell, r = r.CutRight(numbers)
		half := draw.Rect{X: cell.X, Y: cell.Y, W: cell.W / 2, H: cell.H}
		p.Text(half, number(pl.Health), z.number, t.Health(pl.Health), Right)
		if pl.Armor > 0 {
			half.X += cell.W / 2
			p.Text(half, number(pl.Armor), z.number, t.Armor(pl.ArmorKind), Right)
		}
		r.W -= 4
	}
	bar := draw.Rect{X: r.X, Y: r.Y + r.H*0.32, W: r.W, H: r.H * 0.36}
	p.Fill(bar, t.Raised)
	x := bar.X
	for _, part := range []struct {
		value int16
		color draw.Color
	}{{pl.Health, t.Health(pl.Health)}, {pl.Armor, t.Armor(pl.ArmorKind)}} {
		if w := min(float32(max(part.value, 0))/fullStack*bar.W, bar.Right()-x); w > 0 {
			p.Fill(draw.Rect{X: x, Y: bar.Y, W: w, H: bar.H}, part.color)
			x += w
		}
	}
}
