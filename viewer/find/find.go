// Package find searches the demo that is open: its players, and its events by kind and by words.
package find

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// find is the state of the search.
type find struct {
	field
	host   *part.Host
	open   bool
	at     int // hit chosen; -1 for none
	scroll panel.Scroll
	row    float32 // height of a row
	hits   []hit
	times  []time.Duration // of the hits that are events, for the time line
	key    key
}

// key is all that the hits depend on.
type key struct {
	text    string
	events  int
	players int
}

// hit is a player or an event that was found.
type hit struct {
	player bool
	slot   int
	event  int // or place in the roster
	time   time.Duration
}

// New returns the search, which is closed.
func New(host *part.Host) part.Part {
	f := &find{host: host, at: -1}
	return part.Part{
		Actions: map[action.ID]part.Action{
			action.Find:     {Do: f.start},
			action.FindNext: {Do: func() { f.step(1) }},
			action.FindPrev: {Do: func() { f.step(-1) }},
		},
		Closed: f.reset,
		Stroke: f.stroke,
		Type:   f.typed,
		Escape: f.escape,
		Timeline: func(v *panel.TimelineView) {
			v.Ticks = append(v.Ticks, panel.Ticks{At: f.times, Color: host.Theme.Text})
		},
		Panel: &part.Panel{Width: f.width, Compose: f.compose, Click: f.click, Scroll: &f.scroll},
	}
}

func (f *find) reset() { *f = find{host: f.host, at: -1} }

func (f *find) start() {
	f.open = true
	f.host.Lists.Close()
}

func (f *find) escape() bool {
	open := f.open
	if open {
		f.reset()
	}
	return open
}

func (f *find) width() float32 {
	if f.open {
		return panel.FindWidth
	}
	return 0
}

// matches reports whether all words of the query are somewhere in the event.
func matches(words []string, e *sim.Event) bool {
	text := strings.ToLower(e.String() + " " + panel.Words(e.Kind) + " " + e.Kind.String() + " " + e.Weapon.Info().Short)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// search fills in the hits when the query or the demo changed: players first, then events by time.
func (f *find) search() {
	rec := f.host.Demo.Recording()
	events, roster := rec.Events(), rec.Roster()
	query := string(f.text)
	k := key{query, len(events), len(roster)}
	if k == f.key {
		return
	}
	if k.text != f.key.text {
		f.at, f.scroll.At = -1, 0
	}
	f.key = k
	f.hits, f.times = f.hits[:0], f.times[:0]
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return
	}
	whole := strings.Join(words, " ")
	for i := range roster {
		if strings.Contains(strings.ToLower(roster[i].Profile.Name.Plain), whole) {
			f.hits = append(f.hits, hit{player: true, slot: roster[i].Profile.Slot.Index(), event: i, time: roster[i].First})
		}
	}
	for i := range events {
		if e := &events[i]; e.Kind != sim.EventCommand && matches(words, e) {
			f.hits = append(f.hits, hit{event: i, time: e.Time})
			f.times = append(f.times, e.Time)
		}
	}
}

// step goes to the next event that was found, or to the one before, from where the demo stands.
func (f *find) step(by int) {
	if len(f.text) == 0 {
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

// choose goes to a hit; a player is followed.
func (f *find) choose(i int) {
	if i < 0 || i >= len(f.hits) {
		return
	}
	f.at = i
	h := f.hits[i]
	if h.player {
		if now := f.host.Clock.Position(); now < h.time {
			f.host.Clock.Seek(h.time)
		}
		f.host.Watch.Follow(h.slot)
	} else {
		f.host.Clock.Seek(h.time)
	}
	f.scroll.Reveal(f.at, len(f.hits), f.row)
}

// moveBy chooses the hit so many further on.
func (f *find) moveBy(by int) {
	if n := len(f.hits); n > 0 {
		f.choose(min(max(f.at+by, 0), n-1))
	}
}

func (f *find) click(c panel.Command) bool {
	if c.Verb != panel.VerbChoose {
		return false
	}
	f.choose(c.Index)
	return true
}

// stroke lets the keyboard into the search; it reports whether the key was for that.
func (f *find) stroke(c action.Chord) bool {
	if !f.open {
		return false
	}
	f.host.Relayout()
	if f.field.stroke(c) || f.clipboard(c) {
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
	case "Down":
		f.moveBy(1)
	case "Up":
		f.moveBy(-1)
	default:
		// What is typed goes into the field; named keys do what they always do.
		return len([]rune(string(c.Key))) == 1 || c.Key == "Space"
	}
	return true
}

// clipboard pastes into the search, and copies and cuts what is selected there.
func (f *find) clipboard(c action.Chord) bool {
	from, to := f.selected()
	switch {
	case c.Mods != action.Ctrl:
		return false
	case c.Key == "V":
		go f.paste()
	case (c.Key == "C" || c.Key == "X") && from != to:
		s := string(f.text[from:to])
		if c.Key == "X" {
			f.cut(f.caret)
		}
		go func() {
			if err := f.host.Platform.CopyText(s); err != nil {
				f.host.Queue.Tell(func() { f.host.Notices.Warn(fmt.Sprintf(msgNotCopied, notice.Reason(err))) })
			}
		}()
	default:
		return false
	}
	return true
}

func (f *find) paste() {
	s, err := f.host.Platform.PasteText()
	f.host.Queue.Tell(func() {
		if err != nil {
			f.host.Notices.Warn(fmt.Sprintf(msgNotPasted, notice.Reason(err)))
			return
		}
		f.insert([]rune(s))
	})
}

func (f *find) typed(text []rune) {
	if !f.open || len(text) == 0 {
		return
	}
	f.insert(text)
	f.host.Relayout()
}

// compose lays out the search.
func (f *find) compose(p *panel.Pen, area draw.Rect) panel.List {
	f.search()
	list, room := panel.Find(p, area, panel.FindView{
		Text: string(f.text), Caret: f.caret, Anchor: f.anchor, Rows: f.rows(p, area.H), Chosen: f.at, Count: len(f.hits), Scroll: f.scroll.At,
	})
	f.scroll.Room = room
	return list
}

// rows are the hits as the list shows them; those out of sight are left empty.
func (f *find) rows(p *panel.Pen, height float32) []panel.Row {
	teams := f.host.Demo.Level().Teams
	rec := f.host.Demo.Recording()
	events, roster := rec.Events(), rec.Roster()
	rows := make([]panel.Row, len(f.hits))
	f.row = panel.Tall(panel.RowHeight, p.Touch)
	first := max(int(f.scroll.At/f.row), 0)
	last := min(first+int(height/f.row)+2, len(rows))
	for i := min(first, last); i < last; i++ {
		switch h := f.hits[i]; {
		case h.player && h.event < len(roster):
			pr := roster[h.event].Profile
			rows[i] = panel.Row{Lead: "player", Spans: []panel.Span{{Text: pr.Name.Plain, Face: panel.Strong, Color: f.host.Theme.Badge(pr, teams).Color}}}
		case !h.player && h.event < len(events):
			e := &events[h.event]
			rows[i] = panel.Row{Lead: p.When(e.Time), Spans: p.Sentence(e, teams)}
		}
	}
	return rows
}
