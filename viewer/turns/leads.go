package turns

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/lead"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// leads finds the changes of the lead in the open demo, once they are asked for.
type leads struct {
	host   Host
	list   []lead.Change
	frames int // of the demo when list was found; 0 if it was not
	busy   bool
	then   func() // called when they are found; may be nil
}

// find finds the changes in the background unless they are known, and then calls then.
func (l *leads) find(then func()) {
	rec := l.host.Demo.Recording()
	if rec == nil {
		return
	}
	frames := rec.Frames()
	if l.frames == frames {
		then()
		return
	}
	if l.then = then; l.busy {
		return
	}
	l.busy = true
	ctx := l.host.Demo.Context()
	go func() {
		var list []lead.Change
		failed := fault.Guard(func() (err error) {
			list, err = lead.Changes(ctx, rec)
			return err
		})
		l.host.Post(context.Background(), func() {
			if ctx.Err() != nil {
				return
			}
			if l.busy = false; failed == nil {
				l.list, l.frames = list, frames
				l.then()
			}
			l.host.Relayout()
		})
	}()
}

// step goes to the next or previous change.
func (l *leads) step(by int) { l.find(func() { l.goTo(by) }) }

// before is how long before an event its moment is shown from.
const before = 2500 * time.Millisecond

// goTo shows the next or previous of the changes found.
func (l *leads) goTo(by int) {
	now, found := l.host.Clock.Position()+before, -1
	for i := range l.list {
		at := l.list[i].Time
		if by > 0 && at > now+time.Millisecond {
			found = i
			break
		}
		if by < 0 && at < now-time.Millisecond {
			found = i
		}
	}
	switch {
	case found >= 0:
		l.show(found)
	case len(l.list) == 0:
		l.host.Notices.Say(msgNoLeads)
	case by > 0:
		l.host.Notices.Say(msgNoNext)
	default:
		l.host.Notices.Say(msgNoPrevious)
	}
}

// show shows change i, following the player who brought it about.
func (l *leads) show(i int) {
	c := &l.list[i]
	who := c.Slot
	if events := l.host.Demo.Recording().Events(); c.Event >= 0 && c.Event < len(events) {
		who, _ = events[c.Event].Doer()
	}
	slot := -1
	if who != (sim.Slot{}) {
		slot = who.Index()
	}
	l.host.Watch.Show(c.Time, slot)
}

// search finds the changes by their words, and all of them by what they are called. They are not searched for before
// the text is about them, nor while the demo is still being read.
func (l *leads) search(text string) (out []part.Entry) {
	const name, other = "lead changes", "change of the lead"
	about := strings.Contains(name, text) || strings.Contains(other, text)
	if len(text) < 3 || !about && l.frames == 0 || l.host.Clock.ScoreHidden() {
		return nil
	}
	if _, finished := l.host.Demo.Recording().Progress(); !finished {
		return nil
	}
	l.find(func() {})
	for i := range l.list {
		c := &l.list[i]
		if !about && !strings.Contains(strings.ToLower(c.String()), text) {
			continue
		}
		e := panel.Entry{Kind: "Moment", Name: c.String(),
			Help: fmt.Sprintf(msgLead, l.host.Clock.Moment(c.Time).Short())}
		rank := part.RankMoment
		if strings.HasPrefix(name, text) || strings.HasPrefix(other, text) {
			rank = part.RankTime // they are what the user asked for
		}
		out = append(out, part.Entry{Entry: e, Rank: rank, Do: func() { l.show(i) }})
	}
	return out
}
