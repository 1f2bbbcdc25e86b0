package overlay

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// Popup opens a context menu at x, y with the given groups of entries.
func (o *Overlay) Popup(x, y float32, title string, groups [][]part.Entry) {
	o.set(popup)
	o.x, o.y, o.title = x, y, title
	o.verbs = slices.DeleteFunc(groups, func(g []part.Entry) bool { return len(g) == 0 })
}

// Pops reports whether a context menu is open.
func (o *Overlay) Pops() bool { return o.kind == popup }

// Action returns a menu entry for the action with the given ID. The entry includes the action's key and, if the action
// is not available, the reason. ok is false if no part implements the action.
func (o *Overlay) Action(id action.ID) (e part.Entry, ok bool) {
	list := o.host.Actions.List()
	i := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == id })
	if i < 0 {
		return part.Entry{}, false
	}
	e = o.entry(&list[i])
	e.Key = o.host.KeyLabel(id)
	return e, true
}

// verbList returns the context menu as a list.
func (o *Overlay) verbList() part.List {
	l := part.List{Title: o.title, Choose: o.do}
	if l.Title == "" {
		l.Title = msgVerbs
	}
	for _, e := range slices.Concat(o.verbs...) {
		l.Rows = append(l.Rows, panel.Row{Spans: []panel.Span{{Text: e.Name}}, Note: e.Why})
	}
	return l
}

// do runs entry i of the context menu.
func (o *Overlay) do(i int) {
	if list := slices.Concat(o.verbs...); i >= 0 && i < len(list) && list[i].Why == "" {
		o.Close()
		list[i].Do()
	}
}

// Popped returns the entries of the open context menu, in groups.
func (o *Overlay) Popped() [][]panel.Entry {
	out := make([][]panel.Entry, len(o.verbs))
	for i, g := range o.verbs {
		for _, e := range g {
			out[i] = append(out[i], e.Entry)
		}
	}
	return out
}
