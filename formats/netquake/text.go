package netquake

import "fragscope/formats/codec"

// Values of fields that a message omits.
const (
	fullVolume       = 255
	usualAttenuation = 64
	usualViewHeight  = 22
	noViewZoom       = 255
)

// textForm describes .dem for the text form.
var textForm = codec.Text{
	Messages:    func() []any { return codec.Messages(Messages()) },
	MessageName: func(m any) string { return Name(m.(Message)) },
	Sparse:      []any{Block{}, UpdateEntity{}, EntityChange{}, ClientData{}, TempEntity{}, Raw{}, Variant{}},
	Usual: []any{
		Sound{Volume: fullVolume, Attenuation: usualAttenuation},
		ClientData{ViewHeight: usualViewHeight, ViewZoom: noViewZoom},
	},
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
		if _, ok := v.(*UpdateEntity); ok {
			return fields(true), true
		}
		return nil, false
	},
}
