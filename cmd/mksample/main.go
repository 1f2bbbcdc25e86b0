// Command mksample writes the map of the sample built into Fragscope.
//
// The map is described in terms of rooms and solids (arena.go), and closed by walls where rooms do not open into each
// other (build.go). Its bytes are the same on every machine. The match played on it is data: a recording of six bots,
// stored next to the map in assets/sample. If the map is changed, there must still be floor below the players and air
// around them wherever they walk in the recording; tests check this.
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
