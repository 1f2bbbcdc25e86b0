package sim

import "slices"

// ScreenText is text laid out by the game on the recorder's screen, such as Quake II's help computer or a mod's menu.
// It is immutable.
type ScreenText struct {
	// Cells holds the pieces of text, from top to bottom and left to right.
	Cells []ScreenTextCell
	// Lines and Columns are the size of the screen in characters of a fixed-width font.
	Lines, Columns int
}

// ScreenTextCell is a single piece of text in a [ScreenText].
type ScreenTextCell struct {
	Line int // from 0
	// From is the first column that the text occupies. To is the column after the last.
	From, To int
	Align    ScreenTextAlign
	Text     Text
}

// ScreenTextAlign is the alignment of a cell's text in a proportional font.
type ScreenTextAlign uint8

const (
	AlignLeft ScreenTextAlign = iota
	AlignCenter
	AlignRight
)

// Equal reports whether s and o have the same size and the same text in the same places. Either may be nil; nil equals
// only nil.
func (s *ScreenText) Equal(o *ScreenText) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.Lines == o.Lines && s.Columns == o.Columns &&
		slices.EqualFunc(s.Cells, o.Cells, func(p, q ScreenTextCell) bool {
			return p.Line == q.Line && p.From == q.From && p.To == q.To && p.Align == q.Align && p.Text.Equal(q.Text)
		})
}
