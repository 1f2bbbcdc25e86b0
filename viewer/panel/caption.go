package panel

import (
	"strings"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// CaptionView is the text on a picture without panels.
type CaptionView struct {
	World *sim.World
	Teams bool
	// Clock is the time to show, Note a remark such as "Warm-up". Both may be empty.
	Clock, Note string
	Tally       Tally
	TeamScore   [sim.TeamCount]int16
	Contest     sim.Contest // frags are shown if players fight each other
}

// Caption lays out the clock, the players and the score in the corner that covers the least of the map.
func Caption(p *Pen, m draw.Rect, v CaptionView) List {
	const pad, row, most = 14, 20, 400
	room := min(m.W-24, most) - 2*pad
	lines := captionLines(p, v, room)
	if len(lines) == 0 || room < 40 {
		return List{}
	}
	w := float32(0)
	for _, l := range lines {
		w = max(w, min(p.wide(l), room))
	}
	h := float32(len(lines))*row + 14
	box := draw.Rect{X: m.X + 12, Y: m.Bottom() - h - 12, W: w + 2*pad, H: h}
	p.Begin(box)
	p.Glass(box)
	r := draw.Rect{X: box.X + pad, Y: box.Y + 7, W: w + 1, H: row}
	for _, l := range lines {
		p.Line(r, l...)
		r.Y += row
	}
	return p.End()
}

// captionLines returns the clock, followed by a line for each team, or by the players in order of score in as many
// lines as there is room for, four at most.
func captionLines(p *Pen, v CaptionView, room float32) (lines [][]Span) {
	t := p.Theme
	if v.Clock != "" {
		clock := []Span{{Text: v.Clock, Face: Clock, Color: t.Text}}
		if v.Note != "" {
			clock = append(clock, Span{Text: "   " + v.Note, Face: Small, Color: t.Soft})
		}
		lines = append(lines, clock)
	}
	for _, g := range groups(v.World, v.Teams) {
		switch {
		case g.watch:
		case g.team != sim.TeamFree:
			lines = append(lines, captionTeam(p, v, g))
		default:
			var all []Span
			for _, i := range g.members {
				pl := &v.World.Players[i]
				score, c := countedScore(p, pl.Frags, v.Tally[pl.Slot.Index()].Frags, t.Text)
				if v.Contest != sim.Versus || pl.Frags == sim.Unknown && v.Tally == nil {
					score = ""
				}
				// Non-breaking spaces keep a name and its score together.
				name := strings.ReplaceAll(pl.Profile.Name.Plain, " ", "\u00a0")
				all = append(all, Span{Text: name + "\u00a0", Face: Body, Color: nameColor(p, pl)}, Span{Text: score + "    ", Face: Strong, Color: c})
			}
			if n := len(all); n > 0 {
				all[n-1].Text = strings.TrimRight(all[n-1].Text, " ")
			}
			lines = append(lines, p.Wrap(all, room, 4)...)
		}
	}
	return lines
}

// captionTeam returns a team's name, score and players.
func captionTeam(p *Pen, v CaptionView, g group) []Span {
	name := strings.ToUpper(TeamName(g.team, v.World.Players))
	if s := v.TeamScore[g.team]; s != sim.Unknown {
		name += " " + number(s)
	}
	var names []string
	for _, i := range g.members {
		names = append(names, v.World.Players[i].Profile.Name.Plain)
	}
	return []Span{{Text: name, Face: Strong, Color: p.Theme.Team(g.team)}, {Text: "   " + strings.Join(names, ", "), Face: Small, Color: p.Theme.Soft}}
}
