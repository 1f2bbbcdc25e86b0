package main

import (
	"cmp"
	"fmt"
	"math"

	"fragscope/formats/quake3"
)

// entry is an entity that is neither a living player nor the world.
type entry struct {
	state   quake3.EntityState
	freeAt  int // server time at which it goes; 0 stays
	eventAt int // when the event in the state was set
}

func (e *entry) set(f quake3.EntityField, v int) { e.state.F[f] = uint32(v) }

func (e *entry) trajectory(kind, now, duration int, base, delta vec) {
	e.state.SetTrajectory(quake3.Trajectory{Type: uint32(kind), Time: int32(now), Duration: int32(duration), Base: base.single(), Delta: delta.single()})
}

// brief makes an entity that goes after life ms, or stays where that is 0. Numbers go
// round, so that one that became free rests for long.
func (g *game) brief(life int) *entry {
	taken := true
	for taken {
		g.nextBrief = firstBrief + (g.nextBrief+1-firstBrief)%(quake3.WorldEntity-firstBrief)
		taken = g.ents[g.nextBrief] != nil
	}
	e := &entry{}
	if life > 0 {
		e.freeAt = g.now + life
	}
	e.state.Number = g.nextBrief
	g.ents[g.nextBrief] = e
	return e
}

// happen makes an entity that is nothing but an event.
func (g *game) happen(ev, parm int, at vec) *entry {
	e := g.brief(eventLife)
	e.set(quake3.EntEType, int(protocol.EventBase)+ev)
	e.set(quake3.EntEventParm, parm)
	e.trajectory(quake3.TrStationary, 0, 0, at.round(), vec{})
	return e
}

// eventOn puts an event into a lasting entity.
func (g *game) eventOn(e *entry, ev, parm int) {
	toggle := (e.state.F[quake3.EntEvent] + 0x100) & quake3.EventToggle
	e.set(quake3.EntEvent, int(toggle)|ev)
	e.set(quake3.EntEventParm, parm)
	e.eventAt = g.now
}

// begin starts the demo of one player. Other than a real server, ours sends him
// everyone, wherever they are.
func (g *game) begin() {
	g.moveMovers()
	n := g.firstMover + len(g.movers)
	g.model(n, quake3.EtPushTrigger, g.pad.model).state.SetOrigin2(g.pad.velocity.single())
	g.model(n+1, quake3.EtTeleportTrigger, g.portal.model)
	baselines := map[int]quake3.EntityState{}
	for n := firstMapEntity; n < firstBrief; n++ {
		if e := g.ents[n]; e != nil {
			baselines[n] = e.state
		}
	}
	g.tape.Begin(quake3.Gamestate{ClientNum: recorder, ChecksumFeed: 0x476c6173, Configstrings: g.configstrings()}, baselines)
}

// snapshot writes the present state.
func (g *game) snapshot() {
	g.moveMovers()
	entities := g.visible()
	g.tape.Snapshot(int32(g.now), g.playerState(g.players[recorder]), entities)
}

// moveMovers brings the entities of the map's moving models up to date.
func (g *game) moveMovers() {
	for i, m := range g.movers {
		e := g.model(g.firstMover+i, quake3.EtMover, m.model)
		if m.moving {
			e.trajectory(quake3.TrLinearStop, m.start, m.duration, m.from, m.vel)
		} else {
			e.trajectory(quake3.TrStationary, 0, 0, m.pos, vec{})
		}
	}
}

// model puts a model of the map into an entity.
func (g *game) model(n, kind, model int) *entry {
	e := &entry{}
	e.state.Number = n
	e.set(quake3.EntEType, kind)
	e.set(quake3.EntModelindex, model)
	e.set(quake3.EntSolid, solidBrushModel)
	g.ents[n] = e
	return e
}

// visible are the entities of the present snapshot.
func (g *game) visible() map[int]quake3.EntityState {
	out := map[int]quake3.EntityState{}
	for i, p := range g.players {
		g.deliver(p)
		if i != recorder {
			out[i] = g.playerEntity(p)
		}
	}
	for n, e := range g.ents {
		if e != nil {
			out[n] = e.state
		}
	}
	for _, it := range g.items {
		if !it.there() {
			delete(out, it.e.state.Number)
		}
	}
	return out
}

// deliver moves the next event of a player into his entity.
func (g *game) deliver(p *player) {
	if len(p.queue) > 0 {
		toggle := (p.shown[0] + 0x100) & quake3.EventToggle
		p.shown, p.queue, p.shownAt = p.queue[0], p.queue[1:], g.now
		p.shown[0] |= toggle
	} else if g.now-p.shownAt > eventLife {
		p.shown = [2]uint32{p.shown[0] & quake3.EventToggle}
	}
}

func (g *game) flagsOf(p *player) uint32 {
	f := p.flags
	if !p.alive() {
		f |= efDead
	}
	if p.firing {
		f |= efFiring
	}
	if p.alive() {
		f |= g.talk.typing(p)
	}
	return f
}

// groundOf is the entity that a player stands on.
func (g *game) groundOf(p *player) int {
	if !p.ground {
		return quake3.NoEntity
	}
	if on, _ := g.rides(p); on {
		return g.firstMover + len(g.movers) - 1
	}
	return quake3.WorldEntity
}

// playerEntity is a player as others see him.
func (g *game) playerEntity(p *player) quake3.EntityState {
	kind, solid := quake3.EtPlayer, solidPlayer
	if p.gibbed {
		kind = quake3.EtInvisible
	}
	if !p.alive() {
		solid = 0
	}
	e := entry{}
	e.state.Number = p.slot
	e.trajectory(quake3.TrInterpolate, 0, 0, p.origin.round(), p.velocity.round())
	e.state.SetAngleTrajectory(quake3.Trajectory{Type: quake3.TrInterpolate, Base: vec{p.view.pitch, p.view.yaw, 0}.round().single()})
	for f, v := range map[quake3.EntityField]int{
		quake3.EntEType: kind, quake3.EntClientNum: p.slot, quake3.EntEFlags: int(g.flagsOf(p)), quake3.EntWeapon: p.weapon,
		quake3.EntEvent: int(p.shown[0]), quake3.EntEventParm: int(p.shown[1]),
		quake3.EntGroundEntityNum: g.groundOf(p), quake3.EntPowerups: p.powers(g.now), quake3.EntSolid: solid,
	} {
		e.set(f, v)
	}
	return e.state
}

const (
	pmDead     = 3
	pmFreeze   = 4
	deadHeight = -16
)

// playerState is a player as he sees himself.
func (g *game) playerState(p *player) quake3.PlayerState {
	var s quake3.PlayerState
	s.SetOrigin(p.origin.single())
	s.SetVelocity(p.velocity.round().single())
	// the client's angles are sixteen bits a turn
	short := func(deg float64) float64 { return math.Round(deg*65536/360) * 360 / 65536 }
	s.SetViewAngles(vec{short(p.view.pitch), short(p.view.yaw), 0}.single())
	kind, height := 0, eye
	switch {
	case !p.alive():
		kind, height = pmDead, deadHeight
	case g.phase == intermission:
		// other than usual nobody is taken away: the last picture shows all in their places
		kind = pmFreeze
	}
	for f, v := range map[quake3.PlayerField]int{
		quake3.PsCommandTime: g.now, quake3.PsWeaponTime: max(p.ready-g.now, 0), quake3.PsEventSequence: p.eventCount,
		quake3.PsEvent0: int(p.recent[0][0]), quake3.PsEvent1: int(p.recent[1][0]),
		quake3.PsEventParm0: int(p.recent[0][1]), quake3.PsEventParm1: int(p.recent[1][1]), quake3.PsGroundEntityNum: g.groundOf(p),
		quake3.PsEFlags: int(g.flagsOf(p)), quake3.PsGravity: gravity, quake3.PsSpeed: runSpeed, quake3.PsClientNum: p.slot,
		quake3.PsWeapon: p.weapon, quake3.PsPmType: kind, quake3.PsViewHeight: height,
	} {
		s.F[f] = uint32(v)
	}
	// health, weapons, armour, greatest health
	s.Stats[0], s.Stats[2], s.Stats[3], s.Stats[6] = int32(p.health), int32(p.weapons), int32(p.armor), 100
	for i, v := range []int{p.score, 0, []int{1, 2, 0}[cmp.Compare(g.teamScore[teamRed], g.teamScore[teamBlue])+1], p.team, p.spawns, 0, p.attacker, 0, p.deaths} {
		s.Persistant[i] = int32(v)
	}
	for w, n := range p.ammo {
		s.Ammo[w] = int32(n)
	}
	if p.powers(g.now) != 0 {
		s.Powerups[pwQuad] = int32(p.quadUntil)
	}
	return s
}

// configstrings are the texts that describe the match at the start of the demo.
func (g *game) configstrings() []quake3.Configstring {
	var out []quake3.Configstring
	add := func(index int, format string, args ...any) {
		out = append(out, quake3.Configstring{Index: index, Text: fmt.Appendf(nil, format, args...)})
	}
	add(quake3.CsServerinfo, "\\sv_hostname\\The Glasshouse Club\\mapname\\%s\\protocol\\68\\version\\Q3 1.32c sample\\gamename\\baseq3\\g_gametype\\3"+
		"\\timelimit\\0\\fraglimit\\%d\\dmflags\\0\\sv_maxclients\\8\\sv_floodProtect\\1\\sv_privateClients\\0\\g_needpass\\0", mapName, g.fragLimit)
	add(quake3.CsSysteminfo, "\\sv_serverid\\48000\\sv_pure\\0\\sv_cheats\\0\\timescale\\1\\fs_game\\")
	add(quake3.CsMessage, mapTitle)
	add(quake3.CsWarmup, "%d", startTime+countdown)
	add(quake3.CsScores1, "0")
	add(quake3.CsScores2, "0")
	add(protocol.CsGameVersion, "baseq3-1")
	add(protocol.CsLevelStart, "%d", startTime-20000)
	for i := 1; i < len(g.level.Models); i++ {
		add(protocol.CsModels+i, "*%d", i)
	}
	for _, p := range g.players {
		add(protocol.CsPlayers+p.slot, "n\\%s\\t\\%d\\model\\%s\\hmodel\\%s\\g_redteam\\\\g_blueteam\\\\c1\\%d\\c2\\5\\hc\\100\\w\\0\\l\\0\\tt\\0\\tl\\0",
			p.name, p.team, p.model, p.model, p.slot+1)
	}
	for i, l := range g.locations {
		add(csLocations+1+i, "%s", l.name)
	}
	return out
}
