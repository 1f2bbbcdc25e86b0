package q2

import (
	"regexp"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// boardDate matches the date on OpenTDM's scoreboard (g_tdm_client.c, TDM_BuildScoreboard), which is longer than
// any name.
var boardDate = regexp.MustCompile(`" \[(\d{4}-\d\d-\d\d \d\d:\d\d)\]`)

// dateOf reports the date on a scoreboard.
func dateOf(board string, o *track.Observations) {
	if m := boardDate.FindStringSubmatch(board); m != nil {
		o.Tell(track.DateTold{Date: sim.ParseDate("2006-01-02 15:04", m[1])})
	}
}

// serverOf reports the server's name from Action Quake 2's message of the day, where it comes after the mod's name, its
// address and an empty line, and before the game type (a_game.c, PrintMOTD). It is missing if nobody set one.
func (l *level) serverOf(text string, o *track.Observations) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 || lines[2] != "" || !strings.HasPrefix(lines[4], "Game Type: ") {
		return
	}
	h := l.header
	h.Server = strings.TrimSpace(lines[3])
	l.setHeader(h, o)
}
