package q3

import (
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// thingOf is the thing of an entity, or nil.
func thingOf(w *sim.World, entity int) *sim.Entity {
	for i := range w.Entities {
		if w.Entities[i].Number == entity {
			return &w.Entities[i]
		}
	}
	return nil
}

// take makes the recorder take the item of an entity, whose number in the list
// of items is index; it is gone with the next snapshot.
func (s *stage) take(entity int, index uint32) {
	delete(s.entities, entity)
	event, parm := quake3.PsEvent0, quake3.PsEventParm0
	if s.player.F[quake3.PsEventSequence]&1 == 1 {
		event, parm = quake3.PsEvent1, quake3.PsEventParm1
	}
	s.player.F[event], s.player.F[parm] = 19, index
	s.player.F[quake3.PsEventSequence]++
}

func item(index uint32) map[quake3.EntityField]uint32 {
	return map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtItem, quake3.EntModelindex: index}
}

// TestMegaHealthOfCPMA checks that under CPMA's own rules a mega health respawns after its effect has worn off, and
// under those of Quake III (pm 0) after a fixed delay.
func TestMegaHealthOfCPMA(t *testing.T) {
	const mega = 7
	for _, test := range []struct {
		rules string
		worn  time.Duration // when it is known when it comes back
		back  time.Duration
	}{{`\pm\2\tw\0`, 5100 * ms, 25600 * ms}, {`\pm\0\tw\0`, 100 * ms, 35100 * ms}} {
		s := newStage(t, 68, map[int]string{0: `\mapname\test\g_gametype\1\gamename\cpma`, 672: test.rules})
		s.gamestate(map[int]string{0: `\mapname\test\g_gametype\1\gamename\cpma`, 672: test.rules},
			[]quake3.EntityDelta{delta(70, item(mega))})
		s.entities[70] = item(mega)
		s.snap(0)
		s.snap(50)
		s.take(70, mega)
		s.player.Stats[0] = 190
		s.snap(50)
		s.snap(4950)
		s.player.Stats[0] = 100
		s.snap(50)
		c := s.end()
		before := *thingOf(c.At(test.worn-ms), 70)
		after := *thingOf(c.At(test.worn), 70)
		if before.RespawnKnown || !after.RespawnKnown || after.Respawn != test.back || after.TakenBy.Index() != 0 {
			t.Errorf("%s: %+v, then %+v", test.rules, before, after)
		}
	}
}

// TestServerShortensAnItem checks that once an item has respawned early twice after the same delay, that delay is
// expected.
func TestServerShortensAnItem(t *testing.T) {
	const rockets = 23
	s := newStage(t, 68, nil)
	s.gamestate(nil, []quake3.EntityDelta{delta(70, item(rockets))})
	s.entities[70] = item(rockets)
	s.snap(0)
	var taken []time.Duration
	for i := range uint32(3) {
		s.snap(50)
		s.take(70, rockets)
		s.snap(50)
		taken = append(taken, s.sim.tracker.Now())
		s.snap(29900)
		s.entities[70] = item(rockets)
		s.entities[70][quake3.EntEvent] = 40 | (i+1)<<8 // it is back
		s.snap(100)
	}
	c := s.end()
	for i, away := range []time.Duration{40 * time.Second, 40 * time.Second, 30 * time.Second} {
		if th := thingOf(c.At(taken[i]), 70); !th.RespawnKnown || th.Respawn-th.Taken != away {
			t.Errorf("taken at %v: %+v", taken[i], th)
		}
	}
}

// TestLimitsOfTheirLevel checks that a level does not start with the previous level's limits.
func TestLimitsOfTheirLevel(t *testing.T) {
	level := func(limits string) map[int]string {
		return map[int]string{0: `\mapname\test\g_gametype\1\gamename\cpma`, 672: `\tw\0\ts\10000\` + limits}
	}
	s := newStage(t, 68, level(`tl\10\sl\5`))
	s.snap(0)
	s.snap(50)
	s.gamestate(level(`tl\20\sl\0`), nil)
	s.snap(50)
	s.snap(50)
	s.end()
	levels := s.r.Levels()
	if len(levels) != 2 {
		t.Fatalf("%d levels", len(levels))
	}
	for i, want := range []sim.Level{{TimeLimit: 10 * time.Minute, FragLimit: 5}, {TimeLimit: 20 * time.Minute}} {
		if l := levels[i]; l.TimeLimit != want.TimeLimit || l.FragLimit != want.FragLimit {
			t.Errorf("level %d has limits of %v and %d, want %v and %d", i, l.TimeLimit, l.FragLimit, want.TimeLimit,
				want.FragLimit)
		}
	}
}
