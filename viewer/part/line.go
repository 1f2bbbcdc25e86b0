package part

import (
	"unicode"

	"fragscope/viewer/action"
)

// Line is a line of text that can be edited only at its end.
type Line struct {
	Text []rune
	Most int // characters
}

// Insert appends text, dropping unprintable characters.
func (l *Line) Insert(text []rune) {
	for _, r := range text {
		if unicode.IsPrint(r) && len(l.Text) < l.Most {
			l.Text = append(l.Text, r)
		}
	}
}

// Stroke handles the Backspace key, which deletes the last character or, with Ctrl, the whole line.
func (l *Line) Stroke(c action.Chord) {
	if n := len(l.Text); c.Key == "Backspace" && n > 0 {
		if l.Text = l.Text[:n-1]; c.Mods&action.Ctrl != 0 {
			l.Text = nil
		}
	}
}
