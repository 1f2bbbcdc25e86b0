package q2

import (
	"regexp"
	"strings"

	"fragscope/sim"
	"fragscope/sim/track"
)

// boardDate is the date on OpenTDM's scoreboard (g_tdm_client.c, TDM_BuildScoreboard), which is longer than a name can be.
var boardDate = regexp.MustCompile(`" \[(\d{4}-\d\d-\d\d \d\d:\d\d)\]`)

// dateOf records the date on a scoreboard, if none was told before.
func (l *level) dateOf(t *track.Track, board string) {
	h := t.Recorder().Header()
	if h.Date != "" {
		return
	}
	if m := boardDate.FindStringSubmatch(board); m != nil {
		h.SetDate(sim.ParseDate("2006-01-02 15:04", m[1]), t.Now())
		t.Recorder().SetHeader(h)
	}
}

// serverOf records the server's name from the message of the day of Action Quake 2, which has it below the mod's name,
// its address and an empty line, and above the kind of the game (a_game.c, PrintMOTD); it is missing where nobody gave one.
func (l *level) serverOf(t *track.Track, text string) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 || lines[2] != "" || !strings.HasPrefix(lines[4], "Game Type: ") {
		return
	}
	h := t.Recorder().Header()
	h.Server = strings.TrimSpace(lines[3])
	t.Recorder().SetHeader(h)
}
