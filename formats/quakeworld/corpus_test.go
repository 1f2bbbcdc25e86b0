package quakeworld

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sharedDir is the folder of real demos, or the test is skipped.
func sharedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FRAGSCOPE_SHARED")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			if root == filepath.Dir(root) {
				t.Fatal("no go.mod above the test")
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "demos")); err != nil {
		t.Skipf("no real demos: %v", err)
	}
	return dir
}

// demos are the names, below the folder of demos, of the .qwd and .mvd files
// in some of its folders.
func demos(t testing.TB, shared string, folders ...string) []string {
	t.Helper()
	var names []string
	root := filepath.Join(shared, "demos")
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			plain := strings.TrimSuffix(path, ".gz")
			if err == nil && (strings.HasSuffix(plain, ".qwd") || strings.HasSuffix(plain, ".mvd")) {
				name, _ := filepath.Rel(root, path)
				names = append(names, filepath.ToSlash(name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// multiView tells a .mvd by its name.
func multiView(name string) bool { return strings.Contains(name, ".mvd") }

// load is a demo's bytes, as many as its gzip stream has.
func load(t testing.TB, shared, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, "demos", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	return plain
}

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
	shared := sharedDir(t)
	for _, name := range demos(t, shared, "qw", "recorded/qw", "compressed", "broken/qw", "broken/derived") {
		data := load(t, shared, name)
		e := newEncoder(multiView(name))
		d := decode(t, data, multiView(name), e)
		if !bytes.Equal(e.Bytes(), data) {
			t.Errorf("%s: %d bytes in, %d out, differing", name, len(data), len(e.Bytes()))
		}
		if strings.HasPrefix(name, "broken/") {
			t.Logf("%s: %d bytes, %v", name, len(data), d.Damage())
			continue
		}
		if len(d.Damage()) > 0 {
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

// table reads a CSV file without its first row.
func table(t testing.TB, r io.Reader) [][]string {
	t.Helper()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// TestCounts compares the number of messages of each kind with another
// program's.
func TestCounts(t *testing.T) {
	shared := sharedDir(t)
	f, err := os.Open(filepath.Join(shared, "truth", "lmpc", "counts.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	want := map[string]map[string]int{}
	for _, row := range table(t, f) {
		if want[row[0]] == nil {
			want[row[0]] = map[string]int{}
		}
		want[row[0]][row[1]], _ = strconv.Atoi(row[2])
	}
	compared := 0
	for _, name := range demos(t, shared, "qw", "recorded/qw") {
		if want[name] == nil {
			continue
		}
		got := &counter{n: map[string]int{}}
		decode(t, load(t, shared, name), multiView(name), got)
		for kind, n := range want[name] {
			if got.n[kind] != n {
				t.Errorf("%s: %d %s, want %d", name, got.n[kind], kind, n)
			}
			compared++
		}
		for kind, n := range got.n {
			if _, ok := want[name][kind]; !ok {
				t.Errorf("%s: %d %s, want none", name, n, kind)
			}
		}
	}
	t.Logf("%d counts compared", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"recorded/qw/dm3_ffa_2clients.qwd", "qw/mvd/p28-ext/4on4_]sr[_vs_red[dm3]20260327-0930.mvd"} {
		b.Run(filepath.Ext(name)[1:], func(b *testing.B) {
			data := load(b, sharedDir(b), name)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				decode(b, data, multiView(name), Ignore{})
			}
		})
	}
}
