package script

import (
	"bytes"
	"fmt"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// quakeRules are the rules of a dedicated server that sends 20 frames per second.
var quakeRules = Rules{Frame: 50, Arsenal: quakeArsenal, Items: quakeItems, PowerTime: 30000, MegaWaits: true}

// netQuake writes a .dem of protocol 15.
type netQuake struct {
	out       bytes.Buffer
	e         *netquake.Encoder
	c         *precache
	baselines map[int]netquake.EntityState
	frags     [playerCount]int
}

const firstThing = playerCount + 2 // after the players and a light

func newNetQuake() writer {
	n := &netQuake{}
	n.e = netquake.NewEncoder(&n.out, netquake.Options{})
	n.e.Handle(&netquake.Track{Text: []byte("2\n")})
	return n
}

func (n *netQuake) end() []byte {
	n.e.Handle(&netquake.Block{})
	n.e.Handle(&netquake.Disconnect{})
	return finished(n.e, &n.out)
}

func (n *netQuake) level(w *World) {
	n.c, n.baselines, n.frags = newPrecache(w.Level), map[int]netquake.EntityState{}, [playerCount]int{}
	n.e.Handle(&netquake.Block{})
	n.print(quakeworld.PrintHigh, "\x02\nVERSION 1.09 SERVER (5336 CRC)\n")
	n.e.Handle(&netquake.ServerInfo{Protocol: netquake.ProtocolQuake, MaxClients: playerCount, GameType: 1,
		LevelName: fmt.Appendf(nil, "Arena %d", w.Level+1), Models: n.c.models, Sounds: n.c.sounds})
	n.e.Handle(&netquake.CDTrack{Track: 2, Loop: 2})
	n.e.Handle(&netquake.SetView{Entity: ada + 1})
	n.e.Handle(&netquake.SignonNum{Stage: 1})
	n.e.Handle(&netquake.Block{})
	things := n.c.things(w, firstThing)
	for i := range playerCount {
		things = append(things, quakeThing{number: i + 1, model: n.c.model("progs/player.mdl"), color: uint8(i + 1)})
	}
	for _, t := range things {
		s := t.netState()
		n.baselines[t.number] = s
		n.e.Handle(&netquake.SpawnBaseline{Entity: uint16(t.number), Baseline: netquake.Baseline{Model: s.Model,
			Frame: s.Frame, Colormap: s.Colormap, Skin: s.Skin, Origin: s.Origin, Angles: s.Angles}})
	}
	n.e.Handle(&netquake.SignonNum{Stage: 2})
	n.e.Handle(&netquake.Block{})
	n.e.Handle(&netquake.SetAngle{Angles: netquake.Vec3{0, w.Players[ada].Yaw, 0}})
	n.e.Handle(&netquake.SignonNum{Stage: 3})
}

func (t *quakeThing) netState() netquake.EntityState {
	s := netquake.NewEntityState()
	s.Model, s.Frame, s.Colormap, s.Skin, s.Origin, s.Angles[1] = uint16(t.model), uint16(t.frame), t.color, t.skin,
		t.origin, t.yaw
	return s
}

func (n *netQuake) frame(w *World) {
	n.e.Handle(&netquake.Block{Angles: netquake.Vec3{0, w.Players[ada].Yaw, 0}})
	n.e.Handle(&netquake.Time{Seconds: float32(w.Now)/1000 + 1})
	for i := range w.Happened {
		quakeTell(n, w, &w.Happened[i])
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Frags != n.frags[i] {
			n.frags[i] = p.Frags
			n.e.Handle(&netquake.UpdateFrags{Player: uint8(i), Frags: int16(p.Frags)})
		}
	}
	n.clientData(w, &w.Players[ada])
	if w.Phase == Intermission { // the players' models are removed
		n.entities(w, n.c.things(w, firstThing))
		return
	}
	var things []quakeThing
	for i := range w.Players {
		p := &w.Players[i]
		if !p.In {
			continue
		}
		t := quakeThing{number: i + 1, model: n.c.model("progs/player.mdl"), frame: playerFrame(w, p),
			color: uint8(i + 1), origin: p.Origin, yaw: p.Yaw}
		if p.Gibbed {
			t.model, t.frame = n.c.model("progs/h_player.mdl"), 0
		}
		things = append(things, t)
	}
	n.entities(w, append(things, n.c.things(w, firstThing)...))
}

// entities sends the entities in sight, as differences to their baselines.
func (n *netQuake) entities(w *World, things []quakeThing) {
	for _, t := range things {
		if !w.Sees(ada, t.origin) {
			continue
		}
		base, ok := n.baselines[t.number]
		if !ok {
			base = netquake.NewEntityState()
		}
		s := t.netState()
		if t.number <= playerCount {
			s.Effects = netEffects(w, &w.Players[t.number-1])
		}
		var u netquake.UpdateEntity
		u.SetState(uint16(t.number), base, s)
		n.e.Handle(&u)
	}
}

func netEffects(w *World, p *Player) (bits uint32) {
	if p.Powers[sim.PowerupQuad] > 0 || p.Powers[sim.PowerupProtection] > 0 {
		bits |= netquake.EffectDimLight
	}
	if p.Alive && p.Shot == w.Now && p.Shot > 0 {
		bits |= netquake.EffectMuzzleFlash
	}
	return bits
}

// clientData returns the recorder's status bar.
func (n *netQuake) clientData(w *World, p *Player) {
	weapon := quakeWeapons[p.Weapon]
	ammo := func(i sim.Item) uint16 { return uint16(p.Ammo[i]) }
	c := netquake.ClientData{Mask: netquake.ClientItems, ViewHeight: 22, Velocity: p.Velocity, Items: quakeBits(w, p),
		HasItems: true, HasStats: true, Armor: uint16(p.Armor), WeaponModel: uint16(n.c.model(weapon.view)),
		Health: int16(p.Health), Ammo: ammo(w.arm(p.Weapon).Ammo), Shells: ammo(sim.ItemAmmoShells),
		Nails: ammo(sim.ItemAmmoNails), Rockets: ammo(sim.ItemAmmoRockets),
		Cells:  ammo(sim.ItemAmmoCells),
		Weapon: uint16(weapon.bit)}
	if p.Ground {
		c.Mask |= netquake.ClientOnGround
	}
	if p.Water {
		c.Mask |= netquake.ClientInWater
	}
	for i, v := range p.Velocity {
		if v != 0 {
			c.Mask |= 1 << (5 + i)
		}
	}
	if p.Armor != 0 {
		c.Mask |= 1 << 13
	}
	c.Mask |= 1 << 14 // the weapon model
	n.e.Handle(&c)
}

func (n *netQuake) hears(w *World, at sim.Vec3) bool { return w.Sees(ada, at) }
func (n *netQuake) tells(slot int) bool              { return slot == ada }
func (n *netQuake) first() int                       { return firstThing }
func (n *netQuake) all()                             {}
func (n *netQuake) flash(int)                        {}
func (n *netQuake) kept(*World, *Happening)          {}
func (n *netQuake) stuff(text string)                { n.e.Handle(&netquake.StuffText{Text: []byte(text)}) }

func (n *netQuake) print(level uint8, text string) {
	if level == quakeworld.PrintChat {
		text = "\x01" + text
	}
	n.e.Handle(&netquake.Print{Text: []byte(text)})
}

func (n *netQuake) sound(name string, entity int, at sim.Vec3) {
	n.e.Handle(&netquake.Sound{Entity: uint16(entity), Channel: 3, Sound: uint16(n.c.sound(name)), Origin: at,
		Volume: 255, Attenuation: 64})
}

func (n *netQuake) temp(kind netquake.Temp, entity int, at, to sim.Vec3) {
	n.e.Handle(&netquake.TempEntity{Type: kind, Entity: uint16(entity), Origin: at, End: to})
}

func (n *netQuake) setAngle(p *Player) {
	if p.Slot == ada {
		n.e.Handle(&netquake.SetAngle{Angles: netquake.Vec3{0, p.Yaw, 0}})
	}
}

func (n *netQuake) hurt(w *World, h *Happening) {
	if w.Sees(ada, h.At) {
		n.e.Handle(&netquake.Particle{Origin: h.At, Count: uint8(h.Amount), Color: 73})
	}
	if h.Who == ada {
		n.e.Handle(&netquake.Damage{Health: uint8(h.Amount), Origin: h.At})
	}
}

func (n *netQuake) phase(h *Happening) {
	if h.Kind == Intermission {
		n.e.Handle(&netquake.Intermission{})
	}
}

// roster sends the players in the game.
func (n *netQuake) roster(h *Happening, p *Player) {
	name := p.Name
	if h.Kind == Left {
		n.print(quakeworld.PrintHigh, fmt.Sprintf("%s left the game with %d frags\n", name, p.Frags))
		name = ""
	}
	n.e.Handle(&netquake.UpdateName{Player: uint8(h.Who), Name: []byte(name)})
	switch h.Kind {
	case Joined:
		pants := quakePants[p.Team]
		n.e.Handle(&netquake.UpdateColors{Player: uint8(h.Who), Colors: uint8(pants<<4 | pants)})
		n.e.Handle(&netquake.UpdateFrags{Player: uint8(h.Who)})
		n.frags[h.Who] = 0
		n.print(quakeworld.PrintHigh, name+" entered the game\n")
	case Left:
		n.e.Handle(&netquake.UpdateColors{Player: uint8(h.Who)})
	}
}
