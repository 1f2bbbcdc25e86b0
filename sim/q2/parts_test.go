package q2

import (
	"reflect"
	"testing"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// newLab is a level with nothing but some configstrings, by their indices.
func newLab(dir string, strings map[int]string) (*level, *track.Observations) {
	var o track.Observations
	l := newLevel(sim.Header{})
	l.begin(&quake2.ServerData{Protocol: 34, GameDir: []byte(dir), Config: &assumed, Interval: 100 * time.Millisecond},
		&o)
	for i, text := range strings {
		configString(&l, &quake2.ConfigString{Index: uint16(i), Text: []byte(text)}, &o)
	}
	o.Reset()
	return &l, &o
}

// TestLevelAlone reads a level's information about itself, its mod and its players.
func TestLevelAlone(t *testing.T) {
	l, o := newLab("ctf", map[int]string{assumed.Models + 1: "maps/q2ctf1.bsp",
		assumed.PlayerSkins + 3: `Ann\male/ctf_r`})
	if l.mapName() != "q2ctf1" || l.header.ModName != "Threewave Capture the Flag" || !l.teams ||
		l.find("Ann") != sim.SlotAt(3) {
		t.Errorf("map %q, mod %q, teams %v, Ann in %d", l.mapName(), l.header.ModName, l.teams, l.find("Ann").Index())
	}
	l.show(o)
	if shown, ok := o.Told[len(o.Told)-1].(track.LevelShown); !ok || shown.Map != "q2ctf1" ||
		shown.GameType != "Capture the Flag" {
		t.Errorf("told %+v", o.Told)
	}
}

// TestStateAlone reads a playerstate.
func TestStateAlone(t *testing.T) {
	l, o := newLab("", map[int]string{assumed.PlayerSkins: `Ann\male/grunt`,
		assumed.Models + 4: "models/weapons/v_rail/tris.md2", assumed.Images + 2: "i_bodyarmor",
		assumed.Images + 3: "p_quad", assumed.Items + 7: "Shells",
		quake2.ConfigStatusBar: "yb -24 hnum anum rnum xr -50 yt 2 num 3 14"})
	l.show(o)
	o.Reset()
	ps := quake2.PlayerState{Gun: 4, Flags: quake2.MoveFlagDucked}
	for i, n := range map[int]int16{quake2.StatHealth: 80, quake2.StatArmor: 50, quake2.StatArmorIcon: 2,
		quake2.StatFrags: 7, quake2.StatTimerIcon: 3, quake2.StatFlashes: 3, quake2.StatTimer: 12,
		quake2.StatPickupString: int16(assumed.Items + 7)} {
		ps.Stats[i] = n
	}
	readState(l, &quake2.PlayerView{State: ps}, &quake2.Snapshot{}, inventories{}, o)
	want := track.StatsSeen{Health: 80, Hurt: true, Armor: 50, ArmorKind: sim.ItemArmorRed, Ammo: sim.Unknown, Frags: 7,
		Weapon: sim.WeaponRailgun, Timer: true, Timed: sim.PowerupQuad, Left: 12 * time.Second,
		Pickup: int16(assumed.Items + 7),
		Picked: track.PickSeen{Known: true, What: track.ItemDef{Item: sim.ItemAmmoShells}}}
	if len(o.States) != 1 || o.States[0].Stats != want || o.States[0].Maxs[2] != duckedHeight ||
		o.States[0].Life != sim.Alive {
		t.Errorf("seen %+v, want stats %+v", o.States, want)
	}
}

// TestSightsAlone reads entities: an item that stays, a part of the map, a body and a rocket.
func TestSightsAlone(t *testing.T) {
	l, o := newLab("", map[int]string{assumed.MaxClients: "8", assumed.Models + 2: "models/objects/rocket/tris.md2",
		assumed.Models + 3: "models/items/mega_h/tris.md2", assumed.Models + 4: "*7"})
	var sg sights
	list := []quake2.EntityState{
		{Number: 2, Models: [6]uint16{255}, Effects: quake2.EFQuad | quake2.EFFlag2, Frame: frameDeath},
		{Number: 20, Models: [6]uint16{3}}, {Number: 21, Models: [6]uint16{4}},
		{Number: 22, Models: [6]uint16{2}, Owner: 2},
	}
	for range 2 {
		o.Reset()
		sg.begin()
		for i := range list {
			sg.see(l, &list[i], o)
		}
		sg.end(o)
	}
	if len(o.Gone) != 0 || len(o.Objects) != 2 {
		t.Fatalf("gone %v, objects %+v", o.Gone, o.Objects)
	}
	b := o.Objects[0].Body
	if b == nil || b.Slot != sim.SlotAt(1) || !b.Dead || b.Lit != 1<<sim.PowerupQuad || !b.HasFlag ||
		b.Flag != sim.TeamBlue {
		t.Errorf("body %+v", b)
	}
	if r := o.Objects[1]; r.Kind != sim.EntityProjectile || r.Weapon != sim.WeaponRocketLauncher ||
		r.Owner != sim.SlotAt(1) {
		t.Errorf("rocket %+v", r)
	}
	o.Reset()
	sg.begin()
	sg.see(l, &list[1], o)
	if sg.end(o); !reflect.DeepEqual(o.Gone, []int{2, 21, 22}) {
		t.Errorf("gone %v", o.Gone)
	}
}

// TestEffectsAlone reads what waits for a snapshot.
func TestEffectsAlone(t *testing.T) {
	l, o := newLab("", map[int]string{assumed.Sounds + 1: "soldier/soldeth1.wav"})
	var fx effects
	fx.wait(effect{kind: effectFlash, flash: quake2.MuzzleFlash{Entity: 1, Flash: quake2.FlashRailgun}})
	fx.wait(effect{kind: effectTemp, temp: quake2.TempEntity{Kind: quake2.EffectRailTrail}})
	fx.wait(effect{kind: effectSound, sound: quake2.Sound{Flags: quake2.SoundEntity, Entity: 40, Index: 1}})
	fx.wait(effect{kind: effectSound, sound: quake2.Sound{Index: 2}}) // of no name
	fx.report(l, o)
	if len(o.Briefs) != 3 || len(fx.waiting) != 0 {
		t.Fatalf("briefs %+v", o.Briefs)
	}
	if f, r, s := o.Briefs[0], o.Briefs[1], o.Briefs[2]; !f.Shoots || f.Fired != sim.WeaponRailgun || !r.Rail ||
		r.Last != railTime || !s.Cry || s.Entity != 40 {
		t.Errorf("briefs %+v", o.Briefs)
	}
}

// TestModsAlone reads mods' own configstrings and lines.
func TestModsAlone(t *testing.T) {
	l, o := newLab("opentdm", map[int]string{assumed.PlayerSkins: `Ann\male/grunt`, assumed.General: "Home",
		assumed.General + 1: "Away"})
	l.mod.configString(l, assumed.General+tdmStatus, "Sudden death", o)
	l.mod.configString(l, assumed.General+tdmClock, "9:59", o)
	l.mod.print(l, "Ann (captain) joined team 'Away'.", o)
	want := []track.Told{
		track.StatusTold{Status: "Sudden death", Overtime: true},
		track.TimeTold{OK: true, Left: 9*time.Minute + 59*time.Second},
		track.SeatListed{Slot: sim.SlotAt(0), Named: true}, track.SeatPlays{Slot: sim.SlotAt(0), Named: true},
		track.LevelPlays{GameType: "Team Deathmatch", Teams: true}, track.RulesTold{Rules: l.rules},
		track.SeatTeam{Slot: sim.SlotAt(0), Named: true, Team: sim.TeamBlue, Name: "Away"},
	}
	if !reflect.DeepEqual(o.Told, want) {
		t.Errorf("told %+v", o.Told)
	}
}
