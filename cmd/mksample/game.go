package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fragscope/formats/quake3"
)

// game is the state of the match; run moves it on in steps of tick ms.
type game struct {
	w       *world
	nav     *nav
	chart   *chart
	rng     *rand.Rand
	now     int // server time, ms
	players []*player
	bots    []*bot
	items   []*item
	rockets []*missile // and grenades and plasma
	ents    [quake3.MaxEntities]*entry

	doorLeafs []*mover
	doorAt    vec
	lift      *mover
	pad       *launcher
	portal    *teleporter
	spawns    []spawn
	locations []spawn

	phase      phase
	teamScore  [3]int
	fragLimit  int
	matchStart int // server time
	overAt     int // server time at which the limit was hit
	nextBody   int
	fixed      int      // number of items of the map
	commands   []string // server commands since the last snapshot
	stale      bool     // the recorder's scoreboard is not up to date
	said       []line   // lines that are being typed
	told       []string // what was said: nobody repeats it
	log        journal
}

type phase uint8

const (
	warmup phase = iota
	playing
	over         // the limit is hit, a moment before the intermission
	intermission // nobody moves
)

// entry is an entity that is neither a living player nor the world.
type entry struct {
	state   quake3.EntityState
	freeAt  int // server time; 0 stays
	eventAt int // when the event in the state was set
}

type spawn struct {
	origin vec
	yaw    float64
	name   string
}

type launcher struct {
	min, max vec
	velocity vec
	to       vec
}

type teleporter struct {
	min, max vec
	to       vec
	yaw      float64
}

// line is a chat line that someone is typing.
type line struct {
	at   int
	p    *player
	text string
	team bool
}

// journal counts what happened in the match.
type journal struct {
	frags, suicides, chats int
	gibs, quads            int
	byMeans                map[int]int  // deaths by their means
	shots                  [wpCount]int // by weapon
	pickups                map[string]int
	farPickup              float64 // greatest distance of a taken item, units

	// steps that players spent on the moving lift, in the door, in water, and on
	// each of the storeys
	lift, door, water int
	lower, upper      int
	tele, pads        int     // uses
	fastest           float64 // speed on the ground, units a second
	stuck             int     // steps in which someone was in solid: there are none
	endedByLimit      bool
}

// player is one of those who play.
type player struct {
	body
	slot       int
	name       string
	team       int
	model      string
	view       view
	turn       view // degrees per second
	health     int
	armor      int
	weapon     int
	weapons    int // bit set
	ammo       [wpCount]int
	ready      int // server time from which the weapon can fire
	switchTo   int
	switchAt   int
	firing     bool // the trigger is held
	quadUntil  int
	tickDown   int // when health and armour above 100 shrink next
	score      int
	deaths     int
	hits       int
	spawnCount int
	flags      uint32 // efTeleport as toggled
	diedAt     int    // server time, 0 while alive
	respawnAt  int
	gibbed     bool
	deathAnim  int
	attacker   int
	painAt     int
	talkUntil  int
	bob        float64
	wish       vec
	legs       uint32
	torso      uint32
	shots      int
	shotsHit   int
	lastKill   int

	// events as the playerstate has them, and the queue for the entity
	eventCount int
	recent     [2][2]uint32
	queue      [][2]uint32
	entEvent   uint32
	entParm    uint32
	entAt      int
	entCount   uint32

	damageCount, damageEvent int
	damageYaw, damagePitch   int
}

func (p *player) alive() bool       { return p.diedAt == 0 }
func (p *player) eyes() vec         { return p.origin.add(vec{0, 0, eye}) }
func (p *player) middle() vec       { return p.origin.add(vec{0, 0, 4}) }
func (p *player) quad(now int) bool { return p.quadUntil > now }

// event notes something that happened to the player.
func (p *player) event(ev, parm int) {
	p.recent[p.eventCount&1] = [2]uint32{uint32(ev), uint32(parm)}
	p.eventCount++
	e := [2]uint32{uint32(ev), uint32(parm)}
	switch {
	case ev == evItemPickup:
		p.queue = slices.Insert(p.queue, 0, e)
	case len(p.queue) == 0 || len(p.queue) < 3 && ev > evStep16:
		p.queue = append(p.queue, e)
	}
}

// place finds a free entity number for what comes and goes.
func (g *game) place(life int) *entry {
	for n := 200; n < quake3.WorldEntity; n++ {
		e := g.ents[n]
		if e == nil || (e.freeAt < 0 && g.now+e.freeAt > 500) {
			e = &entry{}
			e.state.Number = n
			if life > 0 {
				e.freeAt = g.now + life
			}
			g.ents[n] = e
			return e
		}
	}
	panic("more entities than the game has")
}

// free takes an entity out of the game; its number rests a while. A negative
// freeAt keeps when that was.
func (g *game) free(e *entry) { e.freeAt = -g.now }

func (e *entry) set(f quake3.EntityField, v int) { e.state.F[f] = uint32(v) }

func (e *entry) at(p vec) {
	e.state.SetFloat(quake3.EntPosBaseX, float32(p[0]))
	e.state.SetFloat(quake3.EntPosBaseY, float32(p[1]))
	e.state.SetFloat(quake3.EntPosBaseZ, float32(p[2]))
}

func (e *entry) trajectory(kind, now, duration int, base, delta vec) {
	var t quake3.Trajectory
	t.Type, t.Time, t.Duration = uint32(kind), int32(now), int32(duration)
	for i := range 3 {
		t.Base[i], t.Delta[i] = float32(base[i]), float32(delta[i])
	}
	e.state.SetTrajectory(t)
}

// eventOn puts an event into a lasting entity.
func (g *game) eventOn(e *entry, ev, parm int) {
	toggle := (e.state.F[quake3.EntEvent] + 0x100) & quake3.EventToggle
	e.state.F[quake3.EntEvent] = toggle | uint32(ev)
	e.state.F[quake3.EntEventParm] = uint32(parm)
	e.eventAt = g.now
}

// happen makes an entity that is nothing but an event.
func (g *game) happen(ev, parm int, at vec) *entry {
	e := g.place(eventLife)
	e.set(quake3.EntEType, 13+ev)
	e.set(quake3.EntEventParm, parm)
	e.at(at.round())
	return e
}

// command sends a line to the recorder.
func (g *game) command(format string, args ...any) {
	g.commands = append(g.commands, fmt.Sprintf(format, args...))
}

// dirByte is a direction as events carry it: the nearest of the six axes, by
// their numbers in the game's table of 162 directions.
func dirByte(n vec) int {
	axes := []struct {
		n vec
		b int
	}{{vec{0, 0, 1}, 5}, {vec{0, 1, 0}, 32}, {vec{1, 0, 0}, 52}, {vec{0, 0, -1}, 84}, {vec{0, -1, 0}, 104}, {vec{-1, 0, 0}, 143}}
	best, most := 0, -2.0
	for _, a := range axes {
		if d := a.n.dot(n); d > most {
			best, most = a.b, d
		}
	}
	return best
}

func (g *game) chance(p float64) bool { return g.rng.Float64() < p }

// spread is a random number between -v and v.
func (g *game) spread(v float64) float64 { return float64((g.rng.Float64() - 0.5) * 2 * v) }
