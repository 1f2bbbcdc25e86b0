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
)

// The data that every recording has does not depend on which parts are recorded, and each part is the same without the
// others.
func TestParts(t *testing.T) {
	for _, e := range corpus.Sample(t) {
		if testing.Short() && e.Size > 1<<18 {
			continue
		}
		demo, err := formats.Open(filepath.Join(corpus.Dir(t), "demos", filepath.FromSlash(e.Name)))
		if err != nil {
			continue
		}
		whole, err := load.Open(context.Background(), demo)
		if err != nil {
			continue
		}
		whole.Wait()
		for _, p := range []recording.Parts{0, recording.Worlds, recording.Effects} {
			part, err := load.Open(context.Background(), demo, load.Only(p))
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			part.Wait()
			for what, differs := range map[string]bool{
				"header": whole.Header() != part.Header(), "error": (whole.Err() == nil) != (part.Err() == nil),
				"levels":    !reflect.DeepEqual(whole.Levels(), part.Levels()),
				"events":    !reflect.DeepEqual(whole.Events(), part.Events()),
				"roster":    !reflect.DeepEqual(whole.Roster(), part.Roster()),
				"damage":    !reflect.DeepEqual(whole.Damage(), part.Damage()),
				"anomalies": !reflect.DeepEqual(whole.Anomalies(), part.Anomalies()),
				"times":     whole.Frames() != part.Frames() || whole.Duration() != part.Duration(),
				"paths":     p == recording.Worlds && !samePaths(whole, part),
				"clock":     !reflect.DeepEqual(whole.Clock(), part.Clock()),
				"worlds":    p == recording.Worlds && !sameSights(whole, part),
			} {
				if differs {
					t.Errorf("%s with parts %b: other %s", e.Name, p, what)
				}
			}
		}
	}
}

func samePaths(a, b *recording.Recording) bool {
	for _, r := range a.Roster() {
		slot := r.Profile.Slot.Index()
		if !reflect.DeepEqual(a.Path(slot, 0, a.Duration(), nil), b.Path(slot, 0, b.Duration(), nil)) {
			return false
		}
	}
	return true
}

// sameSights compares worlds but for their effects, and items' absences.
func sameSights(a, b *recording.Recording) bool {
	c, d := a.Cursor(), b.Cursor()
	for i := range 8 {
		at := a.Duration() * time.Duration(i) / 7
		v, w := *c.At(at), *d.At(at)
		v.Effects, w.Effects = nil, nil
		if !reflect.DeepEqual(v, w) {
			return false
		}
	}
	for i := range a.Levels() {
		if !reflect.DeepEqual(a.ItemAbsences(i), b.ItemAbsences(i)) {
			return false
		}
	}
	return true
}
