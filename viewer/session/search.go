package session

import (
	"strings"

	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// recentMost is the maximum number of recent demos that the menu finds.
const recentMost = 4

// search finds recent demos by name.
func (s *Session) search(text string) (out []part.Entry) {
	for i, path := range s.recent {
		if name := Label(path); len(out) < recentMost && strings.Contains(strings.ToLower(name), strings.ToLower(text)) {
			out = append(out, part.Entry{
				Rank: part.RankDemo, Do: func() { s.OpenRecent(i) }, Entry: panel.Entry{Kind: "Demo", Name: name, Help: "Open it; it was open before."},
			})
		}
	}
	return out
}
