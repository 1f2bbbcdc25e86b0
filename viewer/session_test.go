package viewer

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

func TestWelcome(t *testing.T) {
	store := memoryStore()
	store.AddRecent("/demos/b.dm_68")
	store.AddRecent("/demos/a.dm_68")
	d := drive(t, 1280, 720, Options{Store: store})
	d.key("Space", "Left", "F3", "M", "H", "1", "Ctrl+Right", "F12", "Tab") // there is nothing to apply them to
	d.press("the second recent demo", func(c panel.Command) bool { return c.Verb == panel.VerbOpen && c.Index == 1 })
	d.until("it is open", func() bool { return d.a.open() })
	if d.a.session.Demo().Path != "/demos/b.dm_68" || !d.a.timeline.Play.Playing() {
		t.Errorf("%s is open, playing %v", d.a.session.Demo().Path, d.a.timeline.Play.Playing())
	}
	if got, _ := store.Recent(); got[0] != "/demos/b.dm_68" {
		t.Errorf("recent demos %v", got)
	}
}

func TestContinue(t *testing.T) {
	store := memoryStore()
	d := drive(t, 1280, 720, Options{Store: store, Files: []string{"/demos/a.dm_68"}})
	d.until("the demo is read", func() bool {
		return d.a.open() &&
			d.a.session.Recording().Duration() >= 30*time.Second
	})
	d.a.timeline.Seek(20 * time.Second)
	d.a.session.Close()

	d = drive(t, 1280, 720, Options{Store: store})
	card, ok := session.Continued(d.a.session.Cards())
	if !ok || card.At < 20*time.Second || card.At > 21*time.Second {
		t.Fatalf("%+v can be continued: %v", card, ok)
	}
	if card.Map != "yard1" || card.Players == "" || card.Length < 30*time.Second {
		t.Errorf("the card says %+v", card)
	}
	d.press("Continue", func(c panel.Command) bool { return c.Verb == panel.VerbAction && c.ID == action.Continue })
	d.until("it is open where it was left", func() bool { return d.a.open() && d.pos() >= 20*time.Second })

	d.a.timeline.Seek(d.a.session.Recording().Duration())
	d.tick(1)
	d.a.session.Close()
	if _, ok := session.Continued(drive(t, 1280, 720, Options{Store: store}).a.session.Cards()); ok {
		t.Error("a demo that was watched to its end is to be continued")
	}
}

// TestCardsOfTheKilled holds that a demo has a full card although the program was killed while it was open, and can still
// be continued where it was left before.
func TestCardsOfTheKilled(t *testing.T) {
	store := memoryStore()
	loaded := func(at time.Duration) {
		t.Helper()
		d := drive(t, 1280, 720, Options{Store: store, Files: []string{"/demos/a.dm_68"}})
		d.until("the demo is loaded", func() bool {
			if !d.a.open() {
				return false
			}
			_, finished := d.a.session.Recording().Progress()
			return finished
		})
		d.tick(2)
		card := drive(t, 1280, 720, Options{Store: store}).a.session.Cards()[0]
		if card.Map != "yard1" || card.Players == "" || card.Result == "" || card.Length < 30*time.Second ||
			card.At != at {
			t.Errorf("the card says %+v", card)
		}
		d.a.timeline.Seek(20 * time.Second)
	}
	loaded(0)
	if err := store.SetLeft(settings.Left{Demo: "/demos/a.dm_68", At: settings.Millis(20 * time.Second)}); err != nil {
		t.Fatal(err)
	}
	loaded(20 * time.Second)
}

func TestTheFirstGoodFileOpens(t *testing.T) {
	d := drive(t, 1280, 720, Options{Files: []string{"/demos/not-a-demo.dem", "/demos/gone.dem", "/demos/b.dm_68",
		"/demos/c.dm_68"}})
	d.until("the first good one is open", func() bool { return d.a.open() })
	if got := d.a.session.Demo().Path; got != "/demos/b.dm_68" {
		t.Errorf("%s is open", got)
	}
	if !d.says("not-a-demo.dem and gone.dem cannot be played.") || d.a.notices.Len() != 1 {
		t.Errorf("of the bad ones it is not told in one message")
	}
	d = drive(t, 1280, 720, Options{Files: []string{"/demos/not-a-demo.dem", "/demos/gone.dem"}})
	d.until("it is told that none can be played", func() bool { return d.says("/demos/gone.dem does not exist") })
	if !d.says("not-a-demo.dem cannot be played.") {
		t.Error("the first bad file is not named")
	}
}

func TestOpensAndPlaysWithTheWholeMapInSight(t *testing.T) {
	d := drive(t, 1280, 720, Options{Files: []string{"/demos/a.dm_68"}})
	d.until("the demo is open", func() bool { return d.a.open() && d.a.stage.Plan() != nil })
	at := d.pos()
	d.wait(time.Second)
	if d.pos() <= at || !d.a.stage.Camera.Fitted() {
		t.Errorf("from %v to %v, fitted %v", at, d.pos(), d.a.stage.Camera.Fitted())
	}
	x, y := d.spot("what is wrong with the map", func(c panel.Command) bool { return c.ID == action.GameFolder })
	if !shows(d, layerTop, "no map file") || d.a.notices.Len() > 0 {
		t.Error("it is not told in the top line, and only there, that there is no map")
	}
	d.move(x, y)
	d.wait(time.Second)
	if !contains(d.tipText(), "There is no map file for yard1") {
		t.Errorf("of the missing map it is said %q", d.tipText())
	}
}

func TestOptions(t *testing.T) {
	d := drive(t, 1280, 720, Options{Files: []string{"/demos/a.dm_68"}, At: own(20 * time.Second), Follow: "cob",
		Speed: 0.5, Paused: true})
	d.until("the demo is open", func() bool { return d.a.open() && d.a.watch.Slot() >= 0 })
	d.wantPos(20 * time.Second)
	wantFollow(t, d, 2)
	wantSpeed(t, d, 0.5)
	if d.a.timeline.Play.Playing() {
		t.Error("plays")
	}
	d = drive(t, 1280, 720, Options{Files: []string{"/demos/a.dm_68"}, Follow: "nobody"})
	d.until("it is told that there is no such player", func() bool { return d.says(`"nobody"`) })
}

func TestDroppedFilesAreAPlaylist(t *testing.T) {
	d := drive(t, 800, 500, Options{})
	d.in.Dropped = []string{"/demos/b.dm_68", "/demos/c.dm_68"}
	d.tick(1)
	d.until("the first is open", func() bool { return d.a.open() && d.a.session.Demo().Path == "/demos/b.dm_68" })
	d.key("Ctrl+PgDn")
	d.until("the second is open", func() bool { return d.a.session.Demo().Path == "/demos/c.dm_68" })
}

func TestAFolderIsThePlaylistOfItsDemos(t *testing.T) {
	dir := t.TempDir()
	src := &madeUpDemos{demos: map[string]match{}}
	for _, name := range []string{"b.dm_68", "a.dm_68", "notes.txt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		src.demos[path] = duel
	}
	d := drive(t, 800, 500, Options{Files: []string{dir}, Demos: src, At: own(5 * time.Second), Paused: true})
	d.until("the first is open", func() bool {
		return d.a.open() && d.a.session.Demo().Path == filepath.Join(dir,
			"a.dm_68")
	})
	d.wantPos(5 * time.Second)
	d.key("Ctrl+PgDn")
	d.until("the second is open", func() bool { return d.a.session.Demo().Path == filepath.Join(dir, "b.dm_68") })

	d = drive(t, 800, 500, Options{Files: []string{t.TempDir()}, Demos: src})
	d.until("it is told that there is none", func() bool { return d.says("There is no demo in this folder.") })
}

func TestErrorsAreToldInWords(t *testing.T) {
	for path, want := range map[string]string{
		"/demos/gone.dm_68":     "/demos/gone.dm_68 does not exist.",
		"/demos/not-a-demo.dem": "not-a-demo.dem cannot be played: it is no demo of a game that is known.",
	} {
		d := open(t, 800, 500, duel, 10*time.Second)
		d.a.session.Open(path, "", false)
		d.until("the error is told", func() bool { return d.says(want) })
		if d.a.session.Demo().Path != "/demos/a.dm_68" {
			t.Error("the demo that was open is gone")
		}
		d.wait(20 * time.Second)
		if !d.says(want) {
			t.Error("the error went away by itself")
		}
		d.press("the button that closes the message", func(c panel.Command) bool { return c.Verb == panel.VerbDismiss })
		if d.says(want) {
			t.Error("the message cannot be closed")
		}
	}
}

func TestDamageIsTold(t *testing.T) {
	m := duel
	m.damage = true
	d := drive(t, 800, 500, Options{Files: []string{"/d"}, Demos: &madeUpDemos{demos: map[string]match{"/d": m}}})
	d.until("the damage is told",
		func() bool { return d.says("cut off or damaged at L2/1:00.0 (byte 4711): a snapshot ends") })
	if len(d.a.screen.transportView().Timeline.Damage) != 1 {
		t.Error("the timeline does not mark it")
	}
}

func TestAnArchiveWithSeveralDemosAsks(t *testing.T) {
	src := &madeUpDemos{
		demos: map[string]match{"/pack.zip/one.dm_68": duel, "/pack.zip/two.dm_68": duel},
		choices: map[string][]session.Choice{"/pack.zip": {{Name: "one.dm_68", Size: 4 << 20},
			{Name: "two.dm_68", Size: 300}}},
	}
	d := drive(t, 800, 500, Options{Files: []string{"/pack.zip"}, Demos: src})
	d.until("it asks", func() bool { return d.choosing() })
	d.press("the second", func(c panel.Command) bool { return c.Verb == panel.VerbChoose && c.Index == 1 })
	d.until("it is open", func() bool { return d.a.open() })
	if d.a.session.Demo().Member != "two.dm_68" {
		t.Errorf("%s is open", d.a.session.Demo().Member)
	}
	d.key("Home", "Space", "Ctrl+Shift+C")
	d.until("the position is copied", func() bool { return d.platform.clip.text() != "" })
	if !strings.HasPrefix(d.platform.clip.text(), "fragscope /pack.zip:two.dm_68 --at=L1/0:00.0") {
		t.Errorf("copied %q", d.platform.clip.text())
	}
	d = drive(t, 800, 500, Options{Files: []string{"/pack.zip:one.dm_68"}, Demos: src})
	d.until("the named one is open", func() bool { return d.a.open() })
	if d.a.session.Demo().Member != "one.dm_68" || d.a.session.Demo().Path != "/pack.zip" {
		t.Errorf("%s in %s is open", d.a.session.Demo().Member, d.a.session.Demo().Path)
	}
}

func TestEscapeCancelsOpening(t *testing.T) {
	src := &madeUpDemos{demos: map[string]match{"/a": duel, "/b": duel}, delay: time.Hour}
	d := drive(t, 800, 500, Options{Files: []string{"/a"}, Demos: src})
	if !d.a.session.Opening() {
		t.Fatal("nothing is being opened")
	}
	d.key("Esc")
	if d.a.session.Opening() || d.a.quit {
		t.Error("still opening")
	}
	time.Sleep(5 * time.Millisecond)
	d.tick(2)
	if d.a.notices.Len() != 0 {
		t.Errorf("told %q", d.a.notices.Views()[0].Text)
	}
}

func TestTheLastOfSeveralDemosOpenedAtOnceStays(t *testing.T) {
	src := &madeUpDemos{demos: map[string]match{"/a": duel, "/b": duel, "/c": duel}, delay: 5 * time.Millisecond}
	d := drive(t, 800, 500, Options{Files: []string{"/a"}, Demos: src})
	for i := range 30 {
		d.a.session.Open("/"+string(rune('a'+i%3)), "", false)
		d.tick(1)
		if i%7 == 0 {
			time.Sleep(6 * time.Millisecond)
		}
	}
	d.a.session.Open("/b", "", false)
	d.until("it is open", func() bool { return d.a.open() && !d.a.session.Opening() })
	for range 20 {
		time.Sleep(time.Millisecond)
		d.tick(1)
	}
	if d.a.session.Demo().Path != "/b" {
		t.Errorf("%s is open", d.a.session.Demo().Path)
	}
}

// TestPlaysWhileItLoads checks that a demo can be watched while the rest of it is read, and that Esc stops reading.
func TestPlaysWhileItLoads(t *testing.T) {
	m := duel
	m.finish = false
	d := drive(t, 1280, 720, Options{Files: []string{"/d"}, Demos: &madeUpDemos{demos: map[string]match{"/d": m}}})
	d.until("the demo is open", func() bool { return d.a.open() })
	d.wait(time.Second)
	if d.pos() < 900*time.Millisecond {
		t.Errorf("at %v after a second", d.pos())
	}
	if got := d.a.timeline.Total(); got != 2*time.Minute {
		t.Errorf("a length of %v is expected with half of a minute's bytes read", got)
	}
	v := d.a.session.Progress()
	if len(v) == 0 || !v[0].Loading || v[0].Done != 0.5 {
		t.Errorf("no bar of progress: %+v", v)
	}
	d.key("End")
	d.wantPos(time.Minute)
	d.wait(time.Second)
	if !d.a.timeline.Play.Playing() {
		t.Error("it stops at the end of what has been read, in place of waiting there")
	}
}

func TestLevelsChangeTheMap(t *testing.T) {
	d := open(t, 1280, 720, duel, 20*time.Second)
	first := d.a.stage.Plan()
	d.key("End")
	d.until("the other map is there", func() bool { return d.a.stage.Plan() != nil && d.a.stage.Plan() != first })
	if d.a.session.Level().Map != "yard2" {
		t.Errorf("map %s", d.a.session.Level().Map)
	}
	d.key("Home")
	d.tick(2)
	if d.a.stage.Plan() != first {
		t.Error("the first map was not kept")
	}
}

func TestFollowingMovesTheCameraUntilOneDrags(t *testing.T) {
	d := open(t, 1280, 720, duel, 30*time.Second)
	d.key("Shift+Up", "Shift+Up", "Shift+Up", "Shift+Up", "2")
	d.wait(2 * time.Second)
	pl := d.a.watch.Player(1)
	if x, y := d.a.stage.Camera.Screen(pl.Origin); !d.a.screen.layout.frame.Map.Inset(20, 20).Contains(x, y) {
		t.Errorf("the followed player is at %v, %v, out of %v", x, y, d.a.screen.layout.frame.Map)
	}
	d.drag(640, 300, 900, 500)
	before, _ := d.a.stage.Camera.World(640, 360)
	d.wait(time.Second)
	if after, _ := d.a.stage.Camera.World(640, 360); after != before {
		t.Error("the camera goes back although the hand moved it away")
	}
	wantFollow(t, d, 1)
}

func TestHelpSaysAllKeys(t *testing.T) {
	d := open(t, 1920, 1080, duel, 30*time.Second)
	d.key("F1")
	var words []string
	for _, op := range d.a.screen.layout.layers[layerSheet].Ops {
		words = append(words, op.Text)
	}
	all := strings.Join(words, "\n")
	for _, a := range d.a.prefs.binds.Actions() {
		if !a.Unlisted && len(a.Keys) > 0 && !strings.Contains(all, a.Name) {
			t.Errorf("%s is not in the help", a.Name)
		}
	}
	d.button(action.FullScreen) // a row of the help can be clicked
	if d.a.overlay.Active() {
		t.Error("the help stays open")
	}
}

func TestHomeAndEndScrollTheHelp(t *testing.T) {
	d := open(t, -800, -500, duel, 30*time.Second)
	d.key("F1", "End")
	if d.a.overlay.Scroll().Room <= 0 || d.a.overlay.Scroll().At != d.a.overlay.Scroll().Room {
		t.Errorf("End scrolls the help to %v of %v", d.a.overlay.Scroll().At, d.a.overlay.Scroll().Room)
	}
	d.key("Home")
	if d.a.overlay.Scroll().At != 0 {
		t.Errorf("Home scrolls the help to %v", d.a.overlay.Scroll().At)
	}
	d.wantPos(30 * time.Second)
}

// TestNobodyWalked checks that a level without a map where nobody walked shows the void, and that nothing is waited
// for.
func TestNobodyWalked(t *testing.T) {
	d := drive(t, 800, 500, Options{Files: []string{"/d"},
		Demos: &madeUpDemos{demos: map[string]match{"/d": {length: time.Second, levels: 1, finish: true}}}})
	d.until("the map is done with", func() bool {
		return d.a.open() && d.a.parts.ready()
	})
	d.wait(2 * time.Second)
	d.wantPos(time.Second)
}

// TestBrokenListsAreTold checks that lists that cannot be read are reported when they are needed, and are kept next to
// the new ones.
func TestBrokenListsAreTold(t *testing.T) {
	store := memoryStore()
	files := store.Data.(settings.Memory)
	if err := errors.Join(store.AddRecent("/demos/b.dm_68"),
		store.AddBookmark("/demos/a.dm_68", settings.Mark{})); err != nil {
		t.Fatal(err)
	}
	for name := range files {
		files[name] = []byte("[{")
	}
	d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68"}, Store: store})
	d.until("the demo is open", d.a.open)
	for _, part := range []string{"The list of recent demos could not be read: recent.json, line 1",
		"The bookmarks for this demo could not be read: bookmarks/a.dm_68"} {
		if !d.says(part) {
			t.Errorf("nothing says %q", part)
		}
	}
	kept := 0
	d.key("M")
	for name, data := range files {
		if strings.Contains(name, ".unread-") && string(data) == "[{" {
			kept++
		}
	}
	if kept != 2 {
		t.Errorf("%d lists are beside: %v", kept, files)
	}
}
