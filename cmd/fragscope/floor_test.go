package main

import (
	"os"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/formats/corpus"
	"fragscope/sim"
)

// floorDemos are demos, and the maps they were recorded on. The share is of the moments at which someone
// stands on the ground.
var floorDemos = []struct{ demo, bsp string }{
	{"recorded/nq/dm4_2p_p15.dem", "recorded/q1/dm4.bsp"},
	{"nq/dem/p15/qfm-demo1.dem", "q1/quake-from-memory/e1m3.bsp"},
	{"q2/dm2/p34/m*.dm2", "q2/opentdm/koldduel1.bsp"},
	{"recorded/q2/aq2_beer_play.dm2", "recorded/q2/beer.bsp"},
	{"q3/dm_68/team_chat.dm_68", "q3/q3demo/q3dm7.bsp"},
	{"q3/dm_68/record_client_number_5.dm_68", "q3/q3aServ/cpm17.bsp"},
	{"recorded/q3/oa_dm4_ffa_follow.dm_68", "recorded/q3/oa_dm4.bsp"},
}

// Who stands on the ground stands on a floor that the plan shows, or on something that moves, though the
// plan knows nothing of where players were.
func TestPlayersStandOnDrawnFloor(t *testing.T) {
	for _, c := range floorDemos {
		data, err := os.ReadFile(corpus.Path(t, "maps/"+c.bsp))
		if err != nil {
			t.Fatal(err)
		}
		m, err := bsp.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		p := plan.FromBSP(m, nil)
		demo, err := openDemo(corpus.Path(t, "demos/"+corpus.Match(t, c.demo)))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := load(demo)
		if err != nil {
			t.Fatal(err)
		}
		on, all := standing(rec, p)
		share := 100 * float64(on) / float64(max(all, 1))
		t.Logf("%s: %d of %d, %.2f %%", c.demo, on, all, share)
		if all < 50 || share < 99 {
			t.Errorf("%s: %d of %d moments on a drawn floor", c.demo, on, all)
		}
	}
}

// standing counts the moments of the first level at which someone alive stood on the ground, and those of them with
// something drawn under him.
func standing(rec *sim.Recording, p *plan.Plan) (on, all int) {
	cur := rec.Cursor()
	step := max(rec.Frames()/2000, 1)
	for f := 0; f < rec.Frames(); f += step {
		w := cur.At(rec.FrameTime(f))
		if w.Level != 0 {
			break
		}
		for i := range w.Players {
			pl := &w.Players[i]
			if pl.Life != sim.Alive || !pl.Known || !pl.OnGround {
				continue
			}
			all++
			if stands(p, w, pl) {
				on++
			}
		}
	}
	return on, all
}

// stands tells whether a floor or a mover is under a player's box.
func stands(p *plan.Plan, w *sim.World, pl *sim.Player) bool {
	const half = 16
	feet := pl.Origin[2] - plan.FeetBelowOrigin
	for _, d := range [][2]float32{{0, 0}, {half, half}, {-half, half}, {half, -half}, {-half, -half}} {
		if h, ok := p.Floor(pl.Origin[0]+d[0], pl.Origin[1]+d[1], pl.Origin[2]); ok && feet-h < 24 {
			return true
		}
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
