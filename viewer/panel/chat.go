package panel

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
)

// chatRow is a row of the chat. It holds an event, how many times in a row its text was said, and the arrivals and
// departures folded into the row.
type chatRow struct {
	last   *sim.Event
	times  int
	coming []*sim.Event // including last, newest first; empty unless last is an arrival or departure
}

// chatRows yields the rows of the chat among the first n events, newest first.
func chatRows(events []sim.Event, n int) iter.Seq[chatRow] {
	return func(yield func(chatRow) bool) {
		folded := map[int]bool{}
		for i := n - 1; i >= max(0, n-lookBack); i-- {
			e := &events[i]
			if !InChat(e) || folded[i] {
				continue
			}
			row := chatRow{last: e, times: 1}
			if comes(e) {
				row.coming = comings(events, i, folded)
			} else {
				i, row.times = repeats(events, i)
			}
			if !yield(row) {
				return
			}
		}
	}
}

// comes reports whether an event is an arrival or departure.
func comes(e *sim.Event) bool { return e.Kind == sim.EventConnect || e.Kind == sim.EventDisconnect }

// comings returns event i and the earlier events folded into its row: players who arrive at the same moment, and
// spectators who come and go within a minute, whatever is said in between.
func comings(events []sim.Event, i int, folded map[int]bool) (out []*sim.Event) {
	const moment, while = time.Second, time.Minute
	watches := func(e *sim.Event) bool { return e.Profile != nil && e.Profile.Team == sim.TeamSpectator }
	for j := i; j >= max(0, i-lookBack) && events[i].Time-events[j].Time <= while; j-- {
		e := &events[j]
		switch {
		case !comes(e) || folded[j] || watches(e) != watches(&events[i]):
			continue
		case !watches(e) && (e.Kind != events[i].Kind || events[i].Time-e.Time > moment):
			continue
		}
		folded[j] = true
		out = append(out, e)
	}
	return out
}

// spans returns the text of a row.
func (r *chatRow) spans(p *Pen, teams bool) []Span {
	if len(r.coming) > 1 {
		return comingWords(p, r.coming, teams)
	}
	spans := p.Sentence(r.last, teams)
	if r.times > 1 {
		spans = append(spans, Span{Text: "  ×" + strconv.Itoa(r.times), Face: Small, Color: p.Theme.Faint})
	}
	return spans
}

// comingWords returns the text for several arrivals or departures, naming only some of the players.
func comingWords(p *Pen, coming []*sim.Event, teams bool) (out []Span) {
	const named = 2
	var who []*sim.Profile
	came, went := false, false
	for _, e := range coming {
		came, went = came || e.Kind == sim.EventConnect, went || e.Kind == sim.EventDisconnect
		same := func(o *sim.Profile) bool { return o.Name.Plain == e.Profile.Name.Plain }
		if e.Profile == nil {
			continue
		}
		if !slices.ContainsFunc(who, same) {
			who = append(who, e.Profile)
		}
	}
	for i, pr := range who[:min(len(who), named)] {
		switch {
		case i > 0 && len(who) > named:
			out = append(out, p.soft(", "))
		case i > 0:
			out = append(out, p.soft(" and "))
		}
		out = append(out, nameSpan(p, pr, teams))
	}
	var did string
	switch {
	case len(who) > named:
		did = " and " + strconv.Itoa(len(who)-named) + " more"
	case len(who) == 0 && len(coming) == 1:
		did = "a player"
	case len(who) == 0:
		did = strconv.Itoa(len(coming)) + " players"
	}
	switch {
	case came && went:
		did += " came and went"
	case went:
		did += " disconnected"
	default:
		did += " connected"
	}
	if len(who) == 0 {
		did = strings.TrimSpace(did)
	}
	return append(out, p.soft(did))
}

// repeats returns the number of times in a row that the text of event i was said, and the index of the first.
func repeats(events []sim.Event, i int) (first, times int) {
	const near, Within = 20, 15 * time.Second
	e := &events[i]
	first, times = i, 1
	for j := i - 1; j >= max(0, first-near) && e.Time-events[j].Time <= Within; j-- {
		o := &events[j]
		if !InChat(o) {
			continue
		}
		if o.Kind != e.Kind || o.Slot != e.Slot || o.Text.Plain != e.Text.Plain {
			break
		}
		first, times = j, times+1
	}
	return first, times
}
