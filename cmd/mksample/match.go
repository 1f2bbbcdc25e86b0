package main

import (
	"fmt"
	"math"
	"strings"

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
	defaultSeed  = 100
	defaultLimit = 15
)

// cast is who plays.
var cast = []struct {
	name, model string
	team        int
	skill       float64
	keen        int
}{
	{"Halcyon", "visor/blue", teamRed, 0.8, wpRocket},
	{"^3Pixel^7forge", "sarge/default", teamBlue, 0.85, wpRail},
	{"Mossfoot", "bones/default", teamRed, 0.5, wpShotgun},
	{"^5Night^4jar", "major/default", teamBlue, 0.75, wpLightning},
	{"Copperhead", "grunt/red", teamRed, 0.7, wpPlasma},
	{"^2Tangle^7wood", "keel/default", teamBlue, 0.55, wpGrenade},
}

// run plays until the next snapshot is due.
func (g *game) run() {
	for range frame / tick {
		g.now += tick
		g.step()
	}
	for _, e := range g.ents {
		if e == nil {
			continue
		}
		if e.freeAt > 0 && g.now >= e.freeAt {
			g.free(e)
		}
		if e.eventAt > 0 && g.now-e.eventAt > eventLife {
			e.state.F[quake3.EntEvent] &= quake3.EventToggle
			e.eventAt = 0
		}
	}
	g.speak()
	if (g.now-startTime)%1000 == 0 && g.phase != intermission {
		g.command("tinfo %s", g.teamInfo(g.players[recorder].team))
	}
	if g.stale && (g.now-startTime)%500 == 0 && g.phase != intermission {
		g.stale = false
		g.command("%s", g.scores())
	}
}

func (g *game) step() {
	g.referee()
	g.doors()
	g.runLift()
	if g.phase == intermission {
		g.fly()
		return
	}
	for i, p := range g.players {
		if p.alive() {
			g.live(p, g.bots[i])
		} else {
			g.decay(p)
		}
	}
	g.fly()
	g.tend()
}

// referee moves the match from one phase to the next.
func (g *game) referee() {
	switch g.phase {
	case warmup:
		if g.now >= g.matchStart {
			g.restart()
		}
	case playing:
		if g.teamScore[teamRed] >= g.fragLimit || g.teamScore[teamBlue] >= g.fragLimit || g.now-startTime >= longest {
			winner := "Red"
			if g.teamScore[teamBlue] > g.teamScore[teamRed] {
				winner = "Blue"
			}
			g.log.endedByLimit = g.now-startTime < longest
			g.command("print \"%s hit the fraglimit.\n\"", winner)
			g.command("cs %d \"1\"", csIntermission)
			g.phase, g.overAt = over, g.now
		}
	case over:
		if g.now-g.overAt >= overDelay {
			g.phase = intermission
			g.command("%s", g.scores())
		}
	}
}

// restart ends the warm-up: everyone and everything back to the start.
func (g *game) restart() {
	g.phase = playing
	for _, m := range g.rockets {
		g.free(m.e)
	}
	g.rockets = nil
	for n := firstBody; n < firstBody+bodies; n++ {
		g.ents[n] = nil
	}
	g.restock()
	g.teamScore = [3]int{}
	l := g.log
	g.log = journal{byMeans: map[int]int{}, pickups: map[string]int{}, chats: l.chats, fastest: l.fastest, stuck: l.stuck}
	for _, p := range g.players {
		p.score, p.deaths, p.hits, p.shots, p.shotsHit = 0, 0, 0, 0, 0
		p.diedAt = 0
		p.origin = vec{0, 0, -4000}
	}
	for _, p := range g.players {
		g.spawn(p)
	}
	g.stale = true
	g.command("map_restart")
	g.command("cs %d \"%d\"", csLevelStart, g.now)
	g.command("cs %d \"\"", csWarmup)
	g.command("cs %d \"0\"", csScores1)
	g.command("cs %d \"0\"", csScores2)
	g.command("cp \"FIGHT!\n\"")
}

// locate is the number of the location nearest to a place, from 1.
func (g *game) locate(p vec) int {
	best, dist := 0, math.Inf(1)
	for i, l := range g.locations {
		if d := l.origin.sub(p).len(); d < dist {
			best, dist = i+1, d
		}
	}
	return best
}

// teamInfo is what the game tells the members of a team of each other.
func (g *game) teamInfo(team int) string {
	var sb strings.Builder
	n := 0
	for _, p := range g.players {
		if p.team != team {
			continue
		}
		n++
		power := 0
		if p.quad(g.now) {
			power = 1 << pwQuad
		}
		fmt.Fprintf(&sb, " %d %d %d %d %d %d", p.slot, g.locate(p.origin), max(p.health, 0), p.armor, p.weapon, power)
	}
	return itoa(n) + sb.String()
}

// scores is the table that a server sends to who asks for it.
func (g *game) scores() string {
	order := make([]*player, 0, len(g.players))
	for _, p := range g.players {
		i := len(order)
		order = append(order, p)
		for ; i > 0 && order[i-1].score < p.score; i-- {
			order[i], order[i-1] = order[i-1], order[i]
		}
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "scores %d %d %d", len(order), g.teamScore[teamRed], g.teamScore[teamBlue])
	for _, p := range order {
		accuracy := 0
		if p.shots > 0 {
			accuracy = min(p.shotsHit*100/p.shots, 100)
		}
		fmt.Fprintf(&sb, " %d %d %d %d 0 0 %d 0 0 0 0 0 0 0", p.slot, p.score, 24+p.slot*9, (g.now-g.matchStart)/60000+1, accuracy)
	}
	return sb.String()
}
