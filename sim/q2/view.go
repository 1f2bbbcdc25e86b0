package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// views handles playerstates: whose they are, what his status bar shows, and through whose eyes
// the demo is seen.
type views struct {
	track       *track.Track
	players     *track.Players
	level       *level
	models      *models
	clients     *clients
	items       *items
	inventories *inventories
	match       *match
	// screenText is what the last layout draws, unless it is a scoreboard.
	screenText *sim.ScreenText
}

// stat is a stat of the status bar, 0 where there is none of that number.
func stat(ps *quake2.PlayerState, i int) int16 {
	if i < 0 || i >= len(ps.Stats) {
		return 0
	}
	return ps.Stats[i]
}

// see handles a playerstate.
func (vs *views) see(v *quake2.PlayerView, snap *quake2.Snapshot) {
	slot := sim.SlotAt(v.Slot)
	p := vs.clients.at(slot)
	if p == nil || vs.level.hidden(slot) || p.raw == serverSpectator || p.raw == "" && vs.level.multiview || !vs.level.hasPlayer(slot) {
		return
	}
	ps := &v.State
	if vs.watches(ps, snap.Entity(uint16(v.Slot+1))) {
		vs.spectate(slot, ps)
		return
	}
	r := vs.clients.list(slot)
	vs.clients.play(slot)
	first := p.viewed == 0 || p.viewed != vs.track.Snapshot()-1
	p.viewed, p.stated = vs.track.Snapshot(), true
	const far = 96 // who was just moved by a teleporter is where his speed does not lead
	teleported := ps.Flags&quake2.MoveFlagTeleport != 0 && r.Origin.Distance2(ps.Origin) > far*far
	vs.players.Update(slot, &track.PlayerUpdate{Origin: ps.Origin, Velocity: ps.Velocity, HasVelocity: true,
		View: angles(ps.ViewAngles), HasView: true, Life: r.Life, NoLerp: first || teleported})
	r.OnGround = ps.Flags&quake2.MoveFlagOnGround != 0
	r.Mins, r.Maxs = standing[0], standing[1]
	if ps.Flags&quake2.MoveFlagDucked != 0 {
		r.Maxs[2] = duckedHeight
	}
	vs.stats(r, ps)
	vs.setLife(r, ps)
	vs.inventories.update(r, ps, first)
	r.Firing = vs.clients.firing(slot) && r.Life == sim.Alive
}

// watches reports whether a playerstate is that of someone who plays no part. Those have a body who are frozen for a
// moment, but not those who follow others, nor those who just came in, who have no weapon either.
func (vs *views) watches(ps *quake2.PlayerState, body *quake2.EntityState) bool {
	if vs.level.multiview && ps.Type == quake2.MoveNormal && ps.Gun == 0 && body == nil {
		return true
	}
	bodiless := ps.Type == quake2.MoveFreeze || vs.match.phase == sim.PhaseIntermission && ps.Type == quake2.MoveNormal
	return ps.Type == quake2.MoveSpectator || bodiless && (body == nil || body.Models[0] != vs.level.config.PlayerModel)
}

// setLife records whether a player lives, as his playerstate has it.
func (vs *views) setLife(r *recording.FramePlayer, ps *quake2.PlayerState) {
	life := sim.Alive
	switch {
	case ps.Type == quake2.MoveGib:
		life = sim.Gibbed
	case ps.Type == quake2.MoveDead || vs.level.bar.health && stat(ps, quake2.StatHealth) <= 0:
		life = sim.Dead
	}
	if life == sim.Gibbed && r.Life == sim.Dead || life == sim.Dead && r.Life == sim.Gibbed {
		r.Life = life
	}
	vs.clients.setLife(r, life)
}

// spectate handles the state of someone who plays no part: he watches,
// maybe through another's eyes, or the level is over.
func (vs *views) spectate(slot sim.Slot, ps *quake2.PlayerState) {
	r := vs.clients.list(slot)
	p := vs.clients.at(slot)
	p.viewed, p.stated = vs.track.Snapshot(), true
	vs.players.See(slot)
	forgetStats(r)
	if vs.clients.roundPlayer(slot) {
		vs.clients.outOfRound(r)
		return
	}
	moved := vs.players.Jumped(r.Origin, ps.Origin)
	vs.clients.setLife(r, sim.Spectating)
	r.NoLerp = r.NoLerp || moved
	r.Origin, r.Velocity, r.View, r.Visible = ps.Origin, ps.Velocity, angles(ps.ViewAngles), true
	r.Weapon = sim.WeaponNone
	if other := vs.clients.followed(ps); vs.level.isRecorder(slot) && other != slot {
		if r := vs.clients.list(other); r != nil { // his stats are those that the recorder sees
			vs.stats(r, ps)
		}
	}
}

// stats records what the status bar shows.
func (vs *views) stats(r *recording.FramePlayer, ps *quake2.PlayerState) {
	p := vs.clients.at(r.Slot)
	b := &vs.level.bar
	p.health = r.Health
	r.Health, r.Armor, r.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
	if b.health {
		r.Health = stat(ps, quake2.StatHealth)
	}
	if b.armor {
		vs.armor(r, p, ps)
	}
	if b.ammo && stat(ps, quake2.StatAmmoIcon) != 0 {
		r.Ammo = stat(ps, quake2.StatAmmo)
	}
	if w := vs.models.gunOf(ps.Gun); w != sim.WeaponNone {
		r.Weapon = w
	}
	if b.frags >= 0 {
		r.Frags = stat(ps, b.frags)
	}
	vs.timers(r, p, ps)
	p.tech = 0
	if power, ok := vs.level.mod.techIcons[vs.level.image(stat(ps, quake2.StatCTFTech))]; ok {
		p.tech = 1 << power
	}
	vs.picked(r, p, ps)
}

// armor reads the armour and its kind; the icon of power armour takes turns
// with it.
func (vs *views) armor(r *recording.FramePlayer, p *client, ps *quake2.PlayerState) {
	r.Armor = stat(ps, quake2.StatArmor)
	switch icon := vs.level.image(stat(ps, quake2.StatArmorIcon)); {
	case strings.Contains(icon, "bodyarmor"):
		p.armorKind = sim.ItemArmorRed
	case strings.Contains(icon, "combatarmor"):
		p.armorKind = sim.ItemArmorYellow
	case strings.Contains(icon, "jacketarmor"):
		p.armorKind = sim.ItemArmorGreen
	case strings.Contains(icon, "powershield"), strings.Contains(icon, "powerscreen"):
	default:
		p.armorKind = sim.ItemNone
	}
	if r.Armor <= 0 {
		p.armorKind = sim.ItemNone
	}
	r.ArmorKind = p.armorKind
}

// timerIcons are the powers of the icons beside the timer.
var timerIcons = map[string]sim.Powerup{
	"p_quad": sim.PowerupQuad, "p_invulnerability": sim.PowerupProtection, "p_envirosuit": sim.PowerupSuit,
	"p_rebreather": sim.PowerupSuit, "p_double": sim.PowerupDouble, "p_doubledamage": sim.PowerupDouble,
}

// timers reads when powers end. The timer counts whole seconds.
func (vs *views) timers(r *recording.FramePlayer, p *client, ps *quake2.PlayerState) {
	icon, left := vs.level.image(stat(ps, quake2.StatTimerIcon)), stat(ps, quake2.StatTimer)
	power, ok := timerIcons[icon]
	if !ok || left < 0 {
		return
	}
	end := vs.track.Now() + time.Duration(left)*time.Second
	if old := r.PowerupEnd[power]; old < end-time.Second || old > end+1100*time.Millisecond {
		r.PowerupEnd[power] = end
	}
	if power == sim.PowerupSuit {
		p.suitEnd = r.PowerupEnd[power]
	}
}

// picked finds an item that the status bar says was taken just now.
func (vs *views) picked(r *recording.FramePlayer, p *client, ps *quake2.PlayerState) {
	index := stat(ps, quake2.StatPickupString)
	was := p.pickup
	p.pickup = index
	if index == 0 || index == was || p.viewed == 0 {
		return
	}
	if a, ok := vs.level.mod.itemNamed(plain([]byte(vs.level.configString(int(index))))); ok && !r.NoLerp {
		vs.items.told(r, a)
		vs.inventories.of(r.Slot).take(a)
	}
}

// The bits of the layouts stat: which of the layout and the inventory that came last shows.
const (
	layoutsBoard     = 1
	layoutsInventory = 2
)

// showBoard shows what the recorder has open.
func (vs *views) showBoard(snap *quake2.Snapshot) {
	vs.track.Frame().ScreenText = nil
	if !vs.level.allSeeing && len(snap.Players) > 0 && stat(&snap.Players[0].State, quake2.StatLayouts)&layoutsBoard != 0 {
		vs.track.Frame().ScreenText = vs.screenText
	}
}

// pointOfView finds out through whose eyes the demo is seen.
func (vs *views) pointOfView(snap *quake2.Snapshot) {
	var pov sim.Slot
	if !vs.level.allSeeing && len(snap.Players) > 0 {
		v := &snap.Players[0]
		pov = sim.SlotAt(v.Slot)
		if r := vs.players.Row(pov); r != nil && r.Life == sim.Spectating {
			if other := vs.clients.followed(&v.State); vs.players.Row(other) != nil {
				pov = other
			}
		}
	}
	r := vs.players.Row(pov)
	if r == nil {
		pov = sim.Slot{}
	}
	f := vs.track.Frame()
	if before := f.POV; before != pov {
		if r := vs.players.Row(before); r != nil {
			r.POV = false
		}
		if before.Valid() && pov.Valid() {
			vs.track.Event(sim.Event{Kind: sim.EventPointOfView, Slot: pov})
		}
	}
	f.POV = pov
	if r != nil {
		r.POV = true
	}
	for i := range vs.level.server.Split {
		if r := vs.players.Row(sim.SlotAt(int(vs.level.server.Split[i]))); r != nil {
			r.POV = true
		}
	}
}
