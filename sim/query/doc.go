// Package query defines the language of questions about a recording: which moments have something in common. The
// window's search, the heat map, the report and the command line all use it.
//
// [Parse] reads a question, [Query.Find] answers it, and [Complete] suggests how to continue one. [Form] returns
// the grammar as a page of text.
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

// Places names the places of a map.
type Places interface {
	// PlaceAt returns the name of the place at a point of a level, "" if it has none.
	PlaceAt(level int, at sim.Vec3) string
	// PlaceNames returns the names of a level's places.
	PlaceNames(level int) []string
}

// Source is what questions are asked about.
type Source struct {
	Recording *recording.Recording
	Places    Places // nil if no place names are known
}

// Moment is one answer to a question.
type Moment struct {
	// Time is when it happened. Until is when it ended, for a state that lasts; otherwise it equals Time.
	Time, Until time.Duration
	// Event indexes the recording's events; -1 for the state of a player.
	Event int
	// Who is the player concerned, who did what happened; Whom is the one it was done to. Either may be nobody.
	Who, Whom              sim.Slot
	Profile, VictimProfile *sim.Profile
	Origin                 sim.Vec3
	HasOrigin              bool
	Place                  string // name of the place, "" if not known
	Level                  int
}

// Answer is the result of a question.
type Answer struct {
	Moments []Moment // ascending by Time
	// Notes lists what the query asked for but the demo does not tell.
	Notes []string
}

// SyntaxError is an error in the bytes of a question from From up to To.
type SyntaxError struct {
	From, To int
	What     string
}

func (e *SyntaxError) Error() string { return e.What }

// Sentence describes in words what happened and, for a state, how long it lasted.
func (m *Moment) Sentence(rec *recording.Recording) string {
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
