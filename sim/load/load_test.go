package load

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// demos is the folder of real demos; tests are skipped where it is missing.
func demos(t *testing.T) string {
	t.Helper()
	return corpus.Path(t, "demos")
}

func TestFile(t *testing.T) {
	dir := demos(t)
	for _, test := range []struct{ path, container string }{
		{"q3/dm_68/one_frag_only_with_plasma.dm_68", "dm_68"},
		{"compressed/one_frag_only_with_plasma.dm_68.gz", "dm_68.gz"},
		{"compressed/one_frag_only_with_plasma.dm_68.zip", "dm_68.zip"},
	} {
		r, err := File(context.Background(), filepath.Join(dir, filepath.FromSlash(test.path)))
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if r.Frames() == 0 || r.Header().Game != "Quake III" || len(r.Levels()) != 1 {
			t.Errorf("%s: opened before the first snapshot", test.path)
		}
		r.Wait()
		if h := r.Header(); h.Container != test.container || h.Name == "" || h.Path == "" {
			t.Errorf("%s: header is %+v", test.path, h)
		}
		if r.Frames() != 634 || r.Err() != nil {
			t.Errorf("%s: %d frames, error %v", test.path, r.Frames(), r.Err())
		}
		if share, finished := r.Progress(); share != 1 || !finished {
			t.Errorf("%s: progress is %v, %v", test.path, share, finished)
		}
	}
}

func TestSplitMember(t *testing.T) {
	for _, test := range []struct{ path, file, member string }{
		{"a.zip:b.dem", "a.zip", "b.dem"},
		{`C:\demos\PAK9.PK3:demos/b.dm_68`, `C:\demos\PAK9.PK3`, "demos/b.dm_68"},
		{"a.zip", "a.zip", ""},
		{`C:\a.dem`, `C:\a.dem`, ""},
		{"sample:", "sample:", ""},
		{"a.zip:in.zip:b.dem", "a.zip", "in.zip:b.dem"},
	} {
		if file, member := SplitMember(test.path); file != test.file || member != test.member {
			t.Errorf("%s is %q in %q", test.path, member, file)
		}
	}
}

// Every format can be played, and its positions listed.
func TestTablesAreComplete(t *testing.T) {
	for _, f := range formats.Codecs() {
		if a := adapters[f]; a.record == nil || a.positions == nil {
			t.Errorf("%v has no simulator", f)
		}
	}
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]bool{"a.dem": true, "A.MVD.GZ": true, "b.zip": true, "c.dm_68": true,
		"pak0.pk3": false, "a.gz": false, "notes.txt": false} {
		if Named(name) != want {
			t.Errorf("%s is named like a demo: %v", name, !want)
		}
	}
}

func TestCutGzipPlays(t *testing.T) {
	r, err := File(context.Background(), filepath.Join(demos(t), "broken", "derived", "truncated-gzip.dm_68.gz"))
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	if r.Frames() < 100 || len(r.Damage()) == 0 {
		t.Errorf("%d frames, damage %v", r.Frames(), r.Damage())
	}
}

func TestNothingToPlay(t *testing.T) {
	dir := filepath.Join(demos(t), "broken", "derived")
	for _, name := range []string{"zero-length.dem", "png-header.qwd", "first-3-bytes.dm_68", "missing.dm_68"} {
		start := time.Now()
		if r, err := File(context.Background(), filepath.Join(dir, name)); err == nil {
			t.Errorf("%s: no error, %d frames", name, r.Frames())
		} else if err.Error() == "" {
			t.Errorf("%s: the error has no words", name)
		}
		if time.Since(start) > 5*time.Second {
			t.Errorf("%s: took %v", name, time.Since(start))
		}
	}
	if _, err := Bytes(context.Background(), "x.dm_68", []byte("nothing")); err == nil {
		t.Error("text was opened as a demo")
	}
}

func TestFailureIsAnError(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	guarded(func(rec *recording.Recorder, data []byte, _ string) {
		rec.Frame(&recording.Frame{Time: time.Second})
		_ = data[len(data)]
	}, rec, &formats.Demo{Data: []byte("x")})
	r.Wait()
	if r.Err() == nil || r.Frames() != 1 {
		t.Errorf("error %v, %d frames", r.Err(), r.Frames())
	}
}

func TestChoices(t *testing.T) {
	path := filepath.Join(demos(t), "compressed", "three-games.zip")
	list, err := Choices(path)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, c := range list {
		if c.Name == "" || c.Size == 0 {
			t.Errorf("choice is %+v", c)
		}
	}
	var several *formats.SeveralError
	if _, err := File(context.Background(), path); !errors.As(err, &several) {
		t.Errorf("opening without a choice gives %v", err)
	}
}

func TestContextStopsLoading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := File(ctx, filepath.Join(demos(t), "q3", "dm_67", "2004_-_TDM_1_(QLAN2).dm_67"))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	r.Wait()
	if r.Frames() == 0 {
		t.Error("nothing is left of what was loaded")
	}
}

// A simulator that panics ends its recording, which reports the panic. The data recorded so far remains.
func TestSimulatorPanics(t *testing.T) {
	rec, r := recording.NewRecorder(sim.Header{})
	go guarded(func(rec *recording.Recorder, data []byte, _ string) {
		rec.Level(sim.Level{Map: "dm3"})
		rec.Frame(&recording.Frame{})
		rec.Frame(&recording.Frame{Time: time.Second})
		_ = data[len(data)]
	}, rec, &formats.Demo{})
	r.Wait()
	var failed *fault.Error
	if !errors.As(r.Err(), &failed) || r.Frames() != 2 {
		t.Errorf("%d frames, %v", r.Frames(), r.Err())
	}
}
