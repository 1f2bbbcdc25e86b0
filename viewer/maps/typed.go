package maps

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// search offers a folder whose path was typed as a game folder, before other uses if it looks like one.
func (m *Maps) search(text string) []part.Entry {
	if !part.IsPath(text) {
		return nil
	}
	path := part.TypedPath(text)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil
	}
	rank := part.RankMoment
	if holdsGame(path) {
		rank = part.RankTime
	}
	return []part.Entry{{Rank: rank, Do: func() { m.addFolder(path) }, Entry: panel.Entry{Kind: "Maps",
		Name: "Use " + text + " as game folder", Help: "Look for maps and textures in it."}}}
}

// holdsGame reports whether a folder has the files of a game, or a folder that has.
func holdsGame(dir string) bool {
	if holdsMaps(dir) {
		return true
	}
	entries, _ := os.ReadDir(dir) // one that cannot be read has none
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return e.IsDir() && holdsMaps(filepath.Join(dir, e.Name()))
	})
}

// holdsMaps reports whether a folder has packs or a folder of maps.
func holdsMaps(dir string) bool {
	entries, _ := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		name := strings.ToLower(e.Name())
		return e.IsDir() && name == "maps" || !e.IsDir() && (strings.HasSuffix(name, ".pak") || strings.HasSuffix(name, ".pk3"))
	})
}
