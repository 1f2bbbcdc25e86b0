package ledger

import "strings"

// Each returns a list of the line's names.
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
