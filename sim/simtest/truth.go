package simtest

import (
	"math"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/damage"
	"fragscope/sim"
)

// Positions is the type of the functions that list the positions in a demo, such as q3.Positions.
type Positions func(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage

// CompareWithLMPC compares the positions reported by list with those found by LMPC, for all demos with the given
// extension. kinds maps the kinds in LMPC's tables to those of [sim.Position]. Kinds missing from the map are ignored.
func (list Positions) CompareWithLMPC(t *testing.T, extension string, kinds map[string]string) {
	known := map[string]bool{}
	for _, kind := range kinds {
		known[kind] = true
	}
	for demo, rows := range corpus.Positions(t, extension) {
		want := map[string][]corpus.Position{}
		for _, p := range rows {
			if known[p.Kind] {
				p.Block = 0 // not part of a list of positions
				want[p.Kind] = append(want[p.Kind], p)
			}
		}
		got := map[string][]corpus.Position{}
		list(corpus.Load(t, demo), demo, true, func(p *sim.Position) {
			if kind := kinds[p.Kind]; kind != "" {
				got[kind] = append(got[kind], position(p, kind))
			}
		})
		for kind := range want {
			sameClock(got[kind], want[kind])
			corpus.SamePositions(t, demo, got[kind], want[kind])
		}
	}
}

// sameClock replaces times by the wanted ones where the two agree to within a millisecond.
func sameClock(got, want []corpus.Position) {
	for i := range min(len(got), len(want)) {
		if math.Abs(got[i].Milliseconds-want[i].Milliseconds) <= 1 {
			got[i].Milliseconds = want[i].Milliseconds
		}
	}
}

func position(p *sim.Position, kind string) corpus.Position {
	q := corpus.Position{Milliseconds: float64(p.Clock.Milliseconds()), Kind: kind, Entity: p.Entity}
	if kind != "cam" { // the camera's position is its entity's
		q.Origin = p.Origin
	}
	if !p.NoView {
		q.Pitch, q.Yaw = p.View.Pitch, p.View.Yaw
	}
	return q
}
