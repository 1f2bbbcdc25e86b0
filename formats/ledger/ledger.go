// Package ledger lists every message, field, effect, event and flag that the decoders read. For each item, it records
// whether the program draws the item, presents it in words or numbers, or does neither. It also records how the item is
// presented, or why it is not. The manual's table of formats is generated from this list. A test fails if a decoder
// reads anything that is not listed.
//
// The names of items are those printed by `fragscope dump`. A name has the form "message" for a message,
// "message.Field" for one of its fields, or "Type.Field" for a field of a struct used by several messages. A value with
// a name of its own is listed as "kind name", such as "effect laser_sparks".
package ledger

// Fate describes what the program does with an item that a demo contains.
type Fate uint8

const (
	// Drawn is the fate of items that the window shows as shapes on the map, the timeline or a panel.
	Drawn Fate = iota
	// Said is the fate of items that the window or a verb presents in words or numbers.
	Said
	// Refused is the fate of items that are only read, written and printed by the dump verb.
	Refused
	fates
)

// String returns the manual's word for f.
func (f Fate) String() string { return [...]string{"drawn", "said", "refused"}[f] }

// Line lists the names of items that have the same fate.
type Line struct {
	// Names are separated by spaces, or by semicolons if they have several words. "message.*" stands for all fields of
	// a message that is refused as a whole.
	Names string
	// Section is the section of the document that describes the items, or "" if the items are newer than the document.
	Section string
	Fate    Fate
	// How describes how the items are shown, or why they are refused.
	How string
}

// Document describes a published format description and the fates of the items in it. It may cover several formats.
type Document struct {
	// Title is the document's title. Formats are the names of the codecs whose demos it describes.
	Title   string
	Formats []string
	Lines   []Line
}

// Documents returns all documents. The returned slices must not be modified.
func Documents() []Document { return documents }

var documents = []Document{quake, quakeWorld, quake2, rerelease, quake3}

// Count returns the number of items in the document for each fate.
func (d *Document) Count() (n [fates]int) {
	for i := range d.Lines {
		n[d.Lines[i].Fate] += len(d.Lines[i].Each())
	}
	return n
}

// Reasons for refusal that several lines share.
const (
	framing = "structure of the file; it says nothing about the game"
	masks   = "it only says which fields follow"
	shape   = "how a model looks from close up; the view from above has markers and icons"
	light   = "light, fog and sky in the first-person view; the map is lit evenly"
	noise   = "a sound of the map, not of a player"
	eyes    = "how the recorder's view shakes and sways; his position and direction are drawn"
	between = "how the client predicts movement between packets; the recording has the next packet"
	another = "redundant: it follows from other fields"
	music   = "no music is played"
)
