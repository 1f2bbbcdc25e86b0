package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/sim/load"
	"fragscope/viewer/page"
)

// browsers are Debian's, by the names that what drives them has for them.
var browsers = map[string]string{"chrome": "chromium", "firefox": "firefox-esr"}

// driven runs a script that drives a browser for each that is there. It takes minutes, and modules from npm:
// .ci/browsers installs them and sets BROWSERS to the folder that holds node_modules. The pictures that it takes
// lie beside them.
func driven(t *testing.T, script string, args func(browser, pictures string) []string) {
	modules := os.Getenv("BROWSERS")
	if modules == "" {
		t.Skip("BROWSERS names no folder with node_modules: run .ci/browsers")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to drive browsers with")
	}
	if script, err = filepath.Abs(filepath.Join("testdata", "browser", script)); err != nil {
		t.Fatal(err)
	}
	for name, program := range browsers {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(program)
			if err != nil {
				t.Skipf("there is no %s", program)
			}
			cmd := exec.Command(node, append([]string{script, name, path}, args(name, modules)...)...)
			cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(modules, "node_modules"))
			out, err := cmd.CombinedOutput()
			for line := range strings.Lines(string(out)) {
				if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "FAIL") {
					t.Error(line)
				} else {
					t.Log(line)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// The page in Debian's browsers, with real wheel, mouse and touch events, and without what it needs.
func TestThePageInBrowsers(t *testing.T) {
	folder := ""
	driven(t, "page.test.js", func(_, pictures string) []string {
		if folder == "" {
			folder = builtPage(t)
		}
		return []string{folder, pictures}
	})
}

// hostileName is that of a demo which would do harm in a page that had it as it is.
const hostileName = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u2028\x00\"'.dm_68"

// A saved page, from a file and without a network, in Debian's browsers: it shows what the desktop shows of that
// moment.
func TestASavedPageInBrowsers(t *testing.T) {
	want := ""
	file := filepath.Join(t.TempDir(), "clip.html")
	driven(t, "saved.test.js", func(name, pictures string) []string {
		if want == "" {
			want = desktopPicture(t, savedPageAt(t, file))
		}
		picture := filepath.Join(pictures, name+"-saved.png")
		t.Cleanup(func() { comparePictures(t, picture, want) })
		return []string{file, pictures, name + "-saved"}
	})
}

// savedPageAt saves a page of a part of the sample, and returns that part.
func savedPageAt(t *testing.T, name string) []byte {
	t.Helper()
	r := new(release)
	atRoot(t, r)
	program, err := r.pageFile()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Read(sample.DemoName, "", sample.Demo())
	if err != nil {
		t.Fatal(err)
	}
	part, err := load.Clip(demo, 10*time.Second, 40*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bsp.Decode(sample.Map())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	show := page.Show{Name: hostileName, Demo: part, Plans: map[string]*plan.Plan{"glasshouse": plan.FromBSP(m, nil)}}
	if err := show.Write(&out, program); err != nil {
		t.Fatal(err)
	}
	t.Logf("the program's part: %d bytes packed, %d as text; the page: %d", packedSize(program),
		len(program), out.Len())
	if packedSize(program) >= mostPacked {
		t.Errorf("the program's part is packed larger than %d bytes", mostPacked)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return part
}

// desktopPicture is a picture of the demo as the desktop's program draws it at the moment of the browsers'.
func desktopPicture(t *testing.T, demo []byte) string {
	t.Helper()
	dir := t.TempDir()
	name, program := filepath.Join(dir, "clip.dm_68"), filepath.Join(dir, "fragscope")
	if err := os.WriteFile(name, demo, 0o644); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(dir, "desktop.png")
	for _, args := range [][]string{
		{"go", "build", "-o", program, "fragscope/cmd/fragscope"},
		{program, "shot", name, "--at", "4.2", "--size", "1280x720", "--scale", "1", "--panels", "-o", picture},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
	}
	return picture
}

// comparePictures holds that two pictures show the same map: outside of the bars, of which the upper one has the
// name of the file, few pixels differ by more than the roundings of two machines.
func comparePictures(t *testing.T, one, two string) {
	a, b := readPicture(t, one), readPicture(t, two)
	if a == nil || b == nil || a.Bounds() != b.Bounds() {
		t.Errorf("%s and %s are not of one size", one, two)
		return
	}
	off, count := 0, 0
	for y := 40; y < a.Bounds().Dy()-100; y++ {
		for x := range a.Bounds().Dx() {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			count++
			if max(apart(r, r2), apart(g, g2), apart(bl, b2)) > 24<<8 {
				off++
			}
		}
	}
	t.Logf("%s: %d of %d pixels differ", filepath.Base(one), off, count)
	if off*125 > count { // names on the map are in another weight, see package fonts
		t.Errorf("%s: %d of %d pixels differ from the desktop's", one, off, count)
	}
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

func readPicture(t *testing.T, name string) image.Image {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return nil
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Error(err)
	}
	return img
}

// atRoot has a release find the project for the rest of a test.
func atRoot(t *testing.T, r *release) {
	t.Helper()
	if _, err := os.Stat("go.mod"); err != nil {
		t.Chdir(filepath.Join("..", ".."))
	}
	if err := r.here(); err != nil {
		t.Fatal(err)
	}
}

// builtPage is a folder with the page as it is released.
func builtPage(t *testing.T) string {
	t.Helper()
	r := &release{version: "test"}
	atRoot(t, r)
	var err error
	if r.page, err = r.pageFile(); err != nil {
		t.Fatal(err)
	}
	program, err := r.build(target{"js", "wasm"})
	if err != nil {
		t.Fatal(err)
	}
	page := tree{}
	if err := r.addPage(page, program); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, f := range page {
		if err := os.WriteFile(filepath.Join(dir, name), f.data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
