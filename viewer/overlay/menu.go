package overlay

import (
	"fmt"
	"slices"
	"strings"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// settingsGroup is the group of the menu behind those of actions.
const settingsGroup = "Settings"

// groups are what the menu lists while nothing is typed.
func groups() []string {
	var out []string
	for _, c := range action.Categories() {
		out = append(out, string(c))
	}
	return append(out, settingsGroup)
}

// openMenu opens the menu with a group, or closes it.
func (o *Overlay) openMenu(group int) {
	if o.kind == menu && o.group == group {
		o.Close()
		return
	}
	o.set(menu)
	o.group, o.at = group, 0
}

// settings opens the menu with the settings.
func (o *Overlay) settings() { o.openMenu(len(groups()) - 1) }

// entries are the rows of the menu.
func (o *Overlay) entries() []part.Entry {
	text := strings.TrimSpace(string(o.field.Text))
	if text != "" {
		return o.found(text)
	}
	if o.group == len(groups())-1 {
		list := o.host.Settings()
		for i := range list {
			list[i].Kind = ""
		}
		return list
	}
	var list []part.Entry
	for _, a := range o.host.Actions.List() {
		if a.Category == action.Categories()[o.group] && listed(&a) {
			list = append(list, o.entry(&a))
		}
	}
	return list
}

// listed reports whether the menu lists an action: not the one that opens it, nor that which closes it.
func listed(a *action.Action) bool {
	return !a.Unlisted && a.ID != action.Escape && a.ID != action.Menu
}

// entry is an action as a row.
func (o *Overlay) entry(a *action.Action) part.Entry {
	e := part.Entry{Rank: part.RankAction, Do: func() { o.host.Actions.Do(a.ID) }}
	e.Entry = panel.Entry{Name: a.Name, Help: a.Help, Key: a.Label(), Why: o.host.Actions.Why(a.ID), ID: a.ID}
	if o.host.Actions.Switches(a.ID) {
		e.Switch = panel.SwitchOff
		if o.host.Actions.On(a.ID) {
			e.Switch = panel.SwitchOn
		}
	}
	return e
}

// actionsMost is how many actions are found at most.
const actionsMost = 9

// found is what the menu finds for a text: the actions, and what the parts find.
func (o *Overlay) found(text string) []part.Entry {
	type match struct {
		a     action.Action
		score int
	}
	var matches []match
	for _, a := range o.host.Actions.List() {
		if s := score(&a, strings.ToLower(text)); s > 0 && listed(&a) {
			matches = append(matches, match{a, s})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int { return b.score - a.score })
	var list []part.Entry
	for i := range matches[:min(len(matches), actionsMost)] {
		e := o.entry(&matches[i].a)
		e.Kind = "Action"
		list = append(list, e)
	}
	list = append(list, o.host.Search(text)...)
	demos := map[string]bool{}
	slices.SortStableFunc(list, func(a, b part.Entry) int { return int(a.Rank) - int(b.Rank) })
	return slices.DeleteFunc(list, func(e part.Entry) bool { // a demo that was open may be one of the library
		twice := e.Rank == part.RankDemo && demos[e.Name]
		demos[e.Name] = demos[e.Name] || e.Rank == part.RankDemo
		return twice
	})
}

// score is how well an action matches what is typed, in lower case; 0 if it does not.
func score(a *action.Action, text string) int {
	name := strings.ToLower(a.Name)
	switch words := strings.Fields(text); {
	case strings.HasPrefix(name, text):
		return 4
	case all(words, func(w string) bool { return strings.Contains(" "+name, " "+w) }):
		return 3
	case all(words, func(w string) bool { return strings.Contains(name, w) }):
		return 2
	case len(text) > 2 && all(words, func(w string) bool { return strings.Contains(" "+name+" "+strings.ToLower(a.Help), " "+w) }):
		return 1
	}
	return 0
}

func all(words []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !holds(w) })
}

// choose does what an entry of the menu is for.
func (o *Overlay) choose(i int) {
	list := o.entries()
	if i < 0 || i >= len(list) {
		return
	}
	o.at = i
	switch e := &list[i]; {
	case e.Why != "":
	case e.Fill != "":
		o.field.Anchor, o.field.Caret = 0, len(o.field.Text)
		o.field.Insert([]rune(e.Fill))
		o.at, o.scroll.At = 0, 0
	case e.Stay:
		e.Do()
	default:
		o.Close()
		e.Do()
	}
}

// strokeMenu lets the keyboard into the menu: what is typed is searched for and does nothing else.
func (o *Overlay) strokeMenu(c action.Chord) bool {
	empty := len(o.field.Text) == 0
	by, moves := steps[c.Key]
	switch {
	case moves && c.Mods == 0 && (empty || c.Key != "Home" && c.Key != "End"):
		o.move(by)
	case empty && c.Mods == 0 && (c.Key == "Left" || c.Key == "Right"):
		o.turn(map[action.Key]int{"Left": -1, "Right": 1}[c.Key])
	case c.Key == "Tab" && c.Mods&^action.Shift == 0:
		o.tab(c.Mods != 0)
	case c.Key == "Enter" || c.Key == "NumpadEnter":
		o.choose(o.at)
	case c.Key == "F2":
		o.changeKey(o.at)
	case o.field.Stroke(c) || o.field.Clipboard(c, o.host.Exchange):
		o.at, o.scroll.At = 0, 0
	default:
		return c.Mods&(action.Ctrl|action.Alt) == 0 && (len([]rune(string(c.Key))) == 1 || c.Key == "Space")
	}
	o.host.Relayout()
	return true
}

// turn goes to the next group, or the one before.
func (o *Overlay) turn(by int) {
	n := len(groups())
	o.group, o.at, o.scroll.At = (o.group+by+n)%n, 0, 0
}

// tab puts in the first way in which the text can go on; while nothing is typed it goes to the next group.
func (o *Overlay) tab(back bool) {
	if len(o.field.Text) == 0 {
		by := 1
		if back {
			by = -1
		}
		o.turn(by)
		return
	}
	if i := slices.IndexFunc(o.entries(), func(e part.Entry) bool { return e.Fill != "" }); i >= 0 {
		o.choose(i)
	}
}

// changeKey asks for another key for the action of an entry.
func (o *Overlay) changeKey(i int) {
	if list := o.entries(); i >= 0 && i < len(list) && list[i].ID != "" {
		e, group := list[i], o.group
		o.set(capture)
		o.group, o.rebind, o.title = group, e.ID, e.Name
	}
}

// strokeKey takes the key that an action is to have.
func (o *Overlay) strokeKey(c action.Chord) bool {
	id, group := o.rebind, o.group
	o.set(menu)
	o.group = group
	for i, e := range o.entries() {
		if e.ID == id {
			o.at = i
		}
	}
	switch {
	case c == action.Chord{Key: "Esc"}:
	case c == action.Chord{Key: "Delete"}:
		o.host.Rebind(id, nil)
	default:
		o.host.Rebind(id, []action.Chord{c})
	}
	return true
}

// keyNote is what is said while an action waits for its key.
func (o *Overlay) keyNote() string {
	key := o.host.KeyLabel(o.rebind)
	if key == "" {
		key = "none"
	}
	return fmt.Sprintf(msgPressKey, key)
}
