package page

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/sim/simtest/script"
)

// documents returns the reports on a recording's matches.
func documents(t *testing.T, rec *recording.Recording) (docs []*report.Document) {
	t.Helper()
	for _, m := range report.Matches(rec) {
		r, err := report.Make(t.Context(), rec, m)
		if err != nil {
			t.Fatal(err)
		}
		a, err := report.AdvantageOf(t.Context(), rec, r)
		if err != nil {
			t.Fatal(err)
		}
		turns, err := report.TurningPoints(t.Context(), rec, m)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, r.Export(rec.Header(), a, turns))
	}
	return docs
}

var drawings = regexp.MustCompile(`(?s)<svg.*?</svg>`)

// TestPages writes a page about the scripted match in several formats. It checks that the page names every player and
// map, that it refers to nothing outside itself, that its drawings are well-formed and inside their frames, and that
// it is the same each time.
func TestPages(t *testing.T) {
	for _, name := range []string{"quakeworld-multiview", "quake2-server", "quakelive", "netquake"} {
		f := script.Find(name)
		rec, err := load.Bytes(t.Context(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		docs := documents(t, rec)
		var page, again bytes.Buffer
		if err := Write(&page, rec, docs); err != nil {
			t.Fatal(err)
		}
		if err := Write(&again, rec, docs); err != nil || page.String() != again.String() {
			t.Errorf("%s: the page is not the same twice: %v", name, err)
		}
		for _, d := range docs {
			if !strings.Contains(page.String(), d.Map) {
				t.Errorf("%s: the page lacks the map %s", name, d.Map)
			}
			for _, p := range d.Players {
				if !strings.Contains(page.String(), p.Name) {
					t.Errorf("%s: the page lacks %s", name, p.Name)
				}
			}
		}
		if found := regexp.MustCompile(`(?:src|href|url\()\s*=?\s*["']?https?:`).FindString(page.String()); found != "" {
			t.Errorf("%s: the page refers to %s", name, found)
		}
		list := drawings.FindAllString(page.String(), -1)
		if len(list) < len(docs) {
			t.Errorf("%s: %d drawings of %d matches", name, len(list), len(docs))
		}
		for _, svg := range list {
			checkDrawing(t, name, svg)
		}
	}
}

// checkDrawing checks that an SVG image is well-formed and that its circles, rectangles and lines begin inside it.
func checkDrawing(t *testing.T, name, svg string) {
	t.Helper()
	var width, height float64
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", name, err, svg)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var x, y float64
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "viewBox":
				fmt.Sscanf(a.Value, "0 0 %g %g", &width, &height)
			case "d":
				fmt.Sscanf(a.Value, "M%g %g", &x, &y)
			case "x", "cx":
				fmt.Sscan(a.Value, &x)
			case "y", "cy":
				fmt.Sscan(a.Value, &y)
			}
		}
		if x < -1 || x > width+1 || y < -1 || y > height+1 {
			t.Errorf("%s: %s at %g, %g in a drawing of %g by %g", name, e.Name.Local, x, y, width, height)
		}
	}
}

// TestHostileNames checks that names cannot inject markup into a page, in its text or its drawings.
func TestHostileNames(t *testing.T) {
	const evil = `<script>alert(1)</script>"'&`
	_, rec := recording.NewRecorder(sim.Header{Name: evil})
	n := map[string]report.NumberJSON{"score": {Value: 5, Source: "told"}}
	back := int64(500)
	d := &report.Document{Demo: evil, Map: evil, GameType: evil, EndMS: 90_000, Notes: []string{evil},
		Teams:   []report.SideJSON{{Name: evil, Numbers: n}},
		Players: []report.SideJSON{{Name: evil, Team: evil, Span: evil, Numbers: n}},
		Kills:   []report.KillJSON{{Killer: evil, Victim: evil, Weapon: evil, Count: 2}},
		Items:   []report.TimingJSON{{Item: "Red Armor", By: evil, TakenMS: 1000, LateMS: &back}},
		Lanes:   []report.LaneJSON{{Item: "Red Armor", Title: evil, Taken: 1, By: map[string]int{evil: 1}}},
		Lead: &report.AdvantageJSON{Sides: [2]string{evil, evil},
			Rows: [][7]int{{0, 100, 0, 0, 50, 0, 0}, {1000, 100, 0, 0, 150, 0, 0}}},
		Turns: []report.TurnJSON{{AtMS: 500, Text: evil}}}
	var page bytes.Buffer
	if err := Write(&page, rec, []*report.Document{d}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page.String(), "<script>alert") || !strings.Contains(page.String(), "alert(1)") {
		t.Error("a name is a script, or is missing")
	}
	list := drawings.FindAllString(page.String(), -1)
	if len(list) < 2 {
		t.Fatalf("%d drawings", len(list))
	}
	for _, svg := range list {
		checkDrawing(t, "hostile", svg)
	}
}

// TestNumbers checks how a number and its source are shown.
func TestNumbers(t *testing.T) {
	counted := 3.0
	list := map[string]report.NumberJSON{
		"told":    {Value: 4.5, Source: report.Told.String()},
		"large":   {Value: 1234.56, Source: report.Told.String()},
		"counted": {Value: 7, Source: report.Counted.String()},
		"less":    {Value: -2, Source: report.Counted.String()},
		"both":    {Value: 4, Source: report.Told.String(), Counted: &counted},
	}
	for key, want := range map[string]cell{
		"told":    {"4.5", "told", "Told by the game."},
		"large":   {"1235", "told", "Told by the game."},
		"counted": {"+7", "counted", "Counted from the demo."},
		"less":    {"-2", "counted", "Counted from the demo."},
		"both":    {"4", "told", "Told by the game. Counted: 3."},
		"none":    {"–", "unknown", "The demo does not say."},
	} {
		if got := number(list, report.FieldInfo{Key: key}); got != want {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
}

// TestMatrix checks the table of who killed whom.
func TestMatrix(t *testing.T) {
	d := &report.Document{Players: []report.SideJSON{{Name: "Ann"}, {Name: "Bo"}}, Kills: []report.KillJSON{
		{Killer: "Ann", Victim: "Bo", Weapon: "Railgun", Count: 3}, {Killer: "Ann", Victim: "Bo", Weapon: "Melee", Count: 1},
		{Killer: "Bo", Victim: "Ann", Weapon: "Railgun", Count: 2}, {Victim: "Bo", Weapon: "Lava", Count: 1}}}
	var got []string
	for _, r := range matrix(d) {
		got = append(got, fmt.Sprint(r.Name, r.Cells))
	}
	want := []string{"Ann[{0 0 } {4 1 3 Railgun 1 Melee }]", "Bo[{2 0.5 2 Railgun } {0 0 }]",
		"nobody else[{0 0 } {1 0.25 1 Lava }]"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTimingChart checks the height and colour of the dots for pickups.
func TestTimingChart(t *testing.T) {
	ms := func(n int64) *int64 { return &n }
	d := &report.Document{EndMS: 100_000, Teams: []report.SideJSON{{Name: "red"}, {Name: "blue"}},
		Players: []report.SideJSON{{Name: "Ann", Team: "red"}, {Name: "Bo", Team: "blue"}, {Name: "Cy", Team: "red"},
			{Name: "Di"}},
		Items: []report.TimingJSON{{Item: "RA", By: "Bo", TakenMS: 50_000, LateMS: ms(0)},
			{Item: "RA", By: "Cy", TakenMS: 60_000, LateMS: ms(15_000)},
			{Item: "RA", By: "Di", TakenMS: 70_000, LateMS: ms(90_000)},
			{Item: "RA", TakenMS: 80_000}, {Item: "YA", By: "Bo", TakenMS: 90_000}}}
	svg := string(timing(d, "RA", func(n int64) string { return fmt.Sprint(n/1000, " s") }))
	dots := regexp.MustCompile(`<circle class="(\w+)" cx="([\d.]+)" cy="([\d.]+)" r="4"><title>(.*?)</title>`)
	var got []string
	for _, m := range dots.FindAllStringSubmatch(svg, -1) {
		got = append(got, strings.Join(m[1:], " "))
	}
	want := []string{"second 500.0 62.0 50 s Bo, 0.0 s late", "first 600.0 35.0 60 s Cy, 15.0 s late",
		"other 700.0 8.0 70 s Di, 90.0 s late", "none 800.0 62.0 80 s , not known how late"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEmptyCharts checks that there are no charts of nothing.
func TestEmptyCharts(t *testing.T) {
	_, rec := recording.NewRecorder(sim.Header{})
	for what, chart := range map[string]template.HTML{"advantage": advantage(new(report.Document)),
		"advantage of no time": advantage(&report.Document{Lead: new(report.AdvantageJSON)}),
		"heat":                 heatOf(rec, 0, time.Minute).svg()} {
		if chart != "" {
			t.Errorf("%s of nothing: %s", what, chart)
		}
	}
}
