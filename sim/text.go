package sim

import "slices"

// Text is coloured text as players see it. Plain is the same text for search and export: it has no colour codes or
// control characters, and Quake's special glyphs are replaced by similar Unicode characters.
type Text struct {
	Plain string
	// Runs holds the coloured parts of Plain, in order and without overlap. Text outside them has the default colour.
	Runs []Run
}

// Run is a coloured section of a Text. It consists of the bytes Plain[From:To].
type Run struct {
	From, To int
	Color    RGB
}

// String returns the plain text.
func (t Text) String() string { return t.Plain }

// Equal reports whether two texts have the same characters in the same colours.
func (t Text) Equal(u Text) bool { return t.Plain == u.Plain && slices.Equal(t.Runs, u.Runs) }

// Renamed returns the message announcing that a player has changed his name. from is the player's old name, and to is
// his new one.
func Renamed(from, to Text) Text {
	t := Text{Plain: from.Plain + " renamed to ", Runs: slices.Clone(from.Runs)}
	for _, r := range to.Runs {
		t.Runs = append(t.Runs, Run{From: r.From + len(t.Plain), To: r.To + len(t.Plain), Color: r.Color})
	}
	t.Plain += to.Plain
	return t
}

// PlainText returns s as a Text without colours.
func PlainText(s string) Text { return Text{Plain: s} }
