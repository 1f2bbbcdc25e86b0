package query

import (
	"math"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
)

// TestFlick compares how far killers turned with what the recorder's own view angles say, snapshot by snapshot.
func TestFlick(t *testing.T) {
	compared := 0
	for _, name := range corpus.Demos(t, []string{"q3/dm_68", "ql/dm_90"}, "*duel*.dm_*", "*myT*.dm_*") {
		rec, err := load.Bytes(t.Context(), name, corpus.Load(t, name))
		if err != nil {
			continue
		}
		rec.Wait()
		s := Source{Recording: rec}
		events, cursor := rec.Events(), rec.Cursor()
		for i := range events {
			e := &events[i]
			if e.Kind != sim.EventObituary || !e.Attacker.Valid() || e.Attacker == e.Slot ||
				e.Attacker != cursor.At(e.Time).POV {
				continue
			}
			f := newFinder(s)
			c := f.ofEvent(e)
			got, told := c.flick(nil)
			if told != yes {
				continue
			}
			compared++
			// Between two snapshots the view is interpolated, so that a part of the one before counts.
			const step = 100 * time.Millisecond
			if least, most := turned(s, e, flickTime), turned(s, e, flickTime+step); got < 0.9*least-3 || got > most+1 {
				t.Errorf("%s: at %v he turned by %.1f degrees, in the snapshots by %.1f to %.1f", name, e.Time, got,
					least, most)
			}
		}
	}
	t.Logf("%d kills", compared)
	if compared < 50 {
		t.Error("few were compared")
	}
}

// turned is the largest angle between the views in the snapshots of a time before a kill and that in its own.
func turned(s Source, e *sim.Event, within time.Duration) (limit float64) {
	cursor := s.Recording.Cursor()
	view := func(at time.Duration) (v [3]float64, from sim.Vec3, ok bool) {
		w := cursor.At(at)
		for i := range w.Players {
			if p := &w.Players[i]; p.Slot == e.Attacker && p.Life == sim.Alive {
				sin, cos := math.Sincos(float64(p.View.Pitch) * math.Pi / 180)
				y, x := math.Sincos(float64(p.View.Yaw) * math.Pi / 180)
				return [3]float64{cos * x, cos * y, sin}, p.Origin, true
			}
		}
		return v, from, false
	}
	now, at, _ := view(e.Time)
	for f := s.Recording.FrameAt(e.Time); f >= 0 && s.Recording.FrameTime(f) >= e.Time-within; f-- {
		then, from, ok := view(s.Recording.FrameTime(f))
		if !ok || from.Distance2(at) > flickApart*flickApart {
			break
		}
		cross := [3]float64{now[1]*then[2] - now[2]*then[1], now[2]*then[0] - now[0]*then[2],
			now[0]*then[1] - now[1]*then[0]}
		limit = max(limit, math.Atan2(math.Hypot(math.Hypot(cross[0], cross[1]), cross[2]),
			now[0]*then[0]+now[1]*then[1]+now[2]*then[2])*180/math.Pi)
		at = from
	}
	return limit
}
