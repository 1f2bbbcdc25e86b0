package find

import (
	"fmt"
	"strings"

	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// Maximum number of results of each kind in the menu.
const (
	playersMost = 4
	momentsMost = 5
	keysMost    = 3
)

// menu caches the last search of the menu.
type menu struct {
	key    key
	answer query.Answer
}

// inMenu finds players, continuations of the query and moments for text typed into the menu.
func (f *Find) inMenu(text string) (out []part.Entry) {
	if f.host.Demo.Recording() == nil {
		return nil
	}
	out = f.playersCalled(text)
	out = append(out, f.goesOn(text)...)
	return append(out, f.momentsOf(text)...)
}

func (f *Find) playersCalled(text string) (out []part.Entry) {
	teams, until := f.host.Demo.Level().Teams, f.horizon()
	for _, e := range f.host.Demo.Recording().Roster() {
		if len(out) == playersMost || e.First > until || !strings.Contains(strings.ToLower(e.Profile.Name.Plain),
			strings.ToLower(text)) {
			continue
		}
		out = append(out, part.Entry{
			Rank: part.RankPlayer,
			Do:   func() { f.follow(e.Profile.Slot.Index(), e.First) },
			Entry: panel.Entry{Kind: "Player", Name: e.Profile.Name.Plain, Spans: f.name(e.Profile, teams),
				Help: "Follow this player."},
		})
	}
	return out
}

// goesOn returns ways to continue the query. If it has a key they come first; if it is a plain word they come after
// everything else it can mean.
func (f *Find) goesOn(text string) (out []part.Entry) {
	from, _, list := query.Complete(text, len(text), query.Source{Recording: f.host.Demo.Recording(),
		Places: f.host.Places()})
	rank, most := part.RankKey, keysMost
	if strings.ContainsAny(text, ":<>") {
		rank, most = part.RankQuestion, completionsMost
	}
	for _, c := range list[:min(len(list), most)] {
		if c.Text == text[from:] {
			continue
		}
		fill := text[:from] + c.Text
		if !strings.HasSuffix(fill, ":") {
			fill += " "
		}
		out = append(out, part.Entry{Rank: rank, Fill: fill, Entry: panel.Entry{Kind: "Question", Name: c.Text,
			Help: c.Help, Key: "Tab"}})
	}
	for i := 1; i < len(out); i++ {
		out[i].Key = ""
	}
	return out
}

// momentsOf returns the first moments that match a text, and a row that opens the search with it.
func (f *Find) momentsOf(text string) (out []part.Entry) {
	q, err := query.Parse(text)
	if err != nil || q.Empty() {
		return nil
	}
	all := part.Entry{Rank: part.RankMoment, Do: func() { f.Ask(text) },
		Entry: panel.Entry{Kind: "Moment", Name: "Find “" + text + "”", Help: "All moments, in the search."}}
	if q.Costly() {
		return []part.Entry{all}
	}
	rec := f.host.Demo.Recording()
	if k := (key{text: text, events: len(rec.Events()), players: len(rec.Roster())}); k != f.menu.key {
		f.menu.key = k
		f.menu.answer, _ = q.Find(f.host.Demo.Context(), query.Source{Recording: rec, Places: f.host.Places()})
	}
	events, n := rec.Events(), 0
	for _, m := range f.menu.answer.Moments {
		if m.Event < 0 || m.Event >= len(events) || f.hidden(m) {
			continue
		}
		if n++; n <= momentsMost {
			out = append(out, f.momentRow(m, &events[m.Event]))
		}
	}
	if n == 0 {
		return nil
	}
	all.Name = fmt.Sprintf("All %d moments…", n)
	if n == 1 {
		return out
	}
	return append(out, all)
}

// hidden reports whether a moment would reveal what is hidden along with the score.
func (f *Find) hidden(m query.Moment) bool {
	return m.Time > f.horizon() || m.Lead != "" && f.host.Clock.ScoreHidden() || f.host.Clock.ScoreHidden() && m.Event >= 0 &&
		f.host.Demo.Recording().Events()[m.Event].RevealsOutcome()
}

func (f *Find) momentRow(m query.Moment, e *sim.Event) part.Entry {
	p := &panel.Pen{Theme: f.host.Theme, Moment: f.host.Clock.Moment,
		Game: f.host.Demo.Recording().Header().GameKey}
	spans := append([]panel.Span{{Text: p.When(m.Time) + "  ", Face: panel.Small, Color: f.host.Theme.Faint}},
		f.sentence(p, &m, e, f.host.Demo.Level().Teams)...)
	return part.Entry{
		Rank: part.RankMoment, Do: func() { f.host.Watch.Show(m.Time, m.Who.Index()) },
		Entry: panel.Entry{Kind: "Moment", Spans: spans, Help: "Watch it from a little before."},
	}
}
