package session

import (
	"fmt"
	"time"

	"fragscope/viewer/notice"
	"fragscope/viewer/settings"
)

// recent holds the demos opened lately and what is known of each, as stored in the user's data folder.
type recent struct {
	store settings.Store
	warn  func(text string) // shows a message if the list cannot be read
	paths []string          // latest first
	left  []settings.Left
}

// load reads the lists.
func (r *recent) load() {
	var err error
	if r.paths, err = r.store.Recent(); err != nil {
		r.warn(fmt.Sprintf(msgRecent, notice.Reason(err)))
	}
	r.left, _ = r.store.Left() // without it, the cards have only names
}

// add adds a demo to the front of the list.
func (r *recent) add(path string) {
	if err := r.store.AddRecent(path); err == nil {
		r.load()
	}
}

// drop removes a demo from the list.
func (r *recent) drop(path string) {
	r.store.DropRecent(path)
	r.load()
}

// describe stores what is known of a demo that is left at a time, for its card, and for that of the file in which its
// stream is kept.
func (r *recent) describe(d *Demo, at time.Duration) {
	if l, ok := leftAt(d, at); ok {
		r.keep(d, l)
	}
}

// describeOpened does so as soon as a demo is open, in case the program is killed. What was stored of it before stays,
// as it may be known from the whole demo.
func (r *recent) describeOpened(d *Demo) {
	l, ok := leftAt(d, 0)
	if _, known := r.before(d); known || !ok {
		return
	}
	if _, finished := d.Recording.Progress(); !finished {
		l.Length, l.Result = 0, ""
	}
	r.keep(d, l)
}

// describeLoaded does so once all of a demo is loaded. It can then still be continued where it was left before.
func (r *recent) describeLoaded(d *Demo) {
	if l, ok := leftAt(d, 0); ok {
		before, _ := r.before(d)
		l.At = before.At
		r.keep(d, l)
	}
}

// keep stores the description of a demo, and that of the file in which its stream is kept.
func (r *recent) keep(d *Demo, l settings.Left) {
	_ = r.store.SetLeft(l) // without it, a card has only a name
	if d.kept != "" {
		l.Demo, l.Length = d.kept, settings.Millis(d.Recording.Duration())
		_ = r.store.SetLeft(l)
	}
	r.load()
}

// before returns what was stored when a demo was left before.
func (r *recent) before(d *Demo) (l settings.Left, ok bool) {
	return r.find(func(l *settings.Left) bool { return l.Demo == d.Path && l.Member == d.Member })
}

func (r *recent) find(is func(*settings.Left) bool) (l settings.Left, ok bool) {
	for i := range r.left {
		if is(&r.left[i]) {
			return r.left[i], true
		}
	}
	return l, false
}

// cards returns a card for each demo, latest first, with its result unless that is hidden.
func (r *recent) cards(hideScore bool) []Card {
	out := make([]Card, len(r.paths))
	for i, path := range r.paths {
		out[i] = Card{Name: Label(path)}
		l, ok := r.find(func(l *settings.Left) bool { return l.Demo == path })
		if !ok {
			continue
		}
		out[i] = Card{
			Name: Label(path), Map: l.Map, Players: l.Players, Length: time.Duration(l.Length), At: time.Duration(l.At),
		}
		if !hideScore {
			out[i].Result = l.Result
		}
		if l.Member != "" {
			out[i].Name = l.Member
		}
	}
	return out
}

// unfinished returns where the latest demo was left. ok is false if it was watched to the end.
func (r *recent) unfinished() (l settings.Left, ok bool) {
	if len(r.paths) == 0 {
		return l, false
	}
	l, ok = r.find(func(l *settings.Left) bool { return l.Demo == r.paths[0] })
	return l, ok && l.At != 0
}
