package track

import (
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// scores keeps the scores of players and teams in games that send them from time to time, in tables and configstrings,
// and the score of one player in each snapshot (Quake III). Between tables, it counts obituaries.
type scores struct {
	own     sim.Slot    // player whose score each snapshot contains
	deaths  bool        // his deaths are also known
	killed  int16       // his deaths when the match began
	places  [2]int16    // scores of the players in first and second place, without teams
	leaders [2]sim.Slot // who they are, if known
	// table describes the last score table and the snapshot with which it came. The table includes the deaths at that
	// time.
	table struct {
		at            uint32
		score, deaths bool
	}
}

// Reports about scores.
type (
	// TeamsScored reports the scores of the red and blue teams. Either score may be sim.Unknown.
	TeamsScored struct{ Red, Blue int16 }
	// PlacesScored reports the scores of the players in first and second place. Either score may be sim.Unknown.
	PlacesScored struct{ First, Second int16 }
	// LeadersTold reports the players in first and second place.
	LeadersTold struct{ First, Second sim.Slot }
	// TableTold announces a score table; its rows follow. Score and Deaths report whether the table has a column with
	// that name.
	TableTold struct{ Score, Deaths bool }
	// PlayerScored reports a player's score. Numbers missing from the demo are sim.Unknown. The scores of spectators
	// are ignored unless Watching is set. Minutes is the number of minutes since the player joined. It is valid only if
	// HasMinutes is set.
	PlayerScored struct {
		Slot                sim.Slot
		Frags, Deaths, Ping int16
		Watching            bool
		Minutes             int16
		HasMinutes          bool
	}
	// PlayerEntered reports how long a player has been in the game. The In field is that duration, which the game
	// rounds down to a multiple of Step.
	PlayerEntered struct {
		Slot     sim.Slot
		In, Step time.Duration
	}
)

// conclude sets the time of entry, unless the known one agrees with the report.
func (p PlayerEntered) conclude(t *Tracker) {
	r := t.players.Row(p.Slot)
	if r == nil || p.In < 0 || p.In > longestStay {
		return
	}
	latest := (t.track.now - p.In).Truncate(time.Millisecond)
	if !r.EnteredKnown {
		r.Entered, r.EnteredKnown = latest, true
	}
	r.Entered = max(min(r.Entered, latest), latest-p.Step)
}

// longestStay bounds the times that players have been in a game.
const longestStay = 14 * 24 * time.Hour

func (s TeamsScored) conclude(t *Tracker) {
	for team, n := range [sim.TeamCount]int16{sim.TeamFree: sim.Unknown, sim.TeamRed: s.Red, sim.TeamBlue: s.Blue,
		sim.TeamGreen: sim.Unknown, sim.TeamSpectator: sim.Unknown} {
		if n != sim.Unknown {
			t.track.frame.TeamScore[team] = n
		}
	}
}

func (p PlacesScored) conclude(t *Tracker) { t.scores.places = [2]int16{p.First, p.Second} }
func (l LeadersTold) conclude(t *Tracker)  { t.scores.leaders = [2]sim.Slot{l.First, l.Second} }

func (s TableTold) conclude(t *Tracker) {
	k := &t.scores.table
	k.at, k.score, k.deaths = t.track.snapshot+1, s.Score, s.Deaths
}

func (s PlayerScored) conclude(t *Tracker) {
	r := t.players.Row(s.Slot)
	if r == nil {
		return
	}
	plays := s.Watching || r.Profile.Team != sim.TeamSpectator
	if s.Frags != sim.Unknown && plays {
		r.Frags = s.Frags
	}
	if s.Deaths != sim.Unknown && plays {
		r.Deaths = s.Deaths
	}
	if s.Ping != sim.Unknown {
		r.Ping = s.Ping
	}
	if s.HasMinutes {
		PlayerEntered{s.Slot, time.Duration(s.Minutes) * time.Minute, time.Minute}.conclude(t)
	}
}

// readOwn applies the score of the one player that a snapshot reports. In some games the count of deaths does not
// restart with the match; earlier ones are subtracted.
func (s *scores) readOwn(players *Players, own *OwnScore, starts bool) {
	r := players.Row(own.Slot)
	if r == nil || r.Life == sim.Spectating {
		return
	}
	r.Frags = own.Frags
	if s.deaths = own.Deaths != sim.Unknown; !s.deaths {
		return
	}
	if starts {
		s.killed = own.Deaths
	}
	if own.Deaths < s.killed {
		s.killed = 0
	}
	r.Deaths = own.Deaths - s.killed
}

// zero resets the scores for a match.
func (s *scores) zero(players *Players) {
	for i := range players.rows {
		if r := &players.rows[i]; r.Profile.Team != sim.TeamSpectator && (r.Slot != s.own || !s.deaths) {
			r = players.at(i)
			if r.Deaths = 0; r.Slot != s.own {
				r.Frags = 0
			}
		}
	}
}

// giveOpponentScore sets the opponent's score. Of the scores of first and second place, it is the one that is not the
// score of the player in view.
func (s *scores) giveOpponentScore(players *Players, rules *Rules, pov sim.Slot) {
	if s.leaders[0].Valid() && !rules.Mode.Teams {
		s.giveLeaders(players)
		return
	}
	if !rules.Mode.Duel || s.places[0] == sim.Unknown || s.places[1] == sim.Unknown {
		return
	}
	view, other := players.Look(pov), opponent(players.rows, pov)
	if other == nil || view == nil || view.Profile.Team == sim.TeamSpectator {
		return
	}
	switch view.Frags {
	case s.places[0]:
		players.setFrags(other, s.places[1])
	case s.places[1]:
		players.setFrags(other, s.places[0])
	}
}

// giveLeaders sets the scores of the players in first and second place, which CPMA calls blue and red.
func (s *scores) giveLeaders(players *Players) {
	for i, slot := range s.leaders {
		score := s.places[1-i]
		if own := players.Look(s.own); own != nil && own.Frags == score && s.places[i] != sim.Unknown {
			score = s.places[i] // the leader is sent after the scores; the own score shows which is which
		}
		if r := players.Look(slot); r != nil && slot != s.own && score != sim.Unknown {
			players.setFrags(r, score)
		}
	}
}

// opponent returns the only other player who is not a spectator, or nil if there is none or more than one.
func opponent(rows []recording.FramePlayer, of sim.Slot) (other *recording.FramePlayer) {
	for i := range rows {
		r := &rows[i]
		if r.Profile.Team == sim.TeamSpectator || r.Slot == of {
			continue
		}
		if other != nil {
			return nil
		}
		other = r
	}
	return other
}

// setFrags sets a player's score, which is usually unchanged.
func (p *Players) setFrags(r *recording.FramePlayer, score int16) {
	if r.Frags != score {
		p.Row(r.Slot).Frags = score
	}
}

// Died reports that a player died. The report is derived from an event.
type Died struct {
	Victim, Attacker sim.Slot
	Weapon           sim.Weapon
	Cause            string
	// Origin is the position of the death, or zero if unknown. The game sends it to everyone, regardless of distance.
	Origin sim.Vec3
	// Thawed is set if, instead, a frozen player was brought back to life.
	Thawed bool
}

func (d Died) conclude(t *Tracker) {
	p := &t.players
	e := sim.Event{Kind: sim.EventObituary, Slot: d.Victim, Attacker: d.Attacker, Weapon: d.Weapon, Cause: d.Cause,
		Profile: p.profileAtDeath(d.Victim), Origin: d.Origin, HasOrigin: d.Origin != sim.Vec3{}}
	r := p.Row(d.Victim)
	if !e.HasOrigin && r != nil && r.Visible { // only a player in sight is known to die anywhere
		e.Origin, e.HasOrigin = r.Origin, true
	}
	if d.Thawed {
		e.Kind, e.Weapon = sim.EventThaw, sim.WeaponNone
		t.track.Event(e)
		return
	}
	if r != nil && !r.Visible && r.Life != sim.Spectating {
		if e.HasOrigin {
			r.Origin, r.LastSeen, r.NoLerp = e.Origin, t.track.now, true
		}
		r.Life, r.Powerups, p.fading = sim.Dead, 0, true
	}
	t.track.Event(e)
	cleared := t.rules.Mode.Rounds && !t.phases.inRound && sim.TakesOut(d.Weapon)
	if phase := t.phases.phase; phase != sim.PhaseWarmup && phase != sim.PhaseCountdown && !cleared {
		t.scores.count(p, &d, t.rules.Mode.Teams)
	}
}

// count updates the scores between the tables that the server sends.
func (s *scores) count(p *Players, d *Died, teams bool) {
	v := p.Row(d.Victim)
	if v == nil {
		return
	}
	now := s.table.at == p.t.snapshot // a table already included this death
	side := v.Profile.Team
	if former := p.profileAtDeath(d.Victim); former != nil {
		side = former.Team
	}
	if v.Deaths != sim.Unknown && (d.Victim != s.own || !s.deaths) && !(now && s.table.deaths) {
		v.Deaths++
	}
	if now && s.table.score {
		return
	}
	if !d.Attacker.Valid() || d.Attacker == d.Victim {
		if v.Frags != sim.Unknown && d.Victim != s.own {
			v.Frags--
		}
		return
	}
	a := p.Row(d.Attacker)
	if a == nil || a.Frags == sim.Unknown || d.Attacker == s.own {
		return
	}
	if teams && a.Profile.Team == side {
		a.Frags--
	} else {
		a.Frags++
	}
}
