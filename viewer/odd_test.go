package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/viewer/panel"
	"fragscope/viewer/session"
)

// TestOddMarks checks that an anomaly has a mark on the timeline that says what it is and what the reason may be.
func TestOddMarks(t *testing.T) {
	file := filepath.Join(shared(), "demos", "recorded", "nq", "sp_e1m1_e1m2_p15.dem")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	d := drive(t, -1280, -720, Options{Files: []string{file}, Paused: true, Demos: session.Files{}})
	d.until("the demo is read", d.a.open)
	<-d.a.session.Recording().Finished()
	d.tick(2)
	odd := d.a.session.Recording().Anomalies()
	found := map[string]bool{}
	for _, l := range d.a.screen.layout.layers {
		for _, h := range l.HitAreas {
			if h.Do.Verb == panel.VerbEvent && strings.HasPrefix(h.Tip, "Odd: damage of ") &&
				strings.Contains(h.Tip, "Possible reason: the server") {
				found[h.Do.Time.String()] = true
			}
		}
	}
	if len(odd) == 0 || len(found) != len(odd) {
		t.Errorf("%d marks for %d odd things", len(found), len(odd))
	}
}
