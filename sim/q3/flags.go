package q3

import (
	"fragscope/sim"
	"fragscope/sim/track"
)

// flags is where the flags are.
type flags struct {
	*game
	*track.Match
	carriers [sim.TeamCount]sim.Slot // who was last seen with each flag
	takers   [sim.TeamCount]sim.Slot // who touched a flag at this snapshot: he took it, or brought his own home
	pending  []sim.Event             // what became of the flags since the last snapshot
	home     [sim.TeamCount]bool     // which were taken and are home again since then
}

func (s *flags) reset() {
	s.carriers, s.pending, s.home = [sim.TeamCount]sim.Slot{}, s.pending[:0], [sim.TeamCount]bool{}
}

// flagString reads where the flags are.
func (s *flags) flagString(old string) {
	if s.mode.kind != modeFlags {
		return
	}
	text := s.state.Configstrings[s.mod.config.flags]
	teams := []sim.Team{sim.TeamRed, sim.TeamBlue}
	if len(text) == 1 {
		teams = []sim.Team{sim.TeamFree}
	}
	states := []sim.FlagState{sim.FlagHome, sim.FlagTaken, sim.FlagDropped, sim.FlagTaken, sim.FlagDropped}
	for i, team := range teams {
		if i >= len(text) || text[i] < '0' || int(text[i]-'0') >= len(states) {
			continue
		}
		state, was := states[text[i]-'0'], s.Flag(team)
		s.SetFlag(team, state)
		if state == was || old == "" || was == sim.FlagUnknown {
			continue
		}
		e := sim.Event{Team: team}
		switch state {
		case sim.FlagTaken:
			e.Kind = sim.EventFlagTaken
		case sim.FlagDropped:
			e.Kind = sim.EventFlagDropped
		default:
			if was == sim.FlagTaken { // captured, which a sound tells, or a round is over
				s.home[team] = true
				continue
			}
			e.Kind = sim.EventFlagReturned
		}
		s.pending = append(s.pending, e)
	}
}

// followFlags finds out who carries which flag, and with that records what
// became of the flags at this snapshot.
func (s *flags) followFlags() {
	if s.mode.kind != modeFlags {
		return
	}
	s.follow()
	s.takers = [sim.TeamCount]sim.Slot{}
}

func (s *flags) follow() {
	dropped := s.carriers
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.FlagCarried && r.Visible {
			s.carriers[r.Flag] = r.Slot
		}
	}
	for _, e := range s.pending {
		switch e.Kind {
		case sim.EventFlagTaken:
			if taker := s.players.Row(s.takers[e.Team]); taker != nil && taker.Profile.Team != e.Team {
				s.carriers[e.Team] = taker.Slot
				e.Slot = taker.Slot
			} else if r := s.players.Row(s.carriers[e.Team]); r != nil && r.FlagCarried && r.Flag == e.Team {
				e.Slot = r.Slot
			}
		case sim.EventFlagDropped:
			e.Slot = dropped[e.Team]
			s.carriers[e.Team] = sim.Slot{}
		default:
			s.carriers[e.Team] = sim.Slot{}
			if by := s.players.Row(s.takers[e.Team]); by != nil && by.Profile.Team == e.Team {
				e.Slot = by.Slot
			}
		}
		s.t.Event(e)
	}
	for team, home := range s.home {
		if home {
			s.carriers[team] = sim.Slot{}
		}
	}
	s.pending, s.home = s.pending[:0], [sim.TeamCount]bool{}
	s.carriersOutOfSight()
}

// carriersOutOfSight gives a flag to the player who took it unseen, and takes it
// from players who had it when last seen and cannot have it any more.
func (s *flags) carriersOutOfSight() {
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Visible || r.Life == sim.Spectating || s.intermission {
			continue
		}
		if r.FlagCarried && (s.carriers[r.Flag] != r.Slot || s.Flag(r.Flag) == sim.FlagHome || s.Flag(r.Flag) == sim.FlagDropped) {
			s.players.Row(r.Slot).FlagCarried = false
		}
		for team := range sim.TeamSpectator {
			if s.carriers[team] == r.Slot && s.Flag(team) == sim.FlagTaken {
				r := s.players.Row(r.Slot)
				r.Flag, r.FlagCarried = team, true
			}
		}
	}
}

// teamSound is a sound for both teams; the first two are captures, by red and by blue,
// in CPMA's Capture Strike the other way round. Which flag it was tells the one that is
// home again.
func (s *flags) teamSound(which uint32) {
	if which > 1 || s.mode.kind != modeFlags {
		return
	}
	by, of := sim.TeamRed, sim.TeamBlue
	if which == 1 {
		by, of = of, by
	}
	if s.home[by] && !s.home[of] {
		by, of = of, by
	}
	if len(s.state.Configstrings[s.mod.config.flags]) == 1 { // there is one flag, and it is nobody's
		of = sim.TeamFree
	}
	e := sim.Event{Kind: sim.EventCapture, Slot: s.carriers[of], Team: of}
	if !e.Slot.Valid() {
		e.Slot = s.carriers[sim.TeamFree]
	}
	if r := s.row(e.Slot.Index()); r != nil && r.Profile.Team != by {
		e.Slot = sim.Slot{}
	}
	s.carriers[of], s.carriers[sim.TeamFree] = sim.Slot{}, sim.Slot{}
	if n := s.t.Frame().TeamScore[by]; n != sim.Unknown {
		e.Value = int(n)
	}
	s.t.Event(e)
}
