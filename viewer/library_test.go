//go:build !js

package viewer

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/sim"
	"fragscope/sim/archive"
	"fragscope/sim/archive/spot"
	"fragscope/sim/moment"
	"fragscope/viewer/draw"
	"fragscope/viewer/heat"
	"fragscope/viewer/library"
	"fragscope/viewer/maps"
	"fragscope/viewer/panel"
	"fragscope/viewer/screentest"
	"fragscope/viewer/session"
)

// layerLibrary is the layer of the library, the last of the concerns.
const layerLibrary = layerConcerns + concernCount - 1

// filledLibrary returns the file of a library with some demos, one of which is called first.
func filledLibrary(t *testing.T, n int) string {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "library.db")
	for i := range n {
		name := fmt.Sprintf("other-%d%s", i, filepath.Ext(sample.DemoName))
		if i == 0 {
			name = "first" + filepath.Ext(sample.DemoName)
		}
		writeDemo(t, filepath.Join(dir, name), sample.Demo(), i)
	}
	l, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Scan(t.Context(), archive.ScanOptions{}); err != nil {
		t.Fatal(err)
	}
	return file
}

// askLibrary opens a library of the sample in a window, with the hits of a query.
func askLibrary(t *testing.T) *driver {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 2), Paused: true, Demos: session.Files{}})
	d.key("Alt+F")
	d.until("the library is there", func() bool { return shows(d, layerLibrary, "Play all") })
	d.write("kind:frag")
	d.key("Enter")
	d.until("there are hits", func() bool {
		return shows(d, layerLibrary, "Hits for kind:frag: 29. Enter plays from the chosen one; Ctrl+Enter plays all as clips.")
	})
	return d
}

func testLibraryAsk(t *testing.T, _ *driver) {
	d := askLibrary(t)
	checkText(t, d, "the hits of the library")
	d.key("Down", "Down", "Enter")
	d.until("the third hit is shown, from a little before it on",
		func() bool { return d.a.open() && d.pos() > time.Second })
	if shows(d, layerLibrary, "Play all") {
		t.Error("the library stays")
	}
	d.key("Alt+F")
	d.press("back", func(c panel.Command) bool { return c.Text == "turn" })
	if !shows(d, layerLibrary, "Add folder…") {
		t.Error("there is no way back to the demos")
	}
	d.key("Ctrl+F", "Esc", "Esc")
	if shows(d, layerLibrary, "Add folder…") || shows(d, layerLibrary, "Play all") {
		t.Error("the library stays")
	}
	d.key("Alt+F", "Ctrl+A")
	d.write("health<")
	d.key("Enter")
	told := func(op panel.Op) bool { return strings.HasPrefix(op.Text, "health< must be") }
	if d.tick(1); !slices.ContainsFunc(d.a.screen.layout.layers[layerLibrary].Ops, told) {
		t.Error("what is wrong with the question is not told")
	}
}

// testClips plays the hits as clips, starting with one, and goes to another with a key.
func testClips(t *testing.T, key string, from, to int) {
	d := askLibrary(t)
	for range from {
		d.key("Down")
	}
	d.key("Ctrl+Enter")
	clip := func(n int) func() bool { return func() bool { return d.says(fmt.Sprintf("Clip %d of ", n+1)) } }
	d.until("the clip is shown", func() bool { return d.a.open() && clip(from)() })
	d.tick(3)
	d.key(key)
	d.until("the other clip is shown", clip(to))
	if to > from { // and it continues by itself
		d.a.timeline.Play.Play(false)
		d.until("the next clip follows", clip(to+1))
	}
}

func testLikeThis(t *testing.T, _ *driver) {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 1), Files: []string{sampleFile(t)},
		At: own(20 * time.Second), Paused: true, Demos: session.Files{}})
	d.until("the demo is open", func() bool { return d.a.open() && d.pos() == 20*time.Second })
	d.key("Ctrl+Shift+F")
	d.until("there are moments", func() bool { return shows(d, layerLibrary, "100 % similar   red 14 : blue 15") })
	d.key("Enter")
	d.until("the demo of the library is open", func() bool {
		return d.a.open() &&
			strings.HasPrefix(d.a.session.Name(), "first")
	})
}

// libraryHeat opens the sample with the heat map of a library.
func libraryHeat(t *testing.T) *driver {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 2), Files: []string{sampleFile(t)},
		At: own(20 * time.Second), Paused: true, Demos: session.Files{}})
	d.until("the map is there", func() bool { return d.a.open() && d.a.stage.Plan() != nil })
	d.key("Ctrl+Alt+H")
	d.until("there is a heat map", func() bool {
		return d.heat() != nil && d.heat().Total > time.Minute &&
			d.a.parts.ready()
	})
	return d
}

func testHeatLibrary(t *testing.T, _ *driver) {
	d := libraryHeat(t)
	at := firstDeath(d)
	d.a.parts.clickedMap(float64(at[0]), float64(at[1]))
	d.until("the visits are listed", func() bool {
		return contains(d.layerTexts(layerLibrary),
			" visits at this spot on ")
	})
	d.key("Esc", "Esc")
	d.a.parts.Do(heat.IDKind)
	d.until("there is a heat map of deaths", func() bool {
		h := d.heat()
		return h.Filter.Kind == spot.Deaths &&
			h.Count > 0 && d.a.parts.ready()
	})
	e := firstDeath(d)
	d.a.parts.clickedMap(float64(e[0]), float64(e[1]))
	d.until("the moments are listed", func() bool {
		return shows(d, layerLibrary, "Play all") &&
			!shows(d, layerLibrary, "0 hits")
	})
	d.key("Esc", "Esc", "Ctrl+Alt+H")
	if d.a.parts.On(heat.IDLibrary) || d.a.parts.On(heat.IDMap) {
		t.Error("the heat map stays")
	}
}

func testHeatStage(t *testing.T, _ *driver) {
	d := libraryHeat(t)
	whole := d.heat().Total
	d.key("Alt+Shift+H")
	d.until("the warm-up has less", func() bool {
		return d.heat() != nil && d.heat().Total < whole &&
			d.a.parts.ready()
	})
}

// firstDeath returns the position of the first death.
func firstDeath(d *driver) [3]float32 {
	for _, e := range d.a.session.Recording().Events() {
		if e.Kind == sim.EventObituary && e.HasOrigin {
			return e.Origin
		}
	}
	d.t.Fatal("nobody dies")
	return [3]float32{}
}

// TestLibraryPictures draws the library and the hits of three queries, which the README shows.
func TestLibraryPictures(t *testing.T) {
	file := picturedLibrary(t)
	inLibrary := func(w, h int, do func(*driver)) func(*testing.T) *driver {
		return func(t *testing.T) *driver {
			d := drive(t, w, h, Options{Library: file, Paused: true, Demos: session.Files{}})
			d.key("Ctrl+Shift+L")
			// all are of the same match
			d.until("the library is read", func() bool { return shows(d, layerLibrary, "2 demos") })
			d.key("Down", "Right")
			do(d)
			return d
		}
	}
	mark := func(d *driver) { d.key("Down", "Insert", "Insert") }
	ask := func(d *driver) {
		d.key("Ctrl+F")
		d.write("by:copperhead with:rl")
		d.key("Enter")
		d.until("there are hits", func() bool {
			return slices.ContainsFunc(d.a.screen.layout.layers[layerLibrary].Ops,
				func(op panel.Op) bool { return strings.Contains(op.Text, "Enter plays from the chosen one") })
		})
		d.key("Down")
	}
	for name, open := range map[string]func(*testing.T) *driver{
		"library-1280x720":      inLibrary(1280, 720, mark),
		"library-1920x1080":     inLibrary(1920, 1080, mark),
		"library-hits-1000x560": inLibrary(1000, 560, ask),
		"library-heat-1000x560": func(t *testing.T) *driver {
			d := drive(t, 1000, 560, Options{Library: file, Paused: true, Files: []string{sampleFile(t)},
				At: own(20 * time.Second), Demos: session.Files{},
				Maps: maps.Files{Built: map[string][]byte{strings.TrimSuffix(sample.MapName, ".bsp"): sample.Map()}}})
			d.until("the map is there", func() bool { return d.a.open() && d.a.stage.Plan() != nil })
			d.key("Ctrl+Alt+H", "Shift+H")
			d.until("there is a heat map", func() bool {
				h := d.heat()
				return h != nil && h.Filter.Kind == spot.Deaths && h.Count > 0 && d.a.parts.ready()
			})
			return d
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			d.until("the small plan is there", func() bool { return smallPlan(d) })
			screentest.GoldenRGBA(t, name, d.still())
		})
	}
}

// TestTheLibraryCoversTheStartScreen holds that nothing of what is below the library shines through.
func TestTheLibraryCoversTheStartScreen(t *testing.T) {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 3), Paused: true, Demos: session.Files{}})
	d.key("Ctrl+Shift+L")
	d.until("the library is read", func() bool { return shows(d, layerLibrary, "3 demos") })
	for _, hidden := range d.a.screen.layout.layers[layerMap].HitAreas {
		at := hidden.Rect
		if !slices.ContainsFunc(d.a.screen.layout.layers[layerLibrary].Ops, func(op panel.Op) bool {
			r := op.Rect
			return op.Kind == panel.OpRound && op.Color.A == 255 && r.X <= at.X && r.Y <= at.Y &&
				r.Right() >= at.Right() && r.Bottom() >= at.Bottom()
		}) {
			t.Errorf("nothing covers %v", at)
		}
	}
}

// smallPlan reports whether the library has been read and, if a demo is selected, shows the plan of its map.
func smallPlan(d *driver) bool {
	fields := 0
	for _, op := range d.a.screen.layout.layers[layerLibrary].Ops {
		if op.Kind == panel.OpFill {
			fields++
		}
	}
	return !shows(d, layerLibrary, "Reading the library…") && (!shows(d, layerLibrary, "Map") || fields > 80)
}

// TestLibraryColumnsAreKept checks that the columns of the library and its sort order are saved, and that games are
// shown by name.
func TestLibraryColumnsAreKept(t *testing.T) {
	file, store := filledLibrary(t, 3), memoryStore()
	window := func() *driver {
		d := drive(t, -1280, -720, Options{Library: file, Paused: true, Demos: session.Files{}, Store: store})
		d.key("Ctrl+Shift+L")
		d.until("the library is read", func() bool { return shows(d, layerLibrary, "3 demos") })
		return d
	}
	heads := func(d *driver) (list []int) {
		for _, a := range d.a.screen.layout.layers[layerLibrary].HitAreas {
			if a.Do.Verb == panel.VerbCategory {
				list = append(list, a.Do.Index)
			}
		}
		return list
	}
	d := window()
	do := func(column int, name string) {
		d.rightClick(d.spot("a heading", func(c panel.Command) bool {
			return c.Verb == panel.VerbCategory &&
				c.Index == column
		}))
		i := slices.IndexFunc(slices.Concat(d.a.overlay.Popped()...),
			func(e panel.Entry) bool { return e.Name == name })
		if i < 0 {
			t.Fatalf("there is no %s: %s", name, popped(d))
		}
		for range i + 1 {
			d.key("Down")
		}
		d.key("Enter")
	}
	do(archive.ByMap, "Game")
	do(archive.ByMap, "To the left")
	do(archive.ByName, "Sort by it")
	d.a.prefs.save()
	again := window()
	if got, want := heads(again), []int{archive.ByMap, archive.ByDate, archive.ByMode, archive.ByPlayers,
		archive.ByLength, archive.ByScore, archive.ByState, archive.ByName}; !slices.Equal(got, want) {
		t.Errorf("the columns are %v, want %v", got, want)
	}
	if !shows(again, layerLibrary, "File ▲") {
		t.Errorf("it is not sorted by the file: %s", again.layerTexts(layerLibrary))
	}
	if again.a.prefs.set.LibrarySort != "file" || len(again.a.prefs.set.LibraryColumns) != 8 {
		t.Errorf("kept are %q and %v", again.a.prefs.set.LibrarySort, again.a.prefs.set.LibraryColumns)
	}
}

// picturedLibrary returns the file of a library whose demos seem to be in a folder that has the same name everywhere.
func picturedLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
	for i, name := range []string{"final-1", "final-2", "final-3", "group-a-1", "group-a-2", "group-b-1",
		"semi-final-1", "semi-final-2"} {
		writeDemo(t, filepath.Join(dir, name+ext), demo[:len(demo)-i*len(demo)/12], i)
	}
	writeDemo(t, filepath.Join(dir, "lost"+ext), []byte("nothing"), 8)
	return elsewhere(t, libraryOf(t, dir), dir)
}

// libraryOf returns the file of a library of the demos in a folder.
func libraryOf(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "library.db")
	l, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Scan(t.Context(), archive.ScanOptions{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return file
}

// elsewhere makes a library's demos seem to be in /demos/cup, as on every machine.
func elsewhere(t *testing.T, file, dir string) string {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE files SET path = '/demos/cup/' || substr(path, ?)", len(dir)+2); err != nil {
		t.Fatal(err)
	}
	return file
}

// writeDemo writes a file with a modification date.
func writeDemo(t *testing.T, path string, data []byte, day int) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	changed := time.Date(2026, 1, 2+day, 12, 0, 0, 0, time.Local)
	if err := os.Chtimes(path, changed, changed); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkLibrary measures the window with a library of 100,000 demos: the time until the table is shown, from a key
// press to the frame, and for a step of scrolling.
func BenchmarkLibrary(b *testing.B) {
	file := filepath.Join(b.TempDir(), "library.db")
	l, err := archive.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	l.Close()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(manyDemos); err != nil {
		b.Fatal(err)
	}
	begin := func() *driver {
		d := drive(b, 1280, 720, Options{Library: file, Paused: true, Demos: session.Files{}})
		d.key("Ctrl+Shift+L")
		d.until("there are demos", func() bool { return shows(d, layerLibrary, "map0") })
		return d
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			begin()
		}
	})
	d := begin()
	d.until("all are there", func() bool { return shows(d, layerLibrary, "100000 demos") })
	b.Run("keystroke", func(b *testing.B) {
		for b.Loop() {
			d.key("7", "Backspace")
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/key")
	})
	b.Run("scroll", func(b *testing.B) {
		for b.Loop() {
			d.wheel(400, 300, -1, 0)
		}
	})
}

// manyDemos fills a library with demos that do not exist.
const manyDemos = `
WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
INSERT INTO contents (id, checksum, extension, reader, size, game, protocol, mod, mod_name, kind, recorder, server, map, maps, mode, score, duration_ms, snapshots, complete, players, names)
SELECT i, CAST(i AS BLOB), '.mvd', 2, 1, 'quakeworld', 28, 'qw', '', 'multiview', '', 'server ' || (i % 97), 'map' || (i % 40), 'map' || (i % 40), 'duel',
	'player' || (i % 977) || ' 7 : other' || (i % 331) || ' 3', i % 1200000, 1, 1, 2, 'player' || (i % 977) || char(10) || 'other' || (i % 331) FROM n;
INSERT INTO files (id, path, size, mtime_ns, reader, done) SELECT id, '/demos/' || (id % 500) || '/match-' || id || '.mvd', 1, id * 1000000000, 2, 1 FROM contents;
INSERT INTO demos (id, file, member, content, date) SELECT id, id, '', id, datetime(id, 'unixepoch') FROM contents;`

// TestCopiedCommandsLeadBack checks that the copied command for a demo in the library is a file name and a moment, and
// leads back to the same frame.
func TestCopiedCommandsLeadBack(t *testing.T) {
	list, _ := filepath.Glob(filepath.Join(shared(), "demos", "recorded", "*", "*"))
	if len(list) == 0 {
		t.Skip("the demos are not here")
	}
	dir, random := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	for i, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = filepath.Join(dir, filepath.Base(name))
		writeDemo(t, list[i], data, i+1)
	}
	file, copied := libraryOf(t, dir), 0
	for _, name := range list {
		d := drive(t, -1280, -720, Options{Files: []string{name}, Paused: true, Demos: session.Files{}, Library: file})
		d.until("the demo is read", func() bool {
			if d.a.session.World() == nil {
				return false
			}
			_, finished := d.a.session.Recording().Progress()
			return finished
		})
		rec := d.a.session.Recording()
		for range 5 {
			at := time.Duration(random.Int64N(rec.Duration().Milliseconds()+1)) * time.Millisecond
			d.a.timeline.Seek(at)
			d.tick(2)
			d.a.notices.Clear()
			d.key("Ctrl+Shift+C")
			d.until("it is copied", func() bool { return d.says("Copied") })
			words := strings.Fields(d.platform.clip.text())
			if len(words) < 3 || words[0] != "fragscope" || words[1] != filepath.Base(name) {
				t.Errorf("%s: copied %q", name, words)
				break
			}
			if path := library.FileNamed(file, words[1]); path != name {
				t.Errorf("the name %s leads to %s", words[1], path)
			}
			m, err := moment.Parse(strings.TrimPrefix(words[2], "--at="))
			if back, err2 := rec.Clock().Own(m); err != nil || err2 != nil || back != d.pos() {
				t.Errorf("%s at %v: %s leads to %v (%v, %v)", name, d.pos(), words[2], back, err, err2)
			}
			copied++
		}
		d.a.close()
	}
	t.Logf("%d commands of %d demos", copied, len(list))
}

// TestBackFromAHit checks that a note is shown as long as the demo of a played hit is open, and that it leads back to
// the list.
func TestBackFromAHit(t *testing.T) {
	d := askLibrary(t)
	d.key("Enter")
	d.until("the demo is open", func() bool { return d.a.open() && !d.a.session.Opening() })
	d.tick(5)
	if !d.says("Hit 1 of ") {
		t.Fatalf("it is not said which hit is played: %q", noticed(d))
	}
	d.press("the way back", func(c panel.Command) bool {
		return c.Verb == panel.VerbAction && c.ID == library.IDAsk
	})
	d.until("the list is back", func() bool { return shows(d, layerLibrary, "Play all") })
	d.key("Esc", "Esc")
	before := d.a.session.Demo().Path
	d.key("Ctrl+PgDn")
	d.until("another demo is open", func() bool { return d.a.session.Demo().Path != before })
	d.tick(2)
	if d.says("Hit 1 of ") {
		t.Error("the hit of another demo is still told")
	}
}

// The preview of a demo shows the plan of its map, from the map's file, with where players were in the first minute.
func TestLibraryShowsThePlan(t *testing.T) {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 1), Demos: session.Files{},
		Maps: maps.Files{Built: map[string][]byte{strings.TrimSuffix(sample.MapName, ".bsp"): sample.Map()}}})
	d.key("Ctrl+Shift+L")
	var square draw.Rect
	d.until("there is a picture of the plan", func() bool {
		for _, op := range d.a.screen.layout.layers[layerLibrary].Ops {
			if op.Kind == panel.OpBitmap {
				square = op.Rect
			}
		}
		return square.W > 0
	})
	places := 0
	for _, op := range d.a.screen.layout.layers[layerLibrary].Ops {
		if op.Kind == panel.OpFill && op.Color == d.a.prefs.theme.Accent && op.Rect.Overlaps(square) {
			places++
		}
	}
	if places < 50 {
		t.Errorf("players were at %d places", places)
	}
}

// TestLibraryByMouse filters by the map and by a player with the menu of a row, and clears the field.
func TestLibraryByMouse(t *testing.T) {
	d := drive(t, -1280, -720, Options{Library: filledLibrary(t, 2), Paused: true, Demos: session.Files{}})
	d.key("Ctrl+Shift+L")
	d.until("the library is read", func() bool { return shows(d, layerLibrary, "2 demos") })
	d.write("first")
	d.until("the filter holds", func() bool { return shows(d, layerLibrary, "1 demo") })
	is := func(verb panel.Verb, text string) func(panel.Command) bool {
		return func(c panel.Command) bool { return c.Verb == verb && c.Text == text }
	}
	d.press("the cross", is(panel.VerbAsk, "clear"))
	d.until("all are there", func() bool { return shows(d, layerLibrary, "2 demos") })
	level := strings.TrimSuffix(sample.MapName, ".bsp")
	for _, name := range []string{"This map: " + level, "Copperhead"} {
		d.rightClick(d.spot("a row", func(c panel.Command) bool { return c.Verb == panel.VerbChoose && c.Index == 0 }))
		if !strings.Contains(popped(d), name) {
			t.Fatalf("the menu has %s, not %s", popped(d), name)
		}
		i := 0
		for _, g := range d.a.overlay.Popped() {
			for _, e := range g {
				if e.Name == name {
					d.press(name, func(c panel.Command) bool { return c.Verb == panel.VerbChoose && c.Index == i })
				}
				i++
			}
		}
		d.tick(2)
		if want := strings.TrimPrefix(name, "This map: "); !shows(d, layerLibrary, want) || d.choosing() {
			t.Errorf("%s was chosen, the field has another text", want)
		}
	}
}

// TestEmptyLibraryIsDim checks that an empty library has dim buttons that say why, and one that adds a folder.
func TestEmptyLibraryIsDim(t *testing.T) {
	d := drive(t, -1280, -720, Options{Library: filepath.Join(t.TempDir(), "library.db"), Paused: true,
		Demos: session.Files{}})
	d.key("Ctrl+Shift+L")
	d.until("the library is read and all buttons but Add folder… are dim", func() bool {
		dim := 0
		for _, op := range d.a.screen.layout.layers[layerLibrary].Ops {
			if op.Color == d.a.prefs.theme.Faint && slices.Contains([]string{"Update", "Export…", "Heat map", "Find…",
				"Mark", "Note…", "Race", "Watch", "Add folder…"}, op.Text) {
				dim++
			}
		}
		return dim == 8
	})
}

// TestLibraryShowsWhatIsRead checks that demos are in the table while others are still being read.
func TestLibraryShowsWhatIsRead(t *testing.T) {
	dir := t.TempDir()
	demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
	for i := range 120 {
		writeDemo(t, filepath.Join(dir, fmt.Sprintf("%03d%s", i, ext)), demo[:len(demo)-i*97], i%20)
	}
	d := drive(t, -1280, -720, Options{Library: filepath.Join(t.TempDir(), "library.db"), Paused: true,
		Demos: session.Files{}})
	d.platform.folder = dir
	d.key("Ctrl+Shift+L")
	d.until("the library is read", func() bool { return shows(d, layerLibrary, "0 demos") })
	d.press("Add folder…", func(c panel.Command) bool { return c.Verb == panel.VerbAsk && c.Text == "add" })
	early, part := false, false
	d.until("all is read", func() bool {
		for _, op := range d.a.screen.layout.layers[layerLibrary].Ops {
			reads := strings.Contains(op.Text, "of 120 files, with")
			part = part || reads && !strings.HasPrefix(op.Text, "Reading: 120 ")
			early = early || reads && !shows(d, layerLibrary, "0 demos")
		}
		return slices.ContainsFunc(d.a.screen.layout.layers[layerLibrary].Ops, func(op panel.Op) bool {
			return strings.Contains(op.Text, "of 120 demos") // in the table, where they are one match
		})
	})
	if !early || !part {
		t.Errorf("rows appeared early: %v; the note had the part read: %v", early, part)
	}
}
