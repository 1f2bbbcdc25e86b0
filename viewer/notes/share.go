package notes

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"fragscope/viewer/settings"
)

// Shared returns a document to share along with a demo. The document contains the drawings and bookmarks stored for the
// demo. If there are none, Shared returns nil. key is the demo's key in store; name is the name of the demo in the
// document.
func Shared(store settings.Store, key, name string) (*Document, error) {
	d := Document{Version: version}
	switch data, err := store.Notes(key); {
	case err == nil:
		if d, err = Parse(data); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	marks, err := store.Bookmarks(key)
	if err != nil {
		return nil, err
	}
	if d.Demo, d.Bookmarks = name, marks[:min(len(marks), bookmarksMost)]; len(d.Drawings)+len(d.Bookmarks) == 0 {
		return nil, nil
	}
	return &d, nil
}

// Between returns a document for the section of the demo between from and to. It contains the drawings and bookmarks of
// that section, with times counted from the start of the section.
func (d *Document) Between(from, to time.Duration) *Document {
	part := Document{Version: version, Demo: d.Demo}
	for _, g := range d.Drawings {
		first, last := max(time.Duration(g.From), from), min(time.Duration(g.To), to)
		if first < last {
			g.From, g.To, g.Points = settings.Millis(first-from), settings.Millis(last-from), slices.Clone(g.Points)
			part.Drawings = append(part.Drawings, g)
		}
	}
	for _, m := range d.Bookmarks {
		if at := time.Duration(m.At); at >= from && at <= to {
			m.At = settings.Millis(at - from)
			part.Bookmarks = append(part.Bookmarks, m)
		}
	}
	return &part
}

// Encode returns d in the format read by [Parse]. It returns nil if d is nil or contains neither drawings nor
// bookmarks.
func (d *Document) Encode() ([]byte, error) {
	if d == nil || len(d.Drawings)+len(d.Bookmarks) == 0 {
		return nil, nil
	}
	return d.format()
}

// Keep stores a document for the demo with the given key. data is the encoded document. The document's drawings replace
// those already stored for the demo; its bookmarks are added to those already stored.
func Keep(store settings.Store, key string, data []byte) error {
	d, err := Parse(data)
	if err != nil {
		return err
	}
	if err := store.AddBookmarks(key, d.Bookmarks); err != nil {
		return err
	}
	d.Bookmarks = nil
	if data, err = d.format(); err != nil {
		return err
	}
	return store.SetNotes(key, data)
}
