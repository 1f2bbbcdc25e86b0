package draw

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// systemFonts stands in for the system's fonts, which a page cannot read.
type systemFonts struct{}

// systemGlyph stands in for a glyph of such a font; there are none.
type systemGlyph struct{}

func newSystemFonts(func()) *systemFonts                  { return &systemFonts{} }
func (*systemFonts) changes() uint32                      { return 0 }
func (*systemFonts) wait()                                {}
func (*systemFonts) has(rune) bool                        { return false }
func (*systemFonts) shape([]rune) []foreign               { return nil }
func (*systemGlyph) segments(fixed.Int26_6) sfnt.Segments { return nil }
