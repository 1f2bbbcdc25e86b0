package sim

import "slices"

// ScreenText is text that the game laid out on the recorder's screen: the help
// computer of Quake II, the menu of a mod. It is immutable.
type ScreenText struct {
	// Cells are the texts, from the upper line to the lower and from left to right.
	Cells []ScreenTextCell
	// Lines and Columns are its size, in letters of equal width.
	Lines, Columns int
}

// ScreenTextCell is a text on a [ScreenText].
type ScreenTextCell struct {
	Line int // from 0
	// From is the column of its first letter, To that behind its last.
	From, To int
	Align    ScreenTextAlign
	Text     Text
}

// ScreenTextAlign is which of its columns a cell keeps where letters are not
// equally wide.
type ScreenTextAlign uint8

const (
	AlignLeft ScreenTextAlign = iota
	AlignCenter
	AlignRight
)

// Equal reports whether two screens show the same; nil shows nothing.
func (s *ScreenText) Equal(o *ScreenText) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.Lines == o.Lines && s.Columns == o.Columns && slices.EqualFunc(s.Cells, o.Cells, func(p, q ScreenTextCell) bool {
		return p.Line == q.Line && p.From == q.From && p.To == q.To && p.Align == q.Align && p.Text.Equal(q.Text)
	})
}
