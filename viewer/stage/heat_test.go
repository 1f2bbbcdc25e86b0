package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/ink"
	"fragscope/viewer/screentest"
)

// walk is a recording of two players who walk to and fro; the second kills the first at
// each full second.
func walk() *sim.Recording {
	rec, r := sim.NewRecorder(sim.Header{})
	rec.Level(sim.Level{Map: "none"})
	profiles := []*sim.Profile{
		{Slot: sim.SlotAt(0), Name: sim.PlainText("a"), Team: sim.TeamRed},
		{Slot: sim.SlotAt(1), Name: sim.PlainText("b"), Team: sim.TeamBlue},
	}
	for i := range profiles {
		profiles[i] = rec.Profile(*profiles[i])
	}
	for ms := 0; ms <= 20000; ms += 50 {
		at := time.Duration(ms) * time.Millisecond
		f := &sim.Frame{Time: at}
		for i, p := range profiles {
			f.Players = append(f.Players, sim.FramePlayer{Player: sim.Player{
				Slot: sim.SlotAt(i), Profile: p, Life: sim.Alive, Visible: true, LastSeen: at,
				Origin: sim.Vec3{float32(ms%2000) / 2, float32(i) * 600, 24},
			}})
		}
		rec.Frame(f)
		if ms%1000 == 0 {
			rec.Event(sim.Event{Time: at, Kind: sim.EventObituary, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(1), Weapon: sim.WeaponRocketLauncher, Origin: f.Players[0].Origin, HasOrigin: true, Profile: profiles[0], AttackerProfile: profiles[1]})
		}
	}
	rec.Finish(nil)
	r.Wait()
	return r
}

// weight is the opacity of the heat map at a place of the world.
func weight(h *Heat, x, y float32) uint8 {
	i, j := h.at(sim.Vec3{x, y, 0})
	return h.pix.RGBAAt(int(i), int(j)).A
}

func TestHeat(t *testing.T) {
	r := walk()
	lo, hi := [3]float32{-200, -200, 0}, [3]float32{1200, 800, 0}
	h := NewHeat(r, lo, hi, HeatFilter{})
	if h.Total < 39*time.Second || h.Total > 41*time.Second {
		t.Errorf("two players of 20 s were there for %v", h.Total)
	}
	if weight(h, 500, 0) == 0 || weight(h, 500, 600) == 0 || weight(h, 500, 300) != 0 {
		t.Errorf("on the ways %d and %d, between them %d", weight(h, 500, 0), weight(h, 500, 600), weight(h, 500, 300))
	}
	only := NewHeat(r, lo, hi, HeatFilter{Slots: []int{1}, To: 10 * time.Second})
	if only.Total < 9*time.Second || only.Total > 11*time.Second || weight(only, 500, 0) != 0 {
		t.Errorf("player 1 was there for %v, %d at the way of the other", only.Total, weight(only, 500, 0))
	}
	team := NewHeat(r, lo, hi, HeatFilter{ByTeam: true, Team: sim.TeamRed})
	if weight(team, 500, 600) != 0 || weight(team, 500, 0) == 0 {
		t.Error("the filter by team takes the wrong player")
	}
	deaths := NewHeat(r, lo, hi, HeatFilter{Kind: HeatDeaths})
	if deaths.Count != 21 || weight(deaths, 0, 0) == 0 || weight(deaths, 500, 600) != 0 {
		t.Errorf("%d deaths; %d where they were", deaths.Count, weight(deaths, 0, 0))
	}
	kills := NewHeat(r, lo, hi, HeatFilter{Kind: HeatKills, From: 4500 * time.Millisecond})
	if kills.Count != 16 || weight(kills, 500, 600) == 0 {
		t.Errorf("%d kills; %d where they were", kills.Count, weight(kills, 500, 600))
	}
	if h := NewHeat(r, lo, hi, HeatFilter{Kind: HeatDeaths, Weapon: sim.WeaponRailgun}); !h.Empty() {
		t.Errorf("%d deaths by railgun", h.Count)
	}
	if h := NewHeat(r, [3]float32{}, [3]float32{}, HeatFilter{}); !h.Empty() {
		t.Error("a map without extent has heat")
	}
}

// TestHeatPicture draws the heat maps of a real demo to look at, where FRAGSCOPE_PICTURES names a folder.
func TestHeatPicture(t *testing.T) {
	dir := os.Getenv("FRAGSCOPE_PICTURES")
	if dir == "" {
		t.Skip("FRAGSCOPE_PICTURES is not set")
	}
	r := recording(t, "oa_bases3_ctf_follow.dm_68")
	p := mapPlan(t, "oa_bases3")
	s := New(ink.Dark())
	s.SetPlan(p, false)
	for kind, name := range []string{"presence", "deaths", "kills"} {
		sc := Scene{World: r.Cursor().At(r.Duration()), Recording: r, Follow: -1, Sharp: true, Storey: plan.AllStoreys}
		lo, hi := p.Bounds()
		sc.Heat = NewHeat(r, lo, hi, HeatFilter{Kind: HeatKind(kind)})
		img := screentest.Image(t, 1280, 720)
		draw(t, s, img, 1, &sc)
		if err := screentest.Save(filepath.Join(dir, "heat-"+name+".png"), screentest.Read(img)); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkHeat computes the heat maps of a short match and of the longest there is.
func BenchmarkHeat(b *testing.B) {
	for _, name := range []string{"oa_bases3_ctf_follow.dm_68", "../../q3/dm_67/2002_-_Duel_1_(CPL_Cologne).dm_67"} {
		r := recording(b, name)
		lo, hi := [3]float32{-2000, -2000, 0}, [3]float32{2000, 2000, 0}
		for kind, what := range map[HeatKind]string{HeatPresence: "presence", HeatDeaths: "deaths", HeatKills: "kills"} {
			b.Run(fmt.Sprintf("%.0f minutes/%s", r.Duration().Minutes(), what), func(b *testing.B) {
				for b.Loop() {
					NewHeat(r, lo, hi, HeatFilter{Kind: kind})
				}
			})
		}
	}
}
