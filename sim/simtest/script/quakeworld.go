package script

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// quakeWorldRules are the rules of QuakeWorld with KTX. The server moves its entities, then reads its players'
// packets, then sends (mvdsv sv_main.c, SV_Frame).
var quakeWorldRules = Rules{Frame: 25, Arsenal: quakeArsenal, Items: quakeItems, PowerTime: 30000, MegaWaits: true,
	Unseen: true, Warmup: true}

// quakeWorld writes a .qwd or a .mvd of protocol 28.
type quakeWorld struct {
	out       bytes.Buffer
	e         *quakeworld.Encoder
	multi     bool
	c         *precache
	sequence  uint32
	clock     int               // ms since the demo began
	elapsed   int               // ms announced by the next block (.mvd)
	to        *quakeworld.Block // the block being written (.mvd)
	baselines map[int]quakeworld.EntityState
	entities  []quakeworld.EntityState // of the last packet
	players   [playerCount]quakeworld.PlayerInfo
	stats     [playerCount][32]int32
	frags     [playerCount]int
	typing    [playerCount]bool
	users     int32
}

// firstQuakeWorldThing follows the 32 players that every server has room for.
const firstQuakeWorldThing = 33

func newQuakeWorld(multi bool) func() writer {
	return func() writer {
		q := &quakeWorld{multi: multi}
		q.e = quakeworld.NewEncoder(&q.out, quakeworld.Options{MultiView: multi})
		return q
	}
}

func (q *quakeWorld) end() []byte {
	if q.multi {
		q.block(quakeworld.KindAll, 0)
		q.e.Handle(&quakeworld.Disconnect{HasText: true, Text: []byte("EndOfDemo")})
	} else {
		q.e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindRead), Seconds: q.seconds(),
			Sequence: quakeworld.ConnectionlessSequence})
		q.e.Handle(&quakeworld.Connectionless{Data: []byte("\x02EndOfDemo")})
	}
	return finished(q.e, &q.out)
}

func (q *quakeWorld) seconds() float32 { return float32(q.clock) / 1000 }

// block starts a block of a .mvd for all, some or one player, unless it is the current one.
func (q *quakeWorld) block(kind quakeworld.Kind, players uint32) {
	b := quakeworld.Block{Code: uint8(kind), Delta: uint8(q.elapsed)}
	switch kind {
	case quakeworld.KindMultiple:
		b.Players = players
	case quakeworld.KindSingle, quakeworld.KindStats:
		b.Code |= uint8(players << 3)
	}
	if q.to != nil && *q.to == b {
		return
	}
	q.e.Handle(&b)
	q.elapsed, b.Delta = 0, 0
	q.to = &b
}

// tells reports whether the demo includes messages to a player, and addresses the following ones to him.
func (q *quakeWorld) tells(slot int) bool {
	if q.multi {
		q.block(quakeworld.KindSingle, uint32(slot))
		return true
	}
	return slot == ada
}

// all addresses the following messages to all players.
func (q *quakeWorld) all() {
	if q.multi {
		q.block(quakeworld.KindAll, 0)
	}
}

// packet starts a packet of the server (.qwd).
func (q *quakeWorld) packet() {
	q.sequence++
	q.e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindRead), Seconds: q.seconds(), Sequence: q.sequence,
		Acknowledged: q.sequence - 1})
}

func (q *quakeWorld) level(w *World) {
	q.c, q.baselines, q.entities, q.to = newPrecache(w.Level), map[int]quakeworld.EntityState{}, nil, nil
	q.frags, q.typing = [playerCount]int{}, [playerCount]bool{}
	for i := range playerCount {
		q.players[i], q.stats[i] = quakeworld.PlayerInfo{}, [32]int32{}
	}
	if q.multi {
		q.all()
	} else {
		q.packet()
	}
	q.e.Handle(&quakeworld.ServerData{Protocol: 28, ServerCount: int32(w.Level + 1), GameDir: []byte("qw"), Client: ada,
		Seconds: 1, LevelName: fmt.Appendf(nil, "Arena %d", w.Level+1), Move: quakeworld.MoveVars{Gravity: gravity,
			StopSpeed: 100, MaxSpeed: runSpeed, SpectatorMaxSpeed: 500, Accelerate: 10, AirAccelerate: 10,
			WaterAccelerate: 10, Friction: 4,
			WaterFriction: 4, EntGravity: 1}})
	q.stuff(
		fmt.Sprintf(
			"fullserverinfo \"\\maxfps\\77\\*version\\MVDSV 0.33\\*z_ext\\511\\ktxver\\1.39\\mode\\ctf\\teamplay\\2\\*gamedir\\qw\\timelimit\\2\\deathmatch\\1"+
				"\\maxclients\\8\\map\\arena%d\\status\\%s\"\n", w.Level+1, []string{"Standby", "2 min left"}[w.Level]))
	q.e.Handle(&quakeworld.SoundList{NameList: quakeworld.NameList{Names: q.c.sounds}})
	q.e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{Names: q.c.models}})
	for _, t := range q.c.things(w, firstQuakeWorldThing) {
		s := t.worldState()
		q.baselines[t.number] = s
		q.e.Handle(&quakeworld.SpawnBaseline{Entity: s.Number, Baseline: quakeworld.Baseline{Model: uint8(s.Model),
			Frame: uint8(s.Frame), Colormap: s.Colormap, Skin: s.Skin, Origin: s.Origin, Angles: s.Angles}})
	}
	q.stuff("skins\n")
}

func (t *quakeThing) worldState() quakeworld.EntityState {
	return quakeworld.EntityState{Number: uint16(t.number), Model: uint16(t.model), Frame: uint16(t.frame),
		Colormap: t.color, Skin: t.skin, Origin: t.origin, Angles: quakeworld.Vec3{0, t.yaw, 0}}
}

func (q *quakeWorld) frame(w *World) {
	q.clock += w.Rules.Frame
	if q.multi {
		q.elapsed, q.to = w.Rules.Frame, nil
		q.all()
	} else {
		view := quakeworld.Vec3{0, w.Players[ada].Yaw, 0}
		q.e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindCommand), Seconds: q.seconds()})
		q.e.Handle(&quakeworld.Command{Msec: uint8(w.Rules.Frame), Angles: view, View: view})
		q.packet()
	}
	for i := range w.Happened {
		q.all()
		quakeTell(q, w, &w.Happened[i])
	}
	if w.Now == w.Started+60000 && w.Phase == MatchStart {
		q.serverInfo("status", "1 min left")
	}
	for i := range w.Players {
		q.player(w, &w.Players[i])
	}
	q.all()
	for i := range w.Players {
		q.playerInfo(w, &w.Players[i])
	}
	q.packetEntities(w)
}

// player sends the changes in a player's numbers.
func (q *quakeWorld) player(w *World, p *Player) {
	if p.Frags != q.frags[p.Slot] {
		q.all()
		q.frags[p.Slot] = p.Frags
		q.e.Handle(&quakeworld.UpdateFrags{Player: uint8(p.Slot), Frags: int16(p.Frags)})
	}
	if p.Typing != q.typing[p.Slot] {
		q.all()
		q.typing[p.Slot] = p.Typing
		q.setInfo(p, "chat", map[bool]string{true: "1"}[p.Typing])
	}
	if !p.In || !q.multi && p.Slot != ada {
		return
	}
	weapon := quakeWeapons[p.Weapon]
	ammo := func(i sim.Item) int32 { return int32(p.Ammo[i]) }
	for _, s := range []struct {
		index uint8
		value int32
	}{
		{quakeworld.StatHealth, int32(p.Health)}, {quakeworld.StatArmor, int32(p.Armor)},
		{quakeworld.StatWeaponModel, int32(q.c.model(weapon.view))},
		{quakeworld.StatAmmo, ammo(w.arm(p.Weapon).Ammo)}, {quakeworld.StatShells, ammo(sim.ItemAmmoShells)},
		{quakeworld.StatNails, ammo(sim.ItemAmmoNails)},
		{quakeworld.StatRockets, ammo(sim.ItemAmmoRockets)}, {quakeworld.StatCells, ammo(sim.ItemAmmoCells)},
		{quakeworld.StatActiveWeapon, int32(weapon.bit)}, {quakeworld.StatItems, int32(quakeBits(w, p))},
	} {
		if q.stats[p.Slot][s.index] == s.value {
			continue
		}
		q.stats[p.Slot][s.index] = s.value
		if q.multi {
			q.block(quakeworld.KindStats, uint32(p.Slot))
		}
		id := uint8(3)
		if s.value < 0 || s.value > 255 {
			id = 38
		}
		q.e.Handle(&quakeworld.UpdateStat{ID: id, Index: s.index, Value: s.value})
	}
}

// camera is the position of the intermission camera.
var camera = quakeworld.Vec3{0, 0, 300}

// playerInfo sends a player: completely in a .qwd, only the changes in a .mvd.
func (q *quakeWorld) playerInfo(w *World, p *Player) {
	if !p.In || !q.multi && w.Phase != Intermission && !w.Sees(ada, p.Origin) {
		return
	}
	now := quakeworld.PlayerInfo{Player: uint8(p.Slot), MultiView: q.multi, Origin: p.Origin,
		Angles: quakeworld.Vec3{0, p.Yaw, 0}, Velocity: p.Velocity, Frame: uint8(playerFrame(w, p)),
		Model: uint8(q.c.model("progs/player.mdl")), Effects: worldEffects(p), Msec: 13}
	if p.Gibbed {
		now.Model, now.Frame = uint8(q.c.model("progs/h_player.mdl")), 0
	}
	if w.Phase == Intermission { // everyone is moved to the camera (progs client.qc, execute_changelevel)
		now.Origin, now.Model, now.Velocity = camera, 0, quakeworld.Vec3{}
	}
	before := &q.players[p.Slot]
	set := func(is bool, flag uint32) {
		if is {
			now.Flags |= flag
		}
	}
	if q.multi {
		for i := range 3 {
			set(now.Origin[i] != before.Origin[i], quakeworld.ViewOrigin<<i)
			set(now.Angles[i] != before.Angles[i], quakeworld.ViewAngles<<i)
		}
		set(now.Model != before.Model, quakeworld.ViewModel)
		set(now.Effects != before.Effects, quakeworld.ViewEffects)
		set(!p.Alive, quakeworld.ViewDead)
		set(p.Gibbed, quakeworld.ViewGib)
		*before = now
		q.e.Handle(&now)
		return
	}
	for i, v := range p.Velocity {
		set(v != 0, quakeworld.PlayerVelocity<<i)
	}
	set(p.Gibbed || now.Model == 0, quakeworld.PlayerModel)
	set(p.Gibbed, quakeworld.PlayerGib)
	set(now.Effects != 0, quakeworld.PlayerEffects)
	set(!p.Alive, quakeworld.PlayerDead)
	if p.Slot != ada {
		set(true, quakeworld.PlayerMsec|quakeworld.PlayerCommand)
		now.Command = quakeworld.UserCommand{Mask: 1 << 7, Angles: now.Angles, Msec: 13} // bit 7: yaw
	}
	q.e.Handle(&now)
}

func worldEffects(p *Player) (bits uint8) {
	for i, is := range []bool{4: p.Flag == sim.TeamRed, 5: p.Flag == sim.TeamBlue, 6: p.Powers[sim.PowerupQuad] > 0,
		7: p.Powers[sim.PowerupProtection] > 0} {
		if is {
			bits |= 1 << i
		}
	}
	return bits
}

// packetEntities sends the entities in sight, as differences to the previous packet. Nails have a message of their
// own.
func (q *quakeWorld) packetEntities(w *World) {
	m := quakeworld.PacketEntities{Delta: q.entities != nil, From: uint8(q.sequence - 1)}
	nails := quakeworld.Nails{ID: 43}
	now := []quakeworld.EntityState{}
	for _, t := range q.c.things(w, firstQuakeWorldThing) {
		switch {
		case !q.multi && !w.Sees(ada, t.origin):
		case t.model == q.c.model("progs/spike.mdl"), t.model == q.c.model("progs/s_spike.mdl"):
			nails.Nails = append(nails.Nails, quakeworld.Nail{Number: uint8(t.number), Origin: t.origin, Yaw: t.yaw})
		default:
			now = append(now, t.worldState())
		}
	}
	before := q.entities
	for _, s := range now {
		for len(before) > 0 && before[0].Number < s.Number {
			m.Entities = append(m.Entities, quakeworld.EntityDelta{Number: before[0].Number,
				Mask: quakeworld.EntityRemove})
			before = before[1:]
		}
		base := q.baselines[int(s.Number)]
		known := len(before) > 0 && before[0].Number == s.Number
		if known {
			base, before = before[0], before[1:]
		}
		if d := delta(base, s); d.Mask != 0 || !known {
			m.Entities = append(m.Entities, d)
		}
	}
	for _, b := range before {
		m.Entities = append(m.Entities, quakeworld.EntityDelta{Number: b.Number, Mask: quakeworld.EntityRemove})
	}
	q.entities = now
	q.e.Handle(&m)
	if len(nails.Nails) > 0 {
		if q.multi {
			nails.ID = 54
		}
		q.e.Handle(&nails)
	}
}

// delta returns the differences between two states of an entity.
func delta(a, b quakeworld.EntityState) quakeworld.EntityDelta {
	d := quakeworld.EntityDelta{Number: b.Number, Model: b.Model, Frame: uint8(b.Frame), Colormap: b.Colormap,
		Skin: b.Skin, Origin: b.Origin, Angles: b.Angles}
	for bit, differs := range map[uint32]bool{
		quakeworld.EntityModel: a.Model != b.Model, quakeworld.EntityFrame: a.Frame != b.Frame,
		quakeworld.EntityColormap: a.Colormap != b.Colormap, quakeworld.EntitySkin: a.Skin != b.Skin,
		quakeworld.EntityOriginX: a.Origin[0] != b.Origin[0], quakeworld.EntityOriginY: a.Origin[1] != b.Origin[1],
		quakeworld.EntityOriginZ: a.Origin[2] != b.Origin[2], quakeworld.EntityYaw: a.Angles[1] != b.Angles[1],
	} {
		if differs {
			d.Mask |= bit
		}
	}
	low := quakeworld.EntityModel | quakeworld.EntityColormap | quakeworld.EntitySkin
	if d.Mask&uint32(low) != 0 {
		d.Mask |= 1 << 15 // another byte of bits follows
	}
	return d
}

func (q *quakeWorld) stuff(text string) { q.e.Handle(&quakeworld.StuffText{Text: []byte(text)}) }

func (q *quakeWorld) print(level uint8, text string) {
	q.e.Handle(&quakeworld.Print{Level: level, Text: []byte(text)})
}

func (q *quakeWorld) setInfo(p *Player, key, value string) {
	q.e.Handle(&quakeworld.SetInfo{Player: uint8(p.Slot), Key: []byte(key), Value: []byte(value)})
}

func (q *quakeWorld) serverInfo(key, value string) {
	q.e.Handle(&quakeworld.ServerInfo{Key: []byte(key), Value: []byte(value)})
}

// hears reports whether the demo includes sights and sounds at a place.
func (q *quakeWorld) hears(w *World, at sim.Vec3) bool { return q.multi || w.Sees(ada, at) }

func (q *quakeWorld) sound(name string, entity int, at sim.Vec3) {
	q.e.Handle(&quakeworld.Sound{Entity: uint16(entity), Channel: 3, Sound: uint16(q.c.sound(name)), Origin: at})
}

func (q *quakeWorld) temp(kind netquake.Temp, entity int, at, to sim.Vec3) {
	q.e.Handle(&quakeworld.TempEntity{Type: quakeworld.Temp(kind), Entity: uint16(entity), Origin: at, End: to, Count: 4})
}

func (q *quakeWorld) setAngle(p *Player) {
	if q.multi || p.Slot == ada {
		q.e.Handle(&quakeworld.SetAngle{Player: uint8(p.Slot), Angles: quakeworld.Vec3{0, p.Yaw, 0}})
	}
}

func (q *quakeWorld) flash(slot int) { q.e.Handle(&quakeworld.MuzzleFlash{Entity: uint16(slot + 1)}) }

// roster sends the players in the game.
func (q *quakeWorld) roster(h *Happening, p *Player) {
	slot := uint8(p.Slot)
	switch h.Kind {
	case Joined:
		q.users++
		q.players[slot], q.stats[slot] = quakeworld.PlayerInfo{}, [32]int32{} // mvdsv sv_demo.c, MVD_PlayerReset
		team := map[sim.Team]string{sim.TeamRed: "red", sim.TeamBlue: "blue"}[p.Team]
		pants := quakePants[p.Team]
		q.e.Handle(&quakeworld.UpdateFrags{Player: slot})
		q.e.Handle(&quakeworld.UpdatePing{Player: slot, Ping: 25})
		q.e.Handle(&quakeworld.UpdatePL{Player: slot})
		q.e.Handle(&quakeworld.UpdateEnterTime{Player: slot})
		q.e.Handle(&quakeworld.UpdateUserInfo{Player: slot, UserID: q.users,
			Info: fmt.Appendf(nil, "\\team\\%s\\topcolor\\%d\\bottomcolor\\%d\\name\\%s", team, pants, pants, p.Name)})
		q.frags[p.Slot] = 0
		q.print(quakeworld.PrintHigh, p.Name+" entered the game\n")
	case Left:
		q.print(quakeworld.PrintHigh, fmt.Sprintf("%s left the game with %d frags\n", p.Name, p.Frags))
		q.e.Handle(&quakeworld.UpdateUserInfo{Player: slot})
	case Renamed:
		q.setInfo(p, "name", p.Name)
	}
}

// causes are KTX's numbers for causes of damage.
var causes = []sim.Weapon{1: sim.WeaponMelee, sim.WeaponShotgun, sim.WeaponSuperShotgun, sim.WeaponNailgun,
	sim.WeaponSuperNailgun, sim.WeaponGrenadeLauncher, sim.WeaponRocketLauncher, sim.WeaponLightning, 13: sim.CauseLava,
	sim.CauseSlime, sim.CauseWater, sim.CauseFall}

// hurt sends the damage to the player who was hit and, in a .mvd, to tools.
func (q *quakeWorld) hurt(w *World, h *Happening) {
	if q.hears(w, h.At) {
		q.temp(netquake.Temp(quakeworld.TempBlood), 0, h.At, sim.Vec3{})
	}
	if q.tells(h.Who) {
		q.e.Handle(&quakeworld.Damage{Health: uint8(h.Amount), Origin: h.At})
	}
	if !q.multi {
		return
	}
	q.block(quakeworld.KindMultiple, 0)
	var data []byte
	for _, v := range []int{max(slices.Index(causes, h.Weapon), 0), h.By + 1, h.Who + 1, h.Amount} {
		data = binary.LittleEndian.AppendUint16(data, uint16(v))
	}
	q.e.Handle(&quakeworld.Hidden{Type: quakeworld.HiddenDamageDone, Data: data})
	q.all()
}

func (q *quakeWorld) first() int { return firstQuakeWorldThing }

// kept writes KTX's messages about items: when the mega health will be back and, in a .mvd, who took the items that
// players wait for.
func (q *quakeWorld) kept(w *World, h *Happening) {
	q.all()
	entity := firstQuakeWorldThing + len(w.Movers) + h.Item
	switch {
	case h.Kind == TookPack && q.multi: // KTX's items.c, BackpackTouch
		q.stuff(fmt.Sprintf("//ktx bp %d %d\n", entity+itemCount-h.Item+h.Amount, h.Who+1))
	case h.Kind == Rotted:
		q.stuff(fmt.Sprintf("//ktx timer %d 20\n", entity))
	case h.Kind == TookPack || !q.multi || h.Item >= health && h.Item <= cells:
	case h.Item == mega:
		q.stuff(fmt.Sprintf("//ktx took %d 0 %d\n", entity, h.Who+1))
	default:
		q.stuff(fmt.Sprintf("//ktx took %d %d %d\n", entity, w.Rules.Items[h.Item].Respawn, h.Who+1))
	}
}

// phase sends the state of the match as KTX does.
func (q *quakeWorld) phase(h *Happening) {
	switch h.Kind {
	case Warmup:
		q.serverInfo("status", "Standby")
	case Countdown:
		if h.Amount == 3 {
			q.serverInfo("status", "Countdown")
		}
		q.e.Handle(&quakeworld.CenterPrint{Text: fmt.Appendf(nil, "Countdown:  %d\n\n\nDeathmatch  1\nMode  C T F\n",
			h.Amount)})
	case MatchStart:
		q.print(quakeworld.PrintHigh, "The match has begun!\n")
		q.stuff("//ktx matchstart\n")
		q.e.Handle(&quakeworld.CenterPrint{})
		q.serverInfo("status", "2 min left")
	case Overtime:
		q.print(quakeworld.PrintHigh, "time over, the game is a draw\n")
		q.print(quakeworld.PrintHigh, "1 minute overtime follows\n")
		q.serverInfo("status", "1 min left")
	case MatchEnd:
		q.print(quakeworld.PrintHigh, "The match is over\n")
		q.serverInfo("status", "Standby")
	case Intermission:
		q.e.Handle(&quakeworld.Intermission{Origin: camera})
	}
}
