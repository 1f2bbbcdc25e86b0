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

// describe stores what is known of the open demo, left at a time, for its card, and that of the file in which its
// stream is kept.
func (s *Session) describe(at time.Duration) {
	if l, ok := leftAt(s.demo, at); ok {
		s.store(l)
	}
}

// describeOpened does so as soon as a demo is open, in case the program is killed. What was stored of it before stays,
// as it may be known from the whole demo.
func (s *Session) describeOpened() {
	l, ok := leftAt(s.demo, 0)
	if _, known := s.lastLeft(); known || !ok {
		return
	}
	if _, finished := s.demo.Recording.Progress(); !finished {
		l.Length, l.Result = 0, ""
	}
	s.store(l)
}

// describeLoaded does so once all of a demo is loaded. It can then still be continued where it was left before.
func (s *Session) describeLoaded() {
	if l, ok := leftAt(s.demo, 0); ok {
		before, _ := s.lastLeft()
		l.At = before.At
		s.store(l)
	}
}

// store stores the card of the open demo, and that of the file in which its stream is kept.
func (s *Session) store(l settings.Left) {
	_ = s.host.Store.SetLeft(l) // without it, a card has only a name
	if s.demo.kept != "" {
		l.Demo, l.Length = s.demo.kept, settings.Millis(s.demo.Recording.Duration())
		_ = s.host.Store.SetLeft(l)
	}
	s.loadRecent()
}

// lastLeft returns what was stored when the open demo was left before.
func (s *Session) lastLeft() (l settings.Left, ok bool) {
	i := slices.IndexFunc(s.left, func(l settings.Left) bool {
		return l.Demo == s.demo.Path && l.Member == s.demo.Member
	})
	if i < 0 {
		return l, false
	}
	return s.left[i], true
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

// Cards returns a card for each recent demo, latest first. The index of a card is also the index of the demo for
// [Session.OpenRecent].
func (s *Session) Cards() []Card {
	out := make([]Card, len(s.recent))
	for i, path := range s.recent {
		out[i] = Card{Name: Label(path)}
		k := slices.IndexFunc(s.left, func(l settings.Left) bool { return l.Demo == path })
		if k < 0 {
			continue
		}
		l := s.left[k]
		out[i] = Card{
			Name: Label(path), Map: l.Map, Players: l.Players, Length: time.Duration(l.Length), At: time.Duration(l.At),
		}
		if !s.host.Settings.HideScore {
			out[i].Result = l.Result
		}
		if l.Member != "" {
			out[i].Name = l.Member
		}
	}
	return out
}

// Continued returns the first of cards, which describes the most recently watched demo. ok is false if there are no
// cards or the user has watched that demo to the end.
func Continued(cards []Card) (card Card, ok bool) {
	if len(cards) == 0 || cards[0].At == 0 {
		return Card{}, false
	}
	return cards[0], true
}

// resume opens the demo last watched where it was left.
func (s *Session) resume() {
	if _, ok := Continued(s.Cards()); !ok {
		s.host.Notices.Say(msgNothingLeft)
		return
	}
	path := s.recent[0]
	for _, l := range s.left {
		if l.Demo == path {
			s.Playlist = nil
			s.host.OpenAt(l.Demo, l.Member, time.Duration(l.At))
			return
		}
	}
}
