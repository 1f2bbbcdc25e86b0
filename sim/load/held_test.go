package load_test

import (
	"context"
	"runtime"
	"testing"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim/load"
	"fragscope/sim/simtest/script"
)

// TestRecordingsAreNoLargerThanTheirDemos measures the memory that a recording holds, paths left out, as nobody asked for one: it
// is less than what the files take.
func TestRecordingsAreNoLargerThanTheirDemos(t *testing.T) {
	const small = 4 << 10 // what is held of any recording, however short
	// The tables that the program makes once are no part of any recording.
	for _, f := range script.Formats() {
		r, err := load.Bytes(context.Background(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		r.Wait()
	}
	tested, sum, read := 0, 0, 0
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q2", "q3", "ql"}, "*.*") {
		data := corpus.Load(t, name)
		if len(data) < small {
			continue
		}
		demo, err := formats.Read(name, "", data)
		if err != nil {
			continue
		}
		size, err := heldOf(demo)
		if err != nil {
			continue
		}
		for range 3 { // what the runtime made meanwhile for goroutines is there the next time
			if size > len(data) {
				again, _ := heldOf(demo)
				size = min(size, again)
			}
		}
		if size > len(data) {
			t.Errorf("%s: %d bytes are held of a demo of %d", name, size, len(data))
		}
		tested, sum, read = tested+1, sum+size, read+len(data)
	}
	if tested == 0 {
		t.Skip("no demos")
	}
	t.Logf("%d demos: %.2f of their bytes", tested, float64(sum)/float64(read))
}

// heldOf is how much memory the recording of a demo holds.
func heldOf(demo *formats.Demo) (int, error) {
	before := held()
	r, err := load.Open(context.Background(), demo)
	if err != nil {
		return 0, err
	}
	r.Wait()
	size := held() - before
	runtime.KeepAlive(demo)
	runtime.KeepAlive(r)
	return size, nil
}

// held is how much memory is in use.
func held() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
