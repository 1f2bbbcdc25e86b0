package quakeworld

import (
	"io"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// demos are the .qwd and .mvd files in some of the folders of real demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.qwd", "*.qwd.gz", "*.mvd", "*.mvd.gz")
}

// multiView tells a .mvd by its name.
func multiView(name string) bool { return strings.Contains(name, ".mvd") }

// decode drives h through a demo.
func decode(t testing.TB, data []byte, multiView bool, h Handler) *Decoder {
	t.Helper()
	d := newDecoder(data, multiView)
	for {
		switch err := d.Next(h); err {
		case nil:
		case io.EOF:
			return d
		default:
			t.Fatal(err)
		}
	}
}

// TestRoundTrip holds that reading and writing gives back every real demo,
// also the damaged ones, and that the intact ones have no damage.
func TestRoundTrip(t *testing.T) {
	for _, name := range demos(t, "qw", "recorded/qw", "compressed", "broken/qw", "broken/derived") {
		data := corpus.Load(t, name)
		e := newEncoder(multiView(name))
		d := decode(t, data, multiView(name), e)
		corpus.SameBytes(t, name, e.Bytes(), data)
		if len(d.Damage()) > 0 && !strings.HasPrefix(name, "broken/") {
			t.Errorf("%s: %v", name, d.Damage())
		}
	}
}

// counter counts messages under the names of the truth tables.
type counter struct {
	Ignore
	n map[string]int
}

func (c *counter) Block(b *Block) {
	c.n["blocks"]++
	switch b.Kind() {
	case KindCommand:
		c.n["block:cblock"]++
	case KindRead:
		c.n["block:sblock"]++
	case KindSet:
		c.n["block:fblock"]++
	}
	if b.Kind() == KindRead && !b.Connectionless() && (b.Sequence|b.Acknowledged)>>31 != 0 {
		c.n["reliable"]++
	}
}
func (c *counter) Connectionless(*Connectionless)     { c.n["connless"]++ }
func (c *counter) Nop()                               { c.n["nop"]++ }
func (c *counter) Disconnect(*Disconnect)             { c.n["disconnect"]++ }
func (c *counter) Sound(*Sound)                       { c.n["sound"]++ }
func (c *counter) Print(*Print)                       { c.n["print"]++ }
func (c *counter) StuffText(*Text)                    { c.n["stufftext"]++ }
func (c *counter) SetAngle(*SetAngle)                 { c.n["setangle"]++ }
func (c *counter) ServerData(*ServerData, *Protocol)  { c.n["serverdata"]++ }
func (c *counter) LightStyle(*LightStyle)             { c.n["lightstyle"]++ }
func (c *counter) UpdateFrags(*UpdateFrags)           { c.n["updatefrags"]++ }
func (c *counter) StopSound(*StopSound)               { c.n["stopsound"]++ }
func (c *counter) Damage(*Damage)                     { c.n["damage"]++ }
func (c *counter) SpawnStatic(*SpawnStatic)           { c.n["spawnstatic"]++ }
func (c *counter) SpawnBaseline(*SpawnBaseline)       { c.n["spawnbaseline"]++ }
func (c *counter) TempEntity(*TempEntity)             { c.n["temp_entity"]++ }
func (c *counter) SetPause(*SetPause)                 { c.n["setpause"]++ }
func (c *counter) CenterPrint(*Text)                  { c.n["centerprint"]++ }
func (c *counter) KilledMonster()                     { c.n["killedmonster"]++ }
func (c *counter) FoundSecret()                       { c.n["foundsecret"]++ }
func (c *counter) SpawnStaticSound(*SpawnStaticSound) { c.n["spawnstaticsound"]++ }
func (c *counter) Intermission(*Intermission)         { c.n["intermission"]++ }
func (c *counter) Finale(*Text)                       { c.n["finale"]++ }
func (c *counter) CDTrack(*CDTrack)                   { c.n["cdtrack"]++ }
func (c *counter) SmallKick()                         { c.n["smallkick"]++ }
func (c *counter) BigKick()                           { c.n["bigkick"]++ }
func (c *counter) UpdatePing(*UpdatePing)             { c.n["updateping"]++ }
func (c *counter) UpdateEnterTime(*UpdateEnterTime)   { c.n["updateentertime"]++ }
func (c *counter) MuzzleFlash(*MuzzleFlash)           { c.n["muzzleflash"]++ }
func (c *counter) UpdateUserInfo(*UpdateUserInfo)     { c.n["updateuserinfo"]++ }
func (c *counter) Download(*Download)                 { c.n["download"]++ }
func (c *counter) PlayerInfo(*PlayerInfo)             { c.n["playerinfo"]++ }
func (c *counter) ChokeCount(*ChokeCount)             { c.n["choke"]++ }
func (c *counter) ModelList(*NameList)                { c.n["modellist"]++ }
func (c *counter) SoundList(*NameList)                { c.n["soundlist"]++ }
func (c *counter) MaxSpeed(*MaxSpeed)                 { c.n["maxspeed"]++ }
func (c *counter) EntGravity(*EntGravity)             { c.n["entgravity"]++ }
func (c *counter) SetInfo(*SetInfo)                   { c.n["setinfo"]++ }
func (c *counter) ServerInfo(*ServerInfo)             { c.n["serverinfo"]++ }
func (c *counter) UpdatePL(*UpdatePL)                 { c.n["updatepl"]++ }
func (c *counter) Nails(*Nails)                       { c.n["nails"]++ }
func (c *counter) SpawnDelta(*SpawnDelta)             { c.n["spawndelta"]++ }
func (c *counter) Extra(*Extra)                       { c.n["extra"]++ }
func (c *counter) UpdateStat(m *UpdateStat) {
	if m.ID == idUpdateStat {
		c.n["updatestat"]++
	} else {
		c.n["updatestatlong"]++
	}
}
func (c *counter) PacketEntities(m *PacketEntities) {
	if m.Delta {
		c.n["deltapacketentities"]++
	} else {
		c.n["packetentities"]++
	}
}

// TestCounts compares the number of messages of each kind with another
// program's.
func TestCounts(t *testing.T) {
	for name, want := range corpus.Counts(t, ".qwd") {
		got := &counter{n: map[string]int{}}
		decode(t, corpus.Load(t, name), multiView(name), got)
		corpus.SameCounts(t, name, got.n, want)
	}
}
