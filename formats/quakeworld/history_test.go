package quakeworld

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

// packetBlock is a block of a .qwd with a sequence.
func packetBlock(sequence uint32) *Block {
	return &Block{Code: uint8(KindRead), Clock: time.Duration(sequence) * time.Second, Seconds: float32(sequence),
		Sequence: sequence}
}

// TestHistory holds to which packet a delta of a .qwd refers, and what becomes of
// one whose packet is missing.
func TestHistory(t *testing.T) {
	moved := func(n uint16, x float32) EntityDelta {
		return EntityDelta{Number: n, Mask: EntityOriginX, Origin: Vec3{x}}
	}
	tests := []struct {
		sequence    uint32
		m           PacketEntities
		want        map[uint16]float32
		approximate bool
	}{
		{10, PacketEntities{Entities: []EntityDelta{moved(3, 1), moved(5, 1)}}, map[uint16]float32{3: 1, 5: 1}, false},
		{11, PacketEntities{Delta: true, From: 10, Entities: []EntityDelta{moved(3, 2)}},
			map[uint16]float32{3: 2, 5: 1}, false},
		{12, PacketEntities{Delta: true, From: 10, Entities: []EntityDelta{moved(5, 3)}},
			map[uint16]float32{3: 1, 5: 3}, false},
		// 13 is not in the demo: the last entities serve.
		{14, PacketEntities{Delta: true, From: 13, Entities: []EntityDelta{moved(7, 1)}},
			map[uint16]float32{3: 1, 5: 3, 7: 1}, true},
		// 14 is no base for others.
		{15, PacketEntities{Delta: true, From: 14}, map[uint16]float32{3: 1, 5: 3, 7: 1}, true},
		{16, PacketEntities{Delta: true, From: 12}, map[uint16]float32{3: 1, 5: 3}, false},
		{1<<31 | 80, PacketEntities{Delta: true, From: 16}, map[uint16]float32{3: 1, 5: 3}, false}, // a reliable one
		// 16 is 64 packets behind: 80 has taken its place.
		{81, PacketEntities{Delta: true, From: 16}, map[uint16]float32{3: 1, 5: 3}, true},
		{82, PacketEntities{Entities: []EntityDelta{moved(9, 9)}}, map[uint16]float32{9: 9}, false},
	}
	h := NewHistory(Options{})
	for _, test := range tests {
		h.Handle(packetBlock(test.sequence))
		if h.Snapshot() != nil {
			t.Errorf("%d: a snapshot of nothing", test.sequence)
		}
		h.Handle(&test.m)
		s := h.Snapshot()
		got := map[uint16]float32{}
		for _, e := range s.Entities {
			got[e.Number] = e.Origin[0]
		}
		if !reflect.DeepEqual(got, test.want) || s.Approximate != test.approximate || !s.NewEntities {
			t.Errorf("%d: %v, approximate %v, want %v", test.sequence, got, s.Approximate, test.want)
		}
	}
}

// TestHistoryPlayers holds what is kept of players, in demos of both kinds.
func TestHistoryPlayers(t *testing.T) {
	h := NewHistory(Options{})
	h.Handle(packetBlock(1))
	h.Handle(&ServerData{Client: 128 | 2})
	h.Handle(&Command{View: Vec3{1, 2, 3}})
	h.Handle(packetBlock(2))
	h.Handle(&PlayerInfo{Player: 2, Origin: Vec3{5}})
	h.Handle(&PlayerInfo{Player: MaxPlayers})
	s := h.Snapshot()
	if p := s.Players[2]; s.Told != 1<<2 || p.Origin != (Vec3{5}) || !p.HasAngles || p.Angles != (Vec3{1, 2, 3}) {
		t.Errorf("%b, the recorder is %+v", s.Told, p)
	}
	if s.Time != 0 || s.Clock != 2*time.Second || h.Start() != 2*time.Second {
		t.Errorf("time %v, clock %v, start %v", s.Time, s.Clock, h.Start())
	}

	h = NewHistory(Options{MultiView: true})
	h.Handle(&Block{Code: uint8(KindAll), Clock: time.Second})
	h.Handle(&ServerData{Seconds: 60})
	h.Handle(&SpawnBaseline{Entity: 40, Baseline: Baseline{Model: 7}})
	h.Handle(&SpawnDelta{ID: idSpawnBaseline2, EntityDelta: EntityDelta{Number: 41, Mask: EntityModel, Model: 8}})
	h.Handle(&SpawnDelta{ID: idSpawnStatic2, EntityDelta: EntityDelta{Number: 42, Mask: EntityModel, Model: 9}})
	if h.Snapshot() != nil {
		t.Error("a snapshot before anything is shown")
	}
	h.Handle(&PlayerInfo{MultiView: true, Player: 1, Flags: ViewOrigin, Origin: Vec3{5}})
	h.Handle(&PacketEntities{Delta: true, Entities: []EntityDelta{{Number: 40}, {Number: 41}, {Number: 42}}})
	h.Handle(&Block{Code: uint8(KindAll), Clock: 2 * time.Second})
	s = h.Snapshot()
	if s.Told != 0 || s.NewEntities || s.Players[1].Origin != (Vec3{5}) || len(s.Entities) != 3 ||
		s.Time != time.Second || s.Clock != 61*time.Second {
		t.Errorf("%+v", s)
	}
	for i, want := range []uint16{7, 8, 0} {
		if got := s.Entities[i].Model; got != want {
			t.Errorf("entity %d has the model %d, want %d", i, got, want)
		}
	}
}

// TestChangeInPlace compares changes in place with those that make a new list, of which the first are for what neither
// comes nor goes.
func TestChangeInPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inPlace := 0
	for range 2000 {
		var list []EntityState
		for n := range uint16(8) {
			if r.IntN(4) > 0 {
				list = append(list, EntityState{Number: n, Origin: Vec3{1, 2, 3}})
			}
		}
		m := PacketEntities{Delta: true}
		for number := uint16(0); number < 8; number += uint16(r.IntN(4)) {
			e := EntityDelta{Number: number, Mask: EntityOriginX, Origin: Vec3{float32(r.IntN(9))}}
			if r.IntN(20) == 0 {
				e.Mask = EntityRemove
			}
			m.Entities = append(m.Entities, e)
		}
		want := m.Apply(nil, list, func(uint16) EntityState { return EntityState{} })
		got := slices.Clone(list)
		if m.change(got) {
			inPlace++
			if !slices.Equal(got, want) {
				t.Fatalf("%+v and %+v: %+v, want %+v", list, m.Entities, got, want)
			}
		} else if !slices.Equal(got, list) {
			t.Fatal("it was changed to a part")
		}
	}
	if inPlace < 100 || inPlace > 1900 {
		t.Errorf("%d of 2000 in place", inPlace)
	}
}

// TestUsersAreReplaced holds when a player's state is forgotten: when another takes his place or he leaves, not when he
// is told of again.
func TestUsersAreReplaced(t *testing.T) {
	h := NewHistory(Options{})
	h.Handle(packetBlock(1))
	h.Handle(&ServerData{Client: 128 | 3})
	if h.recorder != 3 {
		t.Errorf("the recorder is %d", h.recorder)
	}
	for i, step := range []struct {
		id     int32
		forgot bool
	}{{7, false}, {7, false}, {8, true}, {8, false}, {0, true}, {9, false}} {
		h.snapshot.Players[3] = PlayerState{Origin: Vec3{5}}
		h.Handle(&UpdateUserInfo{Player: 3, UserID: step.id})
		if got := h.snapshot.Players[3].Origin == (Vec3{}); got != step.forgot {
			t.Errorf("step %d: forgotten %v, want %v", i, got, step.forgot)
		}
	}
}
