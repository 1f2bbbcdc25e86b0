// Package find searches the open demo with queries in the language of package query.
package find

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// Find searches the open demo. It implements [part.Question], through which other parts control the search.
type Find struct {
	field.Field
	host   Host
	heard  []func(*query.Query) // called when the query changes
	query  *query.Query         // nil if there is none
	open   bool
	at     int // chosen hit, or -1
	scroll panel.Scroll
	row    float32        // height of a row
	found  []query.Moment // matches, in order of time
	until  time.Duration  // while the score is hidden, only matches up to this time are hits
	hits   []hit
	times  []time.Duration // of the hits that are events, for the timeline
	key    key
	wrong  string // what is wrong with the query
	notes  []string
	stop   context.CancelFunc // cancels the background search; nil if there is none
	busy   bool
	menu   menu
	panel  *part.Panel
	back   func() // returns to where the query came from; nil if the user typed it
}

// key holds everything on which the hits depend.
type key struct {
	text    string
	events  int
	players int
	frames  int
}

// hit is a player or a moment that matches.
type hit struct {
	player bool
	slot   int
	entry  int // index into the roster
	time   time.Duration
	moment query.Moment
}

// New returns a Find whose search field is closed.
func New(host Host) *Find { return &Find{host: host, at: -1} }

// Subscribe implements part.Question.
func (f *Find) Subscribe(hear func(*query.Query)) { f.heard = append(f.heard, hear) }

// Part returns the [part.Part] that adds the search to the program.
func (f *Find) Part() part.Part {
	f.panel = &part.Panel{Open: func() bool { return f.open }, Side: panelWidth, Compose: f.compose, Click: f.click,
		Scroll: &f.scroll}
	return part.Part{
		Actions: map[action.ID]part.Action{
			action.Find: {Do: f.start},
			IDNext:      {Do: func() { f.step(1) }},
			IDPrev:      {Do: func() { f.step(-1) }},
			IDCommands:  {Do: func() { f.Ask("kind:" + sim.EventCommand.String()) }},
		},
		Closed: f.reset,
		Ready:  func() bool { return !f.busy },
		Stroke: f.stroke,
		Type:   f.typed,
		Escape: f.escape,
		Search: f.inMenu,
		Timeline: func(v *panel.TimelineView) {
			v.Ticks = append(v.Ticks, panel.Ticks{At: f.times, Color: f.host.Theme.Text})
		},
		Panel: f.panel,
	}
}

func (f *Find) reset() {
	f.cancel()
	f.pose(nil)
	*f = Find{host: f.host, heard: f.heard, panel: f.panel, at: -1}
}

// End implements part.Question.
func (f *Find) End() {
	f.reset()
	f.host.Relayout()
}

// pose makes q the query. A nil q removes the query.
func (f *Find) pose(q *query.Query) {
	if q == f.query {
		return
	}
	f.query = q
	for _, hear := range f.heard {
		hear(q)
	}
}

func (f *Find) start() {
	f.open = true
	f.host.Lists.Close()
	f.host.Front(f.panel)
}

func (f *Find) escape() bool {
	open, back := f.open, f.back
	if open {
		f.reset()
	}
	if open && back != nil {
		back()
	}
	return open
}

// Ask implements part.Question.
func (f *Find) Ask(question string) {
	f.start()
	f.back = nil
	f.Anchor, f.Caret = 0, len(f.Text)
	f.Insert([]rune(question))
	f.search()
	f.host.Redraw()
}

// AskFrom implements part.Question.
func (f *Find) AskFrom(question string, back func()) {
	f.Ask(question)
	f.back = back
}

// Narrow restricts the query to the area of the map with the given corners. If the query has no other conditions,
// Narrow searches the area for deaths.
func (f *Find) Narrow(corners [][2]float64) {
	var rest []string
	for _, word := range strings.Fields(string(f.Text)) {
		if !strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(word, "of."), "by."), "in:") {
			rest = append(rest, word)
		}
	}
	if len(rest) == 0 {
		rest = []string{"kind:death"}
	}
	f.Ask(strings.Join(append(rest, query.In(corners)), " ") + " ")
}

// search searches again if the query or the demo has changed.
func (f *Find) search() {
	rec := f.host.Demo.Recording()
	k := key{text: string(f.Text), events: len(rec.Events()), players: len(rec.Roster())}
	q, err := query.Parse(k.text)
	if err == nil && q.Costly() {
		if _, finished := rec.Progress(); finished {
			k.frames = rec.Frames() // while a demo is loading, new events trigger a search often enough
		}
	}
	if k == f.key {
		if f.until != f.horizon() {
			f.list()
		}
		return
	}
	if k.text != f.key.text {
		f.at, f.scroll.At = -1, 0
	}
	f.key = k
	f.cancel()
	f.wrong, f.notes = "", nil
	if err != nil {
		f.pose(nil)
		f.wrong = err.Error()
		f.take(nil)
		return
	}
	if q.Empty() {
		f.pose(nil)
	} else {
		f.pose(q)
	}
	f.find(q)
}

// cancel stops the background search.
func (f *Find) cancel() {
	if f.stop != nil {
		f.stop()
	}
	f.stop, f.busy = nil, false
}

// find runs a query: immediately, or in the background if it may take a while.
func (f *Find) find(q *query.Query) {
	source := query.Source{Recording: f.host.Demo.Recording(), Places: f.host.Places()}
	if !q.Costly() {
		a, _ := q.Find(f.host.Demo.Context(), source)
		f.notes = a.Notes
		f.take(a.Moments)
		return
	}
	f.take(nil)
	ctx, stop := context.WithCancel(f.host.Demo.Context())
	f.stop, f.busy = stop, true
	go func() {
		var a query.Answer
		err := fault.Guard(func() (err error) {
			a, err = q.Find(ctx, source)
			return err
		})
		f.host.Post(ctx, func() {
			if ctx.Err() != nil {
				return
			}
			if f.busy, f.notes = false, a.Notes; err != nil {
				f.wrong = err.Error()
			}
			f.take(a.Moments)
			f.host.Redraw()
		})
	}()
}

// horizon returns the time up to which moments are hits. While the score is hidden, that excludes the future.
func (f *Find) horizon() time.Duration {
	if f.host.Clock.ScoreHidden() {
		return f.host.Clock.Position()
	}
	return math.MaxInt64
}

// take stores the matches.
func (f *Find) take(moments []query.Moment) {
	f.found = moments
	f.list()
}

// list builds the list of hits that may be shown. Players whose name matches come first.
func (f *Find) list() {
	f.until = f.horizon()
	f.hits, f.times = f.hits[:0], f.times[:0]
	if q := f.query; q != nil {
		if name, only := q.Words(); only {
			for i, e := range f.host.Demo.Recording().Roster() {
				if e.First <= f.until && strings.Contains(strings.ToLower(e.Profile.Name.Plain), name) {
					f.hits = append(f.hits, hit{player: true, slot: e.Profile.Slot.Index(), entry: i, time: e.First})
				}
			}
		}
	}
	for _, m := range f.found {
		if f.hidden(m) {
			continue
		}
		f.hits = append(f.hits, hit{slot: m.Who.Index(), time: m.Time, moment: m})
		f.times = append(f.times, m.Time)
	}
	f.at = min(f.at, len(f.hits)-1)
}

// step goes to the next or previous matching event, relative to the current time.
func (f *Find) step(by int) {
	if len(f.Text) == 0 {
		f.start()
		return
	}
	f.search()
	first := slices.IndexFunc(f.hits, func(h hit) bool { return !h.player })
	if first < 0 {
		f.host.Notices.Say(msgNothing)
		return
	}
	now := f.host.Clock.Position()
	list := f.hits[first:]
	i := 0
	if by > 0 {
		i = slices.IndexFunc(list, func(h hit) bool { return h.time > now })
		if i < 0 {
			i = 0
			f.host.Notices.Say(msgFromStart)
		}
	} else {
		i = len(list) - 1
		for i >= 0 && list[i].time >= now {
			i--
		}
		if i < 0 {
			i = len(list) - 1
			f.host.Notices.Say(msgFromEnd)
		}
	}
	f.choose(first + i)
}

// choose goes to a hit. If it is a player, he is followed.
func (f *Find) choose(i int) {
	if i < 0 || i >= len(f.hits) {
		return
	}
	f.at = i
	h := f.hits[i]
	if h.player {
		f.follow(h.slot, h.time)
	} else {
		f.host.Clock.Seek(h.time)
	}
	f.scroll.Reveal(f.at, len(f.hits), f.row)
}

// follow follows a player, seeking to the time at which he joins if he is not there yet.
func (f *Find) follow(slot int, from time.Duration) {
	if f.host.Clock.Position() < from {
		f.host.Clock.Seek(from)
	}
	f.host.Watch.Follow(slot)
}

// moveBy moves the choice by a number of hits.
func (f *Find) moveBy(by int) {
	if n := len(f.hits); n > 0 {
		f.choose(min(max(f.at+by, 0), n-1))
	}
}

// click shows a hit with what led up to it, or inserts a completion.
func (f *Find) click(c panel.Command) bool {
	switch {
	case c.Verb == panel.VerbComplete:
		f.complete(c.Text, c.Index)
	case c.Verb != panel.VerbChoose:
		return false
	case c.Index >= 0 && c.Index < len(f.hits) && !f.hits[c.Index].player:
		f.at = c.Index
		f.host.Watch.Show(f.hits[c.Index].time, f.hits[c.Index].slot)
	default:
		f.choose(c.Index)
	}
	return true
}

// vain reports whether the typed text has no matches and no continuations.
func (f *Find) vain() bool {
	if len(f.Text) == 0 || f.busy || f.wrong != "" || len(f.hits) > 0 || f.key.text != string(f.Text) {
		return false
	}
	before := string(f.Text[:f.Caret])
	source := query.Source{Recording: f.host.Demo.Recording(), Places: f.host.Places()}
	from, _, found := query.Complete(before, len(before), source)
	return !slices.ContainsFunc(found, func(c query.Completion) bool { return c.Text != before[from:] })
}

// completions returns ways to continue the query. If the query has no matches, it returns other queries.
func (f *Find) completions() (list []completion) {
	before := string(f.Text[:f.Caret])
	source := query.Source{Recording: f.host.Demo.Recording(), Places: f.host.Places()}
	if len(f.Text) == 0 || f.vain() {
		for _, c := range query.Examples(source) {
			list = append(list, completion{Text: c.Text, Help: c.Help})
		}
		return list
	}
	from, _, found := query.Complete(before, len(before), source)
	for _, c := range found[:min(len(found), completionsMost)] {
		if c.Text != before[from:] {
			list = append(list, completion{Text: c.Text, Help: c.Help, From: len([]rune(before[:from]))})
		}
	}
	return list
}

// completionsMost is the maximum number of completions shown.
const completionsMost = 6

// complete replaces the typed text, starting at a character, with a completion.
func (f *Find) complete(text string, from int) {
	if f.Anchor = min(from, f.Caret); f.vain() {
		f.Caret = len(f.Text)
	}
	if !strings.HasSuffix(text, ":") {
		text += " "
	}
	f.Insert([]rune(text))
	f.search()
	f.host.Relayout()
}

// stroke handles a key and reports whether the search used it.
func (f *Find) stroke(c action.Chord) bool {
	if !f.open {
		return false
	}
	f.host.Relayout()
	if f.Field.Stroke(c) || f.Clipboard(c, f.host.Exchange) {
		return true
	}
	if c.Mods&(action.Ctrl|action.Alt) != 0 {
		return false
	}
	switch c.Key {
	case "Enter", "NumpadEnter":
		switch {
		case len(f.hits) > 0 && f.hits[0].player && f.at < 0:
			f.choose(0)
		case c.Mods&action.Shift != 0:
			f.step(-1)
		default:
			f.step(1)
		}
	case "Tab":
		if list := f.completions(); len(list) > 0 {
			f.complete(list[0].Text, list[0].From)
		}
	case "Down":
		f.moveBy(1)
	case "Up":
		f.moveBy(-1)
	default:
		// Typed characters go into the field; named keys keep their usual meaning.
		return len([]rune(string(c.Key))) == 1 || c.Key == "Space"
	}
	return true
}

func (f *Find) typed(text []rune) {
	if !f.open || len(text) == 0 {
		return
	}
	f.Insert(text)
	f.host.Relayout()
}

// compose lays out the search.
func (f *Find) compose(p *panel.Pen, area draw.Rect) panel.List {
	f.search()
	note := f.wrong
	if note == "" && len(f.notes) > 0 {
		note = f.notes[0]
	}
	switch {
	case f.busy:
		note = msgSearching
	case note == "" && len(f.found) > 0 && f.until < math.MaxInt64:
		note = msgUpToNow
	case note == "" && f.vain():
		note = msgTry
	}
	list, room := layOut(p, area, view{
		Text: string(f.Text), Caret: f.Caret, Anchor: f.Anchor, Rows: f.rows(p, area.H), Chosen: f.at,
		Count: len(f.hits), Scroll: f.scroll.At, Note: note, Vain: note == msgTry, Completions: f.completions(),
	})
	f.scroll.Room = room
	return list
}

// rows returns the hits as rows. Rows out of sight are left empty.
func (f *Find) rows(p *panel.Pen, height float32) []panel.Row {
	teams := f.host.Demo.Level().Teams
	rec := f.host.Demo.Recording()
	events, roster := rec.Events(), rec.Roster()
	rows := make([]panel.Row, len(f.hits))
	f.row = panel.Tall(panel.RowHeight, p.Touch)
	first := max(int(f.scroll.At/f.row), 0)
	last := min(first+int(height/f.row)+2, len(rows))
	for i := min(first, last); i < last; i++ {
		switch h := &f.hits[i]; {
		case h.player && h.entry < len(roster):
			rows[i] = panel.Row{Lead: "player", Spans: f.name(roster[h.entry].Profile, teams)}
		case h.moment.Event >= 0 && h.moment.Event < len(events):
			rows[i] = panel.Row{Lead: p.When(h.time), Spans: f.sentence(p, &h.moment, &events[h.moment.Event], teams),
				Note: h.moment.Place}
		case !h.player && h.moment.Profile != nil:
			note := h.moment.Place
			if lasts := h.moment.Until - h.moment.Time; lasts > 0 {
				note = strings.TrimSpace(fmt.Sprintf("%s %.1f s", note, lasts.Seconds()))
			}
			rows[i] = panel.Row{Lead: p.When(h.time), Spans: f.name(h.moment.Profile, teams), Note: note}
		}
	}
	return rows
}

// sentence returns the sentence about an event or, if the query asks for changes of the lead, about that.
func (f *Find) sentence(p *panel.Pen, m *query.Moment, e *sim.Event, teams bool) []panel.Span {
	if m.Lead != "" {
		return panel.Plain(f.host.Theme, m.Lead)
	}
	return p.Sentence(e, teams)
}

func (f *Find) name(pr *sim.Profile, teams bool) []panel.Span {
	return []panel.Span{{Text: pr.Name.Plain, Face: panel.Strong, Color: f.host.Theme.Badge(pr, teams).Color}}
}
