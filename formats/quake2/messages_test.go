package quake2

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
)

const serverData34 = `
0c                   serverdata
22 00 00 00          protocol 34
07 00 00 00          server count
01                   recorded by a client
63 74 66 00          "ctf"
02 00                slot 2
54 68 65 20 45 64 67 65 00  "The Edge"
`

func TestServerData(t *testing.T) {
	check(t, serverData34, blocks, []fixture{{"34", serverData34, want(&ServerData{
		Protocol: 34, ServerCount: 7, Recording: RecordClient, GameDir: []byte("ctf"), Player: 2,
		Level: []byte("The Edge"), Config: classicConfig, Interval: 100 * time.Millisecond, Reach: 4096,
		Solid: SolidClassic,
	})}, {"26 in a cinematic", `
0c                   serverdata
1a 00 00 00          protocol 26
ff ff ff ff          server count
00                   caught on the network
00                   base game
ff ff                no slot
61 2e 63 69 6e 00    "a.cin"
`, want(&ServerData{
		Protocol: 26, ServerCount: -1, GameDir: []byte{}, Player: -1, Level: []byte("a.cin"),
		Config: classicConfig, Interval: 100 * time.Millisecond, Reach: 4096,
	})}})
}

func TestMessages(t *testing.T) {
	inventory := Inventory{}
	inventory.Counts[0], inventory.Counts[2], inventory.Counts[255] = 1, -2, 3
	check(t, serverData34, blocks, []fixture{
		{"muzzleflash", `
01                   muzzleflash
02 01                entity 258
86                   railgun, silenced
`, want(&MuzzleFlash{Entity: 258, Flash: FlashRailgun, Silenced: true})},
		{"muzzleflash2", `
02                   muzzleflash2
05 00                entity 5
d2                   flash 210
`, want(&MuzzleFlash2{Entity: 5, Flash: 210})},
		{"layout", `
04                   layout
78 76 20 30 00       "xv 0"
`, want(&Layout{Text: []byte("xv 0")})},
		{"inventory", "05  inventory\n01 00  item 0\n00 00  item 1\nfe ff  item 2\n" +
			strings.Repeat("00 00  items 3 to 254\n", 252) + "03 00  item 255", want(&inventory)},
		{"nop", "06  nop\n06  nop\n0b 00  stufftext", want(&Nop{}, &Nop{}, &StuffText{Text: []byte{}})},
		{"disconnect", "07  disconnect\n0b 00  stufftext", want(&Disconnect{}, &StuffText{Text: []byte{}})},
		{"reconnect", "08  reconnect\n0b 00  stufftext", want(&Reconnect{}, &StuffText{Text: []byte{}})},
		{"sound with all", `
09                   sound
1f                   volume, attenuation, position, entity, offset
2a                   sound 42
80                   volume 128/255
c0                   attenuation 192/64
32                   50 ms
0b 00                entity 1, channel 3
08 00                x 1
f8 ff                y -1
01 00                z 0.125
`, want(&Sound{Flags: 0x1f, Index: 42, Volume: 128, Attenuation: 192, TimeOffset: 50, Entity: 1, Channel: 3,
			Pos: [3]float32{1, -1, 0.125}})},
		{"sound with nothing", "09  sound\n00  flags\n07  sound 7",
			want(&Sound{Index: 7, Volume: 255, Attenuation: 64})},
		{"sound of a high entity", "09  sound\n08  entity\n07  sound 7\ne4 ff  entity 8188, channel 4",
			want(&Sound{Flags: SoundEntity, Index: 7, Volume: 255, Attenuation: 64, Entity: 8188, Channel: 4})},
		{"print", "0a  print\n03  chat\n68 69 0a 00  text", want(&Print{Level: PrintChat, Text: []byte("hi\n")})},
		{"stufftext", "0b  stufftext\n70 72 00  text", want(&StuffText{Text: []byte("pr")})},
		{"configstring", "0d  configstring\n20 05  1312\n6d 65 00  text",
			want(&ConfigString{Index: 1312, Text: []byte("me")})},
		{"centerprint", "0f  centerprint\ne8 00  text", want(&CenterPrint{Text: []byte{0xe8}})},
		{"download", "10  download\n03 00  3 bytes\n64  100 %\n01 00 02  data",
			want(&Download{Size: 3, Percent: 100, Data: []byte{1, 0, 2}})},
		{"download refused", "10  download\nff ff  none\n00  0 %", want(&Download{Size: -1})},
	})
}

const (
	alongX = "08 00 10 00 18 00"
	alongY = "f8 ff f0 ff e8 ff"
)

var (
	placeX = [3]float32{1, 2, 3}
	placeY = [3]float32{-1, -2, -3}
)

// TestTempEntities has every layout, and every type that has another one in another protocol.
func TestTempEntities(t *testing.T) {
	check(t, serverData34, blocks, []fixture{
		{"point", "03  temp_entity\n05  explosion1\n" + alongX + "  pos",
			want(&TempEntity{Type: 5, Kind: EffectExplosion1, Pos: placeX})},
		{"impact", "03  temp_entity\n00  gunshot\n" + alongX + "  pos\na1  direction 161",
			want(&TempEntity{Kind: EffectGunshot, Pos: placeX, Dir: 161})},
		{"line", "03  temp_entity\n03  railtrail\n" + alongX + "  pos\n" + alongY + "  end",
			want(&TempEntity{Type: 3, Kind: EffectRailTrail, Pos: placeX, End: placeY})},
		{"splash", "03  temp_entity\n0a  splash\n08  8 particles\n" + alongX + "  pos\n05  direction\n06  blood",
			want(&TempEntity{Type: 10, Kind: EffectSplash, Count: 8, Pos: placeX, Dir: 5, Color: SplashBlood})},
		{"beam", "03  temp_entity\n10  parasite_attack\n09 00  entity 9\n" + alongX + "  pos\n" + alongY + "  end",
			want(&TempEntity{Type: 16, Kind: EffectParasiteAttack, Entity: 9, Pos: placeX, End: placeY})},
		{"grapple", "03  temp_entity\n18  grapple_cable\n09 00  entity 9\n" + alongX + "  pos\n" + alongY + "  end\n" +
			alongX + "  offset",
			want(&TempEntity{Type: 24, Kind: EffectGrappleCable, Entity: 9, Pos: placeX, End: placeY,
				CableOffset: placeX})},
		{"lightning", "03  temp_entity\n21  lightning\n08 00  target\n09 00  entity\n" + alongY + "  end\n" +
			alongX + "  pos",
			want(&TempEntity{Type: 33, Kind: EffectLightning, Target: 8, Entity: 9, Pos: placeX, End: placeY})},
		{"flashlight", "03  temp_entity\n24  flashlight\n" + alongX + "  pos\n09 00  entity",
			want(&TempEntity{Type: 36, Kind: EffectFlashlight, Pos: placeX, Entity: 9})},
		{"forcewall", "03  temp_entity\n25  forcewall\n" + alongX + "  pos\n" + alongY + "  end\nd0  color",
			want(&TempEntity{Type: 37, Kind: EffectForceWall, Pos: placeX, End: placeY, Color: 0xd0})},
		{"steam", "03  temp_entity\n28  steam\n05 00  id\n14  20 particles\n" + alongX +
			"  pos\n02  direction\n08  color\n3c 00  speed\ne8 03 00 00  1 s",
			want(&TempEntity{Type: 40, Kind: EffectSteam, Entity: 5, Count: 20, Pos: placeX, Dir: 2, Color: 8,
				Target: 60, Wait: 1000})},
		{"puff of steam", "03  temp_entity\n28  steam\nff ff  id -1\n14  20 particles\n" + alongX +
			"  pos\n02  direction\n08  color\n3c 00  speed",
			want(&TempEntity{Type: 40, Kind: EffectSteam, Entity: -1, Count: 20, Pos: placeX, Dir: 2, Color: 8,
				Target: 60})},
		{"widowbeamout", "03  temp_entity\n32  widowbeamout\n21 4e  20001\n" + alongX + "  pos",
			want(&TempEntity{Type: 50, Kind: EffectWidowBeamOut, Entity: 20001, Pos: placeX})},
		{"electric sparks", "03  temp_entity\n2e  electric_sparks\n" + alongX + "  pos\n00  direction",
			want(&TempEntity{Type: 46, Kind: EffectElectricSparks, Pos: placeX})},
		{"26 from 32 on", "03  temp_entity\n1a  greenblood\n" + alongX + "  pos\n00  direction",
			want(&TempEntity{Type: 26, Kind: EffectGreenBlood, Pos: placeX})},
		{"27 from 32 on", "03  temp_entity\n1b  bluehyperblaster\n" + alongX + "  pos\n" + alongY + "  end",
			want(&TempEntity{Type: 27, Kind: EffectBlueHyperblasterTrail, Pos: placeX, End: placeY})},
	})
	check(t, strings.Replace(serverData34, "22", "1f", 1), blocks, []fixture{
		{"26 before 32", "03  temp_entity\n1a  plasmatrail\n" + alongX + "  pos\n" + alongY + "  end",
			want(&TempEntity{Type: 26, Kind: EffectPlasmaTrail, Pos: placeX, End: placeY})},
		{"27 before 32", "03  temp_entity\n1b  greenblood\n" + alongX + "  pos\n00  direction",
			want(&TempEntity{Type: 27, Kind: EffectGreenBlood, Pos: placeX})},
		{"download before 32", "10  download\n03 00  3 bytes\n64  100 %", want(&Download{Size: 3, Percent: 100})},
	})
}

// TestUnreadable has messages that end their block but not the demo.
func TestUnreadable(t *testing.T) {
	start, after := fromHex(t, serverData34), fromHex(t, "0b 00  stufftext")
	for name, message := range map[string]string{
		"bad":                 "00",
		"unknown":             "15 01",
		"flame":               "03 20 01 02 03",
		"railtrail2":          "03 1f " + alongX + " " + alongY,
		"beyond the types":    "03 38 " + alongX,
		"direction":           "03 00 " + alongX + " a2",
		"deltapacketentities": "13 00 00",
		"entity 0":            "0e 00 00",
		"entity 1024":         "12 80 01 00 04 00 00",
		"configstring 2080":   "0d 20 08 00",
		"text without end":    "0a 02 68 69",
		"download of -2":      "10 fe ff 00",
		"protocol 99":         "0c 63 00 00 00 00 00 00 00 00 00 00 00 00",
	} {
		t.Run(name, func(t *testing.T) {
			bad := append(fromHex(t, "06  nop"), fromHex(t, message)...)
			data := blocks(start, bad, after)
			d, r := NewDecoder(data, Options{}), new(recorder)
			drain(d, r)
			if len(d.Damage()) != 1 || d.Damage()[0].Offset != int64(4+len(start)+4+1) {
				t.Errorf("damage: %v", d.Damage())
			}
			if len(r.got) != 4 || !reflect.DeepEqual(r.got[1], &Nop{}) {
				t.Fatalf("messages: %+v", r.got)
			}
			if m, ok := r.got[2].(*Raw); !ok || !bytes.Equal(m.Data, bad[1:]) || m.What == "" {
				t.Errorf("raw: %+v", r.got[2])
			}
			if _, ok := r.got[3].(*StuffText); !ok {
				t.Errorf("next block: %+v", r.got[3])
			}
			if !bytes.Equal(encoded(data), data) {
				t.Errorf("encoded to % x, want % x", encoded(data), data)
			}
		})
	}
}

const noEntities = `
12                   packetentities
00 00                end
`

func TestFrames(t *testing.T) {
	frame := `
14                   frame
64 00 00 00          number 100
63 00 00 00          from 99
02                   2 suppressed
03                   3 bytes of areas
01 00 80             areas
11                   playerinfo
00 00                nothing changed
00 00 00 00          no stats
` + noEntities
	check(t, serverData34, blocks, []fixture{{"client", frame, want(
		&Frame{Number: 100, Delta: 99, Suppressed: 2, Areas: []byte{1, 0, 0x80}, Recording: RecordClient},
		&PlayerDelta{}, &PacketEntities{})}})
	check(t, strings.Replace(serverData34, "22", "1a", 1), blocks, []fixture{{"client of protocol 26",
		strings.Replace(frame, "02                   2 suppressed\n", "", 1), want(
			&Frame{Number: 100, Delta: 99, Areas: []byte{1, 0, 0x80}, Recording: RecordClient},
			&PlayerDelta{}, &PacketEntities{})}})
	server := "14  frame\n64 00 00 00  number 100\n" + noEntities
	check(t, strings.Replace(serverData34, "01      ", "02      ", 1), blocks, []fixture{{"server", server, want(
		&Frame{Number: 100, Recording: RecordServer}, &PacketEntities{})}})
	check(t, strings.Replace(serverData34, "22", "20", 1), blocks,
		[]fixture{{"server of 3.15, without the mark", server, want(
			&Frame{Number: 100, Recording: RecordServer}, &PacketEntities{})}})
}

func TestRelay(t *testing.T) {
	check(t, strings.Replace(serverData34, "01      ", "80      ", 1), blocks, []fixture{{"frame", `
14                   frame
64 00 00 00          number 100
ff ff ff ff          from nothing
00                   none suppressed
01                   1 byte of areas
ff                   areas
02                   2 clients
00 03                slots 0 and 3
91                   playerinfo for one client
00                   slot 0
01 00                type
02                   dead
00 00 00 00          no stats
91                   playerinfo for one client
03                   slot 3
00 00                nothing changed
00 00 00 00          no stats
` + noEntities + `
8a                   print for one client
03                   slot 3
02 68 69 00          "hi"
0a                   print for all
02 68 6f 00          "ho"
`, want(
		&Frame{Number: 100, Delta: -1, Areas: []byte{0xff}, Connected: []byte{0, 3}, Recording: RecordRelay},
		&Unicast{Client: 0}, &PlayerDelta{Mask: psType, Fields: PlayerType, PlayerState: PlayerState{Type: MoveDead}},
		&Unicast{Client: 3}, &PlayerDelta{}, &PacketEntities{},
		&Unicast{Client: 3}, &Print{Level: PrintHigh, Text: []byte("hi")}, &Print{Level: PrintHigh, Text: []byte("ho")},
	)}})
}

func TestPlayerInfo(t *testing.T) {
	d := &PlayerDelta{Mask: 0x7fff, StatMask: 1<<31 | 1<<1}
	d.Fields =
		PlayerType | playerOrigin | playerVelocity | PlayerTime | PlayerFlags | PlayerGravity | PlayerDeltaAngles |
			PlayerViewOffset | playerViewAngles | PlayerKick | PlayerGun | PlayerGunFrame | PlayerGunOffset | PlayerGunAngles |
			PlayerBlend | PlayerFOV | PlayerRefFlags
	d.PlayerState = PlayerState{
		Type: MoveFreeze, Origin: placeX, Velocity: placeY, Time: 14, Flags: 0x44, Gravity: 800,
		DeltaAngles: [3]float32{0, 90, -90}, ViewOffset: [3]float32{0, 0, 22},
		ViewAngles: [3]float32{45, -180, 0.0054931640625}, Kick: [3]float32{-1, 0.25, 0}, Gun: 200, GunFrame: 33,
		GunOffset: [3]float32{1, 0, -1}, GunAngles: [3]float32{0, 2, -2}, Blend: [4]uint8{255, 128, 0, 64}, FOV: 110,
		RefFlags: 1,
	}
	d.Stats[1], d.Stats[31] = 100, -1
	check(t, serverData34, blocks, []fixture{{"all fields", `
11                   playerinfo
ff 7f                all fields
04                   type: freeze
08 00 10 00 18 00    origin
f8 ff f0 ff e8 ff    velocity
0e                   time
44                   flags
20 03                gravity 800
00 00 00 40 00 c0    delta angles 0, 90, -90
00 00 58             view offset 0, 0, 22
00 20 00 80 01 00    view angles 45, -180, 1/182
fc 01 00             kick -1, 1/4, 0
c8                   gun 200
21                   gun frame 33
04 00 fc             gun offset 1, 0, -1
00 08 f8             gun angles 0, 2, -2
ff 80 00 40          blend
6e                   field of view 110
01                   under water
02 00 00 80          stats 1 and 31
64 00                100
ff ff                -1
`, want(d)}, {"a bit without meaning", "11  playerinfo\n00 80  bit 15\n00 00 00 00  no stats", want(&PlayerDelta{Mask: 0x8000})}})
}

func TestEntities(t *testing.T) {
	all := EntityDelta{Mask: 0x0df3dfaf}
	all.EntityState = EntityState{
		Number: 513, Models: [6]uint16{1, 2, 3, 255}, Frame: 300, Skin: 7, Effects: 8, RenderFX: 9,
		Origin: placeX, Angles: [3]float32{90, -90, 180 - 360}, OldOrigin: placeY, Sound: 11, Event: 6, Solid: 0xfffe,
	}
	all.Fields =
		FieldModel | FieldModel2 | FieldModel3 | FieldModel4 | FieldFrame | FieldSkin | FieldEffects | FieldRenderFX |
			FieldOriginX | FieldOriginY | FieldOriginZ | FieldPitch | FieldYaw | FieldRoll | FieldOldOrigin | FieldSound | FieldEvent | FieldSolid
	const allBytes = `
af df f3 0d          mask
01 02                entity 513
01 02 03 ff          models
2c 01                frame 300
07                   skin
08                   effects
09                   renderfx
08 00 10 00 18 00    origin
40 c0 80             angles 90, -90, -180
f8 ff f0 ff e8 ff    old origin
0b                   sound
06                   event: player teleport
fe ff                solid
`
	wide := EntityDelta{Mask: uMore1 | uMore2 | uMore3 | uFrame8 | uFrame16 | uSkin32 | uEffects32 | uRender32}
	wide.EntityState = EntityState{Number: 2, Frame: 0x102, Skin: 0xf0f2f1f0, Effects: 1 << 31, RenderFX: 0x80}
	wide.Fields, wide.Frame8 = FieldFrame|FieldSkin|FieldEffects|FieldRenderFX, 7
	short := EntityDelta{Mask: uMore1 | uMore2 | uMore3 | uSkin16 | uEffects16 | uRender16}
	short.EntityState = EntityState{Number: 3, Skin: 0x8001, Effects: 0x8002, RenderFX: 0x8003}
	short.Fields = FieldSkin | FieldEffects | FieldRenderFX
	check(t, serverData34, blocks, []fixture{
		{"baseline", "0e  spawnbaseline" + allBytes, want(&Baseline{Entity: all})},
		{"packetentities", `
12                   packetentities
40 05                entity 5 is gone
c0 01 00 02          entity 512 is gone, with a number of 16 bits
` + allBytes + `
00 07                entity 7 is there, as it was
00 00                end
`, want(&PacketEntities{Entities: []EntityDelta{
			{EntityState: EntityState{Number: 5}, Mask: uRemove, Remove: true},
			{EntityState: EntityState{Number: 512}, Mask: uRemove | uMore1 | uNumber16, Remove: true},
			all, {EntityState: EntityState{Number: 7}},
		}})},
		{"sizes", `
12                   packetentities
90 d0 8f 02          frame twice, skin, effects, renderfx of 32 bits
02                   entity 2
07                   frame 7
02 01                frame 258
f0 f1 f2 f0          skin
00 00 00 80          effects
80 00 00 00          renderfx
80 80 8c 02          skin, effects, renderfx of 16 bits
03                   entity 3
01 80                skin
02 80                effects
03 80                renderfx
80 01 00 00          end, with a number of 16 bits
`, want(&PacketEntities{Entities: []EntityDelta{
			wide, short,
		}, End: uMore1 | uNumber16})},
	})
}
