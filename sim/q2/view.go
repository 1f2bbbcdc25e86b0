package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// views takes over playerstates: whose they are, what his status bar shows, and through whose eyes
// the demo is seen.
type views struct {
	track       *track
	level       *level
	models      *models
	players     *players
	items       *items
	inventories *inventories
	match       *match
	// screenText is what the last layout draws, unless it is a scoreboard.
	screenText *sim.ScreenText
}

func stat(ps *quake2.PlayerState, i int) int16 {
	if i < 0 || i >= len(ps.Stats) {
		return 0
	}
	return ps.Stats[i]
}

// viewOf takes over a playerstate.
func (vs *views) viewOf(v *quake2.PlayerView, snap *quake2.Snapshot) {
	if v.Slot < 0 || v.Slot >= maxPlayers || vs.level.hidden(v.Slot) {
		return
	}
	ps := &v.State
	p := &vs.players.slots[v.Slot]
	if p.raw == "" && vs.level.multiview {
		return
	}
	shown := snap.Entity(uint16(v.Slot + 1))
	bodiless := ps.Type == quake2.MoveFreeze || vs.match.phase == sim.PhaseIntermission && ps.Type == quake2.MoveNormal
	if ps.Type == quake2.MoveSpectator || bodiless && !vs.hasBody(shown) {
		vs.spectate(v.Slot, ps)
		return
	}
	r := vs.players.list(v.Slot)
	if r == nil {
		return
	}
	if p.spectator {
		vs.players.play(v.Slot)
		r = vs.track.row(v.Slot)
	}
	first := p.viewed != vs.track.snaps-1 || p.viewed == 0
	r.NoLerp = first || vs.track.jumped(r.Origin, ps.Origin) || ps.Flags&quake2.MoveFlagTeleport != 0 && vs.jumpedFar(r, ps)
	p.viewed, p.stated = vs.track.snaps, true
	r.Origin, r.Velocity = ps.Origin, ps.Velocity
	p.origin = r.Origin
	r.View = angles(ps.ViewAngles)
	r.Visible = true
	r.OnGround = ps.Flags&quake2.MoveFlagOnGround != 0
	r.Mins, r.Maxs = standing[0], standing[1]
	if ps.Flags&quake2.MoveFlagDucked != 0 {
		r.Maxs[2] = duckedHeight
	}
	vs.stats(r, ps)
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
	vs.players.setLife(r, life)
	vs.inventories.holdings(r, ps, first)
	if p.seen != vs.track.snaps {
		r.Firing = vs.track.now < p.firingUntil && life == sim.Alive
	}
}

// hasBody tells whether an entity is a player's body, which those have who are frozen
// for a moment but not those who follow others.
func (vs *views) hasBody(e *quake2.EntityState) bool {
	return e != nil && e.Models[0] == vs.level.config.PlayerModel
}

// jumpedFar tells whether a player who was just moved by a teleporter is where his speed does
// not lead.
func (vs *views) jumpedFar(r *sim.FramePlayer, ps *quake2.PlayerState) bool {
	const far = 96
	return distance2(r.Origin, ps.Origin) > far*far
}

// spectate takes over the state of someone who plays no part: he watches,
// maybe through another's eyes, or the level is over.
func (vs *views) spectate(slot int, ps *quake2.PlayerState) {
	p := &vs.players.slots[slot]
	r := vs.players.list(slot)
	if r == nil {
		return
	}
	p.viewed, p.stated = vs.track.snaps, true
	r.Health, r.Armor, r.Ammo, r.Inventory, r.ArmorKind = sim.Unknown, sim.Unknown, sim.Unknown, nil, sim.ItemNone
	r.Firing, r.Powerups, r.FlagCarried = false, 0, false
	if vs.players.roundPlayer(slot) {
		vs.players.outOfRound(r)
		return
	}
	moved := vs.track.jumped(r.Origin, ps.Origin)
	if r.Life != sim.Spectating {
		vs.players.setLife(r, sim.Spectating)
	}
	r.NoLerp = r.NoLerp || moved
	r.Origin, r.Velocity, r.View, r.Visible = ps.Origin, ps.Velocity, angles(ps.ViewAngles), true
	r.Weapon = sim.WeaponNone
	if !vs.level.multiview && slot == vs.level.self {
		if other := vs.players.followed(ps); other >= 0 && other != slot {
			vs.through(other, ps)
		}
	}
}

// through gives a player whom the recorder follows the stats that the recorder sees.
func (vs *views) through(slot int, ps *quake2.PlayerState) {
	if r := vs.players.list(slot); r != nil {
		vs.stats(r, ps)
	}
}

// stats takes over what the status bar shows.
func (vs *views) stats(r *sim.FramePlayer, ps *quake2.PlayerState) {
	p := &vs.players.slots[r.Slot.Index()]
	b := &vs.level.bar
	p.health = r.Health
	r.Health, r.Armor, r.Ammo = sim.Unknown, sim.Unknown, sim.Unknown
	if b.health {
		r.Health = stat(ps, quake2.StatHealth)
	}
	if b.armor {
		vs.armor(r, p, ps)
	}
	if b.hasAmm && stat(ps, quake2.StatAmmoIcon) != 0 {
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
	if power, ok := techIcons[vs.level.image(stat(ps, quake2.StatCTFTech))]; ok && vs.level.mod.ctf {
		p.tech = 1 << power
	}
	vs.picked(r, p, ps)
}

// armor reads the armour and its kind; the icon of power armour takes turns
// with it.
func (vs *views) armor(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
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

// techIcons are the powers of the techs of Capture the Flag by their icons.
var techIcons = map[string]sim.Powerup{
	"tech1": sim.PowerupResistance, "tech2": sim.PowerupStrength, "tech3": sim.PowerupHaste, "tech4": sim.PowerupRegeneration,
}

// timers reads when powers end. The timer counts whole seconds.
func (vs *views) timers(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
	icon, left := vs.level.image(stat(ps, quake2.StatTimerIcon)), stat(ps, quake2.StatTimer)
	power, ok := timerIcons[icon]
	if !ok || left < 0 {
		return
	}
	end := vs.track.now + time.Duration(left)*time.Second
	if old := r.PowerupEnd[power]; old < end-time.Second || old > end+1100*time.Millisecond {
		r.PowerupEnd[power] = end
	}
	if power == sim.PowerupSuit {
		p.suitEnd = r.PowerupEnd[power]
	}
}

// picked finds an item that the status bar says was taken just now.
func (vs *views) picked(r *sim.FramePlayer, p *player, ps *quake2.PlayerState) {
	index := stat(ps, quake2.StatPickupString)
	was := p.pickup
	p.pickup = index
	if index == 0 || index == was || p.viewed == 0 {
		return
	}
	if a, ok := vs.level.mod.itemNamed(plain([]byte(vs.level.configString(int(index))))); ok && !r.NoLerp {
		vs.items.pickups = append(vs.items.pickups, pickup{r.Slot.Index(), a, r.Origin, true})
		vs.inventories.owned[r.Slot.Index()].take(a)
	}
}

// The bits of the layouts stat: which of the layout and the inventory that came last shows.
const (
	layoutsBoard     = 1
	layoutsInventory = 2
)

// showBoard shows what the recorder has open.
func (vs *views) showBoard(snap *quake2.Snapshot) {
	vs.track.frame.ScreenText = nil
	if !vs.level.allSeeing && len(snap.Players) > 0 && stat(&snap.Players[0].State, quake2.StatLayouts)&layoutsBoard != 0 {
		vs.track.frame.ScreenText = vs.screenText
	}
}

// pointOfView finds out through whose eyes the demo is seen.
func (vs *views) pointOfView(snap *quake2.Snapshot) {
	pov := -1
	if !vs.level.allSeeing && len(snap.Players) > 0 {
		v := &snap.Players[0]
		pov = v.Slot
		if r := vs.track.row(pov); r != nil && r.Life == sim.Spectating {
			if other := vs.players.followed(&v.State); other >= 0 && vs.track.row(other) != nil {
				pov = other
			}
		}
		if vs.track.row(pov) == nil {
			pov = -1
		}
	}
	f := &vs.track.frame
	before := f.POV.Index()
	if r := vs.track.row(before); r != nil && before != pov {
		r.POV = false
	}
	if before != pov && before >= 0 && pov >= 0 {
		vs.track.event(sim.Event{Kind: sim.EventPointOfView, Slot: sim.SlotAt(pov)})
	}
	f.POV = sim.SlotAt(pov)
	if r := vs.track.row(pov); r != nil {
		r.POV = true
	}
}
