package load_test

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// TestScriptedChanges checks with the scripted match, and TestChanges with real demos, that no row changes unless it is
// among the changes of its frame.
func TestScriptedChanges(t *testing.T) {
	for _, f := range script.Formats() {
		demo, err := formats.Read(f.Name, "", f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		compareChanges(t, f.Name, demo)
	}
}

func TestChanges(t *testing.T) {
	for _, e := range corpus.Sample(t) {
		if e.Size > 1<<20 || testing.Short() && e.Size > 1<<18 {
			continue
		}
		if demo, err := formats.Open(filepath.Join(corpus.Dir(t), "demos", filepath.FromSlash(e.Name))); err == nil {
			compareChanges(t, e.Name, demo)
		}
	}
}

// compareChanges compares the recording of a demo with one for which all rows of all frames were examined.
func compareChanges(t *testing.T, name string, demo *formats.Demo) {
	t.Helper()
	told, err := load.Open(context.Background(), demo)
	if err != nil {
		return
	}
	all, err := load.Open(context.Background(), demo, (*recording.Recorder).DoubtChanges)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	told.Wait()
	all.Wait()
	const samples = 200
	c, d := told.Cursor(), all.Cursor()
	for i := range time.Duration(samples) {
		at := told.Duration() * i / (samples - 1)
		if !reflect.DeepEqual(c.At(at), d.At(at)) {
			t.Fatalf("%s at %v: a row changed that is not among the changes of its frame", name, at)
		}
	}
}
