package sim

import "strings"

// Meaning is the set of weapons, items and powerups that a word used by players can stand for. Some words, such as SSG,
// stand for more than one.
type Meaning struct {
	Weapons  WeaponSet
	Items    uint64 // set of 1<<Item
	Powerups PowerupSet
}

// Any reports whether the word has a meaning.
func (m Meaning) Any() bool { return m != Meaning{} }

// Weapon reports whether the word stands for weapon w.
func (m Meaning) Weapon(w Weapon) bool { return w != WeaponNone && m.Weapons.Has(w) }

// Item reports whether the word stands for item i. If i is ItemWeapon, w identifies the weapon.
func (m Meaning) Item(i Item, w Weapon) bool {
	return i != ItemNone && m.Items>>i&1 != 0 || i == ItemWeapon && m.Weapon(w)
}

// Concerns reports whether event e involves something that the word stands for.
func (m Meaning) Concerns(e *Event) bool {
	switch e.Kind {
	case EventPowerup, EventPowerupEnd:
		return m.Powerups.Has(e.Powerup)
	case EventFlagTaken, EventFlagDropped, EventFlagReturned, EventCapture:
		return m.Items>>ItemFlag&1 != 0
	}
	if e.Item != ItemNone {
		return m.Item(e.Item, e.Weapon)
	}
	return m.Weapon(e.Weapon)
}

func (m Meaning) or(n Meaning) Meaning {
	return Meaning{m.Weapons.With(n.Weapons), m.Items | n.Items, m.Powerups | n.Powerups}
}

func weaponSet(list ...Weapon) Meaning { return Meaning{Weapons: WeaponsOf(list...)} }

func itemSet(list ...Item) (m Meaning) {
	for _, i := range list {
		m.Items |= 1 << i
	}
	return m
}

func power(p Powerup, i Item) Meaning { return Meaning{Items: 1 << i, Powerups: 1 << p} }

// nicknames holds words that players of all games use in addition to the names in the catalog.
var nicknames = map[string]Meaning{
	"mega": itemSet(ItemMegaHealth), "100": itemSet(ItemMegaHealth),
	"red": itemSet(ItemArmorRed), "yellow": itemSet(ItemArmorYellow), "green": itemSet(ItemArmorGreen),
	"armor": itemSet(ItemArmorRed, ItemArmorYellow, ItemArmorGreen),
	"quad":  power(PowerupQuad, ItemQuad), "pent": power(PowerupProtection, ItemProtection),
	"pentagram": power(PowerupProtection, ItemProtection), "ring": power(PowerupInvisibility, ItemInvisibility),
	"invis": power(PowerupInvisibility, ItemInvisibility), "haste": power(PowerupHaste, ItemHaste),
	"regen": power(PowerupRegeneration, ItemRegeneration), "flight": power(PowerupFlight, ItemFlight),
	"suit": power(PowerupSuit, ItemSuit), "rocket": weaponSet(WeaponRocketLauncher),
	"rockets": weaponSet(WeaponRocketLauncher), "lightning": weaponSet(WeaponLightning),
	"shaft": weaponSet(WeaponLightning), "rail": weaponSet(WeaponRailgun), "plasma": weaponSet(WeaponPlasma),
	"grenade": weaponSet(WeaponGrenadeLauncher, WeaponHandGrenade), "axe": weaponSet(WeaponMelee),
	"bfg": weaponSet(WeaponBFG), "telefrag": weaponSet(CauseTelefrag),
	"pack": itemSet(ItemBackpack).or(weaponSet(WeaponPack)), "flag": itemSet(ItemFlag),
}

// nicknamesOf holds the nicknames specific to each game, by its key. They take precedence over nicknames.
var nicknamesOf = map[string]map[string]Meaning{
	"quake": quakeNicknames, "quakeworld": quakeNicknames,
	"quake2": {
		"ja": itemSet(ItemArmorGreen), "jacket": itemSet(ItemArmorGreen), "ca": itemSet(ItemArmorYellow),
		"combat": itemSet(ItemArmorYellow), "ba": itemSet(ItemArmorRed), "body": itemSet(ItemArmorRed),
		"invul": power(PowerupProtection, ItemProtection), "chain": weaponSet(WeaponChaingun),
		"hyper": weaponSet(WeaponHyperblaster), "nade": weaponSet(WeaponGrenadeLauncher, WeaponHandGrenade),
		"rebreather": power(PowerupSuit, ItemSuit),
	},
	"quake3": quake3Nicknames, "quakelive": quake3Nicknames,
	"wolfenstein": {
		"panzer": weaponSet(WeaponPanzerfaust), "arty": weaponSet(WeaponArtillery), "strike": weaponSet(WeaponAirstrike),
		"nade": weaponSet(WeaponHandGrenade, WeaponRifleGrenade), "dyno": weaponSet(WeaponDynamite),
		"needle": weaponSet(WeaponSyringe), "mine": weaponSet(WeaponLandmine),
	},
}

var (
	quakeNicknames = map[string]Meaning{
		"666": power(PowerupProtection, ItemProtection), "eyes": power(PowerupInvisibility, ItemInvisibility),
		"tb": weaponSet(WeaponLightning), "thunderbolt": weaponSet(WeaponLightning),
		"boomstick": weaponSet(WeaponShotgun, WeaponSuperShotgun), "bp": itemSet(ItemBackpack),
		"biosuit": power(PowerupSuit, ItemSuit), "h100": itemSet(ItemMegaHealth),
	}
	quake3Nicknames = map[string]Meaning{
		"bs": power(PowerupProtection, ItemProtection), "battlesuit": power(PowerupProtection, ItemProtection),
		"gauntlet": weaponSet(WeaponMelee), "gaunt": weaponSet(WeaponMelee), "nade": weaponSet(WeaponGrenadeLauncher),
		"cells": itemSet(ItemAmmoCells),
	}
)

var betweenWords = strings.NewReplacer(" ", "", "-", "", "_", "", ".", "", "armour", "armor")

// plainWord returns the word in the form of the tables: lower case, without separators, armour in either spelling.
func plainWord(s string) string { return betweenWords.Replace(strings.ToLower(s)) }

// MeaningOf returns the meaning of a word, such as RA, mega, shaft or "rocket launcher", in the game with the given
// [Header.GameKey].
func MeaningOf(gameKey, word string) Meaning {
	word = plainWord(word)
	if m, ok := nicknamesOf[gameKey][word]; ok {
		return m
	}
	m := nicknames[word]
	if word == "" || m.Any() {
		return m
	}
	is := func(names ...string) bool {
		for _, n := range names {
			if n != "" && plainWord(n) == word {
				return true
			}
		}
		return false
	}
	for w := WeaponNone + 1; w < WeaponCount; w++ {
		if info := w.Info(); is(info.Name, info.Short) {
			m = m.or(weaponSet(w))
		}
	}
	for i := ItemNone + 1; i < ItemCount; i++ {
		if info := i.Info(); is(info.Name) || i.Info().Traits&CalledShort != 0 && is(info.Short) {
			m = m.or(itemSet(i))
		}
	}
	for p := range PowerupCount {
		if info := p.Info(); is(info.Name, info.Short) {
			m.Powerups |= 1 << p
		}
	}
	return m
}

// TeamKill reports whether the event is the obituary of a player killed by a teammate. The teams argument is the
// [Level.Teams] field of the event's level.
func (e *Event) TeamKill(teams bool) bool {
	a, b := e.AttackerProfile, e.Profile
	return teams && e.Kind == EventObituary && a != nil && b != nil && a.Slot != b.Slot && a.Team == b.Team &&
		a.Team != TeamFree
}

// ByMap reports whether w, as a cause of death, is the map rather than a weapon. It returns true for an unknown cause.
func (w Weapon) ByMap() bool {
	return w == WeaponNone || w >= CauseWorld && w <= CauseTrigger && w != CauseTelefrag || w == CauseMonster
}

// BySelf reports whether a death caused by w, with no killer named, was the victim's own doing. It returns false for
// deaths caused by the map. It also returns false for telefrags, because some games do not name a teammate who
// telefrags somebody.
func (w Weapon) BySelf() bool { return !w.ByMap() && w != CauseTelefrag }

// Doer returns the slot and profile of the player who acted. For an obituary, that is the killer or, if there is no
// killer, the victim.
func (e *Event) Doer() (Slot, *Profile) {
	if (e.Kind == EventObituary || e.Kind == EventThaw) && e.Attacker.Valid() {
		return e.Attacker, e.AttackerProfile
	}
	return e.Slot, e.Profile
}
