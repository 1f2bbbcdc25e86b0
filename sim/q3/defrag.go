package q3

import (
	"math"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// Places in the playerstate's stats where DeFRaG keeps a run: the upper and
// the lower 16 bits of its time, and a set of bits.
const (
	statRunHigh = 7
	statRunLow  = 8
	statRun     = 12
)

// Bits of statRun. The first is set while the timer runs, the others change,
// up or down, with what they stand for.
const (
	runTimer      = 1 << 1
	runStart      = 1 << 2
	runFinish     = 1 << 3
	runCheckpoint = 1 << 4
)

// runCode is how DeFRaG codes the time of a run, so that no one writes himself
// a better one. The facts are those that DemoCleaner3, a tool of its players,
// published.
type runCode struct {
	version uint32 // 19125 for 1.91.25; 0: the demo is not DeFRaG's
	letters uint32 // sum of the letters of the map's name
	plain   bool   // nothing is coded: played on a server, or with cheats
}

// Versions of DeFRaG with a code of their own.
const (
	codesOnline = 190   // that coded also what was played on a server
	plainCheats = 19112 // the first that leaves times plain where cheats are on
)

func runCodeOf(server, system map[string]string) runCode {
	c := runCode{version: uint32(max(atoi(server["defrag_vers"]), 0))}
	for _, b := range []byte(strings.ToLower(server["mapname"])) {
		c.letters += uint32(b)
	}
	c.letters &= 0xff
	c.plain = atoi(server["defrag_gametype"]) > 4 && c.version != codesOnline ||
		c.version >= plainCheats && atoi(system["sv_cheats"]) > 0
	return c
}

// time is the time of the run in ms, 0 where there is none. ok is false where
// the code's own check says that it is not what it should be.
func (c *runCode) time(ps *quake3.PlayerState, clock int32) (ms int32, ok bool) {
	t := uint32(ps.Stats[statRunHigh])<<16 | uint32(ps.Stats[statRunLow])&0xffff
	if t == 0 || c.plain {
		return int32(t), true
	}
	whole := func(f float32) uint32 { return uint32(math.Abs(math.Floor(float64(f)))) & 0xffff }
	health := uint32(150)
	if h := ps.Stats[statHealth]; h > 0 {
		health = uint32(h) & 0xff
	}
	t ^= whole(ps.Origin()[0]) ^ whole(ps.Velocity()[0])<<16 ^ health ^ ps.F[quake3.PsMovementDir]<<28
	for shift := 24; shift > 0; shift -= 8 { // each byte but the lowest was mixed with the one below
		t ^= t >> (shift - 8) & 0xff << shift
	}
	t ^= uint32(clock)<<2 + (c.version+c.letters)<<8 ^ uint32(clock)<<24
	fill := t>>28 | ^(t>>28)<<4&0xff
	t ^= fill | fill<<8 | fill<<16 | fill<<24
	ms = int32(t & 0x3fffff)
	sum := t&0x3f + t>>6&0x3f + t>>12&0x3f + t>>18&0xf
	return ms, t>>22&0x3f == sum&0x3f
}

// followRun finds in the playerstate what became of the run of the player whose
// view it is; followed is false where the snapshot before was another's.
func (s *Simulator) followRun(ps *quake3.PlayerState, followed bool) {
	if s.code.version == 0 {
		return
	}
	p := &s.roster[s.pov]
	bits := ps.Stats[statRun]
	was := s.runBits
	s.runBits = bits
	took, ok := s.code.time(ps, s.clock)
	changed := bits ^ was
	if !followed {
		changed = 0
	}
	switch {
	case bits&runTimer != 0 && ok:
		p.runFrom = s.clock - took
	case bits&runTimer != 0 && (!p.running || changed&runStart != 0):
		p.runFrom = s.clock
	case bits&runTimer == 0 && !ok && changed&runFinish != 0:
		took = s.clock - p.runFrom
	case bits&runTimer == 0 && !ok:
		took = p.took
	}
	p.running, p.took = bits&runTimer != 0, 0
	if !p.running {
		p.took = took
	}
	switch {
	case changed&runFinish != 0 && took > 0:
		s.finishRun(took)
	case changed&runCheckpoint != 0 && p.running:
		s.t.Event(sim.Event{Kind: sim.EventCheckpoint, Slot: sim.SlotAt(s.pov), Value: int(s.clock - p.runFrom),
			Text: sim.PlainText("checkpoint in " + runTime(int(s.clock-p.runFrom)))})
	}
}

// sameFinish is how far apart the playerstate and a print may tell of one finish.
const sameFinish = time.Second

// finishRun tells of a finish, unless a print did.
func (s *Simulator) finishRun(took int32) {
	if s.finish.at > 0 && s.t.Now()-s.finish.at < sameFinish {
		return
	}
	s.finish.at, s.finish.took = s.t.Now(), took
	s.endRun(millis(took))
	s.t.Event(sim.Event{Kind: sim.EventFinish, Slot: sim.SlotAt(s.pov), Value: int(took), Text: sim.PlainText("finish in " + runTime(int(took)))})
}

// raceClock makes the run of the player whose view it is the clock of the match.
func (s *Simulator) raceClock() {
	if s.mode.kind != modeRace || s.pov < 0 {
		return
	}
	f := s.t.Frame()
	switch p := &s.roster[s.pov]; {
	case p.running:
		f.Phase, f.MatchKnown, f.Match = sim.PhasePlaying, true, millis(s.clock-p.runFrom)
	case p.took > 0:
		f.Phase, f.MatchKnown, f.Match = sim.PhaseFinished, true, millis(p.took)
	}
}
