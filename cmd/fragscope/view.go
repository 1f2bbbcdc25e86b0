package main

import (
	"fmt"
	"strconv"

	"fragscope/viewer/notes"
)

// view holds the additions to the demo in pictures, films and pages.
type view struct {
	Notes string `placeholder:"FILE" help:"Show the drawings and bookmarks in this file, which Export notes in the menu writes."`
	Turn  turn   `placeholder:"DEGREES" values:"90,180,270" help:"Turn the map clockwise by 90, 180 or 270 degrees."`
}

// turn is a number of clockwise quarter turns.
type turn int

// UnmarshalText parses an angle in degrees.
func (t *turn) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n%90 != 0 || n < 0 || n > 270 {
		return fmt.Errorf(msgNoTurn, text)
	}
	*t = turn(n / 90)
	return nil
}

// notes returns the drawings and bookmarks in the named file, or nil if none was named.
func (v *view) notes() (*notes.Document, error) {
	if v.Notes == "" {
		return nil, nil
	}
	d, err := notes.ReadFile(v.Notes)
	if err != nil {
		return nil, fmt.Errorf(msgNotesUnread, v.Notes, err)
	}
	return &d, nil
}

// encoded returns the notes in the encoding of package notes.
func (v *view) encoded() ([]byte, error) {
	d, err := v.notes()
	if err != nil {
		return nil, err
	}
	data, err := d.Encode()
	if err != nil {
		return nil, fmt.Errorf(msgNotesUnread, v.Notes, err)
	}
	return data, nil
}
