package fte

import (
	"bytes"
	"testing"

	"fragscope/formats/wire"
)

// layouts are all ways in which entities are sent.
func layouts() (all []*Layout) {
	for flags := range uint32(8) {
		var pext2 uint32
		for i, bit := range []uint32{predictionInfo, newSizeEncoding, lerpTime} {
			if flags>>i&1 != 0 {
				pext2 |= bit
			}
		}
		l := NewLayout(pext2, wire.Coord16, wire.Angle8)
		all = append(all, l, l.WithInput(), NewLayout(pext2, wire.CoordFloat, wire.Angle16))
	}
	return all
}

func written(l *Layout, m *Entities) []byte {
	var s wire.Stream
	m.Layout(&s, l)
	return bytes.Clone(s.Data())
}

func read(l *Layout, data []byte) (*Entities, error) {
	var s wire.Stream
	s.Read(data, 0)
	m := new(Entities)
	m.Layout(&s, l)
	return m, s.Err()
}

// full is a state of which every field differs from that of its baseline.
func full() State {
	return State{
		Origin: Vec3{8, -16, 24}, Angles: Vec3{45, 90, -45}, Effects: 0x12345, Frame: 300, Model: 400, Model2: 500,
		Skin: -3, Colormap: 7, Flags: 9, SolidKind: solidShort, Solid: 0x1234, Alpha: 128, Scale: 32,
		Tag: Tag{40000, 3}, Motion: Motion{Move: [3]int16{400, -400, 1}, Type: 3, Velocity: [3]int16{8, 16, 24},
			Msec: 13, View: Vec3{22.5, 90, 0}},
		Look: Look{DrawFlags: 7, AbsLight: 5, Light: [4]uint16{1, 2, 3, 4}, LightStyle: 5, LightFlags: 6, Trail: 7,
			Emit: 8, ColorMod: [3]uint8{1, 2, 3}, Glow: [5]uint8{1, 2, 3, 4, 5}, Fatness: 6,
			GravityDir: [2]uint8{7, 8}},
	}
}

// TestWhole holds that a whole state comes back from what is sent, by every layout, and that a later change leaves the
// rest.
func TestWhole(t *testing.T) {
	base := nothing
	for _, l := range layouts() {
		want := full()
		if !l.sizes {
			want.SolidKind = 0
		}
		if !l.predicts {
			want.Motion.View, want.Motion.WeaponFrame = Vec3{-135, 90, -45}, 200
		}
		m := &Entities{Seconds: 3, Changes: []Delta{{Removed: true}, l.Whole(20000, &want, &base),
			{Number: 40001, Removed: true}}}
		got, err := read(l, written(l, m))
		if err != nil {
			t.Fatal(err)
		}
		baseline := func(uint16) State { return base }
		all := l.Apply(nil, []Entity{{Number: 3}}, got, baseline)
		if len(all) != 1 || all[0] != (Entity{20000, want}) {
			t.Fatalf("%+v\ngives %+v\nnot %+v", l, all, want)
		}
		want.Frame, want.Motion.Move, want.Motion.Velocity, want.Motion.Msec = 12, [3]int16{}, [3]int16{}, 0
		all = l.Apply(nil, all, &Entities{Changes: []Delta{{Number: 20000, Mask: Frame, State: State{Frame: 12}}}},
			baseline)
		if all[0].State != want {
			t.Fatalf("%+v\nthen %+v\nnot %+v", l, all, want)
		}
	}
}

// FuzzEntities holds that what is read is written as it was.
func FuzzEntities(f *testing.F) {
	state, base := full(), nothing
	for i, l := range layouts() {
		f.Add(uint8(i),
			written(l, &Entities{Changes: []Delta{l.Whole(1, &state, &base),
				{Number: 2, Mask: BoneData | extend1 | extend2,
					Bones: Bones{Kind: bonesOwn | bonesBase, Data: make([]byte, boneSize)}}}}))
	}
	all := layouts()
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		l := all[int(n)%len(all)]
		var s wire.Stream
		s.Read(data, 0)
		m := new(Entities)
		if m.Layout(&s, l); s.Err() != nil {
			return
		}
		if l.coord == wire.CoordFloat && bytes.Contains(data, []byte{0x7f}) {
			return // what is no number may come back as another that is none
		}
		if got := written(l, m); !bytes.Equal(got, data[:s.Pos()]) {
			t.Fatalf("% x\nis written as\n% x", data[:s.Pos()], got)
		}
		list := l.Apply(nil, l.Apply(nil, nil, m, func(uint16) State { return base }), m,
			func(uint16) State { return base })
		if len(list) > 2*len(m.Changes) {
			t.Fatalf("%d entities of %d changes", len(list), len(m.Changes))
		}
	})
}
