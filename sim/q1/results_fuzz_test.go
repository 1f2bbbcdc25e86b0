package q1

import (
	"testing"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// FuzzResults reads any text as KTX's results at the end of a match.
func FuzzResults(f *testing.F) {
	f.Add([]byte(`{"players": [{"name": "Alice", "stats": {"kills": 3, "deaths": 1}, "spree": {"max": 2, "quad": 1},
		"dmg": {"taken": 1, "given": 2}, "speed": {"max": 320.5, "avg": -1},
		"weapons": {"ssg": {"acc": {"attacks": 20, "hits": 5}},
		"lg": {"pickups": {"dropped": 2, "spawn-total-taken": 4}}},
		"items": {"ya": {"took": 2}, "q": {"took": 1, "time": 30}}}]}`))
	f.Add([]byte(`{"players": [{"name": "", "stats": {"kills": 1e308}}, {"items": {"q": {"time": -1e300}}}, null]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var l level
		l.server.clients[0].info = map[string]string{"name": "Alice"}
		var o track.Observations
		readResults(&l, text, &o)
		rec, r := recording.NewRecorder(sim.Header{})
		track.NewTracker(rec, l.rules).Observe(&o)
		rec.Finish(nil)
		for _, s := range r.Statistics() {
			if s.Value != s.Value {
				t.Errorf("%v is not a number", s.Stat)
			}
		}
	})
}
