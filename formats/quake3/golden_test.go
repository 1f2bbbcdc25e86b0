package quake3

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens anew")

// census counts what a demo holds, and hashes the states that result.
type census struct {
	*world
	blocks, configstrings, baselines, commands, snapshots, deltas, removed, fields int
	textBytes, skipped, rest                                                       int
	marker                                                                         bool
}

func (c *census) Block(*Block) { c.blocks++ }

func (c *census) Gamestate(g *Gamestate) {
	c.world.Gamestate(g)
	c.configstrings += len(g.Configstrings)
	c.baselines += len(g.Baselines)
	for _, s := range g.Configstrings {
		c.textBytes += len(s.Text)
	}
}

func (c *census) ServerCommand(s *ServerCommand) {
	c.commands++
	c.textBytes += len(s.Text)
}

func (c *census) Snapshot(s *Snapshot) {
	c.world.Snapshot(s)
	c.snapshots++
	c.deltas += len(s.Entities)
	for i := range s.Entities {
		if s.Entities[i].Removed {
			c.removed++
		}
		for m := s.Entities[i].Changed; m != 0; m &= m - 1 {
			c.fields++
		}
	}
}

func (c *census) Skipped(s *Skipped) { c.skipped += len(s.Data) }
func (c *census) End(e *End)         { c.marker, c.rest = e.Marker, len(e.Rest) }

// TestGolden holds what each demo contains. Demos are named by their hash:
// their names may hold players' names.
func TestGolden(t *testing.T) {
	var mu sync.Mutex
	var lines []string
	t.Run("demos", func(t *testing.T) {
		for _, rel := range demos(t, append(slices.Clone(intact), "broken")...) {
			t.Run(rel, func(t *testing.T) {
				t.Parallel()
				data := readDemo(t, rel)
				d := NewDecoder(data, Options{Name: rel})
				c := &census{world: newWorld()}
				for d.Next(c) != io.EOF {
				}
				sum := sha256.Sum256(data)
				line := fmt.Sprintf("%x protocol %d, blocks %d, gamestates %d, configstrings %d, baselines %d, commands %d, "+
					"text %d, snapshots %d, deltas %d, removed %d, fields %d, skipped %d, marker %v, rest %d, states %016x",
					sum[:4], d.Detection().Number, c.blocks, c.gamestates, c.configstrings, c.baselines, c.commands, c.textBytes,
					c.snapshots, c.deltas, c.removed, c.fields, c.skipped, c.marker, c.rest, c.hash)
				mu.Lock()
				lines = append(lines, line)
				mu.Unlock()
			})
		}
	})
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	name := filepath.Join("testdata", "demos.golden")
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	all := strings.Split(string(want), "\n")
	for _, l := range lines {
		if !slices.Contains(all, l) {
			t.Errorf("not in %s: %s", name, l)
		}
	}
	if len(lines) != len(all)-1 {
		t.Errorf("%d demos, %d in %s", len(lines), len(all)-1, name)
	}
}
