// Command mksample writes the map of the sample that is built into Fragscope.
//
// The map is built from rooms and solids (arena.go). Each room is enclosed by walls, except where it opens into another
// room (build.go). The map file is the same on every machine. The sample demo, a recording of six bots, is stored next
// to the map in assets/sample. If the map is changed, the players' paths in the demo must still run through air and
// above a floor; tests check this.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"fragscope/assets/sample"
)

func main() {
	dir := flag.String("dir", ".", "folder to write to")
	flag.Parse()
	if err := os.WriteFile(filepath.Join(*dir, sample.MapName), arena().Bytes(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "mksample:", err)
		os.Exit(1)
	}
}
