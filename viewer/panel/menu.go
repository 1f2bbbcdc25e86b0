package panel

import (
	"strings"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// Switch is the state of a menu entry that can be switched on and off. It is NoSwitch for other entries.
type Switch uint8

// The states of a switch.
const (
	NoSwitch Switch = iota
	SwitchOff
	SwitchOn
)

// Entry is a row of the menu.
type Entry struct {
	Kind   string // kind of entry, if the menu lists several kinds
	Name   string
	Spans  []Span // shown in place of Name
	Help   string // one line of explanation
	Key    string
	Switch Switch
	Value  string // of a setting
	Why    string // why it is not available; empty if it is
	// ID is the action whose keys can be changed in this entry, or "" if there is none.
	ID action.ID
}

// MenuView describes the menu.
type MenuView struct {
	Edit EditView
	// Groups holds the headings to choose from. It is empty while the user is searching.
	Groups  []string
	Group   int
	Entries []Entry
	Chosen  int
	Scroll  float32
	Empty   string // shown if there are no entries
}

// MenuRow is the height of a menu row in points.
const MenuRow = 28

const (
	menuLeast  = 720 // width in narrow windows, where there is room
	menuMost   = 1000
	menuShare  = 0.7 // of a wide window
	menuHeight = 540
	menuField  = 36
	menuChip   = 26
	menuKind   = 72
	menuFoot   = 40
	switchWide = 26
)

// Menu lays out the menu. It returns the layout and how far the menu's entries can be scrolled.
func Menu(p *Pen, window draw.Rect, v MenuView) (List, float32) {
	box := Within(window, min(max(window.W*menuShare, menuLeast), menuMost), menuHeight)
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, Command{}, "")
	in := box.Inset(10, 10)
	field, in := in.CutTop(p.Tall(menuField))
	drawMenuField(p, field, v)
	in = drawMenuGroups(p, in, v)
	_, in = in.CutTop(6)
	if len(v.Entries) == 0 {
		r, _ := in.CutTop(p.Tall(MenuRow))
		p.Text(r.Inset(10, 0), v.Empty, Body, p.Theme.Soft, Left)
		return p.End(), 0
	}
	var foot draw.Rect
	if in.H > 5*MenuRow {
		foot, in = in.CutBottom(menuFoot)
	}
	room, cut := drawMenuRows(p, in, v)
	if foot.H > 0 {
		drawMenuFoot(p, foot, v, cut)
	}
	p.ScrollBar(draw.Rect{X: in.X, Y: in.Y, W: in.W + 8, H: in.H}, AreaOverlay, v.Scroll, room)
	return p.End(), room
}

func drawMenuField(p *Pen, f draw.Rect, v MenuView) {
	p.Round(f, 6, p.Theme.Void)
	p.Outline(f, 6, 1, p.Theme.Accent)
	p.Icon(draw.Rect{X: f.X + 11, Y: f.Y + f.H/2 - 7, W: 14, H: 14}, draw.IconSearch, p.Theme.Soft)
	closer, rest := f.CutRight(p.Tall(30))
	p.IconButton(Centred(closer, p.Tall(26), p.Tall(26)), draw.IconClose, 12, Command{Verb: VerbClose}, "Close   Esc")
	_, rest = rest.CutLeft(34)
	p.Edited(rest, v.Edit, "What to do, a player, a moment, a demo, a time, a setting")
}

// drawMenuGroups draws one button per group, in as many rows as needed, and returns the space below.
func drawMenuGroups(p *Pen, in draw.Rect, v MenuView) draw.Rect {
	if len(v.Groups) == 0 {
		return in
	}
	_, in = in.CutTop(8)
	row, in := in.CutTop(p.Tall(menuChip))
	x := row.X
	for i, g := range v.Groups {
		w := p.Width(g, Body) + 20
		if x+w > row.Right() && x > row.X {
			row, in = in.CutTop(p.Tall(menuChip))
			x = row.X
		}
		r := draw.Rect{X: x, Y: row.Y, W: min(w, row.W), H: row.H}
		if r.H < 20 {
			break
		}
		c := p.Choice(r, i == v.Group)
		p.Text(r.Inset(8, 0), g, Body, c, Middle)
		p.HitArea(r, Command{Verb: VerbCategory, Index: i}, "")
		x += w + 2
	}
	return in
}

// drawMenuFoot writes the explanation that did not fit into the chosen entry's row, and the keys for it.
func drawMenuFoot(p *Pen, r draw.Rect, v MenuView, cut bool) {
	p.Fill(draw.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: 1}, p.Theme.Line)
	if v.Chosen < 0 || v.Chosen >= len(v.Entries) {
		return
	}
	e := &v.Entries[v.Chosen]
	var text string
	switch {
	case e.Why != "":
		text = e.Why + " " + e.Help
	case cut:
		text = e.Help
	}
	if e.Why == "" && !p.Touch {
		text += " Enter or a click does it."
		if e.Switch != NoSwitch {
			text = strings.TrimSuffix(text, "does it.") + "switches it."
		} else if e.Value != "" && e.Kind == "" {
			text = strings.TrimSuffix(text, "does it.") + "changes it."
		}
		if e.ID != "" {
			text += " F2, or a click on its key, gives it another key."
		}
	}
	text = strings.TrimSpace(text)
	line := draw.Rect{X: r.X + 10, Y: r.Y + 6, W: r.W - 20, H: 16}
	for _, l := range p.Wrap([]Span{{Text: text, Face: Small, Color: p.Theme.Soft}}, line.W, 2) {
		p.Line(line, l...)
		line.Y += line.H
	}
}

// drawMenuRows draws as many whole rows as fit. It returns the scroll range and whether the explanation of the chosen
// row was truncated.
func drawMenuRows(p *Pen, in draw.Rect, v MenuView) (room float32, cut bool) {
	height := p.Tall(MenuRow)
	fit := max(int((in.H+0.5)/height), 1)
	room = float32(max(len(v.Entries)-fit, 0)) * height
	first := int((min(max(v.Scroll, 0), room) + height/2) / height)
	p.ScrollArea(in, AreaOverlay)
	kind, name, key := float32(0), float32(0), float32(0)
	for i := range v.Entries {
		e := &v.Entries[i]
		if e.Kind != "" {
			kind = menuKind
		}
		if len(e.Spans) == 0 {
			name = max(name, p.Width(e.Name, Body))
		}
		if !p.Touch { // no keys are shown for fingers
			key = max(key, p.Width(e.Key, Small)+16)
		}
	}
	widths := menuColumns{kind: min(kind, in.W*0.2), name: min(name+16, in.W*0.4), key: min(key, in.W*0.25)}
	for i := first; i < min(first+fit, len(v.Entries)); i++ {
		r := draw.Rect{X: in.X, Y: in.Y + float32(i-first)*height, W: in.W - 6, H: height}
		before := ""
		if i > first {
			before = v.Entries[i-1].Kind
		}
		if whole := drawMenuRow(p, r, i, &v.Entries[i], before, i == v.Chosen, widths); i == v.Chosen {
			cut = !whole
		}
	}
	return room, cut
}

// menuColumns are the widths of the menu's columns.
type menuColumns struct{ kind, name, key float32 }

// drawMenuRow draws a row and reports whether its explanation fits.
func drawMenuRow(p *Pen, r draw.Rect, i int, e *Entry, before string, chosen bool, w menuColumns) bool {
	p.RowGround(r, chosen)
	p.HitArea(r, Command{Verb: VerbChoose, Index: i}, "")
	in := r.Inset(10, 0)
	kind, in := in.CutLeft(w.kind)
	if e.Kind != before {
		p.Text(kind, e.Kind, Small, p.Theme.Faint, Left)
	}
	looked := chosen || p.Hot(r)
	if e.Switch == NoSwitch { // otherwise the switches stand below each other
		w.key = min(w.key, menuKeyWidth(p, e, looked))
	}
	key, in := in.CutRight(w.key)
	if key.W > 0 {
		drawMenuKey(p, key, i, e, looked)
	}
	if e.Switch != NoSwitch {
		var s draw.Rect
		s, in = in.CutRight(switchWide + 4)
		p.Toggle(draw.Rect{X: s.X, Y: s.Y + s.H/2 - 7, W: switchWide, H: 14}, e.Switch == SwitchOn, e.Why == "")
	}
	if e.Value != "" {
		b := p.Text(draw.Rect{X: in.X + in.W/2, Y: in.Y, W: in.W / 2, H: in.H}, e.Value, Strong, p.Theme.Accent, Right)
		in.W = b.X - in.X - 10
	}
	if len(e.Spans) > 0 {
		p.Line(in, e.Spans...)
		return true
	}
	c, help := p.Theme.Text, e.Help
	if e.Why != "" {
		c, help = p.Theme.Faint, e.Why
	}
	name, rest := in.CutLeft(w.name)
	b := p.Text(draw.Rect{X: name.X, Y: name.Y, W: in.W, H: name.H}, e.Name, Body, c, Left)
	rest.X = max(rest.X, b.Right()+12)
	rest.W = in.Right() - rest.X - 8
	if rest.W <= 40 {
		return help == ""
	}
	p.Text(rest, help, Small, p.Theme.Faint, Left)
	return p.Width(help, Small) <= rest.W
}

// noKey stands in place of the key of an action that has none.
const noKey = "key…"

// menuKeyWidth returns the width that the key of a row takes up. The rest is for the explanation.
func menuKeyWidth(p *Pen, e *Entry, looked bool) float32 {
	text := e.Key
	if text == "" && e.ID != "" && looked {
		text = noKey
	}
	if text == "" {
		return 0
	}
	return p.Width(text, Small) + 16
}

// drawMenuKey draws an action's key, which a click changes. If the action has no key, the chosen row and the one under
// the mouse show that a key can be assigned.
func drawMenuKey(p *Pen, r draw.Rect, i int, e *Entry, looked bool) {
	text := e.Key
	if e.ID == "" {
		p.Text(r, text, Small, p.Theme.Faint, Right)
		return
	}
	if text == "" && looked {
		text = noKey
	}
	if text == "" {
		return
	}
	w := p.Width(text, Small) + 10
	cap := draw.Rect{X: r.Right() - min(w, r.W), Y: r.Y + 4, W: min(w, r.W), H: r.H - 8}
	c := p.Theme.Faint
	if p.Hot(cap) {
		p.Round(cap, 4, p.Theme.Hover)
		c = p.Theme.Text
	}
	p.Text(cap.Inset(4, 0), text, Small, c, Right)
	p.HitArea(cap, Command{Verb: VerbKey, Index: i}, "Change its key   F2")
}

// Toggle draws a switch in r.
func (p *Pen) Toggle(r draw.Rect, on, active bool) {
	ground, knob := p.Theme.Track, p.Theme.Soft
	x := r.X + 2
	if on {
		ground, knob = p.Theme.Accent, p.Theme.OnAccent
		x = r.Right() - r.H + 2
	}
	if !active {
		ground, knob = ground.Fade(0.5), knob.Fade(0.5)
	}
	p.Round(r, r.H/2, ground)
	p.Disc(draw.Rect{X: x, Y: r.Y + 2, W: r.H - 4, H: r.H - 4}, knob)
}

// KeyPrompt lays out the prompt that asks the user to press a new key.
func KeyPrompt(p *Pen, window draw.Rect, title, note string) List {
	body := p.sheet(Within(window, 480, 110), title, "")
	for _, l := range p.Wrap([]Span{{Text: note, Face: Body, Color: p.Theme.Soft}}, body.W, 3) {
		var r draw.Rect
		r, body = body.CutTop(19)
		p.Line(r, l...)
	}
	return p.End()
}
