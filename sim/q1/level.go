package q1

import (
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/track"
)

// level holds the state that is constant during a snapshot: the rules, the meanings of model and sound indices, and the
// players in the game that the demo has reported.
type level struct {
	header sim.Header
	rules  track.Rules
	// deathmatch is the server's rule of that name, which determines respawn times.
	deathmatch int
	// slots is the maximum number of players. Their entities are numbered from 1.
	slots int
	multi bool // a .mvd
	// recorder is the player who recorded a .qwd, or nobody in other demos. spectator is set if he only spectates.
	recorder  sim.Slot
	spectator bool
	view      sim.Slot // point of view, as last reported
	models    models
	sounds    []track.SoundInfo
	seats     []seat        // by slot
	playing   int           // the number of them with players
	names     []track.Named // of the seats, sorted by slot
	server    server        // QuakeWorld only

	// now and clock are the current snapshot's times, of the demo and of the game. begun is set until it ends.
	now, clock time.Duration
	begun      bool
}

// seat is the player in a slot.
type seat struct {
	known   bool
	profile sim.Profile
	name    string // as in printed messages
}

func newLevel(header sim.Header, slots int, multi bool) level {
	l := level{header: header, rules: baseRules, slots: slots, seats: make([]seat, slots), multi: multi}
	if l.rules.ShowsAll, l.rules.FragsTold = multi, !multi; multi {
		l.rules.Mega = megaHealth
	}
	l.rules.Respawn, l.deathmatch = respawnTimes(deathmatchUnknown), deathmatchUnknown
	l.server = newServer()
	return l
}

// start starts a level about which nothing else is known yet.
func (l *level) start(s sim.Level, slots int, o *track.Observations) {
	*l = level{header: l.header, rules: l.rules, slots: slots, seats: make([]seat, slots), multi: l.multi, now: l.now,
		clock: l.clock, server: newServer()}
	l.rules.SumTeams = false
	l.deathmatch, l.rules.Respawn = deathmatchUnknown, respawnTimes(deathmatchUnknown)
	o.Tell(track.LevelBegins{Level: s}, track.RulesTold{Rules: l.rules})
}

// begin starts a snapshot.
func (l *level) begin(now, clock time.Duration, o *track.Observations) {
	l.now, l.clock, l.begun = max(now-now%time.Millisecond, l.now), clock, true
	o.Begins, o.Snapshot = true, track.Snapshot{Time: now, Clock: clock, POV: l.view}
}

// setHeader changes the header.
func (l *level) setHeader(h sim.Header, o *track.Observations) {
	if h != l.header {
		l.header = h
		o.Tell(track.HeaderTold{Header: h})
	}
}

// setDeathmatch sets the server's deathmatch rule: 0 for single player and cooperative games.
func (l *level) setDeathmatch(n int, o *track.Observations) {
	if n != l.deathmatch {
		l.deathmatch, l.rules.Respawn = n, respawnTimes(n)
		o.Tell(track.RulesTold{Rules: l.rules})
	}
}

// setModels sets the names of the level's models: names[0] has index 1. If title is set, it is the map's name.
func (l *level) setModels(names []string, title string, o *track.Observations) {
	l.models = newModels(names)
	count := min(len(names), 1) // the world
	for _, name := range names {
		if strings.HasPrefix(name, "*") {
			count++
		}
	}
	o.Tell(track.LevelModels{Map: title, Count: count})
}

// slotOf returns the slot of the player with the given entity, or the zero Slot.
func (l *level) slotOf(entity int) sim.Slot {
	if entity > l.slots {
		return sim.Slot{}
	}
	return sim.SlotAt(entity - 1)
}

// seat returns the seat of a slot, or an empty one for nobody.
func (l *level) seat(s sim.Slot) *seat {
	if n := s.Index(); n >= 0 && n < len(l.seats) {
		return &l.seats[n]
	}
	return &seat{}
}

// call puts a player into a slot. The name is the plain name as in printed messages.
func (l *level) call(c track.PlayerCalled, o *track.Observations) {
	*l.seat(c.Slot) = seat{true, c.Profile, c.Name}
	l.listNames()
	o.Tell(c)
}

// leave empties a slot.
func (l *level) leave(s sim.Slot, quiet bool, o *track.Observations) {
	*l.seat(s) = seat{}
	l.listNames()
	o.Tell(track.PlayerLeft{Slot: s, Quiet: quiet})
}

func (l *level) listNames() {
	l.names, l.playing = l.names[:0], 0
	for i := range l.seats {
		s := &l.seats[i]
		if s.name != "" {
			l.names = append(l.names, track.Named{Slot: sim.SlotAt(i), Name: s.name})
		}
		if s.known && s.profile.Team != sim.TeamSpectator {
			l.playing++
		}
	}
}

// called returns the slot of the player with a name.
func (l *level) called(name string) sim.Slot {
	return sim.SlotAt(slices.IndexFunc(l.seats, func(s seat) bool {
		return s.known && s.profile.Name.Plain == name && s.profile.Team != sim.TeamSpectator
	}))
}

// lookThrough sets the point of view.
func (l *level) lookThrough(s sim.Slot, o *track.Observations) {
	if s != l.view {
		l.view = s
		o.Tell(track.SeenThrough{Slot: s})
	}
}
