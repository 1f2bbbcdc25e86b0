package panel

// Glyph is a sign of the program itself; the signs of weapons and items are the
// package ink's.
type Glyph uint8

// The signs.
const (
	GlyphNone Glyph = iota
	GlyphPlay
	GlyphPause
	GlyphReverse
	GlyphForward
	GlyphStart
	GlyphEnd
	GlyphFrameBack
	GlyphFrameForward
	GlyphFullScreen
	GlyphCamera
	GlyphMenu
	GlyphClose
	GlyphFind
	GlyphBookmark
	GlyphLoop
	GlyphUp
	GlyphDown
	GlyphLeft
	GlyphRight
	GlyphOpen
	GlyphEye
	GlyphSkull
	GlyphWarning
	GlyphHealth
	GlyphArmor
	GlyphFlag
	GlyphHelp
	GlyphPlayers
	GlyphFeed
	GlyphHeat
	GlyphItems
	GlyphStatus
	GlyphTrash
	GlyphPlayhead
	GlyphStorey
	GlyphFit
	GlyphTrails
	GlyphChapter
	GlyphCount
)
