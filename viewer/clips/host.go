package clips

import (
	"time"

	"fragscope/assets/plan"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package clips with access to the rest of the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
	Files   part.Files
	Store   settings.Store
	// Plans returns a function that finds the plans of the maps played between the times from and to, by map name. The
	// function may run on any goroutine.
	Plans func(from, to time.Duration) func() map[string]*plan.Plan
	// PageProgram returns the page runtime.
	PageProgram func() ([]byte, error)
	// BuildPage builds the page runtime if it is missing. It is nil if the runtime cannot be built.
	BuildPage func() error
}

// Notices shows messages to the user, such as an offer to build the page runtime.
type Notices interface {
	part.Notices
	Add(n notice.Notice)
	Drop(key string)
}

// Demo provides access to the open demo. It can save the whole demo or a section of it.
type Demo interface {
	part.Demo
	// Clip returns a function that extracts the section between the times from and to as a separate demo. The function
	// may run on any goroutine.
	Clip(from, to time.Duration) func() ([]byte, error)
	// Data returns a function that reads the demo and returns its decompressed contents. The function may run on any
	// goroutine.
	Data() func() ([]byte, error)
}
