package load

import (
	"io"
	"path/filepath"
	"strings"

	"fragscope/formats"
	"fragscope/sim/recording"
)

// Writer is what writes a whole recording as a demo of the format that a path's extension stands for; nil where no format can hold one.
func Writer(path string) func(io.Writer, *recording.Recording) error {
	for c, a := range adapters {
		if strings.EqualFold(filepath.Ext(path), "."+c.Name) {
			return a.write
		}
	}
	return nil
}

// Written are the extensions of the files that a match can be written as, given the key of its game: the list of its demos, and demos.
func Written(game string) []string {
	list := []string{MatchExtension}
	for _, c := range formats.Codecs() {
		if c.Game == game && adapters[c].write != nil {
			list = append(list, "."+c.Name)
		}
	}
	return list
}
