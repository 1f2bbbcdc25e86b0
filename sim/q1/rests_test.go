package q1_test

import (
	"bytes"
	"testing"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim/q1"
	"fragscope/sim/simtest"
)

// TestItemsRest checks that an item that a .mvd does not mention stays until it is removed, either explicitly or by a
// message that lists all entities without it.
func TestItemsRest(t *testing.T) {
	const item, other = 40, 41
	lies := func(n uint16) quakeworld.EntityDelta {
		return quakeworld.EntityDelta{Number: n, Mask: quakeworld.EntityModel | quakeworld.EntityOriginX, Model: 3,
			Origin: quakeworld.Vec3{float32(n) * 100}}
	}
	for name, gone := range map[string]quakeworld.PacketEntities{
		"removed":  {Delta: true, Entities: []quakeworld.EntityDelta{{Number: item, Mask: quakeworld.EntityRemove}}},
		"not told": {Entities: []quakeworld.EntityDelta{lies(other)}},
		// no model
		"nothing": {Delta: true, Entities: []quakeworld.EntityDelta{{Number: item, Mask: quakeworld.EntityModel}}},
	} {
		var out bytes.Buffer
		e := quakeworld.NewEncoder(&out, quakeworld.Options{MultiView: true})
		all := func(delta uint8) { e.Handle(&quakeworld.Block{Delta: delta, Code: uint8(quakeworld.KindAll)}) }
		all(0)
		e.Handle(&quakeworld.ServerData{Protocol: 28, ServerCount: 1, GameDir: []byte("qw"), LevelName: []byte("a")})
		e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{Names: [][]byte{[]byte("maps/a.bsp"),
			[]byte("progs/player.mdl"), []byte("progs/quaddama.mdl")}}})
		for moment := range 40 {
			all(100)
			switch moment {
			case 0:
				e.Handle(&quakeworld.PacketEntities{Entities: []quakeworld.EntityDelta{lies(item), lies(other)}})
			case 20:
				e.Handle(&gone)
			}
		}
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		rec := simtest.Simulator(q1.RecordMultiView).Bytes(out.Bytes(), "items.mvd")
		for i := range rec.Frames() {
			at := rec.FrameTime(i)
			w := rec.Cursor().At(at)
			seen := map[int]bool{}
			for k := range w.Entities {
				seen[w.Entities[k].Number] = w.Entities[k].Visible
			}
			if want := at < 2*time.Second; seen[item] != want || !seen[other] {
				t.Fatalf("%s, at %v: the items in sight are %v", name, at, seen)
			}
		}
		if rec.Frames() < 30 {
			t.Errorf("%s: %d frames", name, rec.Frames())
		}
	}
}
