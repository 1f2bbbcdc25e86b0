package q3

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// runs follows races against the clock: DeFRaG's and Quake Live's.
type runs struct {
	*game
	// ran is how long the run of DeFRaG took that was finished since the last
	// snapshot, and runEnd when the one before ended.
	ran, runEnd time.Duration
	code        runCode
	runBits     int32 // DeFRaG's bits in the playerstate before
	// finish is the last finish that was told, and when.
	finish struct {
		at   time.Duration
		took int32
	}
	byPlayer [quake3.MaxClients]playerRun
}

// playerRun is a player's run.
type playerRun struct {
	from    int32 // server time at which it began
	running bool
	// took is how long the run lasted, in ms, that he finished and whose time
	// still shows; 0 none.
	took int32
}

func (s *runs) reset(system map[string]string) {
	s.ran, s.runEnd, s.code, s.byPlayer = 0, s.t.Now(), runCode{}, [quake3.MaxClients]playerRun{}
	if s.mod.tells.runs {
		s.code = runCodeOf(s.serverInfo, system)
	}
}

// endRun makes a chapter of a run of DeFRaG that was finished, if one was: when
// it began is told by how long it took.
func (s *runs) endRun(took time.Duration) {
	if took <= 0 {
		return
	}
	s.rec.Chapter("Run", sim.EventFinish, max(s.t.Now()-took, s.runEnd))
	s.rec.Chapter("", sim.EventFinish, s.t.Now())
	s.runEnd = s.t.Now()
}

// race is a start, checkpoint or finish of Quake Live's race mode. The event has
// the runner, the time on the server's clock and the number of the checkpoint.
func (s *runs) race(act action, e *quake3.Entity) {
	slot, at := s.slot(e.F[quake3.EntClientNum]), e.Int(quake3.EntTime)
	if slot < 0 {
		return
	}
	event := sim.Event{Kind: sim.EventCheckpoint, Slot: sim.SlotAt(slot)}
	p := &s.byPlayer[slot]
	switch act {
	case actRaceStart:
		p.from, p.running = at, true
		event.Text = sim.PlainText("start")
	case actRaceEnd:
		event.Kind = sim.EventFinish
	}
	if act != actRaceStart && p.running {
		event.Value = int(int64(s.clock) - int64(p.from))
		if at > p.from {
			event.Value = int(int64(at) - int64(p.from))
		}
		event.Text = sim.PlainText(event.Kind.String() + " in " + runTime(event.Value))
	}
	p.took = 0
	if act == actRaceEnd {
		p.running, p.took = false, int32(event.Value)
	}
	s.t.Event(event)
}

// runTime is a time of a race as the game writes it.
func runTime(ms int) string {
	if ms < 60000 {
		return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
	}
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// readRaceWords finds DeFRaG's times in a print: "NAME reached the finish line in
// 25:488", "NAME reached checkpoint 1 in 10:000", and, when a run is shown
// again, "Time performed by NAME : 25:488 (v1.91.25)".
func (s *runs) readRaceWords(text sim.Text) bool {
	e := sim.Event{Kind: sim.EventCheckpoint, Text: text}
	name, after, reached := strings.Cut(text.Plain, " reached ")
	last := strings.LastIndex(after, " in ") + len(" in ")
	switch {
	case reached && last >= len(" in "):
		e.Slot = sim.SlotAt(s.find(name))
		if strings.HasPrefix(after, "the finish") {
			e.Kind = sim.EventFinish
		}
	case strings.HasPrefix(text.Plain, "Time performed by "):
		e.Kind, e.Slot = sim.EventFinish, sim.SlotAt(s.pov)
		_, after, _ = strings.Cut(text.Plain, " : ")
		last = 0
	default:
		return false
	}
	ms, ok := raceTime(after[last:])
	if e.Kind == sim.EventFinish && e.Slot.Index() == s.pov && ok {
		if s.finish.at > 0 && s.t.Now()-s.finish.at < sameFinish && int(s.finish.took) == ms {
			return true
		}
		s.finish.at, s.finish.took = s.t.Now(), int32(ms)
	}
	if ok {
		e.Value = ms
		s.t.Queue(e)
		if e.Kind == sim.EventFinish && e.Slot.Index() == s.pov {
			s.ran = millis(int32(ms))
		}
	}
	return ok
}

// raceTime reads minutes:seconds:milliseconds, with or without minutes.
func raceTime(text string) (ms int, ok bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != ':' && r != '.' })
	if end >= 0 {
		text = text[:end]
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '.' })
	if len(parts) < 2 || len(parts) > 4 {
		return 0, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			return 0, false
		}
		factor := 60
		if i == len(parts)-1 {
			factor = 1000
		}
		ms = ms*factor + n
	}
	return ms, true
}

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
func (s *runs) followRun(ps *quake3.PlayerState, followed bool) {
	if s.code.version == 0 {
		return
	}
	p := &s.byPlayer[s.pov]
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
		p.from = s.clock - took
	case bits&runTimer != 0 && (!p.running || changed&runStart != 0):
		p.from = s.clock
	case bits&runTimer == 0 && !ok && changed&runFinish != 0:
		took = s.clock - p.from
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
		s.t.Event(sim.Event{Kind: sim.EventCheckpoint, Slot: sim.SlotAt(s.pov), Value: int(s.clock - p.from),
			Text: sim.PlainText("checkpoint in " + runTime(int(s.clock-p.from)))})
	}
}

// sameFinish is how far apart the playerstate and a print may tell of one finish.
const sameFinish = time.Second

// finishRun tells of a finish, unless a print did.
func (s *runs) finishRun(took int32) {
	if s.finish.at > 0 && s.t.Now()-s.finish.at < sameFinish {
		return
	}
	s.finish.at, s.finish.took = s.t.Now(), took
	s.endRun(millis(took))
	s.t.Event(sim.Event{Kind: sim.EventFinish, Slot: sim.SlotAt(s.pov), Value: int(took), Text: sim.PlainText("finish in " + runTime(int(took)))})
}

// raceClock makes the run of the player whose view it is the clock of the match.
func (s *runs) raceClock() {
	if s.mode.kind != modeRace || s.pov < 0 {
		return
	}
	f := s.t.Frame()
	switch p := &s.byPlayer[s.pov]; {
	case p.running:
		f.Phase, f.MatchKnown, f.Match = sim.PhasePlaying, true, millis(s.clock-p.from)
	case p.took > 0:
		f.Phase, f.MatchKnown, f.Match = sim.PhaseFinished, true, millis(p.took)
	}
}
