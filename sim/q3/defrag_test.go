package q3

import (
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// TestRunCode holds the time of runs as real recordings have it: at a first
// checkpoint, on the way, at the finish whose time the game then prints.
func TestRunCode(t *testing.T) {
	newer := info(`\defrag_vers\19125\defrag_gametype\1\mapname\Dfwc2019-1`)
	older := info(`\defrag_vers\19124\defrag_gametype\1\mapname\lucy-vchrkn`)
	for _, test := range []struct {
		server          infoValues
		clock           int32
		high, low       int32   // the time as sent
		health          int32   // with which it is mixed, and with:
		x, speed        float32 // place and velocity eastwards
		side            uint32  // direction of movement
		ms              int32
		broken, cheated bool
	}{
		{newer, 1289824, -2826, 76, 167, -8841.48, 1255, 1, 5768, false, false},
		{newer, 1294696, -29502, -31848, 153, -4620.323, 501, 1, 10640, false, false},
		{newer, 1309544, 18869, 9050, 128, -228.0331, 2, 6, 25488, false, false},
		{older, 269128, 32260, 11973, 125, 14.393401, -175, 7, 4488, false, false},
		{older, 308688, 4416, -1309, 116, 1873.4191, -245, 1, 44048, false, false},
		{older, 308688, 4416, -1309, 115, 1873.4191, -245, 1, 0, true, false}, // not the health it was mixed with
		{older, 308688, 1, 3, 116, 1873.4191, -245, 1, 1<<16 + 3, false, true},
		{older, 308688, 0, 0, 116, 1873.4191, -245, 1, 0, false, false}, // no run
	} {
		system := info(`\sv_cheats\0`)
		if test.cheated {
			system = info(`\sv_cheats\1`)
		}
		c := runCodeOf(test.server, system)
		ps := quake3.PlayerState{}
		ps.Stats[statRunHigh], ps.Stats[statRunLow], ps.Stats[statHealth] = test.high, test.low, test.health
		ps.SetOrigin([3]float32{test.x, 0, 0})
		ps.SetVelocity([3]float32{test.speed, 0, 0})
		ps.F[quake3.PsMovementDir] = test.side
		ms, ok := c.time(&ps, test.clock)
		if ok == test.broken || ok && ms != test.ms {
			t.Errorf("at %d: %d ms, %v, want %d", test.clock, ms, ok, test.ms)
		}
	}
}

// TestRunIsTheClock checks that a run of DeFRaG is the match clock while it
// lasts, that the clock then stands at its time until the next begins, and that
// a finish told by the playerstate and by a print is one.
func TestRunIsTheClock(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\defrag\defrag_vers\19120\defrag_gametype\5\mapname\run`})
	state := func(bits, took int32) { s.player.Stats[statRun], s.player.Stats[statRunLow] = bits, took }
	s.snap(0)
	state(runTimer|runStart, 0)
	s.snap(50)
	state(runTimer|runStart|runCheckpoint, 1000)
	s.snap(1000)
	state(runStart|runCheckpoint|runFinish, 1450)
	s.snap(500)
	s.say("print \"^1Ann^7 reached the finish line in 1:450\n\"")
	s.snap(100)
	state(0, 0)
	s.snap(500)
	c := s.end()
	s.want(s.events(sim.EventCheckpoint, sim.EventFinish), "1050 checkpoint 0 -1 checkpoint in 1.000",
		"1550 finish 0 -1 finish in 1.450")
	for _, test := range []struct {
		at, match int
		phase     sim.Phase
		known     bool
	}{{0, 0, sim.PhasePlaying, false}, {550, 500, sim.PhasePlaying, true}, {1100, 1050, sim.PhasePlaying, true},
		{1550, 1450, sim.PhaseFinished, true}, {2000, 1450, sim.PhaseFinished, true},
		{2150, 0, sim.PhasePlaying, false}} {
		w := c.At(time.Duration(test.at) * ms)
		if w.MatchKnown != test.known || w.Match != time.Duration(test.match)*ms || w.Phase != test.phase {
			t.Errorf("at %d: %v %v in phase %d", test.at, w.MatchKnown, w.Match, w.Phase)
		}
	}
	if l := s.r.Levels()[0]; len(l.Chapters) != 1 || l.Chapters[0].Start != 100*ms || l.Chapters[0].End != 1550*ms {
		t.Errorf("chapters are %+v", l.Chapters)
	}
}
