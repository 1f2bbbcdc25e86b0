package bsp_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

var formats = map[string]bsp.Format{"29": bsp.Quake29, "BSP2": bsp.QuakeBSP2, "2PSB": bsp.Quake2PSB, "38": bsp.Quake2,
	"QBSP": bsp.Quake2Q, "46": bsp.Quake3, "47": bsp.QuakeLive}

// room is a floor with a pool, a crate, a clip block and a lift.
func room(f bsp.Format) *bsptest.Map {
	return &bsptest.Map{
		Format: f,
		Boxes: []bsptest.Box{
			{Min: bsp.Vec3{0, 0, -16}, Max: bsp.Vec3{512, 512, 0}},
			{Min: bsp.Vec3{64, 64, 0}, Max: bsp.Vec3{128, 128, 48}, Texture: "crate"},
			{Min: bsp.Vec3{512, 0, -64}, Max: bsp.Vec3{640, 512, -8}, Contents: bsp.Water},
			{Min: bsp.Vec3{640, 0, -64}, Max: bsp.Vec3{704, 512, -8}, Contents: bsp.Lava},
			{Min: bsp.Vec3{704, 0, -64}, Max: bsp.Vec3{768, 512, -8}, Contents: bsp.Slime},
			{Min: bsp.Vec3{0, 0, 512}, Max: bsp.Vec3{512, 512, 528}, Texture: "sky1"},
			{Min: bsp.Vec3{300, 300, 0}, Max: bsp.Vec3{332, 332, 200}, Contents: bsp.Clip, Texture: "clip"},
		},
		Models: [][]bsptest.Box{{{Min: bsp.Vec3{200, 200, 0}, Max: bsp.Vec3{264, 264, 8}}}},
		Entities: []bsp.Entity{
			{"classname": "worldspawn", "message": "a room"},
			{"classname": "func_plat", "model": "*1"},
		},
	}
}

func TestDecode(t *testing.T) {
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			m, err := bsp.Decode(room(format).Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if m.Format != format {
				t.Errorf("format %d, want %d", m.Format, format)
			}
			if len(m.Entities) != 2 || m.Entities[0]["message"] != "a room" || m.Entities[1]["model"] != "*1" {
				t.Errorf("entities %v", m.Entities)
			}
			if len(m.Models) != 2 || m.Models[1].Max != (bsp.Vec3{264, 264, 8}) {
				t.Errorf("models %+v", m.Models)
			}
			area := map[bsp.Kind]float64{}
			for _, f := range m.Faces[:m.Models[0].FaceCount] {
				if f.Normal[2] > 0.9 {
					area[f.Kind] += faceArea(m, f)
				}
			}
			want := map[bsp.Kind]float64{bsp.KindSolid: 512*512 + 64*64, bsp.KindWater: 128 * 512,
				bsp.KindLava: 64 * 512, bsp.KindSlime: 64 * 512, bsp.KindSky: 512 * 512}
			for k, a := range want {
				if math.Abs(area[k]-a) > 1 {
					t.Errorf("kind %d looks up on %v square units, want %v", k, area[k], a)
				}
			}
		})
	}
}

// Faces know which place of their texture is where, in every format.
func TestMapping(t *testing.T) {
	want := bsp.Mapping{S: [4]float32{0.5, 0.25, 0, 12}, T: [4]float32{0, -2, 0.125, -7}}
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			r := room(format)
			r.Mapping = want
			r.Patches = []bsptest.Patch{{Width: 3, Height: 3, Texture: "curve", Points: []bsp.Vec3{
				{0, 0, 64}, {64, 0, 64}, {128, 0, 64}, {0, 64, 96}, {64, 64, 96}, {128, 64, 96}, {0, 128, 64},
				{64, 128, 64}, {128, 128, 64}}}}
			m, err := bsp.Decode(r.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for i := range m.Faces {
				f := &m.Faces[i]
				for _, p := range m.Verts[f.First : f.First+f.Count] {
					for axis, v := range [...][2][4]float32{{f.Mapping.S, want.S}, {f.Mapping.T, want.T}} {
						at := func(v [4]float32) float64 { return float64(v[0]*p[0] + v[1]*p[1] + v[2]*p[2] + v[3]) }
						if got, want := at(v[0]), at(v[1]); math.Abs(got-want) > 0.01 {
							t.Fatalf("face %d, axis %d: %v is at %v of the texture, want %v", i, axis, p, got, want)
						}
					}
				}
			}
		})
	}
}

// Quake's maps hold the pictures; what is no picture is left out and the rest stays.
func TestPictures(t *testing.T) {
	good := bsp.Texture{Width: 16, Height: 8, Pixels: bytes.Repeat([]byte{1, 2, 3, 4}, 32)}
	for _, c := range []struct {
		what    string
		picture bsp.Texture
		width   int
		pixels  int
	}{
		{"a picture", good, 16, 128},
		{"none", bsp.Texture{}, 0, 0},
		{"a file of its own", bsp.Texture{Width: 16, Height: 8}, 16, 0},
		{"larger than the lump", bsp.Texture{Width: 4096, Height: 4096, Pixels: good.Pixels}, 4096, 0},
		{"wider than any", bsp.Texture{Width: 1 << 30, Height: 8, Pixels: good.Pixels}, 0, 0},
		{"less than nothing", bsp.Texture{Width: -1, Height: -1, Pixels: good.Pixels}, 0, 0},
	} {
		r := room(bsp.Quake29)
		r.Pictures = map[string]bsp.Texture{"stone": c.picture, "crate": good}
		m, err := bsp.Decode(r.Bytes())
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		for _, tex := range m.Textures {
			switch tex.Name {
			case "stone":
				if tex.Width != c.width || len(tex.Pixels) != c.pixels {
					t.Errorf("%s: %d wide, %d pixels", c.what, tex.Width, len(tex.Pixels))
				}
			case "crate":
				if !bytes.Equal(tex.Pixels, good.Pixels) {
					t.Errorf("%s: the picture behind it is %v", c.what, tex.Pixels)
				}
			}
		}
	}
}

func faceArea(m *bsp.Map, f bsp.Face) float64 {
	area := 0.0
	for i := range f.Count {
		a, b := m.Verts[f.First+i], m.Verts[f.First+(i+1)%f.Count]
		area += float64(a[0]*b[1] - b[0]*a[1])
	}
	return math.Abs(area / 2)
}

func TestSolid(t *testing.T) {
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			m, err := bsp.Decode(room(format).Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				x, y, z  float32
				contents bsp.Contents
			}{
				{256, 256, -8, bsp.Solid},
				{256, 256, 8, 0},
				{100, 100, 20, bsp.Solid},
				{100, 100, 60, 0},
				{550, 100, -20, bsp.Water},
				{660, 100, -20, bsp.Lava},
				{720, 100, -20, bsp.Slime},
				{230, 230, 4, 0}, // a moving model is not looked at
			} {
				if got := m.Contents(c.x, c.y, c.z) &^ bsp.Clip; got != c.contents {
					t.Errorf("contents at %v %v %v: %d, want %d", c.x, c.y, c.z, got, c.contents)
				}
				if got := m.Solid(c.x, c.y, c.z); got != (c.contents == bsp.Solid) {
					t.Errorf("solid at %v %v %v: %v", c.x, c.y, c.z, got)
				}
			}
			for _, c := range []struct {
				x, y, z float32
				fits    bool
			}{
				{256, 200, 25, true},
				{256, 200, 20, false},  // feet in the floor
				{140, 100, 25, false},  // the crate's side is 12 away
				{146, 100, 25, true},   // 18 away
				{100, 100, 73, true},   // on the crate
				{256, 200, 485, false}, // head in the sky
				{316, 340, 25, false},  // clip
			} {
				if got := m.Fits(c.x, c.y, c.z); got != c.fits {
					t.Errorf("fits at %v %v %v: %v", c.x, c.y, c.z, got)
				}
			}
		})
	}
}

// A quarter of a cylinder standing on its side: its points lie on no polygon but on the curve.
func TestPatch(t *testing.T) {
	m := &bsptest.Map{Format: bsp.Quake3, Boxes: []bsptest.Box{{Max: bsp.Vec3{16, 16, 16}}}, Patches: []bsptest.Patch{{
		Width: 3, Height: 3, Texture: "curve",
		Points: []bsp.Vec3{
			{0, 0, 0}, {0, 0, 100}, {100, 0, 100},
			{0, 50, 0}, {0, 50, 100}, {100, 50, 100},
			{0, 100, 0}, {0, 100, 100}, {100, 100, 100},
		},
	}}}
	got, err := bsp.Decode(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	curved, worst := 0, 0.0
	for _, f := range got.Faces {
		if !f.Curved {
			continue
		}
		curved++
		if f.Normal[2] < 0 {
			t.Errorf("a piece of the patch looks down: %v", f.Normal)
		}
		for i := range f.Count {
			v := got.Verts[f.First+i]
			// On the parabola: sqrt(x/100) + sqrt(1-z/100) is not constant, but x = 100t², z = 100(1-(1-t)²).
			s := math.Sqrt(float64(v[0]) / 100)
			worst = max(worst, math.Abs(float64(v[2])-100*(1-(1-s)*(1-s))))
		}
	}
	if curved < 8 || worst > 0.01 {
		t.Errorf("%d pieces, %v units off the curve", curved, worst)
	}
	// The curve is at height 75 over x = 25.
	for _, c := range []struct {
		x, y, z float32
		solid   bool
	}{{25, 50, 73, true}, {25, 50, 77, false}, {25, 50, 40, false}, {25, 120, 73, false}} {
		if s := got.Solid(c.x, c.y, c.z); s != c.solid {
			t.Errorf("solid at %v %v %v: %v", c.x, c.y, c.z, s)
		}
	}
	for _, c := range []struct {
		x, y, z float32
		fits    bool
	}{
		{50, 50, 125, true},  // feet at 101, above the top at 100
		{100, 50, 90, false}, // the curve's end is in the box
		{50, 50, 60, false},  // the head is in the curve
		{60, 50, 30, true},   // the head is below it
		{50, 150, 80, true},  // beside it
		{-20, 50, 60, true},  // before its steep start
		{-10, 50, 40, false}, // too near to that
	} {
		if f := got.Fits(c.x, c.y, c.z); f != c.fits {
			t.Errorf("fits at %v %v %v: %v", c.x, c.y, c.z, f)
		}
	}
}

// What looks like a floor and is not solid is a floor where something bears players under it.
func TestGrates(t *testing.T) {
	flat := func(z float32) []bsp.Vec3 {
		var points []bsp.Vec3
		for i := range 9 {
			points = append(points, bsp.Vec3{float32(i%3) * 32, float32(i/3) * 32, z})
		}
		return points
	}
	m := &bsptest.Map{Format: bsp.Quake3,
		Boxes: []bsptest.Box{{Max: bsp.Vec3{64, 64, 16}, Contents: bsp.Clip, Texture: "clip"},
			{Min: bsp.Vec3{0, 0, -64}, Max: bsp.Vec3{64, 64, -48}}},
		Patches: []bsptest.Patch{
			{Width: 3, Height: 3, Texture: "grate", Points: flat(16)},
			{Width: 3, Height: 3, Texture: "grate", Points: flat(100)},
		}}
	got, err := bsp.Decode(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[float32]bsp.Kind{}
	for _, f := range got.Faces {
		if f.Curved {
			kinds[got.Verts[f.First][2]] = f.Kind
		}
	}
	if kinds[16] != bsp.KindSolid || kinds[100] != bsp.KindGhost {
		t.Errorf("the kinds by height are %v", kinds)
	}
}

// Surfaces without mesh vertices and maps without collision are enough for a picture.
func TestMinimal(t *testing.T) {
	r := room(bsp.Quake3)
	r.NoMeshverts = true
	m, err := bsp.Decode(r.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if n := m.Models[0].FaceCount; n != 6*6 {
		t.Errorf("%d faces, want 36", n)
	}
	data := r.Bytes()
	for _, lump := range []int{8, 9, 3, 4} { // brushes and sides, nodes, leafs
		binary.LittleEndian.PutUint32(data[8+8*lump+4:], 0)
	}
	binary.LittleEndian.PutUint32(data[8+8*7+4:], 40)
	b := binary.LittleEndian.Uint32(data[8+8*7:])
	binary.LittleEndian.PutUint32(data[b+36:], 0)
	m, err = bsp.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if m.Solid(256, 256, -8) || !m.Fits(256, 256, -8) {
		t.Error("without brushes nothing is solid")
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		data  string
		err   error
		words string
	}{
		{"", bsp.ErrFormat, "has only"},
		{"\x1e\x00\x00\x00" + strings.Repeat("\x00", 200), bsp.ErrFormat, "Half-Life"},
		{"\x17\x00\x00\x00" + strings.Repeat("\x00", 200), bsp.ErrFormat, "test version"},
		{"IBSP\x13\x00\x00\x00" + strings.Repeat("\x00", 200), bsp.ErrFormat, "version 19"},
		{"VBSP\x13\x00\x00\x00" + strings.Repeat("\x00", 200), bsp.ErrFormat, "another game"},
		{"\x89PNG\r\n\x1a\n    ", bsp.ErrFormat, ""},
		{"\x1d\x00\x00\x00", bsp.ErrDamaged, "header"},
		{"IBSP\x2e\x00\x00\x00" + strings.Repeat("\x00", 200), bsp.ErrDamaged, "models"},
		{"IBSP\x2e\x00\x00\x00\xff\xff\xff\x7f\xff\xff\xff\x7f" + strings.Repeat("\x00", 200), bsp.ErrDamaged,
			"entities"},
	} {
		_, err := bsp.Decode([]byte(c.data))
		if !errors.Is(err, c.err) || !strings.Contains(fmt.Sprint(err), c.words) {
			t.Errorf("%.20q: %v, want %v with %q", c.data, err, c.err, c.words)
		}
	}
}

// Whatever single byte of a map is changed, decoding gives a map or an error, and
// the map can be asked.
func TestDamage(t *testing.T) {
	for name, format := range formats {
		data := room(format).Bytes()
		for i := 0; i < len(data); i++ {
			for _, v := range []byte{0x00, 0x7f, 0xff} {
				if data[i] == v || i > 400 && i%7 != 0 {
					continue
				}
				bad := bytes.Clone(data)
				bad[i] = v
				ask(t, bad, name)
			}
			if i%31 == 0 {
				ask(t, data[:i], name)
			}
		}
	}
}

func ask(t *testing.T, data []byte, name string) {
	m, err := bsp.Decode(data)
	if err != nil {
		if !errors.Is(err, bsp.ErrDamaged) && !errors.Is(err, bsp.ErrFormat) {
			t.Fatalf("%s: a bare error: %v", name, err)
		}
		return
	}
	m.Solid(1, 2, 3)
	m.Fits(100, 100, 30)
	for _, mod := range m.Models {
		if int(mod.FirstFace+mod.FaceCount) > len(m.Faces) {
			t.Fatalf("%s: a model of faces %d+%d of %d", name, mod.FirstFace, mod.FaceCount, len(m.Faces))
		}
	}
	for _, f := range m.Faces {
		if f.Count < 3 || int(f.First+f.Count) > len(m.Verts) {
			t.Fatalf("%s: a face of corners %d+%d of %d", name, f.First, f.Count, len(m.Verts))
		}
	}
}

// shared is the folder of real maps beside the repository.
func shared(t testing.TB) string {
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir
	}
	dir, _ := os.Getwd()
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			dir = filepath.Join(filepath.Dir(dir), "shared")
			break
		}
		if dir == filepath.Dir(dir) {
			t.Skip("not inside of the repository")
		}
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no real maps beside the repository")
	}
	return dir
}

// In every real map the players' starts are in the open and solid is below them.
func TestRealMaps(t *testing.T) {
	var files []string
	_ = filepath.WalkDir(filepath.Join(shared(t), "maps"), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".bsp") {
			files = append(files, path)
		}
		return nil
	})
	if len(files) == 0 {
		t.Skip("no maps")
	}
	starts, open, grounded := 0, 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := bsp.Decode(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, e := range m.Entities {
			if !strings.HasPrefix(e["classname"], "info_player_") || e["classname"] == "info_player_intermission" {
				continue
			}
			var x, y, z float32
			if n, _ := fmt.Sscan(e["origin"], &x, &y, &z); n != 3 {
				continue
			}
			starts++
			if !m.Solid(x, y, z+8) && m.Fits(x, y, z+10) {
				open++
			}
			for d := float32(0); d < 128; d += 4 {
				if m.Solid(x, y, z-24-d) {
					grounded++
					break
				}
			}
		}
	}
	// A few starts are on moving models or in the air.
	t.Logf("%d maps: of %d starts %d are in the open and %d have ground", len(files), starts, open, grounded)
	if open*100 < starts*98 || grounded*100 < starts*95 {
		t.Errorf("of %d starts %d are in the open and %d have ground", starts, open, grounded)
	}
}

func fuzz(f *testing.F, formats ...bsp.Format) {
	for _, format := range formats {
		f.Add(room(format).Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) { ask(t, data, "fuzz") })
}

func FuzzQuake(f *testing.F)  { fuzz(f, bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB) }
func FuzzQuake2(f *testing.F) { fuzz(f, bsp.Quake2, bsp.Quake2Q) }
func FuzzQuake3(f *testing.F) {
	m := room(bsp.Quake3)
	m.Patches = []bsptest.Patch{{Width: 3, Height: 3, Points: make([]bsp.Vec3, 9), Texture: "p"}}
	f.Add(m.Bytes())
	fuzz(f, bsp.Quake3, bsp.QuakeLive)
}
