package q3

import (
	"fmt"
	"io"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

// hasher computes the hash of everything decoded that the truth has.
type hasher struct {
	sum                             uint64
	gamestates, snapshots, entities int
	damaged                         bool
}

func (h *hasher) word(v uint32) {
	for range 4 {
		h.sum = (h.sum ^ uint64(v&0xff)) * 1099511628211
		v >>= 8
	}
}

func (h *hasher) Gamestate(s *State, g *quake3.Gamestate) {
	h.gamestates++
	h.word(0x47535f5f)
	h.word(uint32(g.CommandSequence))
	h.word(uint32(g.ClientNum))
	h.word(uint32(g.ChecksumFeed))
}

func (*hasher) Command(*State, []byte)           {}
func (*hasher) Configstring(*State, int, string) {}

var (
	hashPlayer = []quake3.PlayerField{quake3.PsCommandTime, quake3.PsPmType, quake3.PsPmFlags, quake3.PsOriginX, quake3.PsOriginY, quake3.PsOriginZ,
		quake3.PsVelocityX, quake3.PsVelocityY, quake3.PsVelocityZ, quake3.PsViewPitch, quake3.PsViewYaw, quake3.PsViewRoll, quake3.PsWeapon, quake3.PsClientNum, quake3.PsEFlags}
	hashEntity = []quake3.EntityField{quake3.EntEType, quake3.EntEFlags, quake3.EntPosType, quake3.EntPosTime, quake3.EntPosDuration,
		quake3.EntPosBaseX, quake3.EntPosBaseY, quake3.EntPosBaseZ, quake3.EntPosDeltaX, quake3.EntPosDeltaY, quake3.EntPosDeltaZ,
		quake3.EntAposBasePitch, quake3.EntAposBaseYaw, quake3.EntAposBaseRoll, quake3.EntOtherEntityNum, quake3.EntOtherEntityNum2, quake3.EntGroundEntityNum,
		quake3.EntModelindex, quake3.EntClientNum, quake3.EntFrame, quake3.EntSolid, quake3.EntEvent, quake3.EntEventParm, quake3.EntPowerups, quake3.EntWeapon,
		quake3.EntLegsAnim, quake3.EntTorsoAnim}
)

func (h *hasher) Snapshot(s *State, snap *Snapshot) {
	if snap.Approximate || snap.Repeated || h.damaged {
		return
	}
	h.snapshots++
	h.entities += snap.Len()
	h.word(uint32(snap.ServerTime))
	h.word(uint32(snap.Sequence))
	h.word(uint32(snap.Flags))
	p := &snap.Player
	for _, f := range hashPlayer {
		h.word(p.F[f])
	}
	for _, a := range [][16]int32{p.Stats, p.Persistant, p.Ammo} {
		for _, v := range a {
			h.word(uint32(v) & 0xffff)
		}
	}
	for _, v := range p.Powerups {
		h.word(uint32(v))
	}
	h.word(uint32(snap.Len()))
	for i := range snap.Len() {
		e := snap.Entity(i)
		h.word(uint32(e.Number))
		for _, f := range hashEntity {
			h.word(e.F[f])
		}
	}
}

// untilDamage is a State that tells the hasher of the first damage: there the
// parser that made the truth ended.
type untilDamage struct {
	*State
	h *hasher
}

func (u untilDamage) Skipped(*quake3.Skipped) { u.h.damaged = true }

func TestSnapshotsAreTheTruth(t *testing.T) {
	for row := range corpus.Table(t, "quake3-snapshots.csv") {
		name := row.Text("demo")
		want := fmt.Sprintf("%d gamestates, %d snapshots, %d entities, %s", row.Int("gamestates"), row.Int("snapshots"), row.Int("entitySum"), row.Text("fnv1a64"))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &hasher{sum: 14695981039346656037}
			d := quake3.NewDecoder(corpus.Load(t, name), quake3.Options{Name: name})
			s := untilDamage{NewState(d.Protocol(), h), h}
			for d.Next(s) != io.EOF {
			}
			got := fmt.Sprintf("%d gamestates, %d snapshots, %d entities, %016x", h.gamestates, h.snapshots, h.entities, h.sum)
			if got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}
