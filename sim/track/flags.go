package track

import (
	"time"

	"fragscope/sim"
)

// flags determines who carries which flag, and thus the fate of the flags, in games that always report their state, and
// sometimes the players who touch them (Quake III).
type flags struct {
	single   bool                    // there is a single, neutral flag
	carriers [sim.TeamCount]sim.Slot // who was last seen with each flag
	takers   [sim.TeamCount]sim.Slot // who touched a flag at this snapshot: he took it, or returned his own
	pending  []sim.Event             // what happened to the flags since the last snapshot
	home     [sim.TeamCount]bool     // taken and since back home
	// told holds, for each team, a capture that a line announced and no sound has confirmed yet. heard is the time at
	// which a sound or a line last announced one.
	told  [sim.TeamCount]*CaptureTold
	heard [sim.TeamCount]time.Duration
}

// reset forgets who had which flag, as after a restart of the level.
func (s *flags) reset() {
	s.carriers, s.pending, s.home = [sim.TeamCount]sim.Slot{}, s.pending[:0], [sim.TeamCount]bool{}
	s.told, s.heard = [sim.TeamCount]*CaptureTold{}, [sim.TeamCount]time.Duration{}
}

// FlagsReported reports the states of the red and blue flags or, if Single is set, of the only flag.
type FlagsReported struct {
	Single bool
	States [2]sim.FlagState // sim.FlagUnknown if unknown
	// First is set if this is the first report of a state.
	First bool
}

func (f FlagsReported) conclude(t *Tracker) {
	t.flags.single = f.Single
	teams := []sim.Team{sim.TeamRed, sim.TeamBlue}
	if f.Single {
		teams = []sim.Team{sim.TeamFree}
	}
	for i, team := range teams {
		if f.States[i] != sim.FlagUnknown {
			t.flags.tell(&t.match, team, f.States[i], f.First)
		}
	}
}

// tell records a change of a flag's state.
func (s *flags) tell(m *Match, team sim.Team, state sim.FlagState, first bool) {
	was := m.Flag(team)
	m.SetFlag(team, state)
	if state == was || first || was == sim.FlagUnknown {
		return
	}
	e := sim.Event{Team: team}
	switch state {
	case sim.FlagTaken:
		e.Kind = sim.EventFlagTaken
	case sim.FlagDropped:
		e.Kind = sim.EventFlagDropped
	default:
		if was == sim.FlagTaken { // captured, which a sound announces, or the round is over
			s.home[team] = true
			return
		}
		e.Kind = sim.EventFlagReturned
	}
	s.pending = append(s.pending, e)
}

// follow determines who carries which flag, and records the changes of the flags at this snapshot.
func (s *flags) follow(t *Track, players *Players, m *Match, intermission bool) {
	dropped := s.carriers
	for i := range players.rows {
		if r := &players.rows[i]; r.FlagCarried && r.Visible {
			s.carriers[r.Flag] = r.Slot
		}
	}
	for _, e := range s.pending {
		t.Event(s.by(players, e, &dropped))
	}
	s.captureTold(t, players)
	for team, home := range s.home {
		if home {
			s.carriers[team] = sim.Slot{}
		}
	}
	s.pending, s.home = s.pending[:0], [sim.TeamCount]bool{}
	if !intermission {
		s.outOfSight(players, m)
	}
	s.takers = [sim.TeamCount]sim.Slot{}
}

// by sets the player of an event about a flag, and updates the carriers.
func (s *flags) by(players *Players, e sim.Event, dropped *[sim.TeamCount]sim.Slot) sim.Event {
	switch taker := players.Look(s.takers[e.Team]); e.Kind {
	case sim.EventFlagTaken:
		if taker != nil && taker.Profile.Team != e.Team {
			s.carriers[e.Team] = taker.Slot
			e.Slot = taker.Slot
		} else if r := players.Look(s.carriers[e.Team]); r != nil && r.FlagCarried && r.Flag == e.Team {
			e.Slot = r.Slot
		}
	case sim.EventFlagDropped:
		e.Slot = dropped[e.Team]
		s.carriers[e.Team] = sim.Slot{}
	default:
		s.carriers[e.Team] = sim.Slot{}
		if taker != nil && taker.Profile.Team == e.Team {
			e.Slot = taker.Slot
		}
	}
	return e
}

// outOfSight assigns a flag to the player who took it unseen, and takes it from players who had it when last seen and
// can no longer have it.
func (s *flags) outOfSight(players *Players, m *Match) {
	for i := range players.rows {
		r := &players.rows[i]
		if r.Visible || r.Life == sim.Spectating {
			continue
		}
		if r.FlagCarried && (s.carriers[r.Flag] != r.Slot || m.Flag(r.Flag) == sim.FlagHome ||
			m.Flag(r.Flag) == sim.FlagDropped) {
			players.at(i).FlagCarried = false
		}
		for team := range sim.TeamSpectator {
			if s.carriers[team] == r.Slot && m.Flag(team) == sim.FlagTaken {
				r := players.at(i)
				r.Flag, r.FlagCarried = team, true
			}
		}
	}
}

// CaptureHeard reports that the sound of a flag capture was heard. The By field is the team named by the sound.
// Depending on the game, that is either the team that captured the flag or the team that lost it. The tracker tells the
// two cases apart by seeing which flag has returned home.
type CaptureHeard struct{ By sim.Team }

func (c CaptureHeard) conclude(t *Tracker) {
	if !t.rules.Mode.Flags {
		return
	}
	s := &t.flags
	e := s.capture(&t.players, c.By, &t.track.frame.TeamScore)
	if s.single { // whose it was is not known
		t.event(e)
		return
	}
	by := sim.TeamRed + sim.TeamBlue - e.Team
	if now := t.track.now; s.heard[by] > 0 && now-s.heard[by] < oneCapture {
		return // the line came first
	}
	s.heard[by] = t.track.now
	if told := s.told[by]; told != nil {
		s.told[by] = nil
		if r := t.players.Look(told.Slot); r != nil {
			e.Slot = told.Slot
		}
	}
	t.event(e)
}

// oneCapture is the maximum time between a line and a sound that announce the same capture.
const oneCapture = time.Second

// CaptureTold reports a line of text that announces a capture by a team. Slot is the zero Slot if the line does not
// name a known player. The line is needed mainly for the last capture of a match, which ends the level and has no sound
// in some demos.
type CaptureTold struct {
	By   sim.Team
	Slot sim.Slot
}

func (c CaptureTold) conclude(t *Tracker) {
	if now := t.track.now; t.rules.Mode.Flags && (t.flags.heard[c.By] == 0 || now-t.flags.heard[c.By] >= oneCapture) {
		t.flags.told[c.By] = &c
	}
}

// captureTold records captures that a line announced before this snapshot and for which the snapshot has no sound.
func (s *flags) captureTold(t *Track, players *Players) {
	for by, told := range s.told {
		if told == nil {
			continue
		}
		s.told[by], s.heard[by] = nil, t.now
		e := s.capture(players, told.By, &t.frame.TeamScore)
		e.Team = sim.TeamRed + sim.TeamBlue - told.By
		if players.Look(told.Slot) != nil {
			e.Slot = told.Slot
		}
		t.Event(e)
	}
}

func (s *flags) capture(players *Players, by sim.Team, score *[sim.TeamCount]int16) sim.Event {
	of := sim.TeamRed + sim.TeamBlue - by
	if s.home[by] && !s.home[of] {
		by, of = of, by
	}
	if s.single {
		of = sim.TeamFree
	}
	e := sim.Event{Kind: sim.EventCapture, Slot: s.carriers[of], Team: of}
	if !e.Slot.Valid() {
		e.Slot = s.carriers[sim.TeamFree]
	}
	if r := players.Look(e.Slot); r != nil && r.Profile.Team != by {
		e.Slot = sim.Slot{}
	}
	s.carriers[of], s.carriers[sim.TeamFree] = sim.Slot{}, sim.Slot{}
	if n := score[by]; n != sim.Unknown {
		e.Value = int(n)
	}
	return e
}
