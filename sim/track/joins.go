package track

import (
	"strings"

	"fragscope/sim"
)

// Players who join and leave, and lines of text.
type (
	// PlayerTold reports which player occupies a slot. If Gone is set, the slot is empty. Present is set for a player
	// who was already there when the level began.
	PlayerTold struct {
		sim.Profile
		Gone, Present bool
	}
	// Printed reports a line of text that the game printed and that has no special meaning.
	Printed struct{ Text sim.Text }
	// Said reports a chat message. Name is the sender's name, for use if his slot is unknown.
	Said struct {
		sim.Event
		Name sim.Text
	}
)

func (s Said) conclude(t *Tracker) {
	if p := t.players.Profile(s.Slot); p == nil {
		s.Profile = t.Recorder().Profile(sim.Profile{Slot: s.Slot, Name: s.Name})
	} else if s.Kind == sim.EventTeamChat {
		s.Team = p.Team
	}
	t.event(s.Event)
}

// joins holds the text for joining each team.
var joins = [sim.TeamCount]sim.Text{
	sim.TeamFree: sim.PlainText("joins the game"), sim.TeamRed: sim.PlainText("joins red"),
	sim.TeamBlue: sim.PlainText("joins blue"), sim.TeamSpectator: sim.PlainText("joins the spectators"),
}

func (p PlayerTold) conclude(t *Tracker) {
	var profile *sim.Profile
	if !p.Gone {
		profile = t.Recorder().Profile(p.Profile)
	}
	if !p.Present {
		t.tellJoin(p.Slot, t.players.Profile(p.Slot), profile)
	}
	if profile == nil {
		t.players.Remove(p.Slot)
		t.runs.forget(p.Slot)
		t.beams.forget(p.Slot)
		return
	}
	t.players.SetProfile(p.Slot, profile)
	t.players.List(p.Slot)
}

// tellJoin records a change of a player.
func (t *Tracker) tellJoin(slot sim.Slot, old, profile *sim.Profile) {
	e := sim.Event{Slot: slot, Profile: profile}
	switch {
	case old == profile:
		return
	case old == nil:
		e.Kind = sim.EventConnect
		t.queueJoin(e)
		return
	case profile == nil:
		e.Kind, e.Profile = sim.EventDisconnect, old
		t.queueJoin(e)
		return
	}
	if old.Name.Plain != profile.Name.Plain {
		e.Kind, e.Text = sim.EventNameChange, sim.Renamed(old.Name, profile.Name)
		t.queueJoin(e)
	}
	if old.Team != profile.Team {
		k := t.players.slot(slot)
		k.former, k.formerAt = old, t.track.snapshot+1
		e.Kind, e.Team, e.Text = sim.EventTeamChange, profile.Team, joins[profile.Team]
		t.event(e)
	}
}

func (p Printed) conclude(t *Tracker) {
	queue := t.track.Queued()
	for i := range queue {
		if e := &queue[i]; putsIntoWords(&t.rules, e, p.Text) { // it is recorded once
			e.Text = p.Text
			return
		}
	}
	t.event(sim.Event{Kind: sim.EventPrint, Text: p.Text})
}

// putsIntoWords reports whether a print announces the event e, in which somebody joined, left or changed his name.
func putsIntoWords(r *Rules, e *sim.Event, text sim.Text) bool {
	words := r.JoinWords[e.Kind]
	if words == "" || e.Profile == nil {
		return false
	}
	name := e.Profile.Name.Plain
	if e.Kind == sim.EventNameChange {
		return strings.HasSuffix(text.Plain, words+name)
	}
	// A clan may precede the name.
	before, ok := strings.CutSuffix(text.Plain, words)
	return ok && (before == name || strings.HasSuffix(before, " "+name))
}

// queueJoin records that somebody joined, left or changed his name. If it was already announced by a print, the print
// becomes the event's text.
func (t *Tracker) queueJoin(e sim.Event) {
	queue := t.track.Queued()
	for i := range queue {
		if p := &queue[i]; p.Kind == sim.EventPrint && putsIntoWords(&t.rules, &e, p.Text) {
			e.Text = p.Text
			queue[i] = e
			return
		}
	}
	t.event(e)
}
