package wolfenstein_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"fragscope/formats"
	"fragscope/formats/text"
	"fragscope/formats/wolfenstein"
)

// TestForms holds that deltas come back from their text, whatever is in them: values in other forms than the shortest,
// arrays that are announced and empty, and what a TV server adds.
func TestForms(t *testing.T) {
	fields := wolfenstein.FieldDelta{Changed: []wolfenstein.FieldChange{
		{Field: uint8(wolfenstein.EntEType), Form: wolfenstein.FullZero},
		{Value: math.Float32bits(-1.5), Field: uint8(wolfenstein.EntPosBaseX), Form: wolfenstein.FullFloat},
		{Value: math.Float32bits(12), Field: uint8(wolfenstein.EntPosBaseY)},
		{Value: 1<<10 - 1, Field: uint8(wolfenstein.EntOtherEntityNum)},
	}}
	player := wolfenstein.PlayerDelta{ArraysSent: true, AmmoSent: true,
		FieldDelta: wolfenstein.FieldDelta{Changed: []wolfenstein.FieldChange{
			{Value: 1000, Field: uint8(wolfenstein.PsCommandTime)},
			{Value: math.Float32bits(0), Field: uint8(wolfenstein.PsOriginX), Form: wolfenstein.FullFloat},
		}}}
	player.Arrays[wolfenstein.Clip+1] = wolfenstein.ArrayDelta{Sent: true,
		Changed: []wolfenstein.ElementChange{{Value: -5}, {Value: 9, Index: 15}}}
	for _, protocol := range []int{60, 84, 284} {
		p := wolfenstein.ProtocolOf(protocol)
		var demo bytes.Buffer
		e := wolfenstein.NewEncoder(&demo, wolfenstein.Options{Protocol: p})
		entities := []wolfenstein.EntityDelta{
			{Number: 7, StateDelta: wolfenstein.StateDelta{FieldDelta: fields}},
			{Number: 8, StateDelta: wolfenstein.StateDelta{Removed: true}},
			{Number: 9, StateDelta: wolfenstein.StateDelta{Unchanged: true}},
		}
		if p.TV {
			entities[0].Shared.Removed, entities[1].Shared.Unchanged, entities[2].Shared.Count = true, true, 2
		}
		e.Handle(&wolfenstein.Block{Sequence: 1})
		e.Handle(&wolfenstein.Gamestate{
			Configstrings: []wolfenstein.Configstring{{Index: 0, Text: []byte("\\version\\ET 2.60b")},
				{Index: 3, Text: []byte("é\xff%")}},
			Baselines: entities[:1],
		})
		e.Handle(&wolfenstein.BlockEnd{})
		e.Handle(&wolfenstein.Block{Sequence: 2})
		e.Handle(&wolfenstein.SnapshotDelta{ServerTime: 50, AreaMask: []byte{1}, Player: player, Entities: entities})
		if p.TV {
			e.Handle(&wolfenstein.PlayerStates{Players: []wolfenstein.NumberedPlayer{{Client: 63,
				PlayerDelta: player}}})
		}
		e.Handle(&wolfenstein.BlockEnd{})
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		format := wolfenstein.Codec
		if p.TV {
			format = wolfenstein.MultiViewCodec
		}
		var lines, packed bytes.Buffer
		if _, err := text.Write(&lines, &formats.Demo{Name: "a." + format.Name, Data: demo.Bytes(),
			Format: format}); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(lines.Bytes(), []byte(`"exact":`)) {
			t.Errorf("%d: not all of it is told by its messages: %s", protocol, lines.Bytes())
		}
		said := lines.String()
		if _, err := text.Pack(&packed, &lines); err != nil && err != io.EOF ||
			!bytes.Equal(packed.Bytes(), demo.Bytes()) {
			t.Errorf("%d: % x comes back as % x, %v, by %s", protocol, demo.Bytes(), packed.Bytes(), err, said)
		}
	}
}
