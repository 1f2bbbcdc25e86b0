package netquake

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/fte"
)

// log is a Handler that keeps copies of messages, but of tracks and blocks.
type log struct{ all []Message }

func (l *log) Handle(m Message) {
	switch m := m.(type) {
	case *Track, *Block:
	case *ServerInfo:
		c := *m
		c.Layout = nil
		l.all = append(l.all, corpus.Copy(Message(&c)))
	default:
		l.all = append(l.all, corpus.Copy(m))
	}
}

// level is a serverinfo without models and sounds.
func level(protocol byte, high byte, more ...byte) []byte {
	head := []byte{11, protocol, high, 0, 0} // serverinfo, protocol
	return append(append(head, more...),
		1,    // players
		0,    // game type
		0,    // level name
		0, 0, // models, sounds
	)
}

var (
	quake       = level(15, 0)
	fitz        = level(0x9a, 2)                // 666
	rmq24       = level(0xe7, 3, 0x0a, 0, 0, 0) // 999, 24-bit coordinates, short angles
	rmq32       = level(0xe7, 3, 0x84, 0, 0, 0) // 999, int32 coordinates, float angles
	nehahra     = level(250, 0)
	bjp2        = level(0x11, 0x27) // 10001
	bjp3        = level(0x12, 0x27) // 10002
	darkPlaces1 = level(96, 0)
	darkPlaces2 = level(97, 0)
	darkPlaces3 = level(0xac, 0x0d) // 3500
	darkPlaces4 = level(0xad, 0x0d) // 3501
	darkPlaces5 = level(0xae, 0x0d) // 3502
	darkPlaces6 = level(0xaf, 0x0d) // 3503
	darkPlaces7 = level(0xb0, 0x0d) // 3504
	darkPlaces8 = level(0xb1, 0x0d) // 3505
)

// fteLevel is FitzQuake's with all that FTE's second mask adds but for shorter numbers: replacement deltas,
// predictions, sizes.
var fteLevel = append([]byte{11, 'F', 'T', 'E', '2', 0x7f, 0, 0, 0}, level(0x9a, 2, 0)[1:]...) // no game directory

var fixtures = []struct {
	name  string
	level []byte
	bytes []byte
	want  Message
}{
	{"nop", quake, []byte{1}, &Nop{}},
	{"disconnect", quake, []byte{2}, &Disconnect{}},
	{"disconnect of DarkPlaces 8", darkPlaces8, []byte{2, 'b', 'y', 'e', 0}, &Disconnect{Reason: []byte("bye")}},
	{"updatestat", quake, []byte{
		3,          // updatestat
		11,         // total secrets
		5, 0, 0, 0, // value
	}, &UpdateStat{ID: 3, Index: StatTotalSecrets, Value: 5}},
	{"version", quake, []byte{
		4,           // version
		15, 0, 0, 0, // protocol
	}, &Version{15}},
	{"setview", quake, []byte{
		5,    // setview
		1, 0, // entity
	}, &SetView{1}},
	{"sound", quake, []byte{
		6,          // sound
		3,          // volume and attenuation
		128,        // volume
		32,         // attenuation
		0x0a, 0x00, // entity 1, channel 2
		7,    // sound
		8, 0, // x 1
		16, 0, // y 2
		0xf8, 0xff, // z -1
	}, &Sound{ID: 6, Mask: 3, Volume: 128, Attenuation: 32, Entity: 1, Channel: 2, Sound: 7, Origin: Vec3{1, 2, -1}}},
	{"sound without volume", quake, []byte{
		6,          // sound
		0,          // nothing
		0x0a, 0x00, // entity 1, channel 2
		7,                // sound
		0, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 6, Volume: 255, Attenuation: 64, Entity: 1, Channel: 2, Sound: 7}},
	{"large sound", fitz, []byte{
		6,    // sound
		0x18, // large entity, large sound
		0, 2, // entity 512
		9,    // channel
		0, 1, // sound 256
		0, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 6, Mask: 0x18, Volume: 255, Attenuation: 64, Entity: 512, Channel: 9, Sound: 256}},
	{"setview of FTE", fteLevel, []byte{
		5,             // setview
		0x90, 0x80, 1, // entity 36865
	}, &SetView{36865}},
	{"update_stat of FTE", fteLevel, []byte{
		51, // update_stat
		0,  // health
		99, // value
	}, &UpdateStat{ID: 51, Value: 99}},
	{"update_stat_text", fteLevel, []byte{
		78,          // update_stat_text
		3,           // index
		'h', 'i', 0, // text
	}, &UpdateStatText{3, []byte("hi")}},
	{"update_stat_float", fteLevel, []byte{
		79,            // update_stat_float
		0,             // health
		0, 0, 0, 0x3f, // value 0.5
	}, &UpdateStatFloat{0, 0.5}},
	{"voice", fteLevel, []byte{
		84,   // voice
		1,    // player
		2,    // generation
		3,    // sequence
		2, 0, // bytes
		8, 9, // data
	}, &Voice{1, 2, 3, []byte{8, 9}}},
	{"turn", fteLevel, []byte{
		85,      // turn
		0, 0x40, // pitch 90
		0, 0, // yaw
		0, 0, // roll
	}, &Turn{Vec3{90}}},
	{"spawn_delta, static", fteLevel, []byte{
		21,         // spawn_delta
		0x82, 0x05, // x and y, more mask: reset, model
		8, 0, 16, 0, // x, y
		5, // model
	}, &SpawnDelta{21, fte.Delta{Mask: fte.OriginXY | fte.Reset | fte.Model | 0x80,
		State: fte.State{Origin: Vec3{1, 2}, Model: 5}}}},
	{"spawn_delta", fteLevel, []byte{
		66,   // spawn_delta
		9, 0, // entity
		0x80, 0x05, // more mask: reset, model
		5, // model
	}, &SpawnDelta{66, fte.Delta{Number: 9, Mask: fte.Reset | fte.Model | 0x80, State: fte.State{Model: 5}}}},
	{"update_entities", fteLevel, []byte{
		86,   // update_entities
		7, 0, // the last input seen
		0, 0, 0x80, 0x3f, // 1 second
		4, 0, // entity 4
		0x10, // yaw
		32,   // 45
		0, 0,
	}, &UpdateEntities{Entities: fte.Entities{Input: 7, Seconds: 1,
		Changes: []fte.Delta{{Number: 4, Mask: fte.AnglesY, State: fte.State{Angles: Vec3{1: 45}}}}},
		Elapsed: 0}},
	{"program_packet", fteLevel, []byte{
		90,   // program_packet
		2, 0, // bytes
		8, 9, // data
	}, &ProgramPacket{90, []byte{8, 9}}},
	{"program_packet, temporary entity", fteLevel, []byte{
		91,   // program_packet
		1, 0, // bytes
		8, // data
	}, &ProgramPacket{91, []byte{8}}},
	{"set_angle_base", fteLevel, []byte{
		93,      // set_angle_base
		2,       // yaw
		0, 0x20, // 45
	}, &SetAngleBase{2, Vec3{1: 45}}},
	{"sound of BJP", bjp2, []byte{
		6,    // sound
		0,    // nothing
		8, 0, // entity 1
		0, 1, // sound 256
		0, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 6, Volume: 255, Attenuation: 64, Entity: 1, Sound: 256}},
	{"time", quake, []byte{
		7,                // time
		0, 0, 0xc0, 0x3f, // 1.5 s
	}, &Time{Seconds: 1.5}},
	{"print", quake, []byte{8, 'h', 'i', '\n', 0}, &Print{[]byte("hi\n")}},
	{"stufftext", quake, []byte{9, 'b', 'f', '\n', 0}, &StuffText{[]byte("bf\n")}},
	{"setangle", quake, []byte{
		10,   // setangle
		0,    // pitch
		64,   // yaw 90
		0xc0, // roll -90
	}, &SetAngle{Vec3{0, 90, -90}}},
	{"setangle of RMQ", rmq24, []byte{
		10,   // setangle
		0, 0, // pitch
		0, 0x40, // yaw 90
		0, 0xc0, // roll -90
	}, &SetAngle{Vec3{0, 90, -90}}},
	{"setangle in floats", rmq32, []byte{
		10,         // setangle
		0, 0, 0, 0, // pitch
		0, 0, 0xc0, 0x3f, // yaw 1.5
		0, 0, 0, 0, // roll
	}, &SetAngle{Vec3{0, 1.5, 0}}},
	{"serverinfo", nil, []byte{
		11,          // serverinfo
		15, 0, 0, 0, // protocol
		8,      // players
		1,      // deathmatch
		'L', 0, // level name
		'm', 0, '*', '1', 0, 0, // models
		's', 0, 0, // sounds
	}, &ServerInfo{Extensions: nil, Protocol: 15, MaxClients: 8, GameType: 1, LevelName: []byte("L"),
		Models: [][]byte{[]byte("m"), []byte("*1")}, Sounds: [][]byte{[]byte("s")}}},
	{"serverinfo of FTE", nil, []byte{
		11,                 // serverinfo
		'F', 'T', 'E', 'X', // magic
		0, 0x80, 0, 0, // float coordinates
		15, 0, 0, 0, // protocol
		1, 0, 0, 0, 0, // players, game type, empty name and lists
	}, &ServerInfo{Extensions: []Extension{{Magic: MagicFTE, Flags: 0x8000}}, Protocol: 15, MaxClients: 1,
		LevelName: []byte{}}},
	{"lightstyle", quake, []byte{12, 2, 'a', 'z', 0}, &LightStyle{2, []byte("az")}},
	{"updatename", quake, []byte{13, 1, 'B', 0}, &UpdateName{1, []byte("B")}},
	{"updatefrags", quake, []byte{
		14,         // updatefrags
		1,          // player
		0xfe, 0xff, // frags
	}, &UpdateFrags{1, -2}},
	{"clientdata", quake, []byte{
		15, // clientdata
		// mask: ideal pitch, punch x, velocity x and y, items, on ground, weapon frame, armour, weapon model
		0x66, 0x76,
		3,             // ideal pitch
		0xff,          // punch x
		2,             // velocity x 32
		0xfe,          // velocity y -32
		1, 0x10, 0, 0, // items: shotgun, axe
		4,      // weapon frame
		50,     // armour
		9,      // weapon model
		100, 0, // health
		25,          // ammo
		25, 1, 2, 3, // shells, nails, rockets, cells
		1, // shotgun
	}, &ClientData{Mask: 0x7666, ViewHeight: 22, IdealPitch: 3, Punch: Vec3{-1}, Velocity: Vec3{32, -32, 0},
		Items: 0x1001, HasItems: true, WeaponFrame: 4, Armor: 50, WeaponModel: 9, Health: 100, Ammo: 25,
		Shells: 25, Nails: 1, Rockets: 2, Cells: 3, Weapon: 1, ViewZoom: 255, HasStats: true}},
	{"clientdata of FitzQuake", fitz, []byte{
		15,         // clientdata
		0x01, 0xe2, // mask: view height, items, armour, weapon model, more mask
		0x83,       // weapon model, armour, more mask
		0x02,       // weapon alpha
		0xf8,       // view height -8
		0, 0, 0, 0, // items
		200,        // armour
		1,          // weapon model
		0x9c, 0xff, // health -100
		0,          // ammo
		0, 0, 0, 0, // shells, nails, rockets, cells
		0,   // axe
		1,   // weapon model + 256
		3,   // armour + 768
		128, // weapon alpha
	}, &ClientData{Mask: 0x0283e201, ViewHeight: -8, HasItems: true, Armor: 968, WeaponModel: 257, Health: -100,
		WeaponAlpha: 128, ViewZoom: 255, HasStats: true}},
	{"clientdata of DarkPlaces 5", darkPlaces5, []byte{
		15,         // clientdata
		0x24, 0x80, // mask: punch x, velocity x, more mask
		0x09,    // punch vector x, view zoom
		0, 0x40, // punch x 90
		0, 0, 0x80, 0x3f, // punch vector x 1
		0, 0, 0x80, 0x3f, // velocity x 1
		0, 0, 0, 0, // items
		100, 0, // health
		0, 1, // ammo 256
		1, 0, 2, 0, 3, 0, 4, 0, // shells, nails, rockets, cells
		32, 0, // rocket launcher
		128, 0, // view zoom
	}, &ClientData{Mask: 0x98024, ViewHeight: 22, Punch: Vec3{90}, PunchVector: Vec3{1}, Velocity: Vec3{1},
		HasItems: true, Health: 100, Ammo: 256, Shells: 1, Nails: 2, Rockets: 3, Cells: 4, Weapon: 32, ViewZoom: 128,
		HasStats: true}},
	{"clientdata of DarkPlaces 6", darkPlaces6, []byte{
		15,   // clientdata
		0, 4, // mask: on ground
	}, &ClientData{Mask: 0x400, ViewHeight: 22, ViewZoom: 255}},
	{"stopsound", quake, []byte{16, 0x0a, 0}, &StopSound{Entity: 1, Channel: 2}},
	{"updatecolors", quake, []byte{17, 0, 0x4d}, &UpdateColors{0, 0x4d}},
	{"particle", quake, []byte{
		18,               // particle
		8, 0, 0, 0, 0, 0, // origin
		16, 0xf0, 0, // velocity
		20, 73, // count, colour
	}, &Particle{Origin: Vec3{1}, Velocity: Vec3{1, -1, 0}, Count: 20, Color: 73}},
	{"damage", quake, []byte{
		19,     // damage
		10, 20, // armour, health
		8, 0, 0, 0, 0, 0, // origin
	}, &Damage{10, 20, Vec3{1}}},
	{"spawnstatic", quake, []byte{
		20,         // spawnstatic
		5, 1, 0, 2, // model, frame, colormap, skin
		8, 0, 64, 0, 0, 0, 0, 0, 0, // x, pitch, y, yaw, z, roll
	}, &SpawnStatic{ID: 20, Baseline: Baseline{Model: 5, Frame: 1, Skin: 2, Origin: Vec3{1}, Angles: Vec3{90}}}},
	{"spawnstatic2", fitz, []byte{
		43,   // spawnstatic2
		0x0d, // mask: large model, alpha, scale
		0, 1, // model 256
		3, 0, 0, // frame, colormap, skin
		0, 0, 0, 0, 0, 0, 0, 0, 0, // places and angles
		128, // alpha
		32,  // scale
	}, &SpawnStatic{ID: 43, Baseline: Baseline{Mask: 0x0d, Model: 256, Frame: 3, Alpha: 128, Scale: 32}}},
	{"spawnstatic2 of DarkPlaces", darkPlaces5, []byte{
		56,   // spawnstatic2
		0, 1, // model 256
		3, 0, // frame
		1, 2, // colormap, skin
		0, 0, 0x80, 0x3f, 0, 0, // x 1, pitch
		0, 0, 0, 0, 0, 0x40, // y, yaw 90
		0, 0, 0, 0, 0, 0, // z, roll
	}, &SpawnStatic{ID: 56, Baseline: Baseline{Model: 256, Frame: 3, Colormap: 1, Skin: 2, Origin: Vec3{1},
		Angles: Vec3{0, 90}}}},
	{"spawnbaseline", quake, []byte{
		22,   // spawnbaseline
		3, 0, // entity
		5, 1, 0, 2, // model, frame, colormap, skin
		8, 0, 64, 0, 0, 0, 0, 0, 0, // x, pitch, y, yaw, z, roll
	}, &SpawnBaseline{ID: 22, Entity: 3, Baseline: Baseline{Model: 5, Frame: 1, Skin: 2, Origin: Vec3{1},
		Angles: Vec3{90}}}},
	{"spawnbaseline2", fitz, []byte{
		42,   // spawnbaseline2
		3, 0, // entity
		0x02, // mask: large frame
		5,    // model
		1, 1, // frame 257
		0, 0, // colormap, skin
		0, 0, 0, 0, 0, 0, 0, 0, 0, // places and angles
	}, &SpawnBaseline{ID: 42, Entity: 3, Baseline: Baseline{Mask: 2, Model: 5, Frame: 257}}},
	{"spawnbaseline of BJP", bjp3, []byte{
		22,   // spawnbaseline
		3, 0, // entity
		0, 1, // model 256
		0, 0, 0, // frame, colormap, skin
		0, 0, 0, 0, 0, 0, 0, 0, 0, // places and angles
	}, &SpawnBaseline{ID: 22, Entity: 3, Baseline: Baseline{Model: 256}}},
	{"spawnbaseline2 of DarkPlaces", darkPlaces5, []byte{
		55,   // spawnbaseline2
		3, 0, // entity
		5, 0, 1, 0, 0, 0, // model, frame, colormap, skin
		0, 0, 0, 0, 0, 0, // x, pitch
		0, 0, 0, 0, 0, 0, // y, yaw
		0, 0, 0, 0, 0, 0, // z, roll
	}, &SpawnBaseline{ID: 55, Entity: 3, Baseline: Baseline{Model: 5, Frame: 1}}},
	{"point entity", quake, []byte{
		23, 3, // explosion
		8, 0, 0, 0, 0, 0, // origin
	}, &TempEntity{Type: TempExplosion, Origin: Vec3{1}}},
	{"beam", quake, []byte{
		23, 6, // lightning
		1, 0, // entity
		8, 0, 0, 0, 0, 0, // start
		0, 0, 8, 0, 0, 0, // end
	}, &TempEntity{Type: TempLightning2, Entity: 1, Origin: Vec3{1}, End: Vec3{0, 1}}},
	{"coloured explosion", quake, []byte{
		23, 12, // explosion
		8, 0, 0, 0, 0, 0, // origin
		230, 5, // colours
	}, &TempEntity{Type: TempExplosion2, Origin: Vec3{1}, Palette: 230, Range: 5}},
	{"explosion in 24 bits", rmq24, []byte{
		23, 3, // explosion
		1, 0, 51, // x 1.2
		0xff, 0xff, 0, // y -1
		0, 0, 0, // z
	}, &TempEntity{Type: TempExplosion, Origin: Vec3{1.2, -1}}},
	{"explosion in 32 bits", rmq32, []byte{
		23, 3, // explosion
		0x08, 0, 0, 0, // x 0.5
		0xf0, 0xff, 0xff, 0xff, // y -1
		0, 0, 0, 0, // z
	}, &TempEntity{Type: TempExplosion, Origin: Vec3{0.5, -1}}},
	{"lightning of Nehahra", nehahra, []byte{
		23, 17, // lightning
		'm', 0, // model
		1, 0, // entity
		8, 0, 0, 0, 0, 0, // start
		0, 0, 0, 0, 0, 0, // end
	}, &TempEntity{Type: 17, Model: []byte("m"), Entity: 1, Origin: Vec3{1}}},
	{"blood of DarkPlaces", darkPlaces5, []byte{
		23, 50, // blood
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		1, 0xff, 0, // velocity
		10, // count
	}, &TempEntity{Type: 50, Origin: Vec3{1}, Velocity: Vec3{1, -1}, Count: 10}},
	{"explosion of DarkPlaces", darkPlaces5, []byte{
		23, 53, // explosion
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		255, 128, 0, // colour
	}, &TempEntity{Type: 53, Origin: Vec3{1}, Color: Vec3{255, 128, 0}}},
	{"setpause", quake, []byte{24, 1}, &SetPause{1}},
	{"signonnum", quake, []byte{25, 2}, &SignonNum{2}},
	{"centerprint", quake, []byte{26, 'x', 0}, &CenterPrint{[]byte("x")}},
	{"killedmonster", quake, []byte{27}, &KilledMonster{}},
	{"foundsecret", quake, []byte{28}, &FoundSecret{}},
	{"spawnstaticsound", quake, []byte{
		29,               // spawnstaticsound
		8, 0, 0, 0, 0, 0, // origin
		7, 255, 64, // sound, volume, attenuation
	}, &SpawnStaticSound{29, Vec3{1}, 7, 255, 64}},
	{"spawnstaticsound2", fitz, []byte{
		44,               // spawnstaticsound2
		8, 0, 0, 0, 0, 0, // origin
		0, 1, 255, 64, // sound 256, volume, attenuation
	}, &SpawnStaticSound{44, Vec3{1}, 256, 255, 64}},
	{"intermission", quake, []byte{30}, &Intermission{}},
	{"finale", quake, []byte{31, 'x', 0}, &Finale{[]byte("x")}},
	{"cdtrack", quake, []byte{32, 2, 3}, &CDTrack{2, 3}},
	{"sellscreen", quake, []byte{33}, &SellScreen{}},
	{"cutscene", quake, []byte{34, 'x', 0}, &CutScene{[]byte("x")}},
	{"showlmp", darkPlaces5, []byte{
		35,             // showlmp
		's', 0, 'f', 0, // slot, file
		1, 0, 2, 0, // place
	}, &ShowLMP{[]byte("s"), []byte("f"), 1, 2}},
	{"showlmp of Nehahra", nehahra, []byte{
		35,             // showlmp
		's', 0, 'f', 0, // slot, file
		1, 2, // place
	}, &ShowLMP{[]byte("s"), []byte("f"), 1, 2}},
	{"hidelmp", nehahra, []byte{36, 's', 0}, &HideLMP{[]byte("s")}},
	{"skybox", fitz, []byte{37, 's', 0}, &SkyBox{[]byte("s")}},
	{"bonus flash", fitz, []byte{40}, &BonusFlash{}},
	{"fog", fitz, []byte{
		41,          // fog
		10, 1, 2, 3, // density, colour
		100, 0, // 1 s
	}, &Fog{10, 1, 2, 3, 100}},
	{"size of the sky", nehahra, []byte{50, 8, 0}, &SkyboxSize{1}},
	{"fog of Nehahra", nehahra, []byte{
		51, 1, // fog
		0, 0, 0x80, 0x3f, // density
		1, 2, 3, // colour
	}, &NehahraFog{1, 1, 1, 2, 3}},
	{"no fog of Nehahra", nehahra, []byte{51, 0}, &NehahraFog{}},
	{"achievement", fitz, []byte{52, 'A', 0}, &Achievement{[]byte("A")}},
	{"local sound", fitz, []byte{56, 16, 0, 1}, &LocalSound{16, 256}},
	{"download", darkPlaces5, []byte{
		50,         // downloaddata
		1, 0, 0, 0, // start
		2, 0, 'x', 'y', // size, data
	}, &Download{1, []byte("xy")}},
	{"stat as a byte", darkPlaces6, []byte{51, 0, 200}, &UpdateStat{51, 0, 200}},
	{"effect", darkPlaces5, []byte{
		52,                                       // effect
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		5, 1, 10, 20, // model, first frame, frames, rate
	}, &Effect{52, Vec3{1}, 5, 1, 10, 20}},
	{"effect2", darkPlaces5, []byte{
		53,                                       // effect2
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		0, 1, 1, 0, 10, 20, // model 256, first frame, frames, rate
	}, &Effect{53, Vec3{1}, 256, 1, 10, 20}},
	{"precache", darkPlaces6, []byte{54, 1, 0x80, 's', 0}, &Precache{0x8001, []byte("s")}},
	{"entities", darkPlaces7, []byte{
		57,         // entities
		9, 0, 0, 0, // frame
		8, 0, 0, 0, // input
		1, 0, // entity 1
		0x8e, 0x18, // origin, angles, model, more mask; floats, 16-bit angles
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		0, 0, 0, 0x40, 0, 0, // angles
		5,       // model
		2, 0x80, // entity 2 is gone
		0, 0x80, // end
	}, &Entities{Frame: 9, Acked: 8, Changes: []EntityChange{
		{Entity: 1, Mask: 0x188e, Origin: Vec3{1}, Angles: Vec3{0, 90}, Model: 5},
		{Entity: 2, Removed: true},
	}}},
	{"entities with all fields", darkPlaces6, []byte{
		57,         // entities
		9, 0, 0, 0, // frame
		1, 0, // entity 1
		0xff, 0xe7, 0xff, 0x07, // everything
		1,                // flags
		8, 0, 0, 0, 0, 0, // origin
		0, 64, 0, // angles
		5, 1, // model 261
		6, 0, // frame
		2,          // skin
		4, 0, 0, 1, // effects
		128, 32, 3, // alpha, scale, colormap
		7, 0, 1, // tag
		1, 0, 2, 0, 3, 0, 4, 0, 5, 6, // light
		10, 11, // glow
		32, 16, 8, // colour
		1, 2, 3, // glowing colour
		0, 1, 0, 2, 0, // animation of one frame
		9, 0, // trail
		0, 0x80, // end
	}, &Entities{Frame: 9, Changes: []EntityChange{{
		Entity: 1, Mask: 0x07ffe7ff, Flags: 1, Origin: Vec3{1}, Angles: Vec3{0, 90}, Model: 261, Frame: 6, Skin: 2,
		Effects: 0x01000004, Alpha: 128, Scale: 32, Colormap: 3, Tag: Tag{7, 1},
		Light: Light{[4]uint16{1, 2, 3, 4}, 5, 6}, GlowSize: 10, GlowColor: 11, ColorMod: [3]uint8{32, 16, 8},
		GlowMod: [3]uint8{1, 2, 3}, Animation: []byte{0, 1, 0, 2, 0}, Trail: 9,
	}}}},
	{"entities of DarkPlaces 1", darkPlaces1, []byte{
		57,                     // entities
		3, 0, 0, 0, 4, 0, 0, 0, // after frame 3, frame 4
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // eye
		1, 0, // entity 1
		0xd1, 0x01, // x, yaw, model, more mask; frame
		0, 0, 0x80, 0x3f, // x, a float
		0, 64, // yaw, as its writer has had it since 2005
		5, 6, // model, frame
		2, 0x80, // entity 2 is gone
		0xff, 0xff, // end
	}, &Entities{Reference: 3, Frame: 4, Eye: Vec3{1}, Changes: []EntityChange{
		{Entity: 1, Mask: 0x01d1, Origin: Vec3{1}, Angles: Vec3{0, 90}, Model: 5, Frame: 6},
		{Entity: 2, Removed: true},
	}}},
	{"entities of DarkPlaces 2", darkPlaces2, []byte{
		57,                     // entities
		3, 0, 0, 0, 4, 0, 0, 0, // after frame 3, frame 4
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // eye
		1, 0, // entity 1
		0x91, 0x40, // x, yaw, more mask; flags
		1, 0, // x
		64,         // yaw, as before 2005
		1,          // flags
		0xff, 0xff, // end
	}, &Entities{Reference: 3, Frame: 4, Eye: Vec3{1}, Changes: []EntityChange{
		{Entity: 1, Mask: 0x4091, Flags: 1, Origin: Vec3{1}, Angles: Vec3{0, 90}},
	}}},
	{"entities of DarkPlaces 4 with all fields", darkPlaces4, []byte{
		57,                                 // entities
		0xff, 0xff, 0xff, 0xff, 4, 0, 0, 0, // after no frame, frame 4
		1, 0, // from entity 1
		1, 0, // entity 1
		0xff, 0xff, 0xff, 0x18, // everything
		16,               // flags: low precision
		1, 0, 2, 0, 3, 0, // origin
		0, 64, 0, // angles
		5, 1, // model 261
		6, 1, // frame 262
		4, 1, // effects
		3, 2, 128, 32, // colormap, skin, alpha, scale
		10, 11, // glow
		7, 0, 1, // tag
		1, 0, 2, 0, 3, 0, 4, 0, 5, 6, // light
		0, 0x80, // end
		9, 0, // before entity 9
	}, &Entities{Reference: 1<<32 - 1, Frame: 4, First: 1, End: 9, Changes: []EntityChange{{
		Entity: 1, Mask: 0x18ffffff, Flags: 16, LowPrecision: true, Origin: Vec3{1, 2, 3}, Angles: Vec3{0, 90},
		Model: 261, Frame: 262, Skin: 2, Effects: 260, Alpha: 128, Scale: 32, Colormap: 3, Tag: Tag{7, 1},
		Light: Light{[4]uint16{1, 2, 3, 4}, 5, 6}, GlowSize: 10, GlowColor: 11,
	}}}},
	{"sound2 of DarkPlaces 3", darkPlaces3, []byte{
		54, 0, // sound2, no volume
		8, 0, 0, 1, // entity 1, sound 256
		1, 0, 2, 0, 3, 0, // origin in whole units
	}, &Sound{ID: 54, Volume: 255, Attenuation: 64, Entity: 1, Sound: 256, Origin: Vec3{1, 2, 3}}},
	{"clientdata of DarkPlaces 4", darkPlaces4, []byte{
		15,      // clientdata
		4, 0x82, // punch, items, more mask
		9,    // punch vector, zoom
		0, 1, // punch
		2, 0, // punch vector in whole units
		1, 0, 0, 0, // items
		100, 0, 5, 6, 7, 8, 9, 1, // health, ammo, shells, nails, rockets, cells, weapon
		128, // zoom
	}, &ClientData{Mask: 0x098204, ViewHeight: 22, Punch: Vec3{1.40625}, PunchVector: Vec3{2}, Items: 1, HasItems: true,
		Health: 100, Ammo: 5, Shells: 6, Nails: 7, Rockets: 8, Cells: 9, Weapon: 1, ViewZoom: 128, HasStats: true}},
	{"update of DarkPlaces in BJP's protocol", bjp3, []byte{
		0x81, 0x84, 0x02, // model, more mask, alpha
		7, 1, 1, // entity, model 257
		128, // alpha
	}, &UpdateEntity{Mask: 0x028401, Fields: HasModel | HasAlpha, Entity: 7, Model: 257, Alpha: 128}},
	{"temporary entity of the client's program", darkPlaces5, []byte{23, 107, 1, 2, 3},
		&TempEntity{Type: 107, Data: []byte{1, 2, 3}}},
	{"entities of the client's program", darkPlaces5, []byte{58, 1, 2, 3}, &CSQCEntities{[]byte{1, 2, 3}}},
	{"spawnstaticsound2 of DarkPlaces", darkPlaces5, []byte{
		59,                                       // spawnstaticsound2
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		0, 1, 255, 64, // sound 256, volume, attenuation
	}, &SpawnStaticSound{59, Vec3{1}, 256, 255, 64}},
	{"trailparticles", darkPlaces5, []byte{
		60,         // trailparticles
		1, 0, 2, 0, // entity, effect
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // start
		0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, // end
	}, &TrailParticles{1, 2, Vec3{1}, Vec3{0, 1}}},
	{"pointparticles", darkPlaces5, []byte{
		61,   // pointparticles
		2, 0, // effect
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, // velocity
		5, 0, // count
	}, &PointParticles{61, 2, Vec3{1}, Vec3{0, 1}, 5}},
	{"pointparticles1", darkPlaces5, []byte{
		62,   // pointparticles1
		2, 0, // effect
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
	}, &PointParticles{62, 2, Vec3{1}, Vec3{}, 1}},
	{"update", quake, []byte{
		0x81 | 0x02 | 0x10 | 0x40, // more mask, x, yaw, frame
		0x04,                      // model
		7,                         // entity
		5,                         // model
		3,                         // frame
		8, 0,                      // x
		64, // yaw
	}, &UpdateEntity{Mask: 0x0453, Fields: HasOriginX | HasYaw | HasFrame | HasModel, Entity: 7, Model: 5, Frame: 3,
		Origin: Vec3{1}, Angles: Vec3{0, 90}}},
	{"update of everything", quake, []byte{
		0xff, // all fields
		0x7f, // all fields, long entity
		0, 1, // entity 256
		5, 3, 1, 2, 8, // model, frame, colormap, skin, effects
		8, 0, 64, // x, pitch
		16, 0, 32, // y, yaw
		24, 0, 16, // z, roll
	}, &UpdateEntity{Mask: 0x7f7f, Fields: 0x3f7e, Entity: 256, Model: 5, Frame: 3, Colormap: 1, Skin: 2, Effects: 8,
		Origin: Vec3{1, 2, 3}, Angles: Vec3{90, 45, 22.5}}},
	{"update of FitzQuake", fitz, []byte{
		0xc1, // more mask, frame
		0x84, // model, more mask
		0x0f, // alpha, frame, model, step
		7,    // entity
		5,    // model
		3,    // frame
		128,  // alpha
		1, 2, // frame + 256, model + 512
		25, // step
	}, &UpdateEntity{Mask: 0x0f8441, Fields: HasFrame | HasModel | HasAlpha | HasFrame2 | HasModel2 | HasLerpFinish,
		Entity: 7, Model: 517, Frame: 259, Alpha: 128, LerpFinish: 25}},
	{"update of Nehahra", nehahra, []byte{
		0x81, 0x80, // transparency
		7,             // entity
		0, 0, 0, 0x40, // 2: three values
		0, 0, 0, 0x3f, // opacity 0.5
		0, 0, 0x80, 0x3f, // bright
	}, &UpdateEntity{Mask: 0x8001, Fields: HasTransparency, Entity: 7, Transparent: [3]float32{2, 0.5, 1}}},
	{"update of DarkPlaces", darkPlaces5, []byte{
		0x81, 0x80, 0xfe, 0x0c, // all that it adds
		7,          // entity
		128, 32, 1, // alpha, scale, effects + 256
		4, 5, 6, // glow size, glow colour, colour
		1, 2, // frame + 256, model + 512
	}, &UpdateEntity{Mask: 0x0cfe8001, Entity: 7, Alpha: 128, Scale: 32, Effects: 256, GlowSize: 4, GlowColor: 5,
		ColorMod: 6, Frame: 256, Model: 512,
		Fields: HasAlpha | HasScale | HasEffects2 | HasGlowSize | HasGlowColor | HasColorMod | HasFrame2 | HasModel2}},
}

// encode writes a demo of the messages.
func encode(messages ...Message) []byte {
	var b bytes.Buffer
	e := NewEncoder(&b, Options{})
	for _, m := range messages {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// demo is a demo of one block.
func demo(messages []byte) []byte {
	return encode(&Track{[]byte("-1\n")}, &Block{Angles: Vec3{1, 2, 3}}, &Raw{Data: messages})
}

// rewritten is what the encoder makes of a demo.
func rewritten(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	e := NewEncoder(&b, Options{})
	decode(t, data, e)
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMessages reads and writes each message by itself.
func TestMessages(t *testing.T) {
	known := map[string]bool{"track": true, "block": true, "raw": true, "variant": true}
	for _, f := range fixtures {
		data := demo(append(bytes.Clone(f.level), f.bytes...))
		got := &log{}
		d := decode(t, data, got)
		if len(d.Damage()) > 0 {
			t.Errorf("%s: %v", f.name, d.Damage())
			continue
		}
		last := got.all[len(got.all)-1]
		if !reflect.DeepEqual(normal(last), normal(f.want)) {
			t.Errorf("%s:\n got %T %+v\nwant %T %+v", f.name, last, last, f.want, f.want)
		}
		if wrote := rewritten(t, data); !bytes.Equal(wrote, data) {
			t.Errorf("%s: wrote % x, want % x", f.name, wrote, data)
		}
		known[Name(f.want)] = true
	}
	for _, k := range kinds {
		if !known[k.name] {
			t.Errorf("no fixture has %s", k.name)
		}
	}
}

// normal makes empty lists of a serverinfo nil, and an update one of no version.
func normal(m Message) Message {
	if u, ok := m.(*UpdateEntity); ok {
		u.Version = 0
		return u
	}
	s, ok := m.(*ServerInfo)
	if !ok {
		return m
	}
	if len(s.Models) == 0 {
		s.Models = nil
	}
	if len(s.Sounds) == 0 {
		s.Sounds = nil
	}
	if len(s.Extensions) == 0 {
		s.Extensions = nil
	}
	return s
}

// TestCut holds that a message that ends early is damage, wherever it is cut,
// and is kept.
func TestCut(t *testing.T) {
	for _, f := range fixtures {
		if strings.HasSuffix(f.name, "of the client's program") { // which end where the block does
			continue
		}
		for n := 1; n < len(f.bytes); n++ {
			data := demo(append(bytes.Clone(f.level), f.bytes[:n]...))
			if d := decode(t, data, HandlerFunc(discard)); len(d.Damage()) != 1 {
				t.Errorf("%s cut after %d bytes: damage %v", f.name, n, d.Damage())
			}
			if !bytes.Equal(rewritten(t, data), data) {
				t.Errorf("%s cut after %d bytes is written differently", f.name, n)
			}
		}
	}
}
