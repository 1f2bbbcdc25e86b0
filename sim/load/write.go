package load

import (
	"io"
	"path/filepath"
	"strings"

	"fragscope/sim/q1"
	"fragscope/sim/q2"
	"fragscope/sim/recording"
)

// writer writes recordings of a game as one demo.
type writer struct {
	ext   string
	game  string // its key
	write func(io.Writer, *recording.Recording) error
}

// writers are those of the formats that can hold several points of view. The demos of Quake III and their text form hold the state of one
// player a snapshot, and a whole match has none.
var writers = []writer{
	{".mvd", "quakeworld", q1.WriteMultiView},
	{".mvd2", "quake2", q2.WriteMultiView},
}

// Writer is what writes a whole recording as a demo of the format that a path's extension stands for; nil where no format can hold one.
func Writer(path string) func(io.Writer, *recording.Recording) error {
	for _, w := range writers {
		if strings.EqualFold(filepath.Ext(path), w.ext) {
			return w.write
		}
	}
	return nil
}

// Written are the extensions of the files that a match can be written as, given the key of its game: the list of its demos, and demos.
func Written(game string) []string {
	list := []string{MatchExtension}
	for _, w := range writers {
		if w.game == game {
			list = append(list, w.ext)
		}
	}
	return list
}
