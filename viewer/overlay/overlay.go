// Package overlay manages what is shown over the window: the menu, the help, a list or a prompt. The menu can
// be searched for actions, settings, players, chapters, moments and demos.
package overlay

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

type kind uint8

const (
	none kind = iota
	help
	menu
	rows
	prompt
	capture // waiting for a key
	popup
)

// Overlay manages what is shown over the window: the menu, the help, a list, a prompt or nothing.
type Overlay struct {
	host   Host
	kind   kind
	list   part.List // when showing rows
	prompt part.Prompt
	field  field.Field // of prompt and menu
	at     int         // row chosen by keyboard, or -1
	group  int         // of the menu
	scroll panel.Scroll
	touch  bool           // rows are tall enough for fingers
	rebind action.ID      // the action that gets the captured key
	title  string         // of capture and popup
	x, y   float32        // of popup
	verbs  [][]part.Entry // of popup, in groups
	manual manual         // of help
}

// New returns an Overlay with nothing open.
func New(h Host) *Overlay { return &Overlay{host: h} }

// Part returns the [part.Part] that opens the menu, the help and the settings, and handles keys while anything is shown
// over the window.
func (o *Overlay) Part() part.Part {
	return part.Part{
		Escape: func() bool {
			active := o.Active()
			o.Close()
			return active
		},
		Stroke: o.stroke,
		Type:   o.typed,
		Actions: map[action.ID]part.Action{
			action.Help:     {Do: func() { o.toggle(help) }, Idle: true},
			action.Menu:     {Do: func() { o.openMenu(o.firstGroup()) }, Idle: true},
			action.Settings: {Do: o.settings, Idle: true},
		},
	}
}

// Active reports whether anything is shown over the window.
func (o *Overlay) Active() bool { return o.kind != none }

// Choices returns the note shown with the open list, and the number of rows of the open list or context menu. If
// neither is open, it returns "" and 0.
func (o *Overlay) Choices() (note string, n int) {
	return o.list.Note, len(o.list.Rows) + len(slices.Concat(o.verbs...))
}

// Open shows a list.
func (o *Overlay) Open(l part.List) {
	o.set(rows)
	o.list, o.at = l, min(max(l.At, 0), max(len(l.Rows)-1, 0))
}

// Ask shows a prompt that asks the user for a line of text.
func (o *Overlay) Ask(p part.Prompt) {
	o.set(prompt)
	o.prompt = p
	o.field.Insert([]rune(p.Text))
	o.field.Anchor = 0 // typing replaces it
}

// answer handles Enter, or a click on the button.
func (o *Overlay) answer() {
	p, text := o.prompt, strings.TrimSpace(string(o.field.Text))
	if text == "" {
		return
	}
	o.prompt.Cancelled = nil
	o.Close()
	p.Done(text)
}

// typed inserts what was typed.
func (o *Overlay) typed(text []rune) {
	if o.kind == help && len(o.field.Text) == 0 && string(text) == "?" {
		return // the character that opened the help
	}
	if (o.kind == prompt || o.kind == menu || o.kind == help) && len(text) > 0 {
		o.field.Insert(text)
		if o.kind == help {
			o.scroll.At = 0
		}
		if o.kind == menu {
			o.at, o.scroll.At = 0, 0
		}
		o.host.Relayout()
	}
}

// strokePrompt edits the line of text. It uses all keys, except those with Ctrl that do not edit.
func (o *Overlay) strokePrompt(c action.Chord) bool {
	if o.field.Stroke(c) || o.field.Clipboard(c, o.host.Exchange) {
		o.host.Relayout()
		return true
	}
	if c.Key == "Enter" || c.Key == "NumpadEnter" {
		o.answer()
		return true
	}
	return c.Key != "Esc" && c.Mods&(action.Ctrl|action.Alt) == 0
}

// Close closes the overlay.
func (o *Overlay) Close() { o.set(none) }

func (o *Overlay) set(k kind) {
	if cancelled := o.prompt.Cancelled; cancelled != nil {
		defer cancelled()
	}
	*o = Overlay{host: o.host, kind: k, at: -1, group: o.group, manual: manual{pages: o.manual.pages, reveal: -1}}
	o.host.Relayout()
}

func (o *Overlay) toggle(k kind) {
	if o.kind == k {
		k = none
	}
	o.set(k)
}

// Shown returns the open list. If a context menu is open instead, Shown returns its entries as a list. ok is false if
// neither is open.
func (o *Overlay) Shown() (l part.List, ok bool) {
	switch o.kind {
	case rows:
		return o.list, true
	case popup:
		return o.verbList(), true
	}
	return part.List{}, false
}

// Choose chooses the row at index i of the open list or context menu, as if the user had clicked it.
func (o *Overlay) Choose(i int) {
	l, ok := o.Shown()
	if !ok || i < 0 || i >= len(l.Rows) {
		return
	}
	if o.kind == rows {
		o.Close()
	}
	l.Choose(i)
}

// remove removes a row from the list. The selection stays in place.
func (o *Overlay) remove(i int) {
	if o.list.Remove == nil || i < 0 || i >= len(o.list.Rows) {
		return
	}
	at := o.at
	o.list.Remove(i)
	o.at = min(at, max(len(o.list.Rows)-1, 0))
}

// stroke handles a key and reports whether the overlay used it. It uses all keys that type characters, so that they
// have no effect on what the overlay covers.
func (o *Overlay) stroke(c action.Chord) bool {
	switch {
	case o.kind == none:
		return false
	case o.kind == prompt:
		return o.strokePrompt(c)
	case o.kind == menu:
		return o.strokeMenu(c)
	case o.kind == capture:
		return o.strokeKey(c)
	case o.kind == help && o.strokeHelp(c):
		return true
	case c.Mods&^action.Shift != 0:
		return false
	}
	if by, ok := steps[c.Key]; ok {
		o.move(by)
		return true
	}
	switch c.Key {
	case "Enter", "NumpadEnter":
		switch o.kind {
		case rows:
			o.Choose(o.at)
		case popup:
			o.do(o.at)
		}
	case "Delete":
		o.remove(o.at)
	case "Left", "Right", "Space":
	default:
		r := []rune(string(c.Key))
		return len(r) == 1 && (unicode.IsLetter(r[0]) || unicode.IsDigit(r[0]))
	}
	o.host.Relayout()
	return true
}

// strokeHelp edits the text searched for in the help.
func (o *Overlay) strokeHelp(c action.Chord) bool {
	if (c.Key == "Enter" || c.Key == "NumpadEnter") && len(o.field.Text) > 0 {
		o.openFound(0)
		return true
	}
	if _, scrolls := steps[c.Key]; scrolls || len(o.field.Text) == 0 && c.Key != "V" {
		return false
	}
	if !o.field.Stroke(c) && !o.field.Clipboard(c, o.host.Exchange) {
		return false
	}
	o.scroll.At = 0
	o.host.Relayout()
	return true
}

// openFound opens the page of a search result.
func (o *Overlay) openFound(i int) {
	o.manual.open(i)
	o.field = field.Field{}
	o.host.Relayout()
}

// helpNote is shown next to the heading of the help.
const helpNote = "Ctrl+K finds the rest, says what each does, and changes keys."

// steps maps keys to the number of rows they move by.
var steps = map[action.Key]int{"Down": 1, "Up": -1, "PgDn": 10, "PgUp": -10, "Home": math.MinInt16,
	"End": math.MaxInt16}

// move moves the choice by a number of rows, or scrolls the help.
func (o *Overlay) move(by int) {
	o.host.Relayout()
	if o.kind == help {
		o.scroll.By(float32(by) * 40)
		return
	}
	count, height := len(o.list.Rows), panel.Tall(panel.RowHeight, o.touch)
	if o.kind == popup {
		count = len(slices.Concat(o.verbs...))
	}
	if o.kind == menu {
		count, height = len(o.entries()), panel.Tall(panel.MenuRow, o.touch)
	}
	o.at = min(max(o.at+by, 0), max(count-1, 0))
	o.scroll.Reveal(o.at, count, height)
}

// Click executes c if c is a command for the overlay. It reports whether c was executed.
func (o *Overlay) Click(c panel.Command) bool {
	switch {
	case o.kind == none:
		return false
	case c.Verb == panel.VerbAction && o.kind == help:
		o.Close()
		return false
	case c.Verb == panel.VerbCategory && o.kind == help:
		o.manual.tab, o.scroll.At, o.field = c.Index, 0, field.Field{}
	case c.Verb == panel.VerbChoose && o.kind == help:
		o.openFound(c.Index)
	case c.Verb == panel.VerbChoose && o.kind == popup:
		o.do(c.Index)
	case c.Verb == panel.VerbChoose && o.kind == menu:
		o.choose(c.Index)
	case c.Verb == panel.VerbKey:
		o.changeKey(c.Index)
	case c.Verb == panel.VerbChoose && o.kind == prompt:
		o.answer()
	case c.Verb == panel.VerbChoose:
		o.Choose(c.Index)
	case c.Verb == panel.VerbDelete:
		o.remove(c.Index)
	case c.Verb == panel.VerbCategory:
		o.group, o.at, o.scroll.At = c.Index, 0, 0
	default:
		return false
	}
	return true
}

// Scroll returns the overlay's scroll position.
func (o *Overlay) Scroll() *panel.Scroll { return &o.scroll }

// Compose lays out the overlay. It returns two layers: the scrim, which darkens the window, and the sheet on top of it,
// which holds the content.
func (o *Overlay) Compose(p *panel.Pen, window draw.Rect) (scrim, sheet panel.List) {
	if o.kind == none {
		return scrim, sheet
	}
	scrim = panel.Scrim(p, window, o.kind != menu && o.kind != popup)
	s := &o.scroll
	o.touch = p.Touch
	edit := panel.EditView{Text: string(o.field.Text), Caret: o.field.Caret, Anchor: o.field.Anchor}
	switch o.kind {
	case help:
		v := o.manual.view(edit.Text)
		v.Edit, v.Scroll = edit, s.At
		sheet, s.Room, s.At = panel.Help(p, window, o.host.Actions.List(), v)
	case menu:
		v := panel.MenuView{Edit: edit, Group: o.group, Chosen: o.at, Scroll: s.At, Empty: msgFindsNil}
		if edit.Text == "" {
			v.Groups = groups()
		}
		for _, e := range o.entries() {
			v.Entries = append(v.Entries, e.Entry)
		}
		o.at = min(o.at, len(v.Entries)-1)
		sheet, s.Room = panel.Menu(p, window, v)
	case rows:
		l := &o.list
		v := panel.RowsView{Title: l.Title, Note: l.Note, Empty: l.Empty, Columns: l.Columns, Rows: l.Rows, Chosen: o.at,
			Scroll: s.At, Delete: l.Remove != nil, Aspect: l.Aspect}
		if l.Picture != nil {
			v.Picture = l.Picture()
		}
		sheet, s.Room = panel.Rows(p, window, v)
	case prompt:
		q := &o.prompt
		sheet = panel.Prompt(p, window, panel.PromptView{Title: q.Title, Note: q.Note, Hint: q.Hint, Edit: edit,
			Secret: q.Secret, Button: q.Button})
	case popup:
		sheet = panel.Popup(p, window, panel.PopupView{X: o.x, Y: o.y, Title: o.title, Groups: o.Popped(),
			Chosen: o.at})
	case capture:
		sheet = panel.KeyPrompt(p, window, o.title, o.keyNote())
	}
	s.At = min(s.At, s.Room)
	return scrim, sheet
}
