package panel

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// layoutCase is a panel, with what it shows and offers where there is room for everything.
type layoutCase struct {
	layOut func(p *Pen, window draw.Rect) List
	shows  []string  // texts, or parts of texts
	offers []Command // of clicks
}

var (
	ann = &sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Ann of the Long Name, First of Her Clan"),
		Team: sim.TeamRed}
	bert = &sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("Bert"), Team: sim.TeamBlue, Clan: "[xyz]"}
	cleo = &sim.Profile{Slot: sim.SlotAt(2), Name: sim.PlainText("Cleo"), Team: sim.TeamSpectator}
)

func layoutWorld() *sim.World {
	return &sim.World{Time: 10 * time.Minute, Players: []sim.Player{
		{Slot: ann.Slot, Profile: ann, Life: sim.Alive, Visible: true, Frags: 21, Deaths: 7, Ping: 30, Loss: 2,
			Choke:        3,
			EnteredKnown: true, Entered: 3 * time.Minute},
		{Slot: bert.Slot, Profile: bert, Life: sim.Dead, Visible: true, Frags: -3, Deaths: 19,
			Ping: sim.Unknown, Bot: true},
		{Slot: cleo.Slot, Profile: cleo, Life: sim.Spectating, Frags: sim.Unknown, Deaths: sim.Unknown, Ping: 12},
	}}
}

func act(id action.ID) Command { return Command{Verb: VerbAction, ID: id} }

func keyLabel(action.ID) string { return "Ctrl+K" }

// layoutCases lists the panels that have little else to be tested for.
var layoutCases = map[string]layoutCase{
	"scores": {func(p *Pen, m draw.Rect) List {
		l, _ := Scores(p, m, ScoresView{World: layoutWorld(), Teams: true, Followed: 0, Heading: "Duel on arena1",
			Score: [sim.TeamCount]int16{sim.TeamRed: 21, sim.TeamBlue: -3}})
		return l
	}, []string{"Duel on arena1", "Bert", "21", "-3", "19", "bot", "[xyz]", "30 −3, 2 %", "Spectators", "Cleo", "--"},
		[]Command{act(action.Scoreboard), act(action.MatchReport), {Verb: VerbFollow, Index: 1}}},
	"scores with a report": {func(p *Pen, m draw.Rect) List {
		l, _ := Scores(p, m, ScoresView{World: layoutWorld(), Followed: 1, Heading: "Heading", Hidden: true,
			Columns: []Column{{Title: "dmg", Width: 60, Tip: "damage"}, {Title: "eff", Width: 50}},
			Numbers: map[int]*ScoreNumbers{0: {Frags: "kind:frag by:ann",
				Row: TableRow{Cells: []Cell{{Text: "Ann"}, {Text: "4711"}, {Text: "75"}}}}}})
		return l
	}, []string{"the score is hidden", "dmg", "eff", "4711", "75", "Frags", "Deaths"},
		[]Command{{Verb: VerbAsk, Text: "kind:frag by:ann"}}},
	"counted scores": {func(p *Pen, m draw.Rect) List {
		l, _ := Scores(p, m, ScoresView{World: layoutWorld(), Followed: -1, Heading: "Heading", Held: true,
			Tally: Tally{0: {Frags: 4, Deaths: 2}, 2: {Frags: 5}}})
		return l
	}, []string{"counted since the recording began"}, []Command{act(action.Scoreboard)}},
	"top": {func(p *Pen, m draw.Rect) List {
		l, _ := Top(p, topOf(m), TopView{Demo: "final.mvd", Game: "QuakeWorld", POV: "Ann's view",
			Map:   []string{"The Bad Place (dm4)", "dm4"},
			Doubt: "no map", DoubtTip: "The map is not there.", Clock: "3:12", Note: "Overtime",
			Chips: []Chip{{"red", 5, draw.Hex(0xff0000)}, {"blue", sim.Unknown, draw.Hex(0x0000ff)}},
			Live:  LiveMark{Text: "LIVE", Tip: "It grows.", On: true}, KeyLabel: keyLabel})
		return l
	}, []string{"final.mvd", "QuakeWorld", "The Bad Place (dm4)", "Ann's view", "no map", "3:12", "Overtime",
		"red 5", "blue", "LIVE"},
		[]Command{act(action.End), act(action.GameFolder)}},
	"top with messages": {func(p *Pen, m draw.Rect) List {
		l, rest := Top(p, topOf(m), TopView{Demo: "final.mvd", Clock: "3:12", Messages: true,
			Live: LiveMark{Text: "ENDED"}})
		if rest.W > m.W || rest.X < m.X {
			panic(fmt.Sprint("messages at ", rest))
		}
		return l
	}, []string{"final.mvd", "3:12", "ENDED"}, []Command{act(action.End)}},
	"welcome": {func(p *Pen, m draw.Rect) List {
		return Welcome(p, m, WelcomeView{Offers: []Offer{{action.Open, "Open"}, {action.GameFolder, "Folder"}},
			KeyLabel: keyLabel,
			Continue: Card{Name: "last.dm_68", Facts: "q3dm6, 5:10, 10:00", At: "5:31", Done: 0.5},
			Recent: []Card{{Name: "last.dm_68"}, {Name: "older.dem", Facts: "dm2"}, {Name: "oldest.dm2",
				At: "1:00"}}})
	}, []string{"Fragscope", "Open", "Folder", "Continue last.dm_68", "q3dm6, 5:10, 10:00", "5:31", "older.dem",
		"dm2", "oldest.dm2"},
		[]Command{act(action.Open), act(action.Continue), {Verb: VerbOpen, Index: 1}, {Verb: VerbOpen, Index: 2}}},
	"welcome, opening": {func(p *Pen, m draw.Rect) List {
		return Welcome(p, m, WelcomeView{Busy: "new.mvd", Recent: []Card{{Name: "older.dem"}}})
	}, []string{"Opening new.mvd …", "older.dem"}, []Command{{Verb: VerbOpen}}},
	"rows": {func(p *Pen, m draw.Rect) List {
		v := RowsView{Title: "Bookmarks", Note: "3 of 40", Delete: true, Rows: []Row{
			{Lead: "0:12", Spans: []Span{{Text: "a moment", Face: Body}}, Note: "level 1"},
			{Spans: []Span{{Text: "Save", Face: Body}}, Button: true, Note: "all"}, {Lead: "1:02:03"}}}
		l, _ := Rows(p, m, v)
		return l
	}, []string{"Bookmarks", "3 of 40", "0:12", "a moment", "level 1", "Save", "all", "1:02:03"},
		[]Command{{Verb: VerbClose}, {Verb: VerbChoose, Index: 2}, {Verb: VerbDelete, Index: 1}}},
	"rows in columns": {func(p *Pen, m draw.Rect) List {
		l, _ := Rows(p, m, RowsView{Title: "Runs", Aspect: 1.5, Columns: []Column{{Title: "Name", Words: true},
			{Title: "Time", Width: 80},
			{Title: "Map", Width: 90, Left: true}}, Rows: []Row{{Cells: []string{"Ann", "25.488", "run1"}}}})
		return l
	}, []string{"Runs", "Name", "Time", "Map", "Ann", "25.488", "run1"}, []Command{{Verb: VerbChoose}}},
	"no rows": {func(p *Pen, m draw.Rect) List {
		l, room := Rows(p, m, RowsView{Title: "Bookmarks", Empty: "There are none."})
		if room != 0 {
			panic("nothing scrolls")
		}
		return l
	}, []string{"There are none."}, []Command{{Verb: VerbClose}}},
	"popup": {func(p *Pen, m draw.Rect) List {
		return Popup(p, m, PopupView{X: m.X + m.W*0.9, Y: m.Y + m.H*0.9, Title: "Ann", Chosen: 1, Groups: [][]Entry{
			{{Name: "Follow", Key: "F"}, {Name: "Hide the others", Switch: SwitchOn}}, {{Name: "Report",
				Why: "There is none yet."}}}})
	}, []string{"Ann", "Follow", "Hide the others", "Report"}, []Command{{Verb: VerbChoose}, {Verb: VerbChoose,
		Index: 2}}},
	"menu": {func(p *Pen, m draw.Rect) List {
		l, _ := Menu(p, m, MenuView{Groups: []string{"All", "View", "Demo"}, Group: 1, Chosen: 1, Entries: []Entry{
			{Name: "Trails", Help: "Shows where players went.", Key: "T", Switch: SwitchOn, ID: "trails"},
			{Name: "Volume", Value: "50 %", Switch: SwitchOff, Help: "Sets the volume."},
			{Name: "Clip", Why: "No demo is open."}, {Kind: "player", Spans: []Span{{Text: "Bert", Face: Body}}}}})
		return l
	}, []string{"All", "View", "Demo", "Trails", "Volume", "50 %", "Clip", "Bert", "T"},
		[]Command{{Verb: VerbChoose, Index: 3}}},
	"empty menu": {func(p *Pen, m draw.Rect) List {
		l, _ := Menu(p, m, MenuView{Empty: "Nothing is called that."})
		return l
	}, []string{"Nothing is called that."}, nil},
	"manual": {func(p *Pen, m draw.Rect) List {
		l, _, _ := Help(p, m, nil, ManualView{Tabs: []string{"Keys", "Formats"}, Tab: 1, Reveal: -1,
			Lines: []ManualLine{
				{Kind: ManualHead, Text: "Formats", Link: true}, {Text: strings.Repeat("many words ", 60)},
				{Kind: ManualItem, Text: "an item"}, {Kind: ManualCode, Text: "fragscope help"}, {Kind: ManualEntry,
					Lead: ".mvd", Text: "QuakeWorld"}}})
		return l
	}, []string{"Keys", "Formats", "many words", "an item", "fragscope help", ".mvd", "QuakeWorld"},
		[]Command{{Verb: VerbClose}}},
	"keys": {func(p *Pen, m draw.Rect) List {
		l, _, _ := Help(p, m, []action.Action{action.Row(action.View, "trails", "T", "Trails",
			"Shows where players went."),
			action.Row(action.View, "heat", "Ctrl+H", "Heat map", "Shows where players were."),
			action.Row(action.Files, "open", "O", "Open", "Opens a demo.")}, ManualView{Tabs: []string{"Keys"},
			Reveal: -1})
		return l
	}, []string{"Trails", "Heat map", "Open", "Ctrl+H"}, []Command{{Verb: VerbClose}}},
	"band": {func(p *Pen, m draw.Rect) List {
		return Band(p, topOf(m), BandView{Storeys: []string{"1", "2", "3"}, Watched: 1, Print: sim.PlainText("FIGHT!")})
	}, []string{"A", "1", "2", "3", "FIGHT!"}, []Command{act(action.StoreyAuto), {Verb: VerbFocusStorey, Index: 2}}},
	"legend": {func(p *Pen, m draw.Rect) List {
		return LegendBar(p, m, &Legend{Icon: draw.IconClose, Close: "heat", Tip: "Close the heat map",
			Parts: []LegendPart{{Text: "12 deaths"}, {Text: "all players", ID: "who", Key: "W"}}})
	}, []string{"12 deaths", "all players", "W"}, []Command{act("who"), act("heat")}},
	"range": {func(p *Pen, m draw.Rect) List {
		return Range(p, m, RangeView{From: time.Second, To: 3 * time.Second, Buttons: []RangeButton{
			{ID: "report", Text: "Report"}, {ID: "heat", Text: "Heat"}, {ID: "film", Text: "Film"}}})
	}, []string{"Report", "Heat", "Film"}, []Command{act("report"), act("heat"), act("film"),
		act(action.LoopClear)}},
	"band with events": {func(p *Pen, m draw.Rect) List {
		return Band(p, topOf(m), BandView{Feed: &FeedView{Now: 10 * time.Second, Events: layoutEvents()}})
	}, []string{"Bert"}, nil},
	"hover": {func(p *Pen, m draw.Rect) List {
		events := layoutEvents()
		return Hover(p, m, m.X+m.W/2, m.Bottom(), HoverView{At: 9 * time.Second, Chapter: "Overtime",
			About:  "He could not see it coming.",
			Events: []*sim.Event{&events[0], &events[1]}, PictureW: 100, PictureH: 60})
	}, []string{"0:09", "Overtime", "Bert", "He could not see it coming."}, nil},
	"tip": {func(p *Pen, m draw.Rect) List {
		return Tip(p, m, draw.Rect{X: m.Right() - 30, Y: m.Y + 10, W: 20, H: 20}, m.Right()-20,
			"Shows where players went, and when")
	}, []string{"Shows where players went"}, nil},
	"about": {func(p *Pen, m draw.Rect) List {
		return About(p, m, m.Right()-10, m.Bottom()-10, "Rocket Launcher", []string{"taken by Bert", "back at 0:30"})
	}, []string{"Rocket Launcher", "taken by Bert", "back at 0:30"}, nil},
	"center print": {func(p *Pen, m draw.Rect) List {
		return CenterPrint(p, m, sim.PlainText("The match\nbegins in 5"))
	}, []string{"The match", "begins in 5"}, nil},
	"scrim": {func(p *Pen, m draw.Rect) List { return Scrim(p, m, true) }, nil, []Command{{Verb: VerbClose}}},
	"key prompt": {func(p *Pen, m draw.Rect) List { return KeyPrompt(p, m, "Trails", "Press the new key") },
		[]string{"Trails", "Press the new key"}, nil},
}

func layoutEvents() []sim.Event {
	return []sim.Event{{Time: 8 * time.Second, Kind: sim.EventObituary, Slot: bert.Slot, Attacker: ann.Slot,
		Profile:         bert,
		AttackerProfile: ann, Weapon: sim.WeaponRailgun}, {Time: 9 * time.Second, Kind: sim.EventCapture,
		Slot:    bert.Slot,
		Profile: bert, Team: sim.TeamRed}}
}

func topOf(m draw.Rect) draw.Rect { return draw.Rect{X: m.X, Y: m.Y, W: m.W, H: 40} }

// textsOf returns the texts of a list, one a line.
func textsOf(l *List) string {
	var texts []string
	for _, op := range l.Ops {
		if op.Kind == OpText {
			texts = append(texts, op.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// TestLayouts lays out panels in windows of many sizes, with a mouse and for touch. It checks that all texts and areas
// for the mouse are inside the panel and the panel inside the window and that, where there is room, everything is
// shown and offered.
func TestLayouts(t *testing.T) {
	for name, c := range layoutCases {
		for _, size := range [][2]float32{{500, 320}, {800, 500}, {1280, 720}, {1920, 1080}, {3840, 2160}} {
			for _, touch := range []bool{false, true} {
				p := pen()
				p.Touch = touch
				window := draw.Rect{X: 10, Y: 20, W: size[0], H: size[1]}
				l := c.layOut(p, window)
				where := fmt.Sprint(name, " in ", size, ", touch ", touch)
				checkInside(t, where, &l, window)
				if size[0] == 1920 && !touch {
					checkShown(t, where, &l, c)
				}
			}
		}
	}
}

func checkInside(t *testing.T, where string, l *List, window draw.Rect) {
	t.Helper()
	within := func(r, in draw.Rect) bool {
		const off = 1.5
		return r.X >= in.X-off && r.Right() <= in.Right()+off && r.Y >= in.Y-off && r.Bottom() <= in.Bottom()+off
	}
	if !within(l.Area, window) && !strings.HasPrefix(where, "hover") { // which is above the point
		t.Errorf("%s: the panel is at %v", where, l.Area)
	}
	for _, op := range l.Ops {
		if op.Kind == OpText && op.Text != "" && !within(op.Rect, l.Area) {
			t.Errorf("%s: %q is at %v, the panel at %v", where, op.Text, op.Rect, l.Area)
		}
	}
	for _, a := range l.HitAreas {
		if !within(a.Rect, l.Area) {
			t.Errorf("%s: %+v is at %v, the panel at %v", where, a.Do, a.Rect, l.Area)
		}
	}
}

func checkShown(t *testing.T, where string, l *List, c layoutCase) {
	t.Helper()
	texts := textsOf(l)
	for _, want := range c.shows {
		if !strings.Contains(texts, want) {
			t.Errorf("%s: %q is not among %q", where, want, texts)
		}
	}
	for _, want := range c.offers {
		if !slices.ContainsFunc(l.HitAreas, func(a HitArea) bool {
			return a.Do.Verb == want.Verb && a.Do.ID == want.ID && a.Do.Index == want.Index && a.Do.Text == want.Text
		}) {
			t.Errorf("%s: %+v is not offered", where, want)
		}
	}
}

// TestHotRows checks that the row under the mouse looks different, in panels with rows.
func TestHotRows(t *testing.T) {
	for _, name := range []string{"scores", "rows", "popup", "menu", "welcome", "top", "band"} {
		c, window := layoutCases[name], draw.Rect{W: 1920, H: 1080}
		cold := c.layOut(pen(), window)
		for _, want := range c.offers {
			i := slices.IndexFunc(cold.HitAreas, func(a HitArea) bool {
				return a.Do.Verb == want.Verb &&
					a.Do.ID == want.ID && a.Do.Index == want.Index
			})
			if i < 0 || want.ID == action.MatchReport {
				continue
			}
			p := pen()
			r := cold.HitAreas[i].Rect
			p.MouseX, p.MouseY = r.X+r.W/2, r.Y+r.H/2
			if hot := c.layOut(p, window); slices.Equal(hot.Ops, cold.Ops) && i > 0 {
				t.Errorf("%s: %+v looks the same under the mouse", name, want)
			}
		}
	}
}

// TestScrollingRows checks that every row of long lists can be scrolled to, and no farther.
func TestScrollingRows(t *testing.T) {
	v := RowsView{Title: "Bookmarks", Chosen: -1}
	for i := range 60 {
		v.Rows = append(v.Rows, Row{Lead: fmt.Sprint("row ", i)})
	}
	window, seen := draw.Rect{W: 900, H: 500}, map[string]bool{}
	_, room := Rows(pen(), window, v)
	if room <= 0 {
		t.Fatal("60 rows fit")
	}
	var last string
	for v.Scroll = 0; v.Scroll <= room+500; v.Scroll += RowHeight {
		l, now := Rows(pen(), window, v)
		if now != room {
			t.Errorf("scrolled by %g, the range is %g instead of %g", v.Scroll, now, room)
		}
		last = textsOf(&l)
		for text := range strings.Lines(last) {
			seen[strings.TrimSpace(text)] = true
		}
	}
	for i := range v.Rows {
		if !seen[v.Rows[i].Lead] {
			t.Errorf("%s cannot be scrolled to", v.Rows[i].Lead)
		}
	}
	if !strings.HasSuffix(last, "row 59") {
		t.Errorf("at the end there is %q", last)
	}
}

// TestMessages checks that messages share the row, that each can be closed, and that of many only the last are shown.
func TestMessages(t *testing.T) {
	list := []NoticeView{{Text: "first"}, {Text: "second", Error: true, Sticky: true, Button: "Open", Do: action.Open},
		{Text: strings.Repeat("third ", 80), Loading: true, Done: 0.25}}
	for _, width := range []float32{300, 640, 1400} {
		row := draw.Rect{X: 50, Y: 10, W: width, H: 34}
		out := Messages(pen(), row, list)
		if len(out) != MessagesMost {
			t.Fatalf("%d messages", len(out))
		}
		right := row.X
		for i := range out {
			if a := out[i].Area; a.X < right-1 || a.Right() > row.Right()+1 {
				t.Errorf("in %g: message %d is at %v", width, i, a)
			}
			right = out[i].Area.Right()
			if !slices.ContainsFunc(out[i].HitAreas, func(a HitArea) bool {
				return a.Do.Index == i+1 &&
					a.Do.Verb != 0
			}) && i == 0 {
				t.Errorf("in %g: message %d offers %+v", width, i, out[i].HitAreas)
			}
		}
		if texts := textsOf(&out[0]); width > 600 && (!strings.Contains(texts, "second") ||
			!strings.Contains(texts, "Open")) {
			t.Errorf("in %g: %q", width, texts)
		}
	}
}
