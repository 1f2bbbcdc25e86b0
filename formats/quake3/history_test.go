package quake3

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// weapon is an entity's delta that changes its weapon.
func weapon(entity uint16, weapon uint32) EntityDelta {
	return EntityDelta{Number: entity,
		FieldDelta: FieldDelta{Changed: []FieldChange{{Value: weapon, Field: uint8(EntWeapon)}}}}
}

// TestMissingBase holds which snapshot a delta changes where its base is missing.
func TestMissingBase(t *testing.T) {
	var h History
	var got []string
	h.Handle(&Gamestate{Baselines: []EntityDelta{weapon(5, 9)}})
	send := func(sequence int32, deltaNum uint8, speed uint32, entities ...EntityDelta) {
		m := &SnapshotDelta{Sequence: sequence, DeltaNum: deltaNum, Entities: entities}
		if speed > 0 {
			m.Player.Changed = []FieldChange{{Value: speed, Field: uint8(PsSpeed)}}
		}
		h.Handle(m)
		snap := h.Snapshot()
		line := fmt.Sprint(snap.Sequence, snap.Approximate, snap.Player.F[PsSpeed], snap.Len())
		for i := range snap.Len() {
			line += fmt.Sprintf(" %d:%d", snap.Entity(i).Number, snap.Entity(i).F[EntWeapon])
		}
		got = append(got, line)
	}
	send(10, 0, 320, EntityDelta{Number: 5}, weapon(7, 1))
	send(11, 1, 0, weapon(7, 2))
	send(12, 2, 0)
	send(13, 2, 0, EntityDelta{Number: 5, Removed: true})
	send(20, 4, 0)                         // 16 is missing: 13 serves
	send(21, 1, 100)                       // a change to what is approximate
	send(22, 0, 0, EntityDelta{Number: 5}) // complete
	want := []string{"10 false 320 2 5:9 7:1", "11 false 320 2 5:9 7:2", "12 false 320 2 5:9 7:1", "13 false 320 1 7:2",
		"20 true 320 1 7:2", "21 true 100 1 7:2", "22 false 0 1 5:9"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestHistoryShares holds that what did not change keeps its version, even if it is sent
// again as a change to an older snapshot, and that a block without a snapshot has none.
func TestHistoryShares(t *testing.T) {
	var h History
	write(&h, &Block{}, &SnapshotDelta{Sequence: 1, ServerTime: 500,
		Entities: []EntityDelta{weapon(3, 1), weapon(4, 1)}}, &BlockEnd{})
	first := [2]uint32{h.Snapshot().Entity(0).version, h.Snapshot().Entity(1).version}
	write(&h, &Block{}, &Nop{})
	if h.Snapshot() != nil {
		t.Error("a block without a snapshot has one")
	}
	h.Handle(&SnapshotDelta{Sequence: 2, ServerTime: 550, DeltaNum: 1,
		Entities: []EntityDelta{{Number: 3, Unchanged: true}, weapon(4, 2)}})
	s := h.Snapshot()
	if got := [2]uint32{s.Entity(0).version, s.Entity(1).version}; got[0] != first[0] || got[1] == first[1] {
		t.Errorf("versions are %v, then %v", first, got)
	}
	if s.Time.Milliseconds() != 50 {
		t.Errorf("the snapshot is at %v", s.Time)
	}
	again := s.Entity(1).version
	h.Handle(&SnapshotDelta{Sequence: 3, ServerTime: 600, DeltaNum: 2, Entities: []EntityDelta{weapon(4, 2)}})
	if s = h.Snapshot(); s.Entity(1).version != again || len(s.Changed()) > 0 {
		t.Errorf("a change sent again makes version %d of %d, changed %v", s.Entity(1).version, again, s.Changed())
	}
}

// TestArrays holds that a snapshot has the identity of its base's arrays only if no element was sent.
func TestArrays(t *testing.T) {
	var h History
	var ids []uint32
	send := func(sequence int32, deltaNum uint8, ammo ...ElementChange) {
		m := &SnapshotDelta{Sequence: sequence, DeltaNum: deltaNum}
		m.Player.Ammo.Changed = ammo
		h.Handle(m)
		ids = append(ids, h.Snapshot().Arrays)
	}
	send(1, 0, ElementChange{Value: 10, Index: 2})
	send(2, 1)
	send(3, 1, ElementChange{Value: 9, Index: 2})
	send(4, 3) // its base is the first
	send(5, 2)
	send(6, 0)
	h.Handle(&Gamestate{})
	send(7, 0)
	same := func(a, b int) bool { return ids[a-1] == ids[b-1] }
	if !same(1, 2) || same(2, 3) || !same(4, 1) || !same(5, 3) || same(6, 5) || same(7, 6) {
		t.Errorf("the arrays are %v", ids)
	}
}

// TestHistoryCommands holds which commands are passed on, and which
// configstrings they change.
func TestHistoryCommands(t *testing.T) {
	var h History
	h.Handle(&Gamestate{CommandSequence: 4, Configstrings: []Configstring{{Index: 30, Text: []byte("zero")}}})
	long := strings.Repeat("x", maxBig/2+1)
	for i, test := range []struct{ command, want string }{
		{`cs 30 "too old"`, "-1"},
		{`bcs0 30 "one "`, "-1"},
		{`print "between"`, `-1 print "between"`},
		{`bcs1 30 "two "`, "-1"},
		{`bcs1 31 "not of it "`, "-1"},
		{`bcs2 30 "three"`, "30 one two three, was zero"},
		{`bcs2 30 "again"`, "-1"},
		{`bcs0 9 "` + long + `"`, "-1"},
		{`bcs1 9 "` + long + `"`, "-1"},
		{`bcs2 9 "x"`, `9 ` + long + "x, was "},
		{`cs 30 "one two three"`, "-1"},
		{`cs 30`, "30 , was one two three"},
		{`cs 1024 "x"`, "-1"},
		{`cs -1 "x"`, "-1"},
		{`cs`, "-1 cs"},
		{`cstats 1`, "-1 cstats 1"},
	} {
		h.Handle(&ServerCommand{Sequence: int32(4 + i), Text: []byte(test.command)})
		index, old := h.Changed()
		got := fmt.Sprint(index)
		if index >= 0 {
			got += fmt.Sprintf(" %s, was %s", h.Configstrings[index], old)
		} else if c := h.Command(); c != nil {
			got += " " + string(c)
		}
		if got != test.want {
			t.Errorf("%.30s: %.40s, want %.40s", test.command, got, test.want)
		}
	}
	h.Handle(&Skipped{Renumbered: true})
	if h.Handle(&ServerCommand{Sequence: 1, Text: []byte("x")}); string(h.Command()) != "x" {
		t.Error("a command behind a new numbering is dropped")
	}
}

// TestHistoryChanges compares the states of snapshots with those of a simple model, and what is reported as changed and
// gone with the versions of the two snapshots, over random changes to random bases.
func TestHistoryChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var h History
	before := map[int]uint32{}
	var weapons [8]map[int]uint32 // of the last snapshots, by entity
	for sequence := range int32(3000) {
		if sequence%700 == 0 {
			h.Handle(&Gamestate{})
			clear(before)
		}
		m := &SnapshotDelta{Sequence: sequence, DeltaNum: uint8(min(sequence%700, rnd.Int32N(4)))}
		want := map[int]uint32{}
		if m.DeltaNum > 0 {
			maps.Copy(want, weapons[(sequence-int32(m.DeltaNum))%8])
		}
		weapons[sequence%8] = want
		for n := 0; n < 60; n += 1 + rnd.IntN(20) {
			d := weapon(uint16(n), rnd.Uint32N(4)) // often what it was before
			switch rnd.IntN(4) {
			case 0:
				d = EntityDelta{Number: uint16(n), Removed: true}
				delete(want, n)
			case 1:
				d = EntityDelta{Number: uint16(n), Unchanged: true}
				want[n] += 0
			default:
				want[n] = d.Changed[0].Value
			}
			m.Entities = append(m.Entities, d)
		}
		h.Handle(m)
		now, got := map[int]uint32{}, map[int]uint32{}
		var changed, gone []uint16
		s := h.Snapshot()
		for i := range s.Len() {
			e := s.Entity(i)
			now[e.Number], got[e.Number] = e.version, e.F[EntWeapon]
			if before[e.Number] != e.version {
				changed = append(changed, uint16(i))
			}
		}
		for n := range uint16(60) {
			if before[int(n)] != 0 && now[int(n)] == 0 {
				gone = append(gone, n)
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("snapshot %d from -%d has %v, want %v", sequence, m.DeltaNum, got, want)
		}
		if !slices.Equal(s.Changed(), changed) || !slices.Equal(s.Gone(), gone) {
			t.Fatalf("snapshot %d from -%d: changed %v, gone %v, want %v and %v", sequence, m.DeltaNum, s.Changed(),
				s.Gone(), changed, gone)
		}
		before = now
	}
}

// TestArraysOfBases holds that snapshots keep the arrays that they were made with for as long as others are made as
// changes to them.
func TestArraysOfBases(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var h History
	var want [SnapshotBackup]PlayerArrays
	for sequence := range int32(5000) {
		m := &SnapshotDelta{Sequence: sequence, DeltaNum: uint8(min(sequence, rnd.Int32N(SnapshotBackup)))}
		now := PlayerArrays{}
		if m.DeltaNum > 0 {
			now = want[(sequence-int32(m.DeltaNum))%SnapshotBackup]
		}
		if rnd.IntN(8) > 0 {
			m.Player.Ammo.Changed = []ElementChange{{Value: rnd.Int32(), Index: uint8(rnd.IntN(16))}}
			now.apply(&m.Player)
		}
		h.Handle(m)
		if want[sequence%SnapshotBackup] = now; h.Snapshot().Player.PlayerArrays != now {
			t.Fatalf("snapshot %d from -%d has %v, want %v", sequence, m.DeltaNum, h.Snapshot().Player.PlayerArrays,
				now)
		}
	}
}

// TestGamestateBegins holds that a gamestate forgets the level before, and that numbers that are none of its own do
// nothing.
func TestGamestateBegins(t *testing.T) {
	var h History
	h.Handle(&Gamestate{Baselines: []EntityDelta{weapon(5, 9)}})
	h.Handle(&SnapshotDelta{Sequence: 10, Entities: []EntityDelta{weapon(7, 1), weapon(NoEntity, 3)}})
	if s := h.Snapshot(); s == nil || s.Len() != 1 {
		t.Fatalf("the first snapshot: %+v", s)
	}
	h.Handle(&Gamestate{
		Configstrings: []Configstring{{Index: -1, Text: []byte("a")}, {Index: MaxConfigstrings - 1, Text: []byte("b")},
			{Index: MaxConfigstrings, Text: []byte("c")}},
		Baselines: []EntityDelta{weapon(MaxEntities, 1), weapon(6, 4)},
	})
	if s := h.Snapshot(); s != nil {
		t.Errorf("a snapshot of the level before: %+v", s)
	}
	if got := h.Configstrings[MaxConfigstrings-1]; got != "b" {
		t.Errorf("the last configstring is %q", got)
	}
	h.Handle(&SnapshotDelta{Sequence: 11, DeltaNum: 1, Entities: []EntityDelta{{Number: 6}}})
	if s := h.Snapshot(); s == nil || !s.Approximate || s.Len() != 1 || s.Entity(0).F[EntWeapon] != 4 {
		t.Errorf("the first snapshot of the level leans on one before: %+v", s)
	}
}

// TestStatesLive holds which states are shared with further snapshots: those that snapshots refer to, and new ones.
func TestStatesLive(t *testing.T) {
	p := statePool{used: make([]uint64, 3), marked: 10}
	for _, place := range []uint32{63, 64, 129} {
		p.used[place/64] |= 1 << (place % 64)
	}
	for place := range uint32(192) {
		used := place == 63 || place == 64 || place == 129
		for version, want := range map[uint32]bool{9: used, 10: used, 11: true} {
			e := &Entity{EntityState: EntityState{Number: 7}, version: version}
			if got := p.lives(refOf(7, place), e); got != want {
				t.Errorf("place %d, version %d: %v", place, version, got)
			}
			if p.lives(refOf(8, place), e) {
				t.Errorf("place %d, version %d: it is another entity's", place, version)
			}
		}
	}
}

// TestArrayDeltas holds that changes found are equal to those changes read.
func TestArrayDeltas(t *testing.T) {
	base := [16]int32{1, 2, 3}
	for _, s := range [][16]int32{base, {1, 2, 4}, {15: 9}} {
		if d := ArrayDeltaOf(&s, &base); d.Sent != (s != base) || d.Sent != (len(d.Changed) > 0) {
			t.Errorf("%v: %+v", s, d)
		}
	}
}
