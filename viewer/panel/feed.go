package panel

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// FeedView describes the kill feed and the chat. Both show the events up to the time Now, newest first.
type FeedView struct {
	Events []sim.Event // in order of time; those after Now are not shown
	Now    time.Duration
	Teams  bool
	Scroll float32 // of the kill feed, in points
	Chat   float32 // of the chat
	// About returns details of the event under the mouse. It may be nil.
	About func(*sim.Event) string
	// Unseen reports whether the victim of a kill could not see it coming. It may be nil.
	Unseen func(*sim.Event) bool
	Bars   bool // show scroll bars, because the mouse is over the feed
}

const (
	feedRow    = 24
	feedTime   = 38
	chatLines  = 3
	secondLine = 18 // height of the second and later lines of a row
	// feedLinesMost is the maximum number of lines in a row.
	feedLinesMost = 3
)

// InFeed reports whether e is shown in the kill feed.
func InFeed(e *sim.Event) bool {
	if e.Kind == sim.EventPickup {
		switch e.Item {
		case sim.ItemQuad, sim.ItemProtection, sim.ItemMegaHealth, sim.ItemInvisibility, sim.ItemKeyGold,
			sim.ItemKeySilver, sim.ItemKey:
			return true
		}
	}
	return e.Kind.Is(sim.InFeed)
}

// InChat reports whether e is shown in the chat.
func InChat(e *sim.Event) bool {
	switch e.Kind {
	case sim.EventChat, sim.EventTeamChat, sim.EventVote, sim.EventConnect, sim.EventDisconnect, sim.EventNameChange:
		return true
	case sim.EventPrint:
		return strings.ContainsFunc(e.Text.Plain, func(r rune) bool {
			return unicode.IsLetter(r) ||
				unicode.IsNumber(r)
		})
	}
	return false
}

// Feed lays out the kill feed and, below it, the chat. If v.Bars is set, room and chatRoom are how far the kill feed
// and the chat can be scrolled.
func Feed(p *Pen, area draw.Rect, v FeedView) (l List, room, chatRoom float32) {
	p.Begin(area)
	if area.W <= 0 {
		return p.End(), 0, 0
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: 1, H: area.H}, t.Line)
	in := area.Inset(13, 10)
	height := p.Tall(feedRow)
	kills, rest := in.CutTop(float32(int(in.H*0.55/height)) * height)
	n := CountTo(v.Events, v.Now)
	used := drawKillRows(p, kills, v, n)
	if used < kills.H && v.Scroll == 0 {
		kills.H = used
		rest.Y, rest.H = kills.Y+used, in.Bottom()-kills.Y-used
	}
	upper, lower := area, area
	upper.H = rest.Y - area.Y
	lower.Y, lower.H = rest.Y, area.Bottom()-rest.Y
	p.list.HitAreas = append([]HitArea{{Rect: upper, Do: Command{Index: AreaFeed}, Wheel: true},
		{Rect: lower, Do: Command{Index: AreaChat}, Wheel: true}}, p.list.HitAreas...)
	_, rest = rest.CutTop(7)
	p.Fill(draw.Rect{X: in.X, Y: rest.Y, W: in.W, H: 1}, t.Line)
	_, rest = rest.CutTop(9)
	drawChatRows(p, rest, v, n)
	if v.Bars || v.Scroll > 0 || v.Chat > 0 {
		room, chatRoom = drawFeedBars(p, kills, rest, area, v, n)
	}
	return p.End(), room, chatRoom
}

// drawFeedBars draws the scroll bars of both parts and returns the scroll range of each.
func drawFeedBars(p *Pen, kills, chat, area draw.Rect, v FeedView, n int) (room, chatRoom float32) {
	happened, spoken := v.count(n), 0
	for range chatRows(v.Events, n) {
		spoken++
	}
	room = max(float32(happened)*p.Tall(feedRow)-kills.H, 0)
	if v.Chat > 0 || float32(spoken)*p.Tall(chatStep) > chat.H {
		chatRoom = max(float32(spoken-1)*p.Tall(chatStep), 0)
	}
	p.ScrollBar(draw.Rect{X: area.X, Y: kills.Y, W: area.W - 3, H: kills.H}, AreaFeed, v.Scroll, room)
	p.ScrollBar(draw.Rect{X: area.X, Y: chat.Y, W: area.W - 3, H: chat.H}, AreaChat, v.Chat, chatRoom)
	return room, chatRoom
}

// count returns the number of events among the first n that are shown in the feed.
func (v *FeedView) count(n int) (happened int) {
	for i := max(0, n-lookBack); i < n; i++ {
		if InFeed(&v.Events[i]) && !saidTwice(v.Events, i) {
			happened++
		}
	}
	return happened
}

// CountTo returns the number of events at or before t. events must be in chronological order.
func CountTo(events []sim.Event, t time.Duration) int {
	lo, hi := 0, len(events)
	for lo < hi {
		mid := (lo + hi) / 2
		if events[mid].Time <= t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// lookBack is the number of events that the feed searches, so that a demo full of prints does not take longer than
// others.
const lookBack = 4000

// saidTwice reports whether an event repeats another: a pickup that a nearby event already reports, or a statement
// about the match that the previous event made.
func saidTwice(events []sim.Event, i int) bool {
	const near, at = 4, 250 * time.Millisecond
	e := &events[i]
	took := e.Kind == sim.EventPickup && e.Slot.Valid() && e.Item != sim.ItemMegaHealth
	for j := max(i-near, 0); j < min(i+near+1, len(events)); j++ {
		o := &events[j]
		if gap := o.Time - e.Time; gap > at || gap < -at {
			continue
		}
		if took && o.Kind == sim.EventPowerup && o.Slot == e.Slot {
			return true
		}
		if j < i && !e.Slot.Valid() && !o.Slot.Valid() && o.Kind == e.Kind && e.Kind != sim.EventPickup &&
			o.Text.Plain == e.Text.Plain {
			return true
		}
	}
	return false
}

func drawKillRows(p *Pen, r draw.Rect, v FeedView, n int) float32 {
	height := p.Tall(feedRow)
	y := r.Y
	skip := int(v.Scroll / height)
	for i := n - 1; i >= max(0, n-lookBack) && y+height <= r.Bottom()+0.5; i-- {
		e := &v.Events[i]
		if !InFeed(e) || saidTwice(v.Events, i) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		lines := feedLines(p, r.W-p.feedTime(e.Time), e, v.Teams)
		if v.Unseen != nil && e.Kind == sim.EventObituary && v.Unseen(e) {
			lines[len(lines)-1] = append(lines[len(lines)-1], Span{Icon: draw.IconEyeOff, Color: p.Theme.Faint})
		}
		row := draw.Rect{X: r.X, Y: y, W: r.W, H: p.Tall(feedRow + secondLine*float32(len(lines)-1))}
		if y+row.H > r.Bottom()+0.5 {
			break
		}
		drawFeedRow(p, row, e, v.About, lines)
		y += row.H
	}
	return y - r.Y
}

func drawFeedRow(p *Pen, row draw.Rect, e *sim.Event, about func(*sim.Event) string, lines [][]Span) {
	tip := p.goTo(e, row)
	if p.Hot(row) {
		p.Round(row.Inset(-5, 0), 4, p.Theme.Raised)
		if about != nil {
			if more := about(e); more != "" {
				tip = more + ".   " + tip
			}
		}
	}
	at, rest := row.CutLeft(p.feedTime(e.Time))
	at.H, rest.H = feedRow, feedRow
	at.Y += (row.H - feedRow - secondLine*float32(len(lines)-1)) / 2
	rest.Y = at.Y
	p.Text(at, p.WhenBriefly(e.Time), Small, p.Theme.Faint, Left)
	for i, l := range lines {
		if i == 1 {
			rest.Y -= 2
		}
		p.Line(rest, l...)
		rest.Y += secondLine
	}
	p.HitArea(row, showEvent(e), tip)
}

// feedTime returns the width of the time at the start of a row. It is wider if the demo has rounds or levels.
func (p *Pen) feedTime(at time.Duration) float32 {
	text := p.WhenBriefly(at)
	return feedTime + p.Width(strings.Repeat("0", strings.LastIndexByte(text, '/')+1), Small)
}

// feedLines returns the feed's text for an event, broken into lines of w points.
func feedLines(p *Pen, w float32, e *sim.Event, teams bool) [][]Span {
	if e.Kind == sim.EventObituary {
		return obituary(p, w, e, teams)
	}
	return p.Wrap(p.Sentence(e, teams), w, feedLinesMost)
}

const (
	chatLine = 18 // height of a line of the chat
	chatStep = 21 // height of a one-line row including the gap below
)

func drawChatRows(p *Pen, r draw.Rect, v FeedView, n int) {
	y := r.Y
	skip := int(v.Chat / p.Tall(chatStep))
	for row := range chatRows(v.Events, n) {
		if y+chatLine > r.Bottom() {
			return
		}
		if skip > 0 {
			skip--
			continue
		}
		lines := p.Wrap(row.spans(p, v.Teams), r.W-p.feedTime(row.last.Time), chatLines)
		h := chatLine * float32(len(lines))
		if y+h > r.Bottom() {
			return
		}
		drawChatRow(p, draw.Rect{X: r.X, Y: y, W: r.W, H: h}, row.last, lines)
		y += p.Tall(h + chatStep - chatLine)
	}
}

func drawChatRow(p *Pen, row draw.Rect, e *sim.Event, lines [][]Span) {
	if p.Hot(row) {
		p.Round(row.Inset(-5, 0), 4, p.Theme.Raised)
	}
	p.HitArea(draw.Rect{X: row.X, Y: row.Y, W: row.W, H: p.Tall(row.H)}, showEvent(e), p.goTo(e, row))
	before := p.feedTime(e.Time)
	line := draw.Rect{X: row.X, Y: row.Y, W: before - 4, H: chatLine}
	p.Text(line, p.WhenBriefly(e.Time), Small, p.Theme.Faint, Left)
	line.X, line.W = row.X+before, row.W-before
	for _, l := range lines {
		p.Line(line, l...)
		line.Y += chatLine
	}
}

// showEvent returns the command that shows an event and the player it is about.
func showEvent(e *sim.Event) Command {
	who, _ := e.Doer()
	return Command{Verb: VerbEvent, Time: e.Time, Index: who.Index()}
}

// goTo returns the tooltip of an event, with its time and place.
func (p *Pen) goTo(e *sim.Event, row draw.Rect) string {
	tip := "Go to " + p.When(e.Time)
	if !p.Hot(row) {
		return tip
	}
	if place := p.placeOf(e); place != "" {
		tip += ", " + place
	}
	return tip
}

// placeOf returns the name of the place where an event happened, or "" if it is unknown.
func (p *Pen) placeOf(e *sim.Event) string {
	if p.Place == nil || !e.HasOrigin {
		return e.Place
	}
	return cmp.Or(p.Place(e.Origin), e.Place)
}
