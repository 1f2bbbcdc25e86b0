// Package ledger lists every message, field, effect, event and flag that the decoders read, with what becomes of it: it
// is drawn, it is said in words and numbers, or it is refused, for a reason. The manual's table of formats is made from
// it, and a test fails if a decoder reads something that has no line here.
//
// Names are those of `fragscope dump`: a message, "message.Field", "Type.Field" for a struct that several messages have,
// or "kind name" for a value that has a name of its own: "effect laser_sparks".
package ledger

// Fate says how something in a demo is used.
type Fate uint8

const (
	// Drawn: the window shows it as a shape on the map, the time line or a panel.
	Drawn Fate = iota
	// Said: it is told in words or numbers, in the window or by a verb.
	Said
	// Refused: it is read, written and printed by dump, but not used otherwise.
	Refused
	fates
)

// String returns the fate in the words of the manual.
func (f Fate) String() string { return [...]string{"drawn", "said", "refused"}[f] }

// Line is one or several names with the same fate.
type Line struct {
	// Names are separated by spaces, names of several words by semicolons. "message.*" stands for all fields of a
	// message that is refused as a whole.
	Names string
	// Section is the document's section; empty for what came after the document.
	Section string
	Fate    Fate
	// How says how it is shown, or why it is refused.
	How string
}

// Document is one of the descriptions of formats, with what follows from it.
type Document struct {
	// Title is its title, and Formats the names of the codecs whose demos it describes.
	Title   string
	Formats []string
	Lines   []Line
}

// Documents returns the documents. The slices must not be changed.
func Documents() []Document { return documents }

var documents = []Document{quake, quakeWorld, quake2, rerelease, quake3}

// Count returns how many names of a document have each fate.
func (d *Document) Count() (n [fates]int) {
	for i := range d.Lines {
		n[d.Lines[i].Fate] += len(d.Lines[i].Each())
	}
	return n
}

// Reasons for refusing that several lines share.
const (
	framing = "how the file is cut into pieces; nothing of the game"
	masks   = "which fields follow"
	shape   = "how a model looks from near; from above there are markers and icons"
	light   = "light, fog and sky of the view from within; the map is lit evenly"
	noise   = "a sound of the map, not of a player"
	eyes    = "how the recorder's own view shakes and sways; his place and direction are drawn"
	between = "how the client guesses movement between packets; the recording knows the next one"
	another = "another name for what follows from the rest"
	music   = "no music is played"
)
