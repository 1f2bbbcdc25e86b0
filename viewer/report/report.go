// Package report shows the statistics of a match in tables over the map. It also adds to the timeline a curve that
// shows who was ahead at each time.
package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// board is the state of the report.
type board struct {
	host   Host
	open   bool // the tables are open
	lead   bool // the curve is shown
	asked  bool // the scoreboard shows some of its numbers
	tab    int
	scroll panel.Scroll
	at     choice
	laid   laid
	left   bool // a row was opened, and Esc goes back to the tables

	made   key // what the report shown was computed from
	wanted key // what is being computed, or was last
	busy   bool
	report *report.Report // of the selected part of the match; otherwise the same as whole
	whole  *report.Report
	curve  *report.Advantage
	only   narrowed
	losses []report.Loss // of the whole match
	seen   sights
	asks   *query.Query // the query of the search, or nil
}

// key is everything that a report depends on.
type key struct {
	match, frames int
	from, to      time.Duration // of the selection; 0 and 0 for the whole match
}

// part reports whether the key is for part of a match.
func (k key) part() bool { return k.to > 0 }

// sameMatch reports whether two keys are for the same match, with the same amount of it read.
func (k key) sameMatch(o key) bool { return k.match == o.match && k.frames == o.frames }

// New returns the [part.Part] that shows the report. The report is initially closed.
func New(host Host) part.Part {
	b := &board{host: host, at: nothing}
	host.Question.Subscribe(func(q *query.Query) { b.asks = q })
	return part.Part{
		Actions: map[action.ID]part.Action{
			action.MatchReport: {Do: b.toggle, On: func() bool { return b.open }},
			IDAdvantage:        {Do: b.toggleLead, On: func() bool { return b.lead }},
			IDDeaths:           {Do: func() { b.show(deathsTab) }, Why: b.noFights},
			IDTaken:            {Do: func() { b.show(itemsTab) }},
			IDNextTable:        {Do: func() { b.step(1) }, Why: part.Unless(func() bool { return b.open }, msgClosed)},
			IDPrevTable:        {Do: func() { b.step(-1) }, Why: part.Unless(func() bool { return b.open }, msgClosed)},
		},
		Closed: func() {
			b.arrive()
			*b = board{host: host, lead: b.lead, tab: b.tab, asks: b.asks, at: nothing}
		},
		Tick:    b.update,
		Stroke:  b.stroke,
		Letters: &part.Letters{On: func() bool { return b.open }, Keys: letters},
		Ready:   func() bool { return !b.busy && !b.only.busy && (b.report != nil || !b.open && !b.lead) },
		Escape:  b.escape,
		State:   func() any { return b.lead },
		SetState: func(as any) {
			b.lead = as.(bool)
		},
		Timeline: b.timeline,
		Curve:    b.curved,
		OfPlayer: b.ofPlayer,
		Scores:   b.scores,
		Panel: &part.Panel{Open: func() bool { return b.open }, Compose: b.compose, Click: b.click,
			Scroll: &b.scroll},
	}
}

// hidden reports whether the score is hidden, together with everything that would reveal the rest of the match. If so,
// it informs the user.
func (b *board) hidden() bool {
	if b.host.Clock.ScoreHidden() {
		b.host.Notices.Say(fmt.Sprintf(msgHidden, b.host.KeyLabel(action.HideScore)))
	}
	return b.host.Clock.ScoreHidden()
}

func (b *board) toggle() {
	if !b.open && b.hidden() {
		return
	}
	b.open = !b.open
	b.host.Redraw()
}

func (b *board) toggleLead() {
	if !b.lead && b.hidden() {
		return
	}
	b.lead = !b.lead
	b.host.Relayout()
	if b.lead && b.report != nil && !b.busy && b.curve == nil {
		b.host.Notices.Say(msgNoLead)
	}
}

// backNotice is the key of the message that leads back to the tables.
const backNotice = "report-back"

// leave closes the tables to show a moment of one of their rows, with a message that leads back to them.
func (b *board) leave() {
	b.open, b.left = false, true
	name := tabsOf(b.contest(), b.report)[b.tab].name
	b.host.Notices.Add(notice.Notice{Key: backNotice, Closed: func() { b.left = false }, NoticeView: panel.NoticeView{
		Text: fmt.Sprintf(msgBack, name, b.host.KeyLabel(action.Escape)), Button: "Back", Do: action.MatchReport,
		Sticky: true,
	}})
}

// arrive ends the way back to the tables.
func (b *board) arrive() {
	if b.left {
		b.left = false
		b.host.Notices.Drop(backNotice)
	}
}

// escape closes the tables, or goes back to them from the moment of a row.
func (b *board) escape() bool {
	acts := b.open || b.left
	b.open = !b.open && b.left && !b.host.Clock.ScoreHidden()
	b.arrive()
	return acts
}

// update computes the report of the current match if it is shown.
func (b *board) update() {
	if b.host.Clock.ScoreHidden() {
		b.open, b.asked = false, false
	}
	if b.open {
		b.arrive()
	}
	b.narrow()
	if !b.open && !b.lead && !b.asked || b.busy {
		return
	}
	b.asked = false
	rec := b.host.Demo.Recording()
	if _, finished := rec.Progress(); !finished {
		return
	}
	matches := report.Matches(rec)
	k := b.key(rec, matches)
	if len(matches) == 0 || k == b.wanted && b.report != nil {
		return
	}
	b.wanted, b.busy = k, true
	ctx := b.host.Demo.Context()
	var n numbers
	if b.whole != nil && b.made.sameMatch(k) {
		n = numbers{whole: b.whole, curve: b.curve, losses: b.losses}
	}
	go func() {
		err := fault.Guard(func() error { return n.count(ctx, rec, matches[k.match], k) })
		b.host.Post(context.Background(), func() {
			if ctx.Err() == nil {
				b.put(k, n, err)
			}
		})
	}()
}

// numbers are the numbers of a match.
type numbers struct {
	part, whole *report.Report // part is whole if no part is selected
	curve       *report.Advantage
	losses      []report.Loss
}

// count counts the numbers for a key, those of the whole match only if they are missing.
func (n *numbers) count(ctx context.Context, rec *recording.Recording, m report.Match, k key) (err error) {
	if n.whole == nil {
		if n.whole, err = report.Make(ctx, rec, m); err == nil {
			n.curve, err = report.AdvantageOf(ctx, rec, n.whole)
		}
		if err == nil {
			n.losses, err = report.Losses(ctx, rec, m)
		}
	}
	if n.part = n.whole; err == nil && k.part() {
		n.part, err = report.Between(ctx, rec, m, k.from, k.to)
	}
	return err
}

// put shows the numbers counted for a key.
func (b *board) put(k key, n numbers, err error) {
	if b.busy, b.made = false, k; err != nil {
		b.host.Notices.Warn(fmt.Sprintf(msgNotMade, err))
		b.open, b.lead = false, false
		return
	}
	b.report, b.whole, b.curve, b.losses = n.part, n.whole, n.curve, n.losses
	if b.lead && n.curve == nil {
		b.host.Notices.Say(msgNoLead)
	}
	b.host.Redraw()
}

// key returns the match at the current time and its selected part, which the report is about.
func (b *board) key(rec *recording.Recording, matches []report.Match) key {
	k := key{match: report.At(matches, b.host.Clock.Position()), frames: rec.Frames()}
	if from, to, ok := b.host.Clock.Loop(); ok && len(matches) > 0 && from < matches[k.match].End &&
		to > matches[k.match].Start {
		k.from, k.to = from, to
	}
	return k
}

func (b *board) click(c panel.Command) bool {
	switch c.Verb {
	case panel.VerbCategory:
		b.turnTo(c.Index)
	case panel.VerbAsk:
		b.at = b.laid.find(c)
		b.ask(c.Text)
	case panel.VerbEvent:
		b.at = b.laid.find(c)
		b.leave()
		b.host.Watch.Show(c.Time, c.Index)
		b.host.Redraw()
	default:
		return false
	}
	return true
}

// compose lays out the tables.
func (b *board) compose(p *panel.Pen, area draw.Rect) panel.List {
	contest := b.contest()
	all := tabsOf(contest, b.report)
	b.tab = min(b.tab, len(all)-1)
	v := view{Title: msgMaking, Tabs: tabNames(all), Tab: b.tab, Scroll: b.scroll.At, Small: msgSmall}
	if b.report != nil {
		m := &b.report.Match
		v.Title = fmt.Sprintf("%s  %s", m.Map, m.GameType)
		r, counted := b.counted(&all[b.tab])
		t := tables{host: &b.host, r: r, p: p, losses: b.losses, about: b.about}
		if b.made.part() && r == b.report {
			t.whole = b.whole
		}
		v.Columns, v.Rows = all[b.tab].make(&t)
		v.Empty = all[b.tab].empty
		if t.title != "" && len(v.Rows) > 0 {
			v.Title = t.title
		}
		v.Note = explain(v.Rows)
		if len(b.report.Notes) > 0 && contest == sim.Versus && !all[b.tab].whole {
			v.Note = strings.TrimSpace(b.report.Notes[0] + " " + v.Note)
		}
		if b.made.part() {
			v.Title += "  " + p.When(m.Start) + " to " + p.When(m.End)
			v.Note = msgPart
		}
		if counted != "" {
			v.Note, v.NoteDo = counted, panel.Command{Verb: panel.VerbAsk}
		}
	}
	b.at.Row = min(b.at.Row, len(v.Rows)-1)
	v.Chosen = b.at
	var list panel.List
	list, b.scroll.Room, b.laid = layOut(p, area, v)
	return list
}

// explain returns the note below a table: what its numbers are, and what a click does.
func explain(rows []panel.TableRow) string {
	var faint, plain, click, show bool
	for i := range rows {
		show = show || rows[i].Do.Verb != panel.VerbNone
		for _, c := range rows[i].Cells[min(1, len(rows[i].Cells)):] {
			switch {
			case c.Text == "" || c.Text == unknown:
				continue
			case c.Faint:
				faint = true
			default:
				plain = true
			}
			click = click || c.Clickable()
		}
	}
	var parts []string
	for _, x := range []struct {
		on   bool
		text string
	}{{faint && plain, msgFaint}, {faint && !plain, msgCounted}, {click, msgClick}, {show, msgRow}} {
		if x.on {
			parts = append(parts, x.text)
		}
	}
	return strings.Join(parts, " ")
}

// contest returns the kind of contest of the report's match.
func (b *board) contest() sim.Contest {
	if b.report == nil {
		return sim.Versus
	}
	return b.host.Demo.Recording().Contest(b.report.Match.Level)
}

// scores adds the report's numbers to the scoreboard.
func (b *board) scores(v *panel.ScoresView) {
	if v.Hidden {
		return
	}
	if b.asked = true; b.whole != nil && b.made.sameMatch(b.wanted) {
		(&tables{host: &b.host, r: b.whole}).scores(v)
	}
}

// curved reports whether the curve is on the timeline.
func (b *board) curved() bool { return b.lead && b.curve != nil && !b.host.Clock.ScoreHidden() }

// timeline adds the curve to the timeline.
func (b *board) timeline(v *panel.TimelineView) {
	if !b.curved() {
		return
	}
	const least = 100
	v.Lead = panel.Lead{Names: b.curve.Names, Most: least}
	for i := range b.curve.Points {
		q := &b.curve.Points[i]
		if !q.Known {
			continue
		}
		lead := q.Lead()
		v.Lead.Most = max(v.Lead.Most, lead, -lead)
		v.Lead.Bars = append(v.Lead.Bars, panel.LeadBar{At: q.Time,
			Sides: [2]int{q.Sides[0].Total(), q.Sides[1].Total()}})
	}
	for i := range v.Lead.Colors {
		v.Lead.Colors[i] = b.color(i)
	}
}

// color returns the colour of a side.
func (b *board) color(side int) draw.Color {
	if len(b.whole.Teams) == 2 {
		return b.host.Theme.Team(b.curve.Teams[side])
	}
	return b.host.Theme.Badge(b.whole.Players[side].Profile, b.host.Demo.Level().Teams).Color
}
