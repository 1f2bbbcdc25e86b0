package part

import (
	"unicode"

	"fragscope/viewer/action"
)

// Line is a line of text that is typed, at its end.
type Line struct {
	Text []rune
	Most int // characters
}

// Insert adds what was typed; what cannot be shown is left out.
func (l *Line) Insert(text []rune) {
	for _, r := range text {
		if unicode.IsPrint(r) && len(l.Text) < l.Most {
			l.Text = append(l.Text, r)
		}
	}
}

// Stroke takes the last character, or with Ctrl all of them, away for Backspace.
func (l *Line) Stroke(c action.Chord) {
	if n := len(l.Text); c.Key == "Backspace" && n > 0 {
		if l.Text = l.Text[:n-1]; c.Mods&action.Ctrl != 0 {
			l.Text = nil
		}
	}
}
