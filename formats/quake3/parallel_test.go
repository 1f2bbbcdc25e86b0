package quake3

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// TestParallelEqualsSequential compares both ways over whole and damaged
// demos by what an encoder writes.
func TestParallelEqualsSequential(t *testing.T) {
	list := append(demos(t, "broken"), "q3/dm_68/3_matches_2_gamestates.dm_68", "q3/dm3/duel.dm3", corpus.Match(t, "ql/dm_91/*.dm_91"))
	for _, rel := range list {
		t.Run(rel, func(t *testing.T) {
			t.Parallel()
			data := corpus.Load(t, rel)
			var want, got bytes.Buffer
			d := NewDecoder(data, Options{Name: rel})
			e := NewEncoder(&want, Options{Protocol: d.Protocol()})
			for d.Next(e) != io.EOF {
			}
			d2 := NewDecoder(data, Options{Name: rel})
			e2 := NewEncoder(&got, Options{Protocol: d2.Protocol()})
			if err := d2.All(context.Background(), e2, 3); err != nil || e2.Err() != nil {
				t.Fatal(err, e2.Err())
			}
			if !bytes.Equal(want.Bytes(), got.Bytes()) {
				t.Errorf("%d and %d bytes differ", want.Len(), got.Len())
			}
			if len(d.Damage()) != len(d2.Damage()) {
				t.Errorf("damage %v, want %v", d2.Damage(), d.Damage())
			}
			if !bytes.Equal(want.Bytes(), data) {
				t.Error("the damaged parts are not as they were")
			}
		})
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
