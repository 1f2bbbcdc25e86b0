// Package ledger lists every message, field, effect, event and flag that the decoders read, and records whether it is
// drawn, given in words and numbers, or refused, and why. The manual's table of formats is generated from it, and a
// test fails if a decoder reads something that is not listed here.
//
// Names are as in `fragscope dump`: a message, "message.Field", "Type.Field" for a struct used by several messages, or
// "kind name" for a value that has its own name: "effect laser_sparks".
package ledger

// Fate is the use made of something in a demo.
type Fate uint8

const (
	// Drawn marks things that the window shows as a shape on the map, the timeline or a panel.
	Drawn Fate = iota
	// Said marks things that are given in words or numbers, in the window or by a verb.
	Said
	// Refused marks things that are only read, written and printed by dump.
	Refused
	fates
)

// String returns the manual's word for the fate.
func (f Fate) String() string { return [...]string{"drawn", "said", "refused"}[f] }

// Line lists names that share a fate.
type Line struct {
	// Names are separated by spaces, or by semicolons if they have several words. "message.*" stands for all fields of
	// a message that is refused as a whole.
	Names string
	// Section is the section of the document, or "" for things newer than the document.
	Section string
	Fate    Fate
	// How describes the way the things are shown, or the reason why they are refused.
	How string
}

// Document is a description of formats, with the fates of the things that it describes.
type Document struct {
	// Title is the document's title. Formats are the names of the codecs whose demos it describes.
	Title   string
	Formats []string
	Lines   []Line
}

// Documents returns all documents. The slices must not be modified.
func Documents() []Document { return documents }

var documents = []Document{quake, quakeWorld, quake2, rerelease, quake3}

// Count returns the number of names in the document with each fate.
func (d *Document) Count() (n [fates]int) {
	for i := range d.Lines {
		n[d.Lines[i].Fate] += len(d.Lines[i].Each())
	}
	return n
}

// Reasons for refusing that several lines share.
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
