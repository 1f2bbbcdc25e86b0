package quake2

import "testing"

// TestBlends holds which parts of the blends a delta changes: those whose bits are sent, all without bits.
func TestBlends(t *testing.T) {
	d := PlayerDelta{}
	for i := range d.Blend {
		d.Blend[i], d.DamageBlend[i] = 1, 1
	}
	for _, test := range []struct {
		fields        PlayerFields
		bits          uint8
		blend, damage uint8 // the parts that change
	}{
		{0, 0, 0, 0}, {0, 0xff, 0, 0}, {PlayerBlend, 0, 15, 0}, {PlayerDamageBlend, 0, 0, 15},
		{PlayerBlend | PlayerDamageBlend, 0, 15, 15},
		{PlayerBlend | PlayerDamageBlend, 0x21, 1, 2}, {PlayerBlend, 0x84, 4, 0}, {PlayerDamageBlend, 0x84, 0, 8},
		{PlayerBlend | PlayerDamageBlend, 1, 1, 0},
	} {
		var s PlayerState
		d.BlendBits = test.bits
		d.Fields = test.fields
		d.applyBlends(&s)
		for i := range s.Blend {
			if (s.Blend[i] != 0) != (test.blend>>i&1 != 0) || (s.DamageBlend[i] != 0) != (test.damage>>i&1 != 0) {
				t.Errorf("fields %#x, bits %#x: %v and %v", test.fields, test.bits, s.Blend, s.DamageBlend)
				break
			}
		}
	}
}

// TestHistoryIsBounded holds that serverdata makes all frames useless, and how many entities are carried on.
func TestHistoryIsBounded(t *testing.T) {
	h := new(History)
	h.serverData(&ServerData{})
	for i := range h.frames {
		h.frames[i].valid = true
	}
	h.serverData(&ServerData{})
	for i := range h.frames {
		if h.frames[i].valid {
			t.Fatalf("frame %d of the level before is valid", i)
		}
	}
	old := &Snapshot{Entities: []EntityState{{Number: 1}, {Number: 2}, {Number: 3}}}
	h.work.Entities = make([]EntityState, maxCarried-1)
	if at := h.carry(old, 0, 3); at != 2 || len(h.work.Entities) != maxCarried {
		t.Errorf("carried up to %d, %d entities", at, len(h.work.Entities))
	}
}
