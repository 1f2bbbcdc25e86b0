package q2

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// recordedMatches is the folder of matches of the rerelease's game that other programs recorded.
const recordedMatches = "../../formats/quake2/testdata/rerelease/"

// played returns a recording's deaths and flag events, in order.
func played(t *testing.T, file string) (list []string) {
	t.Helper()
	rec, r := recording.NewRecorder(sim.Header{})
	Record(rec, corpus.Unzipped(t, file), file)
	for _, e := range r.Events() {
		switch e.Kind {
		case sim.EventObituary, sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture:
			list = append(list, fmt.Sprintf("%v %d %d %v %s %v", e.Kind, e.Slot.Index(), e.Attacker.Index(), e.Weapon,
				e.Cause, e.Team))
		}
	}
	return list
}

// deathsLogged are the deaths that the game library itself logged: "died FRAME VICTIM KILLER MEANS".
func deathsLogged(t *testing.T, file string) (list []string) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(corpus.Unzipped(t, file)))
	for lines.Scan() {
		var frame, victim, killer, means int
		if n, _ := fmt.Sscanf(lines.Text(), "died %d %d %d %d", &frame, &victim, &killer, &means); n == 4 {
			if killer == victim {
				killer = -1
			}
			list = append(list, fmt.Sprintf("%d by %d", victim, killer))
		}
	}
	return list
}

// within reports whether part stands in whole, without gaps.
func within(part, whole []string) bool {
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(whole[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// TestOneMatch: the recordings of both players tell what the server's tells of the time that they share, and that is
// what the game library logged.
func TestOneMatch(t *testing.T) {
	logs, _ := filepath.Glob(recordedMatches + "*.log.gz")
	for _, log := range logs {
		match := strings.TrimSuffix(log, ".log.gz")
		server := played(t, match+".mvd2.gz")
		if len(server) < 2 {
			t.Errorf("%s: the server's recording tells %q", match, server)
		}
		for _, end := range []string{".dm2.gz", "_b.dm2.gz"} {
			if player := played(t, match+end); len(player) < 2 || !within(player, server) {
				t.Errorf("%s%s tells\n%s\nand the server's recording\n%s", match, end, strings.Join(player, "\n"),
					strings.Join(server, "\n"))
			}
		}
		var deaths []string
		for _, line := range server {
			var victim, killer int
			if n, _ := fmt.Sscanf(line, "obituary %d %d", &victim, &killer); n == 2 {
				deaths = append(deaths, fmt.Sprintf("%d by %d", victim, killer))
			}
		}
		if logged := deathsLogged(t, log); !within(deaths, logged) {
			t.Errorf("%s: deaths %q, logged %q", match, deaths, logged)
		}
	}
}
