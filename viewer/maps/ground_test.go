package maps

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"testing"
	"time"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/formats/corpus"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// grownDemos are matches, races, tricks, single-player games and clips of some seconds, from each game. No map is
// looked for.
var grownDemos = []string{
	"nq/dem/p15/qfm-demo1.dem", "nq/dem/p666/librequake-*-forefront1.dem", "nq/dem/p999/librequake-demo2.dem",
	"qw/mvd/p28/speed-1.mvd", "qw/mvd/p28/speed-6.mvd", "qw/mvd/p28/accel-1.mvd", "qw/mvd/p28/tricks_*_ztricks.mvd",
	"qw/mvd/p28-ext/gate1_ev_1.mvd", "qw/qwd/p28/way2ez2_02.qwd", "qw/qwd/p28/dm2_floating.qwd",
	"qw/qwd/p28-ext/bps.qwd", "q2/dm2/p31/q2demo1.dm2", "q2/dm2/p34/AQtion-double-jumping-guide.dm2",
	"q2/dm2/p34/myr.dm2", "q2/dm2/p56/mission64-demo1.dm2", "q2/mvd2/libq2-test.mvd2", "q3/dm3/duel.dm3",
	"q3/dm_48/demo127.dm_48", "q3/dm_68/test.dm_68", "q3/dm_68/dfwc2019-1*.dm_68",
	"q3/dm_68/CTFS-*_CUT_909_929_chat.dm_68", "q3/dm_68/CTFS-*-tsdocks-b3-*.dm_68", "q3/dm_68/11785_151.dm_68",
	"ql/dm_73/tdm_tdmscores2.dm_73", "ql/dm_90/tdm.dm_90", "ql/dm_91/20k_deadcenter_beta-*.dm_91",
}

// TestGrownPlans checks that a plan grown from a demo contains the players standing on the ground, covers the paths,
// and is connected.
func TestGrownPlans(t *testing.T) {
	var lines []string
	for _, pattern := range grownDemos {
		rec, err := load.File(context.Background(), corpus.Path(t, "demos/"+corpus.Match(t, pattern)))
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		p := Grow(rec, 0)
		if p == nil {
			t.Errorf("%s: no plan", pattern)
			continue
		}
		lo, hi := p.Bounds()
		floor, pieces := picture(p)
		stood, stands, passed, covered := below(rec, p)
		lines = append(lines,
			fmt.Sprintf(
				"%s: %.0f x %.0f, storeys %d, floor %d %%, pieces %d, below %d of %d who stand, %d of %d others",
				pattern, hi[0]-lo[0], hi[1]-lo[1], len(p.Storeys()), floor, pieces, stands, stood, covered, passed))
		if stood > 0 && stands*100 < stood*95 {
			t.Errorf("%s: floor below %d of %d who stand", pattern, stands, stood)
		}
	}
	corpus.GoldenLines(t, "testdata/grown.txt", lines)
}

func share(n, of int) int { return 100 * n / max(of, 1) }

// picture returns the percentage of the plan's box that is drawn, and the number of pieces.
func picture(p *plan.Plan) (floor, pieces int) {
	img := drawing(p)
	seen := make([]bool, len(img.Pix)/4)
	var stack []int
	for at := range seen {
		if seen[at] || img.Pix[4*at+3] == 0 {
			continue
		}
		pieces++
		seen[at] = true
		stack = append(stack, at)
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			floor++
			for _, to := range [...]int{k - 1, k + 1, k - img.Stride/4, k + img.Stride/4} {
				if to >= 0 && to < len(seen) && !seen[to] && img.Pix[4*to+3] > 0 {
					seen[to] = true
					stack = append(stack, to)
				}
			}
		}
	}
	return share(floor, len(seen)), pieces
}

// drawing returns a complete drawing of a plan.
func drawing(p *plan.Plan) *image.RGBA {
	const side = 400
	lo, hi := p.Bounds()
	scale := side / float64(max(hi[0]-lo[0], hi[1]-lo[1]))
	img := image.NewRGBA(image.Rect(0, 0, int(float64(hi[0]-lo[0])*scale)+1, int(float64(hi[1]-lo[1])*scale)+1))
	p.Render(img, plan.View{MinX: float64(lo[0]), MaxY: float64(hi[1]), Scale: scale, Storey: plan.AllStoreys})
	return img
}

// below counts the places on a level where someone stood or was in the air, and those of them with floor below.
func below(rec *recording.Recording, p *plan.Plan) (stood, stands, passed, covered int) {
	from, to := times(rec, 0)
	for _, q := range walked(rec, from, to) {
		h, ok := p.Floor(q.X, q.Y, q.Z)
		if q.Contact == plan.ContactGround {
			stood++
			if ok && q.Z-plan.FeetBelowOrigin-h < 40 {
				stands++
			}
			continue
		}
		passed++
		if ok {
			covered++
		}
	}
	return stood, stands, passed, covered
}

// BenchmarkGrow grows a plan from a long match, with and without the atlas's knowledge of its map.
func BenchmarkGrow(b *testing.B) {
	rec, err := load.File(context.Background(), corpus.Path(b,
		"demos/"+corpus.Match(b, "q3/dm_67/2002_-_Duel_1_*.dm_67")))
	if err != nil {
		b.Fatal(err)
	}
	rec.Wait()
	known := learned.BuiltIn().Map(keyOf(rec, rec.Levels()[0]))
	for name, others := range map[string]*plan.Learned{"alone": nil, "known": known} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := newGrowth(rec, 0, wholeLevels)
				g.grow()
				g.recall(others)
				g.plan()
			}
		})
	}
}

// TestGrowsWhileRead checks that a plan is the same whether it grew while the demo was being read or afterwards.
func TestGrowsWhileRead(t *testing.T) {
	early := 0
	for _, pattern := range []string{"qw/mvd/p28/speed-6.mvd", "q2/dm2/p34/myr.dm2", "q3/dm3/duel.dm3",
		"ql/dm_73/tdm_tdmscores2.dm_73"} {
		rec, err := load.File(context.Background(), corpus.Path(t, "demos/"+corpus.Match(t, pattern)))
		if err != nil {
			t.Fatal(err)
		}
		g := newGrowth(rec, 0, wholeLevels)
		for finished := false; !finished; time.Sleep(time.Millisecond) {
			_, finished = rec.Progress()
			if g.grow(); !finished && g.plan() != nil {
				early++
			}
		}
		if !bytes.Equal(drawing(g.plan()).Pix, drawing(Grow(rec, 0)).Pix) {
			t.Errorf("%s: another plan", pattern)
		}
	}
	if early == 0 {
		t.Error("there was no plan before all was read")
	}
}
