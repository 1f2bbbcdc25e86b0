// Package turns shows the turning points of a match below the player list, on the timeline and in the menu. It also
// lets the user step through the changes of the lead.
package turns

import (
	"context"
	"fmt"
	"strings"

	"fragscope/formats/base/fault"
	"fragscope/sim/report"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// turns is the state of the part.
type turns struct {
	host   Host
	asked  bool // they would be visible
	wanted key  // whose turning points are being found, or are known
	busy   bool
	list   []report.TurningPoint
	leads  leads
}

// key is everything that they depend on. It is zero if there is nothing to find.
type key struct{ match, frames int }

// New returns the [part.Part] that shows turning points.
func New(host Host) part.Part {
	t := &turns{host: host, leads: leads{host: host}}
	hidden := part.Unless(func() bool { return !host.Clock.ScoreHidden() }, msgHidden)
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDNextLead: {Do: func() { t.leads.step(1) }, Why: hidden},
			IDPrevLead: {Do: func() { t.leads.step(-1) }, Why: hidden},
		},
		Closed:   func() { *t = turns{host: host, leads: leads{host: host}} },
		Tick:     t.update,
		Ready:    func() bool { k, _ := t.want(); return !t.busy && !t.leads.busy && (!t.asked || k == t.wanted) },
		Timeline: t.timeline,
		Players:  t.players,
		Search:   t.search,
	}
}

// want returns the match whose turning points are to be shown. A match that is still being read has none.
func (t *turns) want() (k key, m report.Match) {
	rec := t.host.Demo.Recording()
	if rec == nil || !t.host.Shown() || t.host.Clock.ScoreHidden() {
		return key{}, m
	}
	if _, finished := rec.Progress(); !finished {
		return key{}, m
	}
	list := report.Matches(rec)
	if len(list) == 0 {
		return key{}, m
	}
	k = key{report.At(list, t.host.Clock.Position()), rec.Frames()}
	return k, list[k.match]
}

// update finds the turning points of the match, in the background.
func (t *turns) update() {
	if !t.asked || t.busy {
		return
	}
	k, m := t.want()
	if k == t.wanted {
		return
	}
	t.wanted, t.list = k, nil
	if k.frames == 0 {
		return
	}
	t.busy = true
	rec, ctx := t.host.Demo.Recording(), t.host.Demo.Context()
	go func() {
		var list []report.TurningPoint
		failed := fault.Guard(func() (err error) {
			list, err = report.TurningPoints(ctx, rec, m)
			return err
		})
		t.host.Post(context.Background(), func() {
			if ctx.Err() != nil {
				return
			}
			if t.busy = false; failed == nil {
				t.list = list
			}
			t.host.Relayout()
		})
	}()
}

// shown returns the turning points that may be seen.
func (t *turns) shown() []report.TurningPoint {
	t.asked = true
	if !t.host.Shown() || t.host.Clock.ScoreHidden() {
		return nil
	}
	return t.list
}

// show returns the command that shows a turning point from its start.
func show(p *report.TurningPoint) panel.Command {
	return panel.Command{Verb: panel.VerbEvent, Time: p.From, Index: p.Slot.Index()}
}

// timeline marks them on the timeline.
func (t *turns) timeline(v *panel.TimelineView) {
	list := t.shown()
	if len(list) == 0 {
		return
	}
	ticks := panel.Ticks{Icon: draw.IconStar, Color: t.host.Theme.Warn}
	for i := range list {
		ticks.At = append(ticks.At, list[i].From)
		ticks.About = append(ticks.About, panel.TickAbout{Text: list[i].Text, Do: show(&list[i])})
	}
	v.Ticks = append(v.Ticks, ticks)
}

// players lists them below the players.
func (t *turns) players(v *panel.PlayersView) {
	list := t.shown()
	for i := range list {
		v.Turns = append(v.Turns, panel.TurnRow{At: list[i].From, Text: list[i].Text, Do: show(&list[i])})
	}
}

// search finds them, and the changes of the lead, by their words, and all of them by the name of their kind.
func (t *turns) search(text string) (out []part.Entry) {
	const name = "turning points"
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || t.host.Demo.Recording() == nil {
		return nil
	}
	list := t.shown()
	for i := range list {
		p := list[i]
		if !strings.Contains(name, text) && !strings.Contains(strings.ToLower(p.Text), text) {
			continue
		}
		e := panel.Entry{Kind: "Moment", Name: p.Text,
			Help: fmt.Sprintf(msgTurningPoint, t.host.Clock.Moment(p.From).Short())}
		rank := part.RankMoment
		if strings.HasPrefix(name, text) {
			rank = part.RankTime // they are what the user asked for
		}
		out = append(out, part.Entry{Entry: e, Rank: rank,
			Do: func() { t.host.Watch.Show(p.From, p.Slot.Index()) }})
	}
	return append(out, t.leads.search(text)...)
}
