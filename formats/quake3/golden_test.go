package quake3

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"

	"fragscope/formats/corpus"
)

// census counts what a demo holds, and hashes the states that result.
type census struct {
	*world
	blocks, configstrings, baselines, commands, snapshots, deltas, removed, fields int
	textBytes, skipped, rest                                                       int
	marker                                                                         bool
}

func (c *census) Handle(m Message) {
	c.world.Handle(m)
	switch m := m.(type) {
	case *Block:
		c.blocks++
	case *Gamestate:
		c.configstrings += len(m.Configstrings)
		c.baselines += len(m.Baselines)
		for _, s := range m.Configstrings {
			c.textBytes += len(s.Text)
		}
	case *ServerCommand:
		c.commands++
		c.textBytes += len(m.Text)
	case *SnapshotDelta:
		c.deltas += len(m.Entities)
		c.snapshots++
		for i := range m.Entities {
			if m.Entities[i].Removed {
				c.removed++
			}
			c.fields += len(m.Entities[i].Changed)
		}
	case *Skipped:
		c.skipped += len(m.Data)
	case *End:
		c.marker, c.rest = m.Marker, len(m.Rest)
	}
}

// String is the census in one line.
func (c *census) String() string {
	return fmt.Sprintf("blocks %d, gamestates %d, configstrings %d, baselines %d, commands %d, "+
		"text %d, snapshots %d, deltas %d, removed %d, fields %d, skipped %d, marker %v, rest %d, states %016x",
		c.blocks, c.gamestates, c.configstrings, c.baselines, c.commands, c.textBytes,
		c.snapshots, c.deltas, c.removed, c.fields, c.skipped, c.marker, c.rest, c.hash)
}

// TestContent holds what each demo contains: by the golden, which names demos
// by their content since their names may hold players' names, and by what
// another parser found.
func TestContent(t *testing.T) {
	truths := readTruths(t)
	var mu sync.Mutex
	var lines []string
	t.Run("demos", func(t *testing.T) {
		for _, rel := range demos(t, append(slices.Clone(intact), "broken")...) {
			t.Run(rel, func(t *testing.T) {
				t.Parallel()
				data := corpus.Load(t, rel)
				d := NewDecoder(data, Options{Name: rel})
				c := &census{world: newWorld()}
				for d.Next(c) != io.EOF {
				}
				if want, ok := truths[rel]; ok {
					want.check(t, c.world)
				}
				sum := sha256.Sum256(data)
				mu.Lock()
				defer mu.Unlock()
				lines = append(lines, fmt.Sprintf("%x protocol %d, %v", sum[:4], d.Detection().Number, c))
			})
		}
	})
	corpus.GoldenLines(t, "testdata/demos.golden", lines)
}

// truth is what another parser found in a demo. It stops at the first damage.
type truth struct {
	gamestates, snapshots, entities, lastTime, clientNum, errors int
	hash                                                         string
}

func readTruths(t *testing.T) map[string]truth {
	t.Helper()
	truths := map[string]truth{}
	for row := range corpus.Table(t, "quake3-snapshots.csv") {
		truths[row.Text("demo")] = truth{
			row.Int("gamestates"), row.Int("snapshots"), row.Int("entitySum"), row.Int("lastTime"),
			row.Int("recorderClientNum"), row.Int("errors"), row.Text("fnv1a64"),
		}
	}
	return truths
}

// check compares every field of every snapshot, by their hash; of a damaged
// demo no less may be found.
func (want truth) check(t *testing.T, w *world) {
	t.Helper()
	got := truth{w.gamestates, w.snapshots, w.entities, int(w.lastTime), int(w.clientNum), want.errors,
		fmt.Sprintf("%016x", w.hash)}
	switch {
	case got == want:
	case want.errors == 0:
		t.Errorf("%+v, want %+v", got, want)
	case got.snapshots < want.snapshots:
		t.Errorf("%d snapshots of a damaged demo, want at least %d", got.snapshots, want.snapshots)
	}
}
