package script

import (
	"fmt"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// quakeArsenal are the weapons of the first Quake and of QuakeWorld.
var quakeArsenal = []Arm{
	{sim.WeaponMelee, sim.ItemNone, Endless, 0, false},
	{sim.WeaponShotgun, sim.ItemAmmoShells, 25, 0, false},
	{sim.WeaponSuperShotgun, sim.ItemAmmoShells, 0, 0, false},
	{sim.WeaponNailgun, sim.ItemAmmoNails, 0, 1000, false},
	{sim.WeaponSuperNailgun, sim.ItemAmmoNails, 0, 1000, false},
	{sim.WeaponGrenadeLauncher, sim.ItemAmmoRockets, 0, 600, false},
	{sim.WeaponRocketLauncher, sim.ItemAmmoRockets, 0, 1000, false},
	{sim.WeaponLightning, sim.ItemAmmoCells, 0, 0, true},
}

// quakeItems are the rules of the map's items (progs items.qc).
var quakeItems = [itemCount]ItemRule{
	green:      {sim.ItemArmorGreen, 0, 20, 100},
	yellow:     {sim.ItemArmorYellow, 0, 20, 150},
	red:        {sim.ItemArmorRed, 0, 20, 200},
	mega:       {sim.ItemMegaHealth, 0, 20, 100},
	health:     {sim.ItemHealth, 0, 20, 25},
	shells:     {sim.ItemAmmoShells, 0, 30, 40},
	rockets:    {sim.ItemAmmoRockets, 0, 30, 10},
	cells:      {sim.ItemAmmoCells, 0, 30, 12},
	shotgun:    {sim.ItemWeapon, sim.WeaponSuperShotgun, 30, 5},
	launcher:   {sim.ItemWeapon, sim.WeaponRocketLauncher, 30, 5},
	quad:       {sim.ItemQuad, 0, 60, 0},
	protection: {sim.ItemProtection, 0, 300, 0},
	redFlag:    {sim.ItemFlag, 0, 0, 0},
	blueFlag:   {sim.ItemFlag, 0, 0, 0},
}

// quakeItem is an item's appearance, with the sound and message of its pickup.
type quakeItem struct {
	model string
	box   float32 // half the width of a box whose origin is a corner
	skin  uint8
	sound string
	name  string // in "You got the ..."; the whole line if it begins with "You"
}

var quakeLooks = [itemCount]quakeItem{
	green:      {"progs/armor.mdl", 0, 0, "items/armor1.wav", "You got armor\n"},
	yellow:     {"progs/armor.mdl", 0, 1, "items/armor1.wav", "You got armor\n"},
	red:        {"progs/armor.mdl", 0, 2, "items/armor1.wav", "You got armor\n"},
	mega:       {"maps/b_bh100.bsp", 16, 0, "items/r_item2.wav", "You receive 100 health\n"},
	health:     {"maps/b_bh25.bsp", 16, 0, "items/health1.wav", "You receive 25 health\n"},
	shells:     {"maps/b_shell1.bsp", 16, 0, "weapons/lock4.wav", "shells"},
	rockets:    {"maps/b_rock1.bsp", 16, 0, "weapons/lock4.wav", "rockets"},
	cells:      {"maps/b_batt0.bsp", 12, 0, "weapons/lock4.wav", "cells"},
	shotgun:    {"progs/g_shot.mdl", 0, 0, "weapons/pkup.wav", "Double-barrelled Shotgun"},
	launcher:   {"progs/g_rock2.mdl", 0, 0, "weapons/pkup.wav", "Rocket Launcher"},
	quad:       {"progs/quaddama.mdl", 0, 0, "items/damage.wav", "Quad Damage"},
	protection: {"progs/invulner.mdl", 0, 0, "items/protect.wav", "Pentagram of Protection"},
	redFlag:    {"progs/flag.mdl", 0, 0, "misc/flagtk.wav", ""},
	blueFlag:   {"progs/flag.mdl", 0, 1, "misc/flagtk.wav", ""},
}

// quakeWeapon is the look, sound and obituary of a weapon.
type quakeWeapon struct {
	bit    uint32 // in the player's items
	view   string // view model
	shot   string // model of the projectile
	sound  string
	frame  uint8 // first frame of the player's shooting animation
	frames uint8
	death  string        // victim and killer
	temp   netquake.Temp // temporary entity at the hit
}

var quakeWeapons = map[sim.Weapon]quakeWeapon{
	sim.WeaponMelee: {1 << 12, "progs/v_axe.mdl", "", "weapons/ax1.wav", 119, 4, "%s was ax-murdered by %s\n",
		netquake.TempGunshot},
	sim.WeaponShotgun: {1 << 0, "progs/v_shot.mdl", "", "weapons/guncock.wav", 113, 6,
		"%s chewed on %s's boomstick\n", netquake.TempGunshot},
	sim.WeaponSuperShotgun: {1 << 1, "progs/v_shot2.mdl", "", "weapons/shotgn2.wav", 113, 6,
		"%s ate 2 loads of %s's buckshot\n", netquake.TempGunshot},
	sim.WeaponNailgun: {1 << 2, "progs/v_nail.mdl", "progs/spike.mdl", "weapons/rocket1i.wav", 103, 2,
		"%s was nailed by %s\n", netquake.TempSpike},
	sim.WeaponSuperNailgun: {1 << 3, "progs/v_nail2.mdl", "progs/s_spike.mdl", "weapons/spike2.wav", 103, 2,
		"%s was punctured by %s\n", netquake.TempSuperSpike},
	sim.WeaponGrenadeLauncher: {1 << 4, "progs/v_rock.mdl", "progs/grenade.mdl", "weapons/grenade.wav", 107, 6,
		"%s eats %s's pineapple\n", netquake.TempExplosion},
	sim.WeaponRocketLauncher: {1 << 5, "progs/v_rock2.mdl", "progs/missile.mdl", "weapons/sgun1.wav", 107, 6,
		"%s rides %s's rocket\n", netquake.TempExplosion},
	sim.WeaponLightning: {1 << 6, "progs/v_light.mdl", "", "weapons/lstart.wav", 105, 2,
		"%s accepts %s's shaft\n", netquake.TempGunshot},
}

// quakeDeaths are the obituaries without another player's weapon (progs client.qc, ClientObituary).
var quakeDeaths = map[sim.Weapon]string{
	sim.CauseSuicide: "%s suicides\n", sim.CauseFall: "%s fell to his death\n", sim.CauseLava: "%s burst into flames\n",
	sim.CauseWater: "%s sleeps with the fishes\n", sim.CauseSlime: "%s gulped a load of slime\n",
	sim.CauseCrush: "%s was squished\n", sim.CauseTelefrag: "%s was telefragged by %s\n",
	sim.WeaponRocketLauncher: "%s becomes bored with life\n",
}

// quakeObituary returns the message for a death.
func quakeObituary(w *World, h *Happening) string {
	victim := w.Players[h.Who]
	weapon, of := quakeWeapons[h.Weapon]
	switch {
	case h.By == nobody:
		return fmt.Sprintf(quakeDeaths[h.Weapon], victim.Name)
	case !of:
		return fmt.Sprintf(quakeDeaths[h.Weapon], victim.Name, w.Players[h.By].Name)
	case w.Players[h.By].Team == victim.Team:
		return w.Players[h.By].Name + " checks his glasses\n"
	case victim.Gibbed && h.Weapon == sim.WeaponRocketLauncher:
		return fmt.Sprintf("%s was gibbed by %s's rocket\n", victim.Name, w.Players[h.By].Name)
	}
	return fmt.Sprintf(weapon.death, victim.Name, w.Players[h.By].Name)
}

// quakeFlags are the messages about flags (Threewave CTF).
var quakeFlags = map[Kind]string{
	FlagTaken: "%s got the %s flag!\n", FlagDropped: "%s lost the %s flag!\n",
	FlagReturned: "%s returned the %s flag!\n", Captured: "%s captured the %s flag!\n",
}

var flagColors = map[sim.Team]string{sim.TeamRed: "RED", sim.TeamBlue: "BLUE"}

// quakePants are the trouser colours of the teams.
var quakePants = map[sim.Team]int{sim.TeamRed: 4, sim.TeamBlue: 13}

// quakeSounds are the sounds of happenings.
var quakeSounds = map[Kind]string{
	Spawned: "misc/r_tele1.wav", Jumped: "player/plyrjmp8.wav", Splashed: "player/inh2o.wav", Hurt: "player/pain1.wav",
	Died: "player/death1.wav", CameBack: "items/itembk2.wav", TookPack: "weapons/lock4.wav",
	Teleported: "misc/r_tele2.wav", Moved: "plats/medplat1.wav",
}

// precache holds the model and sound lists of the first Quake's family. A name's index is one more than its
// position.
type precache struct{ models, sounds [][]byte }

func newPrecache(level int) *precache {
	var c precache
	add := func(list *[][]byte, name string) {
		if name != "" && index(*list, name) == 0 {
			*list = append(*list, []byte(name))
		}
	}
	for _, m := range []string{fmt.Sprintf("maps/arena%d.bsp", level+1), "*1", "*2", "progs/player.mdl",
		"progs/eyes.mdl", "progs/h_player.mdl",
		"progs/gib1.mdl", "progs/backpack.mdl"} {
		add(&c.models, m)
	}
	for _, l := range quakeLooks {
		add(&c.models, l.model)
		add(&c.sounds, l.sound)
	}
	for _, a := range quakeArsenal {
		l := quakeWeapons[a.Weapon]
		add(&c.models, l.view)
		add(&c.models, l.shot)
		add(&c.sounds, l.sound)
	}
	for k := range Intermission {
		add(&c.sounds, quakeSounds[k])
	}
	add(&c.sounds, "player/gib.wav")
	add(&c.sounds, "weapons/r_exp3.wav")
	return &c
}

func index(list [][]byte, name string) int {
	for i, n := range list {
		if string(n) == name {
			return i + 1
		}
	}
	return 0
}

func (c *precache) model(name string) int { return index(c.models, name) }
func (c *precache) sound(name string) int { return index(c.sounds, name) }

// playerFrame returns the frame of a player's model (progs player.qc).
func playerFrame(w *World, p *Player) int {
	weapon := quakeWeapons[p.Weapon]
	tenths := (w.Now - p.Shot) / 100
	axe := p.Weapon == sim.WeaponMelee
	switch {
	case !p.Alive:
		return 50 + min((w.Now-p.Died)/100, 10)
	case p.Shot > 0 && tenths < int(weapon.frames):
		return int(weapon.frame) + tenths
	case w.Now-p.Hurt < 300 && p.Hurt > 0:
		return 35 + (w.Now-p.Hurt)/100
	case p.Velocity[0] != 0 || p.Velocity[1] != 0:
		if axe {
			return w.Now / 100 % 6
		}
		return 6 + w.Now/100%6
	case axe:
		return 17 + w.Now/100%12
	}
	return 12 + w.Now/100%5
}

// quakeThing is an entity as the first Quake's family shows it.
type quakeThing struct {
	number       int
	model, frame int
	skin, color  uint8
	origin       sim.Vec3
	yaw          float32
}

// things returns the entities other than players: movers, items, and short-lived objects. first is the number of the
// first one.
func (c *precache) things(w *World, first int) []quakeThing {
	var list []quakeThing
	for i := range w.Movers {
		list = append(list, quakeThing{number: first + i, model: c.model(fmt.Sprintf("*%d", i+1)),
			origin: w.Movers[i].Origin})
	}
	first += len(w.Movers)
	for i := range w.Items {
		if w.Items[i].There {
			list = append(list, c.item(first+i, i, w.Items[i].Origin))
		}
	}
	first += itemCount
	for i, o := range w.Objects {
		if o == nil {
			continue
		}
		t := quakeThing{number: first + i, origin: o.Origin, yaw: o.Yaw}
		switch {
		case o.Kind == Shot:
			t.model = c.model(quakeWeapons[o.Weapon].shot)
		case o.Kind == Body:
			t.model, t.frame, t.color = c.model("progs/player.mdl"), 60, uint8(o.Owner+1)
		case o.Kind == Gib:
			t.model = c.model("progs/gib1.mdl")
		case o.Team != sim.TeamFree:
			t = c.item(t.number, flagOf(o.Team), o.Origin)
		default:
			t.model = c.model("progs/backpack.mdl")
		}
		list = append(list, t)
	}
	return list
}

func (c *precache) item(number, item int, at sim.Vec3) quakeThing {
	l := quakeLooks[item]
	return quakeThing{number: number, model: c.model(l.model), skin: l.skin,
		origin: sim.Vec3{at[0] - l.box, at[1] - l.box, at[2]}}
}

// quakeBits returns the bits of what a player owns.
func quakeBits(w *World, p *Player) uint32 {
	bits := map[sim.Item]uint32{sim.ItemArmorGreen: 1 << 13, sim.ItemArmorYellow: 1 << 14,
		sim.ItemArmorRed: 1 << 15}[p.ArmorKind]
	for weapon, l := range quakeWeapons {
		if p.Weapons>>weapon&1 != 0 {
			bits |= l.bit
		}
	}
	if p.Powers[sim.PowerupQuad] > 0 {
		bits |= 1 << 22
	}
	if p.Powers[sim.PowerupProtection] > 0 {
		bits |= 1 << 20
	}
	if w.Items[mega].owner == p.Slot {
		bits |= 1 << 16
	}
	return bits
}

// quakeOut holds the differences between the writers of the first Quake's family.
type quakeOut interface {
	// hears reports whether the demo includes sights and sounds at a place. tells reports whether it includes
	// messages to a player, and addresses the following ones to him; all addresses them to everyone.
	hears(w *World, at sim.Vec3) bool
	tells(slot int) bool
	all()

	print(level uint8, text string)
	stuff(text string)
	sound(name string, entity int, at sim.Vec3)
	temp(kind netquake.Temp, entity int, at, to sim.Vec3)
	setAngle(p *Player)
	flash(slot int)
	hurt(w *World, h *Happening)
	roster(h *Happening, p *Player)
	phase(h *Happening)
	kept(w *World, h *Happening) // about items, in the demo only
	first() int                  // number of the first entity that is not a player
}

// quakeTell writes the happenings.
func quakeTell(q quakeOut, w *World, h *Happening) {
	p := &Player{}
	if h.Who != nobody {
		p = &w.Players[h.Who]
	}
	sound := func(name string, entity int) {
		if name != "" && q.hears(w, h.At) {
			q.sound(name, entity, h.At)
		}
	}
	temp := func(kind netquake.Temp, at sim.Vec3) {
		if q.hears(w, at) {
			q.temp(kind, 0, at, sim.Vec3{})
		}
	}
	if h.Kind != Died || h.Amount > -40 {
		sound(quakeSounds[h.Kind], sounding(q, w, h))
	}
	switch h.Kind {
	case Joined, Left, Renamed:
		q.roster(h, p)
	case Teleported, Spawned:
		if h.Kind == Teleported {
			temp(netquake.TempTeleport, h.To)
		}
		temp(netquake.TempTeleport, h.At)
		q.setAngle(p)
	case Fired:
		if sound(quakeWeapons[h.Weapon].sound, h.Who+1); q.hears(w, h.At) {
			showShot(q, w, h)
		}
	case Hit, Exploded:
		kind := quakeWeapons[h.Weapon].temp
		if temp(kind, h.At); kind == netquake.TempExplosion {
			sound("weapons/r_exp3.wav", 0)
		}
	case Hurt:
		q.hurt(w, h)
	case Died:
		q.print(quakeworld.PrintMedium, quakeObituary(w, h))
		if h.Amount < -40 {
			sound("player/gib.wav", h.Who+1)
		}
	case Took, TookPack, Rotted:
		if h.Kind == Took {
			sound(quakeLooks[h.Item].sound, h.Who+1)
		}
		tellPickup(q, h)
		q.kept(w, h)
	case FlagTaken, FlagDropped, FlagReturned, Captured:
		q.print(quakeworld.PrintHigh, fmt.Sprintf(quakeFlags[h.Kind], p.Name, flagColors[h.Team]))
	case Said:
		q.print(quakeworld.PrintChat, p.Name+": "+h.Text+"\n")
	case SaidTeam:
		tellTeam(q, w, p, h.Text)
	default:
		q.phase(h)
	}
}

// sounding returns the entity that makes a sound. An item that respawns makes its own (progs subs.qc, SUB_regen).
func sounding(q quakeOut, w *World, h *Happening) int {
	if h.Kind == CameBack {
		return q.first() + len(w.Movers) + h.Item
	}
	return h.Who + 1
}

// showShot shows a shot's muzzle flash and beam.
func showShot(q quakeOut, w *World, h *Happening) {
	if w.arm(h.Weapon).Beam {
		q.temp(netquake.TempLightning2, h.Who+1, h.At, h.To)
	}
	q.flash(h.Who)
}

// tellPickup sends a player the message for what he took and flashes his screen.
func tellPickup(q quakeOut, h *Happening) {
	if h.Kind == Rotted || !q.tells(h.Who) {
		return
	}
	for _, text := range pickupLines(h) {
		q.print(quakeworld.PrintLow, text)
	}
	q.stuff("bf\n")
}

// tellTeam sends a player's message to his teammates.
func tellTeam(q quakeOut, w *World, p *Player, text string) {
	for i := range w.Players {
		if w.Players[i].In && w.Players[i].Team == p.Team && q.tells(i) {
			q.print(quakeworld.PrintChat, "("+p.Name+"): "+text+"\n")
		}
	}
}

// pickupLines returns the pieces of the message for a pickup.
func pickupLines(h *Happening) []string {
	switch {
	case h.Kind == TookPack:
		return []string{"You get ", "5 rockets", "\n"}
	case h.Item <= health:
		return []string{quakeLooks[h.Item].name}
	}
	return []string{"You got the ", quakeLooks[h.Item].name, "\n"}
}
