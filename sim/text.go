package sim

import "slices"

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

// Equal reports whether two texts have the same letters in the same colours.
func (t Text) Equal(u Text) bool { return t.Plain == u.Plain && slices.Equal(t.Runs, u.Runs) }

// Renamed reports that a player changed his name.
func Renamed(from, to Text) Text {
	t := Text{Plain: from.Plain + " renamed to ", Runs: slices.Clone(from.Runs)}
	for _, r := range to.Runs {
		t.Runs = append(t.Runs, Run{From: r.From + len(t.Plain), To: r.To + len(t.Plain), Color: r.Color})
	}
	t.Plain += to.Plain
	return t
}

// PlainText is a Text without colours.
func PlainText(s string) Text { return Text{Plain: s} }
