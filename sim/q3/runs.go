package q3

import (
	"math"
	"strconv"
	"strings"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// tellRaceWords finds DeFRaG's times in a print: "NAME reached the finish line in 25:488", "NAME reached checkpoint
// 1 in 10:000", and, when a run is replayed, "Time performed by NAME : 25:488 (v1.91.25)".
func (l *level) tellRaceWords(text sim.Text, o *track.Observations) bool {
	e := sim.Event{Kind: sim.EventCheckpoint, Text: text}
	name, after, reached := strings.Cut(text.Plain, " reached ")
	last := strings.LastIndex(after, " in ") + len(" in ")
	switch {
	case reached && last >= len(" in "):
		e.Slot = sim.SlotAt(l.find(name))
		if strings.HasPrefix(after, "the finish") {
			e.Kind = sim.EventFinish
		}
	case strings.HasPrefix(text.Plain, "Time performed by "):
		e.Kind, e.Slot = sim.EventFinish, sim.SlotAt(l.pov)
		_, after, _ = strings.Cut(text.Plain, " : ")
		last = 0
	default:
		return false
	}
	ms, ok := raceTime(after[last:])
	if e.Value = ms; ok {
		o.Tell(track.RunPrinted{Event: e})
	}
	return ok
}

// raceTime parses minutes:seconds:milliseconds, with or without minutes.
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

// Indices into the playerstate's stats where DeFRaG keeps a run: the upper and lower 16 bits of its time, and a set
// of bits.
const (
	statRunHigh = 7
	statRunLow  = 8
	statRun     = 12
	statKeys    = 13
)

// Bits of statRun. The first is set while the timer runs; the others toggle with the events they stand for.
const (
	runTimer      = 1 << 1
	runStart      = 1 << 2
	runFinish     = 1 << 3
	runCheckpoint = 1 << 4
)

// runCode is DeFRaG's encoding of the time of a run, meant to prevent forgery. The facts are those published with
// DemoCleaner3, a tool of its players.
type runCode struct {
	version uint32 // 19125 for 1.91.25; 0 if the demo is not DeFRaG's
	letters uint32 // sum of the letters in the map's name
	plain   bool   // nothing is encoded: played on a server, or with cheats
}

// Versions of DeFRaG with different encodings.
const (
	codesOnline = 190   // the first that also encodes runs played on a server
	plainCheats = 19112 // the first that leaves times plain if cheats are on
)

func runCodeOf(server, system infoValues) runCode {
	c := runCode{version: uint32(max(atoi(server.of("defrag_vers")), 0))}
	for _, b := range []byte(strings.ToLower(server.of("mapname"))) {
		c.letters += uint32(b)
	}
	c.letters &= 0xff
	c.plain = atoi(server.of("defrag_gametype")) > 4 && c.version != codesOnline ||
		c.version >= plainCheats && atoi(system.of("sv_cheats")) > 0
	return c
}

// time returns the time of the run in milliseconds, or 0 if there is none. ok is false if the encoding's own check
// fails.
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

// readRun reads a run from a DeFRaG playerstate. was is its previous bits, for the same player if followed.
func (c *runCode) readRun(ps *quake3.PlayerState, clock, was int32, followed bool) track.RunSeen {
	bits := ps.Stats[statRun]
	took, ok := c.time(ps, clock)
	changed := bits ^ was
	if !followed {
		changed = 0
	}
	return track.RunSeen{Told: true, Timed: ok, Running: bits&runTimer != 0, Took: millis(took),
		Started: changed&runStart != 0, Finished: changed&runFinish != 0, Passed: changed&runCheckpoint != 0}
}
