package plan

import "testing"

// TestLocationsBehindWalls checks that a place gets the name of a location in sight even if a nearer one is hidden by
// a wall.
func TestLocationsBehindWalls(t *testing.T) {
	name := func(text string, x, y float32) Mark {
		return Mark{Kind: MarkLocation, Text: text, Pos: [3]float32{x, y, 22}}
	}
	p := (&Plan{}).With(name("hall", -300, 0), name("secret", 40, 0), name("", 0, 0), name("far", 2000, 0))
	if got := p.LocationAt(0, 0, 0); got != "secret" {
		t.Errorf("%q, want the nearest where nothing is known of walls", got)
	}
	p.solid = func(x, _, _ float32) bool { return x > 16 && x < 32 }
	for _, c := range []struct {
		x    float32
		want string
	}{{0, "hall"}, {36, "secret"}, {100, "secret"}, {-200, "hall"}, {1900, "far"}} {
		if got := p.LocationAt(c.x, 0, 0); got != c.want {
			t.Errorf("at %v it is %q, want %q", c.x, got, c.want)
		}
	}
	p.solid = func(float32, float32, float32) bool { return true }
	if got := p.LocationAt(0, 0, 0); got != "secret" {
		t.Errorf("%q, want the nearest where none is seen", got)
	}
	if got := p.LocationNames(); len(got) != 3 || got[0] != "hall" {
		t.Errorf("names %q", got)
	}
	if got := (&Plan{}).LocationAt(0, 0, 0); got != "" {
		t.Errorf("%q on a map without names", got)
	}
}
