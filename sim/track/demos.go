package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// What a demo tells of itself, of its levels and of its recorder.
type (
	// Interrupted is damage of the demo: nothing leads from before it to what follows.
	Interrupted struct{ What string }
	// Reaches is how far from the world's origin, in units, the demo's numbers can tell places.
	Reaches struct{ Units float32 }
	// LevelBegins is a level, which ends the one before.
	LevelBegins struct{ sim.Level }
	// LevelModels is how many models the map has, and with Map set how the map is called.
	LevelModels struct {
		Map   string
		Count int
	}
	// SeenThrough is the player through whose eyes the demo is seen, from here on.
	SeenThrough struct{ Slot sim.Slot }
	// Guessed is whether the entities are, as what they differ from is lost.
	Guessed struct{ On bool }
	// StatisticTold is a number that the game tells of the match of a player or a team.
	StatisticTold struct{ sim.Statistic }
	// HitTold is damage that a player did, by the server's own record.
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
	t.track.rec.Hit(sim.Hit{Time: t.track.now, Attacker: h.Attacker, Victim: h.Victim, Weapon: h.Weapon, Amount: h.Amount, Splash: h.Splash})
}

// ScreenPrinted is a text in the middle of the recorder's screen that is an event, too, unless its Words are those of the one before, which
// still shows: it counts something. Line is the text on one line.
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

// Tallied is the count of monsters that were killed or of secrets that were found, as Kind has it, and of how many where that is told. What
// names them.
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

// What is told of the clock of the match.
type (
	// MatchSince is since when a match runs, of which no event is made.
	MatchSince struct{ At time.Duration }
	// MinutesLeft is that a match runs, how many minutes are left, and of how long it is, 0 where that is not told.
	MinutesLeft struct {
		Minutes int
		Limit   time.Duration
	}
)

func (m MatchSince) conclude(t *Tracker)  { t.match.StartedAt(m.At) }
func (m MinutesLeft) conclude(t *Tracker) { t.match.countDown(m.Minutes, m.Limit) }

// countDown notes that a match runs and how many minutes are left. The moment at which that becomes one less tells since when, if nothing
// else did.
func (m *Match) countDown(left int, limit time.Duration) {
	m.Plays()
	if m.left > 0 && left == m.left-2 && !m.known && limit > 0 && left < 1000 {
		m.StartedAt(m.t.now - (limit - time.Duration(left)*time.Minute))
	}
	m.left = left + 1
}
