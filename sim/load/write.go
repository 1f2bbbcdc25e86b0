package load

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/sim"
	"fragscope/sim/q1"
	"fragscope/sim/q2"
)

// writers are those of recordings, by the extension of the file that they write.
var writers = map[string]func(io.Writer, *sim.Recording) error{
	".mvd":  q1.WriteMultiView,
	".mvd2": q2.WriteMultiView,
}

// Writer is what writes a whole recording as a demo of the format that a path's extension stands for; nil where no format can hold one.
func Writer(path string) func(io.Writer, *sim.Recording) error {
	return writers[strings.ToLower(filepath.Ext(path))]
}

// Written are the extensions of the demos that recordings can be written as.
func Written() (list []string) {
	for ext := range writers {
		list = append(list, ext)
	}
	slices.Sort(list)
	return list
}
