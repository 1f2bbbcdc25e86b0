package wolfenstein_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"fragscope/formats"
	"fragscope/formats/quake3"
	"fragscope/formats/text"
	"fragscope/formats/wolfenstein"
)

// TestForms holds that deltas come back from their text, whatever is in them: values in other forms than the shortest,
// arrays that are announced and empty, and what a TV server adds.
func TestForms(t *testing.T) {
	fields := quake3.FieldDelta{Changed: []quake3.FieldChange{
		{Field: uint8(wolfenstein.EntEType), Form: quake3.FullZero},
		{Value: math.Float32bits(-1.5), Field: uint8(wolfenstein.EntPosBaseX), Form: quake3.FullFloat},
		{Value: math.Float32bits(12), Field: uint8(wolfenstein.EntPosBaseY)},
		{Value: 1<<10 - 1, Field: uint8(wolfenstein.EntOtherEntityNum)},
	}}
	player := quake3.PlayerDelta{ArraysSent: true, AmmoSent: true,
		FieldDelta: quake3.FieldDelta{Changed: []quake3.FieldChange{
			{Value: 1000, Field: uint8(wolfenstein.PsCommandTime)},
			{Value: math.Float32bits(0), Field: uint8(wolfenstein.PsOriginX), Form: quake3.FullFloat},
		}}}
	player.Lists = make([]quake3.ArrayDelta, wolfenstein.NumArrays)
	player.Lists[wolfenstein.Clip+1] = quake3.ArrayDelta{Sent: true,
		Changed: []quake3.ElementChange{{Value: -5}, {Value: 9, Index: 15}}}
	for _, protocol := range []int{60, 84, 284} {
		p := wolfenstein.Family.ProtocolOf(protocol)
		var demo bytes.Buffer
		e := quake3.NewEncoder(&demo, quake3.Options{Protocol: p})
		entities := []quake3.EntityDelta{
			{Number: 7, FieldDelta: fields},
			{Number: 8, Removed: true},
			{Number: 9, Unchanged: true},
		}
		if p.TV() {
			entities[0].Shared = &quake3.SharedDelta{Removed: true}
			entities[1].Shared = &quake3.SharedDelta{Unchanged: true}
			entities[2].Shared = &quake3.SharedDelta{FieldDelta: quake3.FieldDelta{Count: 2}}
		}
		e.Handle(&quake3.Block{Sequence: 1})
		e.Handle(&quake3.Gamestate{
			Configstrings: []quake3.Configstring{{Index: 0, Text: []byte("\\version\\ET 2.60b")},
				{Index: 3, Text: []byte("é\xff%")}},
			Baselines: entities[:1],
		})
		e.Handle(&quake3.BlockEnd{})
		e.Handle(&quake3.Block{Sequence: 2})
		e.Handle(&quake3.SnapshotDelta{ServerTime: 50, AreaMask: []byte{1}, Player: player, Entities: entities})
		if p.TV() {
			e.Handle(&quake3.PlayerStates{Players: []quake3.NumberedPlayer{{Client: 63,
				PlayerDelta: player}}})
		}
		e.Handle(&quake3.BlockEnd{})
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		format := wolfenstein.Codec
		if p.TV() {
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
