package viewer

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/notes"
	"fragscope/viewer/panel"
	"fragscope/viewer/preview"
	"fragscope/viewer/report"
	"fragscope/viewer/runs"
	"fragscope/viewer/vision"
)

func init() {
	for id, test := range map[action.ID]func(*testing.T, *driver){
		vision.IDSight: testSight, runs.IDSpeeds: testSpeeds, preview.IDPreview: testPreview,
		action.Caption: testCaption, action.TurnMap: testTurn, action.HideScore: testHideScore, notes.IDDraw: testDraw,
		notes.IDKind: testDrawKind, notes.IDSpan: testDrawSpan, notes.IDUndo: testDrawUndo,
		action.PanelLanes: testLanes, notes.IDExport: testExportNotes, notes.IDImport: testImportNotes,
		bookmarks.IDNote: testBookmarkNote,
	} {
		actionTests[id] = test
	}
}

func testSight(t *testing.T, d *driver) {
	d.key("V", "1")
	d.until("what he sees is known", func() bool { sc := d.a.screen.scene(); return sc.Unseen != nil })
	sc := d.a.screen.scene()
	me := d.a.watch.Followed()
	behind := me.Origin
	s, c := math.Sincos(float64(me.View.Yaw) * math.Pi / 180)
	behind[0], behind[1] = behind[0]-float32(c)*100, behind[1]-float32(s)*100
	if !sc.Unseen(behind) {
		t.Error("he sees what is behind him")
	}
	d.key("V")
	if sc := d.a.screen.scene(); sc.Unseen != nil {
		t.Error("it stays")
	}
}

func testSpeeds(t *testing.T, d *driver) {
	d.key("1", "Ctrl+U")
	sc := d.a.screen.scene()
	if sc.Speed == nil || len(sc.Layers) == 0 {
		t.Fatal("no speed is shown")
	}
	if v, ok := sc.Speed(d.a.watch.Followed()); !ok || v < 0 || v > 2000 {
		t.Errorf("he runs %v, %v", v, ok)
	}
	var line panel.TimelineView
	line.To = time.Minute
	d.a.parts.timeline(&line)
	if len(line.Trace) == 0 {
		t.Error("there is no trace of it under the timeline")
	}
}

func testPreview(t *testing.T, d *driver) {
	small := func() bool {
		for _, op := range d.a.screen.layout.layers[layerHover].Ops {
			if op.Kind == panel.OpPicture {
				return true
			}
		}
		return false
	}
	d.move(d.lineX(20*time.Second), d.lineY())
	if small() {
		t.Error("there is a small map before the pointer rests")
	}
	d.key("Shift+W")
	d.wait(time.Second)
	if small() {
		t.Error("there is a small map that is switched off")
	}
	d.key("Shift+W")
	d.move(d.lineX(21*time.Second), d.lineY())
	d.wait(time.Second)
	if !small() || d.a.screen.hovered < 20*time.Second || d.a.screen.hovered > 22*time.Second {
		t.Errorf("there is no small map of %v", d.a.screen.hovered)
	}
}

func testLanes(t *testing.T, d *driver) {
	height := d.a.screen.layout.frame.Transport.H
	if len(d.a.screen.transportView().Timeline.Lanes) > 0 {
		t.Error("there are lanes that nobody asked for")
	}
	d.key("3", "Ctrl+4", "Ctrl+7")
	d.until("there are lanes", func() bool { return len(d.a.screen.transportView().Timeline.Lanes) == 4 })
	d.tick(2)
	if d.a.screen.layout.frame.Transport.H <= height {
		t.Error("there is no room for them")
	}
	lanes := d.a.screen.transportView().Timeline.Lanes
	w := d.a.session.World()
	for i, l := range lanes {
		at, p := int((d.pos()-l.Start)/l.Each), &w.Players[l.Slot]
		if s := l.Samples[at]; l.Name != p.Profile.Name.Plain || s.Health != p.Health || s.Armor != p.Armor ||
			s.Weapon != p.Weapon || s.Life != panel.LaneAlive || l.IsFollowed != (l.Slot == 2) {
			t.Errorf("lane %d has %+v, not %+v", i, s, p)
		}
	}
	area := d.a.screen.layout.frame.Transport
	for y := area.Bottom(); y > area.Y; y-- {
		if b, row, ok := d.a.screen.along.line.RowAt(area, y); ok && b == panel.BlockLanes && row == 1 {
			d.move(d.lineX(30*time.Second), y-4)
			break
		}
	}
	p := &w.Players[lanes[1].Slot]
	if text := d.layerTexts(layerHover); !strings.Contains(text, fmt.Sprintf("%s   %d health", p.Profile.Name.Plain,
		p.Health)) {
		t.Errorf("of him is said: %s", text)
	}
	d.press("his lane", func(c panel.Command) bool { return c.Verb == panel.VerbFollow && c.Index == lanes[3].Slot })
	wantFollow(t, d, lanes[3].Slot)
	d.key("Ctrl+7")
	if len(d.a.screen.transportView().Timeline.Lanes) > 0 {
		t.Error("the lanes stay")
	}
}

func testCaption(t *testing.T, d *driver) {
	d.key("Shift+C")
	if d.a.screen.compose(); len(d.a.screen.layout.layers[layerCaption].Ops) == 0 {
		t.Error("there is no caption")
	}
	d.key("Shift+C")
	if d.a.screen.compose(); len(d.a.screen.layout.layers[layerCaption].Ops) != 0 {
		t.Error("the caption stays")
	}
}

func testTurn(t *testing.T, d *driver) {
	d.key("Q")
	if d.a.stage.Camera.Turn() != 1 || d.a.prefs.store.Turn(d.a.session.Level().Map) != 1 {
		t.Errorf("the map is turned by %d, kept %d", d.a.stage.Camera.Turn(),
			d.a.prefs.store.Turn(d.a.session.Level().Map))
	}
	d.key("Q", "Q", "Q")
	if d.a.stage.Camera.Turn() != 0 || d.a.prefs.store.Turn(d.a.session.Level().Map) != 0 {
		t.Error("four quarters are none")
	}
}

func testHideScore(t *testing.T, d *driver) {
	total := d.a.timeline.Total()
	d.key("Ctrl+Y")
	w := d.a.session.World()
	for i := range w.Players {
		if w.Players[i].Frags != sim.Unknown || w.Players[i].Deaths != sim.Unknown {
			t.Errorf("%s has %d frags", w.Players[i].Profile.Name.Plain, w.Players[i].Frags)
		}
	}
	if d.a.timeline.Total() <= total || d.a.timeline.Length() != 0 {
		t.Errorf("the line is %v long, the match %v", d.a.timeline.Total(), d.a.timeline.Length())
	}
	v := d.a.screen.transportView().Timeline
	s := d.a.timeline.Scale()
	for _, m := range v.Marks {
		if s.Time(s.X+m.X) > d.pos()+time.Second {
			t.Errorf("there is a mark at %v", s.Time(s.X+m.X))
		}
	}
	for _, b := range v.Breaks {
		if b.At > d.pos() {
			t.Errorf("there is the chapter %s at %v", b.Name, b.At)
		}
	}
	if strings.Contains(d.layerTexts(layerTransport), panel.FormatTime(time.Minute)) {
		t.Error("the length is told")
	}
	hiddenParts(t, d)
	d.key("Ctrl+Y")
	if w := d.a.session.World(); w.Players[0].Frags == sim.Unknown || d.a.timeline.Total() != total {
		t.Error("it stays hidden")
	}
}

// hiddenParts checks that everything that reveals the rest of a match is closed, with a message, while the score is
// hidden.
func hiddenParts(t *testing.T, d *driver) {
	for _, key := range []string{"Shift+R", "Ctrl+6"} {
		d.a.notices.Clear()
		if d.key(key); !d.says("The score is hidden") || d.a.parts.On(action.MatchReport) ||
			d.a.parts.On(report.IDAdvantage) {
			t.Errorf("%s shows what is hidden: %v", key, d.a.notices.Views())
		}
	}
	d.key("Shift+C", "Ctrl+4", "Ctrl+7")
	d.until("there are lanes", func() bool { return len(d.a.screen.transportView().Timeline.Lanes) > 0 })
	line := d.a.screen.transportView().Timeline
	for _, l := range line.Lanes {
		if end := l.Start + time.Duration(len(l.Samples)-1)*l.Each; end > d.pos() {
			t.Errorf("the lane of %s ends at %v", l.Name, end)
		}
	}
	for _, l := range line.Items {
		if l.Total != "" {
			t.Errorf("%s: %s", l.Name, l.Total)
		}
	}
	d.down("Tab")
	d.tick(2)
	if text := d.layerTexts(layerScores); !strings.Contains(text, "the score is hidden") ||
		strings.Contains(text, "Eff") {
		t.Errorf("the scoreboard says %s", text)
	}
	d.up()
	for _, w := range strings.Fields(d.layerTexts(layerCaption)) {
		if strings.Trim(w, "0123456789") == "" {
			t.Errorf("the caption has the number %s", w)
		}
	}
	d.key("Shift+C", "Ctrl+4", "Ctrl+7", "Ctrl+F")
	d.write("armour")
	d.a.screen.compose()
	if text := d.layerTexts(layerConcerns); !strings.Contains(text, "up to this moment") ||
		strings.Contains(text, "0:35") || !strings.Contains(text, "0:30") {
		t.Errorf("the search has %s", text)
	}
	for range 5 {
		d.key("F3")
		if d.pos() > 30*time.Second {
			t.Errorf("a hit leads to %v", d.pos())
		}
	}
	d.key("Esc")
	d.a.timeline.Seek(30 * time.Second)
	d.tick(2)
}

// TestHiddenScoreIsNotNamed checks that no statement of the game or a player about the score is shown while it is
// hidden: not in the feed, over the map, over the timeline, among the hits, nor in a film.
func TestHiddenScoreIsNotNamed(t *testing.T) {
	m := single
	m.scored = true
	d := open(t, 1280, 720, m, 30*time.Second)
	named := func() string {
		d.move(d.lineX(25*time.Second), d.lineY())
		d.wait(time.Second)
		var all []string
		for i := range d.a.screen.layout.layers {
			all = append(all, d.layerTexts(i))
		}
		return strings.Join(all, " ")
	}
	if text := named(); strings.Count(text, "leads") < 2 {
		t.Fatalf("it is not named in the feed and over the map: %s", text)
	}
	d.key("Ctrl+Y")
	if text := named(); strings.Contains(text, "leads") || !strings.Contains(text, "red armour") {
		t.Errorf("it is named: %s", text)
	}
	d.key("Ctrl+F")
	d.write("leads by")
	d.until("it is looked for", d.a.parts.ready)
	if text := d.layerTexts(layerConcerns); strings.Contains(text, "frags") {
		t.Errorf("it is found: %s", text)
	}
	d.key("Esc", "Esc")
	film := &driver{t: t, a: d.a.twin(), blind: true}
	defer film.a.close()
	film.in.Now = film.a.now
	film.until("the film has the demo", func() bool { return film.a.session.World() != nil })
	film.a.timeline.Seek(30 * time.Second)
	film.tick(2)
	if w := film.a.session.World(); w.Players[0].Frags != sim.Unknown || w.CenterPrint.Plain != "" ||
		w.TeamScore[sim.TeamRed] != sim.Unknown {
		t.Errorf("a film has %+v, %q", w.TeamScore, w.CenterPrint.Plain)
	}
	d.key("Ctrl+Y")
	if text := named(); strings.Count(text, "leads") < 2 {
		t.Errorf("it stays hidden: %s", text)
	}
}

// layerTexts returns all texts of a layer.
func (d *driver) layerTexts(layer int) string {
	var all []string
	for _, op := range d.a.screen.layout.layers[layer].Ops {
		all = append(all, op.Text)
	}
	return strings.Join(all, " ")
}

// drawings returns the stored drawings.
func (d *driver) drawings() []notes.Drawing {
	data, err := d.a.prefs.store.Notes(d.a.session.Key())
	if err != nil {
		return nil
	}
	doc, err := notes.Parse(data)
	if err != nil {
		d.t.Fatal(err)
	}
	return doc.Drawings
}

func testDraw(t *testing.T, d *driver) {
	d.key("Ctrl+D") // makes room for the tools
	x, y := d.a.screen.layout.frame.Map.Center()
	before := d.a.stage.Camera
	d.drag(x, y, x+80, y+40)
	list := d.drawings()
	if len(list) != 1 || list[0].Kind != notes.Line || len(list[0].Points) < 3 ||
		time.Duration(list[0].From) != 30*time.Second || time.Duration(list[0].To) != 35*time.Second {
		t.Fatalf("drawn: %+v", list)
	}
	if d.a.stage.Camera != before {
		t.Error("the map moved under the pen")
	}
	wx, wy := d.a.stage.Camera.World(x, y)
	if p := list[0].Points[0]; math.Hypot(p[0]-wx, p[1]-wy) > 1 {
		t.Errorf("drawn at %v, not at %v, %v", p, wx, wy)
	}
	if sc := d.a.screen.scene(); len(sc.Over) == 0 {
		t.Error("it is not on the map")
	}
	d.key("Ctrl+D")
	d.drag(x, y, x+80, y+40)
	if len(d.drawings()) != 1 || d.a.stage.Camera == before {
		t.Error("the pen draws on when it was put away")
	}
}

func testDrawKind(t *testing.T, d *driver) {
	x, y := d.a.screen.layout.frame.Map.Center()
	d.key("Ctrl+D", "Ctrl+Shift+D")
	d.drag(x, y, x+80, y+40)
	d.key("Ctrl+Shift+D")
	d.drag(x, y, x+20, y)
	d.key("Ctrl+Shift+D")
	d.click(x-60, y-30)
	d.write("hold RA")
	d.key("Enter")
	var kinds []string
	for _, g := range d.drawings() {
		kinds = append(kinds, string(g.Kind)+g.Text)
	}
	if got := strings.Join(kinds, " "); got != "arrow circle texthold RA" {
		t.Errorf("drawn: %s", got)
	}
	if d.a.timeline.Play.Playing() {
		t.Error("what was written did something else, too")
	}
}

func testDrawSpan(t *testing.T, d *driver) {
	x, y := d.a.screen.layout.frame.Map.Center()
	d.key("Alt+D")
	d.drag(x, y, x+80, y)
	d.key("I", "Right", "O")
	d.drag(x, y, x+80, y)
	list := d.drawings()
	if len(list) != 2 || time.Duration(list[0].To) != 40*time.Second || time.Duration(list[1].From) != 30*time.Second ||
		time.Duration(list[1].To) != 35*time.Second {
		t.Errorf("drawn: %+v", list)
	}
}

// TestDrawingToolsAreAllVisible draws with tools and durations that are clicked in the bar, without going through the
// others.
func TestDrawingToolsAreAllVisible(t *testing.T) {
	d := open(t, -1280, -720, duel, 30*time.Second)
	d.key("Ctrl+D")
	x, y := d.a.screen.layout.frame.Map.Center()
	pick := func(text string) {
		i := slices.IndexFunc(d.a.parts.legend().Parts, func(p panel.LegendPart) bool { return p.Text == text })
		d.press(text, func(c panel.Command) bool { return c.Verb == panel.VerbLegend && c.Index == i })
		on := 0
		for _, p := range d.a.parts.legend().Parts {
			if p.On {
				on++
			}
		}
		if !d.a.parts.legend().Parts[i].On || on != 2 {
			t.Errorf("%s is chosen: %v, of %d", text, d.a.parts.legend().Parts[i].On, on)
		}
	}
	for _, c := range []struct {
		tool, span string
		stays      time.Duration
	}{{"circle", "30 s", 30 * time.Second}, {"arrow", "2 s", 2 * time.Second}, {"line", "5 s", 5 * time.Second}} {
		pick(c.tool)
		pick(c.span)
		d.drag(x, y, x+80, y+40)
		list := d.drawings()
		g := list[len(list)-1]
		if string(g.Kind) != c.tool || time.Duration(g.To-g.From) != c.stays {
			t.Errorf("%s for %v was chosen, drawn is %s for %v", c.tool, c.stays, g.Kind, time.Duration(g.To-g.From))
		}
	}
}

func testDrawUndo(t *testing.T, d *driver) {
	x, y := d.a.screen.layout.frame.Map.Center()
	d.key("Ctrl+D")
	d.drag(x, y, x+80, y)
	d.key("Ctrl+Z")
	if n := len(d.drawings()); n != 0 {
		t.Errorf("%d drawings are left", n)
	}
	d.key("Ctrl+Z")
	if !d.says("no drawing") {
		t.Error("nothing is said")
	}
}

func testExportNotes(t *testing.T, d *driver) {
	x, y := d.a.screen.layout.frame.Map.Center()
	d.key("M", "Ctrl+D")
	d.drag(x, y, x+80, y)
	menu(d, notes.IDExport)
	d.until("it is said where the notes are", func() bool { return d.says(".notes.json") })
	doc, err := notes.Parse([]byte(d.platform.saved.text()))
	if err != nil || len(doc.Drawings) != 1 || len(doc.Bookmarks) != 1 {
		t.Errorf("exported %+v, %v", doc, err)
	}
	d.platform.err = errors.New("no room")
	menu(d, notes.IDExport)
	d.until("the failure is told", func() bool { return d.says("could not be exported") })
}

func testImportNotes(t *testing.T, d *driver) {
	d.platform.file = filepath.Join(t.TempDir(), "x.notes.json")
	write := func(text string) {
		if err := os.WriteFile(d.platform.file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(
		`{"fragscope_notes": 1, "drawings": [{"kind": "arrow", "map": "a", "storey": 0, "from_ms": 1, "to_ms": 2, "points": [[0, 0], [1e300, 1]]}]}`)
	menu(d, notes.IDImport)
	d.until("it is refused", func() bool { return d.says("Nothing was imported") })
	if asked := d.platform.asked; !slices.Equal(asked, []string{"json"}) {
		t.Errorf("the dialog lists files named %q, want json, as exported", asked)
	}
	write(
		`{"fragscope_notes": 1, "drawings": [{"kind": "arrow", "map": "a", "storey": 0, "from_ms": 1, "to_ms": 2, "points": [[0, 0], [1, 1]]}],
		"bookmarks": [{"at_ms": 12000, "note": "look"}]}`)
	for range 2 { // the second time has no effect
		d.a.notices.Clear()
		menu(d, notes.IDImport)
		d.until("it is there", func() bool { return d.says("Imported: 1 drawing, 1 bookmark") })
	}
	if n := len(d.drawings()); n != 1 {
		t.Errorf("%d drawings", n)
	}
	if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 1 || marks[0].Note != "look" {
		t.Errorf("bookmarks %v", marks)
	}
}

func testBookmarkNote(t *testing.T, d *driver) {
	d.key("M", "Alt+M", "Ctrl+Backspace")
	d.write("too early")
	d.key("Enter")
	if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 1 || marks[0].Note != "too early" ||
		time.Duration(marks[0].At) != 30*time.Second {
		t.Errorf("bookmarks %v", marks)
	}
	d.key("Alt+M", "Esc")
	if marks, _ := d.a.prefs.store.Bookmarks(d.a.session.Key()); len(marks) != 1 || d.a.timeline.Play.Playing() {
		t.Errorf("bookmarks %v", marks)
	}
}

// question returns the query of the search after an action; it closes the search.
func (d *driver) question(do func()) *query.Query {
	d.t.Helper()
	do()
	d.until("it is looked for", d.a.parts.ready)
	d.tick(2)
	q := d.asks
	d.key("Esc", "Esc")
	return q
}

// TestPartsOfTheMapAreAskedFor checks that a rectangle or a line around part of the map lists the events there, as does
// a click on the heat map, and that the same query can be typed.
func TestPartsOfTheMapAreAskedFor(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	m := d.a.screen.layout.frame.Map
	x, y := m.Center()
	inside := func(q *query.Query) int {
		t.Helper()
		if q == nil {
			t.Fatal("nothing is asked")
		}
		a, err := q.Find(t.Context(), query.Source{Recording: d.a.session.Recording()})
		if err != nil {
			t.Fatal(err)
		}
		return len(a.Moments)
	}
	around := func(mods action.Mod, corners ...[2]float32) func() {
		return func() {
			d.in.Mods = mods
			d.move(corners[0][0], corners[0][1])
			d.in.Left = true
			d.tick(1)
			for _, c := range corners[1:] {
				d.move(c[0], c[1])
			}
			d.in.Left = false
			d.tick(1)
			d.in.Mods = 0
		}
	}
	// In the made-up match, everyone dies in the east.
	west, east := inside(d.question(around(action.Shift, [2]float32{m.X + 2, m.Y + 2}, [2]float32{x, m.Bottom() - 2}))),
		inside(d.question(around(action.Shift, [2]float32{x, m.Y + 2}, [2]float32{m.Right() - 2, m.Bottom() - 2})))
	if west != 0 || east < 10 {
		t.Errorf("%d deaths in the western rectangle, %d in the eastern", west, east)
	}
	lasso := inside(d.question(around(action.Alt, [2]float32{x, m.Y + 20}, [2]float32{m.Right() - 2, y},
		[2]float32{x, m.Bottom() - 20})))
	if lasso == 0 || lasso > east {
		t.Errorf("%d deaths in the lasso, %d in the rectangle around it", lasso, east)
	}
	if n := inside(d.question(func() {
		d.key("Ctrl+F")
		d.write("kind:death in:-2000,-2000,2000,2000")
	})); n != east {
		t.Errorf("%d deaths by the keyboard, %d by the mouse", n, east)
	}
}

// TestACellOfTheHeatMapListsItsMoments checks that a click on the heat map lists the moments that it shows, of the same
// players and period, and does not narrow the map.
func TestACellOfTheHeatMapListsItsMoments(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	events := d.a.session.Recording().Events()
	// place returns the position of the player who caused the first event of a kind.
	place := func(kind sim.EventKind, doer func(*sim.Event) sim.Slot) sim.Vec3 {
		t.Helper()
		for i := range events {
			if e := &events[i]; e.Kind == kind && doer(e).Valid() {
				for _, p := range d.a.session.Recording().Cursor().At(e.Time - time.Millisecond).Players {
					if p.Slot == doer(e) {
						return p.Origin
					}
				}
			}
		}
		t.Fatalf("there is no event of kind %v", kind)
		return sim.Vec3{}
	}
	victim, killer := func(e *sim.Event) sim.Slot { return e.Slot }, func(e *sim.Event) sim.Slot { return e.Attacker }
	died, stood, took := place(sim.EventObituary, victim), place(sim.EventObituary, killer),
		place(sim.EventPickup, victim)
	// list clicks a place on the heat map and returns the query and the hits.
	list := func(at sim.Vec3) (string, []query.Moment) {
		t.Helper()
		whole := *d.heat()
		d.a.parts.clickedMap(float64(at[0]), float64(at[1]))
		d.tick(2)
		d.until("the map is whole", func() bool {
			h := d.heat()
			return d.a.parts.ready() && h.Count == whole.Count && h.Total == whole.Total
		})
		q := d.asks
		a, err := q.Find(t.Context(), query.Source{Recording: d.a.session.Recording()})
		if err != nil || len(a.Moments) == 0 {
			t.Errorf("%q: %d moments, %v", q, len(a.Moments), err)
		}
		d.key("Esc")
		return q.String(), a.Moments
	}
	kinds := []struct {
		kind spot.Kind
		at   sim.Vec3
		is   func(m *query.Moment) bool
	}{
		{spot.Presence, died, func(m *query.Moment) bool { return m.Event < 0 && m.Until >= m.Time }},
		{spot.Deaths, died, func(m *query.Moment) bool { return events[m.Event].Kind == sim.EventObituary }},
		{spot.Kills, stood, func(m *query.Moment) bool { return events[m.Event].Attacker.Valid() && m.Whom.Valid() }},
		{spot.Pickups, took, func(m *query.Moment) bool { return events[m.Event].Kind == sim.EventPickup }},
	}
	d.key("H")
	for i, k := range kinds {
		if i > 0 {
			d.key("Shift+H")
		}
		d.until("there is a heat map", func() bool {
			return d.a.parts.ready() && d.heat() != nil && d.heat().Filter.Kind == k.kind && !d.heat().Empty()
		})
		text, found := list(k.at)
		for n := range found {
			if !k.is(&found[n]) {
				t.Errorf("%q finds %s", text, found[n].Sentence(d.a.session.Recording()))
			}
		}
	}
	d.key("Shift+H", "3", "Alt+H")
	d.until("there is a heat map of one", func() bool { return d.a.parts.ready() && len(d.heat().Filter.Slots) == 1 })
	me := d.a.watch.Followed()
	if text, found := list(me.Origin); slices.ContainsFunc(found,
		func(m query.Moment) bool { return m.Who != me.Slot }) || !strings.Contains(text, "who:") {
		t.Errorf("%q finds others, too", text)
	}
}

// TestTheHeatMapAnswersTheQuestion checks that the query of the search narrows the presence of players, as far as it is
// about players, and the events.
func TestTheHeatMapAnswersTheQuestion(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	d.key("H")
	d.until("there is a heat map", func() bool { return d.a.parts.ready() && d.heat() != nil && !d.heat().Empty() })
	whole := d.heat().Total
	for _, test := range []struct {
		text string
		less bool
	}{{"health<50", true}, {"hand:rl", true}, {"kind:frag", false}} {
		d.a.find.Ask(test.text)
		d.tick(2)
		d.until("it is made", d.a.parts.ready)
		d.tick(2)
		d.until("it is made", d.a.parts.ready)
		if got := d.heat().Total; (got < whole) != test.less || got > whole {
			t.Errorf("%q: presence of %v, of all %v", test.text, got, whole)
		}
		if found := shows(d, layerLegend, "as found"); found != test.less {
			t.Errorf("%q: the legend says as found: %v", test.text, found)
		}
		d.key("Esc")
	}
}

// TestTheReportIsOfWhatIsPlayedFor checks that each table of a report can be reached, and that none is about frags if
// nobody fights.
func TestTheReportIsOfWhatIsPlayedFor(t *testing.T) {
	alone := match{players: 1, length: 20 * time.Second, levels: 1, finish: true, pov: true}
	for _, test := range []struct {
		m      match
		tables []string
	}{
		{single, []string{"Fights", "Control", "Weapons", "Who killed whom", "Items", "Timing"}},
		{alone, []string{"Splits", "Movement"}},
	} {
		for _, w := range []int{640, 1280} {
			d := open(t, -w, -w*9/16, test.m, 10*time.Second)
			for _, name := range test.tables {
				d.report(name)
				d.tick(1)
				if text := d.layerTexts(layerConcerns + 1); !strings.Contains(text, test.tables[len(test.tables)-1]) {
					t.Errorf("%s at %d: %s", name, w, text)
				}
				d.key("Esc")
			}
			d.a.close()
		}
	}
	d := open(t, -1280, -720, alone, 10*time.Second)
	d.down("Tab")
	d.tick(2)
	d.until("there are numbers", d.a.parts.ready)
	d.tick(2)
	if text := d.layerTexts(layerScores); !strings.Contains(text, "Speed") || strings.Contains(text, "Frags") {
		t.Errorf("the scoreboard says %s", text)
	}
	d.up()
}

// TestHelpHasALegend checks that the help explains the signs on the map.
func TestHelpHasALegend(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	for _, key := range []string{"F1", "?"} {
		d.key(key)
		text := d.layerTexts(layerSheet)
		for _, want := range []string{"Signs on the map", "mega health", "somebody died here", "Rocket Launcher"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", key, want)
			}
		}
		d.key("Esc")
	}
}

// TestQuietFullScreen checks that, in full screen, everything but the map fades while the mouse rests, and reappears
// when it moves.
func TestQuietFullScreen(t *testing.T) {
	d := open(t, 800, 500, single, 30*time.Second)
	d.move(300, 200)
	d.wait(4 * time.Second)
	if d.a.screen.quiet.share != 0 {
		t.Error("it fades in a window")
	}
	d.key("F")
	d.wait(2 * time.Second)
	if d.a.screen.quiet.share != 0 {
		t.Error("it fades at once")
	}
	m := d.a.screen.layout.frame.Map
	d.wait(2 * time.Second)
	if n := len(d.a.screen.layout.layers[layerTransport].Ops); d.a.screen.quiet.share != 1 || n != 0 {
		t.Errorf("faded by %g, %d things are drawn", d.a.screen.quiet.share, n)
	}
	if now := d.a.screen.layout.frame; now.Map != now.Window || d.a.stage.Camera.View() != now.Window {
		t.Errorf("the map has %v of %v", now.Map, now.Window)
	}
	d.move(310, 200)
	if n := len(d.a.screen.layout.layers[layerTransport].Ops); d.a.screen.quiet.share != 0 || n < 10 ||
		d.a.screen.layout.frame.Map != m {
		t.Errorf("faded by %g, %d things are drawn, the map has %v", d.a.screen.quiet.share, n,
			d.a.screen.layout.frame.Map)
	}
}

// asking runs a query and brings the report, which the search covers, to the front.
func (d *driver) asking(question string) {
	d.t.Helper()
	d.a.find.Ask(question)
	if d.a.parts.Do(action.MatchReport); !d.a.parts.On(action.MatchReport) {
		d.t.Error("the report is closed and not brought to the front")
	}
}

// TestTheReportCountsWhatIsAskedFor checks that the tables of the report count only what the search asks for, and that
// a line says so and offers to count everything again.
func TestTheReportCountsWhatIsAskedFor(t *testing.T) {
	d := open(t, 1280, 720, single, 30*time.Second)
	const layer = layerConcerns + 1
	numbers := func() string { return strings.Join(strings.Fields(d.layerTexts(layer)), " ") }
	settle := func() {
		for range 2 {
			d.tick(2)
			d.until("it is counted", d.a.parts.ready)
		}
		d.tick(2)
	}
	d.report("Who killed whom")
	settle()
	whole := numbers()
	if strings.Contains(whole, "count everything") {
		t.Errorf("something is left out: %s", whole)
	}
	d.asking("kind:frag with:rl")
	settle()
	narrow := numbers()
	if narrow == whole || !strings.Contains(narrow,
		"Limited to the search: kind:frag with:rl. Click here to count everything.") {
		t.Errorf("the table is %s", narrow)
	}
	d.asking("health<50")
	settle()
	if text := numbers(); !strings.Contains(text, "Everything is counted, because the search (such as health<30) finds periods") {
		t.Errorf("of a question about states the table is %s", text)
	}
	d.press("the line", func(c panel.Command) bool { return c.Verb == panel.VerbAsk && c.Text == "" })
	settle()
	if text := numbers(); text != whole {
		t.Errorf("after a click on the line the table is %s, not %s", text, whole)
	}
	d.asking("kind:frag with:rl")
	settle()
	d.press("the line", func(c panel.Command) bool { return c.Verb == panel.VerbAsk && c.Text == "" })
	settle()
	if text := numbers(); text != whole || d.asks != nil {
		t.Errorf("after a click on the line the table is %s", text)
	}
	// A click on a number lists its moments within the query; the tables stay as they were.
	d.asking("kind:frag with:rl")
	settle()
	d.press("a number", func(c panel.Command) bool { return c.Verb == panel.VerbAsk && c.Text != "" })
	settle()
	if q := d.asks; q == nil || !strings.HasSuffix(q.String(), " kind:frag with:rl") {
		t.Errorf("a number asks for %v", q)
	}
	d.a.parts.Do(action.MatchReport)
	settle()
	if text := numbers(); text != narrow {
		t.Errorf("after a number the table is %s, not %s", text, narrow)
	}
}

// TestARunsTableCountsEverything checks that a table that cannot be limited to the search says so.
func TestARunsTableCountsEverything(t *testing.T) {
	d := open(t, -1280, -720, match{players: 1, length: 20 * time.Second, levels: 1, finish: true, pov: true},
		10*time.Second)
	d.report("Movement")
	d.asking("kind:pickup")
	d.tick(2)
	d.until("it is counted", d.a.parts.ready)
	d.tick(2)
	if text := d.layerTexts(layerConcerns + 1); !strings.Contains(text,
		"Everything is counted, because this table cannot be limited") {
		t.Errorf("the table is %s", text)
	}
}
