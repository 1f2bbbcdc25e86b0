package race

import (
	"context"

	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Other describes a demo that can be added to a race.
type Other struct {
	// Path is the path of the file, followed by a colon and the member if the file is an archive.
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
	// Load opens another demo alongside the open one. It may be called from any goroutine.
	Load func(ctx context.Context, path string) (*recording.Recording, error)
	// OnMap returns the library's demos on the map shown, except the open one, shortest first.
	OnMap func() []Other
	// Large reports whether controls should be large enough for fingers.
	Large func() bool
}
