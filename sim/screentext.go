package sim

import "slices"

// ScreenText is text that the game laid out on the recorder's screen, such as Quake II's help computer or a mod's
// menu. It is immutable.
type ScreenText struct {
	// Cells are the texts, top to bottom and left to right.
	Cells []ScreenTextCell
	// Lines and Columns are the screen's size in characters of equal width.
	Lines, Columns int
}

// ScreenTextCell is one text of a [ScreenText].
type ScreenTextCell struct {
	Line int // from 0
	// The text occupies the columns From up to, but not including, To.
	From, To int
	Align    ScreenTextAlign
	Text     Text
}

// ScreenTextAlign says which end of a cell stays in its column if the font is proportional.
type ScreenTextAlign uint8

const (
	AlignLeft ScreenTextAlign = iota
	AlignCenter
	AlignRight
)

// Equal reports whether two screens show the same. A nil screen shows nothing.
func (s *ScreenText) Equal(o *ScreenText) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.Lines == o.Lines && s.Columns == o.Columns && slices.EqualFunc(s.Cells, o.Cells, func(p, q ScreenTextCell) bool {
		return p.Line == q.Line && p.From == q.From && p.To == q.To && p.Align == q.Align && p.Text.Equal(q.Text)
	})
}
