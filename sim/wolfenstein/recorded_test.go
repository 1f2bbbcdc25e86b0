package wolfenstein

import (
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// recorded returns a recording in testdata, of ET: Legacy's own server on our own map.
func recorded(t *testing.T, name string) *recording.Recording {
	t.Helper()
	f, err := os.Open("testdata/recorded/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	r := played.Bytes(data, name)
	r.Wait()
	if d := r.Damage(); len(d) > 0 {
		t.Fatalf("%s: %v", name, d)
	}
	return r
}

// TestSupport checks that artillery and an air strike are told once, by the one who called them, and shown as an area for
// as long as shells fall. The second half of the artillery's shells names the player that the dead caller watches.
func TestSupport(t *testing.T) {
	r := recorded(t, "fire.dm_84")
	var told []string
	for _, e := range r.Events() {
		if e.Kind == sim.EventSupport {
			told = append(told, fmt.Sprintf("%.1f %s %s", e.Time.Seconds(), e.Profile.Name.Plain, e.Text.Plain))
		}
	}
	if want := []string{"0.6 Gu stav called artillery", "12.2 Gu stav called an air strike"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	var areas []string
	for _, e := range r.EffectsFrom(0, time.Hour, nil) {
		if e.Kind == sim.EffectArea {
			length := math.Sqrt(float64(e.To.Distance2(e.Origin)))
			areas = append(areas, fmt.Sprintf("%s from %.1f for %.1f s, %.0f long", e.Weapon, e.Start.Seconds(),
				(e.End-e.Start).Seconds(), length))
		}
	}
	if want := []string{"Artillery from 0.6 for 14.2 s, 0 long", "Air Strike from 12.2 for 2.0 s, 1499 long"}; !slices.Equal(
		areas, want) {
		t.Errorf("%q, want %q", areas, want)
	}
	var in []string
	w := r.Cursor().At(5 * time.Second)
	for i := range w.Players {
		if p := &w.Players[i]; p.Inventory != nil {
			for _, x := range p.Inventory.Other {
				in = append(in, p.Profile.Name.Plain+": "+x.Name)
			}
		}
	}
	if want := []string{"Pilot: Experience", "Pilot: Fireteam Alpha"}; !slices.Equal(in, want) {
		t.Errorf("%q, want %q", in, want)
	}
}
