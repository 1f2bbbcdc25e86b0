package viewer

import (
	"math"
	"path/filepath"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/settings"
)

type overlayKind uint8

const (
	overlayNone overlayKind = iota
	overlayHelp
	overlayMenu
	overlayRows
)

// overlay is what lies over the window: help, menu, or a list to choose from.
type overlay struct {
	kind        overlayKind
	title, note string
	empty       string
	rows        []panel.Row
	at          int // row chosen with the keyboard; -1 for none
	category    int
	scroll      float32
	room        float32 // how far it can be scrolled
	choose      func(int)
	remove      func(int)
}

func (a *app) toggleOverlay(k overlayKind) {
	if a.over.kind == k {
		a.closeOverlay()
		return
	}
	a.over = overlay{kind: k, at: -1}
	a.screen.compose = true
}

func (a *app) closeOverlay() {
	a.over = overlay{}
	a.screen.compose = true
}

func (a *app) openRows(o overlay) {
	o.kind = overlayRows
	o.at = min(max(o.at, 0), max(len(o.rows)-1, 0))
	a.over = o
	a.screen.compose = true
}

// choose is a click or Enter on a row.
func (a *app) choose(i int) {
	o := a.over
	if i < 0 || i >= len(o.rows) {
		return
	}
	a.closeOverlay()
	if o.choose != nil {
		o.choose(i)
	}
}

// overlayKey lets the keyboard go through what lies over the window; it tells
// whether the key was for that.
func (a *app) overlayKey(k stroke) bool {
	o := &a.over
	if o.kind == overlayNone && a.scoresKey(k) {
		return true
	}
	if o.kind == overlayNone || k.chord.Mods&^action.Shift != 0 {
		return false
	}
	if by, ok := overlaySteps[k.chord.Key]; ok {
		a.overlayMove(by)
		return true
	}
	switch k.chord.Key {
	case "Left", "Right":
		if o.kind != overlayMenu {
			return o.kind == overlayRows
		}
		n := len(action.Categories())
		step := 1
		if k.chord.Key == "Left" {
			step = n - 1
		}
		o.category, o.at, o.scroll = (o.category+step)%n, 0, 0
	case "Enter", "NumpadEnter":
		a.overlayEnter()
	case "Delete":
		if o.kind == overlayRows && o.remove != nil {
			o.remove(o.at)
		}
	default:
		return false
	}
	a.screen.compose = true
	return true
}

// scoresKey lets PgUp and PgDn go through a scoreboard that has more players than fit.
func (a *app) scoresKey(k stroke) bool {
	if !a.scores && !a.pinned || a.screen.room[panel.AreaScores] <= 0 || k.chord.Mods != 0 {
		return false
	}
	switch page := a.frame.Map.H / 2; k.chord.Key {
	case "PgDn":
		a.scroll(panel.AreaScores, page)
	case "PgUp":
		a.scroll(panel.AreaScores, -page)
	default:
		return false
	}
	return true
}

// overlaySteps are by how many rows keys go on.
var overlaySteps = map[action.Key]int{"Down": 1, "Up": -1, "PgDn": 10, "PgUp": -10, "Home": math.MinInt16, "End": math.MaxInt16}

// overlayMove chooses the row that is so many further on; the help is scrolled.
func (a *app) overlayMove(by int) {
	a.screen.compose = true
	o := &a.over
	if o.kind == overlayHelp {
		o.scroll = min(max(o.scroll+float32(by)*40, 0), o.room)
		return
	}
	count, row := len(o.rows), float32(panel.RowHeight)
	if o.kind == overlayMenu {
		count, row = len(panel.MenuRows(a.binds.Actions(), o.category)), panel.MenuRow
	}
	o.at = min(max(o.at+by, 0), max(count-1, 0))
	// Keep the row in sight: the room to scroll tells how high the list is.
	seen := float32(count)*row - o.room
	top := float32(o.at) * row
	o.scroll = min(max(o.scroll, top+row-seen), top)
}

func (a *app) overlayEnter() {
	switch o := a.over; o.kind {
	case overlayRows:
		a.choose(o.at)
	case overlayMenu:
		rows := panel.MenuRows(a.binds.Actions(), o.category)
		if o.at >= 0 && o.at < len(rows) {
			a.closeOverlay()
			a.do(rows[o.at].ID)
		}
	}
}

// openRecent lists the demos opened last.
func (a *app) openRecent() {
	rows := make([]panel.Row, len(a.recent))
	for i, p := range a.recent {
		rows[i] = panel.Row{Spans: a.text(filepath.Base(p), panel.Body, a.theme.Text), Note: filepath.Dir(p)}
	}
	list := slices.Clone(a.recent)
	a.openRows(overlay{title: "Recent demos", empty: "No demo has been opened yet.", rows: rows,
		choose: func(i int) { a.playlist = nil; a.open(list[i], "", false) },
		remove: func(i int) {
			if i < 0 || i >= len(list) {
				return
			}
			a.shelf.DropRecent(list[i])
			a.loadRecent()
			at := a.over.at
			a.openRecent()
			a.over.at = min(at, max(len(a.recent)-1, 0))
		}})
}

// openBookmarks lists the bookmarks.
func (a *app) openBookmarks() {
	d := a.demo
	slices.SortFunc(d.marks, func(p, q settings.Mark) int { return int(time.Duration(p.At-q.At) / time.Millisecond) })
	rows := make([]panel.Row, len(d.marks))
	at := 0
	for i, m := range d.marks {
		rows[i] = panel.Row{Lead: panel.FormatTenths(time.Duration(m.At)), Spans: a.text(m.Note, panel.Body, a.theme.Text)}
		if time.Duration(m.At) <= a.play.Position() {
			at = i
		}
	}
	a.openRows(overlay{title: "Bookmarks", note: a.binds.KeyLabel(action.Bookmark) + " sets one", empty: "There is no bookmark in this demo.", rows: rows, at: at,
		choose: func(i int) { a.seek(time.Duration(d.marks[i].At)) },
		remove: func(i int) {
			if i < 0 || i >= len(d.marks) {
				return
			}
			a.removeBookmark(i)
			a.openBookmarks()
		}})
}

// openChapters lists the levels, matches and rounds.
func (a *app) openChapters() {
	list := chapters(a.demo.rec)
	rows := make([]panel.Row, len(list))
	at := 0
	for i, c := range list {
		rows[i] = panel.Row{Lead: panel.FormatTime(c.At), Spans: a.text(c.Name, panel.Body, a.theme.Text)}
		if c.At <= a.play.Position() {
			at = i
		}
	}
	a.openRows(overlay{title: "Chapters", empty: "This demo has no chapters.", rows: rows, at: at,
		choose: func(i int) { a.seek(list[i].At) }})
}

// chapterAt is the name of the chapter at t.
func chapterAt(rec *sim.Recording, t time.Duration) string {
	name := ""
	list := chapters(rec)
	if len(list) < 2 {
		return ""
	}
	for _, c := range list {
		if c.At > t {
			break
		}
		name = c.Name
	}
	return name
}
