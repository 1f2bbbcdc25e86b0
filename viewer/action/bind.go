package action

import (
	"fmt"
	"slices"
	"strings"
)

// Bindings maps keys to actions. It combines the default keys from an action table with the user's own keys.
type Bindings struct {
	actions []Action
	index   map[ID]int
	chords  map[Chord]ID
}

// Bind returns the bindings for the actions in table. overrides replaces the default keys of the actions that it lists.
// Each value is a list of chords separated by spaces, or "none". If overrides assigns one action's default key to
// another action, the first action loses the key. Invalid overrides are skipped and reported as errors; the returned
// bindings are valid in any case.
func Bind(table []Action, overrides map[ID]string) (*Bindings, []error) {
	b := &Bindings{actions: slices.Clone(table), index: map[ID]int{}, chords: map[Chord]ID{}}
	for i := range b.actions {
		b.index[b.actions[i].ID] = i
	}
	var errs []error
	own := map[ID]bool{}
	for _, id := range sortedIDs(overrides) {
		i, ok := b.index[id]
		if !ok {
			errs = append(errs, fmt.Errorf(msgUnknownAction, id))
			continue
		}
		keys, err := ParseChords(overrides[id])
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", id, err))
			continue
		}
		own[id] = true
		b.actions[i].Keys = nil
		for _, c := range keys {
			if other, taken := b.chords[c]; taken {
				errs = append(errs, fmt.Errorf(msgBound, id, c, other))
				continue
			}
			b.chords[c] = id
			b.actions[i].Keys = append(b.actions[i].Keys, c)
		}
	}
	for i := range b.actions {
		a := &b.actions[i]
		if own[a.ID] {
			continue
		}
		a.Keys = slices.DeleteFunc(slices.Clone(a.Keys), func(c Chord) bool {
			_, taken := b.chords[c]
			return taken
		})
		for _, c := range a.Keys {
			b.chords[c] = a.ID
		}
	}
	return b, errs
}

func sortedIDs(m map[ID]string) []ID {
	ids := make([]ID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Lookup returns the action bound to c and reports whether there is one. Characters such as "?" and "+" are found even
// if Shift is held, because some keyboards require Shift to type them.
func (b *Bindings) Lookup(c Chord) (Action, bool) {
	id, ok := b.chords[c]
	if !ok && c.Mods&Shift != 0 && len(c.Key) == 1 && !isAlphanumeric(c.Key[0]) {
		id, ok = b.chords[Chord{c.Mods &^ Shift, c.Key}]
	}
	if !ok {
		return Action{}, false
	}
	return b.actions[b.index[id]], true
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// Actions returns the table of actions, each with the keys bound to it. The caller must not modify the table.
func (b *Bindings) Actions() []Action { return b.actions }

// Action returns the action with the given ID and reports whether there is one.
func (b *Bindings) Action(id ID) (Action, bool) {
	i, ok := b.index[id]
	if !ok {
		return Action{}, false
	}
	return b.actions[i], true
}

// Name returns the name of the action with the given ID for menus and buttons, or "" if there is no such action.
func (b *Bindings) Name(id ID) string {
	a, _ := b.Action(id)
	return a.Name
}

// KeyLabel returns the label of the first key of the action with the given ID, as shown in the help, or "" if the
// action has no key.
func (b *Bindings) KeyLabel(id ID) string {
	a, ok := b.Action(id)
	if !ok || len(a.Keys) == 0 {
		return ""
	}
	return a.Keys[0].Label()
}

// Label returns the labels of all of the action's keys, as shown in the help.
func (a Action) Label() string {
	parts := make([]string, len(a.Keys))
	for i, c := range a.Keys {
		parts[i] = c.Label()
	}
	if a.ID == FollowSlot(1) && len(parts) == 1 && parts[0] == "1" {
		return "1 … 9"
	}
	return strings.Join(parts, "  ")
}

// ParseChords parses a list of chords separated by spaces. The word "none" denotes the empty list.
func ParseChords(s string) ([]Chord, error) {
	if strings.EqualFold(strings.TrimSpace(s), "none") {
		return nil, nil
	}
	var list []Chord
	for f := range strings.FieldsSeq(s) {
		c, err := ParseChord(f)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// FormatChords formats list in the syntax that ParseChords parses.
func FormatChords(list []Chord) string {
	if len(list) == 0 {
		return "none"
	}
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.String()
	}
	return strings.Join(parts, " ")
}

// mustChords parses the table's own keys. It panics on a mistake, which is a bug.
func mustChords(s string) []Chord {
	list, err := ParseChords(s)
	if err != nil {
		panic(err)
	}
	return list
}
