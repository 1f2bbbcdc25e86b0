package netquake

import (
	"io"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// demos are the .dem files in some of the folders of real demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.dem", "*.dem.gz")
}

// decode drives h through a demo.
func decode(t testing.TB, data []byte, h Handler) *Decoder {
	t.Helper()
	d := NewDecoder(data)
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
	for _, name := range demos(t, "nq", "recorded/nq", "compressed", "broken/nq", "broken/derived") {
		data := corpus.Load(t, name)
		e := NewEncoder()
		d := decode(t, data, e)
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

func (c *counter) Track(m *Track) {
	if len(m.Text) > 0 {
		c.n["top:track"]++
	}
}
func (c *counter) Block(*Block)                       { c.n["blocks"]++ }
func (c *counter) Disconnect()                        { c.n["disconnect"]++ }
func (c *counter) UpdateStat(*UpdateStat)             { c.n["updatestat"]++ }
func (c *counter) SetView(*SetView)                   { c.n["setview"]++ }
func (c *counter) Sound(*Sound)                       { c.n["sound"]++ }
func (c *counter) Time(*Time)                         { c.n["time"]++ }
func (c *counter) Print(*Text)                        { c.n["print"]++ }
func (c *counter) StuffText(*Text)                    { c.n["stufftext"]++ }
func (c *counter) SetAngle(*SetAngle)                 { c.n["setangle"]++ }
func (c *counter) ServerInfo(*ServerInfo, *Protocol)  { c.n["serverinfo"]++ }
func (c *counter) LightStyle(*LightStyle)             { c.n["lightstyle"]++ }
func (c *counter) UpdateName(*UpdateName)             { c.n["updatename"]++ }
func (c *counter) UpdateFrags(*UpdateFrags)           { c.n["updatefrags"]++ }
func (c *counter) ClientData(*ClientData)             { c.n["clientdata"]++ }
func (c *counter) StopSound(*StopSound)               { c.n["stopsound"]++ }
func (c *counter) UpdateColors(*UpdateColors)         { c.n["updatecolors"]++ }
func (c *counter) Particle(*Particle)                 { c.n["particle"]++ }
func (c *counter) Damage(*Damage)                     { c.n["damage"]++ }
func (c *counter) SpawnStatic(*SpawnStatic)           { c.n["spawnstatic"]++ }
func (c *counter) SpawnBaseline(*SpawnBaseline)       { c.n["spawnbaseline"]++ }
func (c *counter) TempEntity(*TempEntity)             { c.n["temp_entity"]++ }
func (c *counter) SetPause(*SetPause)                 { c.n["setpause"]++ }
func (c *counter) SignonNum(*SignonNum)               { c.n["signonnum"]++ }
func (c *counter) CenterPrint(*Text)                  { c.n["centerprint"]++ }
func (c *counter) KilledMonster()                     { c.n["killedmonster"]++ }
func (c *counter) FoundSecret()                       { c.n["foundsecret"]++ }
func (c *counter) SpawnStaticSound(*SpawnStaticSound) { c.n["spawnstaticsound"]++ }
func (c *counter) Intermission()                      { c.n["intermission"]++ }
func (c *counter) Finale(*Text)                       { c.n["finale"]++ }
func (c *counter) CDTrack(*CDTrack)                   { c.n["cdtrack"]++ }
func (c *counter) SellScreen()                        { c.n["sellscreen"]++ }
func (c *counter) CutScene(*Text)                     { c.n["cutscene"]++ }
func (c *counter) UpdateEntity(*UpdateEntity)         { c.n["updateentity"]++ }
func (c *counter) Nop()                               { c.n["nop"]++ }

// TestCounts compares the number of messages of each kind with another
// program's.
func TestCounts(t *testing.T) {
	for name, want := range corpus.Counts(t, ".dem") {
		got := &counter{n: map[string]int{}}
		decode(t, corpus.Load(t, name), got)
		corpus.SameCounts(t, name, got.n, want)
	}
}
