package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/maps"
)

// floorShare is the percentage of moments on the ground at which a floor is to be drawn under a player.
const floorShare = 99

// floorless are the demos in which that is not so, by the start of their hash (their names may be those of players),
// and why.
var floorless = map[string]string{
	"796fa026": "a film whose actors walk through walls and on nothing",
	"20688ce8": "noclip: who flies is told to be on the ground; on another version of the map",
	"0f4f8ffa": "noclip: who flies is told to be on the ground; on another version of the map",
	"3d9d3790": "on another version of the map",
}

// Who stands on the ground stands on a floor that is drawn, or on something that moves.
func TestPlayersStandOnDrawnFloor(t *testing.T) {
	var lines []string
	tested := 0
	for _, e := range corpus.Index(t) {
		if e.Broken() || e.MapFile == "" || strings.HasPrefix(e.Name, "compressed/") {
			continue
		}
		file := corpus.Path(t, "demos/"+e.Name)
		demo, err := openDemo(file)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		rec, err := load(t.Context(), demo, recording.AllParts)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		// The folder of the map that belongs to the demo: others have maps of the same name.
		dir := filepath.Dir(corpus.Path(t, path.Dir(e.MapFile)+"/x"))
		for i, l := range rec.Levels() {
			label, source := hashOf(t, file), "bsp"
			walked := maps.Places(rec, i)
			h := rec.Header()
			h.Path = ""
			m := mapOf(t, h, l, dir)
			if m == nil {
				continue
			}
			p, err := maps.Files{}.Plan(context.Background(), h, l, []string{dir},
				func() []plan.Point { return walked })
			switch {
			case p == nil:
				source = "grown" // from the demo
				p = maps.Grow(rec, i)
			case err != nil:
				source = "doubtful" // another version of the map, mended
			}
			on, all := standing(rec, i, p, m)
			if all < 50 {
				continue
			}
			tested++
			share := float64(10000*on/all) / 100 // percentage of the moments with a floor or a mover under the player
			line := fmt.Sprintf("%s level %d, %s, %s: %.2f %% of %d moments", label, i, strings.ToLower(l.Map), source,
				share, all)
			if floorless[label] == "" && share < floorShare {
				t.Errorf("%s stands on a drawn floor too seldom: %s", e.Name, line)
			}
			lines = append(lines, line)
		}
	}
	if tested < 40 {
		t.Errorf("%d levels were tested", tested)
	}
	corpus.GoldenLines(t, "testdata/floors.txt", lines)
}

// mapOf is the map of a level that is in a folder, nil if it is not there.
func mapOf(t *testing.T, h sim.Header, l sim.Level, dir string) *bsp.Map {
	file, err := maps.Files{}.Find(h, l, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if file == nil {
		return nil
	}
	data, err := os.ReadFile(file.Where)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hashOf is the start of a file's SHA-256.
func hashOf(t *testing.T, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))[:8]
}

// standing counts the moments of a level at which someone alive stood on the ground, and those of them with
// something drawn under him. Where the demo does not tell the footing, who moves without rising or falling
// over three snapshots, and does not swim, is on the ground. Who never moves from where he appeared is a camera.
func standing(rec *recording.Recording, level int, p *plan.Plan, m *bsp.Map) (on, all int) {
	moving := strides(rec, level)
	told := false
	for _, stretch := range moving {
		for _, s := range stretch {
			told = told || s.told
		}
	}
	cur := rec.Cursor()
	step := max(rec.Frames()/2000, 1)
	var before, after map[int]sim.Vec3
	for f := 1; f < rec.Frames()-1; f += step {
		if !told {
			before, after = origins(cur, rec.FrameTime(f-1)), origins(cur, rec.FrameTime(f+1))
		}
		w := cur.At(rec.FrameTime(f))
		if w.Level != level || w.Phase == sim.PhaseIntermission {
			continue
		}
		for i := range w.Players {
			pl := &w.Players[i]
			if pl.Life != sim.Alive || !pl.Visible || !within(moving[pl.Slot.Index()], w.Time) {
				continue
			}
			if told && pl.OnGround || !told && even(before, pl, after) && m.Contents(pl.Origin[0], pl.Origin[1],
				pl.Origin[2])&^bsp.Clip == 0 {
				all++
				if stands(p, w, pl) {
					on++
				}
			}
		}
	}
	return on, all
}

// stride is a time in which a player moved, without a teleport or a death between.
type stride struct {
	from, to time.Duration
	told     bool // the demo tells when he was on the ground
}

// strides are those of every slot.
func strides(rec *recording.Recording, level int) map[int][]stride {
	from, to := rec.Levels()[level].Start, rec.Duration()
	if level+1 < len(rec.Levels()) {
		to = rec.Levels()[level+1].Start - 1
	}
	out := map[int][]stride{}
	for _, r := range rec.Roster() {
		var list []stride
		path := rec.Path(r.Profile.Slot.Index(), from, to, nil)
		for i := 1; i < len(path); i++ {
			a, b := &path[i-1], &path[i]
			if b.NoLerp || a.Life != sim.Alive || b.Life != sim.Alive {
				continue
			}
			if n := len(list); n > 0 && list[n-1].to == a.Time {
				list[n-1].to, list[n-1].told = b.Time, list[n-1].told || b.Ground
			} else if a.Origin != b.Origin {
				list = append(list, stride{a.Time, b.Time, a.Ground || b.Ground})
			}
		}
		out[r.Profile.Slot.Index()] = list
	}
	return out
}

func within(list []stride, t time.Duration) bool {
	for _, s := range list {
		if t >= s.from && t <= s.to {
			return true
		}
	}
	return false
}

func origins(cur *recording.Cursor, t time.Duration) map[int]sim.Vec3 {
	out := map[int]sim.Vec3{}
	w := cur.At(t)
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && p.Life == sim.Alive {
			out[p.Slot.Index()] = p.Origin
		}
	}
	return out
}

// even reports whether a player moves, and not up or down.
func even(before map[int]sim.Vec3, pl *sim.Player, after map[int]sim.Vec3) bool {
	a, okA := before[pl.Slot.Index()]
	b, okB := after[pl.Slot.Index()]
	return okA && okB && a[2] == pl.Origin[2] && b[2] == pl.Origin[2] && (a[0] != b[0] || a[1] != b[1])
}

// stands reports whether a floor or a mover is under a player's box.
func stands(p *plan.Plan, w *sim.World, pl *sim.Player) bool {
	const half = 16
	feet := pl.Origin[2] - plan.FeetBelowOrigin
	if h, ok := p.Floor(pl.Origin[0], pl.Origin[1], pl.Origin[2]); ok && feet-h < 24 {
		return true
	}
	for i := range w.Movers {
		mv := &w.Movers[i]
		if m, ok := p.Model(mv.Model); ok {
			lo, hi := m.Bounds()
			if pl.Origin[0] > lo[0]+mv.Origin[0]-half && pl.Origin[0] < hi[0]+mv.Origin[0]+half &&
				pl.Origin[1] > lo[1]+mv.Origin[1]-half && pl.Origin[1] < hi[1]+mv.Origin[1]+half &&
				feet > lo[2]+mv.Origin[2]-24 && feet < hi[2]+mv.Origin[2]+24 {
				return true
			}
		}
	}
	return false
}
