package library

import (
	"context"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/field"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides the library with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Actions part.Actions
	Notices Notices
	Files   part.Files
	// Exchange provides access to the clipboard.
	Exchange field.Exchange
	// Lists asks the user for a line of text.
	Lists part.Lists
	// Open opens a file, or a demo in an archive, and plays it from its start. OpenAt starts at the given time instead,
	// and follows the player with the given name unless the name is empty.
	Open   func(path, member string)
	OpenAt func(path, member string, at time.Duration, follow string)
	// Race opens a demo and races it against others.
	Race func(path, member string, with []string)
	// PlacesIn returns a function that finds the place names on a recording's maps. The function may run on any
	// goroutine; it returns nil if there are no names.
	PlacesIn func() func(*recording.Recording) query.Places
	// PlanIn returns a function that finds the plan of a map for a demo that is not open. The function may run on any
	// goroutine; it returns nil if nothing is known.
	PlanIn func() func(ctx context.Context, h sim.Header, level string) *plan.Plan
	// Settings holds the library's visible columns and their sort order. SaveSettings saves the settings and reports
	// whether it succeeded.
	Settings     *settings.Settings
	SaveSettings func() bool
	// File is the path of the library, or "" if no library is available.
	File string
}

// Notices shows messages to the user, including one about the search result being played.
type Notices interface {
	part.Notices
	Add(notice.Notice)
	Drop(key string)
}
