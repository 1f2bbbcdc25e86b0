package plan

import (
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/sample"
)

// FuzzDecode decodes any bytes as a plan. A plan can be written again, read again and drawn.
func FuzzDecode(f *testing.F) {
	m, err := bsp.Decode(sample.Map())
	if err != nil {
		f.Fatal(err)
	}
	data, err := FromBSP(m, nil).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"version":1,"surfaces":[[1,0,0,0,0,0,0,0,0,64,0,64,64]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data)
		if err != nil {
			return
		}
		again, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		q, err := Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := p.Bounds()
		if a, b := q.Bounds(); a != lo || b != hi || len(q.Storeys()) != len(p.Storeys()) {
			t.Errorf("%d storeys from %v to %v, then %d from %v to %v", len(p.Storeys()), lo, hi, len(q.Storeys()), a, b)
		}
	})
}

// FuzzLearned decodes any bytes as what was learned of a map. It can be written again, and is then the same.
func FuzzLearned(f *testing.F) {
	var g Grower
	for i := range 100 {
		g.Add(Point{X: float32(8 * i), Z: 24, Contact: ContactGround})
	}
	f.Add(g.Learn(1).Encode())
	f.Add([]byte{learnedVersion, 0x03, 0x00}) // an empty stream of deflate
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := DecodeLearned(data)
		if err != nil {
			return
		}
		if again, err := DecodeLearned(l.Encode()); err != nil || !again.same(l) {
			t.Errorf("written and read again, it is not the same: %v", err)
		}
	})
}

// FuzzLocations reads any bytes as a .loc file. All places are within the bounds of maps.
func FuzzLocations(f *testing.F) {
	f.Add([]byte("800 -1600 192 yellow$loc_name_armor\r\n-8 0 8 $loc_name_quad $loc_name_stairs\n"))
	f.Add([]byte("1e9 0 0 too far\nNaN 0 0 nowhere\n0x10 1_0 -0 here\n1 2 3\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range ParseLocations(data) {
			for _, v := range m.Pos {
				if !(v > -1<<18 && v < 1<<18) {
					t.Errorf("%q is at %v", m.Text, m.Pos)
				}
			}
		}
	})
}
