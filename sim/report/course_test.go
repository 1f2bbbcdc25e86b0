package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
)

// TestSplits checks that the splits of a run add up to its times.
func TestSplits(t *testing.T) {
	r := Run{Checkpoints: []time.Duration{5768 * time.Millisecond, 11136 * time.Millisecond},
		Finish: 25488 * time.Millisecond, Finished: true}
	if got, want := r.Splits(), []time.Duration{5768 * time.Millisecond, 5368 * time.Millisecond,
		14352 * time.Millisecond}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if r.Finished = false; len(r.Splits()) != 2 {
		t.Errorf("%v without a finish", r.Splits())
	}
}

// TestOtherKindsOfPlay checks what the report has of each kind of play in which frags are not all, over the demos.
func TestOtherKindsOfPlay(t *testing.T) {
	levels, finished, runs, rounds, won, captures := 0, 0, 0, 0, 0, 0
	for _, name := range corpus.Demos(t, []string{"nq", "q2", "q3/dm_68", "ql", "recorded"}, "*.dem", "*.dm2",
		"*.dm_*") {
		rec, reports := wholeReports(t, name)
		for _, r := range reports {
			if rec.Contest(r.Match.Level) == sim.Story {
				levels++
				if len(r.Notes) == 0 || !strings.HasPrefix(r.Notes[0], "Monsters killed: ") ||
					strings.Contains(strings.Join(r.Notes, " "), "start of the match") {
					t.Errorf("%s: %q", name, r.Notes)
				}
				if r.Finished {
					finished++
				}
			}
			for i := range r.Runs {
				if x := &r.Runs[i]; x.Finished {
					runs++
					if n := len(x.Splits()); n != len(x.Checkpoints)+1 {
						t.Errorf("%s: %d splits of %d checkpoints", name, n, len(x.Checkpoints))
					}
				}
			}
			for _, x := range r.Rounds {
				if rounds++; x.Winner != sim.TeamFree {
					won++
				}
				if x.End < x.Start || x.End > r.Match.End {
					t.Errorf("%s: round %d from %v to %v", name, x.Number, x.Start, x.End)
				}
			}
			for i := range r.Players {
				v, _ := r.Players[i].Numbers[Captures].Value()
				captures += int(v)
			}
		}
	}
	t.Logf(
		"%d levels against monsters, %d of them finished; %d runs finished; %d rounds, %d with a winner; %d captures",
		levels, finished, runs, rounds, won, captures)
	if levels < 25 || finished < 1 || runs < 2 || rounds < 100 || captures < 10 {
		t.Error("some kind of play has nothing")
	}
}

// roundLine is what the games say of the end of a round: Capture Strike, and Action Quake 2 by the name of the team.
var roundLine = regexp.MustCompile(`^(?:(RED|BLUE) scores: .*|(.+) won!)$`)

// TestRoundsAreWonByWhomTheGameNames compares who won the rounds, by the scores, with the lines of the games.
func TestRoundsAreWonByWhomTheGameNames(t *testing.T) {
	compared := 0
	for _, name := range corpus.Demos(t, []string{"q2/mvd2", "q3/dm_68"}, "*asylum*", "CTFS*") {
		rec, reports := wholeReports(t, name)
		for _, r := range reports {
			for i, x := range r.Rounds {
				until := r.Match.until
				if i+1 < len(r.Rounds) {
					until = r.Rounds[i+1].Start
				}
				said := sim.TeamFree
				for _, e := range rec.Events() {
					m := roundLine.FindStringSubmatch(e.Text.Plain)
					if m == nil || e.Kind != sim.EventPrint && e.Kind != sim.EventCenterPrint || e.Time <= x.Start ||
						e.Time > until {
						continue
					}
					for _, team := range r.Teams {
						if m[2] != "" && team.Name == m[2] ||
							m[1] != "" && strings.EqualFold(team.Team.String(), m[1]) {
							said = team.Team
						}
					}
				}
				if said == sim.TeamFree || x.End == r.Match.End {
					continue
				}
				if compared++; x.Winner != said {
					t.Errorf("%s: round %d: %v won, the game names %v", name, x.Number, x.Winner, said)
				}
			}
		}
	}
	t.Logf("%d rounds", compared)
	if compared < 40 {
		t.Error("few were compared")
	}
}
