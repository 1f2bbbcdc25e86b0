package stage

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/ink"
	"fragscope/viewer/screentest"
)

func TestMain(m *testing.M) { screentest.Main(m) }

// shared is the folder of demos and maps beside the repository; without it the test is skipped.
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

// places are feet on the ground of a map: where its items and spawns are.
func places(p *plan.Plan) []sim.Vec3 {
	var out []sim.Vec3
	for _, m := range p.Marks() {
		if m.Kind == plan.MarkSpawn {
			out = append(out, m.Pos)
		}
	}
	return out
}

var names = []string{"ranger", "sarge", "anarki", "grunt", "keel", "bones", "visor", "major", "hunter", "klesk", "orbb", "slash", "uriel", "wrack", "bitterman", "doom"}

// shelves are places of items.
func shelves(p *plan.Plan) []sim.Vec3 {
	var out []sim.Vec3
	for _, m := range p.Marks() {
		if m.Kind == plan.MarkItem {
			out = append(out, m.Pos)
		}
	}
	return out
}

// crowd is a world with a bit of everything at some places.
func crowd(at, lay []sim.Vec3) *sim.World {
	w := &sim.World{Time: 100 * time.Second, POV: -1}
	place := func(i int) sim.Vec3 { return at[i%len(at)] }
	off := func(v sim.Vec3, dx, dy float32) sim.Vec3 { v[0] += dx; v[1] += dy; return v }
	for i, n := range names[:min(len(names), len(at))] {
		team := sim.TeamRed
		if i%2 == 0 {
			team = sim.TeamBlue
		}
		p := sim.Player{
			Slot: i, Profile: &sim.Profile{Slot: i, Name: sim.PlainText(n), Team: team}, Life: sim.Alive, Known: true,
			Origin: place(i), View: sim.Angles{Yaw: float32(i) * 77}, Mins: sim.Vec3{-15, -15, -24}, Maxs: sim.Vec3{15, 15, 32}, OnGround: true,
			Health: int16(25 + i*13%120), Armor: int16(i * 29 % 150), ArmorKind: sim.ItemArmorYellow,
			Weapon: sim.WeaponMachinegun + sim.Weapon(i), Ammo: int16(5 + i), Frags: int16(i),
		}
		switch i {
		case 1:
			p.Firing = true
		case 2:
			p.Powerups, p.PowerupEnd[sim.PowerupQuad] = 1<<sim.PowerupQuad, w.Time+14*time.Second
		case 3:
			p.Life = sim.Dead
		case 4:
			p.Known, p.Seen = false, w.Time-3*time.Second
			p.Health, p.Armor = sim.Unknown, sim.Unknown
		case 5:
			p.FlagCarried, p.Flag = true, sim.TeamBlue
		case 6:
			p.Known, p.Seen = false, w.Time-20*time.Second
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
		{sim.ItemArmorRed, 0, sim.ItemTaken}, {sim.ItemArmorYellow, 0, sim.ItemPresent}, {sim.ItemMegaHealth, 0, sim.ItemPresent},
		{sim.ItemWeapon, sim.WeaponRocketLauncher, sim.ItemPresent}, {sim.ItemWeapon, sim.WeaponRailgun, sim.ItemTaken},
		{sim.ItemHealth, 0, sim.ItemPresent}, {sim.ItemArmorShard, 0, sim.ItemPresent}, {sim.ItemAmmoRockets, 0, sim.ItemPresent},
		{sim.ItemQuad, 0, sim.ItemUnknown}, {sim.ItemWeapon, sim.WeaponLightning, sim.ItemPresent}, {sim.ItemFlag, 0, sim.ItemPresent},
		{sim.ItemArmorGreen, 0, sim.ItemTaken}, {sim.ItemHealthSmall, 0, sim.ItemTaken},
	}
	for i, it := range items {
		th := sim.Thing{Entity: 100 + i, Kind: sim.ThingItem, Item: it.item, Weapon: it.wp, State: it.state, Origin: lay[i%len(lay)], Known: true, Owner: -1, Team: sim.TeamRed}
		if it.state == sim.ItemTaken && i != 11 {
			th.Respawn, th.RespawnKnown = w.Time+time.Duration(7+i)*time.Second, true
		}
		w.Things = append(w.Things, th)
	}
	shots := []sim.Weapon{sim.WeaponRocketLauncher, sim.WeaponGrenadeLauncher, sim.WeaponPlasma, sim.WeaponNailgun, sim.WeaponBFG, sim.WeaponBlaster}
	for i, wp := range shots {
		w.Things = append(w.Things, sim.Thing{Entity: 200 + i, Kind: sim.ThingProjectile, Weapon: wp, Origin: off(place(i), 100, 60), Velocity: sim.Vec3{900, -300 + float32(i)*120, 0}, Known: true, Owner: i})
	}
	w.Things = append(w.Things, sim.Thing{Entity: 300, Kind: sim.ThingMonster, Name: "Ogre", Origin: off(place(2), -150, 90), Angles: sim.Angles{Yaw: 45}, Known: true})
	kinds := []sim.EffectKind{sim.EffectExplosion, sim.EffectImpact, sim.EffectBlood, sim.EffectGibs, sim.EffectTeleport, sim.EffectSound, sim.EffectPickup, sim.EffectSpawn, sim.EffectSplash, sim.EffectDeath, sim.EffectPain, sim.EffectJumppad}
	for i, k := range kinds {
		w.Effects = append(w.Effects, sim.Effect{Kind: k, Start: w.Time - 300*time.Millisecond, End: w.Time + 400*time.Millisecond, Origin: off(place(i), -110, -40), Slot: -1, Item: sim.ItemArmorRed, Weapon: sim.WeaponRocketLauncher})
	}
	for i, wp := range []sim.Weapon{sim.WeaponLightning, sim.WeaponRailgun} {
		w.Effects = append(w.Effects, sim.Effect{Kind: sim.EffectBeam, Start: w.Time - 50*time.Millisecond, End: w.Time + 200*time.Millisecond, Origin: place(i + 7), To: off(place(i+7), 280, 190), Slot: 1, Weapon: wp})
	}
	return w
}

func draw(t testing.TB, s *Stage, img *ebiten.Image, scale float32, sc *Scene) {
	c := ink.New()
	c.Begin(img, scale)
	b := img.Bounds()
	s.Camera.SetView(ink.Rect{W: float32(b.Dx()) / scale, H: float32(b.Dy()) / scale})
	s.Draw(c, sc)
	c.End()
}

// TestPictures draws pictures to look at, where FRAGSCOPE_PICTURES names a folder.
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
		}{{"720", 1280, 720, 1}, {"1080", 1920, 1080, 1}, {"2x", 2560, 1440, 2}} {
			s := New(ink.Dark())
			s.SetPlan(p, false)
			sc := All(w, nil)
			sc.Sharp, sc.Teams, sc.Follow = true, true, 0
			if name == "oa_dm1" {
				sc.Follow, sc.Teams = -1, false
			}
			img := screentest.Image(t, size.w, size.h)
			draw(t, s, img, size.scale, &sc)
			if err := screentest.Save(filepath.Join(dir, name+"-"+size.name+".png"), screentest.Read(img)); err != nil {
				t.Fatal(err)
			}
		}
	}
}
