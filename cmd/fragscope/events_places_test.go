package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With a game's folder, events have the names of the places where they happened.
func TestEventsTellPlaces(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "locs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "locs", "glasshouse.loc"), []byte("0 0 192 the-one-place\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"--json", "--csv", ""} {
		args := []string{"events", "sample:", "--game-dir", dir}
		if form != "" {
			args = append(args, form)
		}
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 0 {
			t.Fatalf("exit status %d: %s", code, errs.String())
		}
		placed := 0
		for line := range strings.Lines(out.String()) {
			if form == "" {
				placed += strings.Count(line, "[the-one-place]")
				continue
			}
			if form == "--csv" {
				if strings.HasSuffix(line, ",the-one-place\n") {
					placed++
				}
				continue
			}
			var e eventJSON
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if e.Place == "the-one-place" {
				placed++
			}
			if e.Place != "" && len(e.Origin) == 0 && e.Kind != "team_chat" {
				t.Errorf("place %q: %s", e.Place, line)
			}
		}
		if placed < 10 {
			t.Errorf("%q: %d events have a place", form, placed)
		}
	}
}
