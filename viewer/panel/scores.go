package panel

import (
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// ScoresView is what the scoreboard shows.
type ScoresView struct {
	World    *sim.World
	Teams    bool
	Followed int
	Score    [sim.TeamCount]int16
	Heading  string
	Scroll   float32
	Tally    Tally // nil where the demo tells all scores
}

// sideLeast is what there has to be of the map beside the scoreboard, both sides taken together, for it to be worth looking at.
const sideLeast = 240

// Scores lays out the scoreboard over the map and returns how far it can be scrolled.
func Scores(p *Pen, m draw.Rect, v ScoresView) (List, float32) {
	if v.World == nil {
		return List{}, 0
	}
	const heading, foot = 48, 12
	gs := groups(v.World, v.Teams)
	row, head := p.tall(26), float32(34)
	tall := func() (h float32) {
		for _, g := range gs {
			h += head + row*float32(len(g.members))
		}
		return h
	}
	for row > 17 && !p.Touch && tall()+heading+foot > m.H-24 {
		row, head = row-1, max(head-1, 24)
	}
	box := within(m, 560, tall()+heading+foot)
	p.Begin(m)
	if m.W-box.W < sideLeast {
		p.Fill(m, p.Theme.Scrim) // parts of labels would stick out on both sides
	}
	p.glass(box)
	p.HitArea(box, Command{}, "")
	p.ScrollArea(box, AreaScores)
	in := box.Inset(20, 6)
	top, rest := in.CutTop(heading - 6)
	b := p.Text(top, v.Heading, Title, p.Theme.Text, Left)
	if v.Tally != nil {
		_, top = top.CutLeft(b.W + 20)
		p.Text(top, "+ counted since the recording began", Small, p.Theme.Faint, Right)
	}
	rest.H = box.Bottom() - foot - rest.Y
	room := max(tall()-rest.H, 0)
	y := rest.Y - min(v.Scroll, room)
	place := func(h float32) (draw.Rect, bool) {
		r := draw.Rect{X: rest.X, Y: y, W: rest.W, H: h}
		y += h
		return r, inside(rest, r)
	}
	for _, g := range gs {
		if r, ok := place(head); ok {
			drawScoreHead(p, r, g, v)
		}
		for _, i := range g.members {
			if r, ok := place(row); ok {
				drawScoreRow(p, r, &v.World.Players[i], v)
			}
		}
	}
	p.scrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 14, H: rest.H}, AreaScores, v.Scroll, room)
	return p.End(), room
}

// scoreColumns are the columns of numbers, from the right.
var scoreColumns = []struct {
	name  string
	told  func(*sim.Player) int16
	count func(Tally, int) int // nil for what cannot be counted
}{
	{"ping", func(pl *sim.Player) int16 { return pl.Ping }, nil},
	{"deaths", func(pl *sim.Player) int16 { return pl.Deaths }, func(t Tally, slot int) int { return t[slot].Deaths }},
	{"frags", func(pl *sim.Player) int16 { return pl.Frags }, func(t Tally, slot int) int { return t[slot].Frags }},
}

const scoreColumn = 64

func drawScoreHead(p *Pen, r draw.Rect, g group, v ScoresView) {
	name, col := TeamName(g.team, v.World.Players), p.Theme.Soft
	if g.watch {
		name = "Spectators"
	} else if g.team != sim.TeamFree {
		col = p.Theme.Team(g.team)
		if s := v.Score[g.team]; s != sim.Unknown {
			name += "  " + strconv.Itoa(int(s))
		}
	}
	rest := r
	if !g.watch {
		for _, c := range scoreColumns {
			var cell draw.Rect
			cell, rest = rest.CutRight(min(scoreColumn, r.W/6))
			p.Text(cell, c.name, Small, p.Theme.Faint, Right)
		}
	}
	p.Text(rest, name, Strong, col, Left)
	p.Fill(draw.Rect{X: r.X, Y: r.Bottom() - 1, W: r.W, H: 1}, p.Theme.Line)
}

func drawScoreRow(p *Pen, r draw.Rect, pl *sim.Player, v ScoresView) {
	if pl.Slot.Index() == v.Followed {
		p.Round(r.Inset(-6, 0), 4, p.Theme.Selected)
	} else if p.Hot(r) {
		p.Round(r.Inset(-6, 0), 4, p.Theme.Raised)
	}
	p.HitArea(r, Command{Verb: VerbFollow, Index: pl.Slot.Index()}, followTip(pl, v.Followed))
	fade := float32(1)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		fade = 0.55
	}
	side := min(r.H-4, 18)
	p.Badge(centred(draw.Rect{X: r.X, Y: r.Y, W: side, H: r.H}, side, side), p.Theme.Badge(pl.Profile, v.Teams), fade)
	rest := draw.Rect{X: r.X + side + 8, Y: r.Y, W: r.W - side - 8, H: r.H}
	if !Spectates(pl) {
		for i, c := range scoreColumns {
			var cell draw.Rect
			cell, rest = rest.CutRight(min(scoreColumn, r.W/6))
			face, col := Body, p.Theme.Soft
			if i == len(scoreColumns)-1 {
				face, col = Strong, p.Theme.Text
			}
			text := number(c.told(pl))
			if v.Tally != nil && c.count != nil {
				text, col = countedScore(p, c.told(pl), c.count(v.Tally, pl.Slot.Index()), col)
			}
			p.Text(cell, text, face, col.Fade(fade), Right)
		}
	}
	rest.W -= 8
	rest = drawSigns(p, rest, pl)
	note := ""
	if pl.Bot {
		note = "bot"
	}
	if pl.Profile.Clan != "" {
		note = strings.TrimSpace(pl.Profile.Clan + " " + note)
	}
	b := p.Text(rest, pl.Profile.Name.Plain, Body, nameColor(p, pl).Fade(fade), Left)
	if note != "" && rest.Right()-b.Right() > 40 {
		p.Text(draw.Rect{X: b.Right() + 8, Y: rest.Y, W: rest.Right() - b.Right() - 8, H: rest.H}, note, Small, p.Theme.Faint, Left)
	}
}
