package action

import (
	"strings"
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

func TestTableIsSound(t *testing.T) {
	ids, keys := map[ID]bool{}, map[Chord]ID{}
	known := map[Category]bool{}
	for _, c := range Categories() {
		known[c] = true
	}
	for _, a := range Table() {
		if ids[a.ID] {
			t.Errorf("%s is there twice", a.ID)
		}
		ids[a.ID] = true
		if a.Name == "" || !strings.HasSuffix(a.Help, ".") || !known[a.Category] {
			t.Errorf("%s lacks a name, a sentence or a category", a.ID)
		}
		for _, k := range a.Keys {
			if other, ok := keys[k]; ok {
				t.Errorf("%v does both %s and %s", k, other, a.ID)
			}
			keys[k] = a.ID
			if back, err := ParseChord(k.String()); err != nil || back != k {
				t.Errorf("%s: %v does not read back", a.ID, k)
			}
		}
	}
}

func TestDefaultKeys(t *testing.T) {
	b, errs := Bind(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for key, want := range map[string]ID{
		"Space": PlayPause, "Left": SeekBack, "Shift+Left": SeekBack1, "Alt+Right": SeekForward30, "Ctrl+Right": NextEvent,
		",": FrameBack, ".": FrameForward, "J": Reverse, "K": Pause, "L": Forward, "Up": Faster, "+": Faster, "Down": Slower,
		"-": Slower, "R": NormalSpeed, "Home": Start, "End": End, "PgUp": StoreyUp, "PgDn": StoreyDown, "Backspace": StoreyAuto,
		"1": "follow-1", "9": "follow-9", "0": FreeView, "[": FollowPrev, "]": FollowNext, "Esc": Escape, "Tab": Scoreboard,
		"F": FullScreen, "F11": FullScreen, "N": Names, "T": Trails, "H": HeatMap, "G": Ghosts, "M": Bookmark, "Shift+M": Bookmarks,
		"I": LoopFrom, "O": LoopTo, "Shift+I": LoopClear, "F12": Screenshot, "Ctrl+S": Screenshot, "Shift+F12": ScreenshotFull,
		"Ctrl+C": CopyPicture, "Ctrl+Shift+C": CopyPosition, "Ctrl+F": Find, "F3": FindNext, "Shift+F3": FindPrev,
		"Ctrl+PgUp": PrevDemo, "Ctrl+PgDn": NextDemo, "?": Help, "Shift+?": Help, "Shift++": Faster, "F1": Help, "Ctrl+Q": Quit, "Ctrl+O": Open,
	} {
		c, err := ParseChord(key)
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := b.Lookup(c); a.ID != want {
			t.Errorf("%s does %q, want %q", key, a.ID, want)
		}
	}
	if a, ok := b.Lookup(Chord{Shift, "J"}); ok {
		t.Errorf("Shift+J does %s, want nothing", a.ID)
	}
}

func TestRebinding(t *testing.T) {
	b, errs := Bind(map[ID]string{PlayPause: "Enter K", Help: "none", "no-such": "A", Quit: "Foo", Names: "K"})
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
