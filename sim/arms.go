package sim

import "iter"

// worth are the weapons that matter in a match, those that decide it first. What all have
// who spawn is not among them.
var worth = []Weapon{
	WeaponBFG, WeaponRocketLauncher, WeaponLightning, WeaponRailgun, WeaponPlasma, WeaponHyperblaster, WeaponMjolnir, WeaponLaserCannon,
	WeaponDisruptor, WeaponPhalanx, WeaponIonRipper, WeaponPlasmaBeam, WeaponHeavyMachinegun, WeaponChaingun, WeaponGrenadeLauncher, WeaponProxLauncher,
	WeaponSuperNailgun, WeaponETFRifle, WeaponSniperRifle, WeaponHandcannon, WeaponAssaultRifle, WeaponSubmachinegun, WeaponSuperShotgun, WeaponNailgun,
}

// Arms are the weapons that a player owns, has ammunition for, and that matter, the best
// first, with how much ammunition that is: QuakeWorld's players hold the shotgun by script
// between their shots, so that what is in their hands tells little. Where the demo does not
// tell what he owns, it is what he holds.
func (p *Player) Arms() iter.Seq2[Weapon, int16] {
	return func(yield func(Weapon, int16) bool) {
		if p.Inventory == nil {
			if p.Weapon != WeaponNone {
				yield(p.Weapon, p.Ammo)
			}
			return
		}
		for _, w := range worth {
			if ammo := p.Inventory.Ammo[w]; p.Inventory.Weapons>>w&1 != 0 && ammo != 0 && !yield(w, ammo) {
				return
			}
		}
	}
}

// Best is the first of [Player.Arms]; where there is none, what he holds.
func (p *Player) Best() (w Weapon, ammo int16) {
	for w, ammo := range p.Arms() {
		return w, ammo
	}
	return p.Weapon, p.Ammo
}
