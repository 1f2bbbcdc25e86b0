package stage

import (
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/screentest"
)

func TestMain(m *testing.M) { screentest.Main(m) }

// shared returns the folder of demos and maps next to the repository. Without it, the test is skipped.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
	for up, _ := os.Getwd(); dir == "" && up != filepath.Dir(up); up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			dir = filepath.Join(up, "..", "shared")
		}
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no folder of demos and maps: ", dir)
	}
	return dir
}

func mapPlan(t testing.TB, name string) *plan.Plan {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared(t), "maps", "recorded", "q3", name+".bsp"))
	if err != nil {
		t.Skip(err)
	}
	m, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return plan.FromBSP(m, nil)
}

// places returns positions on the ground of a map: those of its items and spawns.
func places(p *plan.Plan) []sim.Vec3 {
	var out []sim.Vec3
	for _, m := range p.Marks() {
		if m.Kind == plan.MarkSpawn {
			out = append(out, m.Pos)
		}
	}
	return out
}

var names = []string{"ranger", "sarge", "anarki", "grunt", "keel", "bones", "visor", "major", "hunter", "klesk", "orbb",
	"slash", "uriel", "wrack", "bitterman", "doom"}

// shelves returns positions of items.
func shelves(p *plan.Plan) []sim.Vec3 {
	var out []sim.Vec3
	for _, m := range p.Marks() {
		if m.Kind == plan.MarkItem {
			out = append(out, m.Pos)
		}
	}
	return out
}

// crowd returns a world with a bit of everything at some places.
func crowd(at, lay []sim.Vec3) *sim.World {
	w := &sim.World{Time: 100 * time.Second}
	place := func(i int) sim.Vec3 { return at[i%len(at)] }
	off := func(v sim.Vec3, dx, dy float32) sim.Vec3 { v[0] += dx; v[1] += dy; return v }
	for i, n := range names[:min(len(names), len(at))] {
		team := sim.TeamRed
		if i%2 == 0 {
			team = sim.TeamBlue
		}
		p := sim.Player{
			Slot: sim.SlotAt(i), Profile: &sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(n), Team: team},
			Life: sim.Alive, Visible: true, Origin: place(i), View: sim.Angles{Yaw: float32(i) * 77},
			Mins: sim.Vec3{-15, -15, -24}, Maxs: sim.Vec3{15, 15, 32}, OnGround: true, Health: int16(25 + i*13%120),
			Armor: int16(i * 29 % 150), ArmorKind: sim.ItemArmorYellow, Weapon: sim.WeaponMachinegun + sim.Weapon(i),
			Ammo: int16(5 + i), Frags: int16(i),
		}
		switch i {
		case 1:
			p.Firing = true
		case 2:
			p.Powerups, p.PowerupEnd[sim.PowerupQuad] = 1<<sim.PowerupQuad, w.Time+14*time.Second
		case 3:
			p.Life = sim.Dead
		case 4:
			p.Visible, p.LastSeen = false, w.Time-3*time.Second
			p.Health, p.Armor = sim.Unknown, sim.Unknown
		case 5:
			p.FlagCarried, p.Flag = true, sim.TeamBlue
		case 6:
			p.Visible, p.LastSeen = false, w.Time-20*time.Second
		case 7:
			p.Chatting = true
		}
		w.Players = append(w.Players, p)
	}
	items := []struct {
		item  sim.Item
		wp    sim.Weapon
		state sim.ItemState
	}{
		{sim.ItemArmorRed, 0, sim.ItemTaken}, {sim.ItemArmorYellow, 0, sim.ItemPresent},
		{sim.ItemMegaHealth, 0, sim.ItemPresent},
		{sim.ItemWeapon, sim.WeaponRocketLauncher, sim.ItemPresent}, {sim.ItemWeapon, sim.WeaponRailgun, sim.ItemTaken},
		{sim.ItemHealth, 0, sim.ItemPresent}, {sim.ItemArmorShard, 0, sim.ItemPresent},
		{sim.ItemAmmoRockets, 0, sim.ItemPresent},
		{sim.ItemQuad, 0, sim.ItemUnknown}, {sim.ItemWeapon, sim.WeaponLightning, sim.ItemPresent},
		{sim.ItemFlag, 0, sim.ItemPresent},
		{sim.ItemArmorGreen, 0, sim.ItemTaken}, {sim.ItemHealthSmall, 0, sim.ItemTaken},
	}
	for i, it := range items {
		th := sim.Entity{Number: 100 + i, Kind: sim.EntityItem, Item: it.item, Weapon: it.wp, State: it.state,
			Origin: lay[i%len(lay)], Visible: true, Team: sim.TeamRed}
		if it.state == sim.ItemTaken && i != 11 {
			th.Respawn, th.RespawnKnown = w.Time+time.Duration(7+i)*time.Second, true
		}
		w.Entities = append(w.Entities, th)
	}
	shots := []sim.Weapon{sim.WeaponRocketLauncher, sim.WeaponGrenadeLauncher, sim.WeaponPlasma, sim.WeaponNailgun,
		sim.WeaponBFG, sim.WeaponBlaster}
	for i, wp := range shots {
		w.Entities = append(w.Entities, sim.Entity{Number: 200 + i, Kind: sim.EntityProjectile, Weapon: wp,
			Origin: off(place(i), 100, 60), Velocity: sim.Vec3{900, -300 + float32(i)*120, 0}, Visible: true,
			Owner: sim.SlotAt(i)})
	}
	w.Entities = append(w.Entities, sim.Entity{Number: 300, Kind: sim.EntityMonster, Name: "Ogre",
		Origin: off(place(2), -150, 90), Angles: sim.Angles{Yaw: 45}, Visible: true})
	kinds := []sim.EffectKind{sim.EffectExplosion, sim.EffectImpact, sim.EffectBlood, sim.EffectGibs,
		sim.EffectTeleport, sim.EffectSound, sim.EffectPickup, sim.EffectSpawn, sim.EffectSplash, sim.EffectDeath,
		sim.EffectPain, sim.EffectJumppad}
	for i, k := range kinds {
		w.Effects = append(w.Effects, sim.Effect{Kind: k, Start: w.Time - 300*time.Millisecond,
			End: w.Time + 400*time.Millisecond, Origin: off(place(i), -110, -40), Item: sim.ItemArmorRed,
			Weapon: sim.WeaponRocketLauncher})
	}
	for i, wp := range []sim.Weapon{sim.WeaponLightning, sim.WeaponRailgun} {
		w.Effects = append(w.Effects, sim.Effect{Kind: sim.EffectBeam, Start: w.Time - 50*time.Millisecond,
			End: w.Time + 200*time.Millisecond, Origin: place(i + 7), To: off(place(i+7), 280, 190),
			Slot: sim.SlotAt(1), Weapon: wp})
	}
	lasting := func(k sim.EffectKind, at, to sim.Vec3, text string, color sim.RGB) {
		w.Effects = append(w.Effects, sim.Effect{Kind: k, Start: w.Time - time.Second, End: w.Time + 3*time.Second,
			Origin: at, To: to, Text: text, Color: color})
	}
	green := sim.RGB{R: 60, G: 220, B: 60}
	lasting(sim.EffectMarker, off(place(4), 150, 120), sim.Vec3{}, "loc_ping", green)
	lasting(sim.EffectMarker, off(place(5), -150, 120), sim.Vec3{}, "friend", sim.RGB{R: 220, G: 220, B: 220})
	for i := range 3 {
		at := off(place(4), 30+30*float32(i), 40+20*float32(i))
		lasting(sim.EffectPath, at, off(at, 40, 25), "", sim.RGB{})
	}
	lasting(sim.EffectHit, place(0), off(place(0), -64, 20), "45", sim.RGB{R: 255})
	lasting(sim.EffectHit, place(0), off(place(0), 30, 60), "9", sim.RGB{R: 200, G: 200, B: 200})
	return w
}

func drawScene(t testing.TB, s *Stage, img *ebiten.Image, scale float32, sc *Scene) {
	c := draw.New()
	c.Begin(img, scale)
	b := img.Bounds()
	s.Camera.SetView(draw.Rect{W: float32(b.Dx()) / scale, H: float32(b.Dy()) / scale}, false)
	s.Draw(c, sc)
	c.End()
}

// TestDemoPictures draws moments of real demos to look at, if FRAGSCOPE_PICTURES names a folder.
func TestDemoPictures(t *testing.T) {
	dir := os.Getenv("FRAGSCOPE_PICTURES")
	if dir == "" {
		t.Skip("FRAGSCOPE_PICTURES is not set")
	}
	for _, d := range []struct {
		demo, bsp string
		at        time.Duration
	}{
		{"oa_dm4_ffa_follow.dm_68", "oa_dm4", 40 * time.Second}, {"oa_bases3_ctf_follow.dm_68", "oa_bases3",
			50 * time.Second},
		{"dm6ish_1v1_follow.dm_68", "dm6ish", 30 * time.Second}, {"aggressor_tdm_spec71.dm_71", "aggressor",
			45 * time.Second},
	} {
		r := recorded(t, d.demo)
		w := r.Cursor().At(d.at)
		p := mapPlan(t, d.bsp)
		for _, storey := range []int{plan.AllStoreys, AutoStorey} {
			s := New(draw.Dark())
			s.SetPlan(p, false)
			sc := All(w, r)
			sc.Sharp, sc.Storey, sc.Follow = true, storey, w.POV.Index()
			sc.Teams = r.Levels()[w.Level].Teams
			img := screentest.Image(t, 1280, 720)
			drawScene(t, s, img, 1, &sc)
			name := d.bsp + "-real"
			if storey == AutoStorey {
				name += "-storey"
			}
			if err := screentest.Save(filepath.Join(dir, name+".png"), screentest.Read(img)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func recorded(t testing.TB, demo string) *recording.Recording {
	t.Helper()
	r, err := load.File(t.Context(), filepath.Join(shared(t), "demos", "recorded", "q3", demo))
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

// TestPictures draws images to look at, if FRAGSCOPE_PICTURES names a folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("FRAGSCOPE_PICTURES")
	if dir == "" {
		t.Skip("FRAGSCOPE_PICTURES is not set")
	}
	for _, name := range []string{"aggressor", "oa_dm1", "oa_bases3"} {
		p := mapPlan(t, name)
		w := crowd(places(p), shelves(p))
		for _, size := range []struct {
			name  string
			w, h  int
			scale float32
		}{{"720", 1280, 720, 1}, {"1080", 1920, 1080, 1}, {"2x", 2560, 1440, 2}, {"small", 430, 380, 1}} {
			s := New(draw.Dark())
			s.SetPlan(p, false)
			sc := All(w, nil)
			sc.Sharp, sc.Teams, sc.Follow = true, true, 0
			if name == "oa_dm1" {
				sc.Follow, sc.Teams = -1, false
			}
			img := screentest.Image(t, size.w, size.h)
			drawScene(t, s, img, size.scale, &sc)
			if err := screentest.Save(filepath.Join(dir, name+"-"+size.name+".png"), screentest.Read(img)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// lattice returns a set of places that needs no map.
func lattice() []sim.Vec3 {
	var out []sim.Vec3
	for i := range 16 {
		out = append(out, sim.Vec3{float32(i%4)*420 - 630, float32(i/4)*260 - 390, 24})
	}
	return out
}

// shelf returns positions for items, between the places of lattice.
func shelf() []sim.Vec3 {
	out := lattice()
	for i := range out {
		out[i][0] += 180
		out[i][1] += 110
	}
	return out
}

func TestGoldenStage(t *testing.T) {
	for _, g := range []struct {
		name   string
		scale  float32
		theme  draw.Theme
		change func(*Scene)
	}{
		{"players", 1, draw.Dark(), func(*Scene) {}},
		{"teams", 1, draw.Dark(), func(sc *Scene) { sc.Teams, sc.Follow = true, 2 }},
		{"twice", 2, draw.Dark(), func(sc *Scene) { sc.Follow = 0 }},
		{"colour-blind", 1, draw.ColorBlind(), func(sc *Scene) { sc.Teams = true }},
		{"bare", 1, draw.Dark(), func(sc *Scene) {
			sc.Names, sc.Ghosts, sc.Arcs, sc.Items, sc.Sounds = false, false, false, false, false
			sc.Hover = Target{TargetPlayer, 3}
		}},
	} {
		s := New(g.theme)
		s.Camera.SetBounds([3]float32{-800, -500, 0}, [3]float32{850, 520, 0})
		sc := All(crowd(lattice(), shelf()), nil)
		sc.Sharp = true
		g.change(&sc)
		img := screentest.Image(t, int(960*g.scale), int(600*g.scale))
		drawScene(t, s, img, g.scale, &sc)
		screentest.Golden(t, g.name, img)
	}
}

func TestLabelsDoNotOverlap(t *testing.T) {
	at := lattice()
	for i := range at {
		at[i][0], at[i][1] = at[i][0]*0.55, at[i][1]*0.55
	}
	s := New(draw.Dark())
	s.Camera.SetBounds([3]float32{-800, -500, 0}, [3]float32{850, 520, 0})
	sc := All(crowd(at, shelf()), nil)
	sc.Follow = 5
	drawScene(t, s, screentest.Image(t, 1280, 720), 1, &sc)
	if shown := checkLabels(t, s); shown < 16 {
		t.Errorf("%d labels are shown", shown)
	}
}

// checkLabels reports labels that were drawn over others, and returns how many there are. A line is taller than its
// letters: if lines overlap by less than half a point, no letter covers another.
func checkLabels(t *testing.T, s *Stage) (shown int) {
	t.Helper()
	for i := range s.labels.list {
		a := &s.labels.list[i]
		if a.hidden {
			continue
		}
		shown++
		for j := range i {
			b := &s.labels.list[j]
			ra, rb := draw.Rect{X: a.px, Y: a.py, W: a.w, H: a.h}, draw.Rect{X: b.px, Y: b.py, W: b.w, H: b.h}
			if !b.hidden && ra.Inset(0.25, 0.25).Overlaps(rb.Inset(0.25, 0.25)) {
				t.Errorf("%s %s at %v covers %s %s at %v", a.number, a.name, ra, b.number, b.name, rb)
			}
		}
	}
	return shown
}

func TestHit(t *testing.T) {
	s := New(draw.Dark())
	s.Camera.SetBounds([3]float32{-800, -500, 0}, [3]float32{850, 520, 0})
	w := crowd(lattice(), shelf())
	sc := All(w, nil)
	drawScene(t, s, screentest.Image(t, 960, 600), 1, &sc)
	x, y := s.Camera.Screen(w.Players[3].Origin)
	if hit, ok := s.Hit(x+4, y-3, 0); !ok || hit != (Target{TargetPlayer, 3}) {
		t.Errorf("at player 3 is %v", hit)
	}
	x, y = s.Camera.Screen(w.Entities[0].Origin)
	if hit, ok := s.Hit(x, y, 0); !ok || hit != (Target{TargetThing, w.Entities[0].Number}) {
		t.Errorf("at the red armour is %v", hit)
	}
	if title, lines := Describe(w, Target{TargetThing, w.Entities[0].Number}, "", nil); title != "Red Armour" ||
		len(lines) != 1 || lines[0] != "taken, back in 0:07" {
		t.Errorf("the red armour is %q %q", title, lines)
	}
	if title, lines := Describe(w, Target{TargetPlayer, 4}, "", nil); title != "keel" || len(lines) == 0 ||
		lines[0] != "seen 3 s ago" {
		t.Errorf("the ghost is %q %q", title, lines)
	}
	if _, ok := s.Hit(-5, -5, 0); ok {
		t.Error("something is outside of the view")
	}
}

// TestBackgroundTilesAreTheSame draws until the background has done its work, and compares the result with what is
// drawn immediately.
func TestBackgroundTilesAreTheSame(t *testing.T) {
	p := mapPlan(t, "oa_dm1")
	view := func(s *Stage, sharp bool, img *ebiten.Image) {
		sc := All(&sim.World{}, nil)
		sc.Sharp, sc.Marks = sharp, false
		img.Clear()
		drawScene(t, s, img, 1, &sc)
	}
	s := New(draw.Dark())
	s.SetPlan(p, false)
	late, now := screentest.Image(t, 900, 500), screentest.Image(t, 900, 500)
	view(s, false, late)
	s.Camera.ZoomAt(450, 250, 1.7)
	s.Camera.Settle()
	for begin := time.Now(); ; {
		view(s, false, late)
		if !s.Pending() && len(s.tiles.wants) == 0 {
			break
		}
		if time.Since(begin) > 30*time.Second {
			t.Fatal("the background does not come to an end")
		}
		time.Sleep(5 * time.Millisecond)
	}
	o := New(draw.Dark())
	o.SetPlan(p, false)
	o.Camera = s.Camera
	view(o, true, now)
	a, b := screentest.Read(late), screentest.Read(now)
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			t.Fatalf("byte %d differs", i)
		}
	}
}

func TestPiecesMakeOnePicture(t *testing.T) {
	p := mapPlan(t, "oa_dm1")
	w := crowd(places(p), shelves(p))
	const wide, high = 2300, 900
	picture := func() *image.RGBA {
		s := New(draw.Dark())
		s.SetPlan(p, false)
		s.Camera.SetView(draw.Rect{W: wide, H: high}, false)
		sc := All(w, nil)
		sc.Sharp = true
		return draw.New().Picture(wide, high, 1, func(c *draw.Canvas) { s.Draw(c, &sc) })
	}
	whole := screentest.Image(t, wide, high)
	s := New(draw.Dark())
	s.SetPlan(p, false)
	sc := All(w, nil)
	sc.Sharp = true
	drawScene(t, s, whole, 1, &sc)
	if err := screentest.Compare(picture(), screentest.Read(whole)); err != nil {
		t.Error(err)
	}
}

func TestTilesAreBounded(t *testing.T) {
	p := mapPlan(t, "oa_dm1")
	s := New(draw.Dark())
	s.SetPlan(p, false)
	img := screentest.Image(t, 800, 500)
	sc := All(&sim.World{}, nil)
	sc.Sharp = true
	drawScene(t, s, img, 1, &sc)
	for i := range 60 {
		s.Camera.ZoomAt(float32(i*13), float32(i*7), 1.06)
		s.Camera.Settle()
		drawScene(t, s, img, 1, &sc)
	}
	// At most 5 by 4 tiles are in view.
	if n := len(s.tiles.have); n > 3*20+tilesSpare {
		t.Errorf("%d tiles are kept", n)
	}
}

// BenchmarkDraw draws a map with 16 players, and waits until the driver has finished.
func BenchmarkDraw(b *testing.B) {
	p := mapPlan(b, "oa_bases3")
	r := recorded(b, "oa_bases3_ctf_follow.dm_68")
	w := crowd(places(p), shelves(p))
	w.Time = 50 * time.Second
	s := New(draw.Dark())
	s.SetPlan(p, false)
	c := draw.New()
	img := screentest.Image(b, 1280, 720)
	s.Camera.SetView(draw.Rect{W: 1280, H: 720}, false)
	sc := All(w, r)
	sc.Teams, sc.Sharp = true, true
	frame := func() {
		c.Begin(img, 1)
		s.Draw(c, &sc)
		c.End()
		screentest.Flush(img)
	}
	frame()
	sc.Sharp, sc.Kept = false, true
	b.ReportAllocs()
	for b.Loop() {
		frame()
	}
	b.ReportMetric(float64(c.Calls()+s.tiles.calls), "calls/op")
}
