package clips

import (
	"time"

	"fragscope/assets/plan"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what saving clips and pages needs from the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
	Files   part.Files
	Store   settings.Store
	// Plans returns a function that finds the plans of the maps between two times, by map name. It may run on any
	// goroutine.
	Plans func(from, to time.Duration) func() map[string]*plan.Plan
	// PageProgram returns the program part of a page.
	PageProgram func() ([]byte, error)
	// BuildPage builds it if it is missing; nil if it cannot be built.
	BuildPage func() error
}

// Notices shows messages, one of which offers to build what pages need.
type Notices interface {
	part.Notices
	Add(n notice.Notice)
	Drop(key string)
}

// Demo is an open demo that can be saved in part.
type Demo interface {
	part.Demo
	// Clip returns a function that cuts out a part as a demo of its own. It may run on any goroutine.
	Clip(from, to time.Duration) func() ([]byte, error)
	// Data returns a function that reads the demo unchanged, but uncompressed. It may run on any goroutine.
	Data() func() ([]byte, error)
}
