package mods

import (
	"fragscope/sim"
)

// ktx holds the messages that KTX, its predecessors and quad damage add.
var ktx = Mod{
	Obituaries: []Obituary{
		{"%v was lead poisoned by %k", sim.WeaponShotgun, "quad shotgun"},
		{"%v ate 8 loads of %k's buckshot", sim.WeaponSuperShotgun, "quad super shotgun"},
		{"%v was body pierced by %k", sim.WeaponNailgun, "nailgun"},
		{"%v was perforated by %k", sim.WeaponSuperNailgun, "super nailgun"},
		{"%v was ventilated by %k", sim.WeaponSuperNailgun, "super nailgun"},
		{"%v was straw-cuttered by %k", sim.WeaponSuperNailgun, "quad super nailgun"},
		{"%v was smeared by %k's quad rocket", sim.WeaponRocketLauncher, "quad rocket"},
		{"%v was brutalized by %k's quad rocket", sim.WeaponRocketLauncher, "quad rocket"},
		{"%k rips %v a new one", sim.WeaponRocketLauncher, "quad rocket"},
		{"%v gets a natural disaster from %k", sim.WeaponLightning, "quad lightning"},
		{"%v was axed to pieces by %k", sim.WeaponMelee, "axe"},
		{"%v was instagibbed by %k", sim.WeaponRailgun, "coil gun"},
		{"%v was railed by %k", sim.WeaponRailgun, "rail gun"},
		{"%v was hooked by %k", sim.WeaponGrapple, "hook"},
		{"%v grappled with %k", sim.WeaponGrapple, "hook"},
		{"%v railcutes himself", sim.WeaponRailgun, "discharge"},
		{"%v railcutes herself", sim.WeaponRailgun, "discharge"},
		{"%v softens %k's fall", sim.WeaponKick, "stomp"},
		{"%v tried to catch %k", sim.WeaponKick, "stomp"},
		{"%v was crushed by %k", sim.WeaponKick, "stomp"},
		{"%v was jumped by %k", sim.WeaponKick, "stomp"},
		{"%k stomps %v", sim.WeaponKick, "stomp"},
		{"%v was literally stomped into particles by %k", sim.WeaponKick, "stomp"},
		{"%m was crushed by his teammate", sim.WeaponKick, "stomp"},
		{"%m was crushed by her teammate", sim.WeaponKick, "stomp"},
		{"%m was jumped by his teammate", sim.WeaponKick, "stomp"},
		{"%m was jumped by her teammate", sim.WeaponKick, "stomp"},
	},
}
