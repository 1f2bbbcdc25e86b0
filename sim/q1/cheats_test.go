package q1

import (
	"testing"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestNetQuakeCheat compares made-up damage with the status bar that follows it.
func TestNetQuakeCheat(t *testing.T) {
	for _, test := range []struct {
		name      string
		health    int16 // behind the hit
		items     uint32
		anomalies int
	}{
		{"hurt", 60, 0, 0}, {"god", 100, 0, 1}, {"pentagram", 100, 1 << 20, 0}, {"healed meanwhile", 85, 0, 0},
	} {
		rec, r := recording.NewRecorder(sim.Header{})
		s := newNetQuake(rec)
		bar := netquake.ClientData{HasItems: true, HasStats: true, Items: test.items, Health: 100}
		s.Handle(&bar)
		s.Handle(&netquake.Damage{Health: 40})
		bar.Health = test.health
		s.Handle(&bar)
		s.Handle(&bar)
		if got := r.Anomalies(); len(got) != test.anomalies {
			t.Errorf("%s: anomalies are %v", test.name, got)
		}
	}
}

// TestGodIsFound plays a demo whose recorder is in god mode.
func TestGodIsFound(t *testing.T) {
	r := demos.Play(t, single)
	if len(r.Anomalies()) == 0 {
		t.Error("nothing is odd")
	}
	for _, m := range r.Anomalies() {
		if m.Text == "" || m.Time <= 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestQuakeWorldCheat plays a recorder who is hit: his health must change within
// two seconds.
func TestQuakeWorldCheat(t *testing.T) {
	for _, test := range []struct {
		name      string
		health    int32 // told after the hit; 0 for not at all
		before    bool  // in the same packet as the hit, before it
		items     int32
		anomalies int
	}{
		{name: "hurt", health: 60},
		{name: "hurt, told first", health: 60, before: true},
		{name: "god", anomalies: 1},
		{name: "pentagram", items: 1 << 20},
	} {
		rec, r := recording.NewRecorder(sim.Header{})
		s := newQuakeWorld(rec, quakeworld.Options{})
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
		s.finish()
		rec.Finish(nil)
		if got := r.Anomalies(); len(got) != test.anomalies {
			t.Errorf("%s: anomalies are %v", test.name, got)
		}
		if r.Frames() != 39 {
			t.Errorf("%s: %d frames", test.name, r.Frames())
		}
	}
}
