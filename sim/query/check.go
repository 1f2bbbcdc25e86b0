package query

import (
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
)

// finder runs queries on one recording.
type finder struct {
	src      Source
	events   []sim.Event
	levels   []sim.Level
	cursor   *recording.Cursor
	meanings map[string]sim.Meaning
	ground   map[sim.Slot]bool // whether the demo shows when a player stands on something
	absences map[int][]sim.ItemAbsence
	clock    *moment.Clock
	felt     map[sim.Slot][]felt // hits felt, by player; nil until needed
	leads    map[leadKey]string  // the sentences about changes of the lead; nil if no term asks for them
	missing  []string            // the reasons why no moments of the query are in this demo
	// asked and untold count, by key, how often a term was evaluated and how often its result was unknown.
	asked, untold map[*key]int
}

func newFinder(s Source) *finder {
	return &finder{src: s, events: s.Recording.Events(), levels: s.Recording.Levels(), cursor: s.Recording.Cursor(),
		meanings: map[string]sim.Meaning{}, ground: map[sim.Slot]bool{}, absences: map[int][]sim.ItemAbsence{},
		clock: s.Recording.Clock(), asked: map[*key]int{}, untold: map[*key]int{}}
}

// own returns the demo's own time for a moment. ok is false if there is none.
func (f *finder) own(m moment.Moment) (at time.Duration, ok bool) {
	at, err := f.clock.Own(m)
	if err != nil && !slices.Contains(f.missing, err.Error()) {
		f.missing = append(f.missing, err.Error())
	}
	return at, err == nil
}

// meaning returns the meaning of a value in the demo's game.
func (f *finder) meaning(v Value) sim.Meaning {
	m, ok := f.meanings[v.Text]
	if !ok {
		m = sim.MeaningOf(f.src.Recording.Header().GameKey, v.Text)
		f.meanings[v.Text] = m
	}
	return m
}

// levelAt returns the index of the level at a time.
func (f *finder) levelAt(at time.Duration) int {
	return max(sort.Search(len(f.levels), func(i int) bool { return f.levels[i].Start > at })-1, 0)
}

// groundTold reports whether the demo shows when the player stands on something.
func (f *finder) groundTold(s sim.Slot) bool {
	told, ok := f.ground[s]
	if !ok {
		for _, p := range f.src.Recording.Path(s.Index(), 0, f.src.Recording.Duration(), nil) {
			told = told || p.Ground
		}
		f.ground[s] = told
	}
	return told
}

// lateness returns the time for which an item had been available when it was taken by the pickup e. ok is false if that
// is unknown.
func (f *finder) lateness(level int, e *sim.Event) (late time.Duration, ok bool) {
	list, ok := f.absences[level]
	if !ok {
		list = f.src.Recording.ItemAbsences(level)
		f.absences[level] = list
	}
	at := -1
	for i := range list {
		a := &list[i]
		if a.Item == e.Item && a.Weapon == e.Weapon && a.By == e.Slot && (a.Taken-e.Time).Abs() <= sameTime &&
			(at < 0 || (a.Taken-e.Time).Abs() < (list[at].Taken-e.Time).Abs()) {
			at = i
		}
	}
	if at < 0 {
		return 0, false
	}
	return list[at].Late(f.events)
}

// sameTime is the maximum time between a pickup event and its absence.
const sameTime = 300 * time.Millisecond

// check is an event, or the state of a player at a time, against which terms are tested.
type check struct {
	f                          *finder
	event                      *sim.Event // nil for a state
	at                         time.Duration
	doerSlot, victimSlot       sim.Slot
	doerProfile, victimProfile *sim.Profile
	state                      *sim.Player // for a state
	world                      *sim.World  // just before the event; nil until needed
	fact                       *Fact       // replaces the world; nil if there are worlds
	words                      string
	lead                       string // the sentence about the lead if it matched because of that
	levelIndex                 int    // plus one; 0 until needed
}

// ofEvent returns the check of an event.
func (f *finder) ofEvent(e *sim.Event) check {
	c := check{f: f, event: e, at: e.Time}
	c.doerSlot, c.doerProfile = e.Doer()
	if e.Kind == sim.EventObituary || e.Kind == sim.EventThaw {
		c.victimSlot, c.victimProfile = e.Slot, e.Profile
	}
	return c
}

func (c *check) level() int {
	if c.levelIndex == 0 {
		c.levelIndex = c.f.levelAt(c.at) + 1
	}
	return c.levelIndex - 1
}

func (c *check) teams() bool {
	l := c.level()
	return l < len(c.f.levels) && c.f.levels[l].Teams
}

// text returns all text about the event, in lower case.
func (c *check) text() string {
	if c.words == "" {
		e := c.event
		kind := e.Kind.String()
		if e.Kind == sim.EventObituary {
			kind += " frag"
		}
		c.words = strings.ToLower(e.String() + " " + kind + " " + strings.ReplaceAll(kind, "_",
			" ") + " " + e.Weapon.Info().Short)
	}
	return c.words
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// player returns the doer or the victim in his state just before the event.
func (c *check) player(victim bool) *sim.Player {
	if c.event == nil {
		return c.state
	}
	slot := c.doerSlot
	if victim {
		slot = c.victimSlot
	}
	if !slot.Valid() {
		return nil
	}
	if c.world == nil {
		c.world = c.f.cursor.At(c.at - time.Millisecond)
	}
	for i := range c.world.Players {
		if p := &c.world.Players[i]; p.Slot == slot {
			return p
		}
	}
	return nil
}

// place returns the position of the event, or that of its victim or doer.
func (c *check) place(victim, doer bool) (sim.Vec3, bool) {
	if c.event != nil && c.event.HasOrigin && !doer && (!victim || c.event.Kind == sim.EventObituary) {
		return c.event.Origin, true
	}
	switch {
	case c.fact != nil && victim:
		return c.fact.Victim, c.fact.HasVictim
	case c.fact != nil:
		return c.fact.Doer, c.fact.HasDoer
	}
	return PlaceOf(c.player(victim))
}

// PlaceOf returns a player's position for use in queries. ok is false if p is nil or the demo does not show the
// position.
func PlaceOf(p *sim.Player) (at sim.Vec3, ok bool) {
	if p == nil || p.Life == sim.Absent || p.Life == sim.Spectating || !p.Visible {
		return sim.Vec3{}, false
	}
	return p.Origin, true
}

// holds reports whether all terms hold.
func (c *check) holds(terms []Condition) bool {
	for i := range terms {
		t := &terms[i]
		a := t.test(c)
		c.f.asked[t.key]++
		if a == unknown {
			c.f.untold[t.key]++
			return false
		}
		if (a == yes) == t.Not {
			return false
		}
	}
	return true
}

// moment returns the check as a Moment.
func (c *check) moment(index int) Moment {
	m := Moment{Time: c.at, Until: c.at, Event: index, Who: c.doerSlot, Whom: c.victimSlot, Profile: c.doerProfile,
		VictimProfile: c.victimProfile, Level: c.level()}
	m.Lead = c.lead
	if m.Whom == m.Who {
		m.Whom, m.VictimProfile = sim.Slot{}, nil
	}
	if c.event == nil || c.doerSlot.Valid() || c.event.HasOrigin {
		m.Origin, m.HasOrigin = c.place(false, false)
	}
	if c.event != nil {
		m.Place = c.event.Place
	}
	if m.Place == "" && m.HasOrigin && c.f.src.Places != nil {
		m.Place = c.f.src.Places.PlaceAt(m.Level, m.Origin)
	}
	return m
}
