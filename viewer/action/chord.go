package action

import (
	"errors"
	"fmt"
	"strings"
)

// Mod is a set of modifier keys.
type Mod uint8

// Modifier keys. Command on macOS counts as Ctrl.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
)

// Key is the name of a key in the settings file: a letter or digit, another character such as ",", "[" or "?", or a
// word such as "Space", "Left" or "F12".
type Key string

// Chord is a key and the modifier keys held with it.
type Chord struct {
	Mods Mod
	Key  Key
}

var modNames = []struct {
	mod  Mod
	name string
}{{Ctrl, "Ctrl"}, {Alt, "Alt"}, {Shift, "Shift"}}

// caps holds how help shows keys with symbols on their caps.
var caps = map[Key]string{"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "-": "−"}

// named maps the lower-case names of keys that are longer than one character to those keys.
var named = func() map[string]Key {
	m := map[string]Key{}
	for _, k := range []Key{
		"Space", "Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDn", "Backspace", "Tab", "Esc", "Enter",
		"Insert", "Delete", "Pause", "PrintScreen", "Menu", "NumpadEnter",
		"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
	} {
		m[strings.ToLower(string(k))] = k
	}
	for alias, k := range map[string]Key{"escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "return": "Enter",
		"plus": "+", "minus": "-"} {
		m[alias] = k
	}
	return m
}()

var errNoKey = errors.New(msgNoKey)

// ParseChord parses a chord such as "Ctrl+Shift+C", "F12" or "+". It ignores case.
func ParseChord(s string) (Chord, error) {
	var c Chord
	rest := strings.TrimSpace(s)
	for {
		i := strings.Index(rest, "+")
		if i <= 0 || i == len(rest)-1 {
			break
		}
		mod, ok := parseMod(strings.TrimSpace(rest[:i]))
		if !ok {
			return Chord{}, fmt.Errorf(msgNoModifier, s, rest[:i])
		}
		c.Mods |= mod
		rest = strings.TrimSpace(rest[i+1:])
	}
	switch k, ok := named[strings.ToLower(rest)]; {
	case ok:
		c.Key = k
	case rest == "":
		return Chord{}, fmt.Errorf(msgKey, s, errNoKey)
	case len([]rune(rest)) == 1:
		c.Key = Key(strings.ToUpper(rest))
	default:
		return Chord{}, fmt.Errorf(msgUnknownKey, s, rest)
	}
	return c, nil
}

func parseMod(s string) (Mod, bool) {
	switch strings.ToLower(s) {
	case "cmd", "command", "control":
		return Ctrl, true
	case "option":
		return Alt, true
	}
	for _, m := range modNames {
		if strings.EqualFold(s, m.name) {
			return m.mod, true
		}
	}
	return 0, false
}

// String returns c in the notation of the settings file, which ParseChord parses.
func (c Chord) String() string { return c.join(string(c.Key)) }

// Label returns c as shown in the help, such as "Shift+←".
func (c Chord) Label() string {
	if s, ok := caps[c.Key]; ok {
		return c.join(s)
	}
	return c.join(string(c.Key))
}

func (c Chord) join(key string) string {
	var b strings.Builder
	for _, m := range modNames {
		if c.Mods&m.mod != 0 {
			b.WriteString(m.name)
			b.WriteByte('+')
		}
	}
	b.WriteString(key)
	return b.String()
}
