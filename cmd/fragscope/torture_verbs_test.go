package main

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"fragscope/formats/base/outlet"
	"fragscope/formats/clip"
	"fragscope/viewer/page"
)

// tortureTally is how often a verb was tried, and how often it did all and said why not.
type tortureTally struct{ Tried, Whole, Said int }

// tortureMatchVerbs are the verbs that answer about matches or write, with their forms, of which a run takes one
// each, in this order. DEMO is the damaged demo, DIR a folder of their own, EXT the extension of clips, MAP the map
// that the library knows.
var tortureMatchVerbs = [][]string{
	{"report DEMO --json", "report DEMO", "report DEMO --csv"},
	{"find DEMO frag --json", "find DEMO item --csv", "find DEMO health<50"},
	{"race DEMO DEMO --start move --json", "race DEMO DEMO --start level", "race DEMO DEMO"},
	{"merge DEMO DEMO -o DIR/x.match", "merge DEMO DEMO -o DIR/x.mvd"},
	{"cut DEMO --from 1 --to 4 -o DIR/xEXT", "cut DEMO --to 2 -o DIR/xEXT", "cut DEMO --from 2 -o DIR/xEXT"},
	{"page DEMO -o DIR/x.html", "page DEMO --from 1 --to 3 -o DIR/x.html"},
	{"pack DIR/dump -o DIR/xEXT"},
	{"export DEMO -o DIR/tables", "export DEMO --csv -o DIR/tables", "export DEMO --jsonl -o DIR/tables"},
	{"learn DEMO -o DIR/x.atlas"},
	{"library add DEMO --library-file DIR/l/x.db"},
	{"find --library frag --library-file DIR/l/x.db --json", "find --library item --library-file DIR/l/x.db",
		"find --library health<50 --library-file DIR/l/x.db --csv"},
	{"heat MAP --library-file DIR/l/x.db --json", "heat MAP --of deaths --library-file DIR/l/x.db",
		"heat MAP --of pickups --library-file DIR/l/x.db --csv"},
	{"library list --library-file DIR/l/x.db --json", "library list --library-file DIR/l/x.db"},
}

// tortureShots are the pictures and films of which each tortureShot-th run makes one, in a process of its own.
var tortureShots = []string{
	"shot DEMO --at 1 --size 640x360 --panels -o DIR/x.png",
	"shot DEMO --at 3 --length 0.4 --rate 5 --size 320x180 --panels -o DIR/x.gif",
	"shot DEMO --at 2 --size 320x200 --heat-map --panels -o DIR/x.png",
	"shot DEMO --at 1 --length 1 --rate 5 --size 320x180 -o DIR/x.avi",
}

const tortureShot = 8

// tortureMatches lets a damaged demo go through those verbs.
func tortureMatches(t testing.TB, file string, number int) map[string]tortureTally {
	tally := map[string]tortureTally{}
	dir, err := os.MkdirTemp(filepath.Dir(file), "verbs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Mkdir(filepath.Join(dir, "l"), 0o700); err != nil {
		panic(err)
	}
	var dump, names bytes.Buffer
	run([]string{"dump", "--json", file}, &dump, io.Discard)
	if err := os.WriteFile(filepath.Join(dir, "dump"), dump.Bytes(), 0o600); err != nil {
		panic(err)
	}
	ext, level := filepath.Ext(file), "none"
	if demo, err := openDemo(file); err == nil {
		ext = clip.Extension(demo)
	}
	stands := func(form string) []string {
		return strings.Fields(strings.NewReplacer("DEMO", file, "DIR", filepath.ToSlash(dir), "EXT", ext, "MAP",
			level).Replace(form))
	}
	for i, forms := range tortureMatchVerbs {
		if strings.HasPrefix(forms[0], "heat") {
			names.Reset()
			run(stands("library list --json --library-file DIR/l/x.db"), &names, io.Discard)
			var row libraryJSON
			if json.NewDecoder(&names).Decode(&row); row.Map != "" && outlet.FileName(row.Map) == row.Map &&
				!strings.ContainsAny(row.Map, " -=") {
				level = row.Map
			}
		}
		args := stands(forms[(number+i)%len(forms)])
		what := strings.Join(args[:min(2, len(args))], " ")
		if what != "find --library" {
			what = args[0]
		}
		tally[what] = tortureOne(t, args, dir, tally[what],
			func(out, errs io.Writer) int { return run(args, out, errs) })
	}
	if number%tortureShot == 0 && os.Getenv("DISPLAY") != "" {
		args := stands(tortureShots[number/tortureShot%len(tortureShots)])
		tally["shot"] = tortureOne(t, args, dir, tally["shot"],
			func(_, errs io.Writer) int { return tortureProcess(t, args, errs) })
	}
	return tally
}

// tortureProcess runs the program in a process of its own.
func tortureProcess(t testing.TB, args []string, errs io.Writer) int {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "LIBGL_ALWAYS_SOFTWARE=1")
	cmd.Stderr = errs
	watchdog := time.AfterFunc(tortureTime, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	if cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 ||
		cmd.ProcessState.ExitCode() > exitDamage {
		t.Errorf("%s: %v", strings.Join(args, " "), cmd.ProcessState)
	}
	return cmd.ProcessState.ExitCode()
}

// tortureOne runs a verb, and checks that it did all or says why not, and what it wrote.
func tortureOne(t testing.TB, args []string, dir string, tally tortureTally,
	do func(out, errs io.Writer) int) tortureTally {
	t.Helper()
	what := strings.Join(args, " ")
	out := &checkedLines{t: t, what: what, json: strings.Contains(what, "--json")}
	var said bytes.Buffer
	stderr := &checkedLines{t: t, what: what}
	code := do(out, io.MultiWriter(stderr, &said))
	out.line(out.rest)
	stderr.line(stderr.rest)
	tally.Tried++
	written := ""
	for i, a := range args[:len(args)-1] {
		if a == "-o" {
			written = args[i+1]
		}
	}
	entries, _ := os.ReadDir(dir)
	if left := len(entries); written == "" && left != 2 || written != "" && left > 3 {
		t.Errorf("%s leaves %d files", what, left)
	}
	info, err := os.Stat(written)
	switch {
	case code == 0 && written != "" && (err != nil || info.Size() == 0):
		t.Errorf("%s wrote nothing: %s", what, said.String())
	case code == 0 && written != "":
		if err := tortureWritten(args[0], written); err != nil {
			t.Errorf("%s wrote what cannot be read: %v", what, err)
		}
		tally.Whole++
	case code == 0:
		tally.Whole++
	case said.Len() == 0 || code == exitUsage && args[0] != "race" && args[0] != "cut" && args[0] != "merge":
		t.Errorf("%s: exit status %d, %q", what, code, said.String())
	default:
		tally.Said++
		if err == nil && !info.IsDir() {
			t.Errorf("%s failed and left a file: %s", what, said.String())
		}
	}
	if written != "" {
		os.RemoveAll(written)
	}
	return tally
}

// tortureWritten reads what a verb wrote.
func tortureWritten(verb, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	switch filepath.Ext(name) {
	case ".png":
		_, err = png.Decode(f)
		return err
	case ".gif":
		_, err = gif.DecodeAll(f)
		return err
	}
	if verb == "cut" || verb == "pack" {
		_, err = openDemo(name)
	}
	return err
}

// tortureShare puts what pages are made with into a folder of the campaign's.
func tortureShare(dir string) {
	xdg.DataHome = filepath.Join(dir, "share")
	if err := os.MkdirAll(filepath.Dir(page.UserFile()), 0o700); err != nil {
		panic(err)
	}
	if err := os.WriteFile(page.UserFile(), []byte(page.Sign+page.Title+page.Content), 0o600); err != nil {
		panic(err)
	}
}
