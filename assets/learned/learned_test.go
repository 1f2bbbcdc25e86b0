package learned

import (
	"bytes"
	"testing"

	"fragscope/assets/plan"
)

func TestAtlasIsReadAsWritten(t *testing.T) {
	var g plan.Grower
	for i := range 100 {
		g.Add(plan.Point{X: float32(8 * i), Z: 24, Contact: plan.ContactGround})
	}
	l := g.Learn(1)
	a := Atlas{KeyOf("quake3", "Q3DM17", 0): l.Encode(), KeyOf("quake2", "q2dm1", 77): l.Encode()}
	data := a.Encode()
	back, err := Decode(data)
	if err != nil || len(back) != 2 || !bytes.Equal(back.Encode(), data) {
		t.Fatal(back, err)
	}
	if back.Map(KeyOf("quake3", "q3dm17", 5)) == nil || back.Map(KeyOf("quake2", "q2dm1", 77)) == nil {
		t.Error("a map is not found")
	}
	if back.Map(KeyOf("quake2", "q2dm1", 78)) != nil || back.Map(KeyOf("quake", "q3dm17", 0)) != nil {
		t.Error("another map is found")
	}
	if KeyOf("quake3", "a/b", 0).Name() == KeyOf("quake3", "a_b", 0).Name() {
		t.Error("two maps have one file")
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x81
		if a, err := Decode(bad[:len(bad)-i%5]); err == nil {
			a.Map(KeyOf("quake3", "q3dm17", 0)) // no panic
		}
	}
}

// The atlas that comes with the program can be read, and is not too large for a page.
func TestBuiltIn(t *testing.T) {
	a, err := Decode(builtIn)
	if err != nil {
		t.Fatal(err)
	}
	if len(builtIn) > 2<<20 {
		t.Errorf("it has %d bytes", len(builtIn))
	}
	for _, k := range a.Keys() {
		if a.Map(k) == nil {
			t.Errorf("%v cannot be read", k)
		}
	}
}
