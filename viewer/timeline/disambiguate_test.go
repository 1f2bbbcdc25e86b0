package timeline

import (
	"slices"
	"testing"

	"fragscope/sim"
)

func TestItemsOfOneKindAreToldApart(t *testing.T) {
	for _, c := range []struct {
		places []sim.Vec3
		want   []string
	}{
		{nil, []string{}},
		{[]sim.Vec3{{0, 0, 0}}, []string{""}},
		{[]sim.Vec3{{-500, 0, 0}, {500, 20, 0}}, []string{" W", " E"}},
		{[]sim.Vec3{{0, 900, 0}, {0, -900, 0}}, []string{" N", " S"}},
		{[]sim.Vec3{{100, 100, 0}, {100, 100, 400}}, []string{" 1", " 2"}},
		{[]sim.Vec3{{0, 0, 0}, {100, 0, 0}, {3000, 0, 0}}, []string{" 1", " 2", " 3"}},
	} {
		if got := disambiguate(c.places); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.places, got, c.want)
		}
	}
}
