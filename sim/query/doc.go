// Package query defines the query language for recordings. A query selects moments by events or by the states of
// players. Queries are used by the window's search, the heat map, the report and the command line.
//
// [Parse] parses a query, [Query.Find] runs it, and [Complete] suggests how to continue it. [Form] returns the grammar
// as a page of text.
package query

import (
	_ "embed"
	"fmt"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

//go:embed form.txt
var form string

// Form returns the grammar as a page of text.
func Form() string { return form }

// Places provides the names of the places on a map.
type Places interface {
	// PlaceAt returns the name of the place that contains a point in a level, or "" if there is none.
	PlaceAt(level int, at sim.Vec3) string
	// PlaceNames returns the names of all places in a level.
	PlaceNames(level int) []string
}

// Source is a recording that can be queried, together with the names of the places on its maps.
type Source struct {
	Recording *recording.Recording
	Places    Places // nil if no place names are known
}

// Moment is an event, or a player's state, that matches a query.
type Moment struct {
	// Time is the time of the event or the start of the state. Until is the end of the state, or equal to Time for an
	// event.
	Time, Until time.Duration
	// Event is the index of the event in the recording, or -1 for a state.
	Event int
	// Who is the player who acted or is in the state. Whom is the player affected. Either may be the zero Slot.
	Who, Whom              sim.Slot
	Profile, VictimProfile *sim.Profile
	Origin                 sim.Vec3
	HasOrigin              bool
	Place                  string // name of the place, or "" if unknown
	Lead                   string // the sentence about the lead if the query asks for lead changes, or ""
	Level                  int
}

// Answer is the result of a query.
type Answer struct {
	Moments []Moment // sorted by Time
	// Notes lists data that the query asks for but the demo does not contain, one sentence each.
	Notes []string
}

// SyntaxError describes a syntax error in a query. From and To are the byte offsets of the start and the end of the
// error.
type SyntaxError struct {
	From, To int
	What     string
}

func (e *SyntaxError) Error() string { return e.What }

// Sentence describes the moment for display. If the query asks for lead changes, the sentence describes the change;
// otherwise it describes the event. For a state, Sentence returns the player's name and how long the state lasted.
func (m *Moment) Sentence(rec *recording.Recording) string {
	if m.Lead != "" {
		return m.Lead
	}
	if events := rec.Events(); m.Event >= 0 && m.Event < len(events) {
		return events[m.Event].String()
	}
	name := "player " + m.Who.String()
	if m.Profile != nil && m.Profile.Name.Plain != "" {
		name = m.Profile.Name.Plain
	}
	if m.Until > m.Time {
		return fmt.Sprintf("%s for %.1f s", name, (m.Until - m.Time).Seconds())
	}
	return name
}
