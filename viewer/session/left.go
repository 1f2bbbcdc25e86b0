package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/settings"
)

// A demo can be continued if more than this was watched of it and more than this is left.
const (
	watchedLeast = 3 * time.Second
	leftLeast    = 3 * time.Second
)

// leftAt returns the record of a demo left at a time, as far as it is loaded. ok is false for a demo that cannot be
// opened again, or that comes with the program.
func leftAt(d *Demo, at time.Duration) (l settings.Left, ok bool) {
	if d.Path == SampleName || d.Path == load.StandardInput {
		return l, false
	}
	rec := d.Recording
	l = settings.Left{Demo: d.Path, Member: d.Member}
	if d.Stream == nil && !load.IsStream(d.Path) { // a stream has no length, and no time to continue from
		l.Length = settings.Millis(rec.Duration())
		if at > watchedLeast && at < rec.Duration()-leftLeast {
			l.At = settings.Millis(at)
		}
	}
	if levels := rec.Levels(); len(levels) > 0 {
		l.Map = levels[0].Map
	}
	l.Players, l.Result = players(rec), result(rec)
	return l, true
}

// ranked returns the players, sorted by frags.
func ranked(rec *recording.Recording) []sim.RosterEntry {
	list := slices.DeleteFunc(rec.Roster(), func(e sim.RosterEntry) bool {
		return e.Profile == nil || e.Profile.Name.Plain == "" || e.Profile.Team == sim.TeamSpectator
	})
	slices.SortStableFunc(list, func(a, b sim.RosterEntry) int { return int(b.Frags) - int(a.Frags) })
	return list
}

// players returns the names of the players if there are one or two, otherwise their number.
func players(rec *recording.Recording) string {
	switch list := ranked(rec); len(list) {
	case 0:
		return ""
	case 1:
		return list[0].Profile.Name.Plain
	case 2:
		return list[0].Profile.Name.Plain + " and " + list[1].Profile.Name.Plain
	default:
		return count.Of(len(list), "player")
	}
}

// result returns the result of the match, such as "Red 31, Blue 24" or "ann 20, cob 17", or "" if unknown.
func result(rec *recording.Recording) string {
	var parts []string
	for t := range sim.TeamCount {
		if score, ok := rec.TeamScore(t); ok && t != sim.TeamFree && t != sim.TeamSpectator {
			parts = append(parts, fmt.Sprintf("%s %d", teamTitle(rec, t), score))
		}
	}
	if len(parts) > 1 {
		return strings.Join(parts, ", ")
	}
	parts = parts[:0]
	for _, e := range ranked(rec) {
		if e.Frags == sim.Unknown || len(parts) == 3 {
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", e.Profile.Name, e.Frags))
	}
	if len(parts) < 2 {
		return ""
	}
	return strings.Join(parts, ", ")
}

// teamTitle returns the players' own name for a team, or else its colour as "Red".
func teamTitle(rec *recording.Recording, t sim.Team) string {
	label := rec.TeamLabel(t)
	if side := t.String(); label == side {
		return strings.ToUpper(side[:1]) + side[1:]
	}
	return label
}

// Card describes a recent demo on the welcome screen. Unknown fields are empty or 0.
type Card struct {
	Name                 string
	Map, Players, Result string
	Length               time.Duration
	// At is the time at which the demo can be continued, or 0 if it cannot.
	At time.Duration
}

// Cards returns a card for each recent demo, most recent first. The index of a card is also the index of the demo for
// [Session.OpenRecent].
func (s *Session) Cards() []Card { return s.recent.cards(s.host.Settings.HideScore) }

// Continued returns the card of the most recently watched demo, which is the first of cards. ok is false if there are
// no cards or if the user has watched that demo to the end.
func Continued(cards []Card) (card Card, ok bool) {
	if len(cards) == 0 || cards[0].At == 0 {
		return Card{}, false
	}
	return cards[0], true
}

// resume opens the demo last watched where it was left.
func (s *Session) resume() {
	l, ok := s.recent.unfinished()
	if !ok {
		s.host.Notices.Say(msgNothingLeft)
		return
	}
	s.Playlist = nil
	s.host.OpenAt(l.Demo, l.Member, time.Duration(l.At))
}
