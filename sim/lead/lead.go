// Package lead finds the moments at which the lead in a match changed hands.
package lead

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Change describes a lead change: one side of a match overtook the side that had led before.
type Change struct {
	Time time.Duration
	// Event is the index of the event by which the side went ahead, or -1 if no event explains it.
	Event int
	// Team is the side that leads now or, without teams, the team of the player in Slot.
	Team sim.Team
	Slot sim.Slot
	Name string
	// Score is the score of the side, and Best the highest score of any other.
	Score, Best int
}

// String describes the change in a sentence, such as "The lead goes to reppie, 5:4".
func (c *Change) String() string {
	return fmt.Sprintf("The lead goes to %s, %d:%d", c.Name, c.Score, c.Best)
}

const (
	lookEach = time.Second // between two looks at the score
	looksHad = 2           // a lead seen less often is a score that arrived in parts
	// eventMost is the longest time between an event and the score in which it shows.
	eventMost = 15 * time.Second
)

// Changes returns the lead changes in the part of rec loaded so far, in chronological order. It ignores levels in which
// players do not compete for frags or captures. If ctx is done, Changes returns context.Cause(ctx).
func Changes(ctx context.Context, rec *recording.Recording) (list []Change, err error) {
	cursor, events := rec.Cursor(), rec.Events()
	for _, s := range spansOf(rec) {
		m := match{span: s, events: events}
		for at := s.from; at <= s.to; at += lookEach {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			m.look(cursor.At(at))
		}
		list = append(list, m.changes()...)
	}
	return list, nil
}

// span is a match, or the level if it has none.
type span struct {
	from, to time.Duration
	teams    bool
}

// spansOf returns the matches of a recording. What was played of a level before its first match, and between two
// matches, does not count.
func spansOf(rec *recording.Recording) (list []span) {
	events := rec.Events()
	for i, l := range rec.Levels() {
		if rec.Contest(i) != sim.Versus {
			continue
		}
		whole, open := span{l.Start, min(l.End, rec.Duration()), l.Teams}, -1
		first := len(list)
		for k := range events {
			switch e := &events[k]; {
			case e.Time < l.Start || e.Time > l.End:
			case e.Kind == sim.EventMatchStart:
				if open >= 0 { // restarted
					list = list[:open]
				}
				open = len(list)
				list = append(list, span{e.Time, whole.to, l.Teams})
			case e.Kind == sim.EventMatchEnd && open >= 0:
				list[open].to, open = e.Time, -1
			case e.Kind == sim.EventMatchEnd && len(list) == first: // it began before the recording
				list = append(list, span{l.Start, e.Time, l.Teams})
			}
		}
		if len(list) == first {
			list = append(list, whole)
		}
	}
	return list
}

// match is the score of a match as time goes on.
type match struct {
	span
	events      []sim.Event
	sides       []side
	looks       []look
	told, asked int // how many of the scores asked for the game tells
}

// side is a side of a match: a team or, without teams, a player.
type side struct {
	team sim.Team
	slot sim.Slot
	name string
}

// look is the score of each side at a time.
type look struct {
	at    time.Duration
	score []int
}

// sideOf returns the index of a player's side, adding it if it is new, or -1 if he is on none.
func (m *match) sideOf(slot sim.Slot, p *sim.Profile) int {
	if !slot.Valid() || p == nil || p.Team == sim.TeamSpectator || m.teams && p.Team == sim.TeamFree {
		return -1
	}
	s := side{team: p.Team, slot: slot, name: p.Name.Plain}
	if m.teams {
		s.slot, s.name = sim.Slot{}, titled(p.TeamLabel())
	}
	for i := range m.sides {
		if x := &m.sides[i]; m.teams && x.team == s.team || !m.teams && x.slot == slot {
			*x = s
			return i
		}
	}
	m.sides = append(m.sides, s)
	return len(m.sides) - 1
}

// titled returns a name of a team that begins with a capital letter if it is that of a colour.
func titled(name string) string {
	for t := range sim.TeamCount {
		if name == t.String() {
			return strings.ToUpper(name[:1]) + name[1:]
		}
	}
	return name
}

// look reads the score from a world.
func (m *match) look(w *sim.World) {
	l := look{at: w.Time}
	put := func(side int, score int16) {
		for len(l.score) <= side {
			l.score = append(l.score, 0)
		}
		if m.asked++; score != sim.Unknown {
			m.told++
			l.score[side] = int(score)
		}
	}
	for i := range w.Players {
		p := &w.Players[i]
		if n := m.sideOf(p.Slot, p.Profile); n >= 0 && p.Life != sim.Spectating && !m.teams {
			put(n, p.Frags)
		}
	}
	if m.teams {
		for i := range m.sides {
			put(i, w.TeamScore[m.sides[i].team])
		}
	}
	m.looks = append(m.looks, l)
}

// count replaces the score by the number of captures or, if there are none, of frags if the game does not tell it.
func (m *match) count() {
	if m.told > m.asked*9/10 {
		return
	}
	captures := slices.ContainsFunc(m.events, func(e sim.Event) bool {
		return e.Kind == sim.EventCapture && e.Time >= m.from && e.Time <= m.to
	})
	sum, next := make([]int, len(m.sides)), 0
	for i := range m.looks {
		for ; next < len(m.events) && m.events[next].Time <= m.looks[i].at; next++ {
			e := &m.events[next]
			if e.Time < m.from || captures != (e.Kind == sim.EventCapture) {
				continue
			}
			if n := m.scorer(e); n >= 0 {
				sum = append(sum, make([]int, max(n+1-len(sum), 0))...)
				sum[n]++
			}
		}
		m.looks[i].score = slices.Clone(sum)
	}
}

// scorer returns the side that an event is a success of, or -1.
func (m *match) scorer(e *sim.Event) int {
	switch e.Kind {
	case sim.EventObituary:
		if n := m.sideOf(e.Attacker, e.AttackerProfile); n != m.sideOf(e.Slot, e.Profile) {
			return n
		}
	case sim.EventCapture:
		return m.sideOf(e.Slot, e.Profile)
	case sim.EventObjective, sim.EventRoundEnd:
		return slices.IndexFunc(m.sides, func(s side) bool { return m.teams && s.team == e.Team })
	}
	return -1
}

// ahead returns the side that leads, or -1 if none does, with its score and the best of the others.
func (l *look) ahead() (side, score, best int) {
	side, score, best = -1, math.MinInt, math.MinInt
	for i, s := range l.score {
		if s > score {
			side, score, best = i, s, score
		} else {
			best = max(best, s)
		}
	}
	if len(l.score) < 2 || score == best {
		return -1, 0, 0
	}
	return side, score, best
}

// changes returns the changes of the lead.
func (m *match) changes() (list []Change) {
	m.count()
	leader := -1
	for i := 0; i < len(m.looks); i++ {
		n, score, best := m.looks[i].ahead()
		if n < 0 || n == leader || !m.lasts(i, n) {
			continue
		}
		if leader >= 0 {
			s := m.sides[n]
			c := Change{Time: m.looks[i].at, Event: m.cause(i, n, leader), Team: s.team, Slot: s.slot, Name: s.name,
				Score: score, Best: best}
			if c.Event >= 0 {
				c.Time = m.events[c.Event].Time
			}
			list = append(list, c)
		}
		leader = n
	}
	return list
}

// lasts reports whether a side that leads in look i still does in the next ones. The end of the match settles it.
func (m *match) lasts(i, side int) bool {
	for k := i; k < min(i+looksHad, len(m.looks)); k++ {
		if n, _, _ := m.looks[k].ahead(); n != side {
			return false
		}
	}
	return true
}

// cause returns the index of the event by which a side went ahead of another in look i: the last success of that side
// since its score was lower or, if its score is as it was, the last death of the other since its score was higher. It
// returns -1 if there is none.
func (m *match) cause(i, side, other int) int {
	rose := i > 0 && m.looks[i].of(side) > m.looks[i-1].of(side)
	from := m.since(i, other)
	if rose {
		from = m.since(i, side)
	}
	for k := len(m.events) - 1; k >= 0 && m.events[k].Time > from; k-- {
		switch e := &m.events[k]; {
		case e.Time > m.looks[i].at:
		case rose && m.scorer(e) == side,
			!rose && e.Kind == sim.EventObituary && m.sideOf(e.Slot, e.Profile) == other:
			return k
		}
	}
	return -1
}

// since returns the time after which the event happened that shows in a side's score in look i: when the score before
// was first seen, but at most eventMost ago.
func (m *match) since(i, side int) time.Duration {
	least := max(m.looks[i].at-eventMost, m.from)
	k, changes, last := i, 0, m.looks[i].of(side)
	for ; k > 0 && m.looks[k-1].at >= least; k-- {
		if s := m.looks[k-1].of(side); s != last {
			if changes++; changes == 2 {
				return m.looks[k].at
			}
			last = s
		}
	}
	return least
}

// of returns the score of a side.
func (l *look) of(side int) int {
	if side >= len(l.score) {
		return 0
	}
	return l.score[side]
}
