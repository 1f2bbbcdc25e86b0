package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/wire"
	"fragscope/sim/simtest/script"
)

// mutations are ways in which a demo comes to harm.
var mutations = []struct {
	name string
	do   func(r *rand.Rand, data []byte) []byte
}{
	{"bit", func(r *rand.Rand, d []byte) []byte { d[r.IntN(len(d))] ^= 1 << r.IntN(8); return d }},
	{"bits", func(r *rand.Rand, d []byte) []byte {
		for range 20 {
			d[r.IntN(len(d))] ^= 1 << r.IntN(8)
		}
		return d
	}},
	{"bit of the head", func(r *rand.Rand, d []byte) []byte { d[r.IntN(min(len(d), 2000))] ^= 1 << r.IntN(8); return d }},
	{"byte", func(r *rand.Rand, d []byte) []byte { d[r.IntN(len(d))] = byte(r.Uint32()); return d }},
	{"bytes", func(r *rand.Rand, d []byte) []byte {
		for range 50 {
			d[r.IntN(len(d))] = byte(r.Uint32())
		}
		return d
	}},
	{"0xff", func(r *rand.Rand, d []byte) []byte { return fill(r, d, 0xff) }},
	{"zeros", func(r *rand.Rand, d []byte) []byte { return fill(r, d, 0) }},
	{"noise", func(r *rand.Rand, d []byte) []byte {
		at, n := stretch(r, d)
		for i := range n {
			d[at+i] = byte(r.Uint32())
		}
		return d
	}},
	{"text", func(r *rand.Rand, d []byte) []byte { return put(r, d, []byte("\x1b[31m\n=1+1\xff\x9b")) }},
	{"cut", func(r *rand.Rand, d []byte) []byte { return d[:r.IntN(len(d))] }},
	{"head cut", func(r *rand.Rand, d []byte) []byte { return d[r.IntN(len(d)/2):] }},
	{"hole", func(r *rand.Rand, d []byte) []byte { at, n := stretch(r, d); return slices.Delete(d, at, at+n) }},
	{"twice", func(r *rand.Rand, d []byte) []byte {
		at, n := stretch(r, d)
		return slices.Insert(d, at, slices.Clone(d[at:at+n])...)
	}},
	{"moved", func(r *rand.Rand, d []byte) []byte {
		at, n := stretch(r, d)
		part := slices.Clone(d[at : at+n])
		d = slices.Delete(d, at, at+n)
		return slices.Insert(d, r.IntN(len(d)), part...)
	}},
	{"inserted", func(r *rand.Rand, d []byte) []byte { return slices.Insert(d, r.IntN(len(d)), byte(r.Uint32()), 0xff) }},
	{"backwards", func(r *rand.Rand, d []byte) []byte { at, n := stretch(r, d); slices.Reverse(d[at : at+n]); return d }},
	{"large number", func(r *rand.Rand, d []byte) []byte { return put(r, d, []byte{0xff, 0xff, 0xff, 0x7f}) }},
	{"negative number", func(r *rand.Rand, d []byte) []byte { return put(r, d, []byte{0, 0, 0, 0x80}) }},
	{"large float", func(r *rand.Rand, d []byte) []byte {
		v := []float32{1e5, 1e9, 1e38, float32(math.Inf(1)), float32(math.NaN())}[r.IntN(5)]
		return put(r, d, binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}},
	{"two demos", func(r *rand.Rand, d []byte) []byte { return append(d[:r.IntN(len(d))], d...) }},
}

// stretch is a random stretch of up to 2 KB.
func stretch(r *rand.Rand, d []byte) (at, n int) {
	at = r.IntN(len(d))
	return at, r.IntN(min(len(d)-at, 2000) + 1)
}

func fill(r *rand.Rand, d []byte, b byte) []byte {
	at, n := stretch(r, d)
	for i := range n {
		d[at+i] = b
	}
	return d
}

func put(r *rand.Rand, d, b []byte) []byte { copy(d[r.IntN(len(d)):], b); return d }

// What a run may take. Most are of a part of a demo, for there are many.
const (
	tortureTime   = 30 * time.Second
	tortureMemory = 1 << 30
	torturePart   = 96 << 10
)

// TestTorture harms demos in many ways and lets them go through the program: a recording, worlds at times in any order, a
// verb. TORTURE is how often each demo is harmed in each way (make torture).
func TestTorture(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv("TORTURE"))
	if rounds == 0 {
		t.Skip("make torture runs it")
	}
	dir := t.TempDir()
	var runs, told, unread, longest int
	for name, data := range tortured(t) {
		for round := range rounds * len(mutations) {
			m := mutations[round%len(mutations)]
			r := rand.New(rand.NewPCG(uint64(round), uint64(len(data))))
			part := data
			if round%(7*len(mutations)) != 0 {
				part = data[:min(len(data), torturePart)]
			}
			harmed := m.do(r, slices.Clone(part))
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, harmed, 0o644); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			exit := torture(t, path, round)
			took := time.Since(start)
			longest = max(longest, int(took.Milliseconds()))
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			if took > tortureTime || mem.HeapSys > tortureMemory || t.Failed() {
				t.Fatalf("%s, %s, round %d: %v, %d MiB", name, m.name, round, took, mem.HeapSys>>20)
			}
			runs++
			switch exit {
			case exitDamage:
				told++
			case exitUnread:
				unread++
			}
		}
	}
	t.Logf("%d runs: damage told of %d, refused %d; the longest %d ms", runs, told, unread, longest)
}

// torture lets a file go through the program; it gives the exit code.
func torture(t *testing.T, path string, round int) int {
	t.Helper()
	verbs := [][]string{{"events"}, {"events", "--csv"}, {"positions", "--all"}, {"dump", "--json"}, {"info"}}
	var out, stderr bytes.Buffer
	exit := run([]string{"--strict", "info", "--json", path}, &out, &stderr)
	lines(t, "info", out.String()+stderr.String())
	if strings.Contains(stderr.String(), "a fault of the program") {
		t.Error(stderr.String())
	}
	leaves(t, append(verbs[round%len(verbs)], path))
	demo, err := openDemo(path)
	if err != nil {
		return exit
	}
	rec, err := load(t.Context(), demo)
	if err != nil {
		return exit
	}
	end := rec.Duration()
	if end < 0 || end > wire.LongestDemo {
		t.Errorf("it lasts %v", end)
	}
	cursor := rec.Cursor()
	for _, share := range []time.Duration{5, 1, 10, 0, 7} {
		w := cursor.At(end * share / 10)
		for _, p := range w.Players {
			if !(math.Abs(float64(p.Origin[0])) <= 1<<16) {
				t.Errorf("a player is at %v", p.Origin)
			}
		}
	}
	return exit
}

// tortured are the scripted matches and the real demos, by file name.
func tortured(t *testing.T) map[string][]byte {
	t.Helper()
	demos := map[string][]byte{}
	for _, f := range script.Formats() {
		demos[f.File()] = f.Demo()
	}
	root := corpus.Path(t, "demos")
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) > 64 {
			demos[fmt.Sprintf("%d-%s", len(demos), filepath.Base(path))] = data
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return demos
}
