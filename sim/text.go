package sim

// Text is what players read, with its colours. Plain has neither colour codes
// nor control characters, and Quake's special glyphs as their Unicode likeness:
// search and export use it.
type Text struct {
	Plain string
	// Runs colour parts of Plain; what no run covers has the default colour.
	// Ascending, not overlapping.
	Runs []Run
}

// Run is a coloured part of a Text: bytes From to To of Plain.
type Run struct {
	From, To int
	Color    RGB
}

// String is the plain text.
func (t Text) String() string { return t.Plain }

// PlainText is a Text without colours.
func PlainText(s string) Text { return Text{Plain: s} }
