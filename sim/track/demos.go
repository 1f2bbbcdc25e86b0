package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// Reports about a demo itself, its levels and its recorder.
type (
	// Interrupted reports damage to the demo. The data after the damage does not continue from the data before it.
	Interrupted struct{ What string }
	// Reaches reports the largest coordinate, in units, that the demo's format can express.
	Reaches struct{ Units float32 }
	// LevelBegins reports that a new level has begun. The previous level, if any, has ended.
	LevelBegins struct{ sim.Level }
	// LevelModels reports the number of the map's inline models and, if Map is not empty, the map's name.
	LevelModels struct {
		Map   string
		Count int
	}
	// SeenThrough reports which player is the point of view.
	SeenThrough struct{ Slot sim.Slot }
	// Guessed reports whether entity states are only approximate from now on. They are approximate if the demo lacks
	// the data on which their updates are based.
	Guessed struct{ On bool }
	// StatisticTold reports a match statistic of a player or team, as counted by the game.
	StatisticTold struct{ sim.Statistic }
	// HitTold reports damage done by a player, as recorded by the server.
	HitTold struct {
		HitBy
		Amount int16
		Splash bool
	}
)

func (i Interrupted) conclude(t *Tracker) {
	t.track.Event(sim.Event{Kind: sim.EventDamage, Text: sim.PlainText(i.What)})
	t.track.NoLerp()
}

func (r Reaches) conclude(t *Tracker) { t.track.rec.Reach(r.Units) }

func (l LevelBegins) conclude(t *Tracker) {
	t.endLevel()
	t.track.StartLevel(l.Level)
	t.looks, t.hurts, t.words = looks{}, hurts{}, ""
}

func (l LevelModels) conclude(t *Tracker) {
	t.track.rec.EditLevel(func(level *sim.Level) {
		level.MapModels = l.Count
		if l.Map != "" {
			level.Map = l.Map
		}
	})
}

func (s SeenThrough) conclude(t *Tracker) { t.track.frame.POV = s.Slot }
func (g Guessed) conclude(t *Tracker)     { t.track.frame.Approximate = g.On }

func (s StatisticTold) conclude(t *Tracker) {
	s.Time = t.track.now
	t.track.rec.Statistic(s.Statistic)
}

func (h HitTold) conclude(t *Tracker) {
	h.HitBy.conclude(t)
	t.track.rec.Hit(sim.Hit{Time: t.track.now, Attacker: h.Attacker, Victim: h.Victim, Weapon: h.Weapon,
		Amount: h.Amount, Splash: h.Splash})
}

// ScreenPrinted reports text in the middle of the recorder's screen. Line is the same text on a single line, and Words
// is Line without digits. The text is also recorded as an event, unless it replaces a text that differs only in its
// digits, such as a counter.
type ScreenPrinted struct {
	CenterPrinted
	Line  sim.Text
	Words string
}

func (s ScreenPrinted) conclude(t *Tracker) {
	if s.Line.Plain != "" && (s.Words != t.words || !t.track.CenterPrintShows()) {
		t.track.Event(sim.Event{Kind: sim.EventCenterPrint, Text: s.Line})
		t.words = s.Words
	}
	s.CenterPrinted.conclude(t)
}

// Tallied reports how many monsters have been killed or how many secrets have been found, depending on Kind. Total is
// the total number on the level, or 0 if unknown. The What field is a plural noun for the things counted, such as
// "kills".
type Tallied struct {
	Kind         sim.EventKind
	Slot         sim.Slot
	Count, Total int
	What         string
}

func (c Tallied) conclude(t *Tracker) {
	text := fmt.Sprintf("%d of %d", c.Count, c.Total)
	if c.Total <= 0 {
		text = fmt.Sprint(c.Count)
	}
	if name := t.entities.MonsterDeath(); c.Kind == sim.EventMonsterKill && name != "" {
		text = fmt.Sprintf("%s (%s)", name, text)
	} else {
		text += " " + c.What
	}
	t.track.Event(sim.Event{Kind: c.Kind, Slot: c.Slot, Value: c.Count, Text: sim.PlainText(text)})
}

// Reports about the match clock.
type (
	// MatchSince reports the time at which the match began. It does not cause an event.
	MatchSince struct{ At time.Duration }
	// MinutesLeft reports that a match is running, and how many minutes are left. Limit is the length of the match. It
	// is 0 if the length is unknown.
	MinutesLeft struct {
		Minutes int
		Limit   time.Duration
	}
)

func (m MatchSince) conclude(t *Tracker)  { t.match.StartedAt(m.At) }
func (m MinutesLeft) conclude(t *Tracker) { t.match.countDown(m.Minutes, m.Limit) }

// countDown records that a match is running and the number of minutes left. The time at which that number drops reveals
// when the match began, unless that is known.
func (m *Match) countDown(left int, limit time.Duration) {
	m.Plays()
	if m.left > 0 && left == m.left-2 && !m.known && limit > 0 && left < 1000 {
		m.StartedAt(m.t.now - (limit - time.Duration(left)*time.Minute))
	}
	m.left = left + 1
}
