package quake2

import (
	"strings"
	"testing"
	"time"
)

var (
	serverData3434 = strings.Replace(serverData34, "22 00", "6a 0d", 1)
	serverData3435 = strings.Replace(serverData34, "22 00", "6b 0d", 1)
	serverData3436 = strings.Replace(serverData34, "22 00", "6c 0d", 1)
	serverData56   = strings.Replace(serverData34, "22 00", "38 00", 1)
)

// TestExtended has what Q2PRO's protocols 3434 to 3436 do differently.
func TestExtended(t *testing.T) {
	gun := &PlayerDelta{Mask: psGun, Fields: PlayerGun}
	gun.Gun, gun.GunSkin = 258, 5
	var wide EntityDelta
	wide.EntityState = EntityState{
		Number: 7, Models: [6]uint16{258}, Frame: 9, Effects: 0x010203 << 32,
		Angles: [3]float32{0, 90, 0.0054931640625}, Sound: 1, LoopVolume: 2, LoopAttenuation: 3, Solid: 0x80001810,
		Alpha: 128, Scale: 8,
	}
	check(t, serverData3434, blocks, []fixture{
		{"serverdata", serverData3434, want(&ServerData{Protocol: 3434, ServerCount: 7, Recording: RecordClient,
			GameDir: []byte("ctf"), Player: 2, Level: []byte("The Edge"), Config: extendedConfig,
			Interval: 100 * time.Millisecond, Solid: SolidBox, Reach: 4096})},
		{"gun", "11  playerinfo\n00 10  gun\n02 a1  gun 258, skin 5\n00 00 00 00  no stats", want(gun)},
		{"entity", `
0e                   spawnbaseline
9c a8 80 fc 03       yaw, roll, frame, model, angles of 16 bits, sound, solid, models of 16 bits, more effects, alpha, scale
07                   entity 7
02 01                model 258
09                   frame 9
00 40                yaw 90
01 00                roll 1/182
01 c0                sound 1 with volume and attenuation
02                   volume
03                   attenuation
10 18 00 80          solid
03 02 01 00          more effects of 32 bits
80                   alpha
08                   scale
`, want(&Baseline{Entity: EntityDelta{EntityState: wide.EntityState, Mask: uYaw | uRoll | uFrame8 | uMore1 | uModel | uAngle16 | uMore2 | uMore3 |
			uSound | uSolid | uModel16 | uMoreFX32 | uAlpha | uMore4 | uScale,
			Fields: FieldModel | FieldFrame | FieldMoreEffects | FieldYaw |
				FieldRoll | FieldSound | FieldLoopVolume | FieldLoopAttenuation | FieldSolid | FieldAlpha | FieldScale}})},
		{"sound with a wide index", "09  sound\n20  wide\n02 01  sound 258",
			want(&Sound{Flags: SoundWideIndex, Index: 258, Volume: 255, Attenuation: 64})},
		{"sound with a narrow index", "09  sound\n00  flags\n02  sound 2",
			want(&Sound{Index: 2, Volume: 255, Attenuation: 64})},
		{"muzzleflash2", "02  muzzleflash2\n05 20  entity 5, upper bit\n03  flash 259",
			want(&MuzzleFlash2{Entity: 5, Flash: 259})},
		{"damage dealt", "03  temp_entity\n80  damage\n2c 01  300",
			want(&TempEntity{Type: 128, Kind: EffectDamageDealt, Count: 300})},
	})
	check(t, serverData3435, blocks, []fixture{
		{"player", `
11                   playerinfo
1e 04                origin, velocity, time, flags, blend
10 00                x 1 more
f1 ff ff             y -1
81 1a 06             z 25000
f0 ff                velocity x 1 less
02 00                y 1/8 more
01 00 80             z -524288
2c 01                time 300
01 01                flags
92                   green and alpha of the screen, alpha of its rim
01                   green
02                   red of the rim
03                   alpha of the rim
82 80 80 80 10       stats 1 and 32
64 00                100
ff ff                -1
`, want(func() *PlayerDelta {
			d := &PlayerDelta{Mask: psOrigin | psVelocity | psTime | psFlags | psBlend, StatMask: 1<<1 | 1<<32,
				Relative: 0b011001, BlendBits: 0x92}
			d.Fields = playerOrigin | playerVelocity | PlayerTime | PlayerFlags | PlayerBlend | PlayerDamageBlend
			d.Origin, d.Velocity = [3]float32{1, -1, 25000}, [3]float32{-1, 0.125, -524288}
			d.Time, d.Flags, d.Blend, d.DamageBlend = 300, 0x101, [4]uint8{0, 1}, [4]uint8{2, 0, 0, 3}
			d.Stats[1], d.Stats[32] = 100, -1
			return d
		}())},
		{"entity", `
0e                   spawnbaseline
83 82 80 01          origin and old origin
07                   entity 7
10 00                x 1 more
f1 ff ff             y -1
f0 ff                z 1 less
10 00 f0 ff 81 1a 06  old origin 1, -1, 25000
`, want(&Baseline{Entity: EntityDelta{EntityState: EntityState{Number: 7, Origin: [3]float32{1, -1, -1}, OldOrigin: [3]float32{1, -1, 25000}},
			Mask: 0x01808283, Fields: FieldOriginX | FieldOriginY | FieldOriginZ | FieldOldOrigin, Relative: 0b101}})},
		{"explosion", "03  temp_entity\n05  explosion1\n10 00 81 1a 06 81 1a 06  pos",
			want(&TempEntity{Type: 5, Kind: EffectExplosion1,
				Pos: [3]float32{1, 25000, 25000}})},
	})
	check(t, serverData3436, blocks, []fixture{{"fog", `
11                   playerinfo
00 80 01             more bits: fog
ff                   all
01 02 03             color
04 00                density
05 00                sky factor
06 00                height density
07 00                falloff
08 09 0a             start color
0b 0c 0d             end color
10 00                start distance 1
f0 ff                end distance -1
00                   no stats
`, want(&PlayerDelta{Mask: psMore | psFog, Fields: PlayerFog, Fog: PlayerFogDelta{
		Bits: 0xff, Color: [3]uint8{1, 2, 3}, Density: 4, SkyFactor: 5, HeightDensity: 6, Falloff: 7,
		StartColor: [3]uint8{8, 9, 10}, EndColor: [3]uint8{11, 12, 13}, StartDist: 1, EndDist: -1,
	}})}})
}

// TestKMQuake2 has what protocol 56 does differently.
func TestKMQuake2(t *testing.T) {
	stats := ""
	for range 8 {
		stats += "64 00  stats 1, 33, 65 and so on\n"
	}
	player := &PlayerDelta{StatMask: 1<<1 | 1<<33}
	player.Mask = psOrigin | psGun | psGunFrame | psKGunSkin | psKGun2 | psKGunFrame2 | psKGunSkin2 | 0x1f<<19
	player.Fields = playerOrigin | PlayerGun | PlayerGunFrame | PlayerGunOffset | PlayerGunAngles
	player.Origin, player.Gun, player.GunFrame = [3]float32{1, -1, 25000}, 258, 9
	player.GunOffset, player.GunAngles = [3]float32{1, 0, 0}, [3]float32{0, 0, -1}
	player.Stats[1], player.Stats[33] = 100, 100
	player.Extras = &[256]int16{15: 1, 16: 259, 17: 10, 18: 2, 19: 300, 20: 100, 21: 400, 22: 10, 23: 100}
	for i := MaxStats + 1; i < len(player.Extras); i += 32 {
		player.Extras[i] = 100
	}
	check(t, serverData56, blocks, []fixture{
		{"fog", "15  fog\n01 02 32  on, model 2, density 50\n40 00 e8 03  near, far\n01 02 03  color",
			want(&SimpleFog{On: 1, Model: 2, Density: 50, Near: 64, Far: 1000, Color: [3]uint8{1, 2, 3}})},
		{"player", `
11                   playerinfo
02 b0 ff 00          origin, guns with frames and skins, speeds
00 08 00             x 1
ff f8 ff             y -1
03 40 0d             z 25000
02 01                gun 258
03 01                second gun 259
09                   gun frame
0a                   second gun's frame
04 00 00             gun offset
00 00 fc             gun angles
01 00                gun skin
02 00                second gun's skin
2c 01 64 00 90 01 0a 00 64 00  speeds
02 00 00 00          stats 1, 33, 65 and so on
` + stats, want(player)},
		{"entity", `
0e                   spawnbaseline
81 88 80 f4          x, model, sound, fifth and sixth model, attenuation, alpha
07                   entity 7
02 01                model 258
03 01                fifth model
04 01                sixth model
00 08 00             x 1
80                   alpha
02 01                sound 258
40                   attenuation
`, want(&Baseline{Entity: EntityDelta{EntityState: EntityState{Number: 7, Models: [6]uint16{258, 0, 0, 0, 259, 260}, Origin: [3]float32{1},
			Alpha: 128, Sound: 258, LoopAttenuation: 64}, Mask: 0xf4808881,
			Fields: FieldModel | FieldModel5 | FieldModel6 | FieldOriginX | FieldAlpha | FieldSound | FieldLoopAttenuation}})},
	})
}

// TestKMQuake2Angles: the same masks come with angles of 8 or of 16 bits.
func TestKMQuake2Angles(t *testing.T) {
	turned := func(wide bool, yaw float32) *PacketEntities {
		one := EntityDelta{EntityState: EntityState{Number: 5, Angles: [3]float32{0, yaw, 0}}, Fields: FieldYaw,
			Mask: uYaw, Wide: wide}
		two := one
		two.Number = 6
		return &PacketEntities{Entities: []EntityDelta{one, two}}
	}
	check(t, serverData56, blocks, []fixture{
		{"8 bits", "12  packetentities\n04 05  entity 5, yaw\n40  90\n04 06  entity 6, yaw\n40  90\n00 00  end",
			want(turned(false, 90))},
		{"16 bits",
			"12  packetentities\n04 05  entity 5, yaw\n10 40  90.09\n04 06  entity 6, yaw\n10 40  90.09\n00 00  end",
			want(turned(true, 90.087890625))},
	})
}

const serverData25 = `
07                   serverdata
19 00 00 00          protocol 25
07 00 00 00          server count
01                   recorded by a client
00                   base game
00 00                slot 0
54 00                "T"
`

// TestTestRelease has the messages of protocol 25, with their own numbers.
func TestTestRelease(t *testing.T) {
	player := &PlayerDelta{Mask: 0x1d, StatMask: 1<<0 | 1<<12}
	player.Fields =
		playerOrigin | playerViewAngles | PlayerDeltaAngles | PlayerGun | PlayerGunFrame | PlayerGunOffset | PlayerGunAngles | PlayerBlend
	player.Origin, player.ViewAngles, player.DeltaAngles = placeX, [3]float32{0, 90, 0}, [3]float32{0, -180, 0}
	player.Gun, player.GunFrame, player.GunAngles, player.Blend = 74, 26, [3]float32{1, -1, 0}, [4]uint8{1, 2, 3, 4}
	player.Stats[0], player.Stats[12] = 1, 7
	all := EntityDelta{Mask: 0x1c35f3f}
	all.EntityState = EntityState{Number: 1, Models: [6]uint16{0x36}, Frame: 0x11d, Skin: 0xf2f2f0f0, Effects: 1,
		RenderFX: 0x80000040, Origin: placeX, Angles: [3]float32{90, -90, -180}, OldOrigin: placeY, Sound: 0x45}
	all.Frame8 = 9
	all.Fields =
		FieldModel | FieldFrame | FieldSkin | FieldEffects | FieldRenderFX | FieldOriginX | FieldOriginY | FieldOriginZ |
			FieldPitch | FieldYaw | FieldRoll | FieldOldOrigin | FieldSound
	const allBytes = `
7f 00                entity 1: origin, frame, two further parts of the mask
5f c3                all but the skin of 8 bits and the effects of 16
01                   sound
36                   model
09                   frame of 8 bits
1d 01                frame of 16 bits
f0 f0 f2 f2          skin
01                   effects
40 00 00 80          renderfx
08 00 10 00 18 00    origin
40 c0 80             angles
f8 ff f0 ff e8 ff    old origin
45                   sound
`
	check(t, serverData25, blocks, []fixture{
		{"frame", `
12                   frame
83 00 00 00          number
02 12 00             areas
0e                   playerinfo
1d 00                blend, gun, gun frame, stats
08 00 10 00 18 00    origin
00 00 00 40 00 00    view angles
00 00 00 80 00 00    delta angles
4a 00                gun
1a 00                gun frame
00 00 00             gun offset
04 fc 00             gun angles
01 02 03 04          blend
01 10 00 00          stats 0 and 12
01 00 07 00          1, 7
10                   packetentities` + allBytes + `
00 00                end
`, want(&Frame{Number: 0x83, Areas: []byte{0x12, 0}, Recording: RecordClient}, player, &PacketEntities{Entities: []EntityDelta{all}})},
		{"baseline", "09  spawnbaseline" + allBytes, want(&Baseline{Entity: all})},
		{"sound", "04  sound\n08  entity\n25  sound\ne2 09  entity 316, channel 2",
			want(&Sound{Flags: SoundEntity, Index: 0x25,
				Volume: 255, Attenuation: 64, Entity: 316, Channel: 2})},
		{"print", "05  print\n02  high\n61 00  text", want(&Print{Level: PrintHigh, Text: []byte("a")})},
		{"configstring", "08  configstring\n01 00  1\n61 00  text", want(&ConfigString{Index: 1, Text: []byte("a")})},
		{"temp_entity", "0a  temp_entity\n02  gunshot\n" + alongX + "  pos\n05  direction",
			want(&TempEntity{Type: 2, Kind: EffectGunshot, Pos: placeX, Dir: 5})},
		{"muzzleflash", "0c  muzzleflash\n01 00  entity 1\n0d  super shotgun",
			want(&MuzzleFlash{Entity: 1, Flash: FlashSuperShotgun})},
		{"muzzleflash2", "13  muzzleflash2\n64 01  entity 356\n1b  flash 27",
			want(&MuzzleFlash2{Entity: 356, Flash: 27})},
	})
}

const mvdServerData2010 = `
04                   serverdata, no flags
25 00 00 00          protocol 37
da 07                version 2010
07 00 00 00          server count
61 00                "a"
02 00                slot 2
00 00 54 00          configstring 0 is "T"
20 08                end of the configstrings
01 80                portals
00                   player 0
01 40                type, stats
04                   freeze
02 00 00 00          stat 1
64 00                100
ff                   end of the players
c1 00 05             entity 5: not there, with a field
08 00                x 1
00 00                end of the entities
`

func TestMVD(t *testing.T) {
	first := PlayerDelta{Mask: ppType | ppStats, Fields: PlayerType, StatMask: 2}
	first.Type, first.Stats[1] = MoveFreeze, 100
	gone := EntityDelta{EntityState: EntityState{Number: 5, Origin: [3]float32{1}}, Fields: FieldOriginX,
		Mask: uOriginX | uRemove | uMore1, Remove: true}
	all := PlayerDelta{Mask: 0x3fff, Number: 3}
	all.Fields =
		PlayerType | playerOrigin | PlayerViewOffset | playerViewAngles | PlayerKick | PlayerGun | PlayerGunFrame | PlayerGunOffset |
			PlayerGunAngles | PlayerBlend | PlayerFOV | PlayerRefFlags
	all.PlayerState = PlayerState{Type: MoveDead, Origin: placeX, ViewOffset: [3]float32{0, 0, 22},
		ViewAngles: [3]float32{45, -180, 90}, Kick: [3]float32{1, 0, 0}, Gun: 3, GunFrame: 4,
		GunOffset: [3]float32{0, 1, 0}, GunAngles: [3]float32{0, 0, 1}, Blend: [4]uint8{1, 2, 3, 4}, FOV: 90,
		RefFlags: 1}
	check(t, mvdServerData2010, mvdBlocks, []fixture{
		{"gamestate", mvdServerData2010, want(&ServerData{Protocol: 37, Minor: 2010, ServerCount: 7,
			Recording: RecordServer, GameDir: []byte("a"), Player: 2, Config: classicConfig,
			Interval: 100 * time.Millisecond, Reach: 4096},
			&ConfigString{Index: 0, Text: []byte("T")},
			&MVDFrame{Gamestate: true, Portals: []byte{0x80}, Players: []PlayerDelta{first},
				Entities: []EntityDelta{gone}})},
		{"frame", `
06                   frame
00                   no portals
03                   player 3
ff 3f                all fields
02                   dead
08 00 10 00          x, y
18 00                z
00 00 58             view offset
00 20 00 80          pitch, yaw
00 40                roll
04 00 00             kick
03                   gun
04                   gun frame
00 04 00             gun offset
00 00 04             gun angles
01 02 03 04          blend
5a                   field of view
01                   under water
04                   player 4
00 80                is gone
ff                   end of the players
00 00                end of the entities
`, want(&MVDFrame{Portals: []byte{}, Players: []PlayerDelta{all, {Number: 4, Mask: ppMore, Remove: true}}})},
		{"nop", "01  nop\n05 00 00 00  configstring", want(&Nop{}, &ConfigString{Text: []byte{}})},
		{"configstring", "05  configstring\n1f 00  31\n31 00  text", want(&ConfigString{Index: 31, Text: []byte("1")})},
		{"print", "11  print\n02  high\n61 00  text", want(&Print{Level: PrintHigh, Text: []byte("a")})},
		{"unicast", "08  to one\n03  3 bytes\n05  slot 5\n0f 61 00  centerprint",
			want(&Multicast{To: MulticastClient, Client: 5},
				&CenterPrint{Text: []byte("a")}, "end of multicast")},
		{"long unicast", "29  to one, reliably, 256 bytes more\n02  and 2\n05  slot 5\n0f  centerprint\n" +
			strings.Repeat("61 ", 256) + " text\n00  end",
			want(&Multicast{To: MulticastClient, Reliable: true, Client: 5},
				&CenterPrint{Text: []byte(strings.Repeat("a", 256))}, "end of multicast")},
		{"multicast", "0a  to all\n04  4 bytes\n01 05 00 02  muzzleflash", want(&Multicast{To: MulticastAll},
			&MuzzleFlash{Entity: 5, Flash: FlashShotgun}, "end of multicast")},
		{"multicast to those who hear", "0e  reliably\n04  4 bytes\n02 01  leaf 258\n01 05 00 02  muzzleflash", want(
			&Multicast{To: MulticastPHS, Reliable: true, Leaf: 258}, &MuzzleFlash{Entity: 5, Flash: FlashShotgun},
			"end of multicast")},
		{"multicast to those who see", "0c  multicast\n04  4 bytes\n02 01  leaf 258\n01 05 00 02  muzzleflash", want(
			&Multicast{To: MulticastPVS, Leaf: 258}, &MuzzleFlash{Entity: 5, Flash: FlashShotgun}, "end of multicast")},
		{"sound",
			"70  sound, everywhere, reliable\n13  volume, attenuation, offset\n07  sound\n80 40 05  volume, attenuation, offset\n0b 00  entity 1, channel 3",
			want(&Sound{Flags: 0x13, Index: 7, Volume: 128, Attenuation: 64, TimeOffset: 5, Entity: 1, Channel: 3,
				Everywhere: true, Reliable: true})},
	})
}

// TestMVDExtended has gamestates of the versions with more of everything.
func TestMVDExtended(t *testing.T) {
	const rest = "07 00 00 00  server count\n61 00  game\nff ff  no slot\n3e 35  end of the configstrings\n00  no portals\n"
	end := "ff  end of the players\n00 00  end of the entities\n"
	reach := map[uint16]float32{2011: 4096, 2012: 1 << 17, 2013: 1 << 17}
	data := func(minor, flags uint16) *ServerData {
		return &ServerData{Protocol: 37, Minor: minor, Flags: flags, ServerCount: 7, Recording: RecordServer,
			GameDir: []byte("a"), Player: -1, Config: extendedConfig, Interval: 100 * time.Millisecond, Solid: SolidBox,
			Reach: reach[minor]}
	}
	frame := func(d PlayerDelta) *MVDFrame {
		return &MVDFrame{Gamestate: true, Portals: []byte{}, Players: []PlayerDelta{d}}
	}
	gun := PlayerDelta{Mask: ppGun, Fields: PlayerGun}
	gun.Gun = 258
	far := PlayerDelta{Mask: ppOriginXY, Fields: PlayerOriginX | PlayerOriginY, Relative: 1}
	far.Origin = [3]float32{1, 25000}
	foggy := PlayerDelta{Mask: ppMore | ppFog | ppRemoved, Fields: PlayerFog, Remove: true,
		Fog: PlayerFogDelta{Bits: 4, HeightDensity: 6}}
	v11 := "84  serverdata, extended\n25 00 00 00  protocol\ndb 07  2011\n" + rest +
		"00  player 0\n00 02  gun\n02 01  258\n" + end
	v12 := "04  serverdata\n25 00 00 00  protocol\ndc 07  2012\n0c 00  extended twice\n" + rest +
		"00  player 0\n02 00  x, y\n10 00  1 more\n81 1a 06  25000\n" + end
	v13 := "04  serverdata\n25 00 00 00  protocol\ndd 07  2013\n0c 00  extended twice\n" + rest +
		"00  player 0\n00 80 03  gone, fog\n04  height density\n06 00  6\n" + end
	check(t, mvdServerData2010, mvdBlocks, []fixture{
		{"2011", v11, want(data(2011, mvdFlagExtended), frame(gun))},
		{"2012", v12, want(data(2012, 12), frame(far))},
		{"2013", v13, want(data(2013, 12), frame(foggy))},
	})
}
