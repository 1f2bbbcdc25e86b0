package race

import (
	"context"

	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Other describes a demo that can be added to a race.
type Other struct {
	// Path is the path of the file. For a demo in an archive, it is followed by a colon and the name of the member.
	Path string
	// Name, Players and Length describe the demo.
	Name, Players, Length string
}

// Host provides package race with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Lists   part.Lists
	Theme   *draw.Theme
	// Load loads a demo in addition to the open one. It may be called from any goroutine.
	Load func(ctx context.Context, path string) (*recording.Recording, error)
	// OnMap returns the library's demos on the current map, shortest first. It omits the open demo.
	OnMap func() []Other
	// Large reports whether controls should be large enough for fingers.
	Large func() bool
}
