package viewer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/find"
	"fragscope/viewer/heat"
)

func TestTableIsSound(t *testing.T) {
	ids, keys := map[action.ID]bool{}, map[action.Chord]action.ID{}
	known := map[action.Category]bool{}
	for _, c := range action.Categories() {
		known[c] = true
	}
	table := Actions()
	for _, a := range table {
		if ids[a.ID] {
			t.Errorf("%s is there twice", a.ID)
		}
		if a.After != "" && !slices.ContainsFunc(table, func(b action.Action) bool {
			return b.ID == a.After &&
				b.Category == a.Category
		}) {
			t.Errorf("%s is to follow %s, which is not there, or elsewhere", a.ID, a.After)
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
			if back, err := action.ParseChord(k.String()); err != nil || back != k {
				t.Errorf("%s: %v does not read back", a.ID, k)
			}
		}
	}
}

func TestDefaultKeys(t *testing.T) {
	b, errs := action.Bind(Actions(), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for key, want := range map[string]action.ID{
		"Space": action.PlayPause, "Left": action.SeekBack, "Shift+Left": action.SeekBack1,
		"Alt+Right": action.SeekForward30, "Ctrl+Right": action.NextEvent, ",": action.FrameBack,
		".": action.FrameForward, "J": action.Reverse, "K": action.Pause, "L": action.Forward, "Up": action.Faster,
		"+": action.Faster, "Down": action.Slower, "-": action.Slower, "R": action.NormalSpeed, "Home": action.Start,
		"End": action.End, "PgUp": action.StoreyUp, "PgDn": action.StoreyDown, "Backspace": action.StoreyAuto,
		"1": "follow-1", "9": "follow-9", "0": action.FreeView, "[": action.FollowPrev, "]": action.FollowNext,
		"Esc": action.Escape, "Tab": action.Scoreboard, "F": action.FullScreen, "F11": action.FullScreen,
		"N": action.Names, "T": action.Trails, "H": heat.IDMap, "G": action.Ghosts, "M": bookmarks.IDBookmark,
		"Shift+M": bookmarks.IDList, "I": action.LoopFrom, "O": action.LoopTo, "Shift+I": action.LoopClear,
		"F12": action.Screenshot, "Ctrl+S": action.Screenshot, "Shift+F12": action.ScreenshotFull,
		"Ctrl+C": action.CopyPicture, "Ctrl+Shift+C": action.CopyPosition, "Ctrl+F": action.Find, "F3": find.IDNext,
		"Shift+F3": find.IDPrev, "Ctrl+PgUp": action.PrevDemo, "Ctrl+PgDn": action.NextDemo, "?": action.Help,
		"Shift+?": action.Help, "Shift++": action.Faster, "F1": action.Help, "Ctrl+Q": action.Quit,
		"Ctrl+O": action.Open,
	} {
		c, err := action.ParseChord(key)
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := b.Lookup(c); a.ID != want {
			t.Errorf("%s does %q, want %q", key, a.ID, want)
		}
	}
	if a, ok := b.Lookup(action.Chord{Mods: action.Shift, Key: "J"}); ok {
		t.Errorf("Shift+J does %s, want nothing", a.ID)
	}
}

func mustBind(t *testing.T) *action.Bindings {
	t.Helper()
	b, errs := action.Bind(Actions(), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return b
}

// TestFewKeys checks that there are few default keys, and that the keys of a panel are its own letters while it has the
// keys.
func TestFewKeys(t *testing.T) {
	var keys []string
	for _, a := range Actions() {
		if len(a.Keys) > 0 && !a.Unlisted {
			keys = append(keys, a.Keys[0].String())
		}
	}
	earned := strings.Fields("Space J K L Left Right Shift+Left Shift+Right Alt+Left Alt+Right Ctrl+Left Ctrl+Right , . " +
		"Up Down R Home End PgUp PgDn Backspace 1 0 [ ] Esc Tab F N T H G M Shift+M I O Shift+I F12 Shift+F12 Ctrl+C " +
		"Ctrl+Shift+C Ctrl+K Ctrl+F F3 Shift+F3 Ctrl+PgUp Ctrl+PgDn ? Ctrl+Q " + // those of the design
		"Ctrl+O Ctrl++ Ctrl+- Menu " + // those that fingers know
		"Ctrl+L Shift+R Ctrl+D") // the list of live matches, the report and drawing
	slices.Sort(keys)
	if slices.Sort(earned); !slices.Equal(keys, earned) {
		t.Errorf("keys by default: %q, want %q", keys, earned)
	}
	for key, id := range former {
		b, errs := action.Bind(Actions(), map[action.ID]string{id: key})
		if c, _ := action.ParseChord(key); len(errs) > 0 || b.KeyLabel(id) != c.Label() {
			t.Errorf("%s in the settings of a former version gives %s the key %q: %v", key, id, b.KeyLabel(id), errs)
		} else if a, _ := b.Lookup(c); a.ID != id {
			t.Errorf("%s does %s", key, a.ID)
		}
		if a, _ := mustBind(t).Action(id); len(a.Keys) > 0 {
			t.Errorf("%s has a key by default", id)
		}
	}
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.down("W")
	d.up()
	if d.a.parts.On(heat.IDMap) {
		t.Error("a letter of the heat map does something while it is off")
	}
	legend := func() string {
		var all []string
		if l := d.a.parts.legend(); l != nil {
			for _, p := range l.Parts {
				if p.On {
					all = append(all, "chosen:")
				}
				all = append(all, p.Text)
			}
		}
		return strings.Join(all, "|")
	}
	letter := func(key string) string {
		d.down(key)
		d.up()
		return legend()
	}
	d.key("H")
	if first := legend(); letter("W") == first || !strings.Contains(legend(), "died") {
		t.Errorf("W goes from %s to %s", first, legend())
	}
	d.key("Ctrl+D")
	if before := legend(); letter("W") == before || !strings.Contains(before, "arrow") {
		t.Errorf("W goes from %s to %s", before, legend())
	}
	d.a.prefs.rebind(action.Fit, []action.Chord{{Key: "W"}})
	if before := legend(); letter("W") != before {
		t.Error("a key that the user has bound is taken for a letter of the drawing")
	}
}
