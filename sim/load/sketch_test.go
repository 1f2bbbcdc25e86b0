package load_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// lasting are the items and monsters of a world.
func lasting(w *sim.World) (list []sim.Entity) {
	for _, e := range w.Entities {
		if e.Kind == sim.EntityItem || e.Kind == sim.EntityMonster {
			list = append(list, e)
		}
	}
	return list
}

// A sketch has the same data from which a map is grown, and the same data outside worlds, as the whole recording.
// Before its start time, it equals the whole recording.
func TestSketch(t *testing.T) {
	const parts = 12 // of a demo, with each of which a sketch begins
	for _, game := range script.Formats() {
		demo, err := formats.Read(game.File(), "", game.Demo())
		if err != nil {
			t.Fatal(err)
		}
		open := func(options ...load.Option) *recording.Recording {
			rec, err := load.Open(context.Background(), demo, options...)
			if err != nil {
				t.Fatal(err)
			}
			rec.Wait()
			return rec
		}
		whole := open()
		for part := range time.Duration(parts) {
			from := whole.Duration() * part / parts
			compareSketch(t, game.Name, whole, open(load.Sketch(from)), from)
		}
	}
}

func compareSketch(t *testing.T, name string, whole, sketch *recording.Recording, from time.Duration) {
	end := whole.Duration()
	for what, differs := range map[string]bool{
		"error": sketch.Err() != nil, "levels": !reflect.DeepEqual(whole.Levels(), sketch.Levels()),
		"events": !reflect.DeepEqual(whole.Events(), sketch.Events()), "roster": !reflect.DeepEqual(whole.Roster(),
			sketch.Roster()),
		"times": whole.Frames() != sketch.Frames(), "paths": !samePaths(whole, sketch),
		"effects":  !reflect.DeepEqual(whole.EffectsFrom(0, end, nil), sketch.EffectsFrom(0, end, nil)),
		"absences": !reflect.DeepEqual(whole.ItemAbsences(0), sketch.ItemAbsences(0)),
	} {
		if differs {
			t.Errorf("%s from %v: other %s", name, from, what)
		}
	}
	a, b, last := whole.Cursor(), sketch.Cursor(), whole.FrameTime(whole.FrameAt(from-1))
	for at := time.Duration(0); at < end; at += 330 * time.Millisecond {
		v, w := a.At(at), b.At(at)
		if from > 0 && at <= last && !reflect.DeepEqual(v, w) {
			t.Fatalf("%s from %v: another world at %v", name, from, at)
		}
		if !reflect.DeepEqual(lasting(v), lasting(w)) {
			t.Fatalf("%s from %v: other items or monsters at %v", name, from, at)
		}
		if at > from+time.Second && len(w.Players)+len(w.Movers) > 0 {
			t.Fatalf("%s from %v: more than a sketch at %v", name, from, at)
		}
	}
}
