package report

import (
	"math"
	"testing"

	"fragscope/formats/corpus"
)

// TestEfficiencyIsOfTheScore checks that the efficiency that KTX tells is the share of the score in score and deaths.
func TestEfficiencyIsOfTheScore(t *testing.T) {
	compared := 0
	for _, name := range corpus.Demos(t, []string{"qw/mvd"}, "*.mvd") {
		_, reports := wholeReports(t, name)
		for _, r := range reports {
			for i := range r.Players {
				n := &r.Players[i].Numbers
				score, _ := n[Score].Value()
				deaths, _ := n[Deaths].Value()
				if n[Efficiency].hasTold && score+deaths > 0 {
					compared++
					if want := 100 * max(score, 0) / (max(score, 0) + deaths); math.Abs(n[Efficiency].told-
						want) > 0.051 {
						t.Errorf("%s: %s has %v, %.1f expected", name, r.Players[i].Profile.Name.Plain,
							n[Efficiency].told, want)
					}
				}
			}
		}
	}
	t.Logf("%d efficiencies equal", compared)
	if compared < 15 {
		t.Error("few were compared")
	}
}
