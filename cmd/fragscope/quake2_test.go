package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/formats/corpus"
	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/sim/recording"
)

// quake2Maps are demos of Quake II, and the maps of their levels.
var quake2Maps = []struct {
	demo string
	maps []string
	// unchecked: the demo has no checksum of the map, as in the test release.
	unchecked bool
}{
	{demo: "compressed/testduel.dm2.gz", maps: []string{"q2/opentdm/q2rdm2.bsp"}},
	{demo: "q2/dm2/p34/m*.dm2", maps: []string{"q2/opentdm/koldduel1.bsp"}},
	{demo: "q2/dm2/p31/q2demo1.dm2", maps: []string{"q2/q2demo-release/demo2.bsp"}},
	{demo: "q2/dm2/p25/q2demo-demo1.dm2", maps: []string{"q2/q2demo-release/demo3.bsp"}, unchecked: true},
	{demo: "q2/dm2/p34/AQtion-ladder-guide.dm2", maps: []string{"q2/actionquake/urbanjungle.bsp"}},
	{demo: "q2/dm2/p34/AQtion-bandaging-guide.dm2", maps: []string{"q2/actionquake/terminal.bsp"}},
	{demo: "q2/dm2/p34/gladiator-demo2.dm2", maps: []string{"q2/gladiator/bugdm5.bsp"}},
	{demo: "q2/mvd2/libq2-test.mvd2", maps: []string{"q2/opentdm/q2dm1.bsp"}},
	{demo: "q2/mvd2/20220317-002321-asylum.mvd2.gz", maps: []string{"q2/actionquake/asylum.bsp"}},
	{demo: "recorded/q2/aq2_beer_play.dm2", maps: []string{"recorded/q2/beer.bsp"}},
	{demo: "recorded/q2/baseq2_lab1_dm2p_server.dm2", maps: []string{"recorded/q2/lab1.bsp"}},
	{demo: "recorded/q2/yq2_lab1_lab2_sp.dm2", maps: []string{"recorded/q2/lab1.bsp", "recorded/q2/lab2.bsp"}},
}

// TestQuake2PlayersStandInOpenSpace holds the places of players against the maps, and
// the checksums of the maps against those in the demos.
func TestQuake2PlayersStandInOpenSpace(t *testing.T) {
	for _, test := range quake2Maps {
		t.Run(filepath.Base(test.demo), func(t *testing.T) {
			r, err := simload.File(context.Background(), corpus.Path(t, "demos/"+corpus.Match(t, test.demo)))
			if err != nil {
				t.Fatal(err)
			}
			r.Wait()
			levels := r.Levels()
			if len(levels) != len(test.maps) {
				t.Fatalf("%d levels, want %d", len(levels), len(test.maps))
			}
			maps := make([]*bsp.Map, len(levels))
			for i, name := range test.maps {
				data, err := os.ReadFile(corpus.Path(t, "maps/"+name))
				if err != nil {
					t.Skip(err)
				}
				if sum := gamedata.BlockChecksum(data); sum != levels[i].Checksum &&
					!(test.unchecked && levels[i].Checksum == 0) {
					t.Errorf("the checksum of %s is %08x, that in the demo %08x", name, sum, levels[i].Checksum)
				}
				if maps[i], err = bsp.Decode(data); err != nil {
					t.Fatal(err)
				}
			}
			countOpen(t, r, maps)
		})
	}
}

// countOpen counts the players alive who stand in a wall.
func countOpen(t *testing.T, r *recording.Recording, maps []*bsp.Map) {
	c := r.Cursor()
	all, stuck := 0, 0
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		for j := range w.Players {
			p := &w.Players[j]
			if !p.Visible || p.Life != sim.Alive {
				continue
			}
			all++
			if maps[w.Level].Solid(p.Origin[0], p.Origin[1], p.Origin[2]) {
				stuck++
			}
		}
	}
	if all == 0 || stuck*200 > all {
		t.Errorf("%d of %d players stand in a wall", stuck, all)
	}
	t.Logf("%d of %d players stand in a wall", stuck, all)
}
