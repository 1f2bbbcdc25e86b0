package panel

import (
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// FeedView is what the kill feed and the chat show: what happened up to now, the
// newest first.
type FeedView struct {
	Events []sim.Event // ascending; those after Now are not shown
	Now    time.Duration
	Teams  bool
	Scroll float32
}

const (
	feedRow   = 24
	feedTime  = 38
	chatLines = 3
	// causeBox is the width of the weapon's icon between two names; the victim's line
	// is secondLine high where he has one of his own.
	causeBox   = 22
	secondLine = 18
)

// InFeed tells whether an event is shown in the upper part: what happened.
func InFeed(e *sim.Event) bool {
	switch e.Kind {
	case sim.EventObituary, sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture,
		sim.EventAward, sim.EventMatchStart, sim.EventMatchEnd, sim.EventRoundStart, sim.EventRoundEnd,
		sim.EventTimeout, sim.EventTimein, sim.EventOvertime, sim.EventTeamChange, sim.EventLevelStart,
		sim.EventFinish, sim.EventCheckpoint, sim.EventSecret, sim.EventMonsterKill, sim.EventDamage, sim.EventPowerup:
		return true
	case sim.EventPickup:
		switch e.Item {
		case sim.ItemQuad, sim.ItemProtection, sim.ItemMegaHealth, sim.ItemInvisibility, sim.ItemKeyGold, sim.ItemKeySilver, sim.ItemKey:
			return true
		}
	}
	return false
}

// InChat tells whether an event is shown in the lower part: what was said and printed.
func InChat(e *sim.Event) bool {
	switch e.Kind {
	case sim.EventChat, sim.EventTeamChat, sim.EventVote, sim.EventConnect, sim.EventDisconnect, sim.EventNameChange:
		return true
	case sim.EventPrint:
		return e.Text.Plain != ""
	}
	return false
}

// Feed lays out the kill feed above the chat.
func Feed(p *Pen, area ink.Rect, v FeedView) List {
	p.Begin(area)
	if area.W <= 0 {
		return p.End()
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(ink.Rect{X: area.X, Y: area.Y, W: 1, H: area.H}, t.Line)
	p.ScrollSpot(area, AreaFeed)
	in := area.Inset(13, 10)
	kills, rest := in.CutTop(float32(int(in.H*0.55/feedRow)) * feedRow)
	n := countTo(v.Events, v.Now)
	used := p.killRows(kills, v, n)
	if used < kills.H {
		rest.Y, rest.H = kills.Y+used, in.Bottom()-kills.Y-used
	}
	_, rest = rest.CutTop(7)
	p.Fill(ink.Rect{X: in.X, Y: rest.Y, W: in.W, H: 1}, t.Line)
	_, rest = rest.CutTop(9)
	p.chatRows(rest, v, n)
	return p.End()
}

// countTo is how many events happened up to t.
func countTo(events []sim.Event, t time.Duration) int {
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

// lookBack is how many events are gone through for the feed, so that a demo full
// of prints costs no more than another.
const lookBack = 4000

// saidTwice tells whether an event is that a player took what another event
// beside it says he has.
func saidTwice(events []sim.Event, i int) bool {
	const near, at = 4, 250 * time.Millisecond
	e := &events[i]
	if e.Kind != sim.EventPickup || e.Slot < 0 || e.Item == sim.ItemMegaHealth {
		return false
	}
	for j := max(i-near, 0); j < min(i+near+1, len(events)); j++ {
		o := &events[j]
		if gap := o.Time - e.Time; o.Kind == sim.EventPowerup && o.Slot == e.Slot && gap <= at && gap >= -at {
			return true
		}
	}
	return false
}

func (p *Pen) killRows(r ink.Rect, v FeedView, n int) float32 {
	y := r.Y
	skip := int(v.Scroll / feedRow)
	for i := n - 1; i >= max(0, n-lookBack) && y+feedRow <= r.Bottom()+0.5; i-- {
		e := &v.Events[i]
		if !InFeed(e) || saidTwice(v.Events, i) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		row := ink.Rect{X: r.X, Y: y, W: r.W, H: p.rowHeight(r.W, e, v.Teams)}
		if y+row.H > r.Bottom()+0.5 {
			break
		}
		p.feedRow(row, e, v.Teams)
		y += row.H
	}
	return y - r.Y
}

// rowHeight is how high the row of an event is: two names too long for one line have two.
func (p *Pen) rowHeight(w float32, e *sim.Event, teams bool) float32 {
	if e.Kind != sim.EventObituary || e.AttackerProfile == nil || e.Attacker == e.Slot {
		return feedRow
	}
	names := p.wide([]Span{p.nameSpan(e.AttackerProfile, teams), p.nameSpan(e.Profile, teams)})
	if names <= w-feedTime-causeBox {
		return feedRow
	}
	return feedRow + secondLine
}

func (p *Pen) feedRow(row ink.Rect, e *sim.Event, teams bool) {
	t := p.Theme
	if p.Hot(row) {
		p.Round(row.Inset(-5, 0), 4, t.Raised)
	}
	at, rest := row.CutLeft(feedTime)
	at.H = feedRow
	p.Text(at, FormatTime(e.Time), Small, t.Faint, Left)
	tip := "Go to " + FormatTime(e.Time)
	if e.Kind == sim.EventObituary {
		p.obituary(rest, e, teams)
	} else {
		spans := p.Sentence(e, teams)
		if p.wide(spans) > rest.W {
			tip = words(spans)
			spans = p.brief(e, spans)
		}
		p.Line(rest, spans...)
	}
	p.Spot(row, Command{Verb: VerbSeek, Time: e.Time}, tip)
}

// brief is the sentence of an event in fewer words, where there are any.
func (p *Pen) brief(e *sim.Event, spans []Span) []Span {
	c := p.Theme.Team(e.Team)
	verbs := map[sim.EventKind]string{
		sim.EventFlagTaken: " took flag", sim.EventFlagDropped: " dropped flag", sim.EventFlagReturned: " returned flag", sim.EventCapture: " captured",
	}
	if v, ok := verbs[e.Kind]; ok {
		return []Span{spans[0], {v, Body, c}}
	}
	last := &spans[len(spans)-1]
	switch e.Kind {
	case sim.EventPickup:
		last.Text = e.Item.Emblem().Short
	case sim.EventPowerup:
		last.Text = e.Powerup.Emblem().Short
	}
	return spans
}

func words(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// wide is how long spans are one behind the other.
func (p *Pen) wide(spans []Span) (w float32) {
	for _, s := range spans {
		w += p.Width(s.Text, s.Face)
	}
	return w
}

// obituary is killer, icon, victim; icon and victim go below the killer in a row of two lines.
func (p *Pen) obituary(r ink.Rect, e *sim.Event, teams bool) {
	t := p.Theme
	victim := p.nameSpan(e.Profile, teams)
	if e.AttackerProfile == nil || e.Attacker == e.Slot {
		box, rest := r.CutLeft(causeBox)
		p.causeIcon(box, e.Weapon)
		b := p.Line(rest, victim)
		if why := cause(e); why != "" {
			_, rest = rest.CutLeft(b.W + 6)
			p.Text(rest, why, Small, t.Faint, Left)
		}
		return
	}
	killer := p.nameSpan(e.AttackerProfile, teams)
	if r.H > feedRow {
		first, second := r.CutTop(feedRow - 2)
		p.Line(first, killer)
		box, rest := second.CutLeft(causeBox)
		p.causeIcon(box, e.Weapon)
		p.Line(rest, victim)
		return
	}
	b := p.Line(r, killer)
	_, rest := r.CutLeft(b.W)
	box, rest := rest.CutLeft(causeBox)
	p.causeIcon(box, e.Weapon)
	p.Line(rest, victim)
}

func (p *Pen) causeIcon(box ink.Rect, w sim.Weapon) {
	const size = 16
	box = ink.Rect{X: box.X + (box.W-size)/2, Y: box.Y + (box.H-size)/2, W: size, H: size}
	p.WeaponIcon(box, w, ink.Of(w.Armament().Color).Readable())
}

func cause(e *sim.Event) string {
	if e.Weapon == sim.WeaponNone {
		return ""
	}
	return e.Weapon.Armament().Short
}

func (p *Pen) nameSpan(pr *sim.Profile, teams bool) Span {
	if pr == nil {
		return Span{"someone", Strong, p.Theme.Soft}
	}
	return Span{pr.Name.Plain, Strong, p.Theme.Badge(pr, teams).Color}
}

// Sentence is an event in words.
func (p *Pen) Sentence(e *sim.Event, teams bool) []Span {
	t := p.Theme
	who := p.nameSpan(e.Profile, teams)
	soft := func(s string) Span { return Span{s, Body, t.Soft} }
	flag := Span{TeamName(e.Team, nil) + " flag", Body, t.Team(e.Team)}
	switch e.Kind {
	case sim.EventPickup:
		return []Span{who, soft(" took "), {e.Item.Emblem().Name, Body, ink.Of(e.Item.Emblem().Color).Readable()}}
	case sim.EventPowerup:
		return []Span{who, soft(" has "), {e.Powerup.Emblem().Name, Body, ink.Of(e.Powerup.Emblem().Color).Readable()}}
	case sim.EventPowerupEnd:
		return []Span{who, soft(" lost " + e.Powerup.Emblem().Name)}
	case sim.EventFlagTaken:
		return []Span{who, soft(" took the "), flag}
	case sim.EventFlagDropped:
		return []Span{who, soft(" dropped the "), flag}
	case sim.EventFlagReturned:
		return []Span{who, soft(" returned the "), flag}
	case sim.EventCapture:
		return []Span{who, soft(" captured the "), flag}
	case sim.EventObituary:
		if e.AttackerProfile == nil || e.Attacker == e.Slot {
			return []Span{who, soft(" died: " + e.Weapon.Armament().Name)}
		}
		return []Span{p.nameSpan(e.AttackerProfile, teams), soft(" " + e.Weapon.Armament().Short + " "), who}
	case sim.EventChat, sim.EventTeamChat:
		return p.said(e, teams)
	}
	if e.Kind == sim.EventDamage {
		return []Span{{"Damaged: ", Body, t.Bad}, soft(e.Text.Plain)}
	}
	said := []Span{soft(deed(e.Kind))}
	if e.Text.Plain != "" {
		said = Spans(e.Text, Body, t.Soft)
	}
	if e.Profile == nil || strings.Contains(e.Text.Plain, e.Profile.Name.Plain) {
		return said
	}
	return append([]Span{who, soft("  ")}, said...)
}

func (p *Pen) said(e *sim.Event, teams bool) []Span {
	t := p.Theme
	var out []Span
	if e.Profile != nil {
		out = append(out, p.nameSpan(e.Profile, teams))
		mark := ": "
		if e.Kind == sim.EventTeamChat {
			mark = " (team): "
			if e.Place != "" {
				mark = " (" + e.Place + "): "
			}
		}
		out = append(out, Span{mark, Body, t.Soft})
	}
	return append(out, Spans(e.Text, Body, t.Text)...)
}

// deed is a kind of event as what the player before it did.
func deed(k sim.EventKind) string {
	switch k {
	case sim.EventConnect:
		return "connected"
	case sim.EventDisconnect:
		return "disconnected"
	}
	return Words(k)
}

// Words is a kind of event in words.
func Words(k sim.EventKind) string {
	switch k {
	case sim.EventObituary:
		return "Frag"
	case sim.EventTeamChat:
		return "Team chat"
	case sim.EventCenterPrint:
		return "Message"
	case sim.EventPowerup:
		return "Powerup"
	case sim.EventPowerupEnd:
		return "Powerup ended"
	case sim.EventDamage:
		return "Damage"
	}
	b := []byte(k.String())
	for i := range b {
		if b[i] == '_' {
			b[i] = ' '
		}
	}
	if len(b) > 0 && b[0] >= 'a' {
		b[0] -= 'a' - 'A'
	}
	return string(b)
}

func (p *Pen) chatRows(r ink.Rect, v FeedView, n int) {
	const lineHeight = 18
	y := r.Y
	for i := n - 1; i >= max(0, n-lookBack) && y+lineHeight <= r.Bottom(); i-- {
		e := &v.Events[i]
		if !InChat(e) {
			continue
		}
		spans := p.Sentence(e, v.Teams)
		lines := p.Wrap(spans, r.W-feedTime, chatLines)
		h := lineHeight * float32(len(lines))
		if y+h > r.Bottom() {
			break
		}
		row := ink.Rect{X: r.X, Y: y, W: r.W, H: h}
		if p.Hot(row) {
			p.Round(row.Inset(-5, 0), 4, p.Theme.Raised)
		}
		p.Spot(row, Command{Verb: VerbSeek, Time: e.Time}, "Go to "+FormatTime(e.Time))
		p.Text(ink.Rect{X: r.X, Y: y, W: feedTime - 4, H: lineHeight}, FormatTime(e.Time), Small, p.Theme.Faint, Left)
		for k, line := range lines {
			p.Line(ink.Rect{X: r.X + feedTime, Y: y + lineHeight*float32(k), W: r.W - feedTime, H: lineHeight}, line...)
		}
		y += h + 3
	}
}

// Recent lays out what happened in the last seconds at the right top of the map, for
// windows without room for the feed.
func Recent(p *Pen, m ink.Rect, v FeedView) List {
	const most, lasts, width = 4, 6 * time.Second, 236
	if m.W < 2*width || m.H < 240 {
		return List{}
	}
	var rows []*sim.Event
	n := countTo(v.Events, v.Now)
	for i := n - 1; i >= 0 && len(rows) < most && v.Events[i].Time > v.Now-lasts; i-- {
		if e := &v.Events[i]; InFeed(e) && !saidTwice(v.Events, i) {
			rows = append(rows, e)
		}
	}
	if len(rows) == 0 {
		return List{}
	}
	const side = 9
	heights, high := make([]float32, len(rows)), float32(6)
	for i, e := range rows {
		heights[i] = p.rowHeight(width-2*side, e, v.Teams)
		high += heights[i]
	}
	box := ink.Rect{X: m.Right() - width - 8, Y: m.Y + 8, W: width, H: high}
	p.Begin(box)
	p.Round(box, 7, p.Theme.Panel.Fade(0.95))
	y := box.Y + 3
	for i, e := range rows {
		p.feedRow(ink.Rect{X: box.X + side, Y: y, W: box.W - 2*side, H: heights[i]}, e, v.Teams)
		y += heights[i]
	}
	return p.End()
}
