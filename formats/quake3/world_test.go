package quake3

// world applies deltas and hashes every state, field by field, as the table of
// truths has it.
type world struct {
	Ignore
	hash       uint64
	gamestates int
	snapshots  int // that could be made, each once
	entities   int // of all of them
	lastTime   int32
	clientNum  int32
	last       int32

	baselines [MaxEntities]EntityState
	ring      [SnapshotBackup]frame
	spare     []EntityState
}

type frame struct {
	sequence int32
	valid    bool
	player   PlayerState
	entities []EntityState
}

func newWorld() *world { return &world{hash: 14695981039346656037, last: -1 << 31, clientNum: -1} }

func (w *world) put(values ...uint32) {
	h := w.hash
	for _, v := range values {
		for range 4 {
			h = (h ^ uint64(v&0xff)) * 1099511628211
			v >>= 8
		}
	}
	w.hash = h
}

func (w *world) Gamestate(g *Gamestate) {
	w.baselines = [MaxEntities]EntityState{}
	w.ring = [SnapshotBackup]frame{}
	w.last = -1 << 31
	for i := range g.Baselines {
		d := &g.Baselines[i]
		w.baselines[d.Number].Apply(d)
	}
	w.clientNum = g.ClientNum
	w.gamestates++
	w.put(0x47535f5f, uint32(g.CommandSequence), uint32(g.ClientNum), uint32(g.ChecksumFeed))
}

func (w *world) Snapshot(s *Snapshot) {
	f := frame{sequence: s.Sequence, valid: s.DeltaNum == 0}
	var base *frame
	if s.DeltaNum != 0 {
		base = &w.ring[uint32(s.Sequence-int32(s.DeltaNum))%SnapshotBackup]
		f.valid = base.valid && base.sequence == s.Sequence-int32(s.DeltaNum)
		f.player = base.player
	}
	f.player.Apply(&s.Player)
	var known []EntityState
	if base != nil {
		known = base.entities
	}
	f.entities = w.merge(w.spare[:0], known, s.Entities)
	slot := &w.ring[uint32(s.Sequence)%SnapshotBackup]
	if !f.valid {
		w.spare = f.entities
		return
	}
	w.spare = slot.entities
	*slot = f
	if s.Sequence == w.last {
		return
	}
	w.last = s.Sequence
	w.snapshots++
	w.lastTime = s.ServerTime
	w.hashFrame(s, slot)
}

func (w *world) merge(to, base []EntityState, deltas []EntityDelta) []EntityState {
	i := 0
	for k := range deltas {
		d := &deltas[k]
		for i < len(base) && base[i].Number < int(d.Number) {
			to = append(to, base[i])
			i++
		}
		e := w.baselines[d.Number]
		if i < len(base) && base[i].Number == int(d.Number) {
			e = base[i]
			i++
		}
		if !d.Removed {
			e.Apply(d)
			to = append(to, e)
		}
	}
	return append(to, base[i:]...)
}

func (w *world) hashFrame(s *Snapshot, f *frame) {
	w.put(uint32(s.ServerTime), uint32(s.Sequence), uint32(s.Flags))
	p := &f.player
	for _, id := range []PlayerField{PsCommandTime, PsPmType, PsPmFlags, PsOriginX, PsOriginY, PsOriginZ,
		PsVelocityX, PsVelocityY, PsVelocityZ, PsViewPitch, PsViewYaw, PsViewRoll, PsWeapon, PsClientNum, PsEFlags} {
		w.put(p.F[id])
	}
	for _, a := range [][16]int32{p.Stats, p.Persistant, p.Ammo} {
		for _, v := range a {
			w.put(uint32(v) & 0xffff)
		}
	}
	for _, v := range p.Powerups {
		w.put(uint32(v))
	}
	w.put(uint32(len(f.entities)))
	w.entities += len(f.entities)
	for i := range f.entities {
		e := &f.entities[i]
		w.put(uint32(e.Number))
		for _, id := range []EntityField{EntEType, EntEFlags, EntPosType, EntPosTime, EntPosDuration,
			EntPosBaseX, EntPosBaseY, EntPosBaseZ, EntPosDeltaX, EntPosDeltaY, EntPosDeltaZ,
			EntAposBasePitch, EntAposBaseYaw, EntAposBaseRoll, EntOtherEntityNum, EntOtherEntityNum2,
			EntGroundEntityNum, EntModelindex, EntClientNum, EntFrame, EntSolid, EntEvent, EntEventParm,
			EntPowerups, EntWeapon, EntLegsAnim, EntTorsoAnim} {
			w.put(e.F[id])
		}
	}
}
