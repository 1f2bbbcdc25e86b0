package quake2

import "testing"

// TestEntityTables holds that a table has no more fields than there are bits for them, and that a mask brings the
// fields that have its bits.
func TestEntityTables(t *testing.T) {
	for i, table := range []*entityTable{classicEntity, extendedEntity1, extendedEntity2, kexEntity, kmqEntity} {
		if len(table.fields) > 32 {
			t.Errorf("table %d has %d fields", i, len(table.fields))
		}
		for bit := range 64 {
			want := uint32(0)
			for k, f := range table.fields {
				if f.mask>>bit&1 != 0 {
					want |= 1 << k
				}
			}
			if got := table.in(1 << bit); got != want {
				t.Errorf("table %d: bit %d brings %b, want %b", i, bit, got, want)
			}
		}
	}
}
