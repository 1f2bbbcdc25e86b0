package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// answer runs the program and returns what it printed.
func answer(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	if got := run(args, &out, &err); got != want {
		t.Fatalf("fragscope %s: exit status %d, want %d\n%s", strings.Join(args, " "), got, want, err.String())
	}
	return out.String(), err.String()
}

func TestInfoOfTheSample(t *testing.T) {
	out, _ := answer(t, 0, "info", "--json", "sample:")
	var info infoJSON
	if err := json.Unmarshal([]byte(out), &info); err != nil {
		t.Fatal(err)
	}
	if info.Game != "quake3" || info.Container != "dm_68" || info.Protocol != 68 || info.Kind != "client" ||
		!info.Complete ||
		len(info.Maps) != 1 || info.Maps[0].Name != "glasshouse" || info.Maps[0].File == "" || len(info.Players) != 6 ||
		info.DurationMS < 60_000 || info.Messages <= info.Snapshots/2 {
		t.Errorf("got %s", out)
	}
	words, _ := answer(t, 0, "info", "sample:")
	for _, word := range []string{"quake3, protocol 68", "glasshouse", "complete"} {
		if !strings.Contains(words, word) {
			t.Errorf("no %q in\n%s", word, words)
		}
	}
}

func TestEventsOfTheSample(t *testing.T) {
	out, _ := answer(t, 0, "events", "--json", "sample:")
	kinds := map[string]int{}
	last := int64(0)
	for line := range strings.Lines(out) {
		var e eventJSON
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.TimeMS < last {
			t.Errorf("%s comes after %d ms", line, last)
		}
		last = e.TimeMS
		kinds[e.Kind]++
		if e.Kind == "obituary" && (e.Weapon == "" || e.Cause == "" || e.Slot == nil) {
			t.Errorf("obituary without a cause: %s", line)
		}
	}
	for _, kind := range []string{"obituary", "chat", "pickup", "match_start", "level_start", "powerup"} {
		if kinds[kind] == 0 {
			t.Errorf("no event of kind %s", kind)
		}
	}
	rows, _ := answer(t, 0, "events", "--csv", "sample:")
	if n := strings.Count(rows, "\n"); n < strings.Count(out, "\n") ||
		!strings.HasPrefix(rows, "time_ms,clock_ms,kind,slot,") {
		t.Errorf("%d lines of CSV", n)
	}
}

func TestPositionsOfTheSample(t *testing.T) {
	out, _ := answer(t, 0, "positions", "--csv", "sample:")
	head, rest, _ := strings.Cut(out, "\n")
	if head != "time_ms,clock_ms,kind,entity,x,y,z,pitch,yaw" {
		t.Fatalf("header %q", head)
	}
	views, players := strings.Count(rest, ",ps,"), strings.Count(rest, ",es,")
	if views < 1000 || players < 4*views {
		t.Errorf("%d points of view, %d players", views, players)
	}
	all, _ := answer(t, 0, "positions", "--all", "sample:")
	if len(all) <= len(out) {
		t.Error("--all adds nothing")
	}
}

func TestDumpOfTheSample(t *testing.T) {
	out, _ := answer(t, 0, "dump", "--json", "sample:")
	kinds := map[string]int{}
	for line := range strings.Lines(out) {
		var block struct{ Messages []struct{ Message string } }
		if err := json.Unmarshal([]byte(line), &block); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		for _, m := range block.Messages {
			kinds[m.Message]++
		}
	}
	if kinds["gamestate"] != 1 || kinds["end"] != 1 || kinds["snapshot"] < 1000 || kinds["server_command"] == 0 {
		t.Errorf("got %v", kinds)
	}
	words, _ := answer(t, 0, "dump", "sample:")
	if !strings.Contains(words, "pos.trBase[0]=") {
		t.Error("the text names no field")
	}
}

func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.dem")
	if err := os.WriteFile(junk, []byte("\x89PNG and nothing else here"), 0o644); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.dm_68")
	demo, err := openDemo(sampleName)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, demo.Data[:len(demo.Data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, stderr := answer(t, 1, "info", junk); !strings.Contains(stderr, "PNG") {
		t.Errorf("no word of what it is: %s", stderr)
	}
	answer(t, 1, "events", filepath.Join(dir, "missing.dm_68"))
	answer(t, 2, "info")
	answer(t, 2, "shot", "sample:", "-o", "x.png", "--size", "huge")
	answer(t, 2, "shot", "sample:", "-o", "x.gif")
	answer(t, 2, "shot", "sample:", "-o", "x.png", "--length", "3")
	answer(t, 2, "shot", "sample:", "-o", "x.gif", "--length", "3", "--rate", "60")
	answer(t, 2, "shot", "sample:", "-o", "x.gif", "--length", "1:00:00")
	answer(t, 2, "shot", "sample:", "-o", "x.mp4")
	answer(t, 2, "shot", "sample:", "-o", "x.avi", "--length", "3", "--rate", "121")
	answer(t, 2, "shot", "sample:", "-o", "x.avi", "--length", "3", "--size", "3841x2160")
	answer(t, 2, "shot", "sample:", "-o", "x.avi", "--length", "3", "--speed", "100")
	answer(t, 2, "shot", "sample:", "-o", os.DevNull+".", "--length", "3")
	answer(t, 2, "shot", "sample:", "-o", os.DevNull, "--length", "3")
	t.Setenv("PATH", "")
	if _, stderr := answer(t, 1, "shot", "sample:", "-o", "x.mp4", "--length", "3"); !strings.Contains(stderr,
		"ffmpeg, which is not installed") {
		t.Errorf("it is not said what is missing: %s", stderr)
	}
	answer(t, 2, "sample:", "--at", "soon")
	if _, stderr := answer(t, 0, "info", cut); !strings.Contains(stderr, "cut") {
		t.Errorf("no warning: %s", stderr)
	}
	answer(t, 3, "info", "--strict", cut)
}

// A picture takes the place of an older one only when it is whole.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.png")
	put := func(text string, err error) error {
		return new(output).writeFile(name, true, func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		})
	}
	if err := put("first", nil); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := put("second", full); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	left, _ := os.ReadDir(dir)
	if got, err := os.ReadFile(name); string(got) != "first" || err != nil || len(left) != 1 {
		t.Errorf("%q, %v, %d files", got, err, len(left))
	}
	if err := new(output).writeFile(os.DevNull, true, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error("what is no plain file was removed")
	}
}

func TestLength(t *testing.T) {
	tests := []struct {
		text string
		want time.Duration
	}{{"3:12", 192 * time.Second}, {"92.5", 92500 * time.Millisecond}, {"1:02:03", 3723 * time.Second}}
	for _, test := range tests {
		var c length
		if err := c.UnmarshalText([]byte(test.text)); err != nil || time.Duration(c) != test.want {
			t.Errorf("%s is %v, %v", test.text, time.Duration(c), err)
		}
	}
	for _, bad := range []string{"", "x", "1:2:3:4", "-5", "1:", "-0:05", "R7/0:01"} {
		var c length
		if c.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is taken for a time", bad)
		}
	}
}
