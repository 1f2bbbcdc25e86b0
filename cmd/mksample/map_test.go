package main

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/sample"
)

func TestMapIsWhatGenerateMakes(t *testing.T) {
	if made := arena().Bytes(); !bytes.Equal(made, sample.Map()) {
		t.Errorf("made %d bytes, embedded are %d other ones; run go generate in assets/sample", len(made),
			len(sample.Map()))
	}
	if n := len(sample.Map()); n > 300_000 {
		t.Errorf("the map has %d bytes", n)
	}
}

// theMap is the embedded map, read.
func theMap(t *testing.T) *bsp.Map {
	t.Helper()
	m, err := bsp.Decode(sample.Map())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMapIsReadBack(t *testing.T) {
	c, m := arena(), theMap(t)
	if m.Format != bsp.Quake3 || len(m.Models) != len(c.Brushes) || len(m.Entities) != len(c.Entities) {
		t.Fatalf("format %v, %d models, %d entities", m.Format, len(m.Models), len(m.Entities))
	}
	if got := m.Entities[0]["message"]; got != mapTitle {
		t.Errorf("title %q", got)
	}
	if !m.Solid(0, 0, upper-8) || m.Solid(0, 0, upper+20) || m.Solid(0, 0, 100) {
		t.Error("the bridge is not where it should be")
	}
	if m.Contents(0, 0, -60) != bsp.Water || m.Contents(0, 0, 0) != 0 {
		t.Error("the pond is not where it should be")
	}
	for _, e := range m.Entities {
		switch e["classname"] {
		case "info_player_deathmatch", "misc_teleporter_dest":
			var x, y, z float32
			if n, _ := fmt.Sscan(e["origin"], &x, &y, &z); n != 3 || !m.Fits(x, y, z+1) {
				t.Errorf("no room for a player at %q", e["origin"])
			}
		}
	}
}

// TestRoomsAreClosed looks from the middle of each room in all directions: something
// must stop every line.
func TestRoomsAreClosed(t *testing.T) {
	m := theMap(t)
	opaque := m.Opaque()
	for i, r := range arena().rooms {
		var x, y float64
		for _, p := range r.Poly {
			x, y = x+p[0]/float64(len(r.Poly)), y+p[1]/float64(len(r.Poly))
		}
		for _, z := range []float64{r.Floor + 70, r.Ceil - 20} {
			mid := bsp.Vec3{float32(x), float32(y), float32(z)}
			if m.Solid(mid[0], mid[1], mid[2]) {
				continue
			}
			var hint int32
			for yaw := 0.0; yaw < 360; yaw += 7 {
				for pitch := -80.0; pitch <= 80; pitch += 20 {
					out := mid
					for k, d := range direction(yaw, pitch) {
						out[k] += float32(4000 * d)
					}
					if opaque.Clear(mid, out, &hint) {
						t.Errorf("room %d leaks at yaw %v, pitch %v", i, yaw, pitch)
					}
				}
			}
		}
	}
}

// direction is of length 1, its angles in degrees, the pitch positive upwards.
func direction(yaw, pitch float64) [3]float64 {
	sinYaw, cosYaw := math.Sincos(yaw * (math.Pi / 180))
	sinPitch, cosPitch := math.Sincos(pitch * (math.Pi / 180))
	return [3]float64{cosPitch * cosYaw, cosPitch * sinYaw, sinPitch}
}
