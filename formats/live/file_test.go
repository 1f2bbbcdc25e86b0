package live_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/live"
)

// read is all that a demo had when it ended.
func read(d *live.Demo) []byte {
	var got []byte
	for last := false; !last; {
		got, last = d.More(len(got), nil)
	}
	return got
}

// TestFileIsFollowed writes demos as games do and holds that what is followed is the file, and that it ends with it.
func TestFileIsFollowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[*codec.Codec]int{}
	for _, demo := range demos(t, 300<<10) {
		if seen[demo.Format]++; seen[demo.Format] > 2 {
			continue
		}
		t.Run(demo.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), demo.Name)
			w, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			d := live.New(nil)
			ran := make(chan error)
			go func() { ran <- live.Run(context.Background(), live.File{Path: path, Patience: 3 * time.Second}, d) }()
			for rest := demo.Data; len(rest) > 0; {
				n := min(1+rng.IntN(20000), len(rest))
				w.Write(rest[:n])
				rest = rest[n:]
				time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond)
			}
			if f := d.Format(context.Background()); f != demo.Format {
				t.Errorf("is taken for a %v", f)
			}
			if got := read(d); !bytes.Equal(got, demo.Data) {
				t.Errorf("%d bytes, want %d, or others", len(got), len(demo.Data))
			}
			if err := <-ran; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestReader holds that a demo through a pipe is the demo, and what is none is told.
func TestReader(t *testing.T) {
	for _, demo := range demos(t, 60<<10) {
		r, w := io.Pipe()
		go func() {
			w.Write(demo.Data[:100])
			w.Write(demo.Data[100:])
			w.Close()
		}()
		d := live.New(nil)
		if err := live.Run(context.Background(), live.Reader{Name: "standard input", R: r}, d); err != nil {
			t.Error(demo.Name, err)
		}
		if got := read(d); !bytes.Equal(got, demo.Data) || d.Format(context.Background()) != demo.Format {
			t.Errorf("%s: %d bytes, want %d, or others; %v", demo.Name, len(got), len(demo.Data),
				d.Format(context.Background()))
		}
	}
	for what, data := range map[string]string{"gzip": "\x1f\x8b\x08 and so on and on",
		"text": "this is no demo at all, but a text", "nothing": ""} {
		d := live.New(nil)
		err := live.Run(context.Background(), live.Reader{Name: "standard input", R: bytes.NewReader([]byte(data))}, d)
		if s := d.Status(); err == nil || s.State != live.Ended || s.Words != err.Error() {
			t.Errorf("%s: %v, %+v", what, err, s)
		}
	}
}

// TestFileEnds holds that a file that is cut off under its reader ends with words, and one that is given up with what
// there is.
func TestFileEnds(t *testing.T) {
	demo := demos(t, 100<<10)[0]
	path := filepath.Join(t.TempDir(), demo.Name)
	follow := func(ctx context.Context) (*live.Demo, chan error) {
		os.WriteFile(path, demo.Data[:len(demo.Data)/2], 0o600)
		d, ran := live.New(nil), make(chan error, 1)
		go func() { ran <- live.Run(ctx, live.File{Path: path}, d) }()
		d.More(0, nil)
		return d, ran
	}
	_, ran := follow(context.Background())
	os.Truncate(path, 10)
	if err := <-ran; err == nil {
		t.Error("a file that was cut off is no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	d, ran := follow(ctx)
	if !live.Grows(path) {
		t.Error("a file that was just written does not grow")
	}
	for _, off := range []time.Duration{-time.Hour, time.Hour} { // by a clock that was wrong
		if os.Chtimes(path, time.Time{}, time.Now().Add(off)); live.Grows(path) {
			t.Errorf("a file that was written %v from now grows", off)
		}
	}
	for _, whole := range demos(t, 60<<10) {
		path := filepath.Join(t.TempDir(), whole.Name)
		os.WriteFile(path, whole.Data, 0o600)
		if live.Grows(path) {
			t.Errorf("%s is whole, and counts as growing", whole.Name)
		}
	}
	cancel()
	if err := <-ran; err != nil || len(read(d)) != len(demo.Data)/2 {
		t.Errorf("%v, %d bytes", err, len(read(d)))
	}
}
