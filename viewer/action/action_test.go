package action

import (
	"slices"
	"testing"
)

func TestChordRoundTrip(t *testing.T) {
	for in, want := range map[string]string{
		"space": "Space", "ctrl+shift+c": "Ctrl+Shift+C", "Shift+Ctrl+C": "Ctrl+Shift+C", "+": "+", "Ctrl++": "Ctrl++",
		"Alt+Left": "Alt+Left", "?": "?", "pageup": "PgUp", "cmd+q": "Ctrl+Q", "-": "-", "minus": "-", "f12": "F12",
	} {
		c, err := ParseChord(in)
		if err != nil || c.String() != want {
			t.Errorf("ParseChord(%q) = %q, %v, want %q", in, c, err, want)
		}
		if again, err := ParseChord(c.String()); err != nil || again != c {
			t.Errorf("%q does not read back: %v, %v", c, again, err)
		}
	}
	for _, in := range []string{"", "Ctrl+", "Hyper+A", "Bogus", "Ctrl+Bogus"} {
		if c, err := ParseChord(in); err == nil {
			t.Errorf("ParseChord(%q) = %v, want an error", in, c)
		}
	}
}

func TestJoin(t *testing.T) {
	row := func(id, after ID) Action { return Action{ID: id, After: after} }
	var got []ID
	for _, a := range Join([]Action{row("a", ""), row("b", "")}, []Action{row("d", "c"), row("f", "nothing")},
		Behind("a", row("c", ""), row("e", ""))) {
		got = append(got, a.ID)
	}
	if want := []ID{"a", "c", "d", "e", "b", "f"}; !slices.Equal(got, want) {
		t.Errorf("joined to %v, want %v", got, want)
	}
}

func TestRebinding(t *testing.T) {
	b, errs := Bind(Shell(), map[ID]string{PlayPause: "Enter K", Help: "none", "no-such": "A", Quit: "Foo", Names: "K"})
	if len(errs) != 3 {
		t.Errorf("errors %v, want three", errs)
	}
	if a, _ := b.Lookup(Chord{0, "Enter"}); a.ID != PlayPause {
		t.Errorf("Enter does %q", a.ID)
	}
	if a, ok := b.Lookup(Chord{0, "Space"}); ok {
		t.Errorf("Space still does %s", a.ID)
	}
	if a, _ := b.Lookup(Chord{0, "K"}); a.ID == Pause {
		t.Error("K still pauses although a user gave it away")
	}
	if a, ok := b.Lookup(Chord{0, "F1"}); ok {
		t.Errorf("F1 does %s, want nothing", a.ID)
	}
	if a, _ := b.Lookup(Chord{Ctrl, "Q"}); a.ID != Quit {
		t.Error("a bad override took the default key away")
	}
	if a, _ := b.Action(Pause); len(a.Keys) != 0 {
		t.Errorf("help still shows %v for pause", a.Keys)
	}
}
