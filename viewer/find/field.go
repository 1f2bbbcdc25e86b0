package find

import (
	"unicode"

	"fragscope/viewer/action"
)

// fieldMost is how many characters a text field takes.
const fieldMost = 200

// field is a line of text that is edited with the keyboard. The zero value is empty.
type field struct {
	text   []rune
	caret  int // before this character
	anchor int // the other end of what is selected; the caret's place where nothing is
}

// selected is the range of the selection; both ends are the caret where nothing is selected.
func (f *field) selected() (from, to int) { return min(f.caret, f.anchor), max(f.caret, f.anchor) }

// insert puts text in the place of what is selected; line breaks become spaces and other
// control characters are left out.
func (f *field) insert(typed []rune) {
	from, to := f.selected()
	var put []rune
	for _, r := range typed {
		switch {
		case r == '\n' || r == '\t':
			put = append(put, ' ')
		case unicode.IsPrint(r):
			put = append(put, r)
		}
	}
	put = put[:max(min(len(put), fieldMost-len(f.text)+to-from), 0)]
	f.text = append(append(append([]rune{}, f.text[:from]...), put...), f.text[to:]...)
	f.caret = from + len(put)
	f.anchor = f.caret
}

// cut takes out what is selected or, where nothing is, what lies between the caret and to.
func (f *field) cut(to int) {
	if f.caret == f.anchor {
		f.anchor = to
	}
	f.insert(nil)
}

// move sets the caret; the selection grows with it or ends.
func (f *field) move(to int, selects bool) {
	f.caret = min(max(to, 0), len(f.text))
	if !selects {
		f.anchor = f.caret
	}
}

// word is the place one word on in the direction of by, which is 1 or -1.
func (f *field) word(by int) int {
	beside := func(i int) bool {
		if by < 0 {
			i--
		}
		return i >= 0 && i < len(f.text) && unicode.IsSpace(f.text[i])
	}
	i := f.caret
	inside := func() bool { return by < 0 && i > 0 || by > 0 && i < len(f.text) }
	for inside() && beside(i) {
		i += by
	}
	for inside() && !beside(i) {
		i += by
	}
	return i
}

// stroke edits the text; it reports whether the key was one that edits.
func (f *field) stroke(c action.Chord) bool {
	if c.Mods&action.Alt != 0 {
		return false
	}
	left, right := max(f.caret-1, 0), min(f.caret+1, len(f.text))
	if c.Mods&action.Ctrl != 0 {
		left, right = f.word(-1), f.word(1)
	}
	selects := c.Mods&action.Shift != 0
	from, to := f.selected()
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
		f.move(len(f.text), selects)
	case c.Key == "Backspace":
		f.cut(left)
	case c.Key == "Delete":
		f.cut(right)
	case c.Key == "A" && c.Mods == action.Ctrl:
		f.anchor, f.caret = 0, len(f.text)
	default:
		return false
	}
	return true
}
