package main

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// TestWatchedDemos checks that every way of opening a demo reports its recording, and that the recording is the same
// whether the file is read or mapped into memory.
func TestWatchedDemos(t *testing.T) {
	for _, f := range script.Formats() {
		path := filepath.Join(t.TempDir(), f.File())
		if err := os.WriteFile(path, f.Demo(), 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		mapped := newDemoFiles(nil)
		mapped.mapped = true
		for name, open := range map[string]func(watchedDemos) (*recording.Recording, error){
			"read": func(d watchedDemos) (*recording.Recording, error) { return d.Open(ctx, path) },
			"mapped": func(d watchedDemos) (*recording.Recording,
				error) {
				d.demoFiles = mapped
				return d.Open(ctx, path)
			},
			"member": func(d watchedDemos) (*recording.Recording, error) { return d.Member(ctx, path, "") },
			"stream": func(d watchedDemos) (*recording.Recording, error) {
				rec, _, err := d.Stream(ctx, path)
				return rec, err
			},
		} {
			var told *recording.Recording
			rec, err := open(watchedDemos{newDemoFiles(nil), func(r *recording.Recording) { told = r }})
			if err != nil || told != rec {
				t.Fatalf("%s, %s: told of %p, not %p, %v", f.Name, name, told, rec, err)
			}
			if name == "stream" { // which waits for more of the file
				continue
			}
			rec.Wait()
			whole := openTestFile(t, path)
			if !reflect.DeepEqual(rec.Events(), whole.Events()) || rec.Frames() != whole.Frames() || rec.Err() != nil {
				t.Errorf("%s, %s: %d frames and %d events, want %d and %d", f.Name, name, rec.Frames(),
					len(rec.Events()), whole.Frames(), len(whole.Events()))
			}
		}
	}
}

// openTestFile is the recording of the demo at a path.
func openTestFile(t *testing.T, path string) *recording.Recording {
	t.Helper()
	demo, err := openDemo(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := load(t.Context(), demo, recording.AllParts)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}
