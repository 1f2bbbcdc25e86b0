package quakeworld

import (
	"bytes"
	"reflect"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/fte"
)

// log is a Handler that keeps copies of messages, but of blocks.
type log struct{ all []Message }

func (l *log) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
	case *ServerData:
		c := *m
		c.Layout = nil
		l.all = append(l.all, corpus.Copy(Message(&c)))
	default:
		l.all = append(l.all, corpus.Copy(m))
	}
}

// head is the bytes of a serverdata without names and with rules of motion of
// zero.
type head struct {
	protocol   byte
	multiView  bool
	extensions []byte
}

func (h head) bytes() []byte {
	b := append([]byte{11}, h.extensions...) // serverdata, extensions
	b = append(b, h.protocol, 0, 0, 0)       // protocol
	b = append(b, 1, 0, 0, 0, 0)             // count of levels, no game directory
	if h.multiView {
		b = append(b, 0, 0, 0, 0) // time
	} else {
		b = append(b, 0) // client
	}
	b = append(b, 0) // no level name
	if h.protocol >= firstWithMoveVars {
		b = append(b, make([]byte, 40)...)
	}
	return b
}

var (
	qw28 = head{28, false, nil}
	qw26 = head{26, false, nil}
	qw25 = head{25, false, nil}
	mvd  = head{28, true, nil}
	// scale, trans, fatness, hulls, models, entities, colours, Hexen II
	fteExt = head{28, false, []byte{'F', 'T', 'E', 'X', 0x0a, 0x79, 0x28, 0x00}}
	// replacement deltas, predictions, sizes
	fteReset = head{28, true, []byte{'F', 'T', 'E', '2', 0x68, 0x00, 0x00, 0x00}}
	fteFloat = head{28, false, []byte{'F', 'T', 'E', 'X', 0x00, 0x80, 0x00, 0x00}} // float coordinates
	fteChunk = head{28, false, []byte{'F', 'T', 'E', 'X', 0x00, 0x00, 0x00, 0x20}} // downloads in chunks
	mvd1     = head{28, false, []byte{'M', 'V', 'D', '1', 0x83, 0x00, 0x00, 0x00}} // float places, reasons, weapons
)

var fixtures = []struct {
	name  string
	head  head
	bytes []byte
	want  Message
}{
	{"nop", qw28, []byte{1}, &Nop{}},
	{"disconnect", qw28, []byte{2}, &Disconnect{}},
	{"disconnect of a .mvd", mvd, []byte{2, 'E', 0}, &Disconnect{true, []byte("E")}},
	{"updatestat", qw28, []byte{
		3,   // updatestat
		0,   // health
		200, // value
	}, &UpdateStat{3, StatHealth, 200}},
	{"sound", qw28, []byte{
		6,          // sound
		0x0a, 0xc0, // entity 1, channel 2, attenuation, volume
		128,              // volume
		32,               // attenuation
		7,                // sound
		8, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 6, Mask: 0xc000, Volume: 128, Attenuation: 32, Entity: 1, Channel: 2, Sound: 7, Origin: Vec3{1}}},
	{"sound without volume", qw28, []byte{
		6,    // sound
		8, 0, // entity 1
		7,                // sound
		8, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 6, Volume: 255, Attenuation: 64, Entity: 1, Sound: 7, Origin: Vec3{1}}},
	{"time", qw28, []byte{7, 0, 0, 0xc0, 0x3f}, &Time{1.5}},
	{"print", qw28, []byte{8, 3, 'h', 'i', 0}, &Print{PrintChat, []byte("hi")}},
	{"stufftext", qw28, []byte{9, 'x', 0}, &StuffText{[]byte("x")}},
	{"setangle", qw28, []byte{10, 0, 64, 0xc0}, &SetAngle{0, Vec3{0, 90, -90}}},
	{"setangle of a .mvd", mvd, []byte{
		10,          // setangle
		3,           // player
		0, 64, 0xc0, // angles
	}, &SetAngle{3, Vec3{0, 90, -90}}},
	{"setangle with a reason", mvd1, []byte{
		10,          // setangle
		2,           // spawn
		0, 64, 0xc0, // angles
	}, &SetAngle{2, Vec3{0, 90, -90}}},
	{"setangle of FTE", fteFloat, []byte{10, 0, 0, 0, 0x40, 0, 0xc0}, &SetAngle{0, Vec3{0, 90, -90}}},
	{"serverdata", qw28, []byte{
		11,                             // serverdata
		'M', 'V', 'D', '1', 1, 0, 0, 0, // extension
		28, 0, 0, 0, // protocol
		5, 0, 0, 0, // count of levels
		'q', 'w', 0, // game directory
		0x81,   // client 1, a spectator
		'L', 0, // level
		0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, // gravity 1, stop speed 2
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // speeds, acceleration
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x40, // water, friction, entity gravity 3
	}, &ServerData{Extensions: []Extension{{Magic: MagicMVD1, Flags: 1}}, Protocol: 28, ServerCount: 5,
		GameDir: []byte("qw"), Client: 0x81, LevelName: []byte("L"), Move: MoveVars{Gravity: 1, StopSpeed: 2,
			EntGravity: 3}}},
	{"serverdata of a .mvd", mvd, []byte{
		11,          // serverdata
		24, 0, 0, 0, // protocol
		5, 0, 0, 0, // count of levels
		'q', 'w', 0, // game directory
		0, 0, 0xc0, 0x3f, // time
		'L', 0, // level
	}, &ServerData{Protocol: 24, ServerCount: 5, GameDir: []byte("qw"), Seconds: 1.5, LevelName: []byte("L"),
		Move: MoveVars{800, 100, 320, 500, 10, 0.7, 10, 6, 1, 1}}},
	{"lightstyle", qw28, []byte{12, 2, 'a', 'z', 0}, &LightStyle{2, []byte("az")}},
	{"updatefrags", qw28, []byte{14, 1, 0xfe, 0xff}, &UpdateFrags{1, -2}},
	{"stopsound", qw28, []byte{16, 0x0a, 0}, &StopSound{1, 2}},
	{"particles of FTE", qw28, []byte{18, 8, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5},
		&Extra{18, []byte{8, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5}}},
	{"damage", qw28, []byte{19, 10, 20, 8, 0, 0, 0, 0, 0}, &Damage{10, 20, Vec3{1}}},
	{"spawnstatic", qw28, []byte{
		20,         // spawnstatic
		5, 1, 0, 2, // model, frame, colormap, skin
		8, 0, 64, 0, 0, 0, 0, 0, 0, // x, pitch, y, yaw, z, roll
	}, &SpawnStatic{Baseline{Model: 5, Frame: 1, Skin: 2, Origin: Vec3{1}, Angles: Vec3{90}}}},
	{"spawnstatic2", fteExt, []byte{
		21,         // spawnstatic2
		0x07, 0x82, // entity 7, x, more mask
		0x04, // model
		5,    // model
		8, 0, // x
	}, &SpawnDelta{21, EntityDelta{Number: 7, Mask: EntityOriginX | EntityModel | entityMoreBits, Model: 5,
		Origin: Vec3{1}}, fte.Delta{}}},
	{"spawnstatic, replacement", fteReset, []byte{
		21,         // spawnstatic
		0x82, 0x05, // x and y, more mask: reset, model
		8, 0, 16, 0, // x, y
		5, // model
	}, &SpawnDelta{21, EntityDelta{}, fte.Delta{Mask: fte.OriginXY | fte.Reset | fte.Model | 0x80,
		State: fte.State{Origin: Vec3{1, 2}, Model: 5}}}},
	{"spawnbaseline, replacement", fteReset, []byte{
		66,               // spawnbaseline
		0x90, 0x80, 0x01, // entity 36865
		0x80, 0x85, 0x01, // more mask: reset, model, more: alpha
		5,   // model
		128, // alpha
	}, &SpawnDelta{66, EntityDelta{}, fte.Delta{Number: 36865, Mask: fte.Reset | fte.Model | fte.Alpha | 0x8080,
		State: fte.State{Model: 5, Alpha: 128}}}},
	{"update_entities", fteReset, []byte{
		86,               // update_entities
		0, 0, 0x80, 0x3f, // 1 second
		0, 0x80, // forget all
		3, 0x80, // entity 3 is gone
		4, 0, // entity 4
		0x58,      // pitch and roll, yaw, predicted
		64, 0, 32, // pitch, roll, yaw
		0x90,        // x and y of the velocity, view angles
		80, 0, 0, 0, // velocity
		0, 0x40, 0, 0, 0, 0x20, // view
		0x00, 0x50, 1, // entity 20480
		0x80, 0x20, // more mask: solid
		16, 1, 2, // box
		0, 0,
	}, &UpdateEntities{fte.Entities{Seconds: 1, Changes: []fte.Delta{
		{Removed: true},
		{Number: 3, Removed: true},
		{Number: 4, Mask: fte.AnglesXZ | fte.AnglesY | fte.Predicted, Predict: fte.VelocityXY | fte.ViewAngle,
			State: fte.State{
				Angles: Vec3{90, 45, 0}, Motion: fte.Motion{Velocity: [3]int16{80}, View: Vec3{90, 45, 0}}}},
		{Number: 20480, Mask: fte.Solid | 0x80, State: fte.State{SolidKind: 16, Solid: 513}},
	}}}},
	{"spawnbaseline", qw28, []byte{
		22,   // spawnbaseline
		3, 1, // entity 259
		5, 1, 0, 2, // model, frame, colormap, skin
		8, 0, 64, 0, 0, 0, 0, 0, 0, // x, pitch, y, yaw, z, roll
	}, &SpawnBaseline{259, Baseline{Model: 5, Frame: 1, Skin: 2, Origin: Vec3{1}, Angles: Vec3{90}}}},
	{"point entity", qw28, []byte{23, 3, 8, 0, 0, 0, 0, 0}, &TempEntity{Type: TempExplosion, Origin: Vec3{1}}},
	{"cloud", qw28, []byte{
		23, 12, // blood
		5,                // count
		8, 0, 0, 0, 0, 0, // origin
	}, &TempEntity{Type: TempBlood, Count: 5, Origin: Vec3{1}}},
	{"beam", qw28, []byte{
		23, 6, // lightning
		1, 0, // entity
		8, 0, 0, 0, 0, 0, // start
		0, 0, 8, 0, 0, 0, // end
	}, &TempEntity{Type: TempLightning2, Entity: 1, Origin: Vec3{1}, End: Vec3{0, 1}}},
	{"explosion of FTE", fteFloat, []byte{
		23, 19, // explosion
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		1, 2, // colours
	}, &TempEntity{Type: 19, Origin: Vec3{1}, Colors: [2]uint8{1, 2}}},
	{"setpause", qw28, []byte{24, 1}, &SetPause{1}},
	{"centerprint", qw28, []byte{26, 'x', 0}, &CenterPrint{[]byte("x")}},
	{"killedmonster", qw28, []byte{27}, &KilledMonster{}},
	{"foundsecret", qw28, []byte{28}, &FoundSecret{}},
	{"spawnstaticsound", qw28, []byte{29, 8, 0, 0, 0, 0, 0, 7, 255, 64}, &SpawnStaticSound{Vec3{1}, 7, 255, 64}},
	{"intermission", qw28, []byte{
		30,               // intermission
		8, 0, 0, 0, 0, 0, // origin
		0, 64, 0, // angles
	}, &Intermission{Vec3{1}, Vec3{0, 90}}},
	{"finale", qw28, []byte{31, 'x', 0}, &Finale{[]byte("x")}},
	{"cdtrack", qw28, []byte{32, 4}, &CDTrack{4}},
	{"sellscreen", qw28, []byte{33}, &SellScreen{}},
	{"smallkick", qw28, []byte{34}, &SmallKick{}},
	{"bigkick", qw28, []byte{35}, &BigKick{}},
	{"updateping", qw28, []byte{36, 1, 0x2c, 1}, &UpdatePing{1, 300}},
	{"updateentertime", qw28, []byte{37, 1, 0, 0, 0xc0, 0x3f}, &UpdateEnterTime{1, 1.5}},
	{"updatestatlong", qw28, []byte{
		38,            // updatestatlong
		15,            // items
		1, 0x10, 0, 0, // value
	}, &UpdateStat{38, StatItems, 0x1001}},
	{"muzzleflash", qw28, []byte{39, 1, 0}, &MuzzleFlash{1}},
	{"updateuserinfo", qw28, []byte{
		40,         // updateuserinfo
		1,          // player
		5, 0, 0, 0, // user
		'\\', 'a', '\\', 'b', 0, // info
	}, &UpdateUserInfo{1, 5, []byte("\\a\\b")}},
	{"download", qw28, []byte{
		41,   // download
		2, 0, // size
		50,       // percent
		'x', 'y', // data
	}, &Download{Size: 2, Percent: 50, Data: []byte("xy")}},
	{"no download", qw28, []byte{41, 0xff, 0xff, 0}, &Download{Size: -1}},
	{"start of a download in chunks", fteChunk, []byte{
		41,                     // download
		0xff, 0xff, 0xff, 0xff, // no chunk
		0, 1, 0, 0, // size
		'f', 0, // name
	}, &Download{Chunk: -1, Total: 256, Name: []byte("f")}},
	{"chunk", fteChunk, append([]byte{41, 2, 0, 0, 0}, make([]byte, 1024)...),
		&Download{Chunk: 2, Data: make([]byte, 1024)}},
	{"playerinfo", qw28, []byte{
		42,         // playerinfo
		3,          // player
		0xff, 0x07, // everything
		8, 0, 0, 0, 0, 0, // origin
		5,                   // frame
		13,                  // age
		0xff,                // command: everything
		0, 0, 0, 0x40, 0, 0, // pitch, yaw 90, roll
		0x90, 1, 0x70, 0xfe, 0, 0, // forward 400, side -400, up
		1, 2, 14, // buttons, impulse, msec
		0x40, 1, 0xc0, 0xfe, 0, 0, // velocity
		9, 1, 4, 6, // model, skin, effects, weapon frame
	}, &PlayerInfo{Player: 3, Flags: 0x7ff, Origin: Vec3{1}, Frame: 5, Msec: 13,
		Command: UserCommand{Mask: 0xff, Angles: Vec3{0, 90}, Forward: 400, Side: -400, Buttons: 1,
			Impulse: 2, Msec: 14},
		Velocity: Vec3{320, -320}, Model: 9, Skin: 1, Effects: 4, WeaponFrame: 6}},
	{"playerinfo up to 26", qw26, []byte{
		42,   // playerinfo
		3,    // player
		2, 0, // command
		8, 0, 0, 0, 0, 0, // origin
		5,       // frame
		0x84,    // command: forward, msec
		0, 0x40, // yaw 90
		50, // forward 400
		14, // msec
	}, &PlayerInfo{Player: 3, Flags: 2, Origin: Vec3{1}, Frame: 5,
		Command: UserCommand{Mask: 0x84, Angles: Vec3{0, 90}, Forward: 400, Msec: 14}}},
	{"playerinfo of FTE", fteExt, []byte{
		42,         // playerinfo
		3,          // player
		0x00, 0xc0, // hull, more flags
		0x0f,             // scale, alpha, fatness, colour
		8, 0, 0, 0, 0, 0, // origin
		5,             // frame
		50, 128, 1, 2, // scale, alpha, fatness, hull
		32, 16, 8, // colour
	}, &PlayerInfo{Player: 3, Flags: 0x0fc000, Origin: Vec3{1}, Frame: 5, Scale: 50, Alpha: 128, Fatness: 1, Hull: 2,
		ColorMod: [3]uint8{32, 16, 8}}},
	{"playerinfo of MVDSV", mvd1, []byte{
		42,   // playerinfo
		3,    // player
		0, 1, // weapon frame
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // origin
		5, 6, // frame, weapon frame
		1,       // prediction
		2, 3, 0, // impulse, weapon
		0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, // times
		4, 5, 6, // think index, ping, flags
		7, 8, 9, 10, // ammunition
	}, &PlayerInfo{Player: 3, Flags: 0x100, Origin: Vec3{1}, Frame: 5, WeaponFrame: 6,
		Prediction: WeaponPrediction{1, 2, 3, 1, 2, 3, 4, 5, 6, [4]uint8{7, 8, 9, 10}}}},
	{"playerinfo of a .mvd", mvd, []byte{
		42,         // playerinfo
		3,          // player
		0xd1, 0x0e, // x, yaw, effects, skin, gib, weapon frame, model
		5,    // frame
		8, 0, // x
		0, 0x40, // yaw 90
		9, 1, 4, 6, // model, skin, effects, weapon frame
	}, &PlayerInfo{Player: 3, MultiView: true, Flags: 0xed1, Origin: Vec3{1}, Angles: Vec3{0, 90}, Frame: 5, Model: 9,
		Skin: 1, Effects: 4, WeaponFrame: 6}},
	{"nails", qw28, []byte{
		43, 1, // one nail
		0x34, 0x52, 0x76, // x 0x234, y 0x765
		0x98, 0xfa, // z 0xa98, pitch -1
		64, // yaw
	}, &Nails{43, []Nail{{0, Vec3{0x234*2 - 4096, 0x765*2 - 4096, 0xa98*2 - 4096}, -22.5, 90}}}},
	{"choke", qw28, []byte{44, 2}, &ChokeCount{2}},
	{"modellist", qw28, []byte{
		45,                // modellist
		1,                 // after the first
		'a', 0, 'b', 0, 0, // names
		3, // goes on
	}, &ModelList{NameList{45, 1, [][]byte{[]byte("a"), []byte("b")}, 3}}},
	{"modellist up to 25", qw25, []byte{45, 'a', 0, 0}, &ModelList{NameList{45, 0, [][]byte{[]byte("a")}, 0}}},
	{"soundlist", qw28, []byte{46, 0, 'a', 0, 0, 0}, &SoundList{NameList{46, 0, [][]byte{[]byte("a")}, 0}}},
	{"packetentities", qw28, []byte{
		47,         // packetentities
		0x07, 0xbe, // entity 7, x, y, z, yaw, frame, more mask
		0x7f,          // pitch, roll, model, colormap, skin, effects, solid
		5, 3, 1, 2, 8, // model, frame, colormap, skin, effects
		8, 0, 64, // x, pitch
		16, 0, 32, // y, yaw
		24, 0, 16, // z, roll
		8, 2, // entity 8, x
		8, 0, // x
		0, 0, // end
	}, &PacketEntities{false, 0, []EntityDelta{
		{Number: 7, Mask: 0xbe7f, Model: 5, Frame: 3, Colormap: 1, Skin: 2, Effects: 8, Origin: Vec3{1, 2, 3},
			Angles: Vec3{90, 45, 22.5}},
		{Number: 8, Mask: EntityOriginX, Origin: Vec3{1}},
	}}},
	{"deltapacketentities", qw28, []byte{
		48,      // deltapacketentities
		9,       // from
		7, 0x40, // entity 7 is gone
		0, 0, // end
	}, &PacketEntities{true, 9, []EntityDelta{{Number: 7, Mask: EntityRemove}}}},
	{"packetentities of FTE", fteExt, []byte{
		47,         // packetentities
		0x07, 0x80, // entity 7, more mask
		0x80, // even more
		0xef, // scale, alpha, fatness, big model, + 512, + 1024, yet more
		0x7f, // draw flags, light level, colour, flags, tag, light, effects
		0, 1, // model 256
		16, 128, 1, // scale, alpha, fatness
		2, 3, // draw flags, light level
		32, 16, 8, // colour
		4,          // flags
		5, 0, 6, 0, // tag
		1, 0, 2, 0, 3, 0, 4, 0, 7, 8, // light
		1,       // effects 256
		7, 0xc0, // entity 519 is gone: 7, remove, more mask
		0x80, 0x20, // even more, + 512
		0, 0, // end
	}, &PacketEntities{false, 0, []EntityDelta{
		{Number: 7 + 512 + 1024, Mask: 0x7fef8080, Model: 256, Scale: 16, Alpha: 128, Fatness: 1, DrawFlags: 2,
			AbsLight: 3, ColorMod: [3]uint8{32, 16, 8}, Flags: 4, Tag: [2]uint16{5, 6}, Light: [4]uint16{1, 2, 3, 4},
			LightKind: [2]uint8{7, 8}, Effects: 256},
		{Number: 519, Mask: 0x20c080},
	}}},
	{"big model as a byte", fteExt, []byte{
		47,         // packetentities
		0x07, 0x80, // entity 7, more mask
		0x84, // model, even more
		0x08, // big model
		4,    // model 260
		0, 0, // end
	}, &PacketEntities{false, 0, []EntityDelta{{Number: 7, Mask: 0x088084, Model: 260}}}},
	{"maxspeed", qw28, []byte{49, 0, 0, 0xc0, 0x3f}, &MaxSpeed{1.5}},
	{"entgravity", qw28, []byte{50, 0, 0, 0xc0, 0x3f}, &EntGravity{1.5}},
	{"setinfo", qw28, []byte{51, 1, 'k', 0, 'v', 0}, &SetInfo{1, []byte("k"), []byte("v")}},
	{"serverinfo", qw28, []byte{52, 'k', 0, 'v', 0}, &ServerInfo{[]byte("k"), []byte("v")}},
	{"updatepl", qw28, []byte{53, 1, 5}, &UpdatePL{1, 5}},
	{"nails2", mvd, []byte{
		54, 1, // one nail
		9,                // number
		0, 8, 0x80, 0, 8, // place 0 0 0
		64, // yaw
	}, &Nails{54, []Nail{{9, Vec3{}, 0, 90}}}},
	{"extended sound", qw28, []byte{
		55,   // extended sound
		0xfb, // all but more flags
		128,  // volume
		32,   // attenuation
		100,  // pitch
		5, 0, // delay
		0, 16, // speed
		0, 4, // entity 1024
		9,    // channel
		0, 1, // sound 256
		8, 0, 0, 0, 0, 0, // origin
	}, &Sound{ID: 55, Mask: 0xfb, Volume: 128, Attenuation: 32, Pitch: 100, Delay: 5, Speed: 4096, Entity: 1024,
		Channel: 9, Sound: 256, Origin: Vec3{1}}},
	{"wide soundlist", qw28, []byte{56, 0, 1, 'a', 0, 0, 0}, &SoundList{NameList{56, 256, [][]byte{[]byte("a")}, 0}}},
	{"coloured lightstyle", qw28, []byte{57, 1, 0xc3, 2, 3, 0, 4, 0, 'a', 0},
		&Extra{57, []byte{1, 0xc3, 2, 3, 0, 4, 0, 'a', 0}}},
	{"wide modellist", qw28, []byte{60, 0, 1, 'a', 0, 0, 0}, &ModelList{NameList{60, 256, [][]byte{[]byte("a")}, 0}}},
	{"spawnbaseline2", fteExt, []byte{
		66,         // spawnbaseline2
		0x07, 0x82, // entity 7, x, more mask
		0x04, // model
		5,    // model
		8, 0, // x
	}, &SpawnDelta{66, EntityDelta{Number: 7, Mask: EntityOriginX | EntityModel | entityMoreBits, Model: 5,
		Origin: Vec3{1}}, fte.Delta{}}},
	{"picture", qw28, []byte{69, 1, 'a', 0, 'b', 0, 1, 0, 2, 0}, &Extra{69, []byte{1, 'a', 0, 'b', 0, 1, 0, 2, 0}}},
	{"list", qw28, []byte{88, 2, 0, 1}, &Extra{88, []byte{2, 0, 1}}},
	{"voice", qw28, []byte{84, 1, 2, 3, 2, 0, 'x', 'y'}, &Extra{84, []byte{1, 2, 3, 2, 0, 'x', 'y'}}},
	{"entities of a program", qw28, []byte{76, 1, 2, 3}, &Extra{76, []byte{1, 2, 3}}},
	{"entities of a program with sizes", qw28, []byte{
		92,   // sized entities
		1, 0, // entity 1
		1, 0, 'x', // size, data
		2, 0x80, // entity 2 is gone
		0, 0, // end
	}, &Extra{92, []byte{1, 0, 1, 0, 'x', 2, 0x80, 0, 0}}},
	{"base of the view", qw28, []byte{93, 0x05, 1, 0, 2, 0}, &Extra{93, []byte{5, 1, 0, 2, 0}}},
	{"wide static sound", qw28, []byte{94, 1, 8, 0, 0, 0, 0, 0, 0, 1, 255, 64},
		&Extra{94, []byte{1, 8, 0, 0, 0, 0, 0, 0, 1, 255, 64}}},
	{"projectiles", qw28, []byte{
		100,        // projectiles
		9, 0, 0, 0, // frame
		7, 0, // entity
		0x05, 0x0a, // angles, model, place, age
		0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, // place
		0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, // velocity
		0, 64, 0, // angles
		5, 0, 1, 0, // model, owner
		51,      // age
		8, 0x80, // entity 8 is gone
		0, 0, // end
	}, &Projectiles{100, 9, []Projectile{
		{Entity: 7, Flags: 0xa05, Origin: Vec3{1}, Velocity: Vec3{0, 1}, Angles: Vec3{0, 90}, Model: 5,
			Owner: 1, Age: 51},
		{Entity: 8, Removed: true},
	}}},
}

// encode writes a demo of the messages.
func encode(o Options, messages ...Message) []byte {
	var b bytes.Buffer
	e := NewEncoder(&b, o)
	for _, m := range messages {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// demo is a demo of one block with messages, behind a first one.
func demo(multiView bool, messages []byte) []byte {
	code := uint8(KindRead)
	if multiView {
		code = uint8(KindAll)
	}
	return encode(Options{MultiView: multiView},
		&Block{Code: code, Sequence: 1, Acknowledged: 2}, &Nop{},
		&Block{Code: code, Seconds: 1.5, Delta: 13, Sequence: 2, Acknowledged: 3}, &Raw{Data: messages})
}

// rewritten is what the encoder makes of a demo.
func rewritten(t testing.TB, data []byte, multiView bool) []byte {
	t.Helper()
	var b bytes.Buffer
	e := NewEncoder(&b, Options{MultiView: multiView})
	decode(t, data, multiView, e)
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMessages reads and writes each message by itself.
func TestMessages(t *testing.T) {
	known := map[string]bool{"block": true, "raw": true, "command": true, "set": true, "connectionless": true,
		"hidden": true}
	for _, f := range fixtures {
		data := demo(f.head.multiView, append(f.head.bytes(), f.bytes...))
		got := &log{}
		d := decode(t, data, f.head.multiView, got)
		if len(d.Damage()) > 0 {
			t.Errorf("%s: %v", f.name, d.Damage())
			continue
		}
		last := got.all[len(got.all)-1]
		if !reflect.DeepEqual(normal(last), normal(f.want)) {
			t.Errorf("%s:\n got %T %+v\nwant %T %+v", f.name, last, last, f.want, f.want)
		}
		if wrote := rewritten(t, data, f.head.multiView); !bytes.Equal(wrote, data) {
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

// normal makes what has no bytes nil.
func normal(m Message) Message {
	switch m := m.(type) {
	case *ServerData:
		if len(m.Extensions) == 0 {
			m.Extensions = nil
		}
	case *Download:
		if len(m.Data) == 0 {
			m.Data = nil
		}
	}
	return m
}

// TestCut holds that a message that ends early is damage, wherever it is cut,
// and is kept.
func TestCut(t *testing.T) {
	for _, f := range fixtures {
		if Name(f.want) == "disconnect" || f.name == "entities of a program" {
			continue
		}
		for n := 1; n < min(len(f.bytes), 64); n++ {
			data := demo(f.head.multiView, append(f.head.bytes(), f.bytes[:n]...))
			if d := decode(t, data, f.head.multiView, HandlerFunc(discard)); len(d.Damage()) != 1 {
				t.Errorf("%s cut after %d bytes: damage %v", f.name, n, d.Damage())
			}
			if !bytes.Equal(rewritten(t, data, f.head.multiView), data) {
				t.Errorf("%s cut after %d bytes is written differently", f.name, n)
			}
		}
	}
}
