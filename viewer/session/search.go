package session

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"fragscope/formats/base/count"
	"fragscope/sim/load"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// recentMost is the maximum number of recent demos that the menu finds.
const recentMost = 4

// search finds recent demos by name, and a demo or a folder by its path.
func (s *Session) search(text string) (out []part.Entry) {
	if part.IsPath(text) {
		return s.atPath(text)
	}
	if load.IsStream(text) && text != load.StandardInput && runtime.GOOS != "js" {
		out = append(out, part.Entry{
			Rank: part.RankTime, Do: func() { s.Playlist = nil; s.Open(text, "", false) },
			Entry: panel.Entry{Kind: "Live", Name: "Watch " + load.Public(text), Help: "A live match."},
		})
	}
	for i, path := range s.recent.paths {
		if name := Label(path); len(out) < recentMost &&
			strings.Contains(strings.ToLower(name), strings.ToLower(text)) {
			out = append(out, part.Entry{
				Rank: part.RankDemo, Do: func() { s.OpenRecent(i) }, Entry: panel.Entry{Kind: "Demo", Name: name,
					Help: "A demo you opened recently."},
			})
		}
	}
	return out
}

// pathsMost is the maximum number of ways to continue a path that are offered.
const pathsMost = 6

// atPath offers to open what a typed path leads to, and ways to continue it.
func (s *Session) atPath(text string) (out []part.Entry) {
	path := part.TypedPath(text)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		if n := len(demosIn(path)); n > 0 {
			out = append(out, part.Entry{Rank: part.RankTime, Do: func() { s.OpenAll([]string{path}, false) },
				Entry: panel.Entry{Kind: "Demo", Name: "Open " + text, Help: count.Of(n, "demo") + " in this folder."}})
		}
	case err == nil:
		out = append(out, part.Entry{Rank: part.RankTime,
			Do:    func() { s.Playlist = nil; s.Open(path, "", false) },
			Entry: panel.Entry{Kind: "Demo", Name: "Open " + text, Help: "A file on this computer."}})
	}
	return append(out, continued(text)...)
}

// continued returns the folders and demos by which a typed path can go on.
func continued(text string) (out []part.Entry) {
	before, begun := filepath.Split(text)
	if before == "" {
		return nil
	}
	entries, err := os.ReadDir(part.TypedPath(before))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if len(out) == pathsMost || name == begun || !strings.HasPrefix(strings.ToLower(name), strings.ToLower(begun)) ||
			strings.HasPrefix(name, ".") && begun == "" || !e.IsDir() && !load.Named(name) {
			continue
		}
		help := "A demo."
		if e.IsDir() {
			name, help = name+string(filepath.Separator), "A folder."
		}
		out = append(out, part.Entry{Rank: part.RankKey, Fill: before + name,
			Entry: panel.Entry{Kind: "Path", Name: before + name, Help: help}})
	}
	return out
}
