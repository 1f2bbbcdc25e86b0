package overlay

import (
	"slices"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// Popup opens a small menu at a point, its entries in groups.
func (o *Overlay) Popup(x, y float32, title string, groups [][]part.Entry) {
	o.set(popup)
	o.x, o.y, o.title = x, y, title
	o.verbs = slices.DeleteFunc(groups, func(g []part.Entry) bool { return len(g) == 0 })
}

// Pops reports whether a small menu is open.
func (o *Overlay) Pops() bool { return o.kind == popup }

// Action is an action as an entry, with its key and why it cannot be done now; ok is false for one that nothing does.
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

// do does what entry i of the small menu is for.
func (o *Overlay) do(i int) {
	if list := slices.Concat(o.verbs...); i >= 0 && i < len(list) && list[i].Why == "" {
		o.Close()
		list[i].Do()
	}
}

// Popped are the rows of the small menu that is open, in groups.
func (o *Overlay) Popped() [][]panel.Entry {
	out := make([][]panel.Entry, len(o.verbs))
	for i, g := range o.verbs {
		for _, e := range g {
			out[i] = append(out[i], e.Entry)
		}
	}
	return out
}
