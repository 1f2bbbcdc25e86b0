package settings

import (
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

func TestFormatReadsBack(t *testing.T) {
	s := Default()
	s.Scale, s.ColorBlind, s.Names, s.Left, s.Right = 1.5, true, false, panel.Open, panel.Shut
	s.Width, s.Height, s.TrailSeconds, s.Screenshots = 1920, 1080, 7.5, "/pictures/my shots"
	s.GameDirs = []string{"/games/quake", `C:\Quake III`}
	s.Keys[action.PlayPause] = "Enter Ctrl++"
	s.Keys["of-a-later-version"] = "F9"
	back, errs := Parse(s.Format())
	if len(errs) > 0 || !reflect.DeepEqual(back, s) {
		t.Errorf("got %+v, %v\nwant %+v", back, errs, s)
	}
}

func TestTheFileNamesEveryAction(t *testing.T) {
	s := Default()
	text := s.Format()
	for _, a := range action.Table() {
		if !strings.Contains(text, "# key."+string(a.ID)+" = ") {
			t.Errorf("%s is not in the file", a.ID)
		}
	}
	// Taking the # away leaves everything as it was.
	all, errs := Parse(strings.ReplaceAll(text, "# key.", "key."))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	b, errs := action.Bind(all.Keys)
	plain, _ := action.Bind(nil)
	if len(errs) > 0 || !reflect.DeepEqual(b.Actions(), plain.Actions()) {
		t.Errorf("the default keys written out are other keys: %v", errs)
	}
}

func TestBadLinesAreToldAndLeftOut(t *testing.T) {
	s, errs := Parse("# fine\nscale = 9\nnames = off\nnonsense\nno-such = 1\nkey.quit = Hyper+Q\nwindow = 10x10\ncolor-blind = maybe\npanel-feed = perhaps\ngame-dir = \n")
	want := Default()
	want.Names = false
	if len(errs) != 7 || !reflect.DeepEqual(s, want) {
		t.Errorf("%d errors %v, settings %+v", len(errs), errs, s)
	}
	if !strings.Contains(errs[0].Error(), "line 2: scale") {
		t.Errorf("%v does not say where", errs[0])
	}
}

func shelf() Shelf { return Shelf{Memory{}, Memory{}} }

func TestRecent(t *testing.T) {
	s := shelf()
	for _, f := range []string{"a", "b", "c", "a"} {
		if err := s.AddRecent(f); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Recent(); !reflect.DeepEqual(got, []string{"a", "c", "b"}) {
		t.Errorf("recent %v", got)
	}
	s.DropRecent("c")
	if got := s.Recent(); !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("recent %v", got)
	}
	for i := range 100 {
		s.AddRecent(strings.Repeat("x", i+1))
	}
	if n := len(s.Recent()); n != recentMost {
		t.Errorf("%d recent demos", n)
	}
	s.Data.Write(recentFile, []byte("{broken"))
	if s.Recent() != nil {
		t.Error("a broken list was read")
	}
}

func TestBookmarks(t *testing.T) {
	s := shelf()
	list := []Mark{{Millis(5 * time.Second), "b"}, {Millis(1500 * time.Millisecond), "a"}}
	if err := s.SetBookmarks("/demos/final.dm_68", list); err != nil {
		t.Fatal(err)
	}
	got := s.Bookmarks("/demos/final.dm_68")
	if len(got) != 2 || got[0].At != Millis(1500*time.Millisecond) || got[1].Note != "b" {
		t.Errorf("bookmarks %v", got)
	}
	if s.Bookmarks("/other/final.dm_68") != nil {
		t.Error("two demos of one name share bookmarks")
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
	set, errs := Shelf{d, d}.Load()
	if len(errs) > 0 || set.Scale != 1 {
		t.Errorf("without a file: %v, %v", set, errs)
	}
}
