package viewer

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/session"
)

// chosenRow returns the index of the highlighted row among those of the report that are visible, and how many rows can
// be clicked; the index is -1 if no row is highlighted.
func chosenRow(d *driver) (row, rows int) {
	l := &d.a.screen.layout.layers[layerConcerns+1]
	row = -1
	for _, a := range l.HitAreas {
		if a.Do.Verb != panel.VerbEvent || a.Tip != "Show it" {
			continue
		}
		for _, op := range l.Ops {
			if op.Kind == panel.OpRound && op.Color == d.a.prefs.theme.Selected && op.Rect.Y == a.Rect.Y {
				row = rows
			}
		}
		rows++
	}
	return row, rows
}

// TestTheReportTakesTheKeys checks that the arrow keys choose a row of an open report, and that Enter does what a click
// on the row does; neither the speed nor the time changes meanwhile.
func TestTheReportTakesTheKeys(t *testing.T) {
	d := open(t, -1280, -720, single, 30*time.Second)
	d.report("Timing")
	d.tick(2)
	if row, rows := chosenRow(d); row >= 0 || rows < 3 {
		t.Fatalf("row %d of %d is chosen at first", row, rows)
	}
	for _, step := range []struct {
		key  string
		want int
	}{
		{"Down", 0}, {"Down", 1}, {"Down", 2}, {"Up", 1}, {"Home", 0}, {"Up", 0}, {"PgDn", -1}, {"PgUp", -1}, {"End", -1},
		{"Home", 0}, {"Left", 0}, {"Right", 0},
	} {
		d.key(step.key)
		d.tick(1)
		if row, rows := chosenRow(d); row < 0 || row >= rows || step.want >= 0 && row != step.want {
			t.Errorf("after %s, row %d of %d is chosen, want %d", step.key, row, rows, step.want)
		}
	}
	if d.wantPos(30 * time.Second); d.a.timeline.Play.Speed() != 1 {
		t.Errorf("the speed is %v", d.a.timeline.Play.Speed())
	}
	d.key("Down")
	d.key("Enter")
	if d.a.parts.On(action.MatchReport) || d.pos() == 30*time.Second {
		t.Errorf("after Enter, the report is open: %v, at %v", d.a.parts.On(action.MatchReport), d.pos())
	}
	d.key("Home")
	d.wantPos(0)
}

// TestTheKeysChooseANumber checks that Left and Right choose a number of a row, and that Enter lists its moments.
func TestTheKeysChooseANumber(t *testing.T) {
	d := open(t, -1280, -720, single, 30*time.Second)
	d.report("Fights")
	d.key("End", "Right", "Left", "Enter")
	d.until("the search has the moments", d.finding)
	if d.a.parts.On(action.MatchReport) && strings.Contains(d.layerTexts(layerConcerns+1), "Fights") {
		t.Error("the report covers the moments")
	}
	d.wantPos(30 * time.Second)
	if text := string(d.a.find.Text); !strings.Contains(text, "kind:") {
		t.Errorf("it asks %q", text)
	}
}

// TestEscGoesBackToTheReport checks that Esc goes back from a row's moment to the table, with the row still chosen, and
// only then closes the report and lets go of the player; and that the message's button goes back, too.
func TestEscGoesBackToTheReport(t *testing.T) {
	d := open(t, -1280, -720, single, 30*time.Second)
	d.report("Timing")
	d.key("Down", "Down", "Down", "Enter")
	d.tick(2)
	slot := d.a.watch.Slot()
	if d.a.parts.On(action.MatchReport) || slot < 0 || !d.says("goes back") {
		t.Fatalf("the report is open: %v, followed is %d", d.a.parts.On(action.MatchReport), slot)
	}
	d.key("Esc")
	d.tick(2)
	if row, _ := chosenRow(d); row != 2 || d.a.watch.Slot() != slot || d.says("goes back") {
		t.Errorf("back in the report, row %d is chosen, followed is %d", row, d.a.watch.Slot())
	}
	d.key("Enter")
	d.tick(2)
	d.button(action.MatchReport)
	d.tick(2)
	if row, _ := chosenRow(d); row != 2 || d.says("goes back") {
		t.Errorf("back by the button, row %d is chosen", row)
	}
	d.key("Esc")
	if d.a.parts.On(action.MatchReport) || d.a.watch.Slot() != slot {
		t.Errorf("the report is open: %v, followed is %d", d.a.parts.On(action.MatchReport), d.a.watch.Slot())
	}
	if d.key("Esc"); d.a.watch.Slot() >= 0 {
		t.Error("the player is still followed")
	}
}

// TestWorstDeathsAreWhole checks that the table of deaths says whose they are and how many there are, and that no text in
// it is cut.
func TestWorstDeathsAreWhole(t *testing.T) {
	d := open(t, -1280, -720, single, 30*time.Second)
	d.key("2")
	d.report("Worst deaths")
	d.tick(2)
	text := d.layerTexts(layerConcerns + 1)
	if name := d.a.watch.Followed().Profile.Name.Plain; !strings.Contains(text, "Worst deaths of "+name+": ") ||
		!strings.Contains(text, ", costliest first") || !strings.Contains(text, "With") {
		t.Errorf("it says %s", text)
	}
	if strings.Contains(text, "…") || strings.Contains(text, "Faint numbers") {
		t.Errorf("it says %s", text)
	}
}

// TestUnderlinedNumbersAreTheirMoments checks that a click on a number of the report lists as many moments as the number
// says, and for a score only what the player did himself.
func TestUnderlinedNumbersAreTheirMoments(t *testing.T) {
	d := open(t, -1280, -720, single, 30*time.Second)
	for _, tab := range []string{"Items", "Who killed whom", "Fights"} {
		d.report(tab)
		d.tick(2)
		l, some := &d.a.screen.layout.layers[layerConcerns+1], false
		for _, a := range l.HitAreas {
			i := slices.IndexFunc(l.Ops, func(op panel.Op) bool {
				x, y := op.Rect.Center()
				return op.Kind == panel.OpText && a.Rect.Contains(x, y)
			})
			if a.Do.Verb != panel.VerbAsk || i < 0 {
				continue
			}
			first, _, _ := strings.Cut(l.Ops[i].Text, " ")
			n, err := strconv.Atoi(first)
			if some = true; err != nil {
				t.Errorf("%s: %q can be clicked", tab, l.Ops[i].Text)
			}
			q, err := query.Parse(a.Do.Text)
			if err != nil {
				t.Fatal(err)
			}
			found, _ := q.Find(context.Background(), query.Source{Recording: d.a.session.Recording()})
			if strings.Contains(a.Do.Text, ",map_death,") { // a score
				for _, m := range found.Moments {
					if m.Who != found.Moments[0].Who {
						t.Errorf("%s lists what %v did", a.Do.Text, m.Profile)
					}
				}
			} else if tab != "Fights" && len(found.Moments) != n { // the game reports some numbers of fights
				t.Errorf("%s: %d has %d moments of %s", tab, n, len(found.Moments), a.Do.Text)
			}
		}
		if !some {
			t.Errorf("%s has no numbers to click", tab)
		}
		d.key("Esc")
	}
}

// TestItemsNobodyTookHaveRows checks that an item of the map that nobody took in a match has a row in the report and in
// item control.
func TestItemsNobodyTookHaveRows(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(), "demos/qw/mvd/p28-ext/4on4_*dm3?20260327-0930.mvd"))
	if len(files) == 0 {
		t.Skip("the demo is missing")
	}
	d := drive(t, -1280, -720, Options{Files: files[:1], Demos: session.Files{}, Paused: true})
	d.until("the demo is read", func() bool {
		if !d.a.open() {
			return false
		}
		_, finished := d.a.session.Recording().Progress()
		return finished
	})
	d.a.parts.set(action.PanelItems, true)
	d.report("Items")
	d.tick(2)
	if text := d.layerTexts(layerConcerns + 1); !strings.Contains(text, "Red Armour") {
		t.Errorf("the report says %s", text)
	}
	row := d.a.timeline.Items()[0]
	if row.Name != "RA" || row.Total != "not taken" {
		t.Errorf("the first row of item control is %s, %s", row.Name, row.Total)
	}
}
