// Command mksample makes the sample that is built into Fragscope: a map and the
// demo of a match on it, both from nothing.
//
// The map is described as rooms and solids (arena.go) and closed by walls where
// rooms do not open into each other (build.go). On it six bots play a team
// deathmatch (match.go) by the rules of Quake III (life.go, combat.go, item.go),
// in steps of 10 ms. They move as players do (move.go) and know only the places
// that the map's entities name and the straight ways between those (places.go,
// bot.go). The match is recorded (record.go) through the project's own encoder.
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

	"fragscope/assets/bsp"
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
	level := arena().Bytes()
	demo, g, err := produce(level, seed, limit)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d:%d after %d s, map of %d bytes, demo of %d bytes\n", mapName, g.teamScore[teamRed], g.teamScore[teamBlue],
		(g.overAt-startTime)/1000, len(level), len(demo))
	if err := os.WriteFile(filepath.Join(dir, mapName+".bsp"), level, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, mapName+".dm_68"), demo, 0o644)
}

// produce makes the demo on a map, and gives the match as it ended.
func produce(level []byte, seed uint64, limit int) ([]byte, *game, error) {
	m, err := bsp.Decode(level)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	g := newGame(m, &out, seed, limit)
	g.begin()
	g.snapshot()
	for g.phase != intermission || g.now < g.overAt+overDelay+afterMatch {
		g.play()
		g.snapshot()
	}
	err = g.tape.Finish()
	return out.Bytes(), g, err
}
