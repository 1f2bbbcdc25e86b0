package recording

import (
	"encoding/binary"
	"fragscope/sim"
	"math"
	"math/bits"
	"time"
)

// The number of words in each kind of row. Floats are stored as their IEEE 754 bits.
const (
	headWords      = 11
	playerWords    = 11 + int(sim.PowerupCount)
	inventoryWords = ammoWord + (int(sim.WeaponCount)+1)/2
	entityWords    = 20
	moverWords     = 19
)

type headRow [headWords]uint32

// Indices of words in the head. Words that change with every frame come first, so that the mask takes only one byte.
const headClock, headMatch, headTime, headLevel = 0, 1, 2, 9

// The bits of a frame's first byte, one for each table in the frame.
const (
	framePlayers = 1 << iota
	framePoses
	frameInventories
	frameEntities
	frameMovers
	frameAllPoses // in addition to framePoses
)

// state is a complete frame in the form of rows, as decoded by a reader.
type state struct {
	head        headRow
	players     table[[playerWords]uint32]
	poses       table[pose]
	inventories table[[inventoryWords]uint32]
	entities    table[[entityWords]uint32]
	movers      table[[moverWords]uint32]
}

func (s *state) clear() {
	s.head = headRow{}
	s.players, s.poses, s.inventories, s.entities, s.movers = s.players[:0], s.poses[:0], s.inventories[:0],
		s.entities[:0], s.movers[:0]
}

func (s *state) copyFrom(o *state) {
	s.head = o.head
	s.players = append(s.players[:0], o.players...)
	s.poses = append(s.poses[:0], o.poses...)
	s.inventories = append(s.inventories[:0], o.inventories...)
	s.entities = append(s.entities[:0], o.entities...)
	s.movers = append(s.movers[:0], o.movers...)
}

// readFrom reads a frame.
func (s *state) readFrom(in *stream) {
	what, before := in.octet(), s.head[headTime]
	s.head.read(in)
	if what&framePlayers != 0 {
		s.players = readTable(in, s.players)
	}
	if what&framePoses != 0 {
		s.poses = readPoses(in, s.poses, what&frameAllPoses != 0, stepOf(before, s.head[headTime]))
	}
	if what&frameInventories != 0 {
		s.inventories = readTable(in, s.inventories)
	}
	if what&frameEntities != 0 {
		s.entities = readTable(in, s.entities)
	}
	if what&frameMovers != 0 {
		s.movers = readTable(in, s.movers)
	}
}

// append appends the differences to the previous head: a mask of the words (varint), then their numeric differences
// (zigzag varints), as most are times. If timesOnly is set, the other words are known to be equal.
func (h *headRow) append(buf []byte, before *headRow, timesOnly bool) []byte {
	mask := uint64(bit(h[0] != before[0], 0) | bit(h[1] != before[1], 1) | bit(h[2] != before[2], 2))
	if !timesOnly {
		mask = changeOf(before, h)
	}
	buf = binary.AppendUvarint(buf, mask)
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		buf = binary.AppendUvarint(buf, zigzag(h[i]-before[i]))
	}
	return buf
}

// read applies the output of append to h.
func (h *headRow) read(in *stream) {
	for mask := in.varint(); mask != 0; mask &= mask - 1 {
		h[bits.TrailingZeros64(mask)] += unzigzag(in.varint())
	}
}

func pair(lo, hi int16) uint32        { return uint32(uint16(lo)) | uint32(uint16(hi))<<16 }
func unpair(w uint32) (lo, hi int16)  { return int16(w), int16(w >> 16) }
func millis(d time.Duration) uint32   { return uint32(int32(d / time.Millisecond)) }
func unmillis(w uint32) time.Duration { return time.Duration(int32(w)) * time.Millisecond }
func bit(b bool, n int) uint32        { return uint32(btoi(b)) << n }
func putVec(w []uint32, v sim.Vec3)   { w[0], w[1], w[2] = word(v[0]), word(v[1]), word(v[2]) }
func getVec(w []uint32) sim.Vec3      { return sim.Vec3{float(w[0]), float(w[1]), float(w[2])} }
func putAngles(w []uint32, a sim.Angles) {
	w[0], w[1], w[2] = word(a.Pitch), word(a.Yaw), word(a.Roll)
}
func getAngles(w []uint32) sim.Angles { return anglesOf(getVec(w)) }
func anglesOf(v sim.Vec3) sim.Angles  { return sim.Angles{Pitch: v[0], Yaw: v[1], Roll: v[2]} }
func word(f float32) uint32           { return math.Float32bits(f) }
func float(w uint32) float32          { return math.Float32frombits(w) }
func has(w uint32, n int) bool        { return w>>n&1 != 0 }
func slotWord(s sim.Slot) uint32      { return uint32(s.Index() + 1) }
func unslot(w uint32) sim.Slot        { return sim.SlotAt(int(uint16(w)) - 1) }
func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// head: 0 clock, 1 match less clock (or plus, in a countdown), 2 time, 3 flags, 4-6 scores, 7 flag states, 8 centre
// print, 9 level, 10 screen text.
func (t *interner) packHead(f *Frame, w *headRow) {
	w[3] = uint32(f.Phase) | bit(f.MatchKnown, 8) | bit(f.Approximate, 9) | slotWord(f.POV)<<16
	w[4] = pair(f.TeamScore[0], f.TeamScore[1])
	w[5] = pair(f.TeamScore[2], f.TeamScore[3])
	w[6] = pair(f.TeamScore[4], 0)
	w[7] = 0
	for i, s := range f.FlagState {
		w[7] |= uint32(s) << (4 * i)
	}
	w[8] = t.text(f.CenterPrint)
	w[10] = t.screenText(f.ScreenText)
}

// packTimes sets the words of the head that change with every frame.
func packTimes(f *Frame, w *headRow) {
	w[headClock], w[headMatch], w[headTime] = millis(f.Clock), 0, millis(f.Time)
	switch {
	case !f.MatchKnown:
	case f.Phase == sim.PhaseCountdown:
		w[headMatch] = millis(f.Match) + w[headClock]
	case running(f.Phase):
		w[headMatch] = millis(f.Match) - w[headClock]
	default:
		w[headMatch] = millis(f.Match)
	}
}

// running reports whether the match clock runs in step with the game's clock.
func running(p sim.Phase) bool {
	return p == sim.PhasePlaying || p == sim.PhaseOvertime || p == sim.PhaseUnknown
}

func unpackHead(w *headRow, tab *tables, world *sim.World) {
	world.Phase = sim.Phase(w[3])
	world.MatchKnown, world.Approximate = has(w[3], 8), has(w[3], 9)
	world.POV = unslot(w[3] >> 16)
	world.Clock = unmillis(w[headClock])
	world.Match = 0
	if world.MatchKnown {
		switch {
		case world.Phase == sim.PhaseCountdown:
			world.Match = unmillis(w[headMatch] - w[headClock])
		case running(world.Phase):
			world.Match = unmillis(w[headMatch] + w[headClock])
		default:
			world.Match = unmillis(w[headMatch])
		}
	}
	world.TeamScore[0], world.TeamScore[1] = unpair(w[4])
	world.TeamScore[2], world.TeamScore[3] = unpair(w[5])
	world.TeamScore[4], _ = unpair(w[6])
	for i := range world.FlagState {
		world.FlagState[i] = sim.FlagState(w[7] >> (4 * i) & 15)
	}
	world.CenterPrint = tab.texts[w[8]]
	world.Level = int(w[headLevel])
	world.Time = unmillis(w[headTime])
	world.ScreenText = tab.screenTexts[w[10]]
}

// Bits of the rows' flags.
const (
	playerVisible   = 3
	playerOnGround  = 5
	playerEntered   = 11
	playerInventory = 12
	entityVisible   = 8
	moverVisible    = 0
)

// The index of the word in a row that holds its last cut: the number of the last frame to which the row must not be
// interpolated, or 0 if there is none, as nothing precedes frame 0.
const playerCut, entityCut, moverCut = 9, 19, 18

// cut returns the word for a row's last cut in a frame, given the word in the previous frame.
func cut(noLerp bool, frame int, before uint32) uint32 {
	if noLerp {
		return uint32(frame)
	}
	return before
}

// player: 0 flags, 1 last seen (0 while visible), 2 hull, 3 health and armour, 4 ammunition and frags, 5 deaths and
// ping, 6 flag and choke, witness, lost packets plus one, and field of view, 7 profile, 8 powerups, 9 last cut (set by
// the caller), 10- ends of powerups, last when he entered. The rest is in the pose.
func (t *interner) packPlayer(p *FramePlayer, w *[playerWords]uint32) {
	w[0] = uint32(p.Life) | bit(p.Visible, playerVisible) | bit(p.POV, 4) | bit(p.OnGround,
		playerOnGround) | bit(p.FlagCarried, 6) |
		bit(p.Firing, 7) | bit(p.Chatting, 8) | bit(p.Invisible, 9) | bit(p.Bot, 10) | bit(p.EnteredKnown, playerEntered) |
		bit(p.Inventory != nil, playerInventory) | uint32(p.Weapon)<<16 | uint32(p.ArmorKind)<<24
	w[1] = 0
	if !p.Visible {
		w[1] = millis(p.LastSeen)
	}
	w[2] = t.hull(p.Mins, p.Maxs)
	w[3] = pair(p.Health, p.Armor)
	w[4] = pair(p.Ammo, p.Frags)
	w[5] = pair(p.Deaths, p.Ping)
	w[6] = uint32(p.Flag) | uint32(min(p.Choke, 31))<<3 | uint32(p.Witness)<<8 | uint32(p.FOV)<<24
	if p.Loss >= 0 {
		w[6] |= uint32(min(p.Loss, 100)+1) << 16
	}
	w[7] = t.profile(p.Profile)
	w[8] = uint32(p.Powerups)
	for i, end := range p.PowerupEnd {
		if w[10+i] = 0; end != 0 {
			w[10+i] = millis(end)
		}
	}
	w[playerWords-1] = 0
	if p.EnteredKnown {
		w[playerWords-1] = millis(p.Entered)
	}
}

func lifeOf(flags uint32) sim.Life { return sim.Life(flags & 7) }

func unpackPlayer(w *[playerWords]uint32, tab *tables, p *sim.Player, slot int, now time.Duration) {
	f := w[0]
	p.Slot = sim.SlotAt(slot)
	p.Life, p.Visible, p.POV, p.OnGround, p.FlagCarried = lifeOf(f), has(f, playerVisible), has(f, 4),
		has(f, playerOnGround), has(f, 6)
	p.Firing, p.Chatting, p.Invisible, p.Bot = has(f, 7), has(f, 8), has(f, 9), has(f, 10)
	p.Weapon, p.ArmorKind = sim.Weapon(f>>16), sim.Item(f>>24)
	p.LastSeen = unmillis(w[1])
	if p.Visible {
		p.LastSeen = now
	}
	p.Mins, p.Maxs = tab.hulls[w[2]][0], tab.hulls[w[2]][1]
	p.Health, p.Armor = unpair(w[3])
	p.Ammo, p.Frags = unpair(w[4])
	p.Deaths, p.Ping = unpair(w[5])
	p.Flag, p.Choke, p.Witness, p.Loss, p.FOV = sim.Team(w[6]&7), uint8(w[6]>>3&31), uint8(w[6]>>8), sim.Unknown,
		uint8(w[6]>>24)
	if loss := uint8(w[6] >> 16); loss > 0 {
		p.Loss = int16(loss) - 1
	}
	p.Profile = tab.profiles[w[7]]
	p.EnteredKnown, p.Entered = has(f, playerEntered), unmillis(w[playerWords-1])
	p.Powerups = sim.PowerupSet(w[8])
	for i := range p.PowerupEnd {
		p.PowerupEnd[i] = unmillis(w[10+i])
	}
	p.Inventory = nil
}

// The words of an inventory: weapons from the first on, keys, other, and ammunition, two per word.
const (
	keysWord  = 2 * len(sim.WeaponSet{})
	otherWord = keysWord + 1
	ammoWord  = keysWord + 2
)

func (t *interner) packInventory(h *sim.Inventory, w *[inventoryWords]uint32) {
	for i, set := range h.Weapons {
		w[2*i], w[2*i+1] = uint32(set), uint32(set>>32)
	}
	w[keysWord], w[otherWord] = t.keyList(h.Keys), t.otherList(h.Other)
	w[inventoryWords-1] = pair(h.Ammo[sim.WeaponCount-1], 0) // for an odd number of weapons
	for i := range int(sim.WeaponCount) / 2 {
		w[ammoWord+i] = pair(h.Ammo[2*i], h.Ammo[2*i+1])
	}
}

func unpackInventory(w *[inventoryWords]uint32, tab *tables, h *sim.Inventory) {
	for i := range h.Weapons {
		h.Weapons[i] = uint64(w[2*i]) | uint64(w[2*i+1])<<32
	}
	h.Keys, h.Other = tab.keys[w[keysWord]], tab.others[w[otherWord]]
	for i := range h.Ammo {
		h.Ammo[i] = int16(w[ammoWord+i/2] >> (i % 2 * 16))
	}
}

// entity: 0 flags, 1-3 base, 4 last seen (0 while visible), 5 start, 6 taken, 7 respawn, 8 owner and taker, 9-11
// angles, 12 name, 13-15 delta, 16 duration, 17 gravity, 18 team, 19 last cut (set by the caller). What changes often
// comes first: the mask of changes takes a byte up to word 5, two up to word 12. Entities change rarely beside poses,
// so packing them stays out of the code for each frame. w has the likely name.
//
//go:noinline
func (t *interner) packEntity(e *FrameEntity, w *[entityWords]uint32) {
	w[0] = uint32(e.Kind) | uint32(e.State)<<4 | bit(e.RespawnKnown, 6) | bit(e.Dead, 7) | bit(e.Visible,
		entityVisible) |
		uint32(e.Trajectory.Kind)<<10 | uint32(e.Item)<<16 | uint32(e.Weapon)<<24
	w[6], w[7] = millis(e.Taken), millis(e.Respawn)
	w[8] = slotWord(e.Owner) | slotWord(e.TakenBy)<<16
	if t.names[w[entityName]] != e.Name {
		w[entityName] = t.name(e.Name)
	}
	if e.Trajectory.Kind == sim.TrajectoryInterpolate {
		putVec(w[entityPlace:], e.Origin)
		putVec(w[entitySpeed:], e.Velocity)
		w[5], w[16], w[17] = 0, 0, 0
	} else {
		putVec(w[entityPlace:], e.Trajectory.Base)
		putVec(w[entitySpeed:], e.Trajectory.Delta)
		w[5], w[16], w[17] = millis(e.Trajectory.Start), millis(e.Trajectory.Duration), word(e.Trajectory.Gravity)
	}
	putAngles(w[entityAngles:], e.Angles)
	w[4] = 0
	if !e.Visible {
		w[4] = millis(e.LastSeen)
	}
	w[18] = uint32(e.Team)
}

// The first word of an entity's position, angles and velocity, three words each, and the word of its name.
const entityPlace, entityAngles, entitySpeed, entityName = 1, 9, 13, 12

// unpackEntity unpacks an entity at a time on the game's clock. An entity out of sight stays at its position in the
// frame.
func unpackEntity(w *[entityWords]uint32, tab *tables, t *sim.Entity, entity int, now, clock time.Duration) {
	f := w[0]
	t.Number = entity
	t.Kind, t.State, t.RespawnKnown, t.Dead, t.Visible = sim.EntityKind(f&15), sim.ItemState(f>>4&3), has(f, 6),
		has(f, 7), has(f, entityVisible)
	t.Item, t.Weapon = sim.Item(f>>16), sim.Weapon(f>>24)
	t.Name = tab.names[w[entityName]]
	t.Taken, t.Respawn = unmillis(w[6]), unmillis(w[7])
	t.Owner, t.TakenBy = unslot(w[8]), unslot(w[8]>>16)
	t.Origin, t.Velocity = getVec(w[entityPlace:]), getVec(w[entitySpeed:])
	if kind := sim.TrajectoryKind(f >> 10 & 7); kind != sim.TrajectoryInterpolate {
		m := sim.Trajectory{Kind: kind, Start: unmillis(w[5]), Duration: unmillis(w[16]), Base: t.Origin,
			Delta: t.Velocity, Gravity: float(w[17])}
		t.Origin, t.Velocity = inWorld(&m, clock)
	}
	t.Angles = getAngles(w[entityAngles:])
	t.LastSeen = unmillis(w[4])
	if t.Visible {
		t.LastSeen = now
	}
	t.Team = sim.Team(w[18])
}

// inWorld is like [sim.Trajectory.At], but returns Base if the position is outside the world: an entity that a server
// has forgotten in the void falls for the rest of a match.
func inWorld(m *sim.Trajectory, clock time.Duration) (place, velocity sim.Vec3) {
	place, velocity = m.At(clock)
	if !within(&sim.Vec3{place[0], place[1]}, worldLimit) {
		return m.Base, sim.Vec3{}
	}
	return place, velocity
}

// mover: 0 flags, 1 model, 2-4 base, 5-7 delta, 8 start, 9 duration, 10-17 the same for the angles, 18 last cut
// (set by the caller).
func packMover(m *FrameMover, w *[moverWords]uint32) {
	w[0] = bit(m.Visible, moverVisible) | uint32(m.Trajectory.Kind)<<4 | uint32(m.AngleTrajectory.Kind)<<8
	w[1] = uint32(m.Model)
	packTrajectory(&m.Trajectory, m.Origin, w[2:10])
	packTrajectory(&m.AngleTrajectory, sim.Vec3{m.Angles.Pitch, m.Angles.Yaw, m.Angles.Roll}, w[10:18])
}

func packTrajectory(m *sim.Trajectory, value sim.Vec3, w []uint32) {
	if m.Kind == sim.TrajectoryInterpolate {
		putVec(w, value)
		clear(w[3:8])
		return
	}
	putVec(w, m.Base)
	putVec(w[3:], m.Delta)
	w[6], w[7] = millis(m.Start), millis(m.Duration)
}

// trajectoryOf returns a trajectory of the given kind that was packed by packTrajectory.
func trajectoryOf(kind sim.TrajectoryKind, w []uint32) sim.Trajectory {
	return sim.Trajectory{Kind: kind, Start: unmillis(w[6]), Duration: unmillis(w[7]), Base: getVec(w),
		Delta: getVec(w[3:])}
}

func unpackMover(w *[moverWords]uint32, m *sim.Mover, entity int, clock time.Duration) {
	f := w[0]
	m.Number, m.Visible, m.Model = entity, has(f, moverVisible), int(w[1])
	place, angles := trajectoryOf(sim.TrajectoryKind(f>>4&15), w[2:10]),
		trajectoryOf(sim.TrajectoryKind(f>>8&15), w[10:18])
	m.Origin, _ = inWorld(&place, clock)
	a, _ := angles.At(clock)
	m.Angles = anglesOf(a)
}
