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
	// Sheer is set if players may be under the overlay and should show through.
	Sheer bool
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
// corners. The field Rooms holds the areas of the map that the overlay leaves free. The map is fitted into one of them.
type Captions struct {
	Score, Left, Right List
	Rooms              [2]draw.Rect
}

// captionSize holds the sizes of the overlay's elements, which depend on the height of the map.
type captionSize struct {
	row, head, gap                  float32
	names                           float32 // width of the longest name of a side
	name, number, big, small, label Face
}

// Map heights from which the overlay is larger.
const (
	captionLarge = 640
	captionHuge  = 960
)

func captionSizeOf(m draw.Rect) captionSize {
	switch {
	case m.H >= captionHuge:
		return captionSize{row: 38, head: 52, gap: 18, name: Large, number: Large, big: Huge, small: Clock, label: Clock}
	case m.H >= captionLarge:
		return captionSize{row: 28, head: 42, gap: 14, name: Clock, number: Clock, big: Huge, small: Title, label: Small}
	}
	return captionSize{row: 22, head: 30, gap: 10, name: Strong, number: Strong, big: Clock, small: Small, label: Small}
}

// safeArea returns the area of a picture that is visible on every screen.
func safeArea(m draw.Rect) draw.Rect {
	return m.Inset(max(m.W*0.035, 8), max(m.H*0.035, 6))
}

// Limits of the overlay: a narrower map has no rows of players, narrower rows are not next to the score, and rows take at
// most this part of the map's height.
const (
	captionRows   = 420
	captionNarrow = 9  // in heights of a row
	captionWide   = 13 // of rows for which the item clocks make room
	captionShare  = 0.42
)

// Caption lays out the casting overlay. The players are placed on both sides of the score if there is room, and
// otherwise at the bottom of the map. On a narrow map, they are omitted.
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
		c.Rooms = c.rooms(m)
		return c
	}
	most := 15 * z.row
	if !slices.ContainsFunc(v.World.Players, func(pl sim.Player) bool { return pl.Health != sim.Unknown }) {
		most = captionNarrow * z.row // no stacks
	}
	w, bottom := (safe.W-c.Score.Area.W)/2-z.gap, false
	if w < captionNarrow*z.row {
		w, bottom = (safe.W-z.gap)/2, true
	}
	w = min(w, most)
	c.Left = captionPlayers(p, draw.Rect{X: safe.X, Y: safe.Y, W: w, H: safe.H}, z, &v, left, bottom)
	c.Right = captionPlayers(p, draw.Rect{X: safe.Right() - w, Y: safe.Y, W: w, H: safe.H}, z, &v, right, bottom)
	c.Rooms = c.rooms(m)
	return c
}

// rooms returns the areas of m that the overlay leaves free: between the rows of players, and above or below them.
func (c *Captions) rooms(m draw.Rect) [2]draw.Rect {
	top := m.Y
	if c.Score.Area.H > 0 {
		top = c.Score.Area.Bottom()
	}
	from, to, x, right := top, m.Bottom(), m.X, m.Right()
	for _, l := range []*List{&c.Left, &c.Right} {
		switch a := l.Area; {
		case a.H <= 0:
			continue
		case a.Y < top:
			from = max(from, a.Bottom())
		default:
			to = min(to, a.Y)
		}
		if l == &c.Left {
			x = l.Area.Right()
		} else {
			right = l.Area.X
		}
	}
	return [2]draw.Rect{{X: m.X, Y: from, W: m.W, H: to - from}, {X: x, Y: top, W: right - x, H: m.Bottom() - top}}
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
	clock := max(p.Width(v.Clock, z.big), p.Width("00:00", z.big), p.Width(v.Note, z.small)) + 2*z.gap
	if v.Clock == "" && v.Note == "" {
		clock = 0
	}
	side := float32(0)
	if left.opposed {
		for _, s := range []*captionSide{&left, &right} {
			text, _ := s.text(p)
			side = max(side, min(p.Width(s.name, z.name), safe.W*0.18)+max(p.Width(text, z.big), p.Width("00", z.big))+
				3*z.gap)
		}
		side = min(side, (safe.W-clock)/2)
	}
	if clock+side == 0 {
		return List{}
	}
	lines, items := captionClocks(p, safe, z, v.Items)
	h := z.head
	if v.Note != "" {
		h += z.head * 0.45
	}
	w := min(max(clock+2*side, items+2*z.gap), safe.W)
	h += float32(len(lines)) * z.row
	box := draw.Rect{X: safe.X + (safe.W-w)/2, Y: safe.Y, W: w, H: h}
	p.Begin(box)
	captionGround(p, box, v)
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
	for i, faces := range lines {
		w := z.clocks(p, faces)
		row := draw.Rect{X: rest.X + (rest.W-w)/2, Y: rest.Y - 2 + float32(i)*z.row, W: w + z.gap, H: z.row}
		for _, f := range faces {
			b := p.Text(row, f.name, z.label, p.Theme.Soft, Left)
			p.Text(draw.Rect{X: b.Right() + 5, Y: row.Y, W: row.Right() - b.Right() - 5, H: row.H}, f.text, z.value(),
				f.color, Left)
			_, row = row.CutLeft(z.clock(p, f))
		}
	}
	return p.End()
}

// captionClocks returns the item clocks to show, on up to two lines, and the width of the wider one. They leave room for
// the players next to the score if they can.
func captionClocks(p *Pen, safe draw.Rect, z captionSize, items []ItemClock) (lines [][]clockFace, width float32) {
	ratio := z.label.Typeface().Size / Small.Typeface().Size
	for _, most := range []float32{safe.W - 2*(captionWide*z.row+2*z.gap), safe.W - 2*z.gap} {
		faces, stacked := arrangeClocks(p, items, 2*most/ratio)
		lines = nil
		for half := len(faces); !stacked && half > 0; half = (half + 1) / 2 {
			lines = slices.Collect(slices.Chunk(faces, half))
			width = 0
			for _, l := range lines {
				width = max(width, z.clocks(p, l))
			}
			if width <= most || len(lines) > 1 {
				break
			}
		}
		if len(lines) > 0 && width <= most {
			return lines, width
		}
	}
	return nil, 0
}

// clocks returns the width of a line of item clocks.
func (z *captionSize) clocks(p *Pen, faces []clockFace) float32 {
	w := -z.gap
	for _, f := range faces {
		w += z.clock(p, f)
	}
	return max(w, 0)
}

// value returns the face of the item clocks' times.
func (z *captionSize) value() Face {
	if z.label == Small {
		return Strong
	}
	return z.label
}

// clock returns the width of an item clock, including the gap after it, whatever it shows.
func (z *captionSize) clock(p *Pen, f clockFace) float32 {
	return p.Width(f.name, z.label) + 5 + p.Width("0:00", z.value()) + z.gap
}

// captionGround draws the background of a part of the overlay.
func captionGround(p *Pen, box draw.Rect, v *CaptionView) {
	if v.Sheer {
		p.ground(box, p.Theme.Panel.Fade(0.6))
		return
	}
	p.Glass(box)
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

// captionPlayers lays out the players of a side at the top or the bottom of their corner, in as many rows as fit.
func captionPlayers(p *Pen, corner draw.Rect, z captionSize, v *CaptionView, s captionSide, bottom bool) List {
	n := min(len(s.members), int(corner.H*captionShare/z.row))
	if n == 0 {
		return List{}
	}
	box, _ := corner.CutTop(float32(n)*z.row + 8)
	if bottom {
		box, _ = corner.CutBottom(float32(n)*z.row + 8)
	}
	p.Begin(box)
	captionGround(p, box, v)
	in := box.Inset(8, 4)
	for _, i := range s.members[:n] {
		z.names = max(z.names, p.Width(v.World.Players[i].Profile.Name.Plain, z.name)+8)
	}
	for _, i := range s.members[:n] {
		var r draw.Rect
		r, in = in.CutTop(z.row)
		captionRow(p, r, z, v, &v.World.Players[i], !s.opposed)
	}
	return p.End()
}

// fullStack is the health and armour of a whole bar.
const fullStack = 300

// captionRow writes a player: name, equipment, health and armour as a bar and in numbers, weapon and, if he has no side,
// his score. Bar, numbers and weapon have fixed places.
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
	weapon, r := r.CutRight(z.row)
	numbers := 2*p.Width("000", z.number) + 10
	bar := min(max(r.W-numbers-z.names, 1.5*z.row, (r.W-numbers)*0.25), 6*z.row)
	stack, name := r.CutRight(min(numbers+bar, r.W))
	if pl.Health == sim.Unknown {
		name = r
	}
	dead := pl.Life == sim.Dead || pl.Life == sim.Gibbed
	color := nameColor(p, pl)
	if dead {
		color = t.Faint
	} else {
		name = captionExtras(p, name, z, v, pl)
	}
	text, _ := p.Fit(pl.Profile.Name.Plain, z.name, name.W-6)
	p.Text(name, text, z.name, color, Left)
	switch icon := draw.WeaponIcon(pl.Weapon); {
	case dead && pl.Health == sim.Unknown:
		p.Text(draw.Rect{X: weapon.Right() - 4*z.row, Y: r.Y, W: 4 * z.row, H: r.H}, gone(pl), z.small, t.Faint, Right)
		return
	case dead:
		p.Text(stack, gone(pl), z.small, t.Faint, Left)
		return
	case icon != draw.IconNone:
		p.Icon(Centred(weapon, z.row-8, z.row-8), icon, draw.Of(pl.Weapon.Info().Color).Readable())
	}
	if pl.Health != sim.Unknown {
		captionStack(p, stack, z, pl)
	}
}

// captionExtras writes a player's powerups, flag and other notable equipment next to his name, as far as they fit, and
// returns the room left for the name.
func captionExtras(p *Pen, r draw.Rect, z captionSize, v *CaptionView, pl *sim.Player) draw.Rect {
	for _, x := range extrasOf(p, pl, v.Now) {
		w := p.Width(x.text, z.small) + 6
		if x.plain || x.isItem && x.item != sim.ItemFlag || r.W-w < 2*z.row {
			continue
		}
		var cell draw.Rect
		cell, r = r.CutRight(w)
		p.Text(cell, x.text, z.small, x.color, Left)
	}
	return r
}

// captionStack draws health and armour, as a bar of two colours and in numbers.
func captionStack(p *Pen, r draw.Rect, z captionSize, pl *sim.Player) {
	t := p.Theme
	cell, r := r.CutRight(2*p.Width("000", z.number) + 10)
	half := draw.Rect{X: cell.X, Y: cell.Y, W: cell.W/2 - 3, H: cell.H}
	p.Text(half, number(pl.Health), z.number, t.Health(pl.Health), Right)
	if half.X += cell.W / 2; pl.Armor > 0 {
		p.Text(half, number(pl.Armor), z.number, t.Armor(pl.ArmorKind), Right)
	}
	if r.W < z.row {
		return
	}
	bar := draw.Rect{X: r.X, Y: r.Y + r.H*0.32, W: r.W - 4, H: r.H * 0.36}
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
