package sim

import (
	"math"
	"testing"
	"time"
)

func closeTo(a, b Vec3) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 0.01 {
			return false
		}
	}
	return true
}

// TestTrajectories checks places and velocities against those worked out by hand.
func TestTrajectories(t *testing.T) {
	base, delta := Vec3{10, 20, 30}, Vec3{100, 0, 200}
	const start = 5 * time.Second
	for _, test := range []struct {
		kind            TrajectoryKind
		gravity         float32
		after           time.Duration
		value, velocity Vec3
	}{
		{TrajectoryInterpolate, 0, time.Second, base, Vec3{}},
		{TrajectoryStationary, 0, time.Second, base, Vec3{}},
		{TrajectoryLinear, 0, 500 * time.Millisecond, Vec3{60, 20, 130}, delta},
		{TrajectoryLinear, 0, -time.Second, Vec3{-90, 20, -170}, delta},
		{TrajectoryLinearStop, 0, -time.Second, base, Vec3{}},
		{TrajectoryLinearStop, 0, time.Second, Vec3{110, 20, 230}, delta},
		{TrajectoryLinearStop, 0, 3 * time.Second, Vec3{210, 20, 430}, Vec3{}},
		{TrajectorySine, 0, 0, base, Vec3{100 * math.Pi, 0, 200 * math.Pi}},
		{TrajectorySine, 0, 500 * time.Millisecond, Vec3{110, 20, 230}, Vec3{}},
		{TrajectorySine, 0, time.Second, base, Vec3{-100 * math.Pi, 0, -200 * math.Pi}},
		{TrajectoryGravity, 0, time.Second, Vec3{110, 20, -170}, Vec3{100, 0, -600}},
		{TrajectoryGravity, 100, time.Second, Vec3{110, 20, 180}, Vec3{100, 0, 100}},
		{TrajectoryGravity + 1, 0, time.Second, base, Vec3{}},
	} {
		m := Trajectory{Kind: test.kind, Start: start, Duration: 2 * time.Second, Base: base, Delta: delta,
			Gravity: test.gravity}
		if value, velocity := m.At(start + test.after); !closeTo(value, test.value) || !closeTo(velocity, test.velocity) {
			t.Errorf("kind %d after %v: %v, %v; want %v, %v", test.kind, test.after, value, velocity, test.value,
				test.velocity)
		}
	}
	m := Trajectory{Kind: TrajectorySine, Base: base, Delta: delta} // a period of nothing, from a forged demo
	if value, velocity := m.At(start); value != base || velocity != (Vec3{}) {
		t.Errorf("without a period: %v, %v", value, velocity)
	}
}

// TestVelocities checks that velocities are the slopes of the values.
func TestVelocities(t *testing.T) {
	const step = 2 * time.Millisecond
	for kind := TrajectoryLinear; kind <= TrajectoryGravity; kind++ {
		m := Trajectory{Kind: kind, Duration: 3 * time.Second, Base: Vec3{1, 2, 3}, Delta: Vec3{40, -50, 60}}
		for at := step; at < 2*time.Second; at += 100 * time.Millisecond {
			before, _ := m.At(at - step/2)
			after, _ := m.At(at + step/2)
			_, velocity := m.At(at)
			for i := range velocity {
				slope := (after[i] - before[i]) / float32(step.Seconds())
				if math.Abs(float64(slope-velocity[i])) > 0.5 {
					t.Errorf("kind %d at %v: velocity %v, slope %v", kind, at, velocity[i], slope)
				}
			}
		}
	}
}
