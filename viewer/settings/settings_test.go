package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"fragscope/formats/base/whole"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// plain returns the settings without their record of the file.
func plain(s Settings) Settings {
	s.kept, s.text = nil, ""
	return s
}

func TestFormatReadsBack(t *testing.T) {
	s := Default()
	s.Scale, s.ColorBlind, s.Names, s.Left, s.Right = 1.5, true, false, panel.Open, panel.Shut
	s.Width, s.Height, s.TrailSeconds, s.Screenshots = 1920, 1080, 7.5, "/pictures/my 'shots'\""
	s.GameDirs = []string{"/games/quake", `C:\Quake III`}
	s.Keys[action.PlayPause] = "Enter Ctrl++"
	s.Keys["of-a-later-version"] = "F9"
	back, errs := Parse(s.Format(action.Shell()))
	if len(errs) > 0 || !reflect.DeepEqual(plain(back), s) {
		t.Errorf("got %+v, %v\nwant %+v", back, errs, s)
	}
	var strict map[string]any
	if err := toml.Unmarshal([]byte(s.Format(action.Shell())), &strict); err != nil {
		t.Errorf("the file is no TOML: %v", err)
	}
}

func TestTheFileNamesEveryAction(t *testing.T) {
	s := Default()
	text := s.Format(action.Shell())
	for _, a := range action.Shell() {
		if !strings.Contains(text, "# key."+string(a.ID)+" = ") {
			t.Errorf("%s is not in the file", a.ID)
		}
	}
	// Removing the # changes nothing.
	all, errs := Parse(strings.ReplaceAll(text, "# key.", "key."))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	b, errs := action.Bind(action.Shell(), all.Keys)
	usual, _ := action.Bind(action.Shell(), nil)
	if len(errs) > 0 || !reflect.DeepEqual(b.Actions(), usual.Actions()) {
		t.Errorf("the default keys written out are other keys: %v", errs)
	}
}

func TestBadLinesAreToldAndLeftOut(t *testing.T) {
	s,
		errs := Parse(
		"# fine\nscale = 9\nnames = false\nnonsense\nno-such = 1\nkey.quit = 'Hyper+Q'\nwindow = '10x10'\ncolor-blind = 'maybe'\npanel-feed = ['on']\ngame-dirs = ['']\nghosts = 'off'\nsounds = tru\narcs = 1979-05-27\n")
	want := Default()
	want.Names, want.Ghosts = false, false
	if len(errs) != 9 || !reflect.DeepEqual(plain(s), want) {
		t.Errorf("%d errors %v, settings %+v", len(errs), errs, s)
	}
	all := errors.Join(errs...).Error()
	for _, want := range []string{"line 2: scale", "line 4 cannot be read", "line 12 cannot be read"} {
		if !strings.Contains(all, want) {
			t.Errorf("%v does not say %q", all, want)
		}
	}
}

// TestSaveChangesOnlyWhatChanged checks that the user's own text stays as it is, whatever is saved.
func TestSaveChangesOnlyWhatChanged(t *testing.T) {
	const before = "\ufeff# mine\r\nscale = \"big\" # as large as it gets\r\n\r\n  names=true # who\r\nbroken line\r\nfrom-a-later-version = [1, # one\r\n 2]\r\ngame-dirs = [\r\n  '/a', # first\r\n]\r\n[key]\r\nquit = 'Q'\r\n[later.table]\r\nx = {y = 1}\r\n"
	s := store()
	s.Config.Write(settingsFile, []byte(before))
	set, errs := s.Load()
	if len(errs) != 4 {
		t.Errorf("told: %v", errs)
	}
	if err := s.Save(&set); err != nil || s.Text() != before {
		t.Errorf("saving nothing: %v, %q", err, s.Text())
	}
	set.Names, set.GameDirs, set.ColorBlind = false, append(set.GameDirs, "/b"), true
	if err := s.Save(&set); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("names=true", "names=false", "game-dirs = [\r\n  '/a', # first\r\n]\r\n",
		"game-dirs = ['/a', '/b']\r\ncolor-blind = true\r\n").Replace(before)
	if got := s.Text(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	back, _ := s.Load()
	if back.Names || !back.ColorBlind || back.Keys[action.Quit] != "Q" ||
		!reflect.DeepEqual(back.GameDirs, []string{"/a", "/b"}) {
		t.Errorf("read back %+v", back)
	}
	set.Scale = 2 // the new value replaces the mistyped one
	if err := s.Save(&set); err != nil || !strings.Contains(s.Text(), "scale = 2.0 # as large") {
		t.Errorf("%v, %q", err, s.Text())
	}
}

// TestTwoWindows checks that two windows each save only their changes, and that each sees the other's.
func TestTwoWindows(t *testing.T) {
	s := store()
	one, _ := s.Load()
	if err := s.Save(&one); err != nil {
		t.Fatal(err)
	}
	two, _ := s.Load()
	one.ColorBlind, two.Scale = true, 2
	if err := errors.Join(s.Save(&one), s.Save(&two)); err != nil {
		t.Fatal(err)
	}
	both, _ := s.Load()
	if !both.ColorBlind || both.Scale != 2 {
		t.Errorf("of two changes there are left: %+v", both)
	}
	one.GameDirs, two.GameDirs = []string{"/one"}, []string{"/two"}
	if err := errors.Join(s.Save(&one), s.Save(&two)); err != nil {
		t.Fatal(err)
	}
	one.GameDirs = nil
	if err := s.Save(&one); err != nil {
		t.Fatal(err)
	}
	if both, _ = s.Load(); !slices.Equal(both.GameDirs, []string{"/two"}) {
		t.Errorf("of two folders added and one removed there are left: %v", both.GameDirs)
	}
	if !s.Changed(&one) || !s.Changed(&two) || s.Changed(&both) {
		t.Error("a window does not see that the other changed the file")
	}
}

func TestSettingsOfTheFirstVersion(t *testing.T) {
	s := store()
	s.Config.Write(plainFile,
		[]byte("# old\nscale = 1.5\nnames = off\ngame-dir = /a\ngame-dir = C:\\Quake's\nkey.quit = Q Ctrl+Q\n"))
	set, errs := s.Load()
	if len(errs) > 0 || set.Scale != 1.5 || set.Names || set.Keys[action.Quit] != "Q Ctrl+Q" ||
		!reflect.DeepEqual(set.GameDirs, []string{"/a", `C:\Quake's`}) {
		t.Errorf("got %+v, %v", set, errs)
	}
	set.Ghosts = false
	if err := s.Save(&set); err != nil {
		t.Fatal(err)
	}
	if back, errs := s.Load(); len(errs) > 0 || back.Scale != 1.5 || back.Ghosts || len(back.GameDirs) != 2 {
		t.Errorf("got %+v, %v", back, errs)
	}
}

// FuzzSettings checks that reading any file ends, and that saving a change keeps all other lines.
func FuzzSettings(f *testing.F) {
	fresh := Default()
	for _, text := range []string{"", "scale = 1", fresh.Format(action.Shell()), "a=[\n\na=[",
		"x = \"\"\"\nnames = true", "[key]\nquit='Q'", "names = true\nnames = false", "[names]\nx=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := store()
		s.Config.Write(settingsFile, []byte(text))
		set, _ := s.Load()
		set.Names = !set.Names
		if s.Save(&set) != nil {
			if s.Text() != text {
				t.Fatal("a save that failed wrote something")
			}
			return
		}
		back, _ := s.Load()
		if back.Names != set.Names {
			t.Fatalf("the change is lost in %q", s.Text())
		}
		back.Names = set.Names
		if !reflect.DeepEqual(back.values(), set.values()) {
			t.Fatalf("other values changed: %v, %v", back.values(), set.values())
		}
	})
}

// FuzzLists checks lists with any content: a list that cannot be read is reported and kept next to the new one, and
// entries that can be read stay.
func FuzzLists(f *testing.F) {
	for _, text := range []string{"", "[]", "null", "{}", `["a", "b"]`, "[\n\"a\"", `[1]`,
		`[{"at_ms": 15, "note": "x"}]`, `[{"at_ms": 1e300}]`, `[{"at_ms": 9223372036854775807}]`,
		`[{"AT_MS": 5, "later": [1, {"x": null}]}]`, "[\"\\u0000\"]", `[null]`, `["a"] x`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := store()
		name := bookmarkFile("demo")
		s.Data.Write(recentFile, []byte(text))
		s.Data.Write(name, []byte(text))
		list, unreadable := s.Recent()
		marks, unreadableMarks := s.Bookmarks("demo")
		if err := errors.Join(s.AddRecent("new"), s.AddBookmark("demo", Mark{At: 1, Note: "new"})); err != nil {
			t.Fatal(err)
		}
		for file, err := range map[string]error{recentFile: unreadable, name: unreadableMarks} {
			if kept, missing := s.Data.Read(file + ".unread-1"); (err != nil) != (missing == nil) ||
				err != nil && string(kept) != text {
				t.Errorf("%s, %v: beside it is %q, %v", file, err, kept, missing)
			}
		}
		got, err := s.Recent()
		want := append([]string{"new"}, without(list, "new")...)
		if err != nil || !slices.Equal(got, want[:min(len(want), recentMost)]) {
			t.Errorf("of %q there is left %q, %v", list, got, err)
		}
		if got, err := s.Bookmarks("demo"); err != nil || len(got) != len(marks)+1 {
			t.Errorf("of %v there is left %v, %v", marks, got, err)
		}
	})
}

func store() Store { return Store{Config: Memory{}, Data: Memory{}} }

func recent(t *testing.T, s Store) []string {
	t.Helper()
	list, err := s.Recent()
	if err != nil {
		t.Error(err)
	}
	return list
}

func TestRecent(t *testing.T) {
	s := store()
	for _, f := range []string{"a", "b", "c", "a"} {
		if err := s.AddRecent(f); err != nil {
			t.Fatal(err)
		}
	}
	if got := recent(t, s); !reflect.DeepEqual(got, []string{"a", "c", "b"}) {
		t.Errorf("recent %v", got)
	}
	s.DropRecent("c")
	if got := recent(t, s); !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("recent %v", got)
	}
	for i := range 100 {
		s.AddRecent(strings.Repeat("x", i+1))
	}
	if n := len(recent(t, s)); n != recentMost {
		t.Errorf("%d recent demos", n)
	}
}

// TestRecentOfAnyName checks that a path of any bytes is the same when it is read again, as otherwise it could not be
// opened.
func TestRecentOfAnyName(t *testing.T) {
	s := store()
	names := []string{"/a/caf\xe9.dem", "/a/\x1b\n.dem", "exact:%41", "exact:%", "/plain"}
	for _, name := range slices.Backward(names) {
		if err := s.AddRecent(name); err != nil {
			t.Fatal(err)
		}
	}
	if got := recent(t, s); !slices.Equal(got, names) {
		t.Errorf("recent %q", got)
	}
	if err := s.DropRecent(names[0]); err != nil || !slices.Equal(recent(t, s), names[1:]) {
		t.Errorf("recent %q, %v", recent(t, s), err)
	}
}

// TestTwoVersions checks that, if windows of two versions write at the same time, data that only the newer one knows is
// kept, in the settings and in the bookmarks.
func TestTwoVersions(t *testing.T) {
	s := store()
	old, _ := s.Load()
	if err := s.Save(&old); err != nil {
		t.Fatal(err)
	}
	newer := s.Text() + "later = [1, 2] # of 9.0\nkey.later-action = 'F9'\nscale = 'auto'\n[later-table]\nx = 1\n"
	const mark = `[{"at_ms": 1500, "note": "a", "colour": "red", "span": {"ms": 7}}, {"at_ms": 3000}]`
	s.Config.Write(settingsFile, []byte(newer))
	s.Data.Write(bookmarkFile("d"), []byte(mark))
	marks, err := s.Bookmarks("d")
	if err != nil || len(marks) != 2 {
		t.Fatal(marks, err)
	}
	old.ColorBlind = true
	if err := errors.Join(s.Save(&old), s.AddBookmark("d", Mark{At: Millis(time.Second)}),
		s.RemoveBookmark("d", marks[1])); err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(newer, "color-blind = false", "color-blind = true", 1); s.Text() != want {
		t.Errorf("the settings are\n%s, want\n%s", s.Text(), want)
	}
	b, _ := s.Data.Read(bookmarkFile("d"))
	for _, want := range []string{`"colour": "red"`, `"ms": 7`, `"at_ms": 1000`, `"at_ms": 1500`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	if err := s.RemoveBookmark("d", marks[0]); err != nil {
		t.Fatal(err)
	}
	if left, err := s.Bookmarks("d"); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestBrokenLists checks that a list that cannot be read is reported with the line number, and kept next to the new
// one.
func TestBrokenLists(t *testing.T) {
	s := store()
	const broken = "[\n \"a\",\n \"b\"\n"
	s.Data.Write(recentFile, []byte(broken))
	if list, err := s.Recent(); err == nil || len(list) > 0 || !strings.Contains(err.Error(), "line 4") {
		t.Errorf("%v, %v", list, err)
	}
	if err := s.AddRecent("c"); err != nil {
		t.Fatal(err)
	}
	if got := recent(t, s); !reflect.DeepEqual(got, []string{"c"}) {
		t.Errorf("recent %v", got)
	}
	if b, err := s.Data.Read(recentFile + ".unread-1"); err != nil || string(b) != broken {
		t.Errorf("the old list: %q, %v", b, err)
	}
	s.Data.Write(bookmarkFile("d"), []byte("{}"))
	if _, err := s.Bookmarks("d"); err == nil {
		t.Error("broken bookmarks are not told")
	}
	if err := s.AddBookmark("d", Mark{At: 1}); err != nil {
		t.Fatal(err)
	}
	if b, err := s.Data.Read(bookmarkFile("d") + ".unread-1"); err != nil || string(b) != "{}" {
		t.Errorf("the old bookmarks: %q, %v", b, err)
	}
}

func TestBookmarks(t *testing.T) {
	s := store()
	a, b := Mark{At: Millis(1500 * time.Millisecond), Note: "a"}, Mark{At: Millis(5 * time.Second), Note: "b"}
	for _, m := range []Mark{b, a} {
		if err := s.AddBookmark("/demos/final.dm_68", m); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Bookmarks("/demos/final.dm_68"); err != nil || !reflect.DeepEqual(got, []Mark{a, b}) {
		t.Errorf("bookmarks %v, %v", got, err)
	}
	if got, _ := s.Bookmarks("/other/final.dm_68"); got != nil {
		t.Error("two demos of one name share bookmarks")
	}
	if err := s.RemoveBookmark("/demos/final.dm_68", a); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Bookmarks("/demos/final.dm_68"); !reflect.DeepEqual(got, []Mark{b}) {
		t.Errorf("bookmarks %v", got)
	}
	if name := bookmarkFile(`weird:"name".dem`); strings.ContainsAny(name[len("bookmarks/"):], `:"*`) {
		t.Errorf("%q cannot be a file everywhere", name)
	}
}

func TestDir(t *testing.T) {
	d := Dir(t.TempDir())
	if _, err := d.Read("x/y.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading nothing: %v", err)
	}
	for _, text := range []string{"one", "two"} {
		if err := d.Write("x/y.json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if b, err := d.Read("x/y.json"); err != nil || string(b) != text {
			t.Errorf("read %q, %v", b, err)
		}
	}
	set, errs := Store{Config: d, Data: d}.Load()
	if len(errs) > 0 || set.Scale != 1 {
		t.Errorf("without a file: %v, %v", set, errs)
	}
}

func TestLinkStaysALink(t *testing.T) {
	home, elsewhere := t.TempDir(), t.TempDir()
	d := Dir(home)
	if err := os.Symlink(filepath.Join(elsewhere, "mine.toml"), d.Where(settingsFile)); err != nil {
		t.Skip(err)
	}
	s := Store{Config: d, Data: d}
	for _, scale := range []float64{2, 3} { // with the target missing, and with it present
		set, _ := s.Load()
		set.Scale = scale
		if err := s.Save(&set); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(d.Where(settingsFile)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Fatalf("the link became %v, %v", info.Mode(), err)
		}
		b, err := os.ReadFile(filepath.Join(elsewhere, "mine.toml"))
		if back, _ := Parse(string(b)); err != nil || back.Scale != scale {
			t.Errorf("scale %v behind the link, %v", back.Scale, err)
		}
	}
	os.Remove(d.Where(settingsFile))
	os.Symlink(d.Where(settingsFile), d.Where(settingsFile))
	set := Default()
	if err := s.Save(&set); err == nil {
		t.Error("a link to itself was written to")
	}
}

func TestUnreadableSettingsAreNotWrittenOver(t *testing.T) {
	d := Dir(t.TempDir())
	s := Store{Config: d, Data: d}
	if err := os.WriteFile(d.Where(settingsFile), bytes.Repeat([]byte("# mine\n"), maxFile/6), 0o600); err != nil {
		t.Fatal(err)
	}
	set, errs := s.Load()
	if len(errs) != 1 {
		t.Errorf("told: %v", errs)
	}
	set.ColorBlind = true
	if err := s.Save(&set); err == nil {
		t.Error("saved over what could not be read")
	}
	if info, _ := os.Stat(d.Where(settingsFile)); info.Size() < maxFile {
		t.Error("the file is gone")
	}
}

func TestLeftoversAreSwept(t *testing.T) {
	d := Dir(t.TempDir())
	stale := d.Where(".fragscope-123")
	if err := os.WriteFile(stale, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fresh, err := whole.Create(string(d), "")
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Discard()
	if err := d.Write("a.json", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("what a dead program left stays")
	}
	if _, err := os.Stat(fresh.Name()); err != nil {
		t.Error("what another window is writing was taken away")
	}
}

// TestConcurrentWindows checks that nothing is lost if many windows write at the same time.
func TestConcurrentWindows(t *testing.T) {
	d := Dir(t.TempDir())
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			s := Store{Config: d, Data: d}
			if err := s.AddBookmark("demo", Mark{At: Millis(time.Duration(i) * time.Second)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if list, err := (Store{Config: d, Data: d}).Bookmarks("demo"); err != nil || len(list) != 20 {
		t.Errorf("%d bookmarks, %v", len(list), err)
	}
	unlock, err := d.Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if err := (Store{Config: d, Data: d}).AddRecent("x"); err == nil {
		t.Error("written while another window writes")
	}
}

// TestAddBookmarks checks that adding bookmarks together is the same as adding them one by one.
func TestAddBookmarks(t *testing.T) {
	one, all := Store{Data: Memory{}}, Store{Data: Memory{}}
	var list []Mark
	for i := range 40 {
		list = append(list, Mark{At: Millis(time.Duration(i*7%20) * time.Second), Note: "x"})
	}
	for _, m := range list {
		if err := one.AddBookmark("d", m); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(all.AddBookmark("d", list[3]), all.AddBookmarks("d", nil),
		all.AddBookmarks("d", list)); err != nil {
		t.Fatal(err)
	}
	want, _ := one.Bookmarks("d")
	if got, err := all.Bookmarks("d"); err != nil || len(got) != 20 || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
