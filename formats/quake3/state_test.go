package quake3

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// fitted returns a random value that the field can carry.
func fitted(rnd *rand.Rand, f Field) uint32 {
	switch {
	case f.Bits == 0 && rnd.IntN(2) == 0:
		return math.Float32bits(float32(rnd.IntN(9000) - 4500))
	case f.Bits == 0:
		return math.Float32bits(rnd.Float32()*8000 - 4000)
	case f.Bits < 0:
		return uint32(int32(rnd.Uint32()) >> (32 + int(f.Bits)))
	}
	return rnd.Uint32() >> (32 - f.Bits) & uint32(-rnd.IntN(2))
}

// change changes some fields of a state.
func change(rnd *rand.Rand, fields []Field, f []uint32) {
	for range rnd.IntN(12) {
		e := fields[rnd.IntN(len(fields))]
		f[e.ID] = fitted(rnd, e)
	}
}

// TestDeltas makes demos of random states with every protocol and holds that
// the states come back, also through chains of deltas.
func TestDeltas(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, p := range protocols {
		var out bytes.Buffer
		e := NewEncoder(&out, Options{Protocol: p})
		var player, was PlayerState
		var entity, base EntityState
		var players []PlayerState
		var entities []EntityState
		entity.Number = 70
		for seq := range int32(300) {
			change(rnd, p.Player, player.F[:])
			change(rnd, p.Entity, entity.F[:])
			for range rnd.IntN(3) {
				player.Stats[rnd.IntN(16)] = int32(int16(rnd.Uint32()))
				player.Persistant[rnd.IntN(16)] = int32(int16(rnd.Uint32()))
				player.Ammo[rnd.IntN(16)] = int32(int16(rnd.Uint32()))
				player.Powerups[rnd.IntN(16)] = int32(rnd.Uint32())
			}
			s := SnapshotDelta{ServerTime: seq * 50, DeltaNum: uint8(min(seq, 1)), Player: player.Delta(&was, p)}
			s.Entities = []EntityDelta{entity.Delta(&base, p)}
			write(e, &Block{Sequence: seq}, &s, &BlockEnd{})
			was, base = player, entity
			players, entities = append(players, player), append(entities, entity)
		}
		if err := e.Finish(); err != nil {
			t.Fatal(p.Number, err)
		}
		var h History
		i := 0
		d := NewDecoder(out.Bytes(), Options{Protocol: p})
		for !t.Failed() && d.Next(&h) != io.EOF {
			f := h.Snapshot()
			if f == nil {
				continue
			}
			if f.Player != players[i] {
				t.Errorf("protocol %d, snapshot %d: player %+v, want %+v", p.Number, i, f.Player, players[i])
			}
			if f.Len() != 1 || f.Entity(0).EntityState != entities[i] {
				t.Errorf("protocol %d, snapshot %d: %d entities, %+v, want %+v", p.Number, i, f.Len(), f.Entity(0),
					entities[i])
			}
			i++
		}
		if i != len(players) || len(d.Damage()) > 0 {
			t.Errorf("protocol %d: %d snapshots, damage %v", p.Number, i, d.Damage())
		}
	}
}

// TestDeltaOmits holds that fields which a protocol lacks are left out.
func TestDeltaOmits(t *testing.T) {
	var s EntityState
	s.F[EntHealth] = 100
	if d := s.Delta(&EntityState{}, ProtocolOf(68)); !d.Unchanged || len(d.Changed) > 0 {
		t.Errorf("68 has a health: %+v", d)
	}
	if d := s.Delta(&EntityState{}, ProtocolOf(91)); len(d.Changed) != 1 ||
		d.Changed[0] != (FieldChange{Value: 100, Field: uint8(EntHealth)}) || d.Count != 56 {
		t.Errorf("91: %v of %d", d.Changed, d.Count)
	}
}

func TestTrajectoryAccessors(t *testing.T) {
	var s EntityState
	want := Trajectory{Type: TrGravity, Time: -5, Duration: 7, Base: [3]float32{1, 2, 3}, Delta: [3]float32{4, 5, 6},
		Gravity: 800}
	s.SetTrajectory(want)
	if got := s.Trajectory(); got != want || s.Origin() != want.Base {
		t.Errorf("%+v", got)
	}
	s.SetAngleTrajectory(want)
	if got := s.AngleTrajectory(); got != want || s.Angles() != want.Base {
		t.Errorf("%+v", got)
	}
	var p PlayerState
	p.SetOrigin([3]float32{1, 2, 3})
	p.SetVelocity([3]float32{4, 5, 6})
	p.SetViewAngles([3]float32{7, 8, 9})
	if p.Origin() != [3]float32{1, 2, 3} || p.Velocity() != [3]float32{4, 5, 6} ||
		p.ViewAngles() != [3]float32{7, 8, 9} {
		t.Errorf("%+v", p)
	}
}

// TestEncoderRefuses has messages that no protocol can express.
func TestEncoderRefuses(t *testing.T) {
	for name, messages := range map[string][]Message{
		"outside":      {&Nop{}},
		"not ended":    {&Block{}, &Block{}},
		"end":          {&BlockEnd{}},
		"area mask":    {&Block{}, &SnapshotDelta{AreaMask: make([]byte, 33)}},
		"entity":       {&Block{}, &SnapshotDelta{Entities: []EntityDelta{{Number: 1023}}}},
		"configstring": {&Block{}, &Gamestate{Configstrings: []Configstring{{Index: 1024}}}},
		"order":        {&Block{}, &Gamestate{Order: []bool{true}}},
		"overrun":      {&Block{}, &BlockEnd{Overrun: -8}},
		"field count":  {&Block{}, &SnapshotDelta{Player: PlayerDelta{FieldDelta: FieldDelta{Count: 49}}}},
		"data":         {&Block{}, &Download{Data: make([]byte, 1<<16)}},
		"too long":     {&Block{}, &ServerCommand{Text: make([]byte, 9*MaxBlock)}, &BlockEnd{}},
	} {
		e := NewEncoder(io.Discard, Options{})
		if write(e, messages...); e.Finish() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// write passes messages to a handler.
func write(h Handler, messages ...Message) {
	for _, m := range messages {
		h.Handle(m)
	}
}

// TestForms holds that what a sender spelled out is read as such, and written so again.
func TestForms(t *testing.T) {
	change := func(f EntityField, v float32, form Form) FieldChange {
		return FieldChange{Value: math.Float32bits(v), Field: uint8(f), Form: form}
	}
	// In the order of transmission, as they are read.
	entity := []FieldChange{
		change(EntPosTime, 0, FullZero), change(EntPosBaseX, 0, FullZero), change(EntPosBaseY, 0, FullZero|FullFloat),
		change(EntPosDeltaX, 0, 0), change(EntPosDeltaY, 7, FullFloat), change(EntPosBaseZ, 7, 0),
		change(EntAposBaseYaw, 0.5, 0),
	}
	player := []FieldChange{
		{Value: math.Float32bits(7), Field: uint8(PsOriginX), Form: FullFloat}, {Value: 0, Field: uint8(PsOriginY)},
		{Value: 0, Field: uint8(PsVelocityX), Form: FullFloat},
	}
	p := ProtocolOf(68)
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	write(e, &Block{}, &SnapshotDelta{
		Player:   PlayerDelta{FieldDelta: FieldDelta{Changed: player}},
		Entities: []EntityDelta{{Number: 3, FieldDelta: FieldDelta{Changed: entity}}},
	}, &BlockEnd{})
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	d, seen := NewDecoder(out.Bytes(), Options{Protocol: p}), false
	h := snapshotFunc(func(s *SnapshotDelta) {
		seen = true
		if !slices.Equal(s.Player.Changed, player) {
			t.Errorf("player %v, want %v", s.Player.Changed, player)
		}
		if got := s.Entities[0].Changed; !slices.Equal(got, entity) {
			t.Errorf("entity %v, want %v", got, entity)
		}
	})
	for d.Next(h) != io.EOF {
	}
	if _, same := roundTrip(t, out.Bytes(), "forms.dm_68"); !same || !seen || len(d.Damage()) > 0 {
		t.Errorf("same %v, seen %v, damage %v", same, seen, d.Damage())
	}
}
