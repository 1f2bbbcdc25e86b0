// Command mksample writes the map of the sample built into Fragscope.
//
// The map is described as rooms and solids (arena.go), and closed by walls where rooms do not open into each other
// (build.go). Its bytes are the same on every machine. The match on it is data: a recording of six bots, stored next to
// the map in assets/sample. When the map changes, its players must still find floor and air where they walk; tests
// check that.
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
