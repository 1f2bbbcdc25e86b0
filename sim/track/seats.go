package track

import (
	"fmt"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// seats holds the player slots in games that describe each slot's player by a configstring (Quake II). The strings
// remain when players leave, so only players that the demo shows to be in the game are listed.
type seats struct {
	slots []seat
	// self is the slot of the recorder. hidden is a slot that does not belong to a player. nameless is set if players
	// may lack a string.
	self, hidden sim.Slot
	nameless     bool
	// counting is set once a match has begun, so that deaths count from 0.
	counting bool
	unnamed  []unnamedDeath // of the last second
}

// unnamedDeath is the cause of a death whose victim was not named.
type unnamedDeath struct {
	at     time.Duration
	weapon sim.Weapon
	cause  string
}

// seat holds the data kept about the player in a slot apart from his row.
type seat struct {
	SeatTold
	team      sim.Team
	teamName  string
	spectator bool

	firingUntil time.Duration
	flash       sim.Weapon // last fired
	humsUntil   time.Duration

	stated    bool   // his state is in this snapshot
	viewed    uint32 // number of the last snapshot with his state
	health    int16  // at the previous snapshot
	armorKind sim.Item
	suitEnd   time.Duration
	lit       [sim.PowerupCount]time.Duration // when the light of each was last seen
	tech      sim.PowerupSet                  // in his status bar
	pickup    int16                           // the text for what he took, at the previous snapshot
	belongings

	fell   time.Duration // when he was seen to die; 0 once that is announced
	toldOf time.Duration // when his death was last announced
}

// Reports about players in slots. If Named is set, the slot was found by name and stands for any player in the game who
// has that name.
type (
	// SeatTold reports the configstring of a player's slot.
	SeatTold struct {
		Slot sim.Slot
		// Raw is the player's name as it appears in printed messages. Name is the same name, decoded for display.
		Raw     string
		Name    sim.Text
		Model   string
		Team    sim.Team // by his looks
		HasTeam bool
		// Empty is set if the configstring is empty. First is set if the previous one was empty. Nobody is set if the
		// slot does not belong to any player.
		Empty, First, Nobody bool
	}
	// SeatListed reports that a player is in the game.
	SeatListed struct {
		Slot  sim.Slot
		Named bool
	}
	// SeatTeam reports that a player is in the game and which team he is on. If he had no team before and Joins is not
	// empty, his arrival is recorded as an event with that text.
	SeatTeam struct {
		Slot  sim.Slot
		Named bool
		Team  sim.Team
		Name  string
		Joins sim.Text
	}
	// SeatWatches reports that a player is spectating.
	SeatWatches struct {
		Slot  sim.Slot
		Named bool
	}
	// SeatPlays reports that a player is not spectating.
	SeatPlays struct {
		Slot  sim.Slot
		Named bool
	}
	// SeatTallied reports a player's row on a scoreboard. Numbers missing from the row are sim.Unknown.
	SeatTallied struct {
		Slot                sim.Slot
		Frags, Deaths, Ping int
	}
	// DeathTold reports a death that the game announced. Text is the announcement. If the victim is unknown, DeathTold
	// only provides the cause of a death that the demo also shows in another way. Named is set if the slots of the
	// victim and the attacker were looked up by name.
	DeathTold struct {
		Death
		Named bool
		Text  sim.Text
	}
	// StrangerSaid reports a chat message from someone who is not in any slot.
	StrangerSaid struct {
		sim.Event
		Who sim.Profile
	}
)

func (m SeatTold) conclude(t *Tracker) {
	p := t.seats.at(m.Slot)
	if p == nil {
		return
	}
	before := p.Name.Plain
	if p.SeatTold = m; m.HasTeam {
		p.team = m.Team
	}
	listed := t.players.Look(m.Slot) != nil
	switch {
	case m.Empty && listed:
		t.seats.leave(t, m.Slot)
		return
	case m.First || !listed:
		t.seats.setProfile(t, m.Slot)
		return
	}
	was := t.players.Profile(m.Slot)
	t.seats.setProfile(t, m.Slot)
	if before != m.Name.Plain {
		t.track.Event(sim.Event{Kind: sim.EventNameChange, Slot: m.Slot, Text: sim.Renamed(was.Name, m.Name)})
	}
}

func (m SeatListed) conclude(t *Tracker)  { t.seats.list(t, t.seats.inGame(t, m.Slot, m.Named)) }
func (m SeatWatches) conclude(t *Tracker) { t.seats.watch(t, t.seats.inGame(t, m.Slot, m.Named)) }
func (m SeatPlays) conclude(t *Tracker)   { t.seats.play(t, t.seats.inGame(t, m.Slot, m.Named)) }

func (m SeatTeam) conclude(t *Tracker) {
	slot := t.seats.inGame(t, m.Slot, m.Named)
	t.seats.list(t, slot)
	p := t.seats.at(slot)
	if p == nil {
		return
	}
	known := p.team
	t.seats.setTeam(t, slot, m.Team, m.Name)
	if known == sim.TeamFree && m.Joins.Plain != "" {
		t.track.Event(sim.Event{Kind: sim.EventTeamChange, Slot: slot, Team: m.Team, Text: m.Joins})
	}
}

func (m SeatTallied) conclude(t *Tracker) {
	r := t.players.Row(m.Slot)
	if r == nil {
		return
	}
	fits := func(n int) bool { return n != sim.Unknown && n > -1<<15 && n < 1<<15 }
	if fits(m.Frags) && t.seats.unstated(t, m.Slot) { // otherwise his state is newer
		r.Frags = int16(m.Frags)
	}
	if fits(m.Deaths) {
		r.Deaths = int16(m.Deaths)
	}
	if fits(m.Ping) {
		r.Ping = int16(m.Ping)
	}
}

func (d DeathTold) conclude(t *Tracker) {
	s := &t.seats
	d.Victim, d.Attacker = s.inGame(t, d.Victim, d.Named), s.inGame(t, d.Attacker, d.Named)
	if !d.Victim.Valid() {
		s.unnamed = append(s.unnamed, unnamedDeath{t.track.Reading(), d.Weapon, d.Cause})
		return
	}
	s.killed(t, d.Victim, d.Attacker)
	if d.Attacker == d.Victim {
		d.Attacker = sim.Slot{}
	}
	t.track.Event(sim.Event{Kind: sim.EventObituary, Slot: d.Victim, Attacker: d.Attacker, Weapon: d.Weapon,
		Cause: d.Cause, Text: d.Text})
}

func (s StrangerSaid) conclude(t *Tracker) {
	s.Profile = t.Recorder().Profile(s.Who)
	t.track.Event(s.Event)
}

// reset begins a level.
func (s *seats) reset(self, hidden sim.Slot, nameless bool) {
	if s.slots == nil {
		s.slots = make([]seat, MaxSlots)
	}
	clear(s.slots)
	*s = seats{slots: s.slots, self: self, hidden: hidden, nameless: nameless}
}

// at returns the data kept about a slot, or nil for nobody.
func (s *seats) at(slot sim.Slot) *seat {
	if n := slot.Index(); n >= 0 && n < len(s.slots) {
		return &s.slots[n]
	}
	return nil
}

// inGame returns slot or, if it was found by name and is not in the game, the slot in the game that has the same name.
func (s *seats) inGame(t *Tracker, slot sim.Slot, named bool) sim.Slot {
	p := s.at(slot)
	if !named || p == nil || p.Raw == "" || t.players.Look(slot) != nil {
		return slot
	}
	for i := range s.slots {
		if other := sim.SlotAt(i); s.slots[i].Raw == p.Raw && t.players.Look(other) != nil {
			return other
		}
	}
	return slot
}

// setProfile updates the profile of a slot.
func (s *seats) setProfile(t *Tracker, slot sim.Slot) {
	p := s.at(slot)
	q := sim.Profile{Slot: slot, Name: p.Name, Model: p.Model, Team: p.team, TeamName: p.teamName}
	if q.Name.Plain == "" {
		q.Name = sim.PlainText(fmt.Sprintf("Player %d", slot.Index()+1)) // old games have no names in single player
	}
	if p.spectator {
		q.Team, q.TeamName = sim.TeamSpectator, ""
	}
	t.players.SetProfile(slot, t.Recorder().Profile(q))
}

// setTeam puts a player into a team.
func (s *seats) setTeam(t *Tracker, slot sim.Slot, team sim.Team, name string) {
	p := s.at(slot)
	if p == nil || p.team == team && p.teamName == name && !p.spectator {
		return
	}
	changed := p.team != sim.TeamFree && p.team != team && t.players.Look(slot) != nil
	p.team, p.teamName, p.spectator = team, name, false
	s.setProfile(t, slot)
	if changed {
		t.track.Event(sim.Event{Kind: sim.EventTeamChange, Slot: slot, Team: team})
	}
}

// watch makes a player a spectator.
func (s *seats) watch(t *Tracker, slot sim.Slot) {
	p := s.at(slot)
	if p == nil || p.spectator && t.players.Look(slot) != nil {
		return
	}
	p.spectator = true
	s.list(t, slot)
	s.setProfile(t, slot)
	if r := t.players.Row(slot); r != nil && !t.players.Seen(slot) {
		r.Life, r.Visible = sim.Spectating, false
	}
}

// play makes a spectator a player.
func (s *seats) play(t *Tracker, slot sim.Slot) {
	if p := s.at(slot); p != nil && p.spectator {
		p.spectator = false
		s.setProfile(t, slot)
		if r := t.players.Row(slot); r != nil && r.Life == sim.Spectating {
			r.Life = sim.Absent
		}
	}
}

// list adds a slot to the frame's players.
func (s *seats) list(t *Tracker, slot sim.Slot) *recording.FramePlayer {
	p := s.at(slot)
	if p == nil || slot == s.hidden && s.hidden.Valid() || p.Nobody {
		return nil
	}
	if r := t.players.Row(slot); r != nil {
		return r
	}
	if slot != s.self && !s.nameless && (p.Empty || !p.Slot.Valid()) {
		return nil
	}
	s.setProfile(t, slot)
	r := t.players.List(slot)
	if s.counting && !p.spectator {
		r.Deaths = 0
	}
	return r
}

// leave removes a slot from the frame.
func (s *seats) leave(t *Tracker, slot sim.Slot) {
	t.players.Unlist(slot)
	if p := s.at(slot); p != nil {
		p.team, p.teamName, p.spectator = sim.TeamFree, "", false
	}
}

// firing reports whether a player fired a moment ago.
func (s *seats) firing(t *Tracker, slot sim.Slot) bool {
	p := s.at(slot)
	return p != nil && t.track.Now() < p.firingUntil
}

// setLife records whether a player is alive, and shows a death. Spawns are shown by their muzzle flashes. A player who
// was elsewhere before also died there.
func (s *seats) setLife(t *Tracker, r *recording.FramePlayer, life sim.Life) {
	if r.Life == life {
		return
	}
	switch {
	case life == sim.Alive || life == sim.Spectating:
		r.NoLerp = true
	case r.Life == sim.Alive && life == sim.Gibbed:
		s.noteFall(t, r)
		t.track.Effect(sim.Effect{Kind: sim.EffectGibs, Origin: r.Origin, Slot: r.Slot}, BodyTime)
	case r.Life == sim.Alive && life == sim.Dead && !r.NoLerp:
		s.noteFall(t, r)
		t.track.Effect(sim.Effect{Kind: sim.EffectDeath, Origin: r.Origin, Slot: r.Slot}, BodyTime)
	}
	r.Life = life
}

// obituaryWait is the maximum time between a visible death and its announcement.
const obituaryWait = time.Second

// noteFall records that a player was seen to die, if no print announced it. Between rounds survivors look dead for a
// moment, which does not count.
func (s *seats) noteFall(t *Tracker, r *recording.FramePlayer) {
	now := t.track.Now()
	if p := s.at(r.Slot); !r.NoLerp && !t.rules.Mode.Rounds && (p.toldOf == 0 || now-p.toldOf > obituaryWait) {
		p.fell = now
	}
}

// tellUntold records deaths that were seen but not announced: their wording is unknown, or the demo lacks the print.
// Servers record data that they send to all clients together, but prints are sent to each client separately
// (server/sv_send.c, SV_BroadcastPrintf).
func (s *seats) tellUntold(t *Tracker) {
	for i := range t.players.Rows() {
		slot := t.players.Rows()[i].Slot
		p := s.at(slot)
		if p.fell == 0 || t.track.Now()-p.fell < obituaryWait {
			continue
		}
		fell := p.fell
		how := s.takeUnnamed(fell)
		s.killed(t, slot, sim.Slot{})
		p.toldOf = fell // he may die again within the wait
		t.track.Event(sim.Event{Kind: sim.EventObituary, Slot: slot, Weapon: how.weapon, Cause: how.cause})
	}
}

// takeUnnamed returns the cause of the death seen at a time, if it was announced without a name.
func (s *seats) takeUnnamed(fell time.Duration) (how unnamedDeath) {
	for i, u := range s.unnamed {
		if (u.at - fell).Abs() <= obituaryWait {
			s.unnamed = slices.Delete(s.unnamed, i, i+1)
			return u
		}
	}
	return how
}

// killed counts a player's death.
func (s *seats) killed(t *Tracker, victim, attacker sim.Slot) {
	s.list(t, attacker)
	v := s.list(t, victim)
	if v == nil {
		return
	}
	p := s.at(victim)
	p.fell, p.toldOf = 0, t.track.Reading()
	if v.Deaths != sim.Unknown {
		v.Deaths++
	}
	switch {
	case !attacker.Valid() || attacker == victim:
		s.addFrags(t, victim, -1)
	case t.rules.Mode.Teams && s.at(attacker).team == p.team && p.team != sim.TeamFree:
		s.addFrags(t, attacker, -1)
	default:
		s.addFrags(t, attacker, 1)
	}
}

// unstated reports whether a player's state is not, or no longer, in the demo.
func (s *seats) unstated(t *Tracker, slot sim.Slot) bool {
	p := s.at(slot)
	return p.viewed == 0 || p.viewed+1 < t.track.Snapshot()
}

// addFrags adds to the frags of a player whose state is not in the demo.
func (s *seats) addFrags(t *Tracker, slot sim.Slot, n int16) {
	if r := t.players.Row(slot); r != nil && r.Frags != sim.Unknown && s.unstated(t, slot) {
		r.Frags += n
	}
}

// loseSight updates the players that this snapshot does not show. If the demo shows everyone in the level, they are
// waiting for the next round, or spectating.
func (s *seats) loseSight(t *Tracker) {
	rows := t.players.Rows()
	for i := range rows {
		r := &rows[i]
		p := s.at(r.Slot)
		p.stated = false
		if t.players.Seen(r.Slot) || !t.rules.ShowsAll || p.spectator {
			continue
		}
		r = t.players.Row(r.Slot)
		switch {
		case s.roundPlayer(t, r.Slot):
			s.outOfRound(t, r)
		case t.rules.Mode.Rounds:
			r.Life = sim.Spectating
		default:
			r.Life = sim.Absent
		}
		hide(t, r)
		forgetStats(r)
	}
	t.players.EndSnapshot()
	s.tellUntold(t)
}

// hide puts a player out of sight.
func hide(t *Tracker, r *recording.FramePlayer) {
	if r.Visible {
		r.Visible, r.LastSeen = false, t.track.Before()
	}
}

// forgetStats sets a player's possessions to unknown.
func forgetStats(r *recording.FramePlayer) {
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
}

// roundPlayer reports whether a player belongs to a team that plays rounds, in which the dead spectate.
func (s *seats) roundPlayer(t *Tracker, slot sim.Slot) bool {
	p := s.at(slot)
	return t.rules.Mode.Rounds && p.team != sim.TeamFree && !p.spectator
}

// outOfRound leaves a player where he died, spectating until the next round.
func (s *seats) outOfRound(t *Tracker, r *recording.FramePlayer) {
	switch r.Life {
	case sim.Dead, sim.Gibbed:
	case sim.Alive:
		s.setLife(t, r, sim.Dead)
	default:
		r.Life = sim.Absent
	}
	hide(t, r)
	r.Velocity, r.POV = sim.Vec3{}, false
}
