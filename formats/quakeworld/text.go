package quakeworld

import "fragscope/formats/codec"

// Values of fields that a message omits.
const (
	fullVolume       = 255
	usualAttenuation = 64
)

// textForm describes .qwd or .mvd for the text form.
func textForm(multiView bool) codec.Text {
	return codec.Text{
		Messages:    func() []any { return codec.Messages(Messages()) },
		MessageName: func(m any) string { return Name(m.(Message)) },
		Sparse: []any{
			Block{}, EntityDelta{}, PlayerInfo{}, UserCommand{}, WeaponPrediction{}, TempEntity{}, Projectile{},
			Raw{}, Hidden{},
		},
		Usual: []any{Sound{Volume: fullVolume, Attenuation: usualAttenuation}, PlayerInfo{MultiView: multiView}},
		Head: func(block any) any {
			if b := *block.(*Block); !b.Cut && !b.WrongSize {
				b.Size = 0
				return &b
			}
			return block
		},
		Loose: func(m any) (int, bool) {
			raw, ok := m.(*Raw)
			if !ok || !raw.Outside {
				return 0, false
			}
			return len(raw.Data), true
		},
		Piece: func(m any, from, to int) any {
			raw := *m.(*Raw)
			raw.Offset, raw.Data = raw.Offset+int64(from), raw.Data[from:to]
			return &raw
		},
		Show: func(v any, fields func(bool) codec.Object) (codec.Object, bool) {
			switch v.(type) {
			case *EntityDelta, *PlayerInfo:
				return fields(true), true
			}
			return nil, false
		},
	}
}
