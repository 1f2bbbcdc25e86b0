package wolfenstein

import (
	"math/bits"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// snapshots reads snapshots. It keeps the parts of the previous one that it needs to determine what has happened since.
type snapshots struct {
	last    *wolfenstein.Snapshot
	anew    bool // the previous snapshot does not matter
	pov     int
	choke   track.Choke
	players [quake3.MaxClients]lastPlayer
	// entities holds the entities of the previous snapshot. eventTime holds the start of each entity that is an event.
	entities  map[int]*wolfenstein.EntityState
	eventTime map[int]int32
	// bodies has a bit for the slot of each player whose entity the previous snapshot showed.
	bodies uint64
	// barrages are those whose shells may still be falling. number is that of the last one.
	barrages []barrage
	number   uint16
	// objectives is the last report on each objective.
	objectives map[int]objective
}

// lastPlayer holds the data kept about a player between snapshots.
type lastPlayer struct {
	state     *wolfenstein.PlayerState
	inventory *sim.Inventory // immutable
	flags     uint32
	sequence  uint32
	valid     bool
	xp        int32 // as last reported
	rose      int32 // the server time at which it rose
	// took is the server time at which he began to carry an objective, valid if carries is set.
	took    int32
	carries bool
}

// lose reports that a player whose state was reported is no longer shown.
func (v *lastPlayer) lose(slot int, o *track.Observations) {
	if v.valid {
		o.PlayersGone = append(o.PlayersGone, sim.SlotAt(slot))
	}
	v.valid = false
}

// carry records whether a player carries an objective.
func (v *lastPlayer) carry(carries bool, clock int32) {
	if carries && !v.carries {
		v.took = clock
	}
	v.carries = carries
}

// read reads a snapshot.
func (s *snapshots) read(l *level, snap *wolfenstein.Snapshot, o *track.Observations) {
	if s.entities == nil {
		s.entities, s.eventTime, s.objectives = map[int]*wolfenstein.EntityState{}, map[int]int32{}, map[int]objective{}
	}
	o.Begins, o.Ends = true, true
	seen := &o.Snapshot
	*seen = track.Snapshot{Time: snap.Time, Clock: millis(snap.ServerTime), Approximate: snap.Approximate}
	if s.last != nil {
		seen.Broken = snap.ServerTime-s.last.ServerTime > 1000
		seen.Restarted = (snap.Flags^s.last.Flags)&quake3.SnapServerCount != 0
	}
	seen.Intermission = snap.Player.F[wolfenstein.PsPmType] == pmIntermission
	if snap.Flags&quake3.SnapRateDelayed != 0 {
		s.choke.Add(1, snap.Time)
	}
	s.anew = s.anew || seen.Broken || seen.Restarted
	seen.Own = track.OwnScore{Deaths: sim.Unknown}
	s.pov = -1
	if l.ends {
		for i := range s.players {
			s.players[i].xp = -1 // to be reported again, as it is at the end
		}
		l.ends = false
	}
	if l.protocol.TV() {
		s.readPlayers(l, snap, o)
	} else {
		s.readView(l, snap, o)
	}
	s.readEntities(l, snap, o)
	l.tellReinforcements(snap, o)
	s.last, s.anew = snap, false
}

// readView reads the playerstate, which is that of the player in view.
func (s *snapshots) readView(l *level, snap *wolfenstein.Snapshot, o *track.Observations) {
	ps := snap.Player
	slot := slotOf(ps.F[wolfenstein.PsClientNum])
	if slot < 0 || l.player(slot) == nil {
		return
	}
	s.pov = slot
	o.Snapshot.POV = sim.SlotAt(slot)
	p := o.Player()
	p.Slot, p.POV = o.Snapshot.POV, true
	if slot == l.self {
		p.Choke = s.choke.Now(snap.Time)
	}
	s.readState(l, slot, ps, p, o)
}

// readPlayers reads the states of all players.
func (s *snapshots) readPlayers(l *level, snap *wolfenstein.Snapshot, o *track.Observations) {
	for slot, ps := range snap.Players {
		switch v := &s.players[slot]; {
		case ps == nil || l.player(slot) == nil:
			v.lose(slot, o)
		case ps.F[wolfenstein.PsClientNum] != uint32(slot):
			v.lose(slot, o) // he watches another player, and this is that player's state
		case !v.valid || v.state != ps || s.anew:
			p := o.Player()
			p.Slot, p.Appears = sim.SlotAt(slot), !v.valid
			s.readState(l, slot, ps, p, o)
		}
	}
}

// readState reads a player's state.
func (s *snapshots) readState(l *level, slot int, ps *wolfenstein.PlayerState, p *track.PlayerSeen,
	o *track.Observations) {
	v := &s.players[slot]
	flags := ps.F[wolfenstein.PsEFlags]
	p.Jumps = v.valid && (flags^v.flags)&efTeleport != 0
	p.Origin, p.Velocity = ps.Vector(wolfenstein.PsOriginX), ps.Vector(wolfenstein.PsVelocityX)
	p.View = angles(ps.Vector(wolfenstein.PsViewPitch))
	p.OnGround = ps.F[wolfenstein.PsGroundEntityNum] != groundNone
	p.Mins, p.Maxs = ps.Vector(wolfenstein.PsMinsX), ps.Vector(wolfenstein.PsMaxsX)
	switch {
	case flags&l.mod.efProne != 0:
		p.Maxs[2] = -8
	case ps.F[wolfenstein.PsPmFlags]&pmfDucked != 0:
		p.Maxs[2] = ps.Float(wolfenstein.PsCrouchMaxZ)
	}
	p.Weapon = l.mod.weapon(ps.F[wolfenstein.PsWeapon])
	p.Chatting, p.Holds = flags&l.mod.efTalk != 0, false
	p.Health, p.Armor, p.Ammo = int16(ps.Array(wolfenstein.Stats, statHealth)), sim.Unknown, sim.Unknown
	var set uint32
	for i := range quake3.ArraySize {
		if ps.Array(wolfenstein.Powerups, i) != 0 {
			set |= 1 << i
		}
	}
	p.Powerups, p.Flag, p.FlagCarried = l.mod.powers(set)
	v.carry(p.FlagCarried, int32(o.Snapshot.Clock/time.Millisecond))
	p.Life = lifeOf(l.player(slot), ps)
	if p.Life == sim.Spectating {
		p.Health = sim.Unknown
	} else {
		p.Ammo = int16(ps.Array(wolfenstein.Clip, l.mod.clip(ps.F[wolfenstein.PsWeapon])))
		v.readInventory(l, slot, ps)
		p.Inventory = v.inventory
		v.tellExperience(l, slot, ps, o)
	}
	if v.valid && !s.anew {
		tellEvents(l, slot, v.sequence, ps.F[wolfenstein.PsEventSequence], func(i uint32) (event, parm uint32) {
			return ps.F[wolfenstein.PsEvent0+wolfenstein.PlayerField(i)],
				ps.F[wolfenstein.PsEventParm0+wolfenstein.PlayerField(i)]
		}, p.Origin, o)
		s.tellRevival(l, slot, ps, p, o)
	}
	v.state, v.flags, v.sequence, v.valid = ps, flags, ps.F[wolfenstein.PsEventSequence], true
}

// lifeOf returns the condition of a player according to his state.
func lifeOf(p *sim.Profile, ps *wolfenstein.PlayerState) sim.Life {
	switch flags := ps.F[wolfenstein.PsPmFlags]; {
	case p.Team == sim.TeamSpectator, ps.F[wolfenstein.PsPmType] == pmIntermission && p.Team == sim.TeamFree:
		return sim.Spectating
	case flags&pmfLimbo != 0:
		return sim.Gibbed // players waiting for reinforcements are invisible
	case ps.F[wolfenstein.PsPmType] == pmDead || ps.Array(wolfenstein.Stats, statHealth) <= 0:
		return sim.Dead
	}
	return sim.Alive
}

// readInventory reads a player's weapons, ammunition, experience and fireteam.
func (v *lastPlayer) readInventory(l *level, slot int, ps *wolfenstein.PlayerState) {
	h := sim.Inventory{}
	carried := uint64(ps.F[wolfenstein.PsWeapons0]) | uint64(ps.F[wolfenstein.PsWeapons1])<<32
	for left := carried; left != 0; left &= left - 1 {
		n := bits.TrailingZeros64(left)
		w := l.mod.weapon(uint32(n))
		if w == sim.WeaponNone || w == sim.WeaponOther {
			continue
		}
		h.Weapons.Add(w)
		n = l.mod.clip(uint32(n))
		h.Ammo[w] = int16(ps.Array(wolfenstein.Ammo, n) + ps.Array(wolfenstein.Clip, n))
	}
	if l.mod.statXP >= 0 {
		h.Other = append(h.Other, sim.InventoryItem{Name: "Experience",
			Count: int16(ps.Array(wolfenstein.Stats, l.mod.statXP))})
	}
	if name := l.fireteam(slot); name != "" {
		h.Other = append(h.Other, sim.InventoryItem{Name: "Fireteam " + name, Count: 1})
	}
	v.inventory = h.Kept(v.inventory)
}

// tellExperience reports a player's experience if it differs from the last report.
func (v *lastPlayer) tellExperience(l *level, slot int, ps *wolfenstein.PlayerState, o *track.Observations) {
	if l.mod.statXP < 0 {
		return
	}
	if xp := ps.Array(wolfenstein.Stats, l.mod.statXP); xp != v.xp {
		if xp > v.xp {
			v.rose = int32(o.Snapshot.Clock / time.Millisecond)
		}
		v.xp = xp
		o.Tell(experience(slot, int(xp)))
	}
}

func experience(slot, xp int) track.Counted {
	return track.Counted{Statistic: sim.Statistic{Slot: sim.SlotAt(slot), Stat: sim.StatExperience, Value: float64(xp)}}
}

// fireteamNames are the names of the fireteams, by number (bg_misc.c, bg_fireteamNames).
var fireteamNames = [...]string{"Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot"}

// fireteam returns the name of a player's fireteam, or "" if he is in none.
func (l *level) fireteam(slot int) string {
	if l.mod.fireteams == 0 {
		return ""
	}
	const most = 12
	for i := range most {
		text := l.strings[l.mod.fireteams+i]
		if text == "" {
			continue
		}
		v := info(text)
		if n := atoi(v["id"]); n >= 0 && hasMember(v["c"], slot) {
			return fireteamNames[n%len(fireteamNames)]
		}
	}
	return ""
}

// hasMember reports whether a player is in a set of 64 bits, written in hexadecimal with the upper half first.
func hasMember(set string, slot int) bool {
	var v [2]uint64
	for i := range v {
		if len(set) < 8*(i+1) {
			return false
		}
		for _, c := range set[8*i : 8*i+8] {
			v[i] = v[i]<<4 | uint64(hexDigit(byte(c)))
		}
	}
	return (v[0]<<32|v[1])>>slot&1 != 0
}

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|32 >= 'a' && c|32 <= 'f':
		return c | 32 - 'a' + 10
	}
	return 0
}

// tellEvents reports a player's new events: a sequence number counts them, and the last four are kept.
func tellEvents(l *level, slot int, was, now uint32, event func(i uint32) (event, parm uint32), at sim.Vec3,
	o *track.Observations) {
	const kept = 4
	behind := (now - was) & 0xff
	if behind > 0x80 {
		return
	}
	for i := now - min(behind, kept); i != now; i++ {
		number, parm := event(i % kept)
		l.tellEvent(number&0xff, happening{parm: parm, slot: slot, origin: at}, o)
	}
}
