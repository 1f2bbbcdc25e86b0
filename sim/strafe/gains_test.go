package strafe

import (
	"testing"
	"time"
)

// TestGains checks that a player who always takes the best direction in the air gains all that is possible, and that
// there is no gain on the ground, on level paths, or across a break.
func TestGains(t *testing.T) {
	s := Acceleration{Limit: 320, Gain: 2.56, Frame: 8 * time.Millisecond}
	path := make([]Point, 200)
	speed := float32(400)
	for i := range path {
		path[i] = Point{Time: time.Duration(i) * s.Frame, Height: float32(3 * i), Speed: speed, Ground: i < 20,
			Broken: i == 120}
		if i >= 160 {
			path[i].Height = path[159].Height
		}
		speed = s.Best(speed, s.Frame)
	}
	for i, g := range s.Gains(path) {
		air := i > 20 && i <= 159 && i != 120
		if i < 60 && i > 20 || i > 120 && i < 125 {
			continue // it depends on the ground before, or on very little
		}
		if g.Known != air || air && (g.Share < 0.9 || g.Share > 1 || g.Possible <= 0) {
			t.Errorf("point %d: %+v", i, g)
		}
	}
}
