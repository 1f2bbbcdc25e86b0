package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"fragscope/assets/bsp"
	"fragscope/formats/quake3"
)

const (
	startTime    = 48200 // server time of the first snapshot
	countdown    = 6000  // ms of warm-up that the demo shows
	frame        = 50    // ms between snapshots
	afterMatch   = 6000  // ms of intermission that the demo shows
	overDelay    = 1000  // ms between the last frag and the intermission
	recorder     = 4     // slot of the player whose view is recorded
	longest      = 115000
	defaultSeed  = 22
	defaultLimit = 15
)

// cast is who plays.
var cast = []player{
	{name: "Halcyon", model: "visor/blue", team: teamRed, bot: bot{skill: 0.8, keen: wpRocket}},
	{name: "^3Pixel^7forge", model: "sarge/default", team: teamBlue, bot: bot{skill: 0.85, keen: wpRail}},
	{name: "Mossfoot", model: "bones/default", team: teamRed, bot: bot{skill: 0.5, keen: wpShotgun}},
	{name: "^5Night^4jar", model: "major/default", team: teamBlue, bot: bot{skill: 0.75, keen: wpLightning}},
	{name: "Copperhead", model: "grunt/red", team: teamRed, bot: bot{skill: 0.7, keen: wpPlasma}},
	{name: "^2Tangle^7wood", model: "keel/default", team: teamBlue, bot: bot{skill: 0.55, keen: wpGrenade}},
}

// game is the state of the match; step moves it on by tick ms.
type game struct {
	world
	ways     *ways
	rng      *rand.Rand
	now      int // server time, ms
	players  []*player
	items    []*item
	missiles []*missile
	ents     [quake3.MaxEntities]*entry

	spawns, locations []spot
	pad, portal       launcher
	onLift, beside    vec // on the lift at its bottom, beside it at its top

	phase      phase
	teamScore  [3]int
	fragLimit  int
	overAt     int // server time at which the limit was hit
	nextBody   int
	nextBrief  int
	firstMover int // entity number
	tape       *quake3.Recorder
	stale      bool // the recorder's scoreboard is not up to date

	bots *bots
	talk *talk
}

type phase uint8

const (
	warmup phase = iota
	playing
	over         // the limit is hit, a moment before the intermission
	intermission // nobody moves
)

// spot is a place of the map that an entity names.
type spot struct {
	origin vec
	yaw    float64
	name   string
}

// launcher is a jump pad or a teleporter.
type launcher struct {
	model    int
	lo, hi   vec
	velocity vec // of the pad, whose apex is the target
	to       spot
}

func (l *launcher) entry() vec {
	return vec{(l.lo[0] + l.hi[0]) / 2, (l.lo[1] + l.hi[1]) / 2, l.lo[2] + 24.2}
}

// newGame sets up the match on a map.
func newGame(level *bsp.Map, out io.Writer, seed uint64, fragLimit int) *game {
	g := &game{world: world{level: level}, tape: quake3.NewRecorder(out, protocol, 7), rng: rand.New(rand.NewPCG(seed, 46)), now: startTime, fragLimit: fragLimit, nextBrief: firstBrief, stale: true}
	g.bots, g.talk = &bots{game: g}, &talk{game: g}
	var places []vec
	for _, e := range level.Entities {
		places = append(places, g.furnish(e)...)
	}
	g.stock()
	lift := g.lift()
	g.onLift = lift.middle().add(lift.rest)
	g.onLift[2] = lift.hi[2] + lift.rest[2] + 24.125
	g.beside = vec{lift.lo[0] - 40, lift.middle()[1], lift.hi[2] + 24.125}
	g.ways = newWays(&g.world, append(places, g.pad.entry(), g.portal.entry(), g.onLift, g.beside))
	g.ways.join(g.pad.entry(), g.pad.to.origin, 1.5)
	g.ways.join(g.portal.entry(), g.portal.to.origin, 0.1)
	g.ways.join(g.onLift, g.beside, 2.5)
	g.ways.complete()
	for _, it := range g.items {
		it.place = g.ways.near(it.origin.up(9))
	}
	for i := range cast {
		p := cast[i]
		p.slot = i
		g.players = append(g.players, &p)
	}
	for _, p := range g.players {
		g.spawn(p)
	}
	return g
}

// furnish adds an entity of the map to the game and returns the places that bots go to for it.
func (g *game) furnish(e bsp.Entity) []vec {
	at, yaw := parseVec(e["origin"]), parseVec(e["angle"])[0]
	var model int
	var lo, hi vec
	if _, err := fmt.Sscanf(e["model"], "*%d", &model); err == nil {
		lo, hi = double(g.level.Models[model].Min), double(g.level.Models[model].Max)
	}
	number := func(key string) float64 { return parseVec(e[key])[0] }
	target := func() spot {
		i := slices.IndexFunc(g.level.Entities, func(t bsp.Entity) bool { return t["targetname"] == e["target"] })
		t := g.level.Entities[i]
		return spot{origin: parseVec(t["origin"]), yaw: parseVec(t["angle"])[0]}
	}
	class := e["classname"]
	switch class {
	case "target_location":
		g.locations = append(g.locations, spot{origin: at, name: e["message"]})
	case "func_door":
		_, cos := sincos(yaw)
		far := vec{cos * (hi[0] - lo[0] - number("lip")), 0, 0}.round()
		g.movers = append(g.movers, &mover{model: model, lo: lo, hi: hi, speed: number("speed"), far: far})
	case "func_plat":
		rest := vec{0, 0, -number("height")}
		g.movers = append(g.movers, &mover{model: model, lo: lo, hi: hi, speed: number("speed"), rest: rest, pos: rest})
	case "trigger_push":
		g.pad = launcher{model: model, lo: lo, hi: hi, to: target()}
		way := g.pad.to.origin.sub(lo.add(hi).mul(0.5))
		rise := math.Sqrt(way[2] / (gravity / 2)) // seconds
		g.pad.velocity = way.flat().mul(1 / rise).up(float64(rise * gravity)).round()
	case "trigger_teleport":
		g.portal = launcher{model: model, lo: lo, hi: hi, to: target()}
	case "info_player_deathmatch":
		g.spawns = append(g.spawns, spot{origin: at.up(0.125), yaw: yaw})
	}
	k := findItem(func(k *itemKind) bool { return k.class == class })
	if k == nil && !slices.Contains([]string{"info_player_deathmatch", "misc_teleporter_dest", "item_botroam"}, class) {
		return nil
	}
	floor, _ := g.settle(at.up(8), 300)
	if k != nil {
		g.items = append(g.items, &item{kind: k, origin: floor.up(-9).round(), quantity: k.quantity})
	}
	return []vec{floor}
}

// step moves the match on by tick ms.
func (g *game) step() {
	g.now += tick
	g.referee()
	g.doors()
	g.runLift()
	if g.phase != intermission {
		for _, p := range g.players {
			if p.alive() {
				g.live(p)
			} else if g.now-p.diedAt > 2000 && g.phase < over {
				g.spawn(p)
			} else if !p.gibbed {
				g.move(&p.body, vec{}, false, tick)
			}
		}
		g.tend()
	}
	g.missiles = slices.DeleteFunc(g.missiles, g.fly)
}

// play goes on until the next snapshot is due.
func (g *game) play() {
	for range frame / tick {
		g.step()
	}
	for n, e := range g.ents {
		if e == nil {
			continue
		}
		if e.freeAt > 0 && g.now >= e.freeAt {
			g.ents[n] = nil
		} else if e.eventAt > 0 && g.now-e.eventAt > eventLife {
			e.state.F[quake3.EntEvent] &= quake3.EventToggle
			e.eventAt = 0
		}
	}
	g.talk.chatter()
	g.talk.speak()
	if g.phase == intermission {
		return
	}
	if (g.now-startTime)%1000 == 0 {
		g.command("tinfo %s", g.teamInfo(g.players[recorder].team))
	}
	if g.stale && (g.now-startTime)%500 == 0 {
		g.stale = false
		g.command("%s", g.scores())
	}
}

// referee moves the match from one phase to the next.
func (g *game) referee() {
	switch {
	case g.phase == warmup && g.now >= startTime+countdown:
		g.restart()
	case g.phase == playing && (slices.Max(g.teamScore[:]) >= g.fragLimit || g.now-startTime >= longest):
		winner := "Red"
		if g.teamScore[teamBlue] > g.teamScore[teamRed] {
			winner = "Blue"
		}
		g.command("print \"%s hit the fraglimit.\n\"", winner)
		g.command("cs %d \"1\"", protocol.CsIntermission)
		g.phase, g.overAt = over, g.now
	case g.phase == over && g.now-g.overAt >= overDelay:
		g.phase = intermission
		g.command("%s", g.scores())
	}
}

// restart ends the warm-up: everyone and everything back to the start.
func (g *game) restart() {
	g.phase, g.missiles, g.teamScore, g.stale = playing, nil, [3]int{}, true
	for n, e := range g.ents {
		if e != nil && (n < firstMapEntity || n >= firstBrief) {
			g.ents[n] = nil
		}
	}
	g.items = slices.DeleteFunc(g.items, func(it *item) bool { return it.dropped })
	g.stock()
	for _, p := range g.players {
		p.score, p.deaths, p.shots, p.struck, p.diedAt = 0, 0, 0, 0, 0
		p.origin = vec{0, 0, -4000}
	}
	for _, p := range g.players {
		g.spawn(p)
	}
	g.tape.Flags ^= quake3.SnapServerCount
	g.command("map_restart")
	g.command("cs %d \"%d\"", protocol.CsLevelStart, g.now)
	g.command("cs %d \"\"", quake3.CsWarmup)
	g.command("cs %d \"0\"", quake3.CsScores1)
	g.command("cs %d \"0\"", quake3.CsScores2)
	g.command("cp \"FIGHT!\n\"")
}

// command sends a line to the recorder.
func (g *game) command(format string, args ...any) {
	g.tape.Command(fmt.Sprintf(format, args...))
}

// locate is the number of the location nearest to a place, from 0.
func (g *game) locate(p vec) int {
	best := 0
	for i, l := range g.locations {
		if l.origin.sub(p).len() < g.locations[best].origin.sub(p).len() {
			best = i
		}
	}
	return best
}

// teamInfo is what the game tells the members of a team of each other.
func (g *game) teamInfo(team int) string {
	n, text := 0, ""
	for _, p := range g.players {
		if p.team == team {
			n++
			text += fmt.Sprintf(" %d %d %d %d %d %d", p.slot, g.locate(p.origin)+1, max(p.health, 0), p.armor, p.weapon, p.powers(g.now))
		}
	}
	return fmt.Sprint(n) + text
}

// scores is the table that a server sends to who asks for it.
func (g *game) scores() string {
	order := slices.Clone(g.players)
	slices.SortStableFunc(order, func(p, q *player) int { return q.score - p.score })
	var sb strings.Builder
	fmt.Fprintf(&sb, "scores %d %d %d", len(order), g.teamScore[teamRed], g.teamScore[teamBlue])
	for _, p := range order {
		accuracy := min(p.struck*100/max(p.shots, 1), 100)
		fmt.Fprintf(&sb, " %d %d %d %d 0 0 %d 0 0 0 0 0 0 0", p.slot, p.score, 24+p.slot*9, (g.now-startTime-countdown)/60000+1, accuracy)
	}
	return sb.String()
}

func (g *game) chance(p float64) bool { return g.rng.Float64() < p }

// spread is a random number between -v and v.
func (g *game) spread(v float64) float64 { return float64((g.rng.Float64() - 0.5) * 2 * v) }
