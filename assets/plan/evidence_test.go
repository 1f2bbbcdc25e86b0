package plan

import (
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

// stroll is the way of a player who walks on a floor of the given height.
func stroll(track int32, z float32, places ...[2]float32) []Point {
	var out []Point
	for i, p := range places {
		out = append(out, Point{X: p[0], Y: p[1], Z: z + FeetBelowOrigin, Track: track, Contact: ContactGround,
			Break: i == 0})
	}
	return out
}

// A roof with an item on it hides the floor where players walked only if one of them was up there, or if there is no
// demo to tell.
func TestRoofsDoNotHide(t *testing.T) {
	for name, f := range allFormats {
		t.Run(name, func(t *testing.T) {
			m := house(f)
			m.Boxes = append(m.Boxes, box(0, 512, 0, 1024, 576, 400))
			m.Entities = append(m.Entities, bsp.Entity{"classname": "item_armor", "origin": "600 256 416"})
			b, err := bsp.Decode(m.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			inside := stroll(1, 0, [2]float32{600, 200}, [2]float32{700, 200}, [2]float32{800, 200},
				[2]float32{900, 250}, [2]float32{800, 400}, [2]float32{650, 450})
			for _, c := range []struct {
				what  string
				hints []Point
				roof  bool
			}{
				{"no demo", nil, true},
				{"players inside", inside, false},
				{"players inside and on the roof", append(stroll(2, 400, [2]float32{500, 200}, [2]float32{520, 200}),
					inside...), true},
			} {
				p := FromBSP(b, c.hints)
				h, ok := p.Floor(800, 256, 424)
				if !ok || (h == 400) != c.roof {
					t.Errorf("%s: the floor is at %v, %v", c.what, h, ok)
				}
				// Over the wall nothing but the roof is to be seen.
				if wall := at(p, 300, 544, AllStoreys); wall.A != 255 {
					t.Errorf("%s: the wall is %v", c.what, wall)
				}
			}
		})
	}
}

// A ledge too narrow for a player to stand on with his middle is drawn if one stood on it.
func TestLedge(t *testing.T) {
	m := house(bsp.Quake2)
	m.Boxes = append(m.Boxes, box(700, 504, 0, 900, 512, 200))
	b, err := bsp.Decode(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	on := stroll(1, 200, [2]float32{720, 492}, [2]float32{800, 492})
	if h, ok := FromBSP(b, on).Floor(760, 492, 224); !ok || h != 200 {
		t.Errorf("the ledge that a player stood on: %v, %v", h, ok)
	}
	if h, _ := FromBSP(b, nil).Floor(760, 492, 224); h == 200 {
		t.Error("the ledge is drawn though nothing tells of it")
	}
}

func TestFootprints(t *testing.T) {
	still := []Point{{X: 1, Y: 2, Z: 400, Contact: ContactGround, Break: true},
		{X: 1, Y: 2, Z: 400, Contact: ContactGround}}
	if got := footprints(still); len(got) != 0 {
		t.Errorf("a camera leaves footprints: %v", got)
	}
	if got := footprints(stroll(0, 0, [2]float32{0, 0}, [2]float32{120, 0})); len(got) < 10 || got[0].z != 0 {
		t.Errorf("120 units of way have the footprints %v", got)
	}
	far := stroll(0, 0, [2]float32{0, 0}, [2]float32{5000, 0})
	if got := footprints(far); len(got) != 0 {
		t.Errorf("a teleport leaves footprints: %v", got)
	}
	jump := []Point{{Z: 24, Contact: ContactUnknown, Break: true}, {X: 20, Z: 30}, {X: 40, Z: 38}}
	if got := footprints(jump); len(got) != 0 {
		t.Errorf("a jump leaves footprints: %v", got)
	}
	if got := footprints([]Point{{Z: 24, Break: true}, {X: 20, Z: 24}}); len(got) == 0 {
		t.Error("a level way leaves no footprints")
	}
}

// Players on another version of a map walk through its walls and on nothing; what the map lacks grows.
func TestOtherVersion(t *testing.T) {
	b, err := bsp.Decode(house(bsp.Quake29).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	right := stroll(0, 0, [2]float32{600, 50}, [2]float32{700, 50}, [2]float32{850, 50}, [2]float32{850, 90})
	if share, n := Agreement(b, right); share != 1 || n < 15 {
		t.Errorf("on the right map: %v of %d", share, n)
	}
	wrong := stroll(1, 96, [2]float32{600, 600}, [2]float32{700, 600}, [2]float32{850, 700}, [2]float32{850, 790})
	if share, n := Agreement(b, wrong); share != 0 || n < 15 {
		t.Errorf("on another map: %v of %d", share, n)
	}
	p := Repaired(b, append(wrong, right...))
	if h, ok := p.Floor(650, 600, 120); !ok || h < 90 || h > 102 {
		t.Errorf("no floor grows where players walked: %v, %v", h, ok)
	}
	if h, ok := p.Floor(850, 60, 24); !ok || h != 0 {
		t.Errorf("the map's own floor: %v, %v", h, ok)
	}
}

// A plate on a floor that is lower than a step does not take the floor away.
func TestLowPlates(t *testing.T) {
	m := house(bsp.Quake3)
	m.Boxes = append(m.Boxes,
		bsptest.Box{Min: bsp.Vec3{700, 200, 0}, Max: bsp.Vec3{800, 300, 6}, Texture: "nodraw"})
	b, err := bsp.Decode(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Faces {
		if b.Faces[i].Texture >= 0 && b.Textures[b.Faces[i].Texture].Name == "nodraw" {
			b.Faces[i].Kind = bsp.KindHidden
		}
	}
	if c := at(FromBSP(b, nil), 750, 250, AllStoreys); c.A != 255 {
		t.Errorf("under a low plate is %v, want floor", c)
	}
}

func TestHides(t *testing.T) {
	p := planOf(t, house(bsp.Quake2))
	for _, c := range []struct {
		x, y, z float32
		storey  int
		hides   bool
	}{
		{256, 256, 40, AllStoreys, true},   // the upper floor
		{256, 256, 40, 1, true},            // is shown with the upper storey, too
		{256, 256, 40, 0, false},           // not with the lower
		{256, 256, 190, AllStoreys, false}, // a lift that is up
		{800, 256, 40, AllStoreys, false},  // the roof is not drawn
		{5000, 0, 0, AllStoreys, false},
	} {
		if got := p.Hides(c.x, c.y, c.z, c.storey); got != c.hides {
			t.Errorf("at %v %v %v, storey %d: %v", c.x, c.y, c.z, c.storey, got)
		}
	}
}
