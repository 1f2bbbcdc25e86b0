package q3

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim/recording"
)

// restless changes what demos tell of players at random.
type restless struct {
	*stage
	rnd *rand.Rand
}

// pick is one of some values.
func (s *restless) pick(values ...uint32) uint32 { return values[s.rnd.IntN(len(values))] }

// value is one for a field of a player: flags, kinds, numbers, coordinates.
func (s *restless) value() uint32 {
	return s.pick(0, 0, quake3.EtPlayer, quake3.EtInvisible, 3, 1<<s.rnd.IntN(17), groundNone, solidBModel, 0x38180f,
		num(float32(s.rnd.IntN(600))), num(float32(s.rnd.IntN(20))))
}

// entity changes the entity of a player, most often no more than his pose.
func (s *restless) entity(slot int) {
	e := s.entities[slot]
	switch n := s.rnd.IntN(30); {
	case e == nil || n == 0:
		s.at(slot, float32(s.rnd.IntN(900)), 0, 0)
	case n == 1:
		delete(s.entities, slot)
	case n < 8:
		e[quake3.EntityField(s.rnd.IntN(int(quake3.EntLocation)+1))] = s.value()
	case n == 8:
		e[quake3.EntPosBaseX] = num(float32(s.rnd.IntN(9000)))
	case n < 20:
		e[quake3.EntPosBaseX], e[quake3.EntAposBaseYaw] = num(float32(s.rnd.IntN(90))), num(float32(s.rnd.IntN(90)))
	}
}

// view changes the playerstate, most often no more than the pose.
func (s *restless) view() {
	p := &s.player
	switch n := s.rnd.IntN(40); {
	case n == 0:
		p.F[quake3.PsClientNum] = uint32(s.rnd.IntN(4))
	case n == 1 || n < 20 && p.F[quake3.PsPmType] > pmDead:
		p.F[quake3.PsPmType] = s.pick(0, 0, 0, pmSpectator, pmDead, 4, 5)
	case n < 8:
		p.F[s.pick(uint32(quake3.PsEFlags), uint32(quake3.PsWeapon), uint32(quake3.PsPmFlags),
			uint32(quake3.PsGroundEntityNum))] = s.value()
	case n < 11:
		p.Stats[s.rnd.IntN(8)] = int32(s.rnd.IntN(250)) - 50
	case n < 13:
		p.Persistant[s.rnd.IntN(14)] = int32(s.rnd.IntN(9))
	case n < 15:
		p.Ammo[s.rnd.IntN(16)], p.Powerups[s.rnd.IntN(16)] = int32(s.rnd.IntN(9)), s.time+int32(s.rnd.IntN(9000))-3000
	case n == 15:
		p.Powerups = [16]int32{}
	case n == 16:
		at := [...][2]quake3.PlayerField{{quake3.PsEvent0, quake3.PsEventParm0},
			{quake3.PsEvent1, quake3.PsEventParm1}}[p.F[quake3.PsEventSequence]&1]
		p.F[at[0]], p.F[at[1]] = 19, uint32(s.rnd.IntN(5)) // took an item
		p.F[quake3.PsEventSequence]++
	case n == 17:
		p.F[quake3.PsOriginX] = num(float32(s.rnd.IntN(9000)))
	case n < 32:
		p.F[quake3.PsOriginX], p.F[quake3.PsViewYaw] = num(float32(s.rnd.IntN(90))), num(float32(s.rnd.IntN(90)))
	}
}

// news tells of players what no entity does.
func (s *restless) news() {
	slot := s.rnd.IntN(3)
	delete(s.entities, 90)
	switch s.rnd.IntN(40) {
	case 0:
		s.say(fmt.Sprintf("tinfo 2 %d 1 %d 25 5 0 2 3 0 0 2 0", slot, s.rnd.IntN(200)))
	case 1:
		s.say(fmt.Sprintf("scores 1 5 6 %d %d 40 1 0", slot, s.rnd.IntN(9)))
	case 2:
		s.say(fmt.Sprintf(`cs %d "n\Cy\t\%d"`, s.sim.level.protocol.CsPlayers+slot, s.rnd.IntN(4)))
	case 3:
		s.event(90, 60, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: uint32(slot),
			quake3.EntOtherEntityNum2: uint32(s.rnd.IntN(3)), quake3.EntEventParm: 6})
	case 4:
		s.event(90, 23, map[quake3.EntityField]uint32{quake3.EntEFlags: efPlayerEvent,
			quake3.EntOtherEntityNum: uint32(slot)})
	case 5:
		s.flags ^= quake3.SnapServerCount
	case 6:
		s.say(fmt.Sprintf(`cs %d "%d"`, s.sim.level.protocol.CsLevelStart, s.time))
	case 7:
		s.say(fmt.Sprintf(`cs %d "%d"`, configWarmup, s.rnd.IntN(3)-1))
	}
}

// wander makes a demo of players who change at random. If doubt is set, the recorder examines all rows.
func wander(t *testing.T, protocol int, mod string, seed uint64, doubt bool) *recording.Recording {
	s := restless{newStage(t, protocol, map[int]string{0: `\mapname\test\g_gametype\3\gamename\` + mod}),
		rand.New(rand.NewPCG(seed, 1))}
	if doubt {
		s.sim.tracker.Recorder().DoubtChanges()
	}
	for range 4000 {
		s.news()
		s.view()
		for slot := range 3 {
			s.entity(slot)
		}
		s.snap(int32(s.pick(8, 25, 25, 50, 50, 300, 1500)))
	}
	s.end()
	return s.r
}

// TestChanges checks that no row changes unless it is among the changes of its frame.
func TestChanges(t *testing.T) {
	for seed := range uint64(12) {
		protocol, mod := [...]int{68, 91, 68, 73}[seed%4], [...]string{"baseq3", "baseqz", "cpma", "baseqz"}[seed%4]
		r, want := wander(t, protocol, mod, seed, false), wander(t, protocol, mod, seed, true)
		got, all := r.Cursor(), want.Cursor()
		for i := range want.Frames() {
			for _, at := range []time.Duration{want.FrameTime(i) - 3*ms, want.FrameTime(i)} {
				if g, w := got.At(at), all.At(at); !reflect.DeepEqual(g.Players, w.Players) {
					t.Fatalf("protocol %d, %s, at %v players are\n%+v, want\n%+v", protocol, mod, at,
						g.Players, w.Players)
				}
			}
		}
	}
}
