package quake2

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"fragscope/formats/corpus"
)

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
	m.add(uint32(e.Number), uint32(e.Frame), e.Skin, uint32(e.Effects), uint32(e.Effects>>32),
		uint32(e.RenderFX), e.Solid)
	m.add(uint32(e.Sound), uint32(e.Event), uint32(e.Models[0]), uint32(e.Models[1]), uint32(e.Models[2]),
		uint32(e.Models[3]))
	m.addVector(e.Origin)
	m.addVector(e.OldOrigin)
	m.addVector(e.Angles)
}

func (m *mixer) addPlayer(v *PlayerView) {
	p := &v.State
	m.add(uint32(v.Slot), uint32(p.Type), uint32(p.Flags), uint32(p.Gravity), uint32(p.Gun), uint32(p.GunFrame),
		uint32(p.FOV))
	m.addVector(p.Origin)
	m.addVector(p.Velocity)
	m.addVector(p.ViewAngles)
	m.addVector(p.ViewOffset)
	for _, stat := range p.Stats {
		m.add(uint32(stat))
	}
}

func (o *observer) Handle(m Message) {
	o.counter.Handle(m)
	o.history.Handle(m)
	switch m.(type) {
	case *PacketEntities, *MVDFrame:
		o.note()
	}
}

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
	o := &observer{counter: counter{}, hash: 14695981039346656037}
	d := NewDecoder(data, Options{})
	f := finding{}
	for d.Next(o) == nil {
		f.Blocks++
	}
	f.Messages, f.Time = o.counter, d.Time().Milliseconds()
	f.States = fmt.Sprintf("%016x", uint64(o.hash))
	for _, damage := range d.Damage() {
		f.Damage = append(f.Damage, fmt.Sprintf("%v; skipped %d, lost %v", damage.Error(), damage.Skipped, damage.Lost))
	}
	return f
}

// encoded is what the encoder makes of everything that the decoder reports.
func encoded(data []byte) []byte {
	var out bytes.Buffer
	e := NewEncoder(&out, Options{})
	drain(NewDecoder(data, Options{}), e)
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// intact are the folders of demos without damage.
var intact = []string{"q2", "recorded/q2", "compressed"}

// demos are the Quake II demos in some of the folders of real demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.dm2", "*.dm2.gz", "*.mvd2", "*.mvd2.gz")
}

func TestRoundTrip(t *testing.T) {
	for _, name := range demos(t, intact...) {
		data := corpus.Load(t, name)
		d := NewDecoder(data, Options{})
		if drain(d, discard{}); len(d.Damage()) > 0 {
			t.Errorf("%s: damage in an intact demo: %v", name, d.Damage())
		}
		corpus.SameBytes(t, name, encoded(data), data)
	}
}

// TestRoundTripOfOurs does the same with the recordings that were made for this project (.ci/record/quake2).
func TestRoundTripOfOurs(t *testing.T) {
	files, err := filepath.Glob("../../sim/q2/testdata/recorded/*.*2.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d recordings; %v", len(files), err)
	}
	for _, file := range files {
		data := corpus.Unzipped(t, file)
		d := NewDecoder(data, Options{})
		if drain(d, discard{}); len(d.Damage()) > 0 {
			t.Errorf("%s: damage in an intact demo: %v", file, d.Damage())
		}
		corpus.SameBytes(t, file, encoded(data), data)
	}
}

func TestGoldens(t *testing.T) {
	got := map[string]finding{}
	for _, name := range demos(t, intact...) {
		data := corpus.Load(t, name)
		got[corpus.Label(name, data)] = observe(data)
	}
	corpus.GoldenJSON(t, "testdata/demos.json", got)
}

// TestBroken decodes demos that were damaged on purpose. Whatever could not be read
// comes as raw bytes, so that even these are encoded to what they were.
func TestBroken(t *testing.T) {
	got := map[string]finding{}
	for _, name := range demos(t, "broken") {
		data := corpus.Load(t, name)
		got[corpus.Label(name, data)] = observe(data)
		corpus.SameBytes(t, name, encoded(data), data)
	}
	corpus.GoldenJSON(t, "testdata/broken.json", got)
}

// TestBudget decodes data that looks like blocks at every byte: looking for the next
// good one may cost no more than was set aside for it.
func TestBudget(t *testing.T) {
	for _, pattern := range [][]byte{{0}, {6}, {1, 0, 0, 0}, {0xff}, {2, 0, 0, 0, 6, 7}, {0, 1, 0, 0, 5}} {
		for _, magic := range []string{"", string(mvdMagic)} {
			data := append([]byte(magic), bytes.Repeat(pattern, 1<<15/len(pattern))...)
			var out bytes.Buffer
			d, e := NewDecoder(data, Options{}), NewEncoder(&out, Options{})
			if drain(d, e); e.Finish() != nil {
				t.Error(e.Finish())
			}
			corpus.SameBytes(t, fmt.Sprintf("%q of %v", magic, pattern), out.Bytes(), data)
			if d.search.spent > searchBudget+maxBlockDM2 {
				t.Errorf("%q of %v took %d", magic, pattern, d.search.spent)
			}
		}
	}
}
