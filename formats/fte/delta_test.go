package fte

import "testing"

// TestBaseline takes what the plain protocol tells, and the rest from nothing.
func TestBaseline(t *testing.T) {
	want := nothing
	want.Model, want.Frame, want.Colormap, want.Skin, want.Origin, want.Angles = 1, 2, 3, 4, Vec3{5, 6, 7},
		Vec3{8, 9, 10}
	if got := Baseline(1, 2, 3, 4, Vec3{5, 6, 7}, Vec3{8, 9, 10}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestMotionOfUnpredicted holds that how a player moves lasts for one frame.
func TestMotionOfUnpredicted(t *testing.T) {
	d := Delta{State: State{Motion: Motion{Move: [3]int16{1, 2, 3}, Velocity: [3]int16{4, 5, 6}, Msec: 7}}}
	l := &Layout{predicts: true}
	for mask, want := range map[uint32]Motion{0: {}, Predicted: d.Motion} {
		d.Mask = mask
		if got := l.After(&d, State{Motion: Motion{Move: [3]int16{9, 9, 9}, Msec: 9}}).Motion; got != want {
			t.Errorf("mask %#x: %+v, want %+v", mask, got, want)
		}
	}
}

// TestTurn holds which angles are a player's view: those that are sent for it, else the model's, with three times the
// pitch where he is predicted.
func TestTurn(t *testing.T) {
	d := Delta{State: State{Angles: Vec3{10, 20, 30}, Motion: Motion{View: Vec3{1, 2, 3}}}}
	for _, test := range []struct {
		predicts bool
		mask     uint32
		predict  uint8
		want     Vec3
	}{
		{false, AnglesXZ | AnglesY, 0, Vec3{-10, 20, 30}}, {true, AnglesXZ | AnglesY, ViewAngle, Vec3{-10, 20, 30}},
		{false, AnglesXZ | AnglesY | Predicted, 0, Vec3{-30, 20, 30}},
		{false, AnglesXZ | AnglesY | Predicted, ViewAngle, Vec3{-30, 20, 30}},
		{true, AnglesXZ | AnglesY | Predicted, 0, Vec3{-30, 20, 30}}, {true, AnglesXZ | AnglesY | Predicted, ViewAngle,
			Vec3{1, 2, 3}},
		{true, AnglesXZ | Predicted, ViewAngle, Vec3{1, 5, 3}}, {true, AnglesY | Predicted, ViewAngle, Vec3{4, 2, 6}},
		{true, Predicted, 0, Vec3{4, 5, 6}},
	} {
		l := &Layout{predicts: test.predicts}
		s := State{Motion: Motion{View: Vec3{4, 5, 6}}}
		d.Mask, d.Predict = test.mask, test.predict
		if l.turn(&s, &d); s.Motion.View != test.want {
			t.Errorf("%+v: %v", test, s.Motion.View)
		}
	}
}
