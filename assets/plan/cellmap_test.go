package plan

import (
	"maps"
	"math/rand"
	"testing"
)

// TestCellMap compares a map by cell with the language's over cells at random, near each other and far, among them
// the extremes.
func TestCellMap(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var m cellMap[int]
	want := map[cell]int{}
	if m.get(cell{1, 2, 3}) != 0 {
		t.Error("an empty map has a value")
	}
	for i := range 50000 {
		c := cell{int16(r.Intn(40)), int16(r.Intn(40)), int16(r.Intn(8))}
		if i%3 == 0 {
			c = cell{int16(r.Uint32()), int16(r.Uint32()), int16(r.Uint32())}
		}
		switch i {
		case 0:
			c = cell{-1 << 15, -1 << 15, -1 << 15}
		case 1:
			c = cell{1<<15 - 1, 1<<15 - 1, 1<<15 - 1}
		}
		want[c] += i + 1
		*m.at(c) += i + 1
	}
	if m.count != len(want) || !maps.Equal(maps.Collect(m.all()), want) {
		t.Errorf("%d cells, want %d, or other values", m.count, len(want))
	}
	for c, v := range want {
		if got := m.get(c); got != v {
			t.Fatalf("%v: %d, want %d", c, got, v)
		}
	}
	for range 10000 {
		c := cell{int16(r.Uint32()), int16(r.Uint32()), int16(r.Uint32())}
		if m.get(c) != want[c] {
			t.Fatalf("%v: %d, want %d", c, m.get(c), want[c])
		}
	}
}

// TestTellings compares what is kept of tellings with a map, on both sides of the origin.
func TestTellings(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	var list tellings
	want := map[cell]telling{}
	for range 20000 {
		c, how := cell{int16(r.Intn(60) - 30), int16(r.Intn(60) - 30), int16(r.Intn(6) - 3)}, telling(1)<<r.Intn(3)
		if before := list.add(c, how); before != want[c] {
			t.Fatalf("%v was told of as %v before, want %v", c, before, want[c])
		}
		want[c] |= how
	}
	if list.count != len(want) || !maps.Equal(maps.Collect(list.all()), want) {
		t.Errorf("%d cells, want %d, or others", list.count, len(want))
	}
}
