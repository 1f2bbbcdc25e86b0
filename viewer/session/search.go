package session

import (
	"runtime"
	"strings"

	"fragscope/sim/load"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// recentMost is the maximum number of recent demos that the menu finds.
const recentMost = 4

// search finds recent demos by name.
func (s *Session) search(text string) (out []part.Entry) {
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
