package viewer

import (
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// find is the state of the search.
type find struct {
	field
	open   bool
	at     int // hit chosen; -1 for none
	scroll float32
	room   float32
	hits   []hit
	times  []time.Duration // of the hits that are events, for the time line
	key    findKey
}

type findKey struct {
	text    string
	events  int
	players int
}

// hit is a player or an event that was found.
type hit struct {
	player bool
	slot   int
	event  int
	time   time.Duration
}

func (f *find) reset() { *f = find{at: -1} }

func (a *app) openFind() {
	a.find.open = true
	a.over = overlay{}
}

// matches tells whether all words of the query are somewhere in the event.
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
func (a *app) search() {
	f := &a.find
	rec := a.demo.rec
	events, roster := rec.Events(), rec.Roster()
	query := string(f.text)
	k := findKey{query, len(events), len(roster)}
	if k == f.key {
		return
	}
	if k.text != f.key.text {
		f.at, f.scroll = -1, 0
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

// stepFind goes to the next event that was found, from where the demo stands.
func (a *app) stepFind(by int) {
	f := &a.find
	if len(f.text) == 0 {
		a.openFind()
		return
	}
	a.search()
	first := slices.IndexFunc(f.hits, func(h hit) bool { return !h.player })
	if first < 0 {
		a.say("Nothing found.")
		return
	}
	now := a.play.Position()
	list := f.hits[first:]
	i := 0
	if by > 0 {
		i = slices.IndexFunc(list, func(h hit) bool { return h.time > now })
		if i < 0 {
			i = 0
			a.say("From the start again.")
		}
	} else {
		i = len(list) - 1
		for i >= 0 && list[i].time >= now {
			i--
		}
		if i < 0 {
			i = len(list) - 1
			a.say("From the end again.")
		}
	}
	a.chooseHit(first + i)
}

// chooseHit goes to a hit; a player is followed.
func (a *app) chooseHit(i int) {
	f := &a.find
	if i < 0 || i >= len(f.hits) {
		return
	}
	f.at = i
	h := f.hits[i]
	if h.player {
		if now := a.play.Position(); now < h.time {
			a.seek(h.time)
		}
		a.setFollow(h.slot)
	} else {
		a.seek(h.time)
	}
	a.keepHitInSight()
}

func (a *app) keepHitInSight() {
	f := &a.find
	const row = panel.RowHeight
	seen := float32(len(f.hits))*row - f.room
	top := float32(f.at) * row
	f.scroll = max(min(max(f.scroll, top+row-seen), top), 0)
}

// findStroke lets the keyboard into the search; it tells whether the key was for that.
func (a *app) findStroke(k stroke) bool {
	f := &a.find
	if !f.open || a.over.kind != overlayNone {
		return false
	}
	a.screen.compose = true
	if f.stroke(k.chord) || a.findClipboard(k.chord) {
		return true
	}
	if k.chord.Mods&(action.Ctrl|action.Alt) != 0 {
		return false
	}
	switch k.chord.Key {
	case "Enter", "NumpadEnter":
		switch {
		case len(f.hits) > 0 && f.hits[0].player && f.at < 0:
			a.chooseHit(0)
		case k.chord.Mods&action.Shift != 0:
			a.stepFind(-1)
		default:
			a.stepFind(1)
		}
	case "Down":
		a.moveHit(1)
	case "Up":
		a.moveHit(-1)
	default:
		// What is typed goes into the field; named keys do what they always do.
		return len([]rune(string(k.chord.Key))) == 1 || k.chord.Key == "Space"
	}
	return true
}

// findClipboard pastes into the search, and copies and cuts what is selected there.
func (a *app) findClipboard(c action.Chord) bool {
	f := &a.find
	from, to := f.selected()
	switch {
	case c.Mods != action.Ctrl:
		return false
	case c.Key == "V":
		go func() {
			s, err := a.desk.PasteText()
			a.tell(func() {
				if err != nil {
					a.warn("The clipboard cannot be read (" + reason(err) + ").")
					return
				}
				a.find.insert([]rune(s))
			})
		}()
	case (c.Key == "C" || c.Key == "X") && from != to:
		s := string(f.text[from:to])
		if c.Key == "X" {
			f.cut(f.caret)
		}
		go func() {
			if err := a.desk.CopyText(s); err != nil {
				a.tell(func() { a.warn("The clipboard cannot be reached (" + reason(err) + ").") })
			}
		}()
	default:
		return false
	}
	return true
}

func (a *app) moveHit(by int) {
	if n := len(a.find.hits); n > 0 {
		a.chooseHit(min(max(a.find.at+by, 0), n-1))
	}
}

func (a *app) typeText(typed []rune) {
	f := &a.find
	if !f.open || len(typed) == 0 || a.over.kind != overlayNone {
		return
	}
	f.insert(typed)
	a.screen.compose = true
}

// findRows are the hits as the list shows them; those out of sight are left empty.
func (a *app) findRows(p *panel.Pen, teams bool) []panel.Row {
	f := &a.find
	events, roster := a.demo.rec.Events(), a.demo.rec.Roster()
	rows := make([]panel.Row, len(f.hits))
	first := max(int(f.scroll/panel.RowHeight), 0)
	last := min(first+int(a.frame.Map.H/panel.RowHeight)+2, len(rows))
	for i := min(first, last); i < last; i++ {
		switch h := f.hits[i]; {
		case h.player && h.event < len(roster):
			pr := roster[h.event].Profile
			rows[i] = panel.Row{Lead: "player", Spans: a.text(pr.Name.Plain, panel.Strong, a.theme.Badge(pr, teams).Color)}
		case !h.player && h.event < len(events):
			e := &events[h.event]
			rows[i] = panel.Row{Lead: panel.FormatTime(e.Time), Spans: p.Sentence(e, teams)}
		}
	}
	return rows
}
