package quake2

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens anew")

// finding is what a golden keeps of a demo: numbers, times and a hash, no text.
type finding struct {
	Blocks   int
	Messages map[string]int
	// Time of the last frame in milliseconds.
	Time int64
	// States is a hash of all snapshots.
	States string
	Damage []string `json:",omitempty"`
}

// observer counts messages and hashes snapshots.
type observer struct {
	counter
	history History
	hash    mixer
}

// mixer is FNV-1a over 32-bit words.
type mixer uint64

func (m *mixer) add(words ...uint32) {
	for _, w := range words {
		*m = (*m ^ mixer(w)) * 1099511628211
	}
}

func (m *mixer) addVector(v [3]float32) {
	m.add(math.Float32bits(v[0]), math.Float32bits(v[1]), math.Float32bits(v[2]))
}

func (m *mixer) addEntity(e *EntityState) {
	m.add(uint32(e.Number), uint32(e.Frame), e.Skin, uint32(e.Effects), uint32(e.Effects>>32), e.RenderFX, e.Solid)
	m.add(uint32(e.Sound), uint32(e.Event), uint32(e.Models[0]), uint32(e.Models[1]), uint32(e.Models[2]), uint32(e.Models[3]))
	m.addVector(e.Origin)
	m.addVector(e.OldOrigin)
	m.addVector(e.Angles)
}

func (m *mixer) addPlayer(v *PlayerView) {
	p := &v.State
	m.add(uint32(v.Slot), uint32(p.Type), uint32(p.Flags), uint32(p.Gravity), uint32(p.Gun), uint32(p.GunFrame), uint32(p.FOV))
	m.addVector(p.Origin)
	m.addVector(p.Velocity)
	m.addVector(p.ViewAngles)
	m.addVector(p.ViewOffset)
	for _, stat := range p.Stats {
		m.add(uint32(stat))
	}
}

func (o *observer) ServerData(m *ServerData) {
	o.counter.ServerData(m)
	o.history.ServerData(m)
}
func (o *observer) Baseline(m *Baseline) {
	o.counter.Baseline(m)
	o.history.Baseline(m)
}
func (o *observer) Unicast(m *Unicast) { o.history.Unicast(m) }
func (o *observer) Frame(m *Frame) {
	o.counter.Frame(m)
	o.history.Frame(m)
}
func (o *observer) PlayerInfo(d *PlayerDelta) {
	o.counter.PlayerInfo(d)
	o.history.PlayerInfo(d)
}
func (o *observer) PacketEntities(m *PacketEntities) {
	o.counter.PacketEntities(m)
	o.history.PacketEntities(m)
	o.note()
}
func (o *observer) MVDFrame(m *MVDFrame) {
	o.n["mvd_frame"]++
	o.history.MVDFrame(m)
	o.note()
}
func (o *observer) Cast(*Cast) { o.n["cast"]++ }

func (o *observer) note() {
	s := o.history.Snapshot()
	if s == nil {
		return
	}
	o.hash.add(uint32(s.Number), uint32(len(s.Players)), uint32(len(s.Entities)))
	for i := range s.Players {
		o.hash.addPlayer(&s.Players[i])
	}
	for i := range s.Entities {
		o.hash.addEntity(&s.Entities[i])
	}
}

func observe(data []byte) finding {
	o := &observer{counter: counter{n: map[string]int{}}, hash: 14695981039346656037}
	d := NewDecoder(data)
	f := finding{}
	for d.Next(o) == nil {
		f.Blocks++
	}
	f.Messages, f.Time = o.n, d.Time().Milliseconds()
	f.States = fmt.Sprintf("%016x", uint64(o.hash))
	for _, damage := range d.Damage() {
		f.Damage = append(f.Damage, fmt.Sprintf("%v; skipped %d, lost %v", damage.Error(), damage.Skipped, damage.Lost))
	}
	return f
}

// encoded is what the encoder makes of everything that the decoder reports.
func encoded(data []byte) []byte {
	e := NewEncoder()
	drain(NewDecoder(data), e)
	return e.Data()
}

func TestRoundTrip(t *testing.T) {
	for _, name := range realDemos(t) {
		t.Run(name, func(t *testing.T) {
			data := load(t, filepath.Join("demos", name))
			d, e := NewDecoder(data), NewEncoder()
			drain(d, e)
			if len(d.Damage()) > 0 {
				t.Errorf("damage in an intact demo: %v", d.Damage())
			}
			if at := firstDifference(e.Data(), data); at >= 0 {
				t.Errorf("%d bytes encoded, %d decoded, first difference at %d", len(e.Data()), len(data), at)
			}
		})
	}
}

func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

func TestGoldens(t *testing.T) {
	got := map[string]finding{}
	for _, name := range realDemos(t) {
		got[name] = observe(load(t, filepath.Join("demos", name)))
	}
	golden(t, "testdata/demos.json", got)
}

// TestBroken decodes demos that were damaged on purpose. Whatever could not be read
// comes as raw bytes, so that even these are encoded to what they were.
func TestBroken(t *testing.T) {
	root := filepath.Join(shared(t), "demos/broken")
	got := map[string]finding{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name := strings.TrimSuffix(path, ".gz")
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".dm2") && !strings.HasSuffix(name, ".mvd2") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data = unzipped(t, data)
		got[filepath.Base(path)] = observe(data)
		if at := firstDifference(encoded(data), data); at >= 0 {
			t.Errorf("%s: encoded differently from byte %d on", filepath.Base(path), at)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/broken.json", got)
}

func golden(t *testing.T, file string, got any) {
	t.Helper()
	text, err := json.MarshalIndent(got, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v; run with -update", err)
	} else if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("%s differs from what was found, at line %d", file, 1+bytes.Count(want[:max(0, firstDifference(text, want))], []byte("\n")))
	}
}

// TestBudget decodes data that looks like blocks at every byte: looking for the next
// good one may cost no more than was set aside for it.
func TestBudget(t *testing.T) {
	for _, pattern := range [][]byte{{0}, {6}, {1, 0, 0, 0}, {0xff}, {2, 0, 0, 0, 6, 7}, {0, 1, 0, 0, 5}} {
		for _, magic := range []string{"", mvdMagic} {
			data := append([]byte(magic), bytes.Repeat(pattern, 1<<15/len(pattern))...)
			d, e := NewDecoder(data), NewEncoder()
			drain(d, e)
			if firstDifference(e.Data(), data) >= 0 {
				t.Errorf("%q of %v is encoded differently", magic, pattern)
			}
			if d.search.spent > searchBudget+maxBlockDM2 {
				t.Errorf("%q of %v took %d", magic, pattern, d.search.spent)
			}
		}
	}
}
