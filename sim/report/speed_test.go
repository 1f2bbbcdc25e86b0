package report

import (
	"cmp"
	"math"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
)

// TestTopSpeed checks that neither a correction of a place nor a jump to another one is a speed, and that who is thrown
// has one.
func TestTopSpeed(t *testing.T) {
	// Steps are units in a snapshot of 25 ms, that is 40 units a second for each.
	for what, test := range map[string]struct {
		steps []float32
		jump  int     // the step that leads nowhere; 0 for none
		told  float64 // the speed that the demo tells, where it does
		want  float64
	}{
		"running":           {steps: []float32{8, 8, 8, 8, 8, 8}, want: 320},
		"thrown":            {steps: []float32{8, 8, 25, 23, 21, 19, 17}, want: 1000},
		"corrected":         {steps: []float32{8, 8, 8, 40, 8, 8, 8}, want: 320 / speedHolds},
		"corrected by much": {steps: []float32{8, 8, 8, 400, 8, 8, 8}, want: 320 / speedHolds},
		"put elsewhere":     {steps: []float32{8, 8, 60, 60, 8, 8, 8}, told: 320, want: 320 * speedTold},
		"teleported":        {steps: []float32{8, 8, 8, 90, 8, 8, 8}, jump: 4, want: 320},
	} {
		path := []sim.PathPoint{{Life: sim.Alive}}
		for i, d := range test.steps {
			p := path[i]
			p.Time += 25 * time.Millisecond
			p.Origin[0] += d
			p.NoLerp = test.jump > 0 && i+1 == test.jump
			path = append(path, p)
		}
		told := func(time.Duration) float64 { return cmp.Or(test.told, math.Inf(1)) }
		if got, ok := topSpeed(path, 0, told); !ok || got < test.want-1 || got > test.want+1 {
			t.Errorf("%s: %.0f, want %.0f", what, got, test.want)
		}
	}
	dead := []sim.PathPoint{{Life: sim.Dead}, {Life: sim.Dead, Time: time.Second}}
	if _, ok := topSpeed(dead, 0, nil); ok {
		t.Error("a dead player has a speed")
	}
}

// TestSpeedIsOfCommands checks that KTX's mean speed is that of a player's commands, while ours is that of time (ktx
// src/client.c, PlayerPostThink). They differ where a client sends few: here, for 17 seconds, one each 260 ms, of 13 ms
// each, so that he covers a twentieth of the way that his speed says. Without these seconds both are equal.
func TestSpeedIsOfCommands(t *testing.T) {
	rec, list := wholeReports(t, corpus.Match(t, "qw/mvd/p28-ext/4on4_*dm3*0930.mvd"))
	p := &list[0].Players[0]
	for i := range list[0].Players {
		if q := &list[0].Players[i]; q.Slot.Index() == 0 {
			p = q
		}
	}
	const from, to = 88300 * time.Millisecond, 105400 * time.Millisecond
	path := rec.Path(p.Slot.Index(), list[0].Match.Start, list[0].Match.End, nil)
	var way, seconds float64
	steps := 0
	for i := 1; i < len(path); i++ {
		a, b := &path[i-1], &path[i]
		d := math.Hypot(float64(b.Origin[0]-a.Origin[0]), float64(b.Origin[1]-a.Origin[1]))
		switch {
		case a.Life != sim.Alive || b.Life != sim.Alive || b.NoLerp:
		case b.Time > from && b.Time < to:
			if d > 0 {
				steps++
			}
		default:
			way, seconds = way+d, seconds+(b.Time-a.Time).Seconds()
		}
	}
	if told := p.Numbers[SpeedMean].told; steps > 80 || math.Abs(way/seconds-told) > 0.02*told {
		t.Errorf("%d steps in %v; without them %.1f units a second, told %.1f", steps, to-from, way/seconds, told)
	}
}
