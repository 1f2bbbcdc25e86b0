package load

import (
	"io"
	"path/filepath"
	"strings"

	"fragscope/formats"
	"fragscope/sim/recording"
)

// Writer returns a function that writes a recording as a demo. The extension of path determines the demo's format.
// Writer returns nil if there is no such format or if recordings cannot be written in that format.
func Writer(path string) func(io.Writer, *recording.Recording) error {
	for c, a := range adapters {
		if strings.EqualFold(filepath.Ext(path), "."+c.Name) {
			return a.write
		}
	}
	return nil
}

// Written returns the file name extensions that can be used to save a match of the given game: the extension of match
// files, and those of the demo formats that can be written.
func Written(game string) []string {
	list := []string{MatchExtension}
	for _, c := range formats.Codecs() {
		if c.Game == game && adapters[c].write != nil {
			list = append(list, "."+c.Name)
		}
	}
	return list
}
