package q1

import (
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// stats holds the numbers of a player's status bar, by the index that both games share.
type stats struct {
	values [32]int32
	told   uint32 // bits of those that the demo contained
}

func (s *stats) set(index int, value int32) {
	if index >= 0 && index < len(s.values) {
		s.values[index] = value
		s.told |= 1 << index
	}
}

func (s *stats) has(index int) bool { return s.told>>index&1 != 0 }

// small returns a number of the status bar, limited to the range of a recording.
func (s *stats) small(index int) int16 { return int16(min(max(s.values[index], -9999), 9999)) }

// statusBar is the last known state of a player's status bar.
type statusBar struct {
	stats
	bar track.StatusBar // the meaning of the stats
}

// read interprets the stats according to a level.
func (s *statusBar) read(l *level) {
	b, st, pack := &s.bar, &s.stats, l.models.pack
	*b = track.StatusBar{HasHealth: st.has(quakeworld.StatHealth), HasItems: st.has(quakeworld.StatItems) &&
		len(bitTables[pack].weapons) > 0}
	if b.HasHealth {
		b.Health, b.Armor = st.small(quakeworld.StatHealth), st.small(quakeworld.StatArmor)
	}
	if b.HasItems {
		items := uint32(st.values[quakeworld.StatItems])
		b.ArmorKind, b.Powerups, b.Held.Weapons = pack.armor(items), powerups(items), pack.weapons(items)
		b.Held.Keys, b.Held.Other = pack.keys(items)
	}
	b.Weapon, b.HasWeapon = st.weapon(&l.models)
	b.HasAmmo = st.has(quakeworld.StatShells) || st.has(quakeworld.StatNails) || st.has(quakeworld.StatRockets) ||
		st.has(quakeworld.StatCells)
	if b.HasAmmo {
		for w, stat := range ammoStats {
			if stat != 0 {
				b.Held.Ammo[w] = st.small(stat)
				b.Takes.Add(sim.Weapon(w))
			}
		}
	}
}

// weapon returns the current weapon. told is false if it is unknown.
func (s *stats) weapon(m *models) (w sim.Weapon, told bool) {
	model, bit := m.class(int(s.values[quakeworld.StatWeaponModel])), uint32(s.values[quakeworld.StatActiveWeapon])
	hasModel, hasBit := s.has(quakeworld.StatWeaponModel), s.has(quakeworld.StatActiveWeapon)
	switch {
	case hasModel && model.view != sim.WeaponNone:
		return model.view, true
	case hasBit && bit != 0:
		return m.pack.weapon(bit), true
	}
	return sim.WeaponNone, hasBit || hasModel
}

// spared reports whether damage to the player is reported although he takes none, because he has the pentagram.
func (s *stats) spared() bool { return s.values[quakeworld.StatItems]&bitInvulnerability != 0 }

// Item bits of the status bar.
const (
	bitShotgun         = 1 << 0
	bitSuperShotgun    = 1 << 1
	bitNailgun         = 1 << 2
	bitSuperNailgun    = 1 << 3
	bitGrenadeLauncher = 1 << 4
	bitRocketLauncher  = 1 << 5
	bitLightning       = 1 << 6
	bitExtraWeapon     = 1 << 7
	bitAxe             = 1 << 12
	bitArmorGreen      = 1 << 13
	bitArmorYellow     = 1 << 14
	bitArmorRed        = 1 << 15
	bitSuperHealth     = 1 << 16
	bitKeySilver       = 1 << 17
	bitKeyGold         = 1 << 18
	bitInvisibility    = 1 << 19
	bitInvulnerability = 1 << 20
	bitSuit            = 1 << 21
	bitQuad            = 1 << 22
	bitSigil           = 1 << 28 // and the next three
)

// pack is the game or mission pack, which determines the meanings of the bits.
type pack uint8

const (
	packStandard pack = iota
	packHipnotic      // Scourge of Armagon
	packRogue         // Dissolution of Eternity
	packFortress      // Team Fortress
	packNexuiz
)

// bitTable holds the meanings of a pack's bits.
type bitTable struct {
	weapons []bitWeapon
	armor   [3]uint32 // green, yellow, red
	// numbered is set if a .dem identifies the current weapon by the number of its bit.
	numbered bool
	// others are the items for the bits that otherwise stand for runes, in mission packs (items2 in their defs.qc, 23
	// bits up).
	others []bitItem
}

type bitItem struct {
	bit  uint32
	name string
}

type bitWeapon struct {
	bit    uint32
	weapon sim.Weapon
}

var standardWeapons = []bitWeapon{
	{bitShotgun, sim.WeaponShotgun}, {bitSuperShotgun, sim.WeaponSuperShotgun}, {bitNailgun, sim.WeaponNailgun},
	{bitSuperNailgun, sim.WeaponSuperNailgun}, {bitGrenadeLauncher, sim.WeaponGrenadeLauncher},
	{bitRocketLauncher, sim.WeaponRocketLauncher}, {bitLightning, sim.WeaponLightning}, {bitAxe, sim.WeaponMelee},
}

// sigils are the names of the four runes of the episodes.
var sigils = []bitItem{
	{bitSigil, "Rune of Earth Magic"}, {bitSigil << 1, "Rune of Black Magic"}, {bitSigil << 2, "Rune of Hell Magic"},
	{bitSigil << 3, "Rune of Elder Magic"},
}

// The powers of the mission packs (hipdefs.qc, HIP_IT_…, and rogue's defs.qc, IT2_…). QuakeSpasm's status bar shows
// all of them except the horn (sbar.c, Sbar_DrawInventory).
var (
	hipnoticPowers = []bitItem{{2 << 23, "Wetsuit"}, {4 << 23, "Empathy Shields"}, {8 << 23, "Horn of Conjuring"}}
	roguePowers    = []bitItem{{64 << 23, "Power Shield"}, {128 << 23, "Anti-Grav Belt"}}
)

var bitTables = [...]bitTable{
	packStandard: {weapons: standardWeapons, armor: [3]uint32{bitArmorGreen, bitArmorYellow, bitArmorRed},
		others: sigils},
	packHipnotic: {weapons: append([]bitWeapon{{1 << 7, sim.WeaponMjolnir}, {1 << 16, sim.WeaponProxLauncher},
		{1 << 23, sim.WeaponLaserCannon}},
		standardWeapons...), armor: [3]uint32{bitArmorGreen, bitArmorYellow,
		bitArmorRed}, numbered: true, others: hipnoticPowers},
	packRogue: {weapons: append([]bitWeapon{{1 << 12, sim.WeaponNailgun}, {1 << 13, sim.WeaponSuperNailgun},
		{1 << 14, sim.WeaponGrenadeLauncher},
		{1 << 15, sim.WeaponRocketLauncher}, {1 << 16, sim.WeaponPlasma},
		{1 << 11, sim.WeaponMelee}}, standardWeapons[:7]...),
		armor: [3]uint32{1 << 23, 1 << 24, 1 << 25}, numbered: true, others: roguePowers},
	packFortress: {weapons: standardWeapons, armor: [3]uint32{bitArmorGreen, bitArmorYellow, bitArmorRed},
		others: sigils},
	packNexuiz: {}, // its items are on other bits, which its program defines
}

// weapons returns the weapons for the bits.
func (p pack) weapons(bits uint32) (set sim.WeaponSet) {
	for _, w := range bitTables[p].weapons {
		if bits&w.bit != 0 {
			set.Add(w.weapon)
		}
	}
	return set
}

// weapon returns the weapon with the given bit.
func (p pack) weapon(bit uint32) sim.Weapon {
	for _, w := range bitTables[p].weapons {
		if bit == w.bit {
			return w.weapon
		}
	}
	return sim.WeaponNone
}

// armor returns the kind of armour for the bits.
func (p pack) armor(bits uint32) sim.Item {
	for i, b := range bitTables[p].armor {
		if bits&b != 0 {
			return sim.ItemArmorGreen + sim.Item(i)
		}
	}
	return sim.ItemNone
}

// powerupBits are the bits of powerups, the same in all packs.
var powerupBits = []struct {
	bit     uint32
	powerup sim.Powerup
}{
	{bitQuad, sim.PowerupQuad}, {bitInvulnerability, sim.PowerupProtection}, {bitInvisibility, sim.PowerupInvisibility},
	{bitSuit, sim.PowerupSuit},
}

// powerups returns the set of powerups for the bits.
func powerups(bits uint32) sim.PowerupSet {
	var set sim.PowerupSet
	for _, p := range powerupBits {
		if bits&p.bit != 0 {
			set |= 1 << p.powerup
		}
	}
	return set
}

// ammoStats maps weapons to the stats of their ammunition, or 0 if they have none.
var ammoStats = [sim.WeaponCount]int{
	sim.WeaponShotgun: quakeworld.StatShells, sim.WeaponSuperShotgun: quakeworld.StatShells,
	sim.WeaponNailgun: quakeworld.StatNails, sim.WeaponSuperNailgun: quakeworld.StatNails,
	sim.WeaponLaserCannon: quakeworld.StatNails, sim.WeaponGrenadeLauncher: quakeworld.StatRockets,
	sim.WeaponRocketLauncher: quakeworld.StatRockets,
	sim.WeaponProxLauncher:   quakeworld.StatRockets,
	sim.WeaponLightning:      quakeworld.StatCells, sim.WeaponPlasma: quakeworld.StatCells,
	sim.WeaponMjolnir: quakeworld.StatCells,
	sim.WeaponRailgun: quakeworld.StatCells,
}

// keys returns the keys, and the runes or powers, for the bits.
func (p pack) keys(items uint32) (list []sim.Item, other []sim.InventoryItem) {
	if items&bitKeySilver != 0 {
		list = append(list, sim.ItemKeySilver)
	}
	if items&bitKeyGold != 0 {
		list = append(list, sim.ItemKeyGold)
	}
	for _, o := range bitTables[p].others {
		if items&o.bit != 0 {
			other = append(other, sim.InventoryItem{Name: o.name, Count: 1})
		}
	}
	return list, other
}
