package stage

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/race"
	"fragscope/viewer/draw"
	"fragscope/viewer/screentest"
)

// tagged returns the number of times that the name of each tag can be read in the last frame, as a separate label or as
// a row of a crowd's.
func tagged(s *Stage) map[string]int {
	seen := map[string]int{}
	for i := range s.labels.list {
		l := &s.labels.list[i]
		if l.hidden {
			continue
		}
		for k := range l.rows {
			seen[l.rows[k].name]++
		}
		if l.rows == nil {
			seen[l.name]++
		}
	}
	return seen
}

// TestTagsDoNotCoverNames checks that the names of runners who cross each other's path and the player's cover no
// others, and are shown unless they are all in one place.
func TestTagsDoNotCoverNames(t *testing.T) {
	s := New(draw.Dark())
	s.Camera.SetBounds([3]float32{-800, -500, 0}, [3]float32{850, 520, 0})
	img := screentest.Image(t, 640, 400)
	w := crowd(lattice(), shelf())
	w.Effects, w.Players = nil, w.Players[:2]
	for step := range 60 {
		sc := All(w, nil)
		sc.Follow = w.Players[0].Slot.Index()
		at := w.Players[0].Origin
		for i, name := range []string{"slower", "jumping", "the last of them"} {
			turn, far := float64(i)+float64(step)/5, float64(step%20)*6
			sc.Tags = append(sc.Tags, Tag{
				ID: i, Origin: sim.Vec3{at[0] + float32(far*math.Cos(turn)), at[1] + float32(far*math.Sin(turn)),
					at[2]}, Radius: 12, Name: name,
			})
		}
		drawScene(t, s, img, 1, &sc)
		checkLabels(t, s)
		if seen := tagged(s); step%20 == 19 && (seen["slower"] != 1 || seen["jumping"] != 1 ||
			seen["the last of them"] != 1) {
			t.Errorf("step %d: the names shown are %v", step, seen)
		}
		sc.Names = false
		drawScene(t, s, img, 1, &sc)
		if seen := tagged(s); seen["slower"] != 0 {
			t.Errorf("step %d: names that are switched off are shown: %v", step, seen)
		}
	}
}

// TestNamesOfARaceDoNotOverlap checks that, in a race of three along the same waypoints, no name covers another in any
// frame, and that all can be read most of the time.
func TestNamesOfARaceDoNotOverlap(t *testing.T) {
	var runs []race.Runner
	for _, name := range []string{"raceA_fast", "raceA_slow", "raceA_jump"} {
		rec, err := load.File(t.Context(), filepath.Join(shared(t), "pov", "race", name+".dm_68"))
		if err != nil {
			t.Skip(err)
		}
		rec.Wait()
		run, err := race.Find(name, rec)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	r, err := race.New(runs)
	if err != nil {
		t.Fatal(err)
	}
	s := New(draw.Dark())
	s.SetPlan(mapPlan(t, "aggressor"), false)
	img := screentest.Image(t, 774, 412)
	cursor := runs[0].Rec.Cursor()
	frames, read := 0, map[string]int{}
	for after := time.Duration(0); after <= runs[0].To-runs[0].From; after += 50 * time.Millisecond {
		sc := All(cursor.At(runs[0].From+after), runs[0].Rec)
		sc.Follow = runs[0].Slot.Index()
		for i := 1; i < len(runs); i++ {
			origin, _, _ := r.At(i, after)
			sc.Tags = append(sc.Tags, Tag{ID: i, Origin: origin, Radius: 12, Name: runs[i].Name})
		}
		drawScene(t, s, img, 1, &sc)
		checkLabels(t, s)
		for name, n := range tagged(s) {
			read[name] += n
		}
		frames++
	}
	for _, run := range runs[1:] {
		t.Logf("%s can be read in %d of %d frames", run.Name, read[run.Name], frames)
		if read[run.Name] < frames*8/10 {
			t.Errorf("%s can be read in %d of %d frames", run.Name, read[run.Name], frames)
		}
	}
}
