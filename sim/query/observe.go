package query

import (
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Observer extracts from events the values needed to test conditions. [Query.Find] has to rebuild worlds to obtain
// them. A program that stores the values can use [Query.FindAmong] instead.
type Observer struct{ f *finder }

// Observe returns an observer for rec, which must be completely loaded.
func Observe(rec *recording.Recording) *Observer { return &Observer{newFinder(Source{Recording: rec})} }

// Before is subtracted from an event's time to obtain the time of the world to examine.
const Before = time.Millisecond

// State describes a player's state. If the demo does not contain a value, the corresponding Has field is false or, if
// there is no such field, the value is sim.Unknown.
type State struct {
	Slot                sim.Slot
	Alive, Visible      bool
	At                  sim.Vec3
	HasAt               bool
	Health, Armor, Ammo int16
	Speed               float64 // horizontal, in units per second
	HasSpeed            bool
	Hand                sim.Weapon // WeaponNone if unknown
	OnGround, HasGround bool       // HasGround may become true later: see [Observer.Ground]
	Powerups            sim.PowerupSet
	Flag                bool
	Weapons             sim.WeaponSet
	HasWeapons          bool
	Hit                 float64 // damage of the hardest hit in the last second
	HasHit              bool
}

// Observed holds the values needed to test conditions on one event.
type Observed struct {
	Doer, Victim       State
	HasDoer, HasVictim bool
	TeamKill           bool
	Late, Distance     float64 // seconds, units
	HasLate            bool
	HasDistance        bool
	Flick              float64 // degrees
	HasFlick           bool
}

// Event returns the values for event e. The second parameter is the world at the time e.Time - [Before]. It is not
// retained.
func (o *Observer) Event(e *sim.Event, before *sim.World) (x Observed) {
	c := o.f.ofEvent(e)
	c.world = before
	x.Doer, x.HasDoer = o.state(&c, false)
	if e.Kind == sim.EventObituary || e.Kind == sim.EventThaw {
		x.Victim, x.HasVictim = o.state(&c, true)
	}
	x.TeamKill = e.TeamKill(c.teams())
	var told answer
	x.Late, told = c.late(nil)
	x.HasLate = told == yes
	x.Distance, told = c.distance(nil)
	x.HasDistance = told == yes
	x.Flick, told = c.flick(nil)
	x.HasFlick = told == yes
	return x
}

func (o *Observer) state(c *check, victim bool) (s State, ok bool) {
	p := c.player(victim)
	if p == nil {
		return State{}, false
	}
	s = State{Slot: p.Slot, Alive: p.Life == sim.Alive, Visible: p.Visible, Health: sim.Unknown, Armor: sim.Unknown,
		Ammo: sim.Unknown}
	s.At, s.HasAt = PlaceOf(p)
	var told answer
	s.Hit, told = c.hit(&Condition{Victim: victim})
	s.HasHit = told == yes
	if s.Alive {
		s.Health, s.Armor, s.Ammo = p.Health, p.Armor, p.Ammo
	}
	if p.Visible {
		s.Powerups, s.Flag = p.Powerups, p.FlagCarried
		if p.Inventory != nil {
			s.Weapons, s.HasWeapons = p.Inventory.Weapons, true
		}
	}
	if p.Visible && s.Alive {
		s.Hand, s.OnGround, s.HasGround = p.Weapon, p.OnGround, o.f.ground[p.Slot]
		s.Speed, told = c.speed(&Condition{Victim: victim})
		s.HasSpeed = told == yes
	}
	return s, true
}

// See records which players are on the ground in w. Once a player has been seen on the ground, the demo is known to
// show when he is on the ground.
func (o *Observer) See(w *sim.World) {
	for i := range w.Players {
		if p := &w.Players[i]; p.OnGround && p.Visible && p.Life == sim.Alive {
			o.f.ground[p.Slot] = true
		}
	}
}

// Ground reports whether the demo shows when the player in slot s is on the ground. If no call to See has established
// this, Ground searches the whole recording.
func (o *Observer) Ground(s sim.Slot) bool { return o.f.groundTold(s) }

// Says returns a function that tests the condition's unquoted words. The function reports whether the words occur in an
// event's text or are a name for something involved in the event. game is the demo's [sim.Header.GameKey].
func (t *Condition) Says(game string) func(*sim.Event) bool {
	f := &finder{meanings: map[string]sim.Meaning{t.Values[0].Text: sim.MeaningOf(game, t.Values[0].Text)}}
	return func(e *sim.Event) bool {
		c := f.ofEvent(e)
		return c.says(t) == yes
	}
}

// Contains reports whether the text that describes an event contains the given words, which must be in lower case.
func Contains(e *sim.Event, words string) bool {
	c := check{event: e}
	return strings.Contains(c.text(), words)
}
