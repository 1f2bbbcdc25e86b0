package q2

import (
	"testing"

	"fragscope/formats/quake2"
	"fragscope/sim"
)

// TestBelongings follows the recorder's possessions through a life: held, taken, listed and thrown away.
func TestBelongings(t *testing.T) {
	const shotgun, rocket = 1, 2 // models of the weapons in his hands
	items := []string{"", "Shotgun", "Rocket Launcher", "Rockets", "Blue Key", "Silencer"}
	st := newStage("", "Ann")
	st.model(shotgun, "models/weapons/v_shotg/tris.md2")
	st.model(rocket, "models/weapons/v_rocket/tris.md2")
	st.model(3, "models/weapons/g_rocket/tris.md2")
	for i, name := range items {
		st.Handle(&quake2.ConfigString{Index: uint16(assumed.Items + i), Text: []byte(name)})
	}
	ps := view(0, 0)
	ps.Stats[quake2.StatAmmoIcon] = 9
	step := func(things ...quake2.EntityState) *sim.Player {
		st.snap(ps, append([]quake2.EntityState{body(1, 0, 0)}, things...)...)
		st.end()
		return &st.world().Players[0]
	}
	hands := func(model uint16, ammo int16) { ps.Gun, ps.Stats[quake2.StatAmmo] = model, ammo }
	check := func(what string, p *sim.Player, weapons []sim.Weapon, rockets int16, other ...string) {
		t.Helper()
		if p.Inventory == nil || p.Inventory.Weapons != sim.WeaponsOf(weapons...) || p.Inventory.Ammo[sim.WeaponRocketLauncher] != rockets ||
			len(p.Inventory.Other) != len(other) {
			t.Fatalf("%s: %+v", what, p.Inventory)
		}
		for i := range other {
			if p.Inventory.Other[i].Name != other[i] {
				t.Errorf("%s: %+v", what, p.Inventory.Other)
			}
		}
	}
	both := []sim.Weapon{sim.WeaponShotgun, sim.WeaponRocketLauncher}

	hands(shotgun, 10)
	check("in his hands", step(), both[:1], sim.Unknown)
	ps.Stats[quake2.StatPickupString] = int16(assumed.Items + 2)
	check("taken", step(), both, sim.Unknown)
	hands(rocket, 5)
	check("in his hands as well", step(), both, 5)
	hands(shotgun, 10)
	check("put away", step(), both, 5)
	ps.Stats[quake2.StatPickupString] = int16(assumed.Items + 3)
	check("more rockets", step(), both, sim.Unknown)

	st.Handle(&quake2.Inventory{Counts: [256]int16{1: 1, 2: 1, 3: 15, 4: 1, 5: 1}})
	ps.Stats[quake2.StatLayouts] = layoutsInventory
	check("inventory open", step(), both, 15, "Rockets", "Blue Key", "Silencer")
	ps.Stats[quake2.StatLayouts] = 0
	p := step()
	check("inventory closed", p, both, 15, "Blue Key")
	if len(p.Inventory.Keys) != 1 {
		t.Errorf("keys %v", p.Inventory.Keys)
	}
	st.Handle(&quake2.ConfigString{Index: uint16(assumed.Sounds + 1), Text: []byte("misc/keyuse.wav")})
	st.Handle(&quake2.Sound{Flags: quake2.SoundEntity, Entity: 1, Index: 1})
	step()
	check("key used", step(), both, 15)

	check("thrown away", step(quake2.EntityState{Number: 40, Models: [6]uint16{3}, Origin: [3]float32{30, 0, 24}}),
		both[:1], 15)
	ps.Stats[quake2.StatHealth] = 0
	if p := step(); p.Inventory != nil {
		t.Errorf("dead: %+v", p.Inventory)
	}
	ps.Stats[quake2.StatHealth] = 100
	check("alive again", step(), both[:1], sim.Unknown)
}
