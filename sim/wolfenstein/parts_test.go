package wolfenstein

import (
	"math"
	"reflect"
	"testing"
	"time"

	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// TestSnapshotsAlone reads snapshots into observations: players who are new or have changed are reported, unchanged
// ones are not, and missing ones are reported as gone.
func TestSnapshotsAlone(t *testing.T) {
	l := newLevel(wolfenstein.Family.ProtocolOf(84), 84, sim.Header{})
	l.strings = new([wolfenstein.MaxConfigstrings]string)
	for slot := range 2 {
		l.players[slot] = &sim.Profile{Slot: sim.SlotAt(slot), Team: sim.TeamRed}
	}
	body := func(x float32) *wolfenstein.EntityState {
		e := &wolfenstein.EntityState{Number: 1}
		e.F[wolfenstein.EntEType] = etPlayer
		e.F[wolfenstein.EntPosBaseX] = math.Float32bits(x)
		return e
	}
	var s snapshots
	first, moved := body(100), body(200)
	for i, test := range []struct {
		entities []*wolfenstein.EntityState
		told     []float32 // where the player who is not in view is told to be
		gone     []sim.Slot
	}{
		{[]*wolfenstein.EntityState{first}, []float32{100}, nil},
		{[]*wolfenstein.EntityState{first}, nil, nil},
		{[]*wolfenstein.EntityState{moved}, []float32{200}, nil},
		{nil, nil, []sim.Slot{sim.SlotAt(1)}},
		{nil, nil, nil},
	} {
		var o track.Observations
		s.read(&l, &wolfenstein.Snapshot{ServerTime: int32(1000 + 50*i), Time: time.Duration(50*i) * time.Millisecond,
			Player: new(wolfenstein.PlayerState), Entities: test.entities}, &o)
		var told []float32
		for k := range o.Players {
			if p := &o.Players[k]; !p.POV {
				told = append(told, p.Origin[0])
			}
		}
		if !o.Begins || !o.Ends || o.Snapshot.POV != sim.SlotAt(0) || !reflect.DeepEqual(told, test.told) ||
			!reflect.DeepEqual(o.PlayersGone, test.gone) {
			t.Errorf("snapshot %d: told %v, gone %v, %+v", i, told, o.PlayersGone, o.Snapshot)
		}
	}
}

// TestLevelAlone reads a level's own strings.
func TestLevelAlone(t *testing.T) {
	l := newLevel(wolfenstein.Family.ProtocolOf(284), 284, sim.Header{})
	if h := l.header; h.Kind != "multiview" || !h.Multi || h.Protocol != 284 || !l.rules().ShowsAll {
		t.Errorf("a TV demo's header is %+v", h)
	}
	if l.player(0) != nil || l.player(-1) != nil {
		t.Error("there are players before the first gamestate")
	}
}
