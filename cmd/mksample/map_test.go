package main

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"testing"

	"fragscope/assets/bsp"
)

// theMap is the arena as a file and read back.
func theMap(t *testing.T) ([]byte, *bsp.Map) {
	t.Helper()
	data := arena().Bytes()
	m, err := bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return data, m
}

func TestMapIsReadBack(t *testing.T) {
	c := arena()
	_, m := theMap(t)
	if m.Format != bsp.Quake3 || len(m.Models) != len(c.Brushes) || len(m.Entities) != len(c.Entities) {
		t.Fatalf("format %v, %d models, %d entities", m.Format, len(m.Models), len(m.Entities))
	}
	if got := m.Entities[0]["message"]; got != mapTitle {
		t.Errorf("title %q", got)
	}
	if !m.Solid(0, 0, upper-8) || m.Solid(0, 0, upper+20) || m.Solid(0, 0, 100) {
		t.Error("the bridge is not where it should be")
	}
	if m.Contents(0, 0, -60) != bsp.Water || m.Contents(0, 0, 0) != 0 {
		t.Error("the pond is not where it should be")
	}
	for _, e := range m.Entities {
		switch e["classname"] {
		case "info_player_deathmatch", "misc_teleporter_dest":
			p := parseVec(e["origin"]).up(1).single()
			if !m.Fits(p[0], p[1], p[2]) {
				t.Errorf("no room for a player at %v", p)
			}
		}
	}
}

// lump gives the 32-bit words of a lump.
func lump(data []byte, n int) []int32 {
	at := binary.LittleEndian.Uint32(data[8+8*n:])
	size := binary.LittleEndian.Uint32(data[12+8*n:])
	out := make([]int32, size/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(data[int(at)+4*i:]))
	}
	return out
}

// TestTreeFindsTheBrushes walks the tree as engines do and compares what the leaf's
// brushes say of a point with what all brushes say.
func TestTreeFindsTheBrushes(t *testing.T) {
	data, m := theMap(t)
	planes, nodes, leafs := lump(data, 2), lump(data, 3), lump(data, 4)
	leafList, brushes, sides := lump(data, 6), lump(data, 8), lump(data, 9)
	float := func(v int32) float64 { return float64(math.Float32frombits(uint32(v))) }
	behind := func(p vec, plane int32) float64 {
		q := planes[plane*4:]
		return p.dot(vec{float(q[0]), float(q[1]), float(q[2])}) - float(q[3])
	}
	solid := 0
	for x := -1300.0; x < 1300; x += 61 {
		for y := -1050.0; y < 1000; y += 57 {
			for z := -130.0; z < 470; z += 41 {
				p := vec{x + 0.317, y + 0.741, z + 0.5}
				n := int32(0)
				for n >= 0 {
					front := 0
					if behind(p, nodes[n*9]) < 0 {
						front = 1
					}
					n = nodes[int(n)*9+1+front]
				}
				leaf := leafs[int(-n-1)*12:]
				got := false
				for _, b := range leafList[leaf[10] : leaf[10]+leaf[11]] {
					in := true
					for s := brushes[b*3]; s < brushes[b*3]+brushes[b*3+1]; s++ {
						in = in && behind(p, sides[s*2]) <= 0
					}
					got = got || in
				}
				want := slices.ContainsFunc(m.Brushes, func(b bsp.Brush) bool {
					return !slices.ContainsFunc(b.Sides, func(s bsp.Plane) bool { return p.dot(double(s.Normal)) > float64(s.Dist) })
				})
				if got != want {
					t.Fatalf("at %v the tree says %v, the map %v", p, got, want)
				}
				if got {
					solid++
				}
			}
		}
	}
	if solid == 0 {
		t.Error("nothing is solid")
	}
}

// TestRoomsAreClosed looks from the middle of each room in all directions: a ray must
// end at something.
func TestRoomsAreClosed(t *testing.T) {
	_, m := theMap(t)
	w := &world{level: m}
	for i, r := range arena().rooms {
		var mid vec
		for _, p := range r.Poly {
			mid = mid.add(vec{p[0], p[1], 0}.mul(1 / float64(len(r.Poly))))
		}
		for _, z := range []float64{r.Floor + 70, r.Ceil - 20} {
			mid[2] = z
			if s := mid.single(); m.Solid(s[0], s[1], s[2]) {
				continue
			}
			for yaw := 0.0; yaw < 360; yaw += 7 {
				for pitch := -80.0; pitch <= 80; pitch += 20 {
					if w.clear(mid, mid.mad(4000, view{pitch, yaw}.forward())) {
						t.Errorf("room %d leaks at yaw %v, pitch %v", i, yaw, pitch)
					}
				}
			}
		}
	}
}

func TestEverythingCanBeReached(t *testing.T) {
	_, m := theMap(t)
	g := newGame(m, io.Discard, 1, defaultLimit)
	for i, p := range g.ways.places {
		if !g.fits(p) {
			t.Errorf("no room for a player at %v", p)
		}
		for _, q := range g.ways.places {
			if way := g.ways.time[g.ways.near(q)][i]; math.IsInf(way, 1) {
				t.Errorf("%v cannot be reached from %v", p, q)
			}
		}
	}
}
