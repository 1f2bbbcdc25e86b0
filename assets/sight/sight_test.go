package sight

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/formats/corpus"
)

// sightMaps are two maps of each game, of those that lie with the demos.
var sightMaps = []string{
	"q1/id-maps-gpl/dm3.bsp", "q1/id-maps-gpl/dm6.bsp", "q1/nquake/aerowalk.bsp", "q2/opentdm/q2dm1.bsp",
	"q2/opentdm/koldduel1.bsp", "q3/q3demo/q3dm7.bsp", "q3/q3demo/q3tourney2.bsp", "q3/q3aServ/ztn3tourney1.bsp",
}

func load(tb testing.TB, name string) (*Map, *oracle) {
	data, err := os.ReadFile(corpus.Path(tb, "maps/"+name))
	if err != nil {
		tb.Skipf("the map is not here: %v", err)
	}
	m, err := bsp.Decode(data)
	if err != nil {
		tb.Fatal(err)
	}
	return New(plan.FromBSP(m, nil)), newOracle(data, m)
}

// stands is a place where somebody may stand, anywhere on the floors.
func (m *Map) stands(r *rand.Rand) (origin, eyes Vec3) {
	for {
		k := r.IntN(len(m.cells.Heights))
		x := m.cells.X + r.Float32()*float32(m.cells.Cols)*m.cells.Size
		y := m.cells.Y + r.Float32()*float32(m.cells.Rows)*m.cells.Size
		cell := m.cells.At(x, y)
		if cell < 0 || m.cells.Start[cell] == m.cells.Start[cell+1] {
			continue
		}
		floors := m.cells.Heights[m.cells.Start[cell]:m.cells.Start[cell+1]]
		z, ok := m.plan.Floor(x, y, floors[k%len(floors)]+plan.FeetBelowOrigin)
		if !ok {
			continue
		}
		origin, eyes = Vec3{x, y, z + plan.FeetBelowOrigin}, Vec3{x, y, z + EyeAboveFloor}
		if !m.opaque.Shut(eyes) {
			return origin, eyes
		}
	}
}

func TestAgreesWithTracesThroughTheFile(t *testing.T) {
	for _, name := range sightMaps {
		t.Run(filepath.Base(name), func(t *testing.T) {
			m, o := load(t, name)
			f := NewField(m)
			r := rand.New(rand.NewPCG(1, 2))
			const eyes, each = 100, 100
			lines, sees, raw, seen := 0, 0, 0, 0
			for range eyes {
				_, from := m.stands(r)
				f.Look(from, nil, 0)
				for range each {
					origin, to := m.stands(r)
					want := o.clear(from, to)
					if want {
						seen++
					}
					if m.Clear(from, to, nil) == want {
						lines++
					}
					if f.Sees(origin) == want {
						sees++
					}
					if f.painted(origin) == want {
						raw++
					}
				}
			}
			const n = eyes * each
			t.Logf("%d pairs, %d in sight: %.2f %% of lines, %.2f %% of answers, %.2f %% of what is painted agree", n,
				seen, 100*float64(lines)/n, 100*float64(sees)/n, 100*float64(raw)/n)
			if lines < n*999/1000 || sees < n*99/100 {
				t.Errorf("of %d pairs %d lines and %d answers agree", n, lines, sees)
			}
		})
	}
}

// painted is what the nearest cell says of a place.
func (f *Field) painted(origin Vec3) bool {
	g := f.m.cells
	cell := g.At(origin[0], origin[1])
	if cell < 0 {
		return false
	}
	k := f.floor(cell%g.Cols, cell/g.Cols, origin[2]-plan.FeetBelowOrigin)
	return k >= 0 && f.lit[f.byCell[k]]
}

func BenchmarkLook(b *testing.B) {
	for _, name := range sightMaps {
		b.Run(filepath.Base(name), func(b *testing.B) {
			m, _ := load(b, name)
			f := NewField(m)
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportMetric(float64(len(f.places)), "places")
			for b.Loop() {
				_, eye := m.stands(r)
				f.Look(eye, nil, 0)
			}
		})
	}
}
