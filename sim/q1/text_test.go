package q1

import (
	"reflect"
	"testing"

	"fragscope/formats/quaketext"
	"fragscope/sim"
)

func bronze(from, to int) sim.Run {
	return sim.Run{From: from, To: to, Color: glyphColors[quaketext.Bronze]}
}

func TestText(t *testing.T) {
	red := sim.RGB{R: 255, G: 0, B: 0}
	for _, test := range []struct {
		name string
		got  sim.Text
		want sim.Text
	}{
		{"plain", decodeText([]byte("plain")), sim.Text{Plain: "plain"}},
		{"high bits", decodeText([]byte("a\xe2\xe3d")), sim.Text{Plain: "abcd", Runs: []sim.Run{bronze(1, 3)}}},
		{"breaks", decodeText([]byte("a\nb\n")), sim.Text{Plain: "a b"}},
		{"lines", decodeLines([]byte("a\nb\n")), sim.Text{Plain: "a\nb"}},
		{"controls", decodeText([]byte("a\rb")), sim.Text{Plain: "ab"}},
		{"console", decodePrint([]byte("\x02ab")), sim.Text{Plain: "ab", Runs: []sim.Run{bronze(0, 2)}}},
		{"colours", decodeChat([]byte("x &cf00red&r {y}")),
			sim.Text{Plain: "x red y", Runs: []sim.Run{{From: 2, To: 5, Color: red}}}},
		{"hidden name", decodeChat([]byte("\r hi")), sim.Text{Plain: "hi"}},
		{"not a colour", decodeChat([]byte("a &cxyz")), sim.Text{Plain: "a &cxyz"}},
		{"high bits in chat", decodeChat([]byte("a\xe2{c}")), sim.Text{Plain: "abc", Runs: []sim.Run{bronze(1, 2)}}},
		{"brackets in prints stay", decodePrint([]byte("{a} &cf00b")),
			sim.Text{Plain: "{a} b", Runs: []sim.Run{{From: 4, To: 5, Color: red}}}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

func TestInfo(t *testing.T) {
	got := parseInfo([]byte(`\name\x\TEAM\red\empty\\last\1`))
	want := map[string]string{"name": "x", "team": "red", "empty": "", "last": "1"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if shade(4) != (sim.RGB{R: 127, G: 0, B: 0}) || shade(-1) != shade(0) || shade(99) != shade(13) {
		t.Error("shades are wrong")
	}
}

func TestClassify(t *testing.T) {
	for file, want := range map[string]class{
		"*12":                 {mover: 12},
		"*x":                  {hidden: true},
		"*0":                  {hidden: true},
		"progs/Missile.mdl":   {kind: sim.EntityProjectile, weapon: sim.WeaponRocketLauncher, name: "rocket"},
		"progs/v_new.mdl":     {hidden: true},
		"progs/v_rock2.mdl":   {hidden: true, view: sim.WeaponRocketLauncher},
		"progs/s_new.spr":     {hidden: true},
		"progs/statue.mdl":    {kind: sim.EntityOther, name: "statue"},
		"progs/quaddama.mdl":  {kind: sim.EntityItem, item: sim.ItemQuad},
		"maps/b_bh100.bsp":    {kind: sim.EntityItem, item: sim.ItemMegaHealth, center: sim.Vec3{16, 16, 0}},
		"":                    {hidden: true},
		`progs\g_light.mdl`:   {kind: sim.EntityItem, item: sim.ItemWeapon, weapon: sim.WeaponLightning},
		"progs/zombie.mdl":    {kind: sim.EntityMonster, name: "Zombie", dies: [2]int{-1, -1}},
		"progs/unknown/x.mdl": {kind: sim.EntityOther, name: "x"},
	} {
		if got := classify(file); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, want %+v", file, got, want)
		}
	}
	if packOf([]string{"maps/x.bsp", "progs/v_laserg.mdl"}) != packHipnotic ||
		packOf([]string{"progs/v_lava2.mdl"}) != packRogue || packOf(nil) != packStandard {
		t.Error("mission packs are not told")
	}
}

func TestPackBits(t *testing.T) {
	for _, test := range []struct {
		pack   pack
		bits   uint32
		weapon sim.Weapon
		armor  sim.Item
	}{
		{packStandard, bitRocketLauncher, sim.WeaponRocketLauncher, sim.ItemNone},
		{packStandard, bitAxe, sim.WeaponMelee, sim.ItemNone},
		{packHipnotic, 1 << 7, sim.WeaponMjolnir, sim.ItemNone},
		{packRogue, 1 << 12, sim.WeaponNailgun, sim.ItemNone},
		{packRogue, 1 << 24, sim.WeaponNone, sim.ItemArmorYellow},
		{packStandard, bitArmorRed, sim.WeaponNone, sim.ItemArmorRed},
	} {
		if got := test.pack.weapon(test.bits); got != test.weapon {
			t.Errorf("bit %#x of pack %d is %v", test.bits, test.pack, got)
		}
		if got := test.pack.armor(test.bits); got != test.armor {
			t.Errorf("bits %#x of pack %d are %v", test.bits, test.pack, got)
		}
	}
	if powerups(bitQuad|bitSuit) != 1<<sim.PowerupQuad|1<<sim.PowerupSuit {
		t.Error("powerups are wrong")
	}
}
