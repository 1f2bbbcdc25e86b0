// Package overlay is what lies over the window: help, menu, or a list to choose from.
package overlay

import (
	"math"
	"strings"

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
)

// Overlay is what lies over the window.
type Overlay struct {
	host     Host
	kind     kind
	list     part.List // of rows
	prompt   part.Prompt
	field    field.Field // of prompt
	at       int         // row chosen with the keyboard; -1 for none
	category int         // of the menu
	scroll   panel.Scroll
	touch    bool // rows are as tall as fingers need them
}

// New returns an overlay with nothing in it.
func New(h Host) *Overlay { return &Overlay{host: h} }

// Part is what the overlay brings to the program.
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
			action.Help: {Do: func() { o.toggle(help) }, Idle: true},
			action.Menu: {Do: func() { o.toggle(menu) }, Idle: true},
		},
	}
}

// Active reports whether anything lies over the window.
func (o *Overlay) Active() bool { return o.kind != none }

// Choices are the note of the list and the number of the rows to choose from; 0 where there is no list.
func (o *Overlay) Choices() (note string, n int) { return o.list.Note, len(o.list.Rows) }

// Open shows a list.
func (o *Overlay) Open(l part.List) {
	o.set(rows)
	o.list, o.at = l, min(max(l.At, 0), max(len(l.Rows)-1, 0))
}

// Ask asks for a line of text.
func (o *Overlay) Ask(p part.Prompt) {
	o.set(prompt)
	o.prompt = p
	o.field.Insert([]rune(p.Text))
}

// answer is Enter, or a click on the button.
func (o *Overlay) answer() {
	p, text := o.prompt, strings.TrimSpace(string(o.field.Text))
	if text == "" {
		return
	}
	o.Close()
	p.Done(text)
}

// typed takes what was typed.
func (o *Overlay) typed(text []rune) {
	if o.kind == prompt && len(text) > 0 {
		o.field.Insert(text)
		o.host.Relayout()
	}
}

// strokePrompt edits the line of text; all keys but those with Ctrl that do nothing to it are for that.
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

// Close takes away what lies over the window.
func (o *Overlay) Close() { o.set(none) }

func (o *Overlay) set(k kind) {
	*o = Overlay{host: o.host, kind: k, at: -1}
	o.host.Relayout()
}

func (o *Overlay) toggle(k kind) {
	if o.kind == k {
		k = none
	}
	o.set(k)
}

// Shown is the list to choose from; ok is false where there is none.
func (o *Overlay) Shown() (l part.List, ok bool) { return o.list, o.kind == rows }

// Choose is a click or Enter on a row.
func (o *Overlay) Choose(i int) {
	l := o.list
	if i < 0 || i >= len(l.Rows) {
		return
	}
	o.Close()
	l.Choose(i)
}

// remove takes a row out of the list; the choice stays where it is.
func (o *Overlay) remove(i int) {
	if o.list.Remove == nil || i < 0 || i >= len(o.list.Rows) {
		return
	}
	at := o.at
	o.list.Remove(i)
	o.at = min(at, max(len(o.list.Rows)-1, 0))
}

// stroke lets the keyboard go through what lies over the window; it reports
// whether the key was for that.
func (o *Overlay) stroke(c action.Chord) bool {
	if o.kind == prompt {
		return o.strokePrompt(c)
	}
	if o.kind == none || c.Mods&^action.Shift != 0 {
		return false
	}
	if by, ok := steps[c.Key]; ok {
		o.move(by)
		return true
	}
	switch c.Key {
	case "Left", "Right":
		if o.kind != menu {
			return o.kind == rows
		}
		n := len(action.Categories())
		step := 1
		if c.Key == "Left" {
			step = n - 1
		}
		o.category, o.at, o.scroll.At = (o.category+step)%n, 0, 0
	case "Enter", "NumpadEnter":
		o.enter()
	case "Delete":
		o.remove(o.at)
	default:
		return false
	}
	o.host.Relayout()
	return true
}

// steps are by how many rows keys go on.
var steps = map[action.Key]int{"Down": 1, "Up": -1, "PgDn": 10, "PgUp": -10, "Home": math.MinInt16, "End": math.MaxInt16}

// move chooses the row that is so many further on; the help is scrolled.
func (o *Overlay) move(by int) {
	o.host.Relayout()
	if o.kind == help {
		o.scroll.By(float32(by) * 40)
		return
	}
	count, height := len(o.list.Rows), panel.Tall(panel.RowHeight, o.touch)
	if o.kind == menu {
		count, height = len(panel.MenuRows(o.host.Actions.List(), o.category)), panel.Tall(panel.MenuRow, o.touch)
	}
	o.at = min(max(o.at+by, 0), max(count-1, 0))
	o.scroll.Reveal(o.at, count, height)
}

func (o *Overlay) enter() {
	switch o.kind {
	case rows:
		o.Choose(o.at)
	case menu:
		list := panel.MenuRows(o.host.Actions.List(), o.category)
		if at := o.at; at >= 0 && at < len(list) {
			o.Close()
			o.host.Actions.Do(list[at].ID)
		}
	}
}

// Click does what a click asks for; it reports whether that was for what lies over the window.
func (o *Overlay) Click(c panel.Command) bool {
	switch {
	case o.kind == none:
		return false
	case c.Verb == panel.VerbAction && o.kind != rows && o.kind != prompt:
		o.Close()
		return false
	case c.Verb == panel.VerbChoose && o.kind == prompt:
		o.answer()
	case c.Verb == panel.VerbChoose:
		o.Choose(c.Index)
	case c.Verb == panel.VerbDelete:
		o.remove(c.Index)
	case c.Verb == panel.VerbCategory:
		o.category, o.at, o.scroll.At = c.Index, -1, 0
	default:
		return false
	}
	return true
}

// Scroll is how far what lies over the window is scrolled.
func (o *Overlay) Scroll() *panel.Scroll { return &o.scroll }

// Compose lays out what lies over the window, and what lies behind it and darkens the rest. bottom is where the menu ends.
func (o *Overlay) Compose(p *panel.Pen, window draw.Rect, bottom float32) (scrim, sheet panel.List) {
	if o.kind == none {
		return scrim, sheet
	}
	scrim = panel.Scrim(p, window, o.kind != menu)
	s := &o.scroll
	if o.touch = p.Touch; o.touch {
		bottom = window.Bottom() // a window that fingers hold has no room to spare
	}
	switch o.kind {
	case help:
		note := "Keys can be rebound in " + o.host.SettingsPath()
		sheet, s.Room = panel.Help(p, window, o.host.Actions.List(), note, s.At)
	case menu:
		sheet, s.Room = panel.Menu(p, window, bottom, panel.MenuView{
			Actions: o.host.Actions.List(), Category: o.category, Row: o.at, On: o.host.Actions.On, Scroll: s.At,
		})
	case rows:
		l := &o.list
		sheet, s.Room = panel.Rows(p, window, panel.RowsView{
			Title: l.Title, Note: l.Note, Empty: l.Empty, Rows: l.Rows, Chosen: o.at, Scroll: s.At, Delete: l.Remove != nil,
		})
	case prompt:
		q := &o.prompt
		sheet = panel.Prompt(p, window, panel.PromptView{
			Title: q.Title, Note: q.Note, Hint: q.Hint, Text: string(o.field.Text), Caret: o.field.Caret, Anchor: o.field.Anchor, Secret: q.Secret,
		})
	}
	s.At = min(s.At, s.Room)
	return scrim, sheet
}
