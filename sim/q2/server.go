package q2

import (
	"regexp"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// boardDate is the date on OpenTDM's scoreboard (g_tdm_client.c, TDM_BuildScoreboard), which is longer than a name can be.
var boardDate = regexp.MustCompile(`" \[(\d{4}-\d\d-\d\d \d\d:\d\d)\]`)

// dateOf tells the date on a scoreboard.
func dateOf(board string, o *track.Observations) {
	if m := boardDate.FindStringSubmatch(board); m != nil {
		o.Tell(track.DateTold{Date: sim.ParseDate("2006-01-02 15:04", m[1])})
	}
}

// serverOf tells the server's name from the message of the day of Action Quake 2, which has it below the mod's name,
// its address and an empty line, and above the kind of the game (a_game.c, PrintMOTD); it is missing where nobody gave one.
func (l *level) serverOf(text string, o *track.Observations) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 || lines[2] != "" || !strings.HasPrefix(lines[4], "Game Type: ") {
		return
	}
	h := l.header
	h.Server = strings.TrimSpace(lines[3])
	l.setHeader(h, o)
}
