package live_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/live"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
)

// demos are the real demos that tests feed in pieces, the smaller ones of each kind.
func demos(t *testing.T, largest int) []*formats.Demo {
	var list []*formats.Demo
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q2", "q3", "ql", "recorded"}, "*.*") {
		data := corpus.Load(t, name)
		if len(data) > largest {
			continue
		}
		if d, err := formats.Read(strings.TrimSuffix(filepath.Base(name), ".gz"), "", data); err == nil {
			list = append(list, d)
		}
	}
	return list
}

// TestKeptIsWholeBlocks feeds demos in pieces of any size: what is on disk is whole blocks at any moment and the demo
// in the end.
func TestKeptIsWholeBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[*codec.Codec]int{}
	for _, demo := range demos(t, 300<<10) {
		if seen[demo.Format]++; seen[demo.Format] > 4 {
			continue
		}
		d := live.New(demo.Format)
		path := filepath.Join(t.TempDir(), "kept")
		if err := d.Keep(path, 0); err != nil {
			t.Fatal(err)
		}
		for rest := demo.Data; len(rest) > 0; {
			n := min(1+rng.IntN(1+rng.IntN(4000)), len(rest))
			if err := d.Append(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
			s := d.Status()
			if s.KeptBytes > s.Bytes || s.State != live.Playing {
				t.Fatalf("%s: %+v", demo.Name, s)
			}
		}
		d.End("")
		kept, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(kept, demo.Data[:min(len(kept), len(demo.Data))]) ||
			len(kept) < len(demo.Data)*9/10 {
			t.Errorf("%s: kept %d of %d bytes, %v", demo.Name, len(kept), len(demo.Data), err)
		}
		t.Logf("%s (%s): %d bytes, kept %d, complete %v", demo.Name, demo.Format, len(demo.Data), len(kept),
			d.Complete())
	}
}

// TestKeepLimit holds that a file stays below its limit and is closed properly.
func TestKeepLimit(t *testing.T) {
	d := live.New(quake2.Codec)
	path := filepath.Join(t.TempDir(), "kept.dm2")
	if err := d.Keep(path, 30); err != nil {
		t.Fatal(err)
	}
	block := []byte{4, 0, 0, 0, 1, 2, 3, 4}
	for range 5 {
		d.Append(block)
	}
	s := d.Status()
	if s.KeptBytes != 24 || !errors.Is(s.KeepError, live.ErrLimit) || s.State != live.Playing {
		t.Errorf("%+v", s)
	}
	if kept, _ := os.ReadFile(path); !bytes.Equal(kept, append(bytes.Repeat(block, 3), 0xff, 0xff, 0xff, 0xff)) {
		t.Errorf("kept % x", kept)
	}
	if live.New(quake2.Codec).Keep(path, 0) == nil {
		t.Error("a recording was overwritten")
	}
}

type twoBlocks struct{ fail error }

func (twoBlocks) String() string { return "two blocks" }

func (s twoBlocks) Run(_ context.Context, d *live.Demo) error {
	d.Append([]byte{1})
	d.Append([]byte{2})
	return s.fail
}

// TestRun holds that readers get what a source gives, and its end.
func TestRun(t *testing.T) {
	d := live.New(netquake.Codec)
	done := make(chan struct{})
	go func() {
		live.Run(context.Background(), twoBlocks{errors.New("the line is dead")}, d)
		close(done)
	}()
	var got []byte
	for last := false; !last; {
		got, last = d.More(len(got), nil)
	}
	<-done
	if s := d.Status(); !bytes.Equal(got, []byte{1, 2}) || s.State != live.Ended || s.Words != "the line is dead" {
		t.Errorf("got % x, %+v", got, s)
	}
	if d.Append([]byte{3}) == nil {
		t.Error("a demo grows behind its end")
	}
}
