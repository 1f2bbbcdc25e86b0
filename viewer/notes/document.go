package notes

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode"

	"fragscope/formats/base/count"
	"fragscope/viewer/settings"
)

// Document holds the drawings and notes about a demo. It is stored, exported and imported as one JSON object:
//
//	{"fragscope_notes": 1,
//	 "demo": "duel.mvd",
//	 "drawings": [{"kind": "line", "map": "dm3", "storey": 2, "from_ms": 61000, "to_ms": 66000, "points": [[12, -340.5], …], "text": ""}],
//	 "bookmarks": [{"at_ms": 61000, "note": "he should have waited"}]}
//
// kind is line (freehand), arrow (from the first point to the last), circle (around the first point, through the last)
// or text (at the first point). storey counts from 1; 0 means all storeys. Times are demo times. Points are x (east)
// and y (north), in units. Unknown members are dropped.
type Document struct {
	Version   int             `json:"fragscope_notes"`
	Demo      string          `json:"demo,omitempty"`
	Drawings  []Drawing       `json:"drawings"`
	Bookmarks []settings.Mark `json:"bookmarks,omitempty"`
}

// Drawing is a shape or text drawn on the map.
type Drawing struct {
	Kind   Kind            `json:"kind"`
	Map    string          `json:"map"`
	Storey int             `json:"storey"`
	From   settings.Millis `json:"from_ms"`
	To     settings.Millis `json:"to_ms"`
	Points [][2]float64    `json:"points"`
	Text   string          `json:"text,omitempty"`
}

// Kind is the kind of a drawing.
type Kind string

// The kinds of drawings, in the order that the key cycles through.
const (
	Line   Kind = "line"
	Arrow  Kind = "arrow"
	Circle Kind = "circle"
	Text   Kind = "text"
)

var kinds = []Kind{Line, Arrow, Circle, Text}

// version is the version of documents written and read.
const version = 1

// The limits of a document. A document that exceeds them is rejected, not truncated.
const (
	bytesMost     = 1 << 20
	drawingsMost  = 500
	pointsMost    = 1000 // in one drawing
	pointsAll     = 20000
	textMost      = 200
	nameMost      = 200
	bookmarksMost = 1000
	coordMost     = 1 << 17
	storeysMost   = 64
	longest       = 100 * time.Hour
)

// ErrNoNotes is returned for a file that does not contain a [Document].
var ErrNoNotes = errors.New(msgNoNotes)

// Parse parses a document. It returns an error if anything in the document is invalid.
func Parse(data []byte) (Document, error) {
	var d Document
	if len(data) > bytesMost {
		return d, fmt.Errorf(msgBytes, ErrNoNotes, bytesMost)
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return Document{}, fmt.Errorf("%w: %w", ErrNoNotes, err)
	}
	return d, d.check()
}

// check returns an error if anything in a document is invalid.
func (d *Document) check() error {
	switch {
	case d.Version == 0:
		return ErrNoNotes
	case d.Version != version:
		return fmt.Errorf(msgVersion, d.Version, version)
	case len(d.Drawings) > drawingsMost:
		return fmt.Errorf(msgDrawings, count.Of(len(d.Drawings), "drawing"), drawingsMost)
	case len(d.Bookmarks) > bookmarksMost:
		return fmt.Errorf(msgBookmarks, count.Of(len(d.Bookmarks), "bookmark"), bookmarksMost)
	}
	points := 0
	for i := range d.Drawings {
		if err := d.Drawings[i].check(); err != nil {
			return fmt.Errorf(msgDrawing, i+1, err)
		}
		if points += len(d.Drawings[i].Points); points > pointsAll {
			return fmt.Errorf(msgPointsAll, pointsAll)
		}
	}
	for i, b := range d.Bookmarks {
		if at := time.Duration(b.At); at < 0 || at > longest || !plain(b.Note, textMost) {
			return fmt.Errorf(msgBookmark, i+1)
		}
	}
	return nil
}

func (g *Drawing) check() error {
	least := map[Kind]int{Line: 2, Arrow: 2, Circle: 2, Text: 1}[g.Kind]
	from, to := time.Duration(g.From), time.Duration(g.To)
	switch {
	case least == 0:
		return fmt.Errorf(msgKind, string(g.Kind[:min(len(g.Kind), 20)]))
	case len(g.Points) < least || len(g.Points) > pointsMost:
		return fmt.Errorf(msgPoints, count.Of(len(g.Points), "point"), least, pointsMost)
	case from < 0 || to < from || to > longest:
		return errors.New(msgTime)
	case g.Storey < 0 || g.Storey > storeysMost:
		return fmt.Errorf(msgStorey, g.Storey)
	case !plain(g.Text, textMost) || !plain(g.Map, nameMost) || g.Kind == Text && g.Text == "":
		return errors.New(msgText)
	}
	for _, p := range g.Points {
		if !(math.Abs(p[0]) <= coordMost && math.Abs(p[1]) <= coordMost) {
			return errors.New(msgOutside)
		}
	}
	return nil
}

// plain reports whether a text is short enough and fits on one line.
func plain(s string, limit int) bool {
	n := 0
	for _, r := range s {
		if n++; n > limit || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// format encodes a document.
func (d *Document) format() ([]byte, error) {
	d.Version = version
	if d.Drawings == nil {
		d.Drawings = []Drawing{}
	}
	b, err := json.MarshalIndent(d, "", " ")
	return append(b, '\n'), err
}
