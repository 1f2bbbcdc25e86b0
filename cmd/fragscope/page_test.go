package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"fragscope/assets/sample"
	"fragscope/viewer/notes"
	"fragscope/viewer/page"
	"fragscope/viewer/settings"
)

// readPage is what a page shows.
func readPage(t *testing.T, name string) *page.Show {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), `id="content" type="text/plain">`)
	text, _, _ = strings.Cut(text, "</script>")
	s, err := page.Read(text)
	if err != nil || s == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

func TestPage(t *testing.T) {
	home, dir := xdg.DataHome, t.TempDir()
	t.Cleanup(func() { xdg.DataHome = home })
	xdg.DataHome = filepath.Join(dir, "share")
	file := filepath.Join(dir, "clip.html")
	if _, stderr := answer(t, exitUnread, "page", "sample:", "-o", file); !strings.Contains(stderr, "make page") ||
		!strings.Contains(stderr, page.UserFile()) {
		t.Errorf("without the program: %q", stderr)
	}
	if err := os.MkdirAll(filepath.Dir(page.UserFile()), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page.UserFile(), []byte(page.Sign+page.Title+page.Content), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, stderr := answer(t, 0, "page", "sample:", "-o", file)
	if stdout != file+" contains the plan of glasshouse\n" || stderr != "" {
		t.Errorf("says %q and %q", stdout, stderr)
	}
	whole := readPage(t, file)
	if whole.Name != sample.DemoName || !bytes.Equal(whole.Demo, sample.Demo()) || whole.Plans["glasshouse"] == nil {
		t.Errorf("the page has %q, %d bytes, %d plans", whole.Name, len(whole.Demo), len(whole.Plans))
	}
	clip := filepath.Join(dir, "clip.dm_68")
	answer(t, 0, "cut", "sample:", "--from", "0:10", "--to", "0:15", "-o", clip)
	answer(t, 0, "page", "sample:", "--from", "0:10", "--to", "0:15", "-o", file, "--force")
	if want, _ := os.ReadFile(clip); !bytes.Equal(readPage(t, file).Demo, want) {
		t.Error("the page's part is not the clip")
	}
	if s := readPage(t, file); len(s.Notes)+len(s.Turns) != 0 {
		t.Errorf("a page with notes and turns that nobody asked for: %q, %v", s.Notes, s.Turns)
	}
	drawn := filepath.Join(dir, "drawn.json")
	if err := os.WriteFile(drawn,
		[]byte(
			`{"fragscope_notes": 1, "drawings": [], "bookmarks": [{"at_ms": 12000, "note": "look"}, {"at_ms": 40000}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	answer(t, 0, "page", "sample:", "--from", "10", "--to", "15", "--notes", drawn, "--turn", "270", "-o",
		file, "--force")
	s := readPage(t, file)
	if doc, err := notes.Parse(s.Notes); err != nil || len(doc.Bookmarks) != 1 ||
		doc.Bookmarks[0].At != settings.Millis(2*time.Second) || s.Turns["glasshouse"] != 3 {
		t.Errorf("the page has the notes %q and the turns %v", s.Notes, s.Turns)
	}
	for _, test := range []struct {
		exit int
		want string
		args []string
	}{
		{exitUsage, "already exists; --force replaces it", []string{"-o", file}},
		{exitUsage, "--to must be later than --from", []string{"--from", "20", "--to", "10", "-o", file, "--force"}},
		{exitUsage, "the name of a page must end in .html", []string{"-o", filepath.Join(dir, "clip.mvd")}},
		{exitUsage, "the map cannot be rotated by", []string{"--turn", "45", "-o", file, "--force"}},
		{exitUnread, "this is not a notes file", []string{"--notes", clip, "-o", file, "--force"}},
		{exitUsage, "no such folder", []string{"--game-dir", filepath.Join(dir, "none"), "-o", file,
			"--force"}},
		{0, "the page contains the whole demo", []string{"--from", "10000", "-o", file, "--force"}},
	} {
		if _, stderr := answer(t, test.exit, append([]string{"page", "sample:"}, test.args...)...); !strings.Contains(
			stderr, test.want) {
			t.Errorf("%q: says %q, want %q", test.args, stderr, test.want)
		}
	}
}
