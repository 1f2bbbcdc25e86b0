package main

import (
	"math"
	"testing"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/sample"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// theMatch is the embedded demo, read to its end.
func theMatch(t *testing.T) *recording.Recording {
	t.Helper()
	r, err := load.Bytes(t.Context(), sample.DemoName, sample.Demo())
	if err != nil {
		t.Fatal(err)
	}
	if r.Wait(); r.Err() != nil || len(r.Damage()) > 0 || len(r.Anomalies()) > 0 {
		t.Fatalf("%v; damages %v, anomalies %v", r.Err(), r.Damage(), r.Anomalies())
	}
	return r
}

// TestMatchFitsTheMap follows the players of the recorded match: everyone has room where he is,
// and came there as a player can.
func TestMatchFitsTheMap(t *testing.T) {
	m, r := theMap(t), theMatch(t)
	c := r.Cursor()
	blocked := func(x, y, z float32) bool { return !m.Fits(x, y, z) }
	before := map[sim.Slot]sim.Vec3{}
	seen, above, wet := 0, 0, 0
	for i := range r.Frames() {
		at := r.FrameTime(i)
		w := c.At(at)
		for _, p := range w.Players {
			if p.Life != sim.Alive || !p.Visible {
				delete(before, p.Slot)
				continue
			}
			if !near(p.Origin, 0.5, m.Fits) {
				t.Errorf("%v: %v is in solid at %v", at, p.Slot, p.Origin)
			}
			if p.OnGround && !onLift(p.Origin) && !near(p.Origin.Add(sim.Vec3{0, 0, -3}), 2, blocked) {
				t.Errorf("%v: %v stands on air at %v", at, p.Slot, p.Origin)
			}
			// 1000 units a second, and a knock in between
			if old, known := before[p.Slot]; known && !c.Jumped(p.Slot) && old.Distance2(p.Origin) > 80*80 {
				t.Errorf("%v: %v moves from %v to %v at once", at, p.Slot, old, p.Origin)
			}
			before[p.Slot] = p.Origin
			seen++
			if p.Origin[2] > upper {
				above++
			}
			if m.Contents(p.Origin[0], p.Origin[1], p.Origin[2])&bsp.Water != 0 {
				wet++
			}
		}
	}
	if share := above * 100 / max(seen, 1); share < 10 || share > 90 || wet < 20 {
		t.Errorf("%d places of players, %d of them upstairs, %d in water", seen, above, wet)
	}
}

// onLift reports whether a place is above the lift of the boiler house.
func onLift(at sim.Vec3) bool {
	return at[0] > 1104-16 && at[0] < 1232+16 && at[1] > -64-16 && at[1] < 64+16
}

// near asks a question of a place and of those around it: the demo has whole units.
func near(at sim.Vec3, reach float32, ask func(x, y, z float32) bool) bool {
	for i := range 27 {
		if ask(at[0]+reach*float32(i%3-1), at[1]+reach*float32(i/3%3-1), at[2]+reach*float32(i/9-1)) {
			return true
		}
	}
	return false
}

// The sample shows everything that there is to be seen in a match.
func TestMatchHasEverything(t *testing.T) {
	r := theMatch(t)
	if d := r.Duration(); d < time.Minute || d > 2*time.Minute {
		t.Errorf("the demo lasts %v", d)
	}
	events := map[sim.EventKind]int{}
	weapons := map[sim.Weapon]int{}
	for _, e := range r.Events() {
		events[e.Kind]++
		if e.Kind == sim.EventObituary {
			weapons[e.Weapon]++
		}
	}
	for kind, want := range map[sim.EventKind]int{
		sim.EventCountdown: 1, sim.EventMatchStart: 1, sim.EventMatchEnd: 1, sim.EventIntermission: 1,
		sim.EventObituary: 20, sim.EventPickup: 100, sim.EventItemRespawn: 10, sim.EventPowerup: 1,
		sim.EventPowerupEnd: 1, sim.EventChat: 5, sim.EventTeamChat: 2,
	} {
		if events[kind] < want {
			t.Errorf("%v: %d, want at least %d", kind, events[kind], want)
		}
	}
	if len(weapons) < 5 {
		t.Errorf("deaths by %v only", weapons)
	}
	effects := map[sim.EffectKind]int{}
	for _, e := range r.Effects(0, math.MaxInt64, nil) {
		effects[e.Kind]++
	}
	for _, kind := range []sim.EffectKind{
		sim.EffectExplosion, sim.EffectBeam, sim.EffectImpact, sim.EffectBlood, sim.EffectGibs, sim.EffectTeleport,
		sim.EffectMuzzle, sim.EffectSplash, sim.EffectDeath, sim.EffectPain, sim.EffectJumppad,
	} {
		if effects[kind] == 0 {
			t.Errorf("no effect of kind %d", kind)
		}
	}
}
