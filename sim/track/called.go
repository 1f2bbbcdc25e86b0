package track

import "fragscope/sim"

// Players who join and leave, in games that do not announce them in printed messages.
type (
	// PlayerCalled reports which player occupies a slot. Name is his name as it appears in printed messages. Changes
	// are recorded as events unless Quiet is set. Renamed is set if the demo reports a change of name, even if the new
	// name looks the same as the old one.
	PlayerCalled struct {
		sim.Profile
		Name           string
		Quiet, Renamed bool
	}
	// PlayerLeft reports that a slot is now empty. The departure is recorded as an event unless Quiet is set.
	PlayerLeft struct {
		Slot  sim.Slot
		Quiet bool
	}
)

func (c PlayerCalled) conclude(t *Tracker) {
	old, now := t.players.Profile(c.Slot), t.Recorder().Profile(c.Profile)
	t.players.SetProfile(c.Slot, now)
	t.players.SetName(c.Slot, c.Name)
	t.players.List(c.Slot)
	switch {
	case c.Quiet:
		return
	case old == nil:
		t.track.Event(sim.Event{Kind: sim.EventConnect, Slot: c.Slot})
		return
	}
	if c.Renamed || old.Name.Plain != now.Name.Plain {
		t.track.Event(sim.Event{Kind: sim.EventNameChange, Slot: c.Slot, Text: sim.Renamed(old.Name, now.Name)})
	}
	if !c.Renamed && (old.Team != now.Team || old.TeamName != now.TeamName) {
		t.track.Event(sim.Event{Kind: sim.EventTeamChange, Slot: c.Slot, Team: now.Team})
	}
}

func (l PlayerLeft) conclude(t *Tracker) {
	if !l.Quiet {
		t.track.Event(sim.Event{Kind: sim.EventDisconnect, Slot: l.Slot})
	}
	t.players.Remove(l.Slot)
	t.looks.forget(l.Slot)
}
