package load_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/formats"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// TestMatch opens the scripted match as a demo of every format, given only its content and name, and lists its
// positions.
func TestMatch(t *testing.T) {
	for _, f := range script.Formats() {
		data := f.Demo()
		r, err := load.Bytes(context.Background(), f.File(), data)
		if err != nil {
			t.Errorf("%s: %v", f.File(), err)
			continue
		}
		r.Wait()
		simtest.Described(t, "../simtest/script/testdata/"+f.Name+".txt", r)
		demo, err := formats.Read(f.File(), "", data)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		if damage, err := load.Positions(demo, false, func(*sim.Position) { rows++ }); err != nil || len(damage) > 0 ||
			rows < r.Frames() {
			t.Errorf("%s: %d places in %d snapshots, damage %v, error %v", f.File(), rows, r.Frames(), damage, err)
		}
	}
}

// put writes a file into a new folder and gives its path.
func put(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// packed is demos in a zip archive.
func packed(t *testing.T, files ...script.Format) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		w, err := z.Create(f.File())
		if err == nil {
			_, err = w.Write(f.Demo())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestContainers opens the match from files of all kinds.
func TestContainers(t *testing.T) {
	f, g := script.Find("quake2"), script.Find("quake3")
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(f.Demo()); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	two := put(t, "two.zip", packed(t, f, g))
	for _, test := range []struct{ path, member, container string }{
		{put(t, f.File(), f.Demo()), "", "dm2"},
		{put(t, g.File(), g.Demo()), "", "dm_68"},
		{put(t, f.File()+".gz", zipped.Bytes()), "", "dm2.gz"},
		{put(t, "one.zip", packed(t, f)), "", "dm2.zip"},
		{two, g.File(), "dm_68.zip"},
	} {
		r, err := load.Member(context.Background(), test.path, test.member)
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		r.Wait()
		if h := r.Header(); h.Container != test.container || r.Frames() < 1000 || r.Err() != nil {
			t.Errorf("%s: in %s, %d snapshots, error %v", test.path, h.Container, r.Frames(), r.Err())
		}
	}
	choices, err := load.Choices(two)
	if want := []string{f.File(), g.File()}; err != nil || len(choices) != 2 ||
		!slices.Equal([]string{choices[0].Name, choices[1].Name}, want) {
		t.Errorf("choices %v, error %v", choices, err)
	}
	var several *formats.SeveralError
	if _, err := load.File(context.Background(), two); !errors.As(err, &several) {
		t.Errorf("an archive of two demos gives %v", err)
	}
}

// TestCancelled opens a demo with a context that has ended already.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := script.Find("quakeworld-multiview")
	r, err := load.Bytes(ctx, f.File(), f.Demo())
	if err == nil {
		r.Wait()
		if r.Frames() == 0 {
			t.Error("neither a snapshot nor an error")
		}
	}
}

// TestUnknown opens what cannot be played.
func TestUnknown(t *testing.T) {
	unknown := &formats.Demo{Name: "x.dem", Format: nil}
	if _, err := load.Open(context.Background(), unknown); err == nil {
		t.Error("a demo of no format was opened")
	}
	if _, err := load.Positions(unknown, true, nil); err == nil {
		t.Error("a demo of no format has places")
	}
	for name, data := range map[string][]byte{"a.dem": nil, "b.dm_68": []byte("nothing"), "c.qwd": {0, 1, 2},
		"cut.dem": script.Find("netquake").Demo()[:40]} {
		if r, err := load.Bytes(context.Background(), name, data); err == nil && r.Frames() > 0 {
			t.Errorf("%s has %d snapshots", name, r.Frames())
		}
	}
	if !slices.Contains(load.Extensions(), "dm_68") {
		t.Errorf("extensions are %v", load.Extensions())
	}
}
