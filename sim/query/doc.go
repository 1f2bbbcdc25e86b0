// Package query is the one grammar of questions about a recording: which moments of it have what in common. The search of
// the window, the heat map, the report and the command line all ask by it.
//
// [Parse] reads a question, [Query.Find] answers it, [Complete] says how it can go on in a demo. [Form] is the grammar on a page.
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

// Form explains the grammar on a page, as text.
func Form() string { return form }

// Places names the places of a map.
type Places interface {
	// PlaceAt is the name of where a point of a level is, "" if it has none.
	PlaceAt(level int, at sim.Vec3) string
	// PlaceNames are the names that a level has.
	PlaceNames(level int) []string
}

// Source is what is asked.
type Source struct {
	Recording *recording.Recording
	Places    Places // nil where no names of places are known
}

// Moment is one of the answers to a question.
type Moment struct {
	// Time is when it happened, Until when it ended, for a state that lasts; else it is Time.
	Time, Until time.Duration
	// Event indexes the recording's events; it is -1 for the state of a player.
	Event int
	// Who is the player whom it is about, who did what happened; Whom is the one to whom it was done. Nobody where there is none.
	Who, Whom              sim.Slot
	Profile, VictimProfile *sim.Profile
	Origin                 sim.Vec3
	HasOrigin              bool
	Place                  string // name of the place, "" where it is not known
	Level                  int
}

// Answer is what a question found.
type Answer struct {
	Moments []Moment // ascending by Time
	// Notes say in words what the demo does not tell of what was asked.
	Notes []string
}

// SyntaxError is what is wrong with a question, from one byte to another of it.
type SyntaxError struct {
	From, To int
	What     string
}

func (e *SyntaxError) Error() string { return e.What }

// Sentence is what happened, in words, with how long a state lasted.
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
