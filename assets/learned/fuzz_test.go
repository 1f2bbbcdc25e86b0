package learned

import (
	"testing"

	"fragscope/assets/plan"
)

// FuzzDecode decodes any bytes as an atlas, and its maps. The atlas can be written again and then has as many.
func FuzzDecode(f *testing.F) {
	var g plan.Grower
	g.Add(plan.Point{X: 8, Z: 24, Contact: plan.ContactGround})
	l := g.Learn(1).Encode()
	f.Add(Atlas{}.Encode())
	f.Add(Atlas{KeyOf("quake3", "q3dm17", 0): l, KeyOf("quake2", "q2dm1", 77): l}.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Decode(data)
		if err != nil {
			return
		}
		for k := range a {
			a.Map(k)
		}
		if again, err := Decode(a.Encode()); err != nil || len(again) != len(a) {
			t.Errorf("%d maps, then %d: %v", len(a), len(again), err)
		}
	})
}
