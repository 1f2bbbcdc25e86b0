package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fragscope/formats/base/outlet"
	"fragscope/formats/codec"
	"fragscope/formats/quake3"
	"fragscope/sim/simtest/script"
)

// What the strangers who made a demo and its names write into them. Each pair is of one length.
var hostileTexts = [][2]string{
	{"Ada", "=\x1bA"},
	{"Bob", "-\nB"},
	{"Cy", "@\x9b"},
	{"Dee", "\xff\xfe+"},
	{"gg", "=1"},
	{"glhf", "\n0:0"},
	{"quad soon", "\x1b]0;own\a\n"},
	{"this is a longer line", "=cmd|' /C calc'!A0\r\n\x1b"},
	{"entered the game", "\x1b[2J\n0:01.0  won "},
	{"arena", "a\x1b\n\xe9a"},
	{"You got the", "=1\n\x1b[31m0:1"},
}

// hostileDemos are the scripted match in every format, with hostile texts.
func hostileDemos(t *testing.T) map[string][]byte {
	t.Helper()
	demos := map[string][]byte{}
	for _, f := range script.Formats() {
		data := f.Demo()
		if strings.HasPrefix(f.Name, "quake3") || f.Name == "quakelive" {
			data = hostileQuake3(t, f.File(), data)
		} else {
			data = []byte(hostileText(string(data)))
		}
		demos[f.File()] = data
	}
	return demos
}

func hostileText(s string) string {
	for _, pair := range hostileTexts {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	return s
}

// hostileQuake3 changes the texts of a demo whose bytes are packed.
func hostileQuake3(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	dec := quake3.NewDecoder(data, quake3.Options{Name: name})
	enc := quake3.NewEncoder(&out, quake3.Options{Protocol: dec.Protocol()})
	codec.Drive[quake3.Handler](dec, quake3.HandlerFunc(func(m quake3.Message) {
		switch m := m.(type) {
		case *quake3.Gamestate:
			for i := range m.Configstrings {
				m.Configstrings[i].Text = []byte(hostileText(string(m.Configstrings[i].Text)))
			}
		case *quake3.ServerCommand:
			m.Text = []byte(hostileText(string(m.Text)))
		}
		enc.Handle(m)
	}), nil)
	if err := enc.Finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lines checks that what a verb printed does nothing to a terminal: lines of characters that show. It gives them.
func lines(t testing.TB, what, out string) []string {
	t.Helper()
	bad := func(r rune) bool {
		return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
	}
	if i := strings.IndexFunc(out, bad); i >= 0 || !utf8.ValidString(out) {
		t.Errorf("%s prints %.80q", what, out[max(0, i-20):])
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
}

// TestOutlets lets demos with hostile texts and names leave through every verb, in every form.
func TestOutlets(t *testing.T) {
	dir := t.TempDir()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	put := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Skip("this system has no such names:", err)
		}
		return file
	}
	hostile := "\x1b[31m\n=a\xe9\u202e,\"'"
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		hostile = "=a\u202e,'" // other names are not to be had there
	}
	for file, data := range hostileDemos(t) {
		w, err := z.Create(hostile + file)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
		path := put(hostile+file, data)
		verbs(t, path)
		if !t.Failed() {
			continue
		}
		t.Fatalf("with %s", file)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	zipped := put(hostile+".zip", archive.Bytes())
	verbs(t, zipped+":"+hostile+"netquake.dem")
	reopened(t, dir, 2*len(script.Formats()))
	libraryOutlets(t, dir)
	_, stderr := answer(t, exitUnread, "dump", zipped) // names the archive
	lines(t, "the choice", stderr)
	for _, verb := range []string{"info", "events", "positions", "dump"} {
		_, stderr := answer(t, exitUnread, verb, filepath.Join(dir, "none"+hostile))
		lines(t, verb+" of nothing", stderr)
		_, stderr = answer(t, exitUsage, verb, "--"+hostile)
		lines(t, verb+" misused", stderr)
	}
}

// libraryOutlets checks what the verbs of the library print of the demos of a folder.
func libraryOutlets(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "library.db")
	answer(t, 0, "library", "add", dir, "--library", file)
	list, _ := answer(t, 0, "library", "list", "--json", "--library", file)
	first, _, _ := strings.Cut(list, "\n")
	var demo libraryJSON
	if err := json.Unmarshal([]byte(first), &demo); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"library", "list", "--library", file}, {"library", "list", "--csv", "--library", file},
		{"find", "--library", "kind:death", "--library-file", file},
		{"find", "--library", "kind:death", "--json", "--library-file", file},
		{"find", "--library", "by:=", "--csv", "--library-file", file},
		{"heat", demo.Map, "--of", "deaths", "--at", "0,0", "--library", file},
		{"heat", demo.Map, "--at", "0,0", "--json", "--library", file},
	} {
		out, stderr := answer(t, 0, args...)
		lines(t, strings.Join(args, " "), out)
		lines(t, strings.Join(args, " "), stderr)
	}
}

// verbs checks what every verb prints of a demo.
func verbs(t *testing.T, path string) {
	t.Helper()
	for _, args := range [][]string{
		{"info"}, {"info", "--json"}, {"events"}, {"events", "--json"}, {"events", "--csv"}, {"positions"}, {"dump"},
		{"dump", "--json"},
		{"report"}, {"report", "--json"}, {"report", "--csv"}, {"report", "--html"},
	} {
		what := strings.Join(args, " ")
		out, stderr := answer(t, 0, append(args, path)...)
		lines(t, what, stderr)
		list := lines(t, what, out)
		switch {
		case args[len(args)-1] == "--json":
			for _, line := range list {
				if !json.Valid([]byte(line)) {
					t.Fatalf("%s gives %.100q", what, line)
				}
			}
		case what == "events":
			json, _ := answer(t, 0, "events", "--json", path)
			// console commands are printed on demand
			if want := strings.Count(json, "\n") - strings.Count(json, `"kind":"command"`); len(list) != want {
				t.Errorf("%d lines tell of %d events", len(list), want)
			}
		case what == "events --csv":
			tables(t, path, out)
		}
	}
}

// tables checks comma separated values: nothing in them is a formula, and the exact ones have the texts as they are.
func tables(t *testing.T, path, out string) {
	t.Helper()
	safe, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	exactOut, _ := answer(t, 0, "events", "--csv", "--exact", path)
	exact, err := csv.NewReader(strings.NewReader(exactOut)).ReadAll()
	if err != nil || len(exact) != len(safe) {
		t.Fatal(len(exact), len(safe), err)
	}
	guarded := 0
	for i, row := range safe {
		for k, cell := range row {
			if safe[0][k] == "name" || safe[0][k] == "attacker_name" || safe[0][k] == "text" || safe[0][k] == "cause" {
				if strings.IndexAny(strings.TrimSpace(cell), "=+-@") == 0 {
					t.Errorf("the cell %q is a formula", cell)
				}
				// The reader takes a line's end in a cell for a newline.
				if plain := strings.ReplaceAll(exact[i][k], "\r\n", "\n"); strings.ReplaceAll(cell, `\r\n`,
					`\n`) != outlet.Cell(plain) {
					t.Errorf("%q is exactly %q", cell, exact[i][k])
				}
				if cell != exact[i][k] {
					guarded++
				}
			}
		}
	}
	if guarded == 0 {
		t.Errorf("nothing hostile was met in %q", path)
	}
}

// reopened checks that the demos of a folder, also in archives, can be opened by what info printed of their paths.
func reopened(t *testing.T, dir string, want int) {
	t.Helper()
	out, _ := answer(t, 0, "info", "--json", dir)
	n := 0
	for line := range strings.Lines(out) {
		var first, again infoJSON
		if err := json.Unmarshal([]byte(line), &first); err != nil {
			t.Fatal(err)
		}
		path := first.Path
		if first.PathExact != "" {
			path = first.PathExact
		}
		out, _ := answer(t, 0, "info", "--json", path)
		if err := json.Unmarshal([]byte(out), &again); err != nil || again.Path != first.Path ||
			again.PathExact != first.PathExact || again.Messages != first.Messages {
			t.Errorf("%q opens %+v, %v", path, again, err)
		}
		n++
	}
	if n != want {
		t.Errorf("%d demos, want %d", n, want)
	}
}
