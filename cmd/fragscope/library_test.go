package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/sample"
)

// sampleFolder is a folder with the sample under two names, and the file of a library.
func sampleFolder(t *testing.T) (dir, file string) {
	t.Helper()
	dir, file = t.TempDir(), filepath.Join(t.TempDir(), "library.db")
	for _, name := range []string{"first", "second"} {
		if err := os.WriteFile(filepath.Join(dir, name+filepath.Ext(sample.DemoName)), sample.Demo(),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.dem"), []byte("nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, file
}

func TestLibrary(t *testing.T) {
	dir, file := sampleFolder(t)
	if _, errs := answer(t, exitUnread, "library", "list", "--library", file); !strings.Contains(errs, "library add") {
		t.Errorf("without a library: %s", errs)
	}
	answer(t, exitUsage, "library", "add", "--library", file)
	answer(t, exitUsage, "library", "scan", dir, "--library", file)
	if out, _ := answer(t, 0, "library", "add", dir, "--library", file); !strings.HasPrefix(out,
		"3 files, 3 of them new: ") {
		t.Errorf("add: %s", out)
	}
	if out, _ := answer(t, 0, "library", "scan", "--library", file); !strings.HasPrefix(out,
		"3 files, 0 of them new: ") {
		t.Errorf("scan: %s", out)
	}
	out, _ := answer(t, 0, "library", "list", "--json", "--library", file)
	for _, want := range []string{`"copies":2`, `bad.dem`, `"error":"it is`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
	if out, _ := answer(t, 0, "library", "list", "--csv", "--library", file); strings.Count(out, "\n") != 4 {
		t.Errorf("list --csv: %s", out)
	}
	if out, _ := answer(t, 0, "library", "list", "--library", file); strings.Count(out, "(2 copies)") != 2 {
		t.Errorf("list: %s", out)
	}
	answer(t, exitUsage, "find", "kind:frag")
	one, _ := answer(t, 0, "find", sampleName, "kind:frag", "--json")
	all, _ := answer(t, 0, "find", "--library", "kind:frag", "--json", "--library-file", file)
	if n := strings.Count(one, "\n"); n == 0 || strings.Count(all, "\n") != n || !strings.Contains(all, `first`) {
		t.Errorf("the sample has %d frags, the library with two copies of it:\n%s", n, all)
	}
	if out, _ := answer(t, 0, "find", "--library", "kind:frag", "health<50", "--csv", "--library-file",
		file); !strings.HasPrefix(out, "path,time_ms") || strings.Count(out, "\n") < 2 {
		t.Errorf("find --csv: %s", out)
	}
	checkHeat(t, file)
	checkLike(t, dir, file)
	answer(t, exitUnread, "library", "forget", filepath.Join(dir, "elsewhere"), "--library", file)
	answer(t, 0, "library", "forget", dir, "--library", file)
	if out, _ := answer(t, 0, "library", "list", "--library", file); out != "" {
		t.Errorf("after forget: %s", out)
	}
}

// checkHeat asks the library of the sample where players died there: all deaths are in the cells, and each cell
// lists its own.
func checkHeat(t *testing.T, file string) {
	t.Helper()
	one, _ := answer(t, 0, "find", sampleName, "kind:death", "--json")
	cells, _ := answer(t, 0, "heat", sampleMap(t), "--of", "deaths", "--json", "--library", file)
	deaths, listed := 0.0, 0
	for line := range strings.Lines(cells) {
		var c cellJSON
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		deaths += c.Weight
		moments, _ := answer(t, 0, "heat", sampleMap(t), "--of", "deaths", fmt.Sprintf("--at=%g,%g", c.X, c.Y), "--csv",
			"--library", file)
		listed += strings.Count(moments, "\n") - 1
	}
	if want := strings.Count(one, "\n"); int(deaths) != want || listed != want {
		t.Errorf("%g deaths in cells, %d listed of %d", deaths, listed, want)
	}
	if _, errs := answer(t, exitUnread, "heat", "nowhere", "--library", file); !strings.Contains(errs, sampleMap(t)) {
		t.Errorf("of a map that there is not: %s", errs)
	}
	answer(t, exitUsage, "heat", sampleMap(t), "--at", "here", "--library", file)
}

// sampleMap is the map of the sample.
func sampleMap(t *testing.T) string {
	t.Helper()
	rec, err := openRecording(t.Context(), sampleName, 0)
	if err != nil {
		t.Fatal(err)
	}
	return rec.Levels()[0].Map
}

// checkLike asks for moments like one of a demo of the library, and of the same demo elsewhere.
func checkLike(t *testing.T, dir, file string) {
	t.Helper()
	demo := filepath.Join(dir, "first"+filepath.Ext(sample.DemoName))
	out, _ := answer(t, 0, "find", "--library", "--like", demo+"@0:20", "--most", "3", "--library-file", file)
	if strings.Count(out, "\n") != 3 || strings.Contains(out, "  0:20") {
		t.Errorf("like a moment of itself: %s", out)
	}
	out, _ = answer(t, 0, "find", "--library", "--like", sampleName+"@0:20", "--json", "--library-file", file)
	if !strings.Contains(out, `"distance":0`) {
		t.Errorf("like the sample: %s", out)
	}
	answer(t, exitUsage, "find", "--like", demo+"@0:20", "--library-file", file)
	answer(t, exitUsage, "find", "--library", "--like", demo, "--library-file", file)
}
