package gamedata

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// pak makes a .pak of names and contents, in turn.
func pak(files ...string) []byte {
	body := []byte("PACK\x00\x00\x00\x00\x00\x00\x00\x00")
	var table []byte
	for i := 0; i < len(files); i += 2 {
		name := make([]byte, 56)
		copy(name, files[i])
		table = append(table, name...)
		table = binary.LittleEndian.AppendUint32(table, uint32(len(body)))
		table = binary.LittleEndian.AppendUint32(table, uint32(len(files[i+1])))
		body = append(body, files[i+1]...)
	}
	binary.LittleEndian.PutUint32(body[4:], uint32(len(body)))
	binary.LittleEndian.PutUint32(body[8:], uint32(len(table)))
	return append(body, table...)
}

func pk3(files ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, _ := w.Create(files[i])
		_, _ = f.Write([]byte(files[i+1]))
	}
	_ = w.Close()
	return b.Bytes()
}

// pk3Sum is the checksum that Quake III gives an archive of these contents.
func pk3Sum(contents ...string) int32 {
	var b []byte
	for _, c := range contents {
		b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(c)))
	}
	return int32(BlockChecksum(b))
}

// tree writes files below a new folder.
func tree(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOrder(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"game/id1/pak0.pak":         pak("maps/a.bsp", "pak0", "maps/b.bsp", "pak0", "maps/c.bsp", "pak0"),
		"game/id1/PAK1.PAK":         pak("maps/b.bsp", "pak1"),
		"game/id1/pak10.pak":        pak("maps/c.bsp", "pak10"),
		"game/id1/pak9.pak":         pak("maps/c.bsp", "pak9"),
		"game/id1/maps/A.bsp":       []byte("loose"),
		"game/id1/Maps2/x":          nil,
		"game/id1/maps/D.BSP":       []byte("loose"),
		"game/mod/pak0.pak":         pak("maps/m.bsp", "mod"),
		"game/mod/maps/b.bsp":       []byte("mod"),
		"game/baseq3/pak0.pk3":      pk3("maps/q.bsp", "pak0", "maps/r.bsp", "pak0"),
		"game/baseq3/map-r.pk3":     pk3("maps/r.bsp", "map-r"),
		"game/baseq3/zz.pk3":        pk3("MAPS/Q.bsp", "zz"),
		"game/zmod/maps/only.bsp":   []byte("zmod"),
		"game/readme/doc.txt":       nil,
		"game/id1/demos/x.dem":      nil,
		"game/id1/demos/beside.bsp": []byte("beside"),
		"game/id1/demos/a.bsp":      []byte("beside"),
	})
	game := filepath.Join(dir, "game")
	for _, c := range []struct {
		what, name, want string
		o                Options
	}{
		{"pak before loose", "a", "pak0", Options{Dirs: []string{game}}},
		{"later pak first", "b", "pak1", Options{Dirs: []string{game}}},
		{"pak10 after pak9", "c", "pak10", Options{Dirs: []string{game}}},
		{"any case", "d", "loose", Options{Dirs: []string{game}}},
		{"any case asked", "MAPS\\D.bsp", "loose", Options{Dirs: []string{game}}},
		{"mod first", "b", "mod", Options{Dirs: []string{game}, Mods: []string{"Mod"}}},
		{"last pk3 first", "q", "zz", Options{Dirs: []string{game}}},
		{"by name", "r", "pak0", Options{Dirs: []string{game}}},
		{"unknown folder with maps", "only", "zmod", Options{Dirs: []string{game}}},
		{"game folder itself", "q", "zz", Options{Dirs: []string{filepath.Join(game, "baseq3")}}},
		{"beside the demo", "beside", "beside", Options{Demo: filepath.Join(game, "id1/demos/x.dem")}},
		{"beside before parents", "a", "beside", Options{Demo: filepath.Join(game, "id1/demos/x.dem")}},
		{"folder above the demo", "c", "pak10", Options{Demo: filepath.Join(game, "id1/demos/x.dem")}},
		{"other game beside", "q", "zz", Options{Demo: filepath.Join(game, "id1/demos/x.dem")}},
		{"no scan above the demo", "only", "", Options{Demo: filepath.Join(game, "id1/demos/x.dem")}},
		{"nowhere", "nowhere", "", Options{Dirs: []string{game}}},
	} {
		c.o.NoInstalls = true
		f, err := New(c.o).Map(c.name, Want{})
		switch {
		case c.want == "":
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%s: %v, %v, want it not to be found", c.what, f, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.what, err)
		case string(f.Data) != c.want || f.Warning != "":
			t.Errorf("%s: %q from %s (%s), want %q", c.what, f.Data, f.Where, f.Warning, c.want)
		}
	}
}

func TestFirstAndList(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"scripts/b.shader": []byte("loose"), "Scripts2/c.shader": nil, "scripts/deep/d.shader": nil,
		"scripts/e.txt": nil, "a.pk3": pk3("scripts/A.shader", "first", "scripts/b.shader", "archived",
			"textures/x.jpg", "jpg"), "textures/x.tga": []byte("tga"), "textures/y.jpg": []byte("y"),
	})
	p := New(Options{Dirs: []string{dir}, NoInstalls: true})
	if got := p.List("scripts", ".shader"); !slices.Equal(got, []string{"scripts/a.shader", "scripts/b.shader"}) {
		t.Errorf("scripts %v", got)
	}
	for _, folder := range []string{"../scripts", "/scripts", "", "nowhere", "scripts/a.shader"} {
		if got := p.List(folder, ".shader"); len(got) > 0 {
			t.Errorf("in %q: %v", folder, got)
		}
	}
	for want, names := range map[string][]string{"jpg": {"textures/x.tga", "textures/x.jpg"},
		"y": {"textures/y.tga", "textures/y.jpg"}, "archived": {"scripts/b.shader"}} {
		if f, err := p.First(names...); err != nil || string(f.Data) != want {
			t.Errorf("%v: %v, %v, want %s", names, f, err, want)
		}
	}
	if _, err := p.First("textures/z.tga", "textures/z.jpg"); !errors.Is(err, ErrNotFound) {
		t.Errorf("no file: %v", err)
	}
}

func TestNothingOutside(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"secret.bsp":      []byte("secret"),
		"game/maps/a.bsp": []byte("a"),
		"game/p.pak":      pak("../secret.bsp", "x", "/etc/x", "x", "maps/../../secret.bsp", "x", "ok.txt", "ok"),
		"game/p.pk3":      pk3("../secret.bsp", "x", "c:/x", "x", "fine.txt", "fine"),
	})
	game := filepath.Join(dir, "game")
	if runtime.GOOS != "windows" {
		if err := os.Symlink(filepath.Join(dir, "secret.bsp"), filepath.Join(game, "maps", "link.bsp")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(dir, filepath.Join(game, "up")); err != nil {
			t.Fatal(err)
		}
	}
	p := New(Options{Dirs: []string{game}, NoInstalls: true})
	for _, name := range []string{"../secret.bsp", "..\\secret.bsp", "maps/../../secret.bsp", "/etc/passwd", "", ".",
		"..", "maps/", "c:/x", "a\x00b",
		"maps/link.bsp", "up/secret.bsp", "maps", "./maps/a.bsp", "maps//a.bsp"} {
		if f, err := p.Open(name, Want{}); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q gave %v, %v", name, f, err)
		}
	}
	for name, want := range map[string]string{"maps/a.bsp": "a", "ok.txt": "ok", "FINE.txt": "fine"} {
		if f, err := p.Open(name, Want{}); err != nil || string(f.Data) != want {
			t.Errorf("%q gave %v, %v", name, f, err)
		}
	}
}

func TestWant(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"baseq2/pak0.pak":       pak("maps/q2.bsp", "the original"),
		"baseq2/pak1.pak":       pak("maps/q2.bsp", "a remake"),
		"baseq2/maps/q2.bsp":    []byte("a third"),
		"baseq3/pak0.pk3":       pk3("maps/q3.bsp", "the original", "empty", ""),
		"baseq3/zzz-remake.pk3": pk3("maps/q3.bsp", "a remake"),
	})
	p := New(Options{Dirs: []string{dir}, NoInstalls: true})
	for _, c := range []struct {
		what, name, want string
		w                Want
		warned           bool
	}{
		{"not told", "q2", "a remake", Want{}, false},
		{"by checksum, in a pak", "q2", "the original", Want{MapChecksum: BlockChecksum([]byte("the original"))},
			false},
		{"by checksum, loose", "q2", "a third", Want{MapChecksum: BlockChecksum([]byte("a third"))}, false},
		{"checksum of none", "q2", "a remake", Want{MapChecksum: 12345}, true},
		{"not told", "q3", "a remake", Want{}, false},
		{"by the archive's checksum", "q3", "the original", Want{Paks: []int32{7, pk3Sum("the original")}}, false},
		{"archives of none", "q3", "a remake", Want{Paks: []int32{7}}, true},
		{"by the archive's name", "q3", "the original", Want{PakNames: []string{"pak8", "baseq3/PAK0"}}, false},
	} {
		f, err := p.Map(c.name, c.w)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if string(f.Data) != c.want || (f.Warning != "") != c.warned {
			t.Errorf("%s: %q from %s, warning %q", c.what, f.Data, f.Where, f.Warning)
		}
	}
}

// The sums of RFC 1320.
func TestMD4(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "31d6cfe0d16ae931b73c59d7e0c089c0",
		"abc":                           "a448017aaf21d8525fc10ae87aa6729d",
		"message digest":                "d9130a8164549fe818874806e1c7014b",
		strings.Repeat("1234567890", 8): "e33b4ddc9c38f2199c3e7b164fcc0536",
	} {
		var b []byte
		for _, w := range md4([]byte(text)) {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		if got := fmt.Sprintf("%x", b); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	// All lengths around the ends of blocks must be told apart.
	seen := map[uint32]bool{}
	for n := range 130 {
		seen[BlockChecksum(make([]byte, n))] = true
	}
	if len(seen) != 130 {
		t.Errorf("%d sums of 130 lengths", len(seen))
	}
}

func TestDamagedArchives(t *testing.T) {
	good := pak("maps/a.bsp", "a")
	long := bytes.Clone(good)
	binary.LittleEndian.PutUint32(long[8:], 1<<31)
	outside := bytes.Clone(good)
	binary.LittleEndian.PutUint32(outside[len(outside)-4:], 1<<30)
	dir := tree(t, map[string][]byte{
		"a.pak": nil, "b.pak": []byte("PACK"), "c.pak": long, "d.pak": outside, "e.pak": []byte("JUNKJUNKJUNKJUNK"),
		"f.pk3": []byte("PK\x03\x04"), "g.pk3": pk3("maps/a.bsp", "g")[:60], "maps/a.bsp": []byte("loose"),
	})
	f, err := New(Options{Dirs: []string{dir}, NoInstalls: true}).Map("a", Want{})
	if err != nil || string(f.Data) != "loose" {
		t.Errorf("%v, %v", f, err)
	}
}

func TestArchiveOrder(t *testing.T) {
	order := []string{"pak0.pak", "PAK1.pak", "pak2.pak", "pak10.pak", "extra.pak", "a.pk3", "Pak0.pk3", "pak10.pk3",
		"pak2.pk3", "z.pk3"}
	for i := range order {
		for j := range order {
			if got := archiveBefore(order[i], order[j]); got != (i < j) {
				t.Errorf("%s before %s: %v", order[i], order[j], got)
			}
		}
	}
}

func TestInstalls(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"HOME": "/home/x", "ProgramFiles": `C:\Program Files`,
			"USERPROFILE": `C:\Users\x`}[name]
	}
	home, program := func(path string) string { return filepath.Join("/home/x", path) }, func(path string) string {
		return filepath.Join(`C:\Program Files`, path)
	}
	for system, want := range map[string][]string{
		"linux": {home(".steam/steam/steamapps/common/Quake 3 Arena"), home(".etlegacy"),
			filepath.Clean("/usr/local/games/enemy-territory"),
			filepath.Clean("/usr/share/games/rtcw")},
		"darwin":  {home("Library/Application Support/Quake3"), filepath.Clean("/Applications/ET Legacy")},
		"windows": {program("Steam/steamapps/common/Quake"), program("Wolfenstein - Enemy Territory")},
		"js":      nil,
	} {
		got := installs(system, env)
		if want == nil && len(got) > 0 {
			t.Errorf("%s has %q", system, got)
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q is not in %q", system, w, got)
			}
		}
	}
}

func FuzzPak(f *testing.F) {
	f.Add(pak("maps/a.bsp", "a", "b", ""))
	f.Fuzz(func(t *testing.T, data []byte) {
		members, err := readPak(bytes.NewReader(data), int64(len(data)))
		if err != nil && !errors.Is(err, errArchive) {
			t.Fatal(err)
		}
		for _, m := range members {
			if m.offset+m.size > int64(len(data)) {
				t.Fatalf("%+v", m)
			}
		}
	})
}

func FuzzPK3(f *testing.F) {
	f.Add(pk3("maps/a.bsp", "a", "b", ""))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		members, table, _, err := readPK3(r, int64(len(data)))
		if err != nil && !errors.Is(err, errArchive) {
			t.Fatal(err)
		}
		for i := range members {
			if got, err := table.read(r, members[i].zipped, 100); err == nil && len(got) > 100 {
				t.Fatalf("%d bytes of 100", len(got))
			}
		}
	})
}

// A folder that the user names may hold maps of several games, in folders in folders.
func TestNamesakesOfOtherGames(t *testing.T) {
	dir := tree(t, map[string][]byte{
		"a/one/dm6.bsp":         []byte("A"),
		"b/two/deep/dm6.bsp":    []byte("B"),
		"b/two/deep/er/dm7.bsp": []byte("C"),
		"b/two/locs/dm6.loc":    []byte("0 0 0 quad"),
	})
	p := New(Options{Dirs: []string{dir}, NoInstalls: true})
	isB := Want{Fits: func(data []byte) bool { return string(data) == "B" }}
	if f, err := p.Map("dm6", isB); err != nil || string(f.Data) != "B" || f.Warning != "" {
		t.Errorf("the map of the other game: %v, %v", f, err)
	}
	if f, err := p.Map("dm6", Want{Fits: func([]byte) bool { return false }}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a map that does not fit: %v, %v", f, err)
	}
	if f, err := p.Map("dm7", Want{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a map too far down: %v, %v", f, err)
	}
	if f, err := p.Locations("DM6"); err == nil {
		t.Errorf("locations in a folder that is no game's: %v", f)
	}
}

// A file of a zip is found by its clean name, and as much of it is read as is asked for.
func TestFilesOfAZip(t *testing.T) {
	long := strings.Repeat("a wall of text ", 1000)
	data := pk3("maps/", "", "Maps/A.bsp", long, "maps\\b.BSP", "b", "maps/a.bsp", "second", "empty", "",
		"maps/\u212a.bsp", "k", "../up", "no")
	r := bytes.NewReader(data)
	members, zipped, _, err := readPK3(r, int64(len(data)))
	if err != nil || len(members) != 6 {
		t.Fatalf("%d files, %v", len(members), err)
	}
	files := newTable(members)
	for range 2 * fewAsked { // by looking at each name, then by the index
		for name, want := range map[string]string{"maps/a.bsp": long, "maps/b.bsp": "b", "maps/k.bsp": "k",
			"empty": ""} {
			m := files.find(name)
			if m == nil {
				t.Fatalf("there is no %q", name)
			}
			for _, most := range []int64{3, 100, math.MaxInt64} {
				if got, err := zipped.read(r, m.zipped, most); err != nil ||
					string(got) != want[:min(int64(len(want)), most)] {
					t.Errorf("%q to %d: %d bytes, %v", name, most, len(got), err)
				}
			}
		}
		for _, name := range []string{"a.bsp", "maps/a.bs", "maps/a.bsp2", "up"} {
			if files.find(name) != nil {
				t.Errorf("%q was found", name)
			}
		}
	}
	if _, err := zipped.read(bytes.NewReader(nil), members[0].zipped, 100); !errors.Is(err, errArchive) {
		t.Errorf("a file that has changed: %v", err)
	}
}

// The maps of an archive are listed by their names, and read when they are asked for.
func TestMapsIn(t *testing.T) {
	for what, archive := range map[string][]byte{
		"pak": pak("maps/DM6.bsp", "six", "progs/player.mdl", "x", "maps/start.bsp", "start"),
		"pk3": pk3("maps/DM6.bsp", "six", "progs/player.mdl", "x", "maps/start.bsp", "start"),
	} {
		list, err := MapsIn(bytes.NewReader(archive), int64(len(archive)))
		if err != nil || len(list) != 2 || list[0].Name != "dm6" || list[1].Name != "start" {
			t.Fatalf("%s: %v, %v", what, list, err)
		}
		for i, want := range []string{"six", "start"} {
			if got, err := list[i].Read(); err != nil || string(got) != want {
				t.Errorf("%s: %s is %q, %v, want %q", what, list[i].Name, got, err, want)
			}
		}
		if _, err := MapsIn(bytes.NewReader(archive[:20]), 20); err == nil {
			t.Errorf("%s: nothing is said of one that is cut off", what)
		}
	}
}
