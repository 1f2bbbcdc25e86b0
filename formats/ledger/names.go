package ledger

import (
	"slices"
	"strings"
)

// Each returns the names in the line.
func (l *Line) Each() []string {
	if !strings.Contains(l.Names, ";") {
		if first, rest, ok := strings.Cut(l.Names, ": "); ok { // of one kind
			var names []string
			for _, name := range strings.Fields(rest) {
				names = append(names, first+" "+name)
			}
			return names
		}
		return strings.Fields(l.Names)
	}
	var names []string
	for _, name := range strings.Split(l.Names, ";") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// Covers reports whether name is one of the line's names.
func (l *Line) Covers(name string) bool {
	for _, n := range l.Each() {
		if n == name {
			return true
		}
		if all, ok := strings.CutSuffix(n, "*"); ok && strings.HasPrefix(name, all) {
			return true
		}
	}
	return false
}

// FateOf returns the fate of the named item in the given format. ok is false if the item is not listed.
func FateOf(format, name string) (f Fate, ok bool) {
	for d := range documents {
		if !slices.Contains(documents[d].Formats, format) {
			continue
		}
		for i := range documents[d].Lines {
			if l := &documents[d].Lines[i]; l.Covers(name) {
				return l.Fate, true
			}
		}
	}
	return 0, false
}
