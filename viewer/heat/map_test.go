package heat

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
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
func weight(h *Map, x, y float32) uint8 {
	i, j := h.at(sim.Vec3{x, y, 0})
	return h.pix.RGBAAt(int(i), int(j)).A
}

func TestHeat(t *testing.T) {
	r := walk()
	lo, hi := [3]float32{-200, -200, 0}, [3]float32{1200, 800, 0}
	h := NewMap(r, lo, hi, Filter{})
	if h.Total < 39*time.Second || h.Total > 41*time.Second {
		t.Errorf("two players of 20 s were there for %v", h.Total)
	}
	if weight(h, 500, 0) == 0 || weight(h, 500, 600) == 0 || weight(h, 500, 300) != 0 {
		t.Errorf("on the ways %d and %d, between them %d", weight(h, 500, 0), weight(h, 500, 600), weight(h, 500, 300))
	}
	only := NewMap(r, lo, hi, Filter{Slots: []int{1}, To: 10 * time.Second})
	if only.Total < 9*time.Second || only.Total > 11*time.Second || weight(only, 500, 0) != 0 {
		t.Errorf("player 1 was there for %v, %d at the way of the other", only.Total, weight(only, 500, 0))
	}
	team := NewMap(r, lo, hi, Filter{ByTeam: true, Team: sim.TeamRed})
	if weight(team, 500, 600) != 0 || weight(team, 500, 0) == 0 {
		t.Error("the filter by team takes the wrong player")
	}
	deaths := NewMap(r, lo, hi, Filter{Kind: Deaths})
	if deaths.Count != 21 || weight(deaths, 0, 0) == 0 || weight(deaths, 500, 600) != 0 {
		t.Errorf("%d deaths; %d where they were", deaths.Count, weight(deaths, 0, 0))
	}
	kills := NewMap(r, lo, hi, Filter{Kind: Kills, From: 4500 * time.Millisecond})
	if kills.Count != 16 || weight(kills, 500, 600) == 0 {
		t.Errorf("%d kills; %d where they were", kills.Count, weight(kills, 500, 600))
	}
	if h := NewMap(r, lo, hi, Filter{Kind: Deaths, Weapon: sim.WeaponRailgun}); !h.Empty() {
		t.Errorf("%d deaths by railgun", h.Count)
	}
	if h := NewMap(r, [3]float32{}, [3]float32{}, Filter{}); !h.Empty() {
		t.Error("a map without extent has heat")
	}
}

// BenchmarkHeat computes the heat maps of a short match and of the longest there is.
func BenchmarkHeat(b *testing.B) {
	for _, name := range []string{"oa_bases3_ctf_follow.dm_68", "../../q3/dm_67/2002_-_Duel_1_(CPL_Cologne).dm_67"} {
		r, err := load.File(b.Context(), filepath.Join(shared(), "demos", "recorded", "q3", name))
		if err != nil {
			b.Skip(err)
		}
		r.Wait()
		lo, hi := [3]float32{-2000, -2000, 0}, [3]float32{2000, 2000, 0}
		for kind, what := range map[Kind]string{Presence: "presence", Deaths: "deaths", Kills: "kills"} {
			b.Run(fmt.Sprintf("%.0f minutes/%s", r.Duration().Minutes(), what), func(b *testing.B) {
				for b.Loop() {
					NewMap(r, lo, hi, Filter{Kind: kind})
				}
			})
		}
	}
}

// shared is the folder of the real demos.
func shared() string {
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "..", "shared")
}
