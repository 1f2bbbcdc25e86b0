package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// ScoresView describes the scoreboard.
type ScoresView struct {
	World    *sim.World
	Teams    bool
	Followed int
	Score    [sim.TeamCount]int16
	Heading  string
	Scroll   float32
	Tally    Tally // nil if the demo contains all scores
	// Contest is the kind of contest. Frags and pings are meaningful only if players fight each other.
	Contest sim.Contest
	// Columns holds the columns of the match report that the scoreboard shows. Numbers holds the players' values in
	// these columns, by slot. Both are empty until there is a report.
	Columns []Column
	Numbers map[int]*ScoreNumbers
	// Held is set if the scoreboard is shown because its key is held down. Hidden is set if scores are to be kept
	// secret.
	Held, Hidden bool
}

// ScoreNumbers holds a player's statistics for the whole match, as shown on the scoreboard.
type ScoreNumbers struct {
	Row TableRow // one cell per column, after the first, which is the name
	// Frags and Deaths are queries for the moments of the player's frags and deaths.
	Frags, Deaths string
}

// SideLeast is how much of the map's width, in points, a box in the middle of the map must leave uncovered. If a box
// leaves less uncovered, the whole map is darkened.
const SideLeast = 240

// Scores lays out the scoreboard over the map. It returns the layout and how far the scoreboard can be scrolled.
func Scores(p *Pen, m draw.Rect, v ScoresView) (List, float32) {
	if v.World == nil {
		return List{}, 0
	}
	const heading, foot = 48, 12
	gs := groups(v.World, v.Teams)
	row, head := p.Tall(26), float32(34)
	tall := func() (h float32) {
		for _, g := range gs {
			h += head + row*float32(len(g.members))
		}
		return h
	}
	for row > 17 && !p.Touch && tall()+heading+foot > m.H-24 {
		row, head = row-1, max(head-1, 24)
	}
	v.fit(m.W - 2*scoresMargin)
	box := Within(m, v.width(), tall()+heading+foot)
	p.Begin(m)
	if m.W-box.W < SideLeast {
		p.Fill(m, p.Theme.Scrim) // otherwise parts of labels would stick out on both sides
	}
	p.Glass(box)
	p.ScrollArea(box, AreaScores)
	if v.Held {
		p.HitArea(box, Command{Verb: VerbAction, ID: action.Scoreboard}, "A click keeps it open")
	} else {
		p.HitArea(box, Command{}, "")
	}
	in := box.Inset(20, 6)
	top, rest := in.CutTop(heading - 6)
	drawScoresTop(p, top, v)
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
	p.ScrollBar(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W + 14, H: rest.H}, AreaScores, v.Scroll, room)
	return p.End(), room
}

// drawScoresTop draws the board's heading, a note about its numbers, and its close button.
func drawScoresTop(p *Pen, top draw.Rect, v ScoresView) {
	if !v.Held {
		var closer draw.Rect
		closer, top = top.CutRight(p.Tall(26))
		p.IconButton(Centred(closer, p.Tall(26), p.Tall(26)), draw.IconClose, 12,
			Command{Verb: VerbAction, ID: action.Scoreboard}, "Close   Esc")
	}
	b := p.Text(top, v.Heading, Title, p.Theme.Text, Left)
	p.HitArea(draw.Rect{X: top.X, Y: top.Y, W: b.W, H: top.H}, Command{Verb: VerbAction, ID: action.MatchReport},
		"The match report")
	note := ""
	switch {
	case v.Hidden:
		note = "the score is hidden"
	case v.Tally != nil:
		note = "+ counted since the recording began"
	case len(v.Columns) > 0 && v.Contest != sim.Versus:
		note = "the whole level"
	case len(v.Columns) > 0:
		note = "right of the line: the whole match"
	}
	if _, rest := top.CutLeft(b.W + 20); p.Width(note, Small) < rest.W-8 {
		rest.W -= 8
		p.Text(rest, note, Small, p.Theme.Faint, Right)
	}
}

const (
	scoresMargin = 12
	scoresName   = 190 // width of names next to columns of the report
	scoresGap    = 16  // between the current numbers and those of the whole match
)

// fit drops columns of the report until the rest fit.
func (v *ScoresView) fit(room float32) {
	for len(v.Columns) > 0 && v.width() > room {
		v.Columns = v.Columns[:len(v.Columns)-1]
	}
}

// width returns the width of the board.
func (v *ScoresView) width() float32 {
	if len(v.Columns) == 0 {
		return 560
	}
	w := float32(40 + scoresName + scoresGap + v.currentColumns()*scoreColumn)
	for _, c := range v.Columns {
		w += c.Width
	}
	return max(w, 560)
}

// cutReport cuts the report's cells off a row of the board, calls f to draw each, and returns the remaining space.
func (v *ScoresView) cutReport(p *Pen, r draw.Rect, f func(cell draw.Rect, i int)) draw.Rect {
	if len(v.Columns) == 0 {
		return r
	}
	for i := len(v.Columns) - 1; i >= 0; i-- {
		var cell draw.Rect
		cell, r = r.CutRight(v.Columns[i].Width)
		f(cell, i)
	}
	r.W -= scoresGap
	p.Fill(draw.Rect{X: r.Right() + scoresGap/2, Y: r.Y, W: 1, H: r.H}, p.Theme.Line)
	return r
}

// scoreColumns are the columns of current numbers, from right to left.
var scoreColumns = []struct {
	name  string
	told  func(*sim.World, *sim.Player) int16
	count func(Tally, int) int // nil if it cannot be counted
	ask   func(*ScoreNumbers) string
}{
	{name: "Min", told: func(w *sim.World, pl *sim.Player) int16 { return pl.Minutes(w.Time) }},
	{name: "Ping", told: func(_ *sim.World, pl *sim.Player) int16 { return pl.Ping }},
	{name: "Deaths", told: func(_ *sim.World, pl *sim.Player) int16 { return pl.Deaths },
		count: func(t Tally, slot int) int { return t[slot].Deaths },
		ask:   func(n *ScoreNumbers) string { return n.Deaths }},
	{name: "Frags", told: func(_ *sim.World, pl *sim.Player) int16 { return pl.Frags },
		count: func(t Tally, slot int) int { return t[slot].Frags },
		ask:   func(n *ScoreNumbers) string { return n.Frags }},
}

// currentColumns returns the number of columns shown. The column of minutes is shown only if the demo contains them.
func (v *ScoresView) currentColumns() int {
	if slices.ContainsFunc(v.World.Players, func(p sim.Player) bool { return p.EnteredKnown }) {
		return len(scoreColumns)
	}
	return len(scoreColumns) - 1
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
		rest = v.cutReport(p, r, func(cell draw.Rect, i int) {
			p.Text(cell, v.Columns[i].Title, Small, p.Theme.Faint, Right)
			p.HitArea(cell, Command{}, v.Columns[i].Tip)
		})
	}
	if !g.watch && v.Contest == sim.Versus {
		for _, c := range scoreColumns[len(scoreColumns)-v.currentColumns():] {
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
	if !v.Held { // otherwise a click is for the board
		p.HitArea(r, Command{Verb: VerbFollow, Index: pl.Slot.Index()}, followTip(pl, v.Followed))
	}
	fade := float32(1)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		fade = 0.55
	}
	side := min(r.H-4, 18)
	p.Badge(Centred(draw.Rect{X: r.X, Y: r.Y, W: side, H: r.H}, side, side), p.Theme.Badge(pl.Profile, v.Teams), fade)
	rest := draw.Rect{X: r.X + side + 8, Y: r.Y, W: r.W - side - 8, H: r.H}
	if !Spectates(pl) {
		rest = drawScoreNumbers(p, rest, r.W/6, pl, v, fade)
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
	if pl.Profile.Class != "" {
		note = strings.TrimSuffix(pl.Profile.Class+", "+note, ", ")
	}
	b := p.Text(rest, pl.Profile.Name.Plain, Body, nameColor(p, pl).Fade(fade), Left)
	if note != "" && rest.Right()-b.Right() > 40 {
		p.Text(draw.Rect{X: b.Right() + 8, Y: rest.Y, W: rest.Right() - b.Right() - 8, H: rest.H}, note, Small,
			p.Theme.Faint, Left)
	}
}

// pingText returns a ping with the packets lost or held back, and its colour.
func pingText(p *Pen, text string, pl *sim.Player, col draw.Color) (string, draw.Color) {
	if pl.Choke > 0 {
		text, col = fmt.Sprintf("%s −%d", text, pl.Choke), p.Theme.Warn
	}
	if pl.Loss > 0 {
		text = fmt.Sprintf("%s, %d %%", text, pl.Loss)
	}
	return text, col
}

// drawScoreNumbers draws a player's numbers at the right end of r and returns the remaining space. The columns of
// current numbers are no wider than limit points.
func drawScoreNumbers(p *Pen, r draw.Rect, limit float32, pl *sim.Player, v ScoresView, fade float32) draw.Rect {
	numbers := v.Numbers[pl.Slot.Index()]
	rest := v.cutReport(p, r, func(cell draw.Rect, i int) {
		if numbers != nil && i+1 < len(numbers.Row.Cells) {
			DrawCell(p, cell, &numbers.Row, i+1, Right, false)
		}
	})
	if v.Contest == sim.Versus {
		shown := scoreColumns[len(scoreColumns)-v.currentColumns():]
		for i, c := range shown {
			var cell draw.Rect
			cell, rest = rest.CutRight(min(scoreColumn, limit))
			face, col := Body, p.Theme.Soft
			if i == len(shown)-1 {
				face, col = Strong, p.Theme.Text
			}
			told := c.told(v.World, pl)
			text := number(told)
			if c.name == "Ping" {
				if text, col = pingText(p, text, pl, col); p.Width(text, face) > cell.W {
					face = Small
				}
			}
			if v.Tally != nil && c.count != nil {
				text, col = countedScore(p, told, c.count(v.Tally, pl.Slot.Index()), col)
			}
			if numbers != nil && c.ask != nil && c.ask(numbers) != "" {
				p.HitArea(cell, Command{Verb: VerbAsk, Text: c.ask(numbers)}, "His "+strings.ToLower(c.name))
				if p.Hot(cell) {
					p.Round(cell.Inset(-2, 2), 4, p.Theme.Raised)
					col = p.Theme.Accent
				}
			}
			p.Text(cell, text, face, col.Fade(fade), Right)
		}
	}
	return rest
}
