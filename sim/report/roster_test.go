package report

import (
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim"
)

// TestReportsEqualRosters checks that the list of who played and the report of his last match give one figure for his
// score and one for his deaths, in every demo: also of who left before the end.
func TestReportsEqualRosters(t *testing.T) {
	compared, demos := 0, 0
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q2", "q3", "ql", "recorded"}, "*.dem", "*.qwd", "*.mvd",
		"*.dm*", "*.mvd2") {
		rec, list := wholeReports(t, name)
		demos++
		for _, e := range rec.Roster() {
			var last *Player
			for _, r := range list {
				for i := range r.Players {
					if p := &r.Players[i]; p.Slot == e.Profile.Slot && p.Profile.Name.Plain == e.Profile.Name.Plain {
						last = p
					}
				}
			}
			for f, listed := range map[Field]int16{Score: e.Frags, Deaths: e.Deaths} {
				if listed == sim.Unknown || last == nil && listed == 0 {
					continue
				}
				compared++
				if last == nil {
					t.Errorf("%s: %v has %s %d, and no report has him", name, e.Profile.Slot, f.Info().Key, listed)
					continue
				}
				if v, source := last.Numbers[f].Value(); source == Unknown || v != float64(listed) {
					t.Errorf("%s: %v has %s %d, in the report %v (%v)", name, e.Profile.Slot, f.Info().Key,
						listed, v, source)
				}
			}
		}
	}
	t.Logf("%d figures of %d demos, all equal", compared, demos)
	if compared < 500 {
		t.Error("few were compared")
	}
}
