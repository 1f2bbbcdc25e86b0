package track

import "fragscope/sim"

// Who comes and goes, where no line of the game puts it into words.
type (
	// PlayerCalled is who is in a slot, and what prints call him. What it changes is an event, unless Quiet is set; Renamed is set if he is
	// told to call himself anew, though it may read the same.
	PlayerCalled struct {
		sim.Profile
		Name           string
		Quiet, Renamed bool
	}
	// PlayerLeft is that nobody is in a slot any more, of which no event tells if Quiet is set.
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
