package heat

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/load"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// walk returns a recording of two players who walk back and forth; the second kills the first at each full second.
func walk() *recording.Recording {
	rec, r := recording.NewRecorder(sim.Header{})
	rec.Level(sim.Level{Map: "none"})
	profiles := []*sim.Profile{
		{Slot: sim.SlotAt(0), Name: sim.PlainText("a"), Team: sim.TeamRed},
		{Slot: sim.SlotAt(1), Name: sim.PlainText("b"), Team: sim.TeamBlue},
	}
	for i := range profiles {
		profiles[i] = rec.Profile(*profiles[i])
	}
	// weapons in hand, in the first and the last ten seconds
	weapons := [2]sim.Weapon{sim.WeaponShotgun, sim.WeaponRocketLauncher}
	for ms := 0; ms <= 20000; ms += 50 {
		at := time.Duration(ms) * time.Millisecond
		f := &recording.Frame{Time: at}
		for i, p := range profiles {
			f.Players = append(f.Players, recording.FramePlayer{Player: sim.Player{
				Slot: sim.SlotAt(i), Profile: p, Life: sim.Alive, Visible: true, LastSeen: at,
				Health: int16(100 - ms/200), Weapon: weapons[ms/10000%2],
				Origin: sim.Vec3{float32(ms%2000) / 2, float32(i) * 600, 24},
			}})
		}
		rec.Frame(f)
		if ms%1000 == 0 {
			rec.Event(sim.Event{Time: at, Kind: sim.EventObituary, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(1),
				Weapon: sim.WeaponRocketLauncher, Origin: f.Players[0].Origin, HasOrigin: true, Profile: profiles[0],
				AttackerProfile: profiles[1]})
		}
	}
	rec.Finish(nil)
	r.Wait()
	return r
}

// weight returns the opacity of the heat map at a place in the world.
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
	deaths := NewMap(r, lo, hi, Filter{Kind: spot.Deaths})
	if deaths.Count != 21 || weight(deaths, 0, 0) == 0 || weight(deaths, 500, 600) != 0 {
		t.Errorf("%d deaths; %d where they were", deaths.Count, weight(deaths, 0, 0))
	}
	kills := NewMap(r, lo, hi, Filter{Kind: spot.Kills, From: 4500 * time.Millisecond})
	if kills.Count != 16 || weight(kills, 500, 600) == 0 {
		t.Errorf("%d kills; %d where they were", kills.Count, weight(kills, 500, 600))
	}
	if h := NewMap(r, lo, hi, Filter{Kind: spot.Deaths, Weapon: sim.WeaponRailgun}); !h.Empty() {
		t.Errorf("%d deaths by railgun", h.Count)
	}
	if h := NewMap(r, [3]float32{}, [3]float32{}, Filter{}); !h.Empty() {
		t.Error("a map without extent has heat")
	}
}

// BenchmarkHeat computes the heat maps of a short match and of the longest one available.
func BenchmarkHeat(b *testing.B) {
	for _, name := range []string{"oa_bases3_ctf_follow.dm_68", "../../q3/dm_67/2002_-_Duel_1_(CPL_Cologne).dm_67"} {
		r, err := load.File(b.Context(), filepath.Join(shared(), "demos", "recorded", "q3", name))
		if err != nil {
			b.Skip(err)
		}
		r.Wait()
		lo, hi := [3]float32{-2000, -2000, 0}, [3]float32{2000, 2000, 0}
		for kind, what := range map[spot.Kind]string{spot.Presence: "presence", spot.Deaths: "deaths",
			spot.Kills: "kills"} {
			b.Run(fmt.Sprintf("%.0f minutes/%s", r.Duration().Minutes(), what), func(b *testing.B) {
				for b.Loop() {
					NewMap(r, lo, hi, Filter{Kind: kind})
				}
			})
		}
	}
}

// shared returns the folder of the real demos.
func shared() string {
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "..", "shared")
}

// TestQuestions checks that queries about players narrow their presence, and that queries about events narrow the other
// kinds.
func TestQuestions(t *testing.T) {
	r := walk()
	lo, hi := [3]float32{-200, -200, 0}, [3]float32{1200, 800, 0}
	of := func(kind spot.Kind, text string) *Map {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f := Filter{Kind: kind}
		if err := f.hold(t.Context(), q, query.Source{Recording: r}); err != nil {
			t.Fatal(err)
		}
		return NewMap(r, lo, hi, f)
	}
	for text, want := range map[string]time.Duration{
		"by:a": 20 * time.Second, "who:a,b": 40 * time.Second, "team:blue": 20 * time.Second,
		"hand:sg": 20 * time.Second, "who:b hand:rl": 10 * time.Second, "health<25": 10 * time.Second,
		"in:-10,-10,500,700": 20 * time.Second, "who:a from:5 to:10": 5 * time.Second, "health<0": 0,
	} {
		if h := of(spot.Presence, text); (h.Total - want).Abs() > 1500*time.Millisecond {
			t.Errorf("%q: presence of %v, want %v", text, h.Total, want)
		}
	}
	if h := of(spot.Presence, "by:a"); weight(h, 500, 0) == 0 || weight(h, 500, 600) != 0 {
		t.Error("the presence of one is that of the other")
	}
	for text, want := range map[string]int{"with:rl": 21, "with:lg": 0, "health<50": 10} {
		if h := of(spot.Deaths, text); h.Count != want {
			t.Errorf("%q: %d deaths, want %d", text, h.Count, want)
		}
	}
}
