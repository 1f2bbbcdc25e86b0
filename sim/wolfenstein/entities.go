package wolfenstein

import (
	"math/bits"
	"slices"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// eventValid is the time for which an event stays in a snapshot, in milliseconds.
const eventValid = 300

// readEntities reads the entities of a snapshot. It skips those that have not changed since the previous one.
func (s *snapshots) readEntities(l *level, snap *wolfenstein.Snapshot, o *track.Observations) {
	s.endBarrages(snap.ServerTime, o)
	seen := make(map[int]*wolfenstein.EntityState, len(snap.Entities))
	bodies := s.bodies
	s.bodies = 0
	for _, e := range snap.Entities {
		was := s.entities[e.Number]
		seen[e.Number] = e
		if e.F[wolfenstein.EntEType] >= l.mod.eventBase {
			s.readEvent(l, e, was, snap.ServerTime, o)
			continue
		}
		switch {
		case e.Number < quake3.MaxClients:
			s.readBody(l, e, was, bodies>>e.Number&1 != 0, snap.ServerTime, o)
		case was != e || s.anew:
			s.readThing(l, e, was, snap, o)
		}
	}
	for n, was := range s.entities {
		if seen[n] == nil && n >= quake3.MaxClients && was.F[wolfenstein.EntEType] < l.mod.eventBase {
			o.Gone = append(o.Gone, n)
		}
	}
	slices.Sort(o.Gone)
	for gone := bodies &^ s.bodies; gone != 0; gone &= gone - 1 {
		o.PlayersGone = append(o.PlayersGone, sim.SlotAt(bits.TrailingZeros64(gone)))
	}
	s.entities = seen
	s.readObjectives(l, snap, o)
}

// readEvent reads an entity that only carries an event and exists briefly.
func (s *snapshots) readEvent(l *level, e, was *wolfenstein.EntityState, clock int32, o *track.Observations) {
	if was != nil && was.F == e.F && clock-s.eventTime[e.Number] <= 2*eventValid {
		return
	}
	s.eventTime[e.Number] = clock
	if was != nil && was.F[wolfenstein.EntEType] < l.mod.eventBase && e.Number >= quake3.MaxClients {
		o.Gone = append(o.Gone, e.Number)
	}
	h := happening{parm: e.F[wolfenstein.EntEventParm], slot: -1, origin: e.Vector(wolfenstein.EntPosBaseX), e: e}
	if l.mod.events[(e.F[wolfenstein.EntEType]-l.mod.eventBase)&0xff] == actPopup {
		h.slot = s.worker(l, e, clock)
	}
	l.tellEvent(e.F[wolfenstein.EntEType]-l.mod.eventBase, h, o)
}

// readBody reads the entity of a player, unless it was read already and has not changed. In TV demos the player's state
// contains everything about him.
func (s *snapshots) readBody(l *level, e, was *wolfenstein.EntityState, read bool, clock int32,
	o *track.Observations) {
	slot := e.Number
	if l.protocol.TV() || slot == s.pov || l.player(slot) == nil || o.Snapshot.Intermission {
		return
	}
	kind := e.F[wolfenstein.EntEType]
	if kind != etPlayer && kind != etInvisible {
		return
	}
	s.bodies |= 1 << slot
	if was == e && read && !s.anew {
		return
	}
	p := o.Player()
	p.Slot, p.Appears = sim.SlotAt(slot), was == nil || s.anew
	flags := e.F[wolfenstein.EntEFlags]
	p.Jumps = was != nil && (flags^was.F[wolfenstein.EntEFlags])&efTeleport != 0
	p.Origin, p.Velocity = e.Vector(wolfenstein.EntPosBaseX), e.Vector(wolfenstein.EntPosDeltaX)
	p.View = angles(e.Vector(wolfenstein.EntAposBasePitch))
	p.OnGround = e.F[wolfenstein.EntGroundEntityNum] != groundNone
	p.Weapon = l.mod.weapon(e.F[wolfenstein.EntWeapon])
	p.Powerups, p.Flag, p.FlagCarried = l.mod.powers(e.F[wolfenstein.EntPowerups])
	s.players[slot].carry(p.FlagCarried, clock)
	p.Chatting, p.Health, p.Armor = flags&l.mod.efTalk != 0, sim.Unknown, sim.Unknown
	p.Mins, p.Maxs = rules.Hull[0], rules.Hull[1]
	if flags&l.mod.efProne != 0 {
		p.Maxs[2] = -8
	}
	switch {
	case l.player(slot).Team == sim.TeamSpectator:
		p.Life = sim.Spectating
	case kind == etInvisible || flags&l.mod.efNoDraw != 0:
		p.Life = sim.Gibbed
	case flags&efDead != 0:
		p.Life = sim.Dead
	default:
		p.Life = sim.Alive
	}
	if was != nil && !s.anew {
		tellEvents(l, slot, was.F[wolfenstein.EntEventSequence], e.F[wolfenstein.EntEventSequence],
			func(i uint32) (event, parm uint32) {
				return e.F[wolfenstein.EntEvent0+wolfenstein.EntityField(i)],
					e.F[wolfenstein.EntEventParm0+wolfenstein.EntityField(i)]
			}, p.Origin, o)
	}
}

// readThing reads any other entity that is new or has changed.
func (s *snapshots) readThing(l *level, e, was *wolfenstein.EntityState, snap *wolfenstein.Snapshot,
	o *track.Observations) {
	appears := was == nil || s.anew || was.F[wolfenstein.EntEType] != e.F[wolfenstein.EntEType]
	jumps := was != nil && (was.F[wolfenstein.EntEFlags]^e.F[wolfenstein.EntEFlags])&efTeleport != 0
	if l.mod.isMover(e) {
		m := o.Mover()
		readMover(m, e, snap.ServerTime)
		m.Appears, m.Jumps = appears, jumps
		return
	}
	if e.F[wolfenstein.EntEType] == l.mod.etPlane && l.mod.etPlane > 0 && appears {
		l.tellPlane(e, snap.ServerTime, o)
	}
	t := o.Entity()
	t.Number = e.Number
	if !l.classify(&t.Entity, e, snap) || e.F[wolfenstein.EntEFlags]&l.mod.efNoDraw != 0 {
		t.Vanished = true
		return
	}
	t.Appears, t.Jumps = appears, jumps
	readTrajectory(&t.Trajectory, e, wolfenstein.EntPosType, snap.ServerTime)
	t.Origin, t.Velocity = e.Vector(wolfenstein.EntPosBaseX), e.Vector(wolfenstein.EntPosDeltaX)
	t.Angles = angles(e.Vector(wolfenstein.EntAposBasePitch))
	if t.Kind == sim.EntityProjectile && t.Origin[2] >= mapTop {
		t.Vanished = true // it falls from beyond the world, in less than a second
	}
	if appears && t.Kind == sim.EntityProjectile && t.Weapon == sim.WeaponArtillery {
		s.readShell(l, e, snap.ServerTime, o)
	}
}

// mapTop is the height from which bombs fall where there is no sky (ET: Legacy, g_weapon.c, G_BombTrace).
const mapTop = 1 << 16

// classify determines the class of an entity, and reports whether it is shown.
func (l *level) classify(t *sim.Entity, e *wolfenstein.EntityState, snap *wolfenstein.Snapshot) (ok bool) {
	kind := e.F[wolfenstein.EntEType]
	switch {
	case kind == etItem:
		what := l.mod.item(e.F[wolfenstein.EntModelindex])
		t.Kind, t.Item, t.Weapon, t.Team = sim.EntityDropped, what.Item, what.Weapon, what.Team
	case kind == etMissile:
		t.Kind, t.Weapon = sim.EntityProjectile, l.mod.weapon(e.F[wolfenstein.EntWeapon])
		if p := l.player(slotOf(e.F[wolfenstein.EntClientNum])); p != nil && e.F[wolfenstein.EntClientNum] > 0 {
			t.Owner = p.Slot
		}
		if t.Weapon == sim.WeaponDynamite {
			readDynamite(t, e, snap)
		}
	case kind == l.mod.etCorpse:
		t.Kind, t.Owner = sim.EntityCorpse, sim.SlotAt(slotOf(e.F[wolfenstein.EntClientNum]))
	case kind == l.mod.etFlag:
		t.Kind, t.Item, t.Team, t.State = sim.EntityItem, sim.ItemFlag, flagTeam(e.F[wolfenstein.EntFrame]),
			sim.ItemPresent
	default:
		return false
	}
	return true
}

// dynamiteTime is the time until armed dynamite explodes (g_weapon.c).
const dynamiteTime = 30 * time.Second

// readDynamite turns armed dynamite into an item that shows the time of the explosion.
func readDynamite(t *sim.Entity, e *wolfenstein.EntityState, snap *wolfenstein.Snapshot) {
	armed := e.Int(wolfenstein.EntEffect1Time)
	t.Weapon = sim.WeaponNone
	t.Kind, t.Item, t.Team, t.State = sim.EntityDropped, sim.ItemDynamite, teamOf(int(e.F[wolfenstein.EntTeamNum])),
		sim.ItemPresent
	if armed > 0 {
		t.Kind, t.State, t.RespawnKnown = sim.EntityItem, sim.ItemTaken, true
		t.Respawn = snap.Time + millis(armed) + dynamiteTime - millis(snap.ServerTime)
	}
}

// flagTeam returns the team whose flag a pole shows, from the frame of its model (g_team.c, WCP_ANIM): none, rising
// Axis and Allies, risen, changing, falling.
func flagTeam(frame uint32) sim.Team {
	list := [...]sim.Team{sim.TeamFree, sim.TeamRed, sim.TeamBlue, sim.TeamRed, sim.TeamBlue, sim.TeamBlue, sim.TeamRed}
	if frame >= uint32(len(list)) {
		return sim.TeamFree
	}
	return list[frame]
}

// isMover reports whether an entity is a visible part of the map that moves, bursts or was built.
func (m *mod) isMover(e *wolfenstein.EntityState) bool {
	kind := e.F[wolfenstein.EntEType]
	return (kind == etMover || kind == m.etExplosive || kind == m.etBuilt && m.etBuilt > 0) &&
		e.F[wolfenstein.EntSolid] == solidBModel && e.F[wolfenstein.EntModelindex] != 0
}

// readMover reads a moving part of the map. What follows a spline stays where it began until it arrives: splines are in
// the map, not in the demo, and TV servers do not repeat their own place of an entity whose state stays the same.
func readMover(m *track.MoverSeen, e *wolfenstein.EntityState, clock int32) {
	m.Number, m.Model = e.Number, int(e.F[wolfenstein.EntModelindex])
	readTrajectory(&m.Trajectory, e, wolfenstein.EntPosType, clock)
	readTrajectory(&m.AngleTrajectory, e, wolfenstein.EntAposType, clock)
	m.Origin, m.Angles = e.Vector(wolfenstein.EntPosBaseX), angles(e.Vector(wolfenstein.EntAposBasePitch))
}

// Fractions of gravity (bg_misc.c, BG_EvaluateTrajectory).
const (
	gravityLow   = 0.3 * sim.DefaultGravity
	gravityFloat = 0.2 * sim.DefaultGravity
)

// readTrajectory sets m to the trajectory of an entity that begins with the field kind, at a server time. Trajectories
// that accelerate, slow down or follow a spline are continued from snapshot to snapshot.
func readTrajectory(m *sim.Trajectory, e *wolfenstein.EntityState, kind wolfenstein.EntityField, clock int32) {
	*m = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: e.Vector(kind + 3), Delta: e.Vector(kind + 6),
		Start: millis(e.Int(kind + 1)), Duration: millis(e.Int(kind + 2))}
	switch e.F[kind] {
	case wolfenstein.TrInterpolate, wolfenstein.TrAccelerate, wolfenstein.TrDeccelerate, wolfenstein.TrSpline,
		wolfenstein.TrLinearPath:
		*m = sim.Trajectory{}
	case wolfenstein.TrLinear:
		m.Kind = sim.TrajectoryLinear
	case wolfenstein.TrLinearStop:
		m.Kind = sim.TrajectoryLinearStop
	case wolfenstein.TrLinearStopBack:
		m.Kind = sim.TrajectoryLinearStop
		if millis(clock) > m.Start+m.Duration {
			for i, d := range m.Delta { // from where it stopped
				m.Base[i] += d * float32(m.Duration.Seconds())
				m.Delta[i] = -d
			}
			m.Start += m.Duration
		}
	case wolfenstein.TrSine:
		m.Kind = sim.TrajectorySine
	case wolfenstein.TrGravity:
		m.Kind = sim.TrajectoryGravity
	case wolfenstein.TrGravityLow:
		m.Kind, m.Gravity = sim.TrajectoryGravity, gravityLow
	case wolfenstein.TrGravityFloat:
		m.Kind, m.Gravity = sim.TrajectoryGravity, gravityFloat
	default:
		m.Delta = sim.Vec3{}
	}
}

// placeBaselines reports the movers of the map, which the recorder has not seen yet.
func (l *level) placeBaselines(h *wolfenstein.History, o *track.Observations) {
	for n := quake3.MaxClients; n < quake3.NoEntity; n++ {
		if e := h.Baseline(n); l.mod.isMover(e) {
			var m track.MoverSeen
			readMover(&m, e, 0)
			o.Tell(track.MoverPlaced{MoverSeen: m})
		}
	}
}
