package timeline

import (
	"math"
	"strconv"

	"fragscope/sim"
)

// winds are the compass directions in steps of 45 degrees, counter-clockwise from east.
var winds = [...]string{"E", "NE", "N", "NW", "W", "SW", "S", "SE"}

// disambiguate returns names that distinguish several items of one kind: the direction of each as seen from their
// centre if all directions differ, numbers otherwise. A single item needs no name.
func disambiguate(places []sim.Vec3) []string {
	marks := make([]string, len(places))
	if len(places) < 2 {
		return marks
	}
	var mx, my float64
	for _, p := range places {
		mx, my = mx+float64(p[0])/float64(len(places)), my+float64(p[1])/float64(len(places))
	}
	const flat = 32 // units; items closer to the centre have no direction
	seen := map[string]bool{}
	distinct := true
	for i, p := range places {
		dx, dy := float64(p[0])-mx, float64(p[1])-my
		step := int(math.Round(math.Atan2(dy, dx)/(math.Pi/4))) & 7
		marks[i] = " " + winds[step]
		distinct = distinct && !seen[marks[i]] && math.Hypot(dx, dy) >= flat
		seen[marks[i]] = true
	}
	if !distinct {
		for i := range marks {
			marks[i] = " " + strconv.Itoa(i+1)
		}
	}
	return marks
}
