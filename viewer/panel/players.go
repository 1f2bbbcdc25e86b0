package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// PlayersView describes the player list.
type PlayersView struct {
	World    *sim.World
	Teams    bool
	Followed int // slot, or -1 for nobody
	Scroll   float32
	Score    [sim.TeamCount]int16
	Tally    Tally // nil if the demo contains all scores
	// Contest is the kind of contest. Frags and pings are meaningful only if players fight each other.
	Contest sim.Contest
	// Turns are the turning points of the match, listed below the players if there is room.
	Turns []TurnRow
}

// Heights of a row, depending on how much room there is.
const (
	rowFull   = 48
	rowMiddle = 32 // smallest height with two lines
	rowDense  = 23
	rowLeast  = 20
	groupHead = 32
	headDense = 24
)

// Ranked returns the indices of players in the order of the player list: by team, then by frags, then by slot, with
// spectators last.
func Ranked(players []sim.Player, teams bool) []int {
	order := make([]int, 0, len(players))
	for i := range players {
		order = append(order, i)
	}
	key := func(p *sim.Player) int {
		switch {
		case Spectates(p):
			return 100
		case teams:
			return int(teamRank(p.Profile.Team))
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int {
		pa, pb := &players[a], &players[b]
		if ka, kb := key(pa), key(pb); ka != kb {
			return ka - kb
		}
		if pa.Frags != pb.Frags {
			return int(pb.Frags) - int(pa.Frags)
		}
		return pa.Slot.Index() - pb.Slot.Index()
	})
	return order
}

func teamRank(t sim.Team) sim.Team {
	if t == sim.TeamFree {
		return sim.TeamCount
	}
	return t
}

// Spectates reports whether p is a spectator.
func Spectates(p *sim.Player) bool {
	return p.Life == sim.Spectating || p.Profile.Team == sim.TeamSpectator
}

// group is a run of ranked players below one heading.
type group struct {
	team    sim.Team
	watch   bool
	members []int
}

func groups(w *sim.World, teams bool) []group {
	var out []group
	for _, i := range Ranked(w.Players, teams) {
		pl := &w.Players[i]
		team, watch := sim.TeamFree, Spectates(pl)
		if teams && !watch {
			team = pl.Profile.Team
		}
		if n := len(out); n == 0 || out[n-1].team != team || out[n-1].watch != watch {
			out = append(out, group{team: team, watch: watch})
		}
		out[len(out)-1].members = append(out[len(out)-1].members, i)
	}
	return out
}

// TeamName returns the name of team t. If its players agree on a name for the team, TeamName returns that name;
// otherwise it returns a default such as "Red".
func TeamName(t sim.Team, players []sim.Player) string {
	name := ""
	for i := range players {
		pr := players[i].Profile
		if pr.Team != t || pr.TeamName == "" || Spectates(&players[i]) {
			continue
		}
		if name != "" && name != pr.TeamName {
			name = ""
			break
		}
		name = pr.TeamName
	}
	if name != "" {
		return name
	}
	switch t {
	case sim.TeamRed:
		return "Red"
	case sim.TeamBlue:
		return "Blue"
	case sim.TeamGreen:
		return "Green"
	case sim.TeamSpectator:
		return "Spectators"
	}
	return "Players"
}

// Scrollable areas.
const (
	AreaPlayers = iota
	AreaFeed
	AreaChat
	AreaScores
	AreaFind
	AreaOverlay
	AreaItems
	AreaLanes
	AreaCount
)

// Players lays out the player list. room is how far the list can be scrolled, and followed is the rectangle of the
// followed player's row, even if that row is not visible.
func Players(p *Pen, area draw.Rect, v PlayersView) (l List, room float32, followed draw.Rect) {
	p.Begin(area)
	if area.W <= 0 {
		return p.End(), 0, followed
	}
	p.Fill(area, p.Theme.Panel)
	p.Fill(draw.Rect{X: area.Right() - 1, Y: area.Y, W: 1, H: area.H}, p.Theme.Line)
	if v.World == nil {
		return p.End(), 0, followed
	}
	p.ScrollArea(area, AreaPlayers)
	gs := groups(v.World, v.Teams)
	row, head := density(gs, area.H-8)
	row = p.Tall(row)
	total := float32(8)
	for _, g := range gs {
		total += head + p.Tall(rowHeight(g, row))*float32(len(g.members))
	}
	room = max(total-area.H, 0)
	y := area.Y + 4 - min(v.Scroll, room)
	for _, g := range gs {
		if visible(area, y, head) {
			drawGroupHead(p, draw.Rect{X: area.X, Y: y, W: area.W, H: head}, g, v)
		}
		y += head
		h := p.Tall(rowHeight(g, row))
		for _, i := range g.members {
			pl, row := &v.World.Players[i], draw.Rect{X: area.X, Y: y, W: area.W - 1, H: h}
			if pl.Slot.Index() == v.Followed {
				followed = row
			}
			if visible(area, y, h) {
				drawPlayerRow(p, row, pl, v)
			}
			y += h
		}
	}
	p.ScrollBar(area, AreaPlayers, v.Scroll, room)
	if room == 0 && !p.Touch {
		drawTurns(p, draw.Rect{X: area.X, Y: y, W: area.W, H: area.Bottom() - y}, v.Turns)
	}
	return p.End(), room, followed
}

func visible(area draw.Rect, y, h float32) bool { return y+h > area.Y && y < area.Bottom() }

// density returns the largest heights of rows and headings at which everyone fits, if there are any.
func density(gs []group, h float32) (row, head float32) {
	playing, fixed := 0, float32(0)
	for _, g := range gs {
		if g.watch {
			fixed += rowDense * float32(len(g.members))
		} else {
			playing += len(g.members)
		}
	}
	if playing == 0 {
		return rowFull, groupHead
	}
	for _, head := range []float32{groupHead, headDense} {
		row := float32(int((h - fixed - head*float32(len(gs))) / float32(playing)))
		if row >= rowMiddle {
			return min(row, rowFull), head
		}
	}
	row = float32(int((h - fixed - headDense*float32(len(gs))) / float32(playing)))
	return min(max(row, rowLeast), rowDense), headDense
}

func rowHeight(g group, row float32) float32 {
	if g.watch {
		return min(rowDense, row)
	}
	return row
}

func drawGroupHead(p *Pen, r draw.Rect, g group, v PlayersView) {
	name := TeamName(g.team, v.World.Players)
	if g.watch {
		name = "Spectators"
	}
	c := p.Theme.Soft
	if g.team != sim.TeamFree && !g.watch {
		c = p.Theme.Team(g.team)
	}
	r = r.Inset(12, 0)
	if r.H > headDense {
		_, r = r.CutTop(6)
	}
	// The number at the right is a score; the number of players precedes the name.
	switch s := v.Score[g.team]; {
	case g.watch:
	case g.team != sim.TeamFree && s != sim.Unknown:
		b := p.Text(r, strconv.Itoa(int(s)), Strong, c, Right)
		r.W = b.X - r.X - 8
	case g.team == sim.TeamFree && len(g.members) == 1:
		name = "1 player"
	case g.team == sim.TeamFree:
		name = strconv.Itoa(len(g.members)) + " players"
	}
	p.Text(r, strings.ToUpper(name), Small, c, Left)
}

func drawPlayerRow(p *Pen, r draw.Rect, pl *sim.Player, v PlayersView) {
	t := p.Theme
	followed := pl.Slot.Index() == v.Followed
	switch {
	case followed:
		p.Fill(r, t.Selected)
		p.Fill(draw.Rect{X: r.X, Y: r.Y, W: 3, H: r.H}, t.Accent)
	case p.Hot(r):
		p.Fill(r, t.Raised)
	}
	p.HitArea(r, Command{Verb: VerbFollow, Index: pl.Slot.Index()}, followTip(pl, v.Followed))

	fade := float32(1)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		fade = 0.5
	}
	first := draw.Rect{X: r.X + 12, Y: r.Y + 5, W: r.W - 24, H: 20}
	switch {
	case r.H <= rowDense:
		first.Y = r.Y + (r.H-20)/2
	case r.H < rowFull:
		first.Y = r.Y + 1
	}
	badge, rest := first.CutLeft(18)
	badge.Y, badge.H = badge.Y+1, 18
	b := t.Badge(pl.Profile, v.Teams)
	p.Badge(badge, b, fade)
	_, rest = rest.CutLeft(8)
	score, col := "", t.Text
	if !Spectates(pl) && v.Contest == sim.Versus {
		switch {
		case pl.Frags != sim.Unknown:
			score = strconv.Itoa(int(pl.Frags))
		case v.Tally != nil:
			score, col = countedScore(p, pl.Frags, v.Tally[pl.Slot.Index()].Frags, col)
		}
	}
	sb := p.Text(rest, score, Strong, col.Fade(fade), Right)
	rest.W = sb.X - rest.X - 6
	rest = drawSigns(p, rest, pl)
	p.Text(rest, pl.Profile.Name.Plain, Body, nameColor(p, pl).Fade(fade), Left)
	if r.H < rowMiddle {
		return
	}
	second := draw.Rect{X: first.X + 26, Y: first.Bottom() + 3, W: first.W - 26, H: 14}
	if r.H < rowFull {
		second.Y, second.H = min(first.Y+20, r.Bottom()-13), 12
	}
	drawCondition(p, second, pl, v, fade)
}

// followTip returns the tooltip of a player's row.
func followTip(pl *sim.Player, followed int) string {
	if pl.Slot.Index() == followed {
		return "Stop following " + pl.Profile.Name.Plain
	}
	return "Follow " + pl.Profile.Name.Plain
}

// nameColor returns the colour of a name: that of text, or a fainter one for a spectator.
func nameColor(p *Pen, pl *sim.Player) draw.Color {
	if Spectates(pl) {
		return p.Theme.Soft
	}
	return p.Theme.Text
}

// drawSigns draws flag and powerups at the right end of r and returns the remaining space.
func drawSigns(p *Pen, r draw.Rect, pl *sim.Player) draw.Rect {
	const size = 15
	place := func() (draw.Rect, bool) {
		if r.W < 3*size {
			return draw.Rect{}, false
		}
		var s draw.Rect
		s, r = r.CutRight(size)
		_, s = s.CutTop((s.H - size) / 2)
		s.H = size
		return s, true
	}
	if pl.FlagCarried {
		if s, ok := place(); ok {
			p.Icon(s, draw.IconFlag, p.Theme.Team(pl.Flag))
		}
	}
	for u := range sim.PowerupCount {
		if pl.Powerups.Has(u) {
			if s, ok := place(); ok {
				p.PowerupIcon(s, u, draw.Of(u.Info().Color))
			}
		}
	}
	return r
}

// gone returns a word for the state of a player who is not alive.
func gone(pl *sim.Player) string {
	if pl.Powerups.Has(sim.PowerupFreeze) {
		return "frozen"
	}
	return "dead"
}

// drawCondition draws the second line of a row: health, armour and weapon, or whatever is known instead.
func drawCondition(p *Pen, r draw.Rect, pl *sim.Player, v PlayersView, fade float32) {
	t := p.Theme
	switch {
	case pl.Life == sim.Dead || pl.Life == sim.Gibbed:
		p.Text(r, gone(pl), Small, t.Faint, Left)
		return
	case pl.Life == sim.Absent && v.World.Phase == sim.PhaseIntermission:
		return
	case pl.Life == sim.Absent:
		p.Text(r, "not seen", Small, t.Faint, Left)
		return
	case Spectates(pl):
		return
	}
	if pl.Health == sim.Unknown && pl.Armor == sim.Unknown {
		s := p.weapon(pl.Weapon).Name
		if !pl.Visible {
			s = seenAgo(v.World.Time - pl.LastSeen)
		}
		p.Text(r, s, Small, t.Faint, Left)
		return
	}
	ww := drawArms(p, r, pl)
	half := (r.W - max(ww, 22) - 12) / 2
	left, rest := r.CutLeft(half)
	p.bar(left, pl.Health, 100, t.Health(pl.Health), fade)
	_, rest = rest.CutLeft(5)
	mid, _ := rest.CutLeft(half)
	if pl.Armor != sim.Unknown {
		p.bar(mid, pl.Armor, 200, t.Armor(pl.ArmorKind), fade)
	}
}

// armsRoom is the width reserved for weapons if the demo contains a player's inventory, so that health and armour stay
// in place.
const armsRoom = 40

// drawArms draws a player's main weapons at the right end of r, two of them one above the other if the row is high
// enough, and returns the width used.
func drawArms(p *Pen, r draw.Rect, pl *sim.Player) (w float32) {
	const line = 11
	list, owned := pl.Arms(2)
	stacked := owned && len(list) > 1 && r.H >= 14
	if stacked {
		r.Y, r.H = r.Y+r.H/2-line, line
	}
	var spans []Span
	write := func() {
		wide := p.wide(spans)
		p.Line(draw.Rect{X: r.Right() - wide, Y: r.Y, W: wide + 1, H: r.H}, spans...)
		w, spans = max(w, wide), nil
	}
	for i, a := range list {
		name := Span{Text: p.weapon(a).Short, Face: Small, Color: p.Theme.Soft}
		if stacked {
			name.Face = Tiny
		} else if i > 0 {
			name.Text = " " + name.Text
		}
		spans = append(spans, name)
		if n := pl.AmmoOf(a); owned && n >= 0 && (stacked || len(list) == 1) {
			spans = append(spans, Span{Text: " " + strconv.Itoa(int(n)), Face: Tiny, Color: p.Theme.Soft})
		}
		if stacked {
			write()
			r.Y += line
		}
	}
	if len(spans) > 0 {
		write()
	}
	if pl.Inventory != nil {
		w = max(w, armsRoom)
	}
	return w
}

func seenAgo(d time.Duration) string {
	if d < time.Second {
		return "out of sight"
	}
	if d >= time.Minute {
		return fmt.Sprintf("seen %s ago", FormatTime(d))
	}
	return fmt.Sprintf("seen %d s ago", int(d/time.Second))
}

// bar draws a short bar followed by its value.
func (p *Pen) bar(r draw.Rect, value int16, full float32, c draw.Color, fade float32) {
	num := number(value)
	digits := max(29, p.Width(num, Small)+1)
	track := draw.Rect{X: r.X, Y: r.Y + r.H/2 - 2, W: r.W - digits, H: 4}
	if track.W >= 10 {
		p.Round(track, 2, p.Theme.Track)
		if share := float32(value) / full; value != sim.Unknown && share > 0 {
			p.Round(draw.Rect{X: track.X, Y: track.Y, W: max(track.W*min(share, 1), 3), H: 4}, 2, c.Fade(fade))
		}
	}
	p.Text(draw.Rect{X: r.Right() - digits, Y: r.Y, W: digits, H: r.H}, num, Small, p.Theme.Soft.Fade(fade), Right)
}
