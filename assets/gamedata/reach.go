package gamedata

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// searched lists the folders of a game whose files are read.
var searched = []string{"maps", "locs", "textures", "scripts", "gfx", "pics", "env", "models", "sprites", "progs",
	"localization"}

// Reach returns all paths that a search with the options o may access, for demos of any mod. The first result contains
// the folders that the search may list. The second result contains the files and folders that it may read. In a folder
// that encloses the demo's folder, the search reads only game files and game folders. Reach omits mod folders in the
// home folder, and in the folders that enclose the home folder, because the search does not look for mods there.
func Reach(o Options) (list, read []string) {
	for _, r := range rootsOf(o) {
		switch {
		case r.holds && !aboveHome(r.dir, os.Getenv("HOME")):
			read = append(read, r.dir)
		case r.deep:
			read = append(append(read, r.dir), linked(r)...)
		default:
			list = append(list, r.dir)
			read = append(read, gameIn(r.dir)...)
		}
	}
	return list, read
}

// linked returns the folders outside a root that symbolic links in it lead to.
func linked(r root) (out []string) {
	depth, budget := 1, maxBelow
	if r.below {
		depth = maxDepth
	}
	for level := []string{r.dir}; depth > 0 && len(level) > 0; depth-- {
		var next []string
		for _, dir := range level {
			for _, sub := range foldersIn(dir) {
				if budget--; budget < 0 {
					return out
				}
				next = append(next, sub)
				if info, err := os.Lstat(sub); err == nil && info.Mode()&fs.ModeSymlink != 0 {
					out = append(out, sub)
				}
			}
		}
		level = next
	}
	return out
}

// gameIn returns the entries of a folder that belong to a game: archives, maps, the searched folders, and game folders.
func gameIn(dir string) (out []string) {
	d, err := openFolder(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxList)
	scan := !aboveHome(dir, os.Getenv("HOME"))
	for _, e := range entries {
		name, lower := filepath.Join(dir, e.Name()), strings.ToLower(e.Name())
		switch ext := filepath.Ext(lower); {
		case e.Type().IsRegular():
			if archiveRank(lower) > 0 || ext == ".bsp" || ext == ".loc" {
				out = append(out, name)
			}
		case slices.Contains(searched, lower) || slices.Contains(baseFolders, lower) || lower == "rerelease" ||
			scan && looksLikeGame(name):
			out = append(out, name)
		}
	}
	return out
}

// aboveHome reports whether a folder is home, or contains it.
func aboveHome(dir, home string) bool {
	rel, err := filepath.Rel(dir, home)
	return dir == filepath.Dir(dir) || err == nil && rel != ".." && !strings.HasPrefix(rel,
		".."+string(filepath.Separator))
}
