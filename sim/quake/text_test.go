package quake

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
		{"plain", Text([]byte("plain")), sim.Text{Plain: "plain"}},
		{"high bits", Text([]byte("a\xe2\xe3d")), sim.Text{Plain: "abcd", Runs: []sim.Run{bronze(1, 3)}}},
		{"breaks", Text([]byte("a\nb\n")), sim.Text{Plain: "a b"}},
		{"lines", Lines([]byte("a\nb\n")), sim.Text{Plain: "a\nb"}},
		{"controls", Text([]byte("a\rb")), sim.Text{Plain: "ab"}},
		{"console", Print([]byte("\x02ab")), sim.Text{Plain: "ab", Runs: []sim.Run{bronze(0, 2)}}},
		{"colours", Chat([]byte("x &cf00red&r {y}")), sim.Text{Plain: "x red y", Runs: []sim.Run{{From: 2, To: 5, Color: red}}}},
		{"hidden name", Chat([]byte("\r hi")), sim.Text{Plain: "hi"}},
		{"not a colour", Chat([]byte("a &cxyz")), sim.Text{Plain: "a &cxyz"}},
		{"high bits in chat", Chat([]byte("a\xe2{c}")), sim.Text{Plain: "abc", Runs: []sim.Run{bronze(1, 2)}}},
		{"brackets in prints stay", Print([]byte("{a} &cf00b")), sim.Text{Plain: "{a} b", Runs: []sim.Run{{From: 4, To: 5, Color: red}}}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

func TestInfo(t *testing.T) {
	got := Info([]byte(`\name\x\TEAM\red\empty\\last\1`))
	want := map[string]string{"name": "x", "team": "red", "empty": "", "last": "1"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if Shade(4) != (sim.RGB{R: 127, G: 0, B: 0}) || Shade(-1) != Shade(0) || Shade(99) != Shade(13) {
		t.Error("shades are wrong")
	}
}

func TestClassify(t *testing.T) {
	for file, want := range map[string]Class{
		"*12":                 {Mover: 12},
		"*x":                  {Hidden: true},
		"*0":                  {Hidden: true},
		"progs/Missile.mdl":   {Kind: sim.EntityProjectile, Weapon: sim.WeaponRocketLauncher, Name: "rocket"},
		"progs/v_new.mdl":     {Hidden: true},
		"progs/v_rock2.mdl":   {Hidden: true, View: sim.WeaponRocketLauncher},
		"progs/s_new.spr":     {Hidden: true},
		"progs/statue.mdl":    {Kind: sim.EntityOther, Name: "statue"},
		"progs/quaddama.mdl":  {Kind: sim.EntityItem, Item: sim.ItemQuad},
		"maps/b_bh100.bsp":    {Kind: sim.EntityItem, Item: sim.ItemMegaHealth, center: sim.Vec3{16, 16, 0}},
		"":                    {Hidden: true},
		`progs\g_light.mdl`:   {Kind: sim.EntityItem, Item: sim.ItemWeapon, Weapon: sim.WeaponLightning},
		"progs/zombie.mdl":    {Kind: sim.EntityMonster, Name: "Zombie", dies: [2]int{-1, -1}},
		"progs/unknown/x.mdl": {Kind: sim.EntityOther, Name: "x"},
	} {
		if got := Classify(file); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, want %+v", file, got, want)
		}
	}
	if PackOf([]string{"maps/x.bsp", "progs/v_laserg.mdl"}) != Hipnotic || PackOf([]string{"progs/v_lava2.mdl"}) != Rogue || PackOf(nil) != Standard {
		t.Error("mission packs are not told")
	}
}

func TestPackBits(t *testing.T) {
	for _, test := range []struct {
		pack   Pack
		bits   uint32
		weapon sim.Weapon
		armor  sim.Item
	}{
		{Standard, BitRocketLauncher, sim.WeaponRocketLauncher, sim.ItemNone},
		{Standard, BitAxe, sim.WeaponMelee, sim.ItemNone},
		{Hipnotic, 1 << 7, sim.WeaponMjolnir, sim.ItemNone},
		{Rogue, 1 << 12, sim.WeaponNailgun, sim.ItemNone},
		{Rogue, 1 << 24, sim.WeaponNone, sim.ItemArmorYellow},
		{Standard, BitArmorRed, sim.WeaponNone, sim.ItemArmorRed},
	} {
		if got := test.pack.Weapon(test.bits); got != test.weapon {
			t.Errorf("bit %#x of pack %d is %v", test.bits, test.pack, got)
		}
		if got := test.pack.Armor(test.bits); got != test.armor {
			t.Errorf("bits %#x of pack %d are %v", test.bits, test.pack, got)
		}
	}
	if Powers(BitQuad|BitSuit) != 1<<sim.PowerupQuad|1<<sim.PowerupSuit {
		t.Error("powers are wrong")
	}
}
