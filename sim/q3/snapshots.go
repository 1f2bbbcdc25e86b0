package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// snapshots reads snapshots. From each it keeps the data that is compared with the next one to find out what happened.
type snapshots struct {
	lastTime int32 // server time of the last one, ms
	restart  uint8 // its map_restart bit
	count    int   // number of snapshots of the level
	vote     bool  // a vote was called since then
	choke    track.Choke

	view    lastView
	runBits int32 // DeFRaG's bits in the playerstate
	eFlags  [quake3.MaxClients]uint32
	// damageEvent is the recorder's count of damage events.
	damageEvent uint32
	entities    [quake3.MaxEntities]lastEntity
	// lasers is set if the level has shown a beam.
	lasers bool
	anew   bool // nothing can be taken over from the previous snapshot
}

// lastEntity holds the data kept about an entity between snapshots.
type lastEntity struct {
	seen      int64  // server time at which it was last seen, if the previous snapshot did not have it
	eventTime int64  // server time at which an event entity last began
	event     uint32 // the last event seen, with its toggle bits
	flags     uint32
	present   bool // the previous snapshot had it
	kind      entityKind
}

type entityKind uint8

const (
	kindNone entityKind = iota
	kindPlayer
	kindShown
	kindMover
	kindBeam
	kindEvent
)

// never is a server time before all others.
const never = -1 << 40

// start starts a level.
func (s *snapshots) start() {
	s.count, s.restart, s.view, s.eFlags = 0, 0, lastView{}, [quake3.MaxClients]uint32{}
	for i := range s.entities {
		s.entities[i] = lastEntity{eventTime: never, seen: never}
	}
	s.lasers, s.anew = false, true
}

// changed reads a changed configstring, for a player who left or a vote that was called.
func (s *snapshots) changed(l *level, index int) {
	if slot := index - l.protocol.CsPlayers; slot >= 0 && slot < quake3.MaxClients && l.players[slot] == nil {
		s.eFlags[slot] = 0
	}
	if index == configVoteTime {
		s.vote = atoi(l.strings[index]) != 0
	}
}

// readVote reports a vote that was called before a snapshot. It returns whether there was one.
func (s *snapshots) readVote(l *level, o *track.Observations) bool {
	called := s.vote && l.strings[configVote] != ""
	if s.vote = false; called {
		o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventVote, Text: l.words(l.strings[configVote])}})
	}
	return called
}

// read reads a snapshot.
func (s *snapshots) read(l *level, snap *quake3.Snapshot, o *track.Observations) {
	restart := snap.Flags & quake3.SnapServerCount
	was := s.lastTime
	kind := snap.Player.F[quake3.PsPmType]
	o.Begins, o.Ends = true, true
	seen := &o.Snapshot
	seen.Time, seen.Clock, seen.Approximate = snap.Time, millis(snap.ServerTime), snap.Approximate
	seen.Broken, seen.Restarted = s.count > 0 && snap.ServerTime-was > 1000, s.count > 0 && s.restart != restart
	seen.Intermission = kind == pmIntermissions[0] || kind == pmIntermissions[1]
	s.anew = s.anew || seen.Broken || seen.Restarted
	s.restart, s.lastTime = restart, snap.ServerTime
	if snap.Flags&quake3.SnapRateDelayed != 0 {
		s.choke.Add(1, snap.Time)
	}
	s.count++
	s.readView(l, snap, o)
	s.readEntities(l, snap, was, o)
	s.anew = false
}

// readEntities reads the entities of a snapshot. It examines only those that have changed since the previous one, at
// server time was.
func (s *snapshots) readEntities(l *level, snap *quake3.Snapshot, was int32, o *track.Observations) {
	for _, number := range snap.Gone() {
		v := &s.entities[number]
		if v.kind == kindMover {
			o.Gone = append(o.Gone, int(number))
		}
		s.setKind(int(number), v, kindNone, o)
		v.present, v.seen = false, int64(was)
	}
	if s.anew {
		for i := range snap.Len() {
			s.readEntity(l, snap, snap.Entity(i), was, o)
		}
	} else {
		for _, i := range snap.Changed() {
			s.readEntity(l, snap, snap.Entity(int(i)), was, o)
		}
	}
	if s.lasers {
		s.readBeams(snap, o)
	}
}

// setKind records the kind of an entity in this snapshot, and reports the entity if it is no longer shown.
func (s *snapshots) setKind(number int, v *lastEntity, kind entityKind, o *track.Observations) {
	was := v.kind
	if v.kind = kind; was == kind {
		return
	}
	switch was {
	case kindPlayer:
		o.PlayersGone = append(o.PlayersGone, sim.SlotAt(number))
	case kindShown:
		o.Gone = append(o.Gone, number)
	}
}

// readBeams reports the beams of a snapshot.
func (s *snapshots) readBeams(snap *quake3.Snapshot, o *track.Observations) {
	for i := range snap.Len() {
		if e := snap.Entity(i); s.entities[e.Number].kind == kindBeam {
			o.Tell(track.BeamShown{From: e.Origin(), To: e.Origin2()})
		}
	}
}

// eventValid is the time for which an event stays in an entity's state, in milliseconds.
const eventValid = 300

// readEntity reads the state of an entity that has changed.
func (s *snapshots) readEntity(l *level, snap *quake3.Snapshot, e *quake3.Entity, was int32, o *track.Observations) {
	v, clock := &s.entities[e.Number], int64(snap.ServerTime)
	appeared := !v.present || s.anew
	if v.present {
		v.seen = int64(was)
	}
	if appeared && clock > v.seen+eventValid {
		v.event = 0
	}
	v.present = true
	if kind := e.F[quake3.EntEType]; kind >= l.mod.eventBase {
		if clock > v.eventTime+eventValid {
			v.eventTime = clock
			l.tellEvent(e, (kind-l.mod.eventBase)&0xff, true, o)
		}
		s.setKind(e.Number, v, kindEvent, o)
		return
	}
	s.setKind(e.Number, v, s.readState(l, e, v, appeared, snap, o), o)
	if event := e.F[quake3.EntEvent]; event != v.event {
		v.event = event
		if event&^quake3.EventToggle != 0 {
			l.tellEvent(e, event&0xff, false, o)
		}
	}
}

// readState reads an entity that is new or has changed, and returns its kind.
func (s *snapshots) readState(l *level, e *quake3.Entity, v *lastEntity, appeared bool, snap *quake3.Snapshot,
	o *track.Observations) entityKind {
	kind := e.F[quake3.EntEType]
	switch kind {
	case quake3.EtPlayer, quake3.EtInvisible:
		if o.Snapshot.Intermission || e.Number == l.pov {
			return kindNone // reported by the playerstate; only a damaged demo also has his entity
		}
		if e.Number < quake3.MaxClients {
			s.readPlayer(l, e, appeared, snap.ServerTime, o)
			return kindPlayer
		}
		if kind == quake3.EtInvisible {
			return kindNone
		}
		return l.show(e, v, appeared, o)
	case quake3.EtItem, quake3.EtMissile, quake3.EtGrapple, quake3.EtGeneral, quake3.EtTeam:
		if e.Number >= quake3.MaxClients {
			return l.show(e, v, appeared, o)
		}
	case quake3.EtMover:
		return showMover(e, v, appeared, o)
	case quake3.EtBeam:
		s.lasers = true
		return kindBeam
	}
	return kindNone
}

// readPlayer reads a player's entity at a server time.
func (s *snapshots) readPlayer(l *level, e *quake3.Entity, appeared bool, clock int32, o *track.Observations) {
	p := o.Player()
	p.Slot, p.Appears = sim.SlotAt(e.Number), appeared
	l.readPose(p, e, clock)
	flags, was := e.F[quake3.EntEFlags], s.eFlags[e.Number]
	s.eFlags[e.Number] = flags
	p.Jumps, p.Awards = (flags^was)&efTeleport != 0, awardFlags(flags&^was)
	p.OnGround = e.F[quake3.EntGroundEntityNum] != groundNone
	p.Weapon = l.mod.weapon(e.F[quake3.EntWeapon])
	p.Powerups, p.Flag, p.FlagCarried = l.mod.powerups(e.F[quake3.EntPowerups])
	p.Invisible = p.Powerups.Has(sim.PowerupInvisibility)
	p.Chatting, p.Holds = flags&efTalk != 0, flags&efFiring != 0
	p.Life = l.lifeOf(e, p.Powerups)
	if p.Health, p.Armor = sim.Unknown, sim.Unknown; l.mod.tells.entityHealth &&
		(e.F[quake3.EntHealth] != 0 || e.F[quake3.EntArmor] != 0) {
		p.Health, p.Armor = int16(e.F[quake3.EntHealth]), int16(e.F[quake3.EntArmor])
	}
	p.NoHull = !readHull(p, e.F[quake3.EntSolid])
}

// lifeOf returns the condition of the player that an entity belongs to.
func (l *level) lifeOf(e *quake3.Entity, powers sim.PowerupSet) sim.Life {
	flags := e.F[quake3.EntEFlags]
	switch {
	case e.F[quake3.EntEType] != quake3.EtInvisible && flags&(efNoDraw|efDead) == 0 && !powers.Has(sim.PowerupFreeze):
		return sim.Alive
	case e.F[quake3.EntEType] != quake3.EtInvisible && flags&efNoDraw == 0:
		return sim.Dead
	case l.player(e.Number) != nil && !l.plays(e.Number):
		return sim.Spectating
	}
	return sim.Gibbed
}

// readHull reads the box around a player, packed into a field. It returns false if the box is missing.
func readHull(p *track.PlayerSeen, solid uint32) bool {
	if solid == 0 || solid == solidBModel {
		return false
	}
	x, zd, zu := float32(solid&255), float32(solid>>8&255), float32(solid>>16&255)-32
	p.Mins[0], p.Mins[1], p.Mins[2] = -x, -x, -zd
	p.Maxs[0], p.Maxs[1], p.Maxs[2] = x, x, zu
	return true
}

// readPose reads a player's position at the time of the snapshot, his velocity and view. A server that runs its players
// independently of its frames sends his position at trTime and the data to extrapolate from it.
func (l *level) readPose(p *track.PlayerSeen, e *quake3.Entity, clock int32) {
	readPlace(&p.Origin, &e.EntityState)
	readVelocity(&p.Velocity, &e.EntityState)
	readAngles(&p.View, &e.EntityState)
	if e.F[quake3.EntPosType] == quake3.TrLinearStop {
		since, last := e.Int(quake3.EntPosTime), e.Int(quake3.EntPosDuration)
		if last > 0 && last <= 250 {
			dt := float32(min(max(clock-since, 0), last)) / 1000
			for i := range p.Origin {
				p.Origin[i] += p.Velocity[i] * dt
			}
		}
	}
	if l.scrambled && e.Number != l.pov {
		n := float32(e.Number)
		p.Origin[0] += 677 - 7*n
		p.Origin[1] += 411 - 12*n
		p.Origin[2] += 243 - 2*n
	}
}

// awardFlags returns the awards in a set of flags, which are shown above a player's head.
func awardFlags(flags uint32) (set track.AwardSet) {
	if flags&(efImpressive|efExcellent|efGauntlet|efDefend|efAssist) == 0 {
		return 0
	}
	for i, bit := range [...]uint32{efImpressive, efExcellent, efGauntlet, efDefend, efAssist} {
		if flags&bit != 0 {
			set |= 1 << i
		}
	}
	return set
}
