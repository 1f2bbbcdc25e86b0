package quake3

// world hashes every state, field by field, as the table of truths has it.
type world struct {
	History
	hash       uint64
	gamestates int
	snapshots  int // that could be made, each once
	entities   int // of all of them
	lastTime   int32
	clientNum  int32
}

func newWorld() *world { return &world{hash: 14695981039346656037, clientNum: -1} }

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

func (w *world) Handle(m Message) {
	w.History.Handle(m)
	switch m := m.(type) {
	case *Gamestate:
		w.clientNum = m.ClientNum
		w.gamestates++
		w.put(0x47535f5f, uint32(m.CommandSequence), uint32(m.ClientNum), uint32(m.ChecksumFeed))
	case *SnapshotDelta:
		if s := w.Snapshot(); !s.Approximate && !s.Repeated {
			w.snapshots++
			w.lastTime = s.ServerTime
			w.hashSnapshot(s)
		}
	}
}

func (w *world) hashSnapshot(s *Snapshot) {
	w.put(uint32(s.ServerTime), uint32(s.Sequence), uint32(s.Flags))
	p := &s.Player
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
	w.put(uint32(s.Len()))
	w.entities += s.Len()
	for i := range s.Len() {
		e := s.Entity(i)
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
