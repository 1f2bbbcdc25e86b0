package sim

import (
	"math"
	"time"
)

// The words of each kind of row. Places, velocities and angles that are whole multiples of the unit in which games send them are stored
// as that multiple, so that differences are short as varints; all other floats are stored as their bits.
const (
	headWords      = 11
	playerWords    = 9 + int(PowerupCount)
	inventoryWords = 4 + (int(WeaponCount)+1)/2
	entityWords    = 19
	moverWords     = 18
)

type headRow [headWords]uint32

// Words of the head.
const headClock, headMatch, headLevel, headTime = 1, 2, 8, 9

// headTimes are the words that change with each frame.
const headTimes = 1<<headClock | 1<<headTime

// What a frame has: one byte in front of it.
const (
	framePlayers = 1 << iota
	framePoses
	frameInventories
	frameEntities
	frameMovers
	frameSteps // of the head time and clock alone change, by the same, which follows in its place
	frameEven  // as frameSteps, by as much as before; nothing follows
)

// state is a whole frame as rows, as a reader has it.
type state struct {
	head        headRow
	step        uint32 // of its time, since the frame that was read before
	players     table[[playerWords]uint32]
	poses       []poseRow
	inventories table[[inventoryWords]uint32]
	entities    table[[entityWords]uint32]
	movers      table[[moverWords]uint32]
}

func (s *state) clear() {
	s.head = headRow{}
	s.players, s.poses, s.inventories, s.entities, s.movers = s.players[:0], s.poses[:0], s.inventories[:0], s.entities[:0], s.movers[:0]
}

func (s *state) copyFrom(o *state) {
	s.head = o.head
	s.players = append(s.players[:0], o.players...)
	s.poses = append(s.poses[:0], o.poses...)
	s.inventories = append(s.inventories[:0], o.inventories...)
	s.entities = append(s.entities[:0], o.entities...)
	s.movers = append(s.movers[:0], o.movers...)
}

// readFrom reads a frame; bases is set for one that begins a chunk.
func (s *state) readFrom(in *stream, bases []base) {
	what, before := in.octet(), s.head[headTime]
	switch {
	case what&frameSteps != 0:
		s.step = uint32(in.varint())
		fallthrough
	case what&frameEven != 0:
		s.head[headClock] += s.step
		s.head[headTime] += s.step
	default:
		readRow(in, in.varint(), &s.head)
		s.step = s.head[headTime] - before
	}
	if what&framePlayers != 0 {
		s.players = readTable(in, s.players, 0)
	}
	if what&framePoses != 0 {
		s.poses = readPoses(in, s.poses, seconds(s.step))
	}
	if what&frameInventories != 0 {
		s.inventories = readTable(in, s.inventories, 0)
	}
	if what&frameEntities != 0 {
		if bases != nil {
			s.entities = readFromBases(in, s.entities, bases)
		} else {
			s.entities = readTable(in, s.entities, seconds(s.step))
		}
	}
	if what&frameMovers != 0 {
		s.movers = readTable(in, s.movers, 0)
	}
}

func pair(lo, hi int16) uint32        { return uint32(uint16(lo)) | uint32(uint16(hi))<<16 }
func unpair(w uint32) (lo, hi int16)  { return int16(w), int16(w >> 16) }
func millis(d time.Duration) uint32   { return uint32(int32(d / time.Millisecond)) }
func unmillis(w uint32) time.Duration { return time.Duration(int32(w)) * time.Millisecond }
func bit(b bool, n int) uint32        { return uint32(btoi(b)) << n }
func putVec(w []uint32, v Vec3)       { w[0], w[1], w[2] = placeWord(v[0]), placeWord(v[1]), placeWord(v[2]) }
func getVec(w []uint32) Vec3          { return Vec3{wordPlace(w[0]), wordPlace(w[1]), wordPlace(w[2])} }
func putAngles(w []uint32, a Angles) {
	w[0], w[1], w[2] = angleWord(a.Pitch), angleWord(a.Yaw), angleWord(a.Roll)
}
func getAngles(w []uint32) Angles { return Angles{wordAngle(w[0]), wordAngle(w[1]), wordAngle(w[2])} }
func placeWord(f float32) uint32  { return eighths.swap(word(f)) }
func wordPlace(w uint32) float32  { return eighths.float(w) }
func angleWord(f float32) uint32  { return shorts.swap(word(f)) }
func wordAngle(w uint32) float32  { return shorts.float(w) }
func word(f float32) uint32       { return math.Float32bits(f) }
func float(w uint32) float32      { return math.Float32frombits(w) }
func has(w uint32, n int) bool    { return w>>n&1 != 0 }
func slotWord(s Slot) uint32      { return uint32(s.next) }
func unslot(w uint32) Slot        { return Slot{uint16(w)} }
func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unit is a size that numbers are multiples of, and its inverse.
type unit struct{ size, per float32 }

// The units in which games send places and velocities (whole units or eighths) and angles (65536 to the circle). The sizes are exact in
// a float32, and so are their products with whole numbers up to swapLimit.
var (
	wholes  = unit{1, 1}
	eighths = unit{0.125, 8}
	shorts  = unit{360.0 / 65536, 65536.0 / 360}
)

const swapLimit = 1 << 18

// swap maps the bits of a float that is a small multiple of the unit to that multiple, and small multiples to those bits; it leaves all
// other bits alone. It is its own inverse.
func (u unit) swap(bits uint32) uint32 {
	if n, ok := u.whole(bits); ok {
		return n
	}
	return u.other(bits)
}

// float is the float that a word made by swap stands for.
func (u unit) float(w uint32) float32 {
	if isSmall(w) {
		return float32(int32(w)) * u.size
	}
	return u.large(w)
}

// large is float for words that are not small.
func (u unit) large(w uint32) float32 {
	if n, ok := u.whole(w); ok {
		return float(n)
	}
	return float(w)
}

// whole returns which multiple of the unit a float is; ok is false if it is no small multiple.
func (u unit) whole(bits uint32) (n uint32, ok bool) {
	sum := float32(float(bits)*u.per) + large
	n = word(sum) - largeWord
	return n, isSmall(n) && word((sum-large)*u.size) == bits
}

// other is swap for bits that are not those of a small multiple.
func (u unit) other(bits uint32) uint32 {
	if isSmall(bits) {
		return word(float32(int32(bits)) * u.size)
	}
	return bits
}

// rounded is the whole number nearest to f if that is below 1<<22, and meaningless otherwise. Adding a large float leaves no bits for a
// fraction, which is faster than a conversion with its checks.
func rounded(f float32) uint32 {
	return word(f+large) - largeWord
}

// large leaves no bits for a fraction in what it is added to, and largeWord are its bits.
const (
	large     float32 = 3 << 22
	largeWord         = 0x4b400000
)

// isSmall reports whether a word is a multiple of a unit rather than the bits of a float.
func isSmall(w uint32) bool { return w+swapLimit < 2*swapLimit }

// head: 0 flags, 1 clock, 2 match less clock (or plus, in a countdown),
// 3-5 scores, 6 flag states, 7 centre print, 8 level, 9 time, 10 screen text.
func (t *interner) packHead(f *Frame, w *headRow) {
	w[0] = uint32(f.Phase) | bit(f.MatchKnown, 8) | bit(f.Approximate, 9) | slotWord(f.POV)<<16
	w[3] = pair(f.TeamScore[0], f.TeamScore[1])
	w[4] = pair(f.TeamScore[2], f.TeamScore[3])
	w[5] = pair(f.TeamScore[4], 0)
	w[6] = 0
	for i, s := range f.FlagState {
		w[6] |= uint32(s) << (4 * i)
	}
	w[7] = t.text(f.CenterPrint)
	w[10] = t.screenText(f.ScreenText)
}

// packTimes sets the words of the head that change with each frame.
func packTimes(f *Frame, w *headRow) {
	w[headClock], w[headMatch], w[headTime] = millis(f.Clock), 0, millis(f.Time)
	switch {
	case !f.MatchKnown:
	case f.Phase == PhaseCountdown:
		w[headMatch] = millis(f.Match) + w[headClock]
	case running(f.Phase):
		w[headMatch] = millis(f.Match) - w[headClock]
	default:
		w[headMatch] = millis(f.Match)
	}
}

// running reports whether the match clock goes with the game's clock.
func running(p Phase) bool { return p == PhasePlaying || p == PhaseOvertime || p == PhaseUnknown }

func unpackHead(w *headRow, tab *tables, world *World) {
	world.Phase = Phase(w[0])
	world.MatchKnown, world.Approximate = has(w[0], 8), has(w[0], 9)
	world.POV = unslot(w[0] >> 16)
	world.Clock = unmillis(w[1])
	world.Match = 0
	if world.MatchKnown {
		switch {
		case world.Phase == PhaseCountdown:
			world.Match = unmillis(w[2] - w[1])
		case running(world.Phase):
			world.Match = unmillis(w[2] + w[1])
		default:
			world.Match = unmillis(w[2])
		}
	}
	world.TeamScore[0], world.TeamScore[1] = unpair(w[3])
	world.TeamScore[2], world.TeamScore[3] = unpair(w[4])
	world.TeamScore[4], _ = unpair(w[5])
	for i := range world.FlagState {
		world.FlagState[i] = FlagState(w[6] >> (4 * i) & 15)
	}
	world.CenterPrint = tab.texts[w[7]]
	world.Level = int(w[8])
	world.Time = unmillis(w[9])
	world.ScreenText = tab.screenTexts[w[10]]
}

// Bits of the flags of rows.
const (
	playerVisible   = 3
	playerOnGround  = 5
	playerNoLerp    = 11
	playerInventory = 12
	entityVisible   = 8
	entityNoLerp    = 9
	entityMoved     = 13 // its velocity follows from its places in the previous frame and in this one
	moverVisible    = 0
	moverNoLerp     = 1
)

// player: 0 flags, 1 last seen (0 while visible), 2 hull, 3 health and armour, 4 ammunition and
// frags, 5 deaths and ping, 6 flag and witness, 7 profile, 8 powerups, 9- ends of powerups. The rest is his pose.
func (t *interner) packPlayer(p *FramePlayer, w *[playerWords]uint32) {
	w[0] = uint32(p.Life) | bit(p.Visible, playerVisible) | bit(p.POV, 4) | bit(p.OnGround, playerOnGround) | bit(p.FlagCarried, 6) |
		bit(p.Firing, 7) | bit(p.Chatting, 8) | bit(p.Invisible, 9) | bit(p.Bot, 10) | bit(p.NoLerp, playerNoLerp) |
		bit(p.Inventory != nil, playerInventory) | uint32(p.Weapon)<<16 | uint32(p.ArmorKind)<<24
	w[1] = 0
	if !p.Visible {
		w[1] = millis(p.LastSeen)
	}
	w[2] = t.hull(p.Mins, p.Maxs)
	w[3] = pair(p.Health, p.Armor)
	w[4] = pair(p.Ammo, p.Frags)
	w[5] = pair(p.Deaths, p.Ping)
	w[6] = uint32(p.Flag) | uint32(p.Witness)<<8
	w[7] = t.profile(p.Profile)
	w[8] = uint32(p.Powerups)
	for i, end := range p.PowerupEnd {
		if w[9+i] = 0; end != 0 {
			w[9+i] = millis(end)
		}
	}
}

func lifeOf(flags uint32) Life { return Life(flags & 7) }

func unpackPlayer(w *[playerWords]uint32, tab *tables, p *Player, slot int, now time.Duration) {
	f := w[0]
	p.Slot = SlotAt(slot)
	p.Life, p.Visible, p.POV, p.OnGround, p.FlagCarried = lifeOf(f), has(f, playerVisible), has(f, 4), has(f, playerOnGround), has(f, 6)
	p.Firing, p.Chatting, p.Invisible, p.Bot = has(f, 7), has(f, 8), has(f, 9), has(f, 10)
	p.Weapon, p.ArmorKind = Weapon(f>>16), Item(f>>24)
	p.LastSeen = unmillis(w[1])
	if p.Visible {
		p.LastSeen = now
	}
	p.Mins, p.Maxs = tab.hulls[w[2]][0], tab.hulls[w[2]][1]
	p.Health, p.Armor = unpair(w[3])
	p.Ammo, p.Frags = unpair(w[4])
	p.Deaths, p.Ping = unpair(w[5])
	p.Flag, p.Witness = Team(w[6]), uint8(w[6]>>8)
	p.Profile = tab.profiles[w[7]]
	p.Powerups = PowerupSet(w[8])
	for i := range p.PowerupEnd {
		p.PowerupEnd[i] = unmillis(w[9+i])
	}
	p.Inventory = nil
}

// inventory: 0-1 weapons, 2 keys, 3 other, 4- ammunition, two a word.
func (t *interner) packInventory(h *Inventory, w *[inventoryWords]uint32) {
	w[0], w[1] = uint32(h.Weapons), uint32(h.Weapons>>32)
	w[2], w[3] = t.keyList(h.Keys), t.otherList(h.Other)
	w[inventoryWords-1] = pair(h.Ammo[WeaponCount-1], 0) // for an odd number of weapons
	for i := range int(WeaponCount) / 2 {
		w[4+i] = pair(h.Ammo[2*i], h.Ammo[2*i+1])
	}
}

func unpackInventory(w *[inventoryWords]uint32, tab *tables, h *Inventory) {
	h.Weapons = uint64(w[0]) | uint64(w[1])<<32
	h.Keys, h.Other = tab.keys[w[2]], tab.others[w[3]]
	for i := range h.Ammo {
		h.Ammo[i] = int16(w[4+i/2] >> (i % 2 * 16))
	}
}

// entity: 0 flags, 1-3 base, 4 last seen (0 while visible), 5 start, 6 taken, 7 respawn, 8 owner and taker, 9-11 angles,
// 12 name, 13-15 delta, 16 duration, 17 gravity, 18 team. What changes often comes first: the mask of changes takes a byte
// up to word 5, two up to word 12. Of an item that is taken, 6 counts from 4, and 7, where it is known, from when it was taken: that
// is short, or the same each time. Entities change rarely beside poses, so packing
// them stays out of the code for each frame.
//
//go:noinline
func (t *interner) packEntity(e *FrameEntity, w *[entityWords]uint32) {
	w[0] = uint32(e.Kind) | uint32(e.State)<<4 | bit(e.RespawnKnown, 6) | bit(e.Dead, 7) | bit(e.Visible, entityVisible) |
		bit(e.NoLerp, entityNoLerp) | uint32(e.Trajectory.Kind)<<10 | uint32(e.Item)<<16 | uint32(e.Weapon)<<24
	w[6], w[7] = millis(e.Taken), millis(e.Respawn)
	w[8] = slotWord(e.Owner) | slotWord(e.TakenBy)<<16
	w[12] = t.name(e.Name)
	if e.Trajectory.Kind == TrajectoryInterpolate {
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
	if e.State == ItemTaken {
		if e.RespawnKnown {
			w[7] -= w[6]
		}
		w[6] -= w[4]
	}
}

// The first of the three words of an entity's place, of its angles, and of its velocity.
const entityPlace, entityAngles, entitySpeed = 1, 9, 13

// movedWord is the word of the speed at which a coordinate of an entity goes from one word to another within a number of seconds.
func movedWord(from, to uint32, in float32) uint32 {
	return eighths.swap(movedBits(wordPlace(from), wordPlace(to), in))
}

// unpackEntity gives the entity at a time of the game's clock; one out of
// sight stands still where its frame has it.
func unpackEntity(w *[entityWords]uint32, tab *tables, t *Entity, entity int, now, clock time.Duration) {
	f := w[0]
	t.Number = entity
	t.Kind, t.State, t.RespawnKnown, t.Dead, t.Visible = EntityKind(f&15), ItemState(f>>4&3), has(f, 6), has(f, 7), has(f, entityVisible)
	t.Item, t.Weapon = Item(f>>16), Weapon(f>>24)
	t.Name = tab.names[w[12]]
	taken, respawn := w[6], w[7]
	if t.State == ItemTaken {
		taken += w[4]
		if t.RespawnKnown {
			respawn += taken
		}
	}
	t.Taken, t.Respawn = unmillis(taken), unmillis(respawn)
	t.Owner, t.TakenBy = unslot(w[8]), unslot(w[8]>>16)
	t.Origin, t.Velocity = getVec(w[entityPlace:]), getVec(w[entitySpeed:])
	if kind := TrajectoryKind(f >> 10 & 7); kind != TrajectoryInterpolate {
		m := Trajectory{kind, unmillis(w[5]), unmillis(w[16]), t.Origin, t.Velocity, float(w[17])}
		t.Origin, t.Velocity = m.inWorld(clock)
	}
	t.Angles = getAngles(w[entityAngles:])
	t.LastSeen = unmillis(w[4])
	if t.Visible {
		t.LastSeen = now
	}
	t.Team = Team(w[18])
}

// inWorld is At of a place, which does not leave the world. It may fall out of it: what a server forgets in the
// void falls for the rest of a match.
func (m *Trajectory) inWorld(clock time.Duration) (place, velocity Vec3) {
	place, velocity = m.At(clock)
	if !within(&Vec3{place[0], place[1]}, worldLimit) {
		return m.Base, Vec3{}
	}
	return place, velocity
}

// mover: 0 flags, 1 model, 2-4 base, 5-7 delta, 8 start, 9 duration, and the
// same for the angles from 10 on.
func packMover(m *FrameMover, w *[moverWords]uint32) {
	w[0] = bit(m.Visible, moverVisible) | bit(m.NoLerp, moverNoLerp) | uint32(m.Trajectory.Kind)<<4 | uint32(m.AngleTrajectory.Kind)<<8
	w[1] = uint32(m.Model)
	packTrajectory(&m.Trajectory, m.Origin, w[2:10])
	packTrajectory(&m.AngleTrajectory, Vec3{m.Angles.Pitch, m.Angles.Yaw, m.Angles.Roll}, w[10:18])
}

func packTrajectory(m *Trajectory, value Vec3, w []uint32) {
	if m.Kind == TrajectoryInterpolate {
		putVec(w, value)
		clear(w[3:8])
		return
	}
	putVec(w, m.Base)
	putVec(w[3:], m.Delta)
	w[6], w[7] = millis(m.Start), millis(m.Duration)
}

// trajectoryOf is the trajectory of a kind that packTrajectory packed.
func trajectoryOf(kind TrajectoryKind, w []uint32) Trajectory {
	return Trajectory{Kind: kind, Start: unmillis(w[6]), Duration: unmillis(w[7]), Base: getVec(w), Delta: getVec(w[3:])}
}

func unpackMover(w *[moverWords]uint32, m *Mover, entity int, clock time.Duration) {
	f := w[0]
	m.Number, m.Visible, m.Model = entity, has(f, moverVisible), int(w[1])
	place, angles := trajectoryOf(TrajectoryKind(f>>4&15), w[2:10]), trajectoryOf(TrajectoryKind(f>>8&15), w[10:18])
	m.Origin, _ = place.inWorld(clock)
	a, _ := angles.At(clock)
	m.Angles = Angles{a[0], a[1], a[2]}
}
