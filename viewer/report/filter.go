package report

import (
	"context"
	"fmt"

	"fragscope/formats/base/fault"
	"fragscope/sim/query"
	"fragscope/sim/report"
)

// narrowed is the report, limited to the events that match the search.
type narrowed struct {
	wanted narrowKey // what is being computed, or was last
	made   narrowKey // what the report shown was computed from
	busy   bool
	report *report.Report // nil until computed
	// picked is the query for the moments of the number that was last clicked, and base the query that the tables
	// were limited to at the time: picked shows what a number consists of and does not limit the tables.
	picked string
	base   *query.Query
}

// narrowKey holds everything on which a narrowed report depends.
type narrowKey struct {
	key
	text string
}

// question returns the query of the search, or nil if there is none.
func (b *board) question() *query.Query {
	q := b.asks
	if q != nil && b.only.picked != "" && q.String() == b.only.picked {
		return b.only.base
	}
	return q
}

// narrow computes the report of the events that the search lists, if its query is for events.
func (b *board) narrow() {
	q := b.question()
	if !b.open || b.report == nil || b.busy || b.only.busy || q == nil || q.AsksStates() {
		return
	}
	k := narrowKey{b.made, q.String()}
	if k == b.only.wanted {
		return
	}
	b.only.wanted, b.only.busy = k, true
	rec, ctx, match := b.host.Demo.Recording(), b.host.Demo.Context(), b.report.Match
	source := query.Source{Recording: rec, Places: b.host.Places()}
	go func() {
		var r *report.Report
		err := fault.Guard(func() error {
			a, err := q.Find(ctx, source)
			if err != nil {
				return err
			}
			found := make(map[int]bool, len(a.Moments))
			for i := range a.Moments {
				found[a.Moments[i].Event] = true
			}
			r, err = report.MakeOf(ctx, rec, match, func(event int) bool { return found[event] })
			return err
		})
		b.host.Post(context.Background(), func() {
			if ctx.Err() != nil {
				return
			}
			if b.only.busy, b.only.made, b.only.report = false, k, r; err != nil {
				b.host.Notices.Warn(fmt.Sprintf(msgNotMade, err))
			}
			b.host.Redraw()
		})
	}()
}

// counted returns the report for a table, and a line that says what it counts, which is empty without a query.
func (b *board) counted(t *tab) (r *report.Report, note string) {
	q := b.question()
	switch {
	case q == nil:
		return b.report, ""
	case q.AsksStates():
		return b.report, msgAllStates
	case t.whole:
		return b.report, msgAllHere
	case b.only.report == nil || b.only.made.key != b.made:
		return b.report, msgMaking
	}
	return b.only.report, fmt.Sprintf(msgOnly, b.only.made.text)
}

// ask shows the moments that make up a number. In a narrowed table, these are the moments that were counted.
func (b *board) ask(text string) {
	if text == "" {
		b.host.Question.End()
		return
	}
	q := b.question()
	list := tabsOf(b.contest(), b.report)
	if r, _ := b.counted(&list[min(b.tab, len(list)-1)]); q != nil && r == b.only.report {
		text += " " + q.String()
	} else {
		q = nil
	}
	b.open, b.only.picked, b.only.base = false, text, q
	b.host.Question.AskFrom(text, func() {
		if q != nil { // the tables were limited to it
			b.host.Question.Ask(q.String())
		}
		b.open = true
		b.host.Redraw()
	})
}
