//go:build !js

package library

import "testing"

// TestColumnsHaveRoom checks that a column has the room that it needs or none, and that columns that must stay do so.
func TestColumnsHaveRoom(t *testing.T) {
	for _, whole := range []float32{420, 500, 720, 1000, 1600} {
		sum := float32(0)
		for i, w := range widths(columns, whole) {
			sum += w
			if w != 0 && w < columns[i].Least || w == 0 && columns[i].Rank == 0 {
				t.Errorf("in %v points the column %s has %v", whole, columns[i].Title, w)
			}
		}
		if sum > whole+0.5 && whole >= 500 {
			t.Errorf("the columns take %v of %v points", sum, whole)
		}
	}
	for i, w := range widths(columns, 1000) {
		if w == 0 {
			t.Errorf("in 1000 points there is no column %s", columns[i].Title)
		}
	}
}
