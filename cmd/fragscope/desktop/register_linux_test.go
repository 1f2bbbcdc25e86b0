package desktop

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fragscope/assets/sample"
)

// tree is every file and folder below dir, with the contents of files.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if e.IsDir() {
			out[name+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func compare(t *testing.T, before, after map[string]string) {
	t.Helper()
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s is left behind", name)
		}
	}
	for name, data := range before {
		if got, ok := after[name]; !ok {
			t.Errorf("%s is gone", name)
		} else if got != data {
			t.Errorf("%s has changed", name)
		}
	}
}

func TestRegisterLeavesNothingBehind(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	if err := Register("/opt/fragscope", io.Discard); err != nil {
		t.Fatal(err)
	}
	got := tree(t, filepath.Join(home, "data"))
	for name := range userFiles("") {
		if got[filepath.FromSlash(name)] == "" {
			t.Errorf("%s is not written", name)
		}
	}
	if !strings.Contains(got[entryFile], "Exec=/opt/fragscope %F\n") {
		t.Error("the entry does not start the program")
	}
	if err := Register("/opt/fragscope", io.Discard); err != nil {
		t.Fatal("registering again: ", err)
	}
	if err := Unregister(io.Discard); err != nil {
		t.Fatal(err)
	}
	if left := slices.Sorted(maps.Keys(tree(t, home))); len(left) > 0 && !slices.Equal(left, []string{"data/"}) {
		t.Errorf("left behind: %q", left)
	}
	var said strings.Builder
	if err := Unregister(&said); err != nil || !strings.Contains(said.String(), "Nothing") {
		t.Errorf("taking back nothing: %v, %s", err, said.String())
	}
}

// What other programs have there stays as it is.
func TestRegisterBesideOthers(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PATH", home) // no tools: they rebuild caches that are not compared here
	t.Setenv("XDG_DATA_HOME", home)
	for name, data := range map[string]string{
		"applications/other.desktop":            "[Desktop Entry]\n",
		"applications/mimeinfo.cache":           "[MIME Cache]\n",
		"mime/packages/other.xml":               "<mime-info/>",
		"mime/globs2":                           "50:x/y:*.z\n",
		"icons/hicolor/48x48/apps/other.png":    "PNG",
		"icons/hicolor/16x16/mimetypes/any.png": "PNG",
	} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := tree(t, home)
	var said strings.Builder
	if err := Register("/opt/fragscope", &said); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "update-mime-database is not installed") {
		t.Errorf("no word of the missing tool: %s", said.String())
	}
	if err := Unregister(io.Discard); err != nil {
		t.Fatal(err)
	}
	compare(t, before, tree(t, home))
}

// A pipe under the name of a file that is to be written is replaced, and nobody waits for its writer.
func TestPipeIsReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "entry.desktop")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	if err := writeFile(name, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestPathWithASpace holds that the generic xdg-open, which reads no quotes, starts a program wherever it lies.
func TestPathWithASpace(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	program := filepath.Join(t.TempDir(), "my fragscope")
	if err := os.WriteFile(program, []byte("#!"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Register(program, io.Discard); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(home, "data", "fragscope", "program")
	if to, err := os.Readlink(link); err != nil || to != program {
		t.Errorf("%s leads to %q, %v", link, to, err)
	}
	if entry := tree(t, filepath.Join(home, "data"))[entryFile]; !strings.Contains(entry, "\nExec="+link+" %F\n") {
		t.Errorf("the entry is\n%s", entry)
	}
	if err := Unregister(io.Discard); err != nil {
		t.Fatal(err)
	}
	if left := slices.Sorted(maps.Keys(tree(t, home))); len(left) > 0 && !slices.Equal(left, []string{"data/"}) {
		t.Errorf("left behind: %q", left)
	}
}

// TestBytesDecide asks the desktop itself what files called .dem are: only those of Quake are ours.
func TestBytesDecide(t *testing.T) {
	for _, tool := range []string{"gio", "update-mime-database"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	if err := Register("/opt/fragscope", io.Discard); err != nil {
		t.Fatal(err)
	}
	start := "-1\n\x40\x00\x00\x00" + strings.Repeat("\x00", 12)
	for name, c := range map[string]struct{ data, want string }{
		"quake.dem":      {start + "\x08\x02\nVERSION 1.09 SERVER (22264 CRC)\x00", "x-quake-demo"},
		"darkplaces.dem": {start + "\x08\nServer: DarkPlaces-Quake build 20:17\x00", "x-quake-demo"},
		"xonotic.dem":    {start + "\x08\nServer: Xonotic build 20:17\x00", "x-darkplaces-demo"},
		"source.dem":     {"HL2DEMO\x00\x03\x00\x00\x00", "x-source-demo"},
		"source2.dem":    {"PBDEMS2\x00\x03\x00\x00\x00", "x-source2-demo"},
		"goldsrc.dem":    {"HLDEMO\x00\x00\x05\x00\x00\x00", "x-goldsrc-demo"},
		"rubbish.dem":    {strings.Repeat("\xa5\x13\x00\x07\xfe", 50), "x-any-dem"},
		"text.dem":       {"hello world\n", "x-any-dem"},
		"sample.dm_68":   {string(sample.Demo()), "x-quake3-demo"},
		"sample":         {string(sample.Demo()), "x-quake3-demo"},
		"sample.dm_84":   {string(sample.Demo()), "x-enemyterritory-demo"},
		"cod.dm_1":       {strings.Repeat("\xa5\x13\x00\x07\xfe", 50), "x-callofduty-demo"},
	} {
		file := filepath.Join(home, name)
		if err := os.WriteFile(file, []byte(c.data), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("gio", "info", "-a", "standard::content-type", file).Output()
		if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), " application/"+c.want) {
			t.Errorf("%s is not %s but %s, %v", name, c.want, out, err)
		}
	}
}

// TestValidators has the desktops' own tools read what packages install.
func TestValidators(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		data []byte
		tool []string
	}{
		{BundleID + ".desktop", Entry("fragscope"), []string{"desktop-file-validate"}},
		{BundleID + ".desktop", Entry("/opt/my games/fragscope"), []string{"desktop-file-validate"}},
		{BundleID + ".metainfo.xml", Metainfo([]Release{{"1.2.3", day, []string{"Less < more & better."}}}),
			[]string{"appstreamcli", "validate", "--no-net"}},
	} {
		if _, err := exec.LookPath(c.tool[0]); err != nil {
			t.Log(err)
			continue
		}
		name := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(name, c.data, 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(c.tool[0], append(c.tool[1:], name)...).CombinedOutput(); err != nil ||
			c.tool[0] == "desktop-file-validate" && len(out) > 0 {
			t.Errorf("%s: %v\n%s", c.tool[0], err, out)
		}
	}
}
