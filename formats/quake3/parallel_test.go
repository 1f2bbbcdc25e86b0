package quake3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"fragscope/formats/corpus"
)

// TestParallelEqualsSequential compares reading block by block with reading ahead, on one and on several goroutines,
// over whole and damaged demos by what an encoder writes.
func TestParallelEqualsSequential(t *testing.T) {
	list := append(demos(t, "broken"), "q3/dm_68/3_matches_2_gamestates.dm_68", "q3/dm3/duel.dm3",
		corpus.Match(t, "ql/dm_91/*.dm_91"))
	for _, rel := range list {
		t.Run(rel, func(t *testing.T) {
			t.Parallel()
			data := corpus.Load(t, rel)
			var want bytes.Buffer
			d := NewDecoder(data, Options{Name: rel})
			e := NewEncoder(&want, Options{Protocol: d.Protocol()})
			for d.Next(e) != io.EOF {
			}
			for _, workers := range []int{1, 3} {
				var got bytes.Buffer
				d2 := NewDecoder(data, Options{Name: rel})
				e2 := NewEncoder(&got, Options{Protocol: d2.Protocol()})
				if err := d2.All(context.Background(), e2, workers); err != nil || e2.Finish() != nil {
					t.Fatal(err, e2.Finish())
				}
				if !bytes.Equal(want.Bytes(), got.Bytes()) {
					t.Errorf("%d workers: %d and %d bytes differ", workers, want.Len(), got.Len())
				}
				if len(d.Damage()) != len(d2.Damage()) {
					t.Errorf("%d workers: damage %v, want %v", workers, d2.Damage(), d.Damage())
				}
			}
			if !bytes.Equal(want.Bytes(), data) {
				t.Error("the damaged parts are not as they were")
			}
		})
	}
}

// TestParallelDamaged compares all ways, and the time at each message, over a
// demo that was made and then cut.
func TestParallelDamaged(t *testing.T) {
	for _, p := range protocols {
		data := longDemo(p, 3000)
		data = append(data[:20000:20000], data[20300:]...)
		var runs [3][]string
		for i := range runs {
			d := NewDecoder(data, Options{Protocol: p})
			note := HandlerFunc(func(m Message) { runs[i] = append(runs[i], fmt.Sprint(Name(m), d.Time())) })
			for i == 0 && d.Next(note) != io.EOF {
			}
			if err := d.All(context.Background(), note, i); err != nil {
				t.Fatal(err)
			}
			if n := len(d.Damage()); n != 1 || d.Offset() != int64(len(data)) {
				t.Errorf("protocol %d: damage %v", p.Number, d.Damage())
			}
		}
		if !slices.Equal(runs[0], runs[1]) || !slices.Equal(runs[0], runs[2]) || len(runs[0]) < 3*2900 {
			t.Errorf("protocol %d: %d, %d and %d messages differ", p.Number, len(runs[0]), len(runs[1]), len(runs[2]))
		}
	}
}

// canceler ends its context at a block.
type canceler struct {
	cancel func()
	blocks int
}

func (c *canceler) Handle(m Message) {
	if _, ok := m.(*Block); !ok {
		return
	}
	if c.blocks++; c.blocks == 1000 {
		c.cancel()
	}
}

func TestAllCancel(t *testing.T) {
	data := corpus.Load(t, "q3/dm_68/record_client_number_5.dm_68")
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithCancel(context.Background())
		c := &canceler{cancel: cancel}
		d := NewDecoder(data, Options{})
		if err := d.All(ctx, c, workers); !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v", workers, err)
		}
		if c.blocks > 1000+2*batchBlocks {
			t.Errorf("%d workers: %d blocks after the end", workers, c.blocks-1000)
		}
		// What was left goes on where it stopped.
		if err := d.All(context.Background(), c, workers); err != nil || c.blocks != 27519 {
			t.Errorf("%d workers: %d blocks in all, %v", workers, c.blocks, err)
		}
	}
}

// TestPanicOfAWorker holds that a panic of a goroutine that parses can be recovered from by who called.
func TestPanicOfAWorker(t *testing.T) {
	p := protocols[len(protocols)-1]
	d := NewDecoder(longDemo(p, 3000), Options{Protocol: p})
	d.coder.p = nil // what reads a message panics
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
	}()
	d.All(context.Background(), HandlerFunc(func(Message) {}), 3)
}

// TestParallelDoesOtherWork has other work done while blocks are left to be parsed, and when all are parsed.
func TestParallelDoesOtherWork(t *testing.T) {
	const count = 3000
	work, done := make(chan func()), make(chan bool)
	d := NewDecoder(longDemo(protocols[0], count), Options{Work: work})
	blocks := 0
	note := HandlerFunc(func(m Message) {
		if _, ok := m.(*Block); !ok {
			return
		}
		if blocks++; blocks == count/2 || blocks == count-1 {
			work <- func() { close(done) }
			<-done
			done = make(chan bool)
		}
	})
	if err := d.All(context.Background(), note, 2); err != nil || blocks < count {
		t.Errorf("%d blocks, %v", blocks, err)
	}
}

// TestAllBeginsWhereReadingIs holds that what was read to detect the protocol is passed on once, from wherever reading
// begins.
func TestAllBeginsWhereReadingIs(t *testing.T) {
	data := longDemo(protocols[0], 200)
	second, _ := NextBlock(data, 0)
	for name, begin := range map[string]func(Handler) *Decoder{
		"start": func(Handler) *Decoder { return NewDecoder(data, Options{}) },
		"next": func(h Handler) *Decoder {
			d := NewDecoder(data, Options{})
			_ = d.Next(h)
			return d
		},
		"reset": func(Handler) *Decoder {
			d := NewDecoder(data[second:], Options{})
			d.Reset(data)
			return d
		},
	} {
		for _, workers := range []int{1, 2} {
			var out bytes.Buffer
			e := NewEncoder(&out, Options{})
			if err := begin(e).All(context.Background(), e, workers); err != nil || !bytes.Equal(out.Bytes(), data) {
				t.Errorf("%s, %d workers: %v, %d bytes, want %d", name, workers, err, out.Len(), len(data))
			}
		}
	}
}
