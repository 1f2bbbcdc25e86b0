package main

import (
	"fmt"
	"io"
	"math"

	"fragscope/formats/quake3"
)

// tape writes the match as the demo of one player. Other than a real server,
// ours sends him everyone, wherever they are.
type tape struct {
	g        *game
	enc      *quake3.Encoder
	p        *quake3.Protocol
	sequence int32
	command  int32
	flags    uint8

	player quake3.PlayerState
	ents   map[int]quake3.EntityState // of the last snapshot
	base   map[int]quake3.EntityState // baselines
	movers []*entry
}

func newTape(g *game, out io.Writer) *tape {
	p := quake3.ProtocolOf(68)
	t := &tape{
		g: g, enc: quake3.NewEncoder(out, quake3.Options{Protocol: p}), p: p, sequence: 3, command: 7,
		ents: map[int]quake3.EntityState{}, base: map[int]quake3.EntityState{},
	}
	t.fixtures()
	return t
}

// fixtures makes the entities of the map's moving models and triggers.
func (t *tape) fixtures() {
	g := t.g
	n := firstMapEntity + len(g.items)
	add := func(kind, model int) *entry {
		e := &entry{}
		e.state.Number = n
		e.set(quake3.EntEType, kind)
		e.set(quake3.EntModelindex, model)
		e.set(quake3.EntSolid, solidBrushModel)
		g.ents[n] = e
		n++
		return e
	}
	for _, m := range g.w.movers {
		t.movers = append(t.movers, add(quake3.EtMover, m.model))
	}
	for _, me := range g.chart.entities {
		switch me.get("classname") {
		case "trigger_push":
			e := add(quake3.EtPushTrigger, me.model)
			e.state.SetOrigin2([3]float32{float32(g.pad.velocity[0]), float32(g.pad.velocity[1]), float32(g.pad.velocity[2])})
		case "trigger_teleport":
			add(quake3.EtTeleportTrigger, me.model)
		}
	}
	t.moveMovers()
}

func (t *tape) moveMovers() {
	for i, m := range t.g.w.movers {
		e := t.movers[i]
		if m.moving {
			e.trajectory(quake3.TrLinearStop, m.start, m.duration, m.from, m.vel)
		} else {
			e.trajectory(quake3.TrStationary, 0, 0, m.pos, vec{})
		}
	}
}

// gamestate starts the demo.
func (t *tape) gamestate() {
	gs := quake3.Gamestate{CommandSequence: t.command, ClientNum: recorder, ChecksumFeed: 0x476c6173}
	for _, cs := range t.g.configstrings() {
		gs.Configstrings = append(gs.Configstrings, quake3.Configstring{Index: cs.index, Text: []byte(cs.text)})
	}
	var zero quake3.EntityState
	for n := firstMapEntity; n < 200; n++ {
		e := t.g.ents[n]
		if e == nil {
			continue
		}
		t.base[n] = e.state
		gs.Baselines = append(gs.Baselines, e.state.Delta(&zero, t.p))
	}
	t.enc.Handle(&quake3.Block{Sequence: t.sequence, ReliableAcknowledge: 2})
	t.enc.Handle(&gs)
	t.enc.Handle(&quake3.BlockEnd{})
}

// snapshot writes the present state, as a change to the last one.
func (t *tape) snapshot() {
	g := t.g
	t.sequence++
	t.moveMovers()
	s := quake3.SnapshotDelta{Sequence: t.sequence, ServerTime: int32(g.now), Flags: t.flags, AreaMask: []byte{0}}
	t.enc.Handle(&quake3.Block{Sequence: t.sequence, ReliableAcknowledge: 2})
	for _, text := range g.commands {
		if text == "map_restart" {
			t.flags ^= quake3.SnapServerCount
			s.Flags = t.flags
		}
		t.command++
		t.enc.Handle(&quake3.ServerCommand{Sequence: t.command, Text: []byte(text)})
	}
	g.commands = g.commands[:0]

	ps := g.playerState(g.players[recorder])
	full := len(t.ents) == 0
	var base quake3.PlayerState
	if !full {
		base, s.DeltaNum = t.player, 1
	}
	s.Player = ps.Delta(&base, t.p)
	t.player = ps

	now := g.visible()
	for n := range quake3.MaxEntities - 1 {
		state, is := now[n]
		old, was := t.ents[n]
		switch {
		case is:
			if !was {
				old = t.base[n]
			}
			if d := state.Delta(&old, t.p); !was || !d.Unchanged {
				s.Entities = append(s.Entities, d)
			}
		case was:
			s.Entities = append(s.Entities, quake3.EntityDelta{Number: uint16(n), Removed: true})
		}
	}
	t.ents = now
	t.enc.Handle(&s)
	t.enc.Handle(&quake3.BlockEnd{})
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
	hidden := map[int]bool{}
	for _, it := range g.items {
		hidden[it.e.state.Number] = !it.there()
	}
	for n, e := range g.ents {
		if e != nil && e.freeAt >= 0 && !hidden[n] {
			out[n] = e.state
		}
	}
	return out
}

// deliver moves the next event of a player into his entity.
func (g *game) deliver(p *player) {
	if len(p.queue) > 0 {
		p.entCount++
		p.entEvent = p.queue[0][0] | (p.entCount&3)<<8
		p.entParm, p.entAt = p.queue[0][1], g.now
		p.queue = p.queue[1:]
	} else if g.now-p.entAt > eventLife {
		p.entEvent &= quake3.EventToggle
		p.entParm = 0
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
		f |= g.typing(p)
	}
	return f
}

func groundOf(p *player, movers []*mover, g *game) uint32 {
	if !p.ground {
		return quake3.NoEntity
	}
	for i, m := range movers {
		if p.groundMover == m {
			return uint32(firstMapEntity + g.fixed + i)
		}
	}
	return quake3.WorldEntity
}

// moveDir is the direction of the wish against the view, in steps of 45 degrees.
func moveDir(p *player) uint32 {
	if p.wish.flat().len() < 0.1 {
		return 0
	}
	a := wrap(atan2deg(p.wish[1], p.wish[0]) - p.view.yaw)
	return uint32(int(math.Round(a/45))+8) & 7
}

// playerEntity is a player as others see him.
func (g *game) playerEntity(p *player) quake3.EntityState {
	e := entry{}
	e.state.Number = p.slot
	kind := quake3.EtPlayer
	if p.gibbed {
		kind = quake3.EtInvisible
	}
	e.set(quake3.EntEType, kind)
	e.trajectory(quake3.TrInterpolate, 0, 0, p.origin.round(), p.velocity.round())
	e.set(quake3.EntAposType, quake3.TrInterpolate)
	e.state.SetFloat(quake3.EntAposBasePitch, float32(math.Round(p.view.pitch)))
	e.state.SetFloat(quake3.EntAposBaseYaw, float32(math.Round(p.view.yaw)))
	e.state.SetFloat(quake3.EntAngles2Yaw, float32(moveDir(p)))
	e.set(quake3.EntLegsAnim, int(p.legs))
	e.set(quake3.EntTorsoAnim, int(p.torso))
	e.set(quake3.EntClientNum, p.slot)
	e.state.F[quake3.EntEFlags] = g.flagsOf(p)
	e.state.F[quake3.EntEvent] = p.entEvent
	e.state.F[quake3.EntEventParm] = p.entParm
	e.set(quake3.EntWeapon, p.weapon)
	e.state.F[quake3.EntGroundEntityNum] = groundOf(p, g.w.movers, g)
	if p.quad(g.now) {
		e.set(quake3.EntPowerups, 1<<pwQuad)
	}
	if p.alive() {
		e.set(quake3.EntSolid, solidPlayer)
	}
	return e.state
}

// playerState is a player as he sees himself.
func (g *game) playerState(p *player) quake3.PlayerState {
	var s quake3.PlayerState
	set := func(f quake3.PlayerField, v int) { s.F[f] = uint32(v) }
	for i, v := range p.origin {
		s.SetFloat([3]quake3.PlayerField{quake3.PsOriginX, quake3.PsOriginY, quake3.PsOriginZ}[i], float32(v))
	}
	for i, v := range p.velocity.round() {
		s.SetFloat([3]quake3.PlayerField{quake3.PsVelocityX, quake3.PsVelocityY, quake3.PsVelocityZ}[i], float32(v))
	}
	// the client's angles are sixteen bits a turn
	short := func(deg float64) float32 { return float32(math.Round(deg*65536/360) * 360 / 65536) }
	s.SetFloat(quake3.PsViewPitch, short(p.view.pitch))
	s.SetFloat(quake3.PsViewYaw, short(p.view.yaw))
	set(quake3.PsCommandTime, g.now)
	set(quake3.PsBobCycle, int(p.bob*128)&255)
	set(quake3.PsWeaponTime, max(p.ready-g.now, 0))
	set(quake3.PsEventSequence, p.eventCount)
	set(quake3.PsEvent0, int(p.recent[0][0]))
	set(quake3.PsEvent1, int(p.recent[1][0]))
	set(quake3.PsEventParm0, int(p.recent[0][1]))
	set(quake3.PsEventParm1, int(p.recent[1][1]))
	set(quake3.PsTorsoAnim, int(p.torso))
	set(quake3.PsLegsAnim, int(p.legs))
	set(quake3.PsMovementDir, int(moveDir(p)))
	set(quake3.PsGroundEntityNum, int(groundOf(p, g.w.movers, g)))
	set(quake3.PsEFlags, int(g.flagsOf(p)))
	set(quake3.PsGravity, gravity)
	set(quake3.PsSpeed, runSpeed)
	set(quake3.PsClientNum, p.slot)
	set(quake3.PsWeapon, p.weapon)
	set(quake3.PsDamageEvent, p.damageEvent&255)
	set(quake3.PsDamageYaw, p.damageYaw)
	set(quake3.PsDamagePitch, p.damagePitch)
	set(quake3.PsDamageCount, p.damageCount)
	set(quake3.PsViewHeight, eye)
	if p.jumpHeld {
		set(quake3.PsPmFlags, pmfJumpHeld)
	}
	state := weaponReady
	switch {
	case p.switchTo != 0:
		state = weaponDropping
	case p.torso&^animToggle == torsoRaise:
		state = weaponRaising
	case p.ready > g.now:
		state = weaponFiring
	}
	set(quake3.PsWeaponState, state)
	switch {
	case !p.alive():
		set(quake3.PsPmType, pmDead)
		set(quake3.PsViewHeight, deadHeight)
	case g.phase == intermission:
		// other than usual nobody is taken away: the last picture shows all in their places
		set(quake3.PsPmType, pmFreeze)
	}
	s.Stats[statHealth] = int32(p.health)
	s.Stats[statWeapons] = int32(p.weapons)
	s.Stats[statArmor] = int32(p.armor)
	s.Stats[statMaxHealth] = 100
	s.Persistant[persScore] = int32(p.score)
	s.Persistant[persHits] = int32(p.hits)
	s.Persistant[persRank] = g.rank()
	s.Persistant[persTeam] = int32(p.team)
	s.Persistant[persSpawns] = int32(p.spawnCount)
	s.Persistant[persAttacker] = int32(p.attacker)
	s.Persistant[persKilled] = int32(p.deaths)
	for w, n := range p.ammo {
		s.Ammo[w] = int32(n)
	}
	s.Ammo[wpGauntlet] = -1
	if p.quad(g.now) {
		s.Powerups[pwQuad] = int32(p.quadUntil)
	}
	return s
}

// rank says which team leads: 0 red, 1 blue, 2 neither.
func (g *game) rank() int32 {
	switch d := g.teamScore[teamRed] - g.teamScore[teamBlue]; {
	case d > 0:
		return 0
	case d < 0:
		return 1
	}
	return 2
}

// configstring is one of the texts that describe the match.
type configstring struct {
	index int
	text  string
}

// configstrings are those at the start of the demo, ascending.
func (g *game) configstrings() []configstring {
	out := []configstring{
		{csServerInfo, "\\sv_hostname\\The Glasshouse Club\\mapname\\" + mapName +
			"\\protocol\\68\\version\\Q3 1.32c sample\\gamename\\baseq3\\g_gametype\\3\\timelimit\\0\\fraglimit\\" +
			itoa(g.fragLimit) + "\\dmflags\\0\\sv_maxclients\\8\\sv_floodProtect\\1\\sv_privateClients\\0\\g_needpass\\0"},
		{csSystemInfo, "\\sv_serverid\\48000\\sv_pure\\0\\sv_cheats\\0\\timescale\\1\\fs_game\\"},
		{csMessage, mapTitle},
		{csWarmup, itoa(g.matchStart)},
		{csScores1, "0"},
		{csScores2, "0"},
		{csGameVersion, "baseq3-1"},
		{csLevelStart, itoa(startTime - 20000)},
		{csItems, g.itemMask()},
	}
	for i := 1; i < len(g.chart.models); i++ {
		out = append(out, configstring{csModels + i, fmt.Sprintf("*%d", i)})
	}
	for _, p := range g.players {
		out = append(out, configstring{csPlayers + p.slot, fmt.Sprintf(
			"n\\%s\\t\\%d\\model\\%s\\hmodel\\%s\\g_redteam\\\\g_blueteam\\\\c1\\%d\\c2\\5\\hc\\100\\w\\0\\l\\0\\tt\\0\\tl\\0",
			p.name, p.team, p.model, p.model, p.slot+1)})
	}
	for i, l := range g.locations {
		out = append(out, configstring{csLocations + 1 + i, l.name})
	}
	return out
}

// itemMask has a 1 for each item of the game's list that is in the map.
func (g *game) itemMask() string {
	mask := make([]byte, 36)
	for i := range mask {
		mask[i] = '0'
	}
	for _, it := range g.items {
		mask[it.kind.number] = '1'
	}
	for _, w := range []int{wpGauntlet, wpMachinegun} {
		mask[map[int]int{wpGauntlet: 8, wpMachinegun: 10}[w]] = '1'
	}
	return string(mask)
}
