package quake2

import (
	"bytes"
	"compress/flate"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
)

const serverData1038 = `
0c                   serverdata
0e 04 00 00          protocol 1038
07 00 00 00          server count
01                   recorded by a client
00                   base game
02 00                slot 2
54 00                "T"
00 04                version 1024
02                   state
18 00                flags
27                   39 frames a second, which is 40
`

// The bits of the fixtures' masks that Q2REPRO has in its frames.
const psInFrame = 0xff << 16

// TestQ2REPRO has what protocol 1038 does differently.
func TestQ2REPRO(t *testing.T) {
	all := &PlayerDelta{Mask: 0xffff | psInFrame, View: 5, namesView: true, StatMask: 1<<1 | 1<<63, BlendBits: 0x11}
	all.Fields =
		PlayerType | playerOrigin | playerVelocity | PlayerTime | PlayerFlags | PlayerGravity | PlayerDeltaAngles | PlayerViewOffset |
			PlayerViewHeight | playerViewAngles | PlayerKick | PlayerGun | PlayerGunFrame | PlayerGunOffset | PlayerGunAngles | PlayerGunRate |
			PlayerBlend | PlayerDamageBlend | PlayerFOV | PlayerRefFlags | PlayerSlot
	all.PlayerState = PlayerState{Type: MoveDead, Origin: placeX, Velocity: [3]float32{-1, -2, -3}, Time: 300,
		Flags: 0x102, Gravity: 800, DeltaAngles: [3]float32{0, 90, 0}, ViewOffset: [3]float32{0, 0, 22}, ViewHeight: -2,
		ViewAngles: [3]float32{45, -180, 90}, Kick: [3]float32{1}, Gun: 258, GunSkin: 1, GunFrame: 300,
		GunOffset: [3]float32{1, 0, 0}, GunAngles: [3]float32{0, 0, -1}, GunRate: 20, Blend: [4]uint8{1},
		DamageBlend: [4]uint8{2}, FOV: 90,
		RefFlags: 1}
	all.Stats[1], all.Stats[63] = 100, 9
	moved := EntityDelta{EntityState: EntityState{Number: 5, Origin: [3]float32{1}}, Fields: FieldOriginX,
		Mask: uOriginX}
	check(t, serverData1038, blocks, []fixture{
		{"serverdata", serverData1038, want(&ServerData{Protocol: 1038, Minor: 1024, State: 2, Flags: 0x18,
			TickRate: 39, ServerCount: 7, Recording: RecordClient, GameDir: []byte{}, Player: 2, Level: []byte("T"),
			Config: kexConfig, Interval: 25 * time.Millisecond, Reach: 1 << 17, Solid: SolidBox})},
		{"frame", `
14                   frame
09 00 00 18          frame 9, a change of 6
00                   no flags
ff                   all that the frame tells of the player's mask
01 80                areas
ff ff                all else
04                   dead
00 00 80 3f 00 00 00 40  x, y
00 00 40 40          z
00 00 80 bf 00 00 00 c0  velocity x, y
00 00 40 c0          velocity z
2c 01                time
02 01                flags
20 03                gravity
00 00 00 40 00 00    delta angles
00 00 00 00 60 01    view offset
00 20 00 80          pitch, yaw
00 40                roll
00 04 00 00 00 00    kick
02 21                gun 258, skin 1
2c 01                gun frame
00 02 00 00 00 00    gun offset
00 00 00 00 00 f0    gun angles
11 01 02             red of the screen and of its rim
5a                   field of view
01                   under water
02 00 00 00 00 00 00 80  stats 1 and 63
64 00 09 00          100, 9
14                   gun rate
fe                   view height
05 00                the view of slot 5
01 05                entity 5: x
00 00 80 3f          1
00 00                end of the entities
`, want(&Frame{Number: 9, Delta: 6, PlayerBits: 0xff, Areas: []byte{0x80}, Recording: RecordClient}, all, &PacketEntities{Entities: []EntityDelta{moved}})},
		{"full frame",
			"14  frame\n01 00 00 f8  frame 1 of nothing\n00 00 00  flags, bits, areas\n00 00  nothing of the player\n00 00  end of the entities",
			want(&Frame{Number: 1, Delta: -1, Areas: []byte{}, Recording: RecordClient}, &PlayerDelta{namesView: true},
				&PacketEntities{})},
		{"configstrings", "26  stream\n01 00 61 00  1\na0 30  end",
			want(&Stream{Strings: true}, &ConfigString{Index: 1, Text: []byte("a")}, "end of stream")},
		{"baselines", "27  stream\n01 05 00 00 80 3f  entity 5 at 1\n00 00  end",
			want(&Stream{Baselines: true}, &Baseline{Entity: moved}, "end of stream")},
		{"gamestate", "24  gamestate\n01 00 61 00  1\na0 30  end\n01 05 00 00 80 3f  entity 5 at 1\n00 00  end",
			want(&Stream{true, true},
				&ConfigString{Index: 1, Text: []byte("a")}, &Baseline{Entity: moved}, "end of stream")},
		{"empty gamestate", "24  gamestate\na0 30  end\n00 00  end", want(&Stream{true, true}, "end of stream")},
	})
}

// TestNoReference refuses what has no meaning, and keeps its bytes.
func TestNoReference(t *testing.T) {
	for name, text := range map[string]string{
		"a reference before the first frame":  "14  frame\n01 00 00 10  frame 1, a change of -1",
		"a setting":                           "25  setting\n01 00 00 00 02 00 00 00",
		"entities outside a frame":            "12  packetentities\n00 00  end",
		"a stream in another protocol's demo": "26  stream\n01 00 61 00  1\na0 30  end",
	} {
		start := serverData1038
		if strings.Contains(name, "another") {
			start = serverData2023
		}
		data := blocks(fromHex(t, start), fromHex(t, text))
		d := NewDecoder(data, Options{})
		if drain(d, discard{}); len(d.Damage()) != 1 {
			t.Errorf("%s: damage %v", name, d.Damage())
		}
		corpus.SameBytes(t, name, encoded(data), data)
	}
}

// deflated is data as a deflate stream.
func deflated(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, _ := flate.NewWriter(&out, flate.BestSpeed)
	z.Write(data)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// compressedMessage is a message with compressed contents, which are said to have a size.
func compressedMessage(size int, data []byte) []byte {
	head := []byte{34, byte(len(data)), byte(len(data) >> 8), byte(size), byte(size >> 8)}
	return slices.Concat(head, data)
}

func TestCompressed(t *testing.T) {
	start := fromHex(t, serverData1038)
	inner := fromHex(t, "26  stream\n01 00 61 00  1\na0 30  end\n06  nop")
	nested := compressedMessage(len(inner), deflated(t, inner))
	for _, c := range []struct {
		name    string
		message []byte
		damage  int
		want    []any
	}{
		{"well", nested, 0, want(&Stream{Strings: true}, &ConfigString{Index: 1, Text: []byte("a")}, "end of stream",
			&Nop{}, "end of compressed messages", &Nop{})},
		{"too small", compressedMessage(300, deflated(t, inner)), 1,
			want(&Stream{Strings: true}, &ConfigString{Index: 1, Text: []byte("a")}, "end of stream",
				&Nop{}, "end of compressed messages", &Nop{})},
		{"nested", compressedMessage(len(nested), deflated(t, nested)), 1, want("end of compressed messages", &Nop{})},
		{"no deflate stream", compressedMessage(3, []byte{7, 7, 7}), 1, want("end of compressed messages", &Nop{})},
	} {
		data := blocks(start, append(c.message, 6))
		d, r := NewDecoder(data, Options{}), new(recorder)
		if drain(d, r); len(d.Damage()) != c.damage {
			t.Errorf("%s: damage %v", c.name, d.Damage())
		}
		compareMessages(t, r.got[2:], c.want)
		corpus.SameBytes(t, c.name, encoded(data), data)
	}
	data := written(t, &Header{}, &Block{}, &ServerData{Protocol: 1038}, &Compressed{}, &Nop{}, &Nop{},
		&EndCompressed{}, &EndBlock{})
	d, r := NewDecoder(data, Options{}), new(recorder)
	if drain(d, r); len(d.Damage()) > 0 || len(r.got) != 5 {
		t.Errorf("compressed by the encoder: damage %v, messages %v", d.Damage(), r.got)
	}
}

// TestMVDOfQ2REPRO has a gamestate of version 3038.
func TestMVDOfQ2REPRO(t *testing.T) {
	const text = `
24                   serverdata, without messages
25 00 00 00          protocol
de 0b                3038
07 00 00 00          server count
61 00                game
ff ff                no slot
a0 30                end of the configstrings
00                   no portals
00                   player 0
07 42                type, x, y, z, gun, stats
04                   dead
00 00 80 3f 00 00 00 40  x, y
00 00 40 40          z
02 21                gun 258, skin 1
02 00 00 00 00 00 00 80  stats 1 and 63
64 00 09 00          100, 9
01                   player 1
00 80                is gone
ff                   end of the players
01 05                entity 5: x
00 00 80 3f          1
00 00                end of the entities
`
	p := PlayerDelta{Mask: 0x4207, Fields: PlayerType | playerOrigin | PlayerGun, StatMask: 1<<1 | 1<<63}
	p.PlayerState = PlayerState{Type: MoveDead, Origin: placeX, Gun: 258, GunSkin: 1}
	p.Stats[1], p.Stats[63] = 100, 9
	moved := EntityDelta{EntityState: EntityState{Number: 5, Origin: [3]float32{1}}, Fields: FieldOriginX,
		Mask: uOriginX}
	check(t, mvdServerData2010, mvdBlocks, []fixture{{"3038", text, want(
		&ServerData{Protocol: 37, Minor: 3038, Flags: 1, ServerCount: 7, Recording: RecordServer, GameDir: []byte("a"),
			Player: -1, Config: kexConfig, Interval: 25 * time.Millisecond, Reach: 1 << 17, Solid: SolidBox},
		&MVDFrame{Gamestate: true, Portals: []byte{},
			Players: []PlayerDelta{p, {Number: 1, Mask: ppMore, Remove: true}}, Entities: []EntityDelta{moved}})}})
}

// TestOperationsOfQ2REPRO has what is done differently behind the gamestate.
func TestOperationsOfQ2REPRO(t *testing.T) {
	const gamestate = "04  serverdata\n25 00 00 00  protocol\nde 0b  3038\n07 00 00 00  server count\n61 00  game\nff ff  no slot\n" +
		"a0 30  end of the configstrings\n00  no portals\nff  end of the players\n00 00  end of the entities\n"
	sound := func(everywhere, reliable bool) *Sound {
		return &Sound{Flags: 0x0e, Index: 85, Volume: 255, Entity: 49, Channel: 5, Everywhere: everywhere,
			Reliable: reliable}
	}
	const rest = "0e  attenuation, position, entity\n55  sound 85\n00  no attenuation\n8d 01  entity 49, channel 5"
	check(t, gamestate, mvdBlocks, []fixture{
		{"sound", "10  sound\n" + rest, want(sound(false, false))},
		{"sound for all", "11  sound or print\n" + rest, want(sound(true, false))},
		{"reliable sound", "12  sound\n" + rest, want(sound(false, true))},
		{"reliable sound for all", "13  sound\n" + rest, want(sound(true, true))},
		{"print", "11  print or sound\n02  high\n61 00  text", want(&Print{Level: PrintHigh, Text: []byte("a")})},
		{"short unicast", "08  to one\n03  3 bytes\n05  slot 5\n0f 61 00  centerprint",
			want(&Multicast{To: MulticastClient, Client: 5},
				&CenterPrint{Text: []byte("a")}, "end of multicast")},
		{"long unicast", "88  to one, longer\n01  256 bytes\n02  and 2\n05  slot 5\n0f  centerprint\n" +
			strings.Repeat("61 ", 256) + " text\n00  end",
			want(&Multicast{To: MulticastClient, Client: 5}, &CenterPrint{Text: []byte(strings.Repeat("a", 256))},
				"end of multicast")},
	})
}

// TestKeptSolid: q2proto goes on with what was solid where a frame has no reference; a decoder finds that out by what
// can be read, and the encoder does as the file did.
func TestKeptSolid(t *testing.T) {
	frame := func(number, delta, entities string) []byte {
		return fromHex(t, "14  frame\n"+number+"  number\n"+delta+
			"  reference\n00 00  nothing held back, no areas\n11 00 00  playerinfo\n"+
			"00 00 00 00 00 00 00 00  no stats\n12  packetentities\n"+entities+"00 00  end\n")
	}
	solid := "81 80 80 08 05  entity 5: x, solid\n01 00 00 00  a box\n00 00 80 3f  x 1\n"
	for name, entity := range map[string]string{
		"kept":  "01 05  entity 5: x\n00 00 80 3f  x 1 as a float\n01 06  entity 6: x\n08 00  x 1 in eighths\n",
		"reset": "01 05  entity 5: x\n08 00  x 1 in eighths\n01 06  entity 6: x\n08 00  x 1 in eighths\n",
	} {
		data := blocks(fromHex(t, serverData2022), frame("01 00 00 00", "ff ff ff ff", solid),
			frame("02 00 00 00", "ff ff ff ff", entity))
		var h History
		d := NewDecoder(data, Options{})
		drain(d, &h)
		if s := h.Last(); len(d.Damage()) > 0 || len(s.Entities) != 2 || s.Entities[0].Origin[0] != 1 ||
			s.Entities[1].Origin[0] != 1 {
			t.Errorf("%s: %+v, damage %v", name, s.Entities, d.Damage())
		}
		corpus.SameBytes(t, name, encoded(data), data)
	}
}

// TestCoarsePositions: in protocol 2022 what an entity is by the same message says how wide its position is, whatever
// it was (q2proto, kex_client_read_entity_delta).
func TestCoarsePositions(t *testing.T) {
	solid := Baseline{Entity: EntityDelta{EntityState: EntityState{Number: 5, Solid: 1, Origin: [3]float32{1}},
		Fields: FieldSolid | FieldOriginX,
		Mask:   uOriginX | uMore1 | uMore2 | uMore3 | uSolid}}
	soft := EntityDelta{EntityState: EntityState{Number: 5, Origin: [3]float32{1}}, Fields: FieldSolid | FieldOriginX,
		coarse: true,
		Mask:   uOriginX | uMore1 | uMore2 | uMore3 | uSolid}
	check(t, serverData2022, blocks, []fixture{{"no longer solid", `
0e                   spawnbaseline
81 80 80 08 05       entity 5: x, solid
01 00 00 00          a box
00 00 80 3f          x 1 as a float
12                   packetentities
81 80 80 08 05       entity 5: x, solid
00 00 00 00          no box
08 00                x 1 in eighths
00 00                end
`, want(&solid, &PacketEntities{Entities: []EntityDelta{soft}})}})
}

// recordings are those that other programs made of the rerelease's game: ours, and those that are only at hand at
// times.
func recordings(t *testing.T, folders ...string) map[string][]byte {
	t.Helper()
	list := map[string][]byte{}
	for _, folder := range folders {
		for _, pattern := range []string{"*.dm2", "*.dm2.gz", "*.mvd2", "*.mvd2.gz"} {
			found, _ := filepath.Glob(filepath.Join(folder, pattern))
			for _, name := range found {
				list[filepath.Base(name)] = corpus.Unzipped(t, name)
			}
		}
	}
	return list
}

const ownRecordings = "testdata/rerelease"

// TestRecordings decodes the recordings without damage and encodes them to what they were.
func TestRecordings(t *testing.T) {
	folders := []string{ownRecordings}
	if dir, ok := corpus.Find(); ok {
		folders = append(folders, filepath.Join(dir, "rerelease"))
	}
	for name, data := range recordings(t, folders...) {
		d := NewDecoder(data, Options{})
		raw := 0
		drain(d, HandlerFunc(func(m Message) {
			if _, ok := m.(*Raw); ok {
				raw++
			}
		}))
		if len(d.Damage()) > 0 || raw > 0 {
			t.Errorf("%s: %d stretches that could not be read, damage %v", name, raw, d.Damage())
		}
		corpus.SameBytes(t, name, encoded(data), data)
	}
}

func TestRecordingGoldens(t *testing.T) {
	got := map[string]finding{}
	for name, data := range recordings(t, ownRecordings) {
		got[name] = observe(data)
	}
	corpus.GoldenJSON(t, "testdata/rerelease.json", got)
}
