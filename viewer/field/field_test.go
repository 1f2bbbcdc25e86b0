package field

import (
	"strings"
	"testing"

	"fragscope/viewer/action"
)

func TestField(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"", "red armour|"},
		{"Left Left", "red armo|ur"},
		{"Home", "|red armour"},
		{"Home Right Delete", "r|d armour"},
		{"Backspace", "red armou|"},
		{"Ctrl+Left", "red |armour"},
		{"Ctrl+Left Ctrl+Left Ctrl+Left", "|red armour"},
		{"Home Ctrl+Right", "red| armour"},
		{"Ctrl+Backspace", "red |"},
		{"Home Ctrl+Delete", "| armour"},
		{"Shift+Left Shift+Left", "red armo|[ur]"},
		{"Shift+Home Delete", "|"},
		{"Ctrl+A Backspace", "|"},
		{"Ctrl+A Left", "|red armour"},
		{"Ctrl+A Right", "red armour|"},
		{"Home Shift+Ctrl+Right Backspace", "| armour"},
		{"Home Backspace Left", "|red armour"},
		{"End Delete Right", "red armour|"},
	} {
		var f Field
		f.Insert([]rune("red\tarm\x00our"))
		for _, k := range strings.Fields(c.keys) {
			chord, err := action.ParseChord(k)
			if err != nil {
				t.Fatal(err)
			}
			if !f.Stroke(chord) {
				t.Errorf("%s does nothing", k)
			}
		}
		if got := f.mark(); got != c.want {
			t.Errorf("%q: %s, want %s", c.keys, got, c.want)
		}
	}
	var f Field
	f.Insert([]rune(strings.Repeat("x", 3*Most)))
	if len(f.Text) != Most {
		t.Errorf("the field took %d characters", len(f.Text))
	}
}

// mark returns the text with the caret as |, followed by the selection in brackets.
func (f *Field) mark() string {
	from, to := f.Selected()
	s := string(f.Text[:from]) + "|"
	if from != to {
		s += "[" + string(f.Text[from:to]) + "]"
	}
	return s + string(f.Text[to:])
}
