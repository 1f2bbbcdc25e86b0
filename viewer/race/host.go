package race

import (
	"context"

	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
)

// Host is what a race needs from the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Watch   part.Watch
	Notices part.Notices
	Files   part.Files
	Theme   *draw.Theme
	// Load opens another demo in addition to the open one. It may run on any goroutine.
	Load func(ctx context.Context, path string) (*recording.Recording, error)
	// Large reports whether the user wants everything large enough for fingers.
	Large func() bool
}
