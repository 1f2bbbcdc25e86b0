package netquake

import (
	"reflect"
	"testing"
)

// TestUpdateFields sets each field of an update alone, over a state of which every field is another: nothing else
// changes.
func TestUpdateFields(t *testing.T) {
	u := UpdateEntity{
		Model: 0x0506, Frame: 0x0708, Colormap: 9, Skin: 10, Effects: 0x0b0c, Origin: Vec3{1, 2, 3},
		Angles: Vec3{4, 5, 6}, Alpha: 128, Scale: 32, LerpFinish: 51, Transparent: [3]float32{2, 0.25, 1},
	}
	before := EntityState{
		Model: 0x1112, Frame: 0x1314, Colormap: 15, Skin: 16, Effects: 0x33221718, Origin: Vec3{-1, -2, -3},
		Angles: Vec3{-4, -5, -6}, Opacity: 0.5, Scale: 3, NoLerp: true, LerpFinish: 1,
	}
	p := &Protocol{client: clientLayout{fitz: true}}
	for field, change := range map[Fields]func(*EntityState){
		0:               func(*EntityState) {},
		NoLerp:          func(s *EntityState) { s.NoLerp = true },
		HasModel:        func(s *EntityState) { s.Model = 0x0506 },
		HasModel2:       func(s *EntityState) { s.Model = 0x0512 },
		HasFrame:        func(s *EntityState) { s.Frame = 0x08 },
		HasFrame2:       func(s *EntityState) { s.Frame = 0x0714 },
		HasColormap:     func(s *EntityState) { s.Colormap = 9 },
		HasSkin:         func(s *EntityState) { s.Skin = 10 },
		HasEffects:      func(s *EntityState) { s.Effects = 0x3322170c },
		HasEffects2:     func(s *EntityState) { s.Effects = 0x33220b18 },
		HasOriginX:      func(s *EntityState) { s.Origin[0] = 1 },
		HasOriginY:      func(s *EntityState) { s.Origin[1] = 2 },
		HasOriginZ:      func(s *EntityState) { s.Origin[2] = 3 },
		HasPitch:        func(s *EntityState) { s.Angles[0] = 4 },
		HasYaw:          func(s *EntityState) { s.Angles[1] = 5 },
		HasRoll:         func(s *EntityState) { s.Angles[2] = 6 },
		HasAlpha:        func(s *EntityState) { s.Opacity = 0.5 },
		HasScale:        func(s *EntityState) { s.Scale = 2 },
		HasLerpFinish:   func(s *EntityState) { s.LerpFinish = 0.2 },
		HasTransparency: func(s *EntityState) { s.Opacity = 0.25 },
	} {
		want := before
		want.NoLerp, want.LerpFinish = false, 0 // of each update anew
		change(&want)
		u.Fields = field
		if got := u.Apply(before, p); got != want {
			t.Errorf("field %b: %+v, want %+v", field, got, want)
		}
	}
	u.Fields, u.Transparent = HasTransparency, [3]float32{2, 0, 1}
	for opacity, want := range map[float32]float32{0: 1, -1: 0, 2: 1, 0.5: 0.5} {
		if u.Transparent[1] = opacity; u.Apply(before, p).Opacity != want {
			t.Errorf("a transparency of %v gives %v", opacity, u.Apply(before, p).Opacity)
		}
	}
}

// TestSetState turns each field of a state into an update and back.
func TestSetStateOfEachField(t *testing.T) {
	p := &Protocol{}
	base := EntityState{Model: 1, Frame: 2, Colormap: 3, Skin: 4, Effects: 5, Origin: Vec3{6, 7, 8},
		Angles: Vec3{9, 10, 11}, Opacity: 1, Scale: 1}
	set := func(f func(*EntityState)) EntityState { s := base; f(&s); return s }
	for i, want := range []EntityState{
		base, set(func(s *EntityState) { s.Model = 200 }), set(func(s *EntityState) { s.Frame = 200 }),
		set(func(s *EntityState) { s.Colormap = 200 }), set(func(s *EntityState) { s.Skin = 200 }),
		set(func(s *EntityState) { s.Effects = 200 }), set(func(s *EntityState) { s.Origin[0] = 200 }),
		set(func(s *EntityState) { s.Origin[1] = 200 }), set(func(s *EntityState) { s.Origin[2] = 200 }),
		set(func(s *EntityState) { s.Angles[0] = 90 }), set(func(s *EntityState) { s.Angles[1] = 90 }),
		set(func(s *EntityState) { s.Angles[2] = 90 }), set(func(s *EntityState) { s.NoLerp = true }),
	} {
		var u UpdateEntity
		u.SetState(7, base, want)
		if got := u.Apply(base, p); !reflect.DeepEqual(got, want) || u.Entity != 7 {
			t.Errorf("state %d: %+v, want %+v", i, got, want)
		}
	}
}
