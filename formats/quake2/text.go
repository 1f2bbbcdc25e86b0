package quake2

import (
	"strconv"

	"fragscope/formats/codec"
)

// Values of fields that a message omits.
const (
	fullVolume       = 255
	usualAttenuation = 64
)

// textForm describes .dm2 and .mvd2 for the text form.
var textForm = codec.Text{
	Messages:    func() []any { return codec.Messages(Messages()) },
	MessageName: func(m any) string { return Name(m.(Message)) },
	EndBlock:    "end_block",
	Ends: map[string]string{"cast": "end_cast", "blast": "end_blast", "compressed": "end_compressed",
		"stream": "end_stream"},
	Sparse: []any{
		Block{}, EndBlock{}, EntityDelta{}, PlayerDelta{}, PlayerFogDelta{}, TempEntity{}, Fog{}, Header{},
	},
	Usual: []any{Sound{Volume: fullVolume, Attenuation: usualAttenuation}},
	Fields: []codec.Field{
		{Of: PlayerState{}, Name: "Stats", Number: StatName},
		{Of: MuzzleFlash{}, Name: "Flash", Number: func(n int) string { return FlashName(uint16(n)) }, Numbers: 1 << 7},
		// The mask as transmitted has no bits for these.
		{Of: EntityDelta{}, Name: "Fields", Shown: uint64(FieldLoopVolume | FieldLoopAttenuation)},
	},
	Head: func(block any) any {
		b, ok := block.(*EndBlock)
		if !ok {
			b = (*EndBlock)(block.(*Block))
		}
		if head := *b; head.Kind == BlockWhole {
			head.Size = 0
			return &head
		}
		return b
	},
	Broken: func(block any) bool { return block.(*Block).Kind == BlockBroken },
	Loose: func(m any) (int, bool) {
		raw, ok := m.(*Raw)
		if !ok {
			return 0, false
		}
		return len(raw.Data), true
	},
	Piece: func(m any, from, to int) any {
		raw := *m.(*Raw)
		raw.Offset, raw.Data = raw.Offset+int64(from), raw.Data[from:to]
		return &raw
	},
	Show: show,
}

// show returns the value that dump prints for structs whose fields are not all used, or are not all there is to show.
func show(v any, fields func(sparse bool) codec.Object) (codec.Object, bool) {
	switch m := v.(type) {
	case *PlayerDelta:
		o := fields(true)
		for i := range o {
			if o[i].Name == "stats" {
				o[i].Value = numbered(m.Stats[:], StatName)
			}
		}
		return o, true
	case *TempEntity:
		return showEffect(m, fields(false)), true
	case *Inventory:
		return codec.Object{{Name: "counts", Value: numbered(m.Counts[:], strconv.Itoa)}}, true
	case *MuzzleFlash:
		return codec.Object{{Name: "entity", Value: m.Entity}, {Name: "flash", Value: FlashName(m.Flash)},
			{Name: "silenced", Value: m.Silenced}}, true
	case *MuzzleFlash2:
		return showFlash(m.Entity, m.Flash, false), true
	case *MuzzleFlash3:
		return showFlash(m.Entity, m.Flash, true), true
	case *EntityDelta:
		return fields(true), true
	}
	return nil, false
}

// showFlash returns a monster's flash.
func showFlash(entity, flash any, wide bool) codec.Object {
	return codec.Object{{Name: "entity", Value: entity}, {Name: "flash", Value: flash},
		{Name: "silenced", Value: false}, {Name: "wide", Value: wide}}
}

// showEffect names the colour of a splash, and renames the position of a grapple's cable.
func showEffect(m *TempEntity, o codec.Object) codec.Object {
	for i := range o {
		switch {
		case o[i].Name == "offset":
			o[i].Name = "cable_offset"
		case o[i].Name == "color" && m.Kind == EffectSplash:
			o[i].Value = codec.Word(SplashName(m.Color))
		}
	}
	return o
}

// numbered returns the nonzero numbers of a list, named by index.
func numbered(list []int16, name func(int) string) codec.Object {
	o := codec.Object{}
	for i, n := range list {
		if n != 0 {
			o = append(o, codec.Pair{Name: name(i), Value: n})
		}
	}
	return o
}
