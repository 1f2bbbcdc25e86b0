package qw

import (
	"testing"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// TestCheatCheck plays a recorder who is hit: his health must change within
// two seconds.
func TestCheatCheck(t *testing.T) {
	for _, test := range []struct {
		name    string
		health  int32 // told after the hit; 0 for not at all
		before  bool  // in the same packet as the hit, before it
		items   int32
		remarks int
	}{
		{name: "hurt", health: 60},
		{name: "hurt, told first", health: 60, before: true},
		{name: "god", remarks: 1},
		{name: "pentagram", items: 1 << 20},
	} {
		rec, r := sim.NewRecorder(sim.Header{})
		s := newSimulator(rec, quakeworld.Options{})
		packet := func(at time.Duration) {
			s.Handle(&quakeworld.Block{Code: 1, Clock: at, Seconds: float32(at.Seconds())})
		}
		stat := func(index uint8, value int32) { s.Handle(&quakeworld.UpdateStat{Index: index, Value: value}) }
		packet(0)
		s.Handle(&quakeworld.ServerData{Protocol: 28})
		s.Handle(&quakeworld.UpdateUserInfo{UserID: 1, Info: []byte(`\name\x`)})
		stat(quakeworld.StatHealth, 100)
		stat(quakeworld.StatItems, test.items)
		for i := 1; i < 40; i++ {
			packet(time.Duration(i) * 100 * time.Millisecond)
			if i == 5 && test.before {
				stat(quakeworld.StatHealth, test.health)
			}
			if i == 5 {
				s.Handle(&quakeworld.Damage{Health: 40})
			}
			if i == 7 && test.health > 0 && !test.before {
				stat(quakeworld.StatHealth, test.health)
			}
			s.Handle(&quakeworld.PlayerInfo{})
			s.Handle(&quakeworld.PacketEntities{})
		}
		s.EndMoment()
		s.stage.Finish()
		rec.Finish(nil)
		if got := r.Anomalies(); len(got) != test.remarks {
			t.Errorf("%s: remarks are %v", test.name, got)
		}
		if r.Frames() != 39 {
			t.Errorf("%s: %d frames", test.name, r.Frames())
		}
	}
}
