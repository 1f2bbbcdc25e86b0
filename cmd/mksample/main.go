// Command mksample makes the sample that is built into Fragscope: a map and the
// demo of a match on it, both from nothing.
//
// The map is described as rooms and solids (arena.go), closed by walls where
// rooms do not open into each other (build.go), and written as a Quake III map
// of version 46 (bspfile.go). On it six bots (bot.go) find their ways over a
// mesh of places (nav.go) and play a team deathmatch by the rules and with the
// movement of Quake III (match.go, combat.go, item.go, move.go), in steps of
// 10 ms. The match is recorded (record.go) through the project's own encoder.
//
// The same seed gives the same bytes: there is no clock, and no other source of
// chance than the generator that the seed starts.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", ".", "folder to write to")
	seed := flag.Uint64("seed", defaultSeed, "seed of the match")
	limit := flag.Int("fraglimit", defaultLimit, "frags of a team that end the match")
	flag.Parse()
	if err := write(*dir, *seed, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mksample:", err)
		os.Exit(1)
	}
}

func write(dir string, seed uint64, limit int) error {
	bsp, demo, g, err := produce(seed, limit)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d:%d after %d s, %d frags, map of %d bytes, demo of %d bytes\n", mapName, g.teamScore[teamRed],
		g.teamScore[teamBlue], (g.overAt-g.matchStart)/1000, g.log.frags, len(bsp), len(demo))
	if err := os.WriteFile(filepath.Join(dir, mapName+".bsp"), bsp, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, mapName+".dm_68"), demo, 0o644)
}

// produce makes the map and the demo, and gives the match as it ended.
func produce(seed uint64, limit int) (bsp, demo []byte, g *game, err error) {
	c := arena()
	g = newGame(c, seed, limit)
	var out bytes.Buffer
	t := newTape(g, &out)
	t.gamestate()
	t.snapshot()
	for g.phase != intermission || g.now < g.overAt+overDelay+afterMatch {
		g.banter()
		g.run()
		t.snapshot()
	}
	if err := t.enc.Finish(); err != nil {
		return nil, nil, nil, fmt.Errorf("recording: %w", err)
	}
	return encodeBSP(c), out.Bytes(), g, nil
}
