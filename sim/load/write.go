package load

import (
	"io"
	"path/filepath"
	"strings"

	"fragscope/formats"
	"fragscope/sim/recording"
)

// Writer returns a function that writes a recording as a demo of the format given by the path's extension; nil if
// no format with that extension can hold one.
func Writer(path string) func(io.Writer, *recording.Recording) error {
	for c, a := range adapters {
		if strings.EqualFold(filepath.Ext(path), "."+c.Name) {
			return a.write
		}
	}
	return nil
}

// Written returns the extensions of the files that a match can be written as, given its game's key: the list of its
// demos, and demos.
func Written(game string) []string {
	list := []string{MatchExtension}
	for _, c := range formats.Codecs() {
		if c.Game == game && adapters[c].write != nil {
			list = append(list, "."+c.Name)
		}
	}
	return list
}
