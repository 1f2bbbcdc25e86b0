package overlay

import (
	"fmt"
	"slices"
	"strings"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// settingsGroup is the last group of the menu, after the groups of actions.
const settingsGroup = "Settings"

// groups returns the groups that the menu lists while nothing is typed.
func groups() []string {
	var out []string
	for _, c := range action.Categories() {
		out = append(out, string(c))
	}
	return append(out, settingsGroup)
}

// firstGroup returns the group that the menu opens at: the last one that was open or, while no demo is open, that of
// demos.
func (o *Overlay) firstGroup() int {
	if o.kind != menu && o.group == 0 && o.host.Actions.Why(action.PlayPause) != "" {
		return slices.Index(action.Categories(), action.Files)
	}
	return o.group
}

// openMenu opens the menu at a group, or closes it.
func (o *Overlay) openMenu(group int) {
	if o.kind == menu && o.group == group {
		o.Close()
		return
	}
	o.set(menu)
	o.group, o.at = group, 0
}

// settings opens the menu at the settings.
func (o *Overlay) settings() { o.openMenu(len(groups()) - 1) }

// entries returns the rows of the menu.
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

// listed reports whether the menu lists an action. It omits the ones that open and close the menu.
func listed(a *action.Action) bool {
	return !a.Unlisted && a.ID != action.Escape && a.ID != action.Menu
}

// entry returns the row for an action.
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

// actionsMost is the maximum number of actions found.
const actionsMost = 9

// found returns the actions that match a text, and what the parts find for it.
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
		if e.Kind = "Action"; e.Why != "" && matches[i].score < named {
			e.Rank = part.RankLast // whatever can be done comes first
		}
		list = append(list, e)
	}
	list = append(list, o.host.Search(text)...)
	demos := map[string]bool{}
	slices.SortStableFunc(list, func(a, b part.Entry) int { return int(a.Rank) - int(b.Rank) })
	return slices.DeleteFunc(list, func(e part.Entry) bool { // a recent demo may also be in the library
		twice := e.Rank == part.RankDemo && demos[e.Name]
		demos[e.Name] = demos[e.Name] || e.Rank == part.RankDemo
		return twice
	})
}

// named is the score of an action whose name begins with the text.
const named = 4

// score returns a measure of how well an action matches lower-case text, or 0 if it does not match.
func score(a *action.Action, text string) int {
	name := strings.ToLower(a.Name)
	switch words := strings.Fields(text); {
	case strings.HasPrefix(name, text):
		return named
	case all(words, func(w string) bool { return strings.Contains(" "+name, " "+w) }):
		return 3
	case len(text) > 2 && all(words, func(w string) bool { return strings.Contains(name, w) }):
		return 2
	case len(text) > 2 &&
		all(words, func(w string) bool { return strings.Contains(" "+name+" "+strings.ToLower(a.Help), " "+w) }):
		return 1
	}
	return 0
}

func all(words []string, holds func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !holds(w) })
}

// choose runs an entry of the menu.
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

// strokeMenu handles a key while the menu is open. Characters are searched for and do nothing else.
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

// turn goes to the next or previous group.
func (o *Overlay) turn(by int) {
	n := len(groups())
	o.group, o.at, o.scroll.At = (o.group+by+n)%n, 0, 0
}

// tab inserts the first completion or, while nothing is typed, goes to the next group.
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

// changeKey asks for a new key for an entry's action.
func (o *Overlay) changeKey(i int) {
	if list := o.entries(); i >= 0 && i < len(list) && list[i].ID != "" {
		e, group := list[i], o.group
		o.set(capture)
		o.group, o.rebind, o.title = group, e.ID, e.Name
	}
}

// strokeKey assigns the key that was pressed.
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

// keyNote returns the text shown while waiting for a key.
func (o *Overlay) keyNote() string {
	key := o.host.KeyLabel(o.rebind)
	if key == "" {
		key = "none"
	}
	return fmt.Sprintf(msgPressKey, key)
}
