package netquake

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

// demos are the names, below the folder of demos, of the .dem files in some
// of its folders.
func demos(t testing.TB, shared string, folders ...string) []string {
	t.Helper()
	var names []string
	root := filepath.Join(shared, "demos")
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".dem") {
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
	shared := sharedDir(t)
	for _, name := range demos(t, shared, "nq", "recorded/nq", "compressed", "broken/nq", "broken/derived") {
		data := load(t, shared, name)
		e := NewEncoder()
		d := decode(t, data, e)
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
	for _, name := range demos(t, shared, "nq", "recorded/nq") {
		if want[name] == nil {
			continue
		}
		got := &counter{n: map[string]int{}}
		decode(t, load(t, shared, name), got)
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
	data := load(b, sharedDir(b), "nq/dem/p15/qfm-demo1.dem")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		decode(b, data, Ignore{})
	}
}
