package clips

import (
	"time"

	"fragscope/assets/plan"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what saving clips and pages asks of the program.
type Host struct {
	part.Program
	Demo    Demo
	Clock   part.Clock
	Notices Notices
	Files   part.Files
	Store   settings.Store
	// Plans returns what finds the plans of the maps between two times, by their names; it may run on any goroutine.
	Plans func(from, to time.Duration) func() map[string]*plan.Plan
	// PageProgram is the part of a page with the program.
	PageProgram func() ([]byte, error)
	// BuildPage builds it where it is missing; nil where it cannot be built.
	BuildPage func() error
}

// Notices are messages, of which one offers to build what pages need.
type Notices interface {
	part.Notices
	Add(n notice.Notice)
	Drop(key string)
}

// Demo is an open demo of which parts can be saved.
type Demo interface {
	part.Demo
	// Clip returns what cuts a part out as a demo of its own; it may run on any goroutine.
	Clip(from, to time.Duration) func() ([]byte, error)
	// Data returns what reads the demo as it is, unpacked; it may run on any goroutine.
	Data() func() ([]byte, error)
}
