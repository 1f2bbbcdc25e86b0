package nq

import (
	"testing"

	"fragscope/formats/netquake"
	"fragscope/sim"
)

// TestCheatCheck compares made-up damage with the status bar behind it.
func TestCheatCheck(t *testing.T) {
	for _, test := range []struct {
		name    string
		health  int16 // behind the hit
		items   uint32
		remarks int
	}{
		{"hurt", 60, 0, 0}, {"god", 100, 0, 1}, {"pentagram", 100, 1 << 20, 0}, {"healed meanwhile", 85, 0, 0},
	} {
		rec, r := sim.NewRecorder(sim.Header{})
		d := newSimulator(rec)
		bar := netquake.ClientData{HasItems: true, HasStats: true, Items: test.items, Health: 100}
		d.ClientData(&bar)
		d.Damage(&netquake.Damage{Health: 40})
		bar.Health = test.health
		d.ClientData(&bar)
		d.ClientData(&bar)
		if got := r.Anomalies(); len(got) != test.remarks {
			t.Errorf("%s: remarks are %v", test.name, got)
		}
	}
}

// TestGodIsFound plays a demo whose recorder says that he is a god.
func TestGodIsFound(t *testing.T) {
	r := game.Play(t, single)
	if len(r.Anomalies()) == 0 {
		t.Error("nothing is odd")
	}
	for _, m := range r.Anomalies() {
		if m.Text == "" || m.Time <= 0 {
			t.Errorf("%+v", m)
		}
	}
}
