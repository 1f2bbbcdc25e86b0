package quakeworld

import (
	"testing"

	"fragscope/formats/fte"
)

// TestDeltaFields sets each field of a delta alone, over a state of which every field is another: nothing else changes.
func TestDeltaFields(t *testing.T) {
	e := EntityDelta{Number: 7, Model: 0x0506, Frame: 8, Colormap: 9, Skin: 10, Effects: 0x0b0c, Origin: Vec3{1, 2, 3},
		Angles: Vec3{4, 5, 6}, Alpha: 128}
	before := EntityState{Number: 99, Model: 0x1112, Frame: 0x1314, Colormap: 15, Skin: 16, Effects: 0x1718,
		Origin: Vec3{-1, -2, -3}, Angles: Vec3{-4, -5, -6}, Alpha: 20}
	for bit, change := range map[uint32]func(*EntityState){
		0:               func(*EntityState) {},
		EntityModel:     func(s *EntityState) { s.Model = 0x0506 },
		entityBigModel:  func(s *EntityState) { s.Model = 0x0506 },
		EntityFrame:     func(s *EntityState) { s.Frame = 8 },
		EntityColormap:  func(s *EntityState) { s.Colormap = 9 },
		EntitySkin:      func(s *EntityState) { s.Skin = 10 },
		EntityEffects:   func(s *EntityState) { s.Effects = 0x170c },
		EntityEffects16: func(s *EntityState) { s.Effects = 0x0b18 },
		EntityOriginX:   func(s *EntityState) { s.Origin[0] = 1 },
		EntityOriginY:   func(s *EntityState) { s.Origin[1] = 2 },
		EntityOriginZ:   func(s *EntityState) { s.Origin[2] = 3 },
		EntityPitch:     func(s *EntityState) { s.Angles[0] = 4 },
		EntityYaw:       func(s *EntityState) { s.Angles[1] = 5 },
		EntityRoll:      func(s *EntityState) { s.Angles[2] = 6 },
		EntityAlpha:     func(s *EntityState) { s.Alpha = 128 },
	} {
		want := before
		want.Number = 7
		change(&want)
		e.Mask = bit
		if got := e.Apply(before); got != want {
			t.Errorf("bit %#x: %+v, want %+v", bit, got, want)
		}
	}
}

// TestReplacements shows players and entities of replacement deltas, the recorder with the view that he told.
func TestReplacements(t *testing.T) {
	solid := fte.Baseline(0, 0, 0, 0, fte.Vec3{}, fte.Vec3{})
	faint := solid
	solid.Model, solid.Frame, solid.Colormap, solid.Skin, solid.Effects, solid.Origin, solid.Angles = 300, 5, 6, 7, 8,
		fte.Vec3{1, 2, 3}, fte.Vec3{4, 5, 6}
	faint.Alpha = 254
	want := EntityState{Number: 50, Model: 300, Frame: 5, Colormap: 6, Skin: 7, Effects: 8, Origin: Vec3{1, 2, 3},
		Angles: Vec3{4, 5, 6}}
	if got := replacementState(50, &solid); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := replacementState(50, &faint); got.Alpha != 254 {
		t.Errorf("an alpha of 254 is shown as %d", got.Alpha)
	}
	for _, multiView := range []bool{false, true} {
		h := NewHistory(Options{MultiView: multiView})
		h.Handle(packetBlock(1))
		h.Handle(&ServerData{Client: 2})
		h.recorder, h.view, h.hasView = 2, Vec3{1, 2, 3}, true
		solid.Motion = fte.Motion{View: fte.Vec3{7, 8, 9}, Velocity: [3]int16{8, 16, 24}, Msec: 13, WeaponFrame: 4}
		for _, n := range []uint16{1, 2} {
			view := Vec3{7, 8, 9}
			if n == 2 && !multiView {
				view = Vec3{1, 2, 3}
			}
			h.replacePlayer(n, &solid)
			want := PlayerState{Origin: Vec3{1, 2, 3}, Angles: view, HasAngles: true, Frame: 5, Model: 300, Skin: 7,
				Effects: 8, WeaponFrame: 4, Age: 13, Velocity: Vec3{1, 2, 3}}
			if got := h.snapshot.Players[n]; got != want {
				t.Errorf("several views %v, player %d: %+v, want %+v", multiView, n, got, want)
			}
		}
		if h.snapshot.Told != 1<<1|1<<2 {
			t.Errorf("told of %b", h.snapshot.Told)
		}
	}
}
