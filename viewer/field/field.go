// Package field implements a single-line text field, edited with the keyboard.
package field

import (
	"unicode"

	"fragscope/viewer/action"
)

// Most is the maximum number of characters in a field.
const Most = 1000

// Field is a single-line text field. The zero value is empty.
type Field struct {
	Text   []rune
	Caret  int // as an index into Text
	Anchor int // other end of the selection; equal to Caret if there is none
}

// Selected returns the range of the selection. If nothing is selected, from and to are both the caret's position.
func (f *Field) Selected() (from, to int) { return min(f.Caret, f.Anchor), max(f.Caret, f.Anchor) }

// Insert replaces the selection with typed. Line breaks become spaces, and other control characters are dropped.
func (f *Field) Insert(typed []rune) {
	from, to := f.Selected()
	var put []rune
	for _, r := range typed {
		switch {
		case r == '\n' || r == '\t':
			put = append(put, ' ')
		case unicode.IsPrint(r):
			put = append(put, r)
		}
	}
	put = put[:max(min(len(put), Most-len(f.Text)+to-from), 0)]
	f.Text = append(append(append([]rune{}, f.Text[:from]...), put...), f.Text[to:]...)
	f.Caret = from + len(put)
	f.Anchor = f.Caret
}

// Cut deletes the selection. If nothing is selected, it deletes the text between the caret and the character position
// given by to.
func (f *Field) Cut(to int) {
	if f.Caret == f.Anchor {
		f.Anchor = to
	}
	f.Insert(nil)
}

// move moves the caret. It extends the selection if selects is set, and otherwise clears it.
func (f *Field) move(to int, selects bool) {
	f.Caret = min(max(to, 0), len(f.Text))
	if !selects {
		f.Anchor = f.Caret
	}
}

// word returns the position one word further in direction by, which is 1 or -1.
func (f *Field) word(by int) int {
	beside := func(i int) bool {
		if by < 0 {
			i--
		}
		return i >= 0 && i < len(f.Text) && unicode.IsSpace(f.Text[i])
	}
	i := f.Caret
	inside := func() bool { return by < 0 && i > 0 || by > 0 && i < len(f.Text) }
	for inside() && beside(i) {
		i += by
	}
	for inside() && !beside(i) {
		i += by
	}
	return i
}

// Stroke handles c if it is an editing key, such as Backspace. It reports whether c was handled.
func (f *Field) Stroke(c action.Chord) bool {
	if c.Mods&action.Alt != 0 {
		return false
	}
	left, right := max(f.Caret-1, 0), min(f.Caret+1, len(f.Text))
	if c.Mods&action.Ctrl != 0 {
		left, right = f.word(-1), f.word(1)
	}
	selects := c.Mods&action.Shift != 0
	from, to := f.Selected()
	if from != to && !selects && c.Mods&action.Ctrl == 0 {
		left, right = from, to
	}
	switch {
	case c.Key == "Left":
		f.move(left, selects)
	case c.Key == "Right":
		f.move(right, selects)
	case c.Key == "Home":
		f.move(0, selects)
	case c.Key == "End":
		f.move(len(f.Text), selects)
	case c.Key == "Backspace":
		f.Cut(left)
	case c.Key == "Delete":
		f.Cut(right)
	case c.Key == "A" && c.Mods == action.Ctrl:
		f.Anchor, f.Caret = 0, len(f.Text)
	default:
		return false
	}
	return true
}
