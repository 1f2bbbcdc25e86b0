package track

import (
	"math/bits"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Tracker infers what happened in a demo from an adapter's observations, and records it. It consists of several parts,
// each with its own state and its own rules for certain kinds of observations.
type Tracker struct {
	rules    Rules
	track    Track
	players  Players
	entities Entities
	items    Items
	match    Match

	standing standing
	takings  takings
	flags    flags
	phases   phases
	beams    beams
	runs     runs
	scores   scores
	looks    looks
	wordings wordings
	hurts    hurts
	paces    [MaxSlots]pace

	seats     seats
	lying     lying
	monsters  monsters
	announced announced
	guides    guides

	waiting backlog // observations not yet evaluated
	// reading returns the demo time of the data being read, if reports wait for their snapshots. read is the time of
	// the observations being evaluated.
	reading func() time.Duration
	read    time.Duration

	// snapshots is the number of snapshots of the level.
	snapshots int
	// intermission is set if the current snapshot shows the intermission.
	intermission bool
	// words is the last centre print that was an event.
	words string
}

// NewTracker returns a tracker that records to rec and follows the given rules.
func NewTracker(rec *recording.Recorder, rules Rules) *Tracker {
	t := &Tracker{rules: rules, track: *New(rec)}
	if !rules.SeenUntilGone {
		rec.ComputesVelocities()
	}
	k := &t.track
	t.players, t.entities = *NewPlayers(k, &t.rules), *NewEntities(k, &t.rules)
	t.match = *NewMatch(k, &t.players)
	t.items = *NewItems(k, &t.players, &t.entities, &t.match, &t.rules)
	k.players, k.entities, k.items, k.match = &t.players, &t.entities, &t.items, &t.match
	return t
}

// Recorder returns the recorder.
func (t *Tracker) Recorder() *recording.Recorder { return t.track.Recorder() }

// Now returns the demo time of the last snapshot.
func (t *Tracker) Now() time.Duration { return t.track.Now() }

// Defer is like [Track.Defer].
func (t *Tracker) Defer(reading func() time.Duration) {
	t.reading = reading
	t.track.Defer(func() time.Duration { return t.read })
}

// Phase returns the phase of the match at the last snapshot.
func (t *Tracker) Phase() sim.Phase { return t.track.frame.Phase }

// Observe evaluates the observations in o in a fixed order and empties o.
func (t *Tracker) Observe(o *Observations) {
	if o.empty() {
		return
	}
	t.catchUp()
	o.read = t.readingTime()
	t.conclude(o)
}

// conclude evaluates observations when no earlier ones are waiting.
func (t *Tracker) conclude(o *Observations) {
	t.read = o.read
	if o.Begins {
		t.begin(&o.Snapshot)
	}
	for i := range o.Briefs {
		t.takeShot(&o.Briefs[i])
	}
	for i := range o.States {
		t.seats.seeState(t, &o.States[i])
	}
	t.seePlayers(o)
	for i := range o.Looks {
		t.looks.see(t, &o.Looks[i])
	}
	if o.Begins {
		t.scores.giveOpponentScore(&t.players, &t.rules, o.Snapshot.POV)
	}
	for _, told := range o.Told {
		told.conclude(t)
	}
	t.seeEntities(o)
	switch {
	case o.Ends && t.rules.ByStates:
		t.endStates(o)
	case o.Ends && t.rules.SeenUntilGone:
		t.endStanding()
	case o.Ends:
		t.endSights()
	}
	o.Reset()
}

// seeEntities evaluates the entities and movers in sight.
func (t *Tracker) seeEntities(o *Observations) {
	if t.rules.ByStates {
		for i := range o.Objects {
			t.seeObject(&o.Objects[i])
		}
		if o.Ends {
			t.lying.goOn(t, o.Gone)
		}
		return
	}
	if t.rules.SeenUntilGone {
		for i := range o.Entities {
			t.standing.see(&t.entities, &o.Entities[i])
		}
		for i := range o.Movers {
			t.standing.seeMover(&t.entities, &o.Movers[i])
		}
		for _, number := range o.Gone {
			t.standing.gone(number)
		}
		return
	}
	for i := range o.Entities {
		t.sightEntity(&o.Entities[i])
	}
	for i := range o.Movers {
		t.sightMover(&o.Movers[i])
	}
	if o.Ends {
		t.goOn(o.Gone)
	}
	for i := range o.Flying {
		t.sightFlying(&o.Flying[i])
	}
}

// begin starts a snapshot.
func (t *Tracker) begin(s *Snapshot) {
	if t.wordings.open() {
		t.wordings.end(&t.track, &t.players)
	}
	t.track.Begin(s.Time, s.Clock)
	f := t.track.Frame()
	f.Approximate = s.Approximate
	if t.rules.ByStates {
		return
	}
	if s.Broken || s.Restarted {
		t.players.loseAll()
		t.standing.anew = true
	}
	if s.Restarted {
		t.entities.Keep(isItem)
		t.items.Forget()
		t.flags.reset()
	}
	t.beams.flush(&t.track)
	t.track.Flush()
	t.intermission = s.Intermission
	t.snapshots++
	if t.rules.TellsStage {
		t.concludePhase()
	}
	if f.POV != s.POV {
		t.changeView(f.POV, s.POV)
	}
	t.scores.own = s.Own.Slot
}

func isItem(r *recording.FrameEntity) bool { return r.Kind == sim.EntityItem }

// changeView switches to another player's view.
func (t *Tracker) changeView(from, to sim.Slot) {
	if r := t.players.Row(from); r != nil {
		r.POV = false
	}
	if from.Valid() && to.Valid() && t.snapshots > 1 {
		t.track.Event(sim.Event{Kind: sim.EventPointOfView, Slot: to})
	}
	t.track.Frame().POV = to
}

// seePlayers evaluates the players in sight: first the one in view, then the others, sorted by slot. Games that show
// players until they are gone have at most 64.
func (t *Tracker) seePlayers(o *Observations) {
	standing := t.players.standing
	for _, slot := range o.PlayersGone {
		standing &^= 1 << uint(slot.Index())
	}
	staying := standing
	if !o.Begins {
		staying = 0
	}
	for i := range o.Players {
		u := &o.Players[i]
		if !u.POV {
			bit := uint64(1) << uint(u.Slot.Index())
			t.stayPlayers(staying & (bit - 1))
			staying &^= 2*bit - 1
			standing |= bit
		}
		t.seePlayer(u, &o.Snapshot)
	}
	t.stayPlayers(staying)
	t.players.standing = standing
}

// stayPlayers evaluates the players of a set who have not changed since the previous snapshot.
func (t *Tracker) stayPlayers(set uint64) {
	for ; set != 0; set &= set - 1 {
		if slot := bits.TrailingZeros64(set); t.players.stay(slot) {
			t.beams.shoot(&t.track, sim.SlotAt(slot))
		}
	}
}

// seePlayer evaluates a player in sight who has changed.
func (t *Tracker) seePlayer(u *PlayerSeen, s *Snapshot) {
	if t.players.see(u) {
		t.beams.shoot(&t.track, u.Slot)
	}
	if u.POV {
		t.scores.readOwn(&t.players, &s.Own, t.phases.starts)
		t.runs.follow(&t.track, &s.Run, s.POV)
		if t.rules.Mode.Race {
			t.runs.showClock(&t.track, s.POV)
		}
	}
}

// endStanding ends a snapshot in games that remove entities explicitly.
func (t *Tracker) endStanding() {
	t.beams.aim(&t.track, &t.players)
	t.players.age(t.rules.Mode.Rounds)
	t.standing.end(&t.entities, &t.items)
	if t.intermission {
		t.players.leaveLevel()
	}
	t.items.DecayMegas(t.items.MegaLasts)
	pov := t.track.Frame().POV
	t.takings.takeSilently(&t.players, &t.entities, &t.items, pov)
	t.takings.take(&t.players, &t.items, &t.flags)
	if t.rules.Mode.Flags {
		t.flags.follow(&t.track, &t.players, &t.match, t.intermission)
	}
	t.track.EndSnapshot()
}

// event records an event reported by the demo: at this snapshot or, between two snapshots, at the next.
func (t *Tracker) event(e sim.Event) {
	if t.rules.ToldAhead && !t.track.Open() {
		t.track.Queue(e)
		return
	}
	t.track.Event(e)
}

// Recorded evaluates all enqueued observations and returns the recorder, so the caller can record something after them.
func (t *Tracker) Recorded() *recording.Recorder {
	t.catchUp()
	return t.track.rec
}

// Damaged records an event for damage to the demo. The damaged data is described by the given text. The caller must
// also pass the damage to the recorder.
func (t *Tracker) Damaged(what string) {
	t.catchUp()
	t.event(sim.Event{Kind: sim.EventDamage, Text: sim.PlainText(what)})
}

// Finish evaluates all observations still waiting and ends the level.
func (t *Tracker) Finish() {
	t.catchUp()
	t.endLevel()
}

func (t *Tracker) endLevel() {
	t.guides.reset(t)
	if t.rules.ByStates {
		t.flushPlaced()
	}
	t.beams.flush(&t.track)
	t.wordings.end(&t.track, &t.players)
	t.players.CountDeaths(true)
	t.track.Flush()
}
