package panel

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

func pen() *Pen {
	theme := draw.Dark()
	return &Pen{Theme: &theme, Type: draw.New(), MouseX: -1, MouseY: -1}
}

func TestFormats(t *testing.T) {
	const s, m, h = time.Second, time.Minute, time.Hour
	for _, c := range []struct{ got, want string }{
		{FormatTime(0), "0:00"}, {FormatTime(3*m + 12*s + 999*time.Millisecond), "3:12"},
		{FormatTime(h + 2*m + 3*s), "1:02:03"}, {FormatTime(-5 * s), "-0:05"},
		{FormatTenths(3*m + 12*s + 480*time.Millisecond), "3:12.4"}, {FormatTenths(h + 5*s), "1:00:05.0"},
		{FormatTenths(-s), "-0:01.0"},
		{FormatExact(3*m + 12*s + 4*time.Millisecond), "3:12.004"},
		{FormatSpeed(1), "1×"}, {FormatSpeed(64), "64×"}, {FormatSpeed(0.5), "½×"}, {FormatSpeed(1.0 / 16), "1⁄16×"},
		{FormatSpeed(1.5), "1.5×"},
		{number(sim.Unknown), "--"}, {number(-3), "-3"},
		{ItemClock{State: sim.ItemTaken, Known: true, Left: 6100 * time.Millisecond}.ClockText(), "0:07"},
		{ItemClock{State: sim.ItemTaken}.ClockText(), "--"}, {ItemClock{}.ClockText(), "--"},
		{ItemClock{State: sim.ItemPresent}.ClockText(), "up"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestWrapKeepsAllWordsAndFits(t *testing.T) {
	p := pen()
	spans := []Span{
		{Text: "Amber", Face: Strong, Color: p.Theme.Red}, p.soft(" (team): "),
		p.word("they are at the (", p.Theme.Text), p.word("RED", p.Theme.Red), p.word(") door ", p.Theme.Text),
		p.word(strings.Repeat("w", 60), p.Theme.Text), p.word(" end", p.Theme.Text),
	}
	want := words(spans)
	for w := float32(60); w < 700; w += 7 {
		lines := p.Wrap(spans, w, 100)
		var all []string
		for _, l := range lines {
			if got := p.wide(l); got > w+p.Width(" ", Body)+1 {
				t.Errorf("a line of %v in %v: %q", got, w, words(l))
			}
			all = append(all, words(l))
		}
		joined := strings.Join(all, "")
		if joined != want {
			t.Fatalf("in %v: %q", w, joined)
		}
		if strings.Contains(strings.Join(all, "|"), "(|RED") && w > 100 {
			t.Errorf("in %v: broken inside a word: %q", w, all)
		}
	}
	if n := len(p.Wrap(spans, 60, 3)); n != 3 {
		t.Errorf("%d lines of at most 3", n)
	}
}

func TestFit(t *testing.T) {
	p := pen()
	const s = "a rather long nickname ©"
	for w := float32(0); w < 200; w += 3 {
		got, width := p.Fit(s, Body, w)
		if width > w+0.51 || got != s && got != "" && !strings.HasSuffix(got, "…") {
			t.Errorf("in %v: %q of %v", w, got, width)
		}
	}
}

func TestScaleOfTheTimeLine(t *testing.T) {
	s := TimeScale(draw.Rect{X: 100, W: 1032}, false, 0, 1000*time.Second)
	if s.Place(0) != 116 || s.Place(1000*time.Second) != 1116 || s.Time(616) != 500*time.Second {
		t.Errorf("%v, %v, %v", s.Place(0), s.Place(1000*time.Second), s.Time(616))
	}
	from, to := s.Zoom(366, 0.5, 1000*time.Second)
	if at := (Scale{s.X, s.W, from, to}).Time(366); at != 250*time.Second || to-from != 500*time.Second {
		t.Errorf("%v to %v, %v under the mouse", from, to, at)
	}
	if from, to = s.Zoom(366, 99, 1000*time.Second); from != 0 || to != 1000*time.Second {
		t.Errorf("%v to %v", from, to)
	}
	if from, to = s.Zoom(1116, 0.0001, 1000*time.Second); to-from != 2*time.Second || to > 1000*time.Second {
		t.Errorf("%v to %v", from, to)
	}
	if from, to = Follow(0, 100*time.Second, 150*time.Second, 1000*time.Second); from != 140*time.Second ||
		to != 240*time.Second {
		t.Errorf("%v to %v", from, to)
	}
	if (Scale{}).Place(5) != 0 {
		t.Error("an empty scale")
	}
}

func TestMarksOfHigherRankWin(t *testing.T) {
	theme := draw.Dark()
	a, b := &sim.Profile{Slot: sim.SlotAt(0), Team: sim.TeamRed}, &sim.Profile{Slot: sim.SlotAt(1), Team: sim.TeamBlue}
	events := []sim.Event{
		{Time: 10 * time.Second, Kind: sim.EventChat, Slot: sim.SlotAt(0), Profile: a},
		{Time: 10 * time.Second, Kind: sim.EventObituary, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(1), Profile: a,
			AttackerProfile: b},
		{Time: 10 * time.Second, Kind: sim.EventPrint},
		{Time: 50 * time.Second, Kind: sim.EventCapture, Slot: sim.SlotAt(1), Team: sim.TeamRed, Profile: b},
		{Time: 99 * time.Second, Kind: sim.EventChat, Slot: sim.SlotAt(0), Profile: a},
	}
	s := Scale{W: 1000, To: 100 * time.Second}
	marks, busy := MakeMarks(&theme, events, s, true, -1)
	if len(marks) != 3 || marks[0].Color != theme.Blue || marks[1].Color != theme.Red || len(busy) == 0 {
		t.Errorf("marks %+v", marks)
	}
	if marks, _ = MakeMarks(&theme, events, s, true, 0); marks[0].Color != theme.Bad {
		t.Errorf("the death of the followed player is %+v", marks[0])
	}
	if marks, _ = MakeMarks(&theme, events, Scale{W: 1000, From: 40 * time.Second, To: 60 * time.Second}, true,
		-1); len(marks) != 1 || marks[0].X < 499 || marks[0].X > 503 {
		t.Errorf("zoomed: %+v", marks)
	}
	if got := Near(events, s, 100, 4, -1, 1); len(got) != 1 || got[0] != 1 {
		t.Errorf("near 10 s: %v", got)
	}
	if got := Near(events, s, 700, 4, -1, 3); len(got) != 0 {
		t.Errorf("near 70 s: %v", got)
	}
}

func TestRanked(t *testing.T) {
	mk := func(slot int, team sim.Team, frags int16, life sim.Life) sim.Player {
		return sim.Player{Slot: sim.SlotAt(slot), Frags: frags, Life: life,
			Profile: &sim.Profile{Slot: sim.SlotAt(slot), Team: team}}
	}
	ps := []sim.Player{
		mk(0, sim.TeamBlue, 5, sim.Alive), mk(1, sim.TeamRed, 1, sim.Dead), mk(2, sim.TeamSpectator, 9, sim.Spectating),
		mk(3, sim.TeamRed, 7, sim.Alive), mk(4, sim.TeamBlue, 5, sim.Alive),
	}
	got := Ranked(ps, true)
	for i, want := range []int{3, 1, 0, 4, 2} {
		if got[i] != want {
			t.Fatalf("order %v", got)
		}
	}
	if got = Ranked(ps, false); got[0] != 3 || got[4] != 2 {
		t.Errorf("order without teams %v", got)
	}
}

// TestSpread checks that, if a layer is painted, everything that covers it or is covered by it is also painted.
func TestSpread(t *testing.T) {
	box := func(x, y, w, h float32, c uint8) *List {
		r := draw.Rect{X: x, Y: y, W: w, H: h}
		return &List{Area: r, Ops: []Op{{Kind: OpFill, Rect: r, Color: draw.Color{R: c, A: 255}}}}
	}
	none := &List{}
	left, right, tip := box(0, 0, 10, 10, 1), box(10, 0, 10, 10, 2), box(8, 8, 4, 2, 3)
	for _, c := range []struct {
		name   string
		layers []Layer
		want   []bool
	}{
		{"nothing changed", []Layer{{Now: left, Before: left}, {Now: right, Before: right}}, []bool{false, false}},
		{"one changed", []Layer{{Now: box(0, 0, 10, 10, 9), Before: left}, {Now: right, Before: right}},
			[]bool{true, false}},
		{"a tip appears", []Layer{{Now: left, Before: left}, {Now: right, Before: right}, {Now: tip, Before: none}},
			[]bool{true, true, true}},
		{"a tip goes", []Layer{{Now: left, Before: left}, {Now: right, Before: right}, {Now: none, Before: tip}},
			[]bool{true, true, true}},
		{"under a tip", []Layer{{Now: left, Before: left, Paint: true}, {Now: right, Before: right},
			{Now: tip, Before: tip}}, []bool{true, true, true}},
		{"a tip moves away", []Layer{{Now: left, Before: left}, {Now: right, Before: right},
			{Now: box(1, 1, 2, 2, 3), Before: box(12, 1, 2, 2, 3)}}, []bool{true, true, true}},
	} {
		Spread(c.layers)
		for i, l := range c.layers {
			if l.Paint != c.want[i] {
				t.Errorf("%s: layer %d: %v", c.name, i, l.Paint)
			}
		}
	}
}

// TestPartsThatChanged checks that, of a layer that overlaps no other painted layer, only the parts that look different
// are painted.
func TestPartsThatChanged(t *testing.T) {
	area := draw.Rect{W: 400, H: 100}
	panel := func(fills ...float32) *List {
		l := &List{Area: area, Ops: []Op{{Kind: OpFill, Rect: area}}}
		for _, x := range fills {
			l.Ops = append(l.Ops, Op{Kind: OpFill, Rect: draw.Rect{X: x, Y: 40, W: 10, H: 10}})
		}
		return l
	}
	part := func(x, w float32) draw.Rect { return draw.Rect{X: x - 2, Y: 38, W: w + 4, H: 14} }
	over := &List{Area: draw.Rect{X: 300, W: 20, H: 20},
		Ops: []Op{{Kind: OpFill, Rect: draw.Rect{X: 300, W: 20, H: 20}, Color: draw.Color{A: 255}}}}
	longer := panel(10)
	longer.Area.W = 420
	for _, c := range []struct {
		name        string
		before, now *List
		above       Layer
		want        []draw.Rect
	}{
		{"one moved", panel(10, 100), panel(10, 200), Layer{}, []draw.Rect{part(200, 10), part(100, 10)}},
		{"one moved a little", panel(100), panel(105), Layer{}, []draw.Rect{part(100, 15)}},
		{"one came between", panel(10, 200), panel(10, 100, 200), Layer{}, []draw.Rect{part(100, 10)}},
		{"one went", panel(10, 100), panel(10), Layer{}, []draw.Rect{part(100, 10)}},
		{"below another that stays", panel(10), panel(20), Layer{Now: over, Before: over}, nil},
		{"below another that goes", panel(10), panel(20), Layer{Now: &List{}, Before: over}, nil},
		{"larger", panel(10), longer, Layer{}, nil},
		{"too many", panel(0, 40, 80, 120, 160, 200, 240, 280), panel(20, 60, 100, 140, 180, 220, 260, 300),
			Layer{}, nil},
		{"all of it", panel(), &List{Area: area, Ops: []Op{{Kind: OpFill, Rect: area, Color: draw.Color{A: 9}}}},
			Layer{}, nil},
	} {
		layers := []Layer{{Now: c.now, Before: c.before}}
		if c.above.Now != nil {
			layers = append(layers, c.above)
		}
		Spread(layers)
		if !layers[0].Paint || !slices.Equal(layers[0].Parts, c.want) {
			t.Errorf("%s: %v, want %v", c.name, layers[0].Parts, c.want)
		}
	}
	forced := []Layer{{Now: panel(10), Before: panel(20), Paint: true}}
	if Spread(forced); forced[0].Parts != nil {
		t.Error("what has to be painted anyway is painted in parts")
	}
}

func TestFoldsByItself(t *testing.T) {
	for _, c := range []struct {
		w           float32
		a           Arrangement
		left, right bool
	}{
		{1280, Arrangement{}, true, true}, {800, Arrangement{}, true, false}, {600, Arrangement{}, false, false},
		{800, Arrangement{Right: Open}, false, true}, {1280, Arrangement{Left: Shut}, false, true},
		{500, Arrangement{Left: Open, Right: Open}, false, false},
	} {
		f := Arrange(c.w, 500, c.a)
		if (f.Left.W > 0) != c.left || (f.Right.W > 0) != c.right {
			t.Errorf("%v %+v: left %v, right %v", c.w, c.a, f.Left.W, f.Right.W)
		}
	}
}

// TestTheMapKeepsItsShare arranges windows of all sizes with everything open and checks that the map has 45 % of each,
// that everything else fits next to it, and that a visible block has whole rows.
func TestTheMapKeepsItsShare(t *testing.T) {
	checked, folded, lowered := 0, 0, 0
	for _, size := range [][2]float32{{800, 500}, {1000, 500}, {1024, 768}, {1280, 720}, {1366, 768}, {1920, 1080},
		{3840, 2160}} {
		for i := range 1 << 8 {
			on := func(bit int) bool { return i>>bit&1 != 0 }
			high := func(bit int, h float32) float32 {
				if on(bit) {
					return h
				}
				return 0
			}
			a := Arrangement{Storeys: on(0), Status: high(1, 44)}
			a.Blocks = Blocks{high(2, 56), high(3, BlockHeight(BlockItems, 9)), high(4, BlockHeight(BlockLanes, 16)),
				high(5, 220)}
			if on(6) {
				a.Left, a.Right, a.Heights = Open, Open, Open
			}
			a.Touch = on(7) && size[0] >= leftFrom
			f := Arrange(size[0], size[1], a)
			checked++
			if share := f.Map.W * f.Map.H / (size[0] * size[1]); share < mapShare-0.001 {
				t.Errorf("%v %+v: %.3f of the window is map", size, a, share)
			}
			rooms := []draw.Rect{f.Top, f.Left, f.Heights, f.Band, f.Map, f.Below, f.Right, f.Status, f.Transport}
			for k, r := range rooms {
				for _, o := range rooms[k+1:] {
					if r.W > 0 && r.H > 0 && o.W > 0 && o.H > 0 && r.Inset(0.5, 0.5).Overlaps(o.Inset(0.5, 0.5)) {
						t.Errorf("%v %+v: %v and %v", size, a, r, o)
					}
				}
			}
			if f.Left.W == 0 && size[0] >= leftFrom {
				folded++
			}
			for b, h := range f.Blocks {
				if h != a.Blocks[b] {
					lowered++
				}
				if h > 0 && BlockRows(Block(b), h) < 1 || h > a.Blocks[b] {
					t.Errorf("%v %+v: block %d is %v high", size, a, b, h)
				}
			}
		}
	}
	t.Logf("%d windows, in %d the players fold, %d blocks are lower", checked, folded, lowered)
	if folded == 0 || lowered == 0 {
		t.Error("nothing gave way")
	}
}

// TestLaneColors checks that no colour of the lanes can be mistaken for a team's, or for another of them.
func TestLaneColors(t *testing.T) {
	const least = 60 // minimum distance between two colours, 0 to 441
	for _, theme := range []draw.Theme{draw.Dark(), draw.ColorBlind()} {
		c := &theme.Lanes
		lanes := map[string]draw.Color{"health": c.Health, "green": c.GreenArmor, "yellow": c.YellowArmor,
			"red": c.RedArmor, "dead": c.Dead}
		for name, x := range lanes {
			for other, y := range lanes {
				if name != other && distance(x, y) < least {
					t.Errorf("%s: %s is like %s", theme.Name, name, other)
				}
			}
		}
		for w := range sim.WeaponCount {
			lanes[w.String()] = weaponColor(w)
		}
		for name, x := range lanes {
			for team := sim.TeamRed; team <= sim.TeamGreen; team++ {
				if d := distance(x, theme.Team(team)); d < least {
					t.Errorf("%s: %s is like team %v: %.0f", theme.Name, name, team, d)
				}
			}
		}
	}
}

func distance(a, b draw.Color) float64 {
	d := func(x, y uint8) float64 { return (float64(x) - float64(y)) * (float64(x) - float64(y)) }
	return math.Sqrt(d(a.R, b.R) + d(a.G, b.G) + d(a.B, b.B))
}

func TestAPowerupIsSaidOnce(t *testing.T) {
	who := &sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("Basalt")}
	events := []sim.Event{
		{Time: time.Second, Kind: sim.EventPickup, Slot: sim.SlotAt(1), Item: sim.ItemQuad, Profile: who},
		{Time: time.Second, Kind: sim.EventPowerup, Slot: sim.SlotAt(1), Powerup: sim.PowerupQuad, Profile: who},
		{Time: 9 * time.Second, Kind: sim.EventPickup, Item: sim.ItemQuad},
	}
	for i, want := range []bool{true, false, false} {
		if saidTwice(events, i) != want {
			t.Errorf("event %d: %v", i, !want)
		}
	}
	l, _, _ := Feed(pen(), draw.Rect{W: 230, H: 500}, FeedView{Events: events, Now: time.Minute})
	rows := 0
	for _, s := range l.HitAreas {
		if s.Do.Verb == VerbEvent {
			rows++
		}
	}
	if rows != 2 {
		t.Errorf("%d rows", rows)
	}
}

// TestBoardKeepsItsColumns lays out a help computer, wide words in narrow columns, and a board too large for
// the window.
func TestBoardKeepsItsColumns(t *testing.T) {
	cell := func(line, from, to int, align sim.ScreenTextAlign, text string) sim.ScreenTextCell {
		return sim.ScreenTextCell{Line: line, From: from, To: to, Align: align, Text: sim.PlainText(text)}
	}
	for name, b := range map[string]*sim.ScreenText{
		"help computer": {Lines: 4, Columns: 26, Cells: []sim.ScreenTextCell{
			cell(0, 10, 16, sim.AlignCenter, "Unit 1"),
			cell(2, 0, 5, sim.AlignLeft, "kills"), cell(2, 10, 15, sim.AlignLeft, "goals"),
			cell(2, 19, 26, sim.AlignLeft, "secrets"), cell(3, 1, 6, sim.AlignRight, "3/ 20"),
			cell(3, 11, 14, sim.AlignRight, "1/2"), cell(3, 21, 24, sim.AlignRight, "0/5"),
		}},
		"wide words": {Lines: 1, Columns: 20, Cells: []sim.ScreenTextCell{
			cell(0, 0, 6, sim.AlignLeft, "WWWWWW"), cell(0, 8, 14, sim.AlignCenter, "MMMMMM"),
			cell(0, 16, 20, sim.AlignRight, "@@@@"),
		}},
		"too large": {Lines: 60, Columns: 300, Cells: []sim.ScreenTextCell{
			cell(0, 0, 5, sim.AlignLeft, "first"), cell(59, 290, 300, sim.AlignRight, "the end"),
		}},
	} {
		m := draw.Rect{X: 200, Y: 34, W: 600, H: 400}
		l := Board(pen(), m, b)
		if len(l.Ops) == 0 || l.Area.X < m.X || l.Area.Right() > m.Right() || l.Area.Y < m.Y ||
			l.Area.Bottom() > m.Bottom() {
			t.Fatalf("%s: %v in %v, %d ops", name, l.Area, m, len(l.Ops))
		}
		var last Op
		texts := 0
		for _, op := range l.Ops {
			if op.Kind != OpText {
				continue
			}
			if op.Rect.X < l.Area.X || op.Rect.Right() > l.Area.Right()+1 {
				t.Errorf("%s: %q at %v is out of %v", name, op.Text, op.Rect, l.Area)
			}
			if last.Text != "" && last.Rect.Y == op.Rect.Y && op.Rect.X < last.Rect.Right() {
				t.Errorf("%s: %q at %v covers %q at %v", name, op.Text, op.Rect, last.Text, last.Rect)
			}
			last = op
			texts++
		}
		if texts != len(b.Cells) && name != "too large" || texts == 0 {
			t.Errorf("%s: %d texts of %d", name, texts, len(b.Cells))
		}
	}
	if l := Board(pen(), draw.Rect{W: 100, H: 100}, &sim.ScreenText{}); len(l.Ops) != 0 {
		t.Errorf("an empty board: %v", l.Ops)
	}
}

func words(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// TestArmsInTheList checks that the list shows a player's important weapons with their ammunition, and that health and
// armour stay in place.
func TestArmsInTheList(t *testing.T) {
	row := func(weapons ...sim.Weapon) (arms string, health float32) {
		v := &sim.Inventory{Weapons: sim.WeaponsOf(sim.WeaponShotgun)}
		for i, w := range weapons {
			v.Weapons.Add(w)
			v.Ammo[w] = int16(5 + 46*i)
		}
		w := &sim.World{Players: []sim.Player{{
			Slot: sim.SlotAt(0), Profile: amber, Life: sim.Alive, Visible: true, Health: 100, Armor: 50,
			Weapon: sim.WeaponShotgun, Ammo: 25, Inventory: v,
		}}}
		l, _, _ := Players(pen(), draw.Rect{W: 200, H: 300}, PlayersView{World: w, Followed: -1})
		for _, op := range l.Ops {
			switch {
			case op.Kind != OpText:
			case op.Text == "100":
				health = op.Rect.X
			case op.Text != "50" && op.Rect.X > 100 && (op.Face == Small || op.Face == Tiny):
				arms += op.Text
			}
		}
		return arms, health
	}
	bare, at := row()
	if bare != "SG" {
		t.Errorf("who owns nothing else: %q, want SG", bare)
	}
	both, at2 := row(sim.WeaponRocketLauncher, sim.WeaponLightning)
	if both != "RL 5LG 51" {
		t.Errorf("%q, want RL 5LG 51", both)
	}
	if at != at2 {
		t.Errorf("health is at %v, and at %v of who owns more", at, at2)
	}
}

// TestMinutes checks that there is a column for the minutes played only if the demo contains them.
func TestMinutes(t *testing.T) {
	w := &sim.World{Time: 10 * time.Minute, Players: make([]sim.Player, 2)}
	v := ScoresView{World: w}
	if n := v.currentColumns(); n != len(scoreColumns)-1 {
		t.Errorf("%d columns without minutes", n)
	}
	w.Players[1].Entered, w.Players[1].EnteredKnown = -90*time.Second, true
	if n, of := v.currentColumns(), w.Players[1].Minutes(w.Time); n != len(scoreColumns) || of != 11 ||
		w.Players[0].Minutes(w.Time) != sim.Unknown {
		t.Errorf("%d columns, he has been there for %d minutes", n, of)
	}
}
