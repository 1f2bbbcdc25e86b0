package model

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/sim/report"
)

// step is the time between two worlds that are examined.
const step = 100 * time.Millisecond

// waitedWithin is the maximum distance, in units, at which a player counts as waiting for a respawning item.
const waitedWithin = 400

// course creates the rows for a recording's events in one pass over the recording.
type course struct {
	*extractor
	cursor   *recording.Cursor
	before   *recording.Cursor // for moments just before events
	observer *query.Observer
	events   []sim.Event
	next     int         // of events
	inputs   []sim.Input // those that have no row yet
	items    takings

	now     time.Duration // of the last world
	world   *sim.World
	alive   map[sim.Slot]time.Duration // the time since which, if known
	life    map[sim.Slot]bool
	scores  map[side]int16
	holding []hold
	lastBy  map[int]hold // by entity
	deaths  []death
	sampled time.Duration // the next one
	cells   []Cell
}

// side is a team or, if there are no teams, a player.
type side struct {
	team sim.Team
	slot sim.Slot
}

// taking is a pickup: an absence of an item, an event, or both.
type taking struct {
	at      time.Duration
	absence *sim.ItemAbsence // may be nil
	event   int              // -1 if there is none
	waited  []string
}

// takings are the pickups of a recording, and the progress through them.
type takings struct {
	list    []taking // in chronological order
	next    int
	returns []int // those of items with a known respawn time, in order of that time
	back    int
}

// hold is a player's possession of something.
type hold struct {
	kind, item string
	entity     int
	since      time.Duration
	head       []Cell // when it began
	match      int
	profile    *sim.Profile
	slot       sim.Slot
	powerup    sim.Powerup
	mega, flag bool
}

// death is a row of kills that is complete except for whether the players were on the ground.
type death struct {
	match    int
	head     []Cell
	event    *sim.Event
	observed query.Observed
}

func (x *extractor) course(ctx context.Context) error {
	c := &course{extractor: x, cursor: x.rec.Cursor(), before: x.rec.Cursor(), observer: query.Observe(x.rec),
		events: x.rec.Events(), alive: map[sim.Slot]time.Duration{}, life: map[sim.Slot]bool{},
		scores: map[side]int16{}, lastBy: map[int]hold{}, now: -1}
	if x.o.Wanted[Inputs] {
		c.inputs = x.rec.AllInputs()
	}
	c.listTakings()
	for next, i := time.Duration(math.MinInt64), 0; i < x.rec.Frames(); i++ {
		at := x.rec.FrameTime(i)
		if at < next && (x.o.Every >= step || !x.o.Wanted[Positions]) {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.happened(at)
		c.pressed(at)
		next = at - at%step + step
		c.see(c.cursor.At(at), at)
		if x.err != nil {
			return x.err
		}
	}
	c.happened(math.MaxInt64)
	c.pressed(math.MaxInt64)
	c.endHolds(func(*hold) bool { return true }, x.rec.Duration(), "end")
	c.endLast()
	c.kills()
	return x.err
}

// listTakings lists the pickups of a recording.
func (c *course) listTakings() {
	for i := range c.levels {
		list := c.rec.ItemAbsences(i)
		for k := range list {
			c.items.list = append(c.items.list, taking{at: list[k].Taken, absence: &list[k], event: -1})
		}
	}
	slices.SortStableFunc(c.items.list, byTime)
	used := map[int]bool{}
	for i := range c.items.list {
		if e := c.eventOf(c.items.list[i].absence, used); e >= 0 {
			used[e] = true
			c.items.list[i].event, c.items.list[i].at = e, c.events[e].Time
		}
	}
	for i := range c.events {
		if e := &c.events[i]; e.Kind == sim.EventPickup && !used[i] {
			c.items.list = append(c.items.list, taking{at: e.Time, event: i})
		}
	}
	slices.SortStableFunc(c.items.list, byTime)
	for i := range c.items.list {
		if a := c.items.list[i].absence; a != nil && a.SinceKnown {
			c.items.returns = append(c.items.returns, i)
		}
	}
	slices.SortStableFunc(c.items.returns, func(a, b int) int {
		return cmp.Compare(c.items.list[a].absence.Since,
			c.items.list[b].absence.Since)
	})
}

func byTime(a, b taking) int { return cmp.Compare(a.at, b.at) }

// eventOf returns the event of an absence that is nearest to it in time, or -1 if there is none.
func (c *course) eventOf(a *sim.ItemAbsence, used map[int]bool) int {
	const apart = 300 * time.Millisecond
	best, off := -1, apart+1
	for i := sort.Search(len(c.events), func(i int) bool { return c.events[i].Time >= a.Taken-apart }); i < len(
		c.events) && c.events[i].Time <= a.Taken+apart; i++ {
		e := &c.events[i]
		if d := (e.Time - a.Taken).Abs(); e.Kind == sim.EventPickup && e.Item == a.Item && e.Weapon == a.Weapon &&
			e.HasOrigin && e.Origin == a.Origin && d < off && !used[i] {
			best, off = i, d
		}
	}
	return best
}

// happened makes the rows of the events before a time.
func (c *course) happened(end time.Duration) {
	for {
		at, what := end, -1
		if c.next < len(c.events) && c.events[c.next].Time < at {
			at, what = c.events[c.next].Time, 0
		}
		if c.items.next < len(c.items.list) && c.items.list[c.items.next].at < at {
			at, what = c.items.list[c.items.next].at, 1
		}
		if c.items.back < len(c.items.returns) && c.items.list[c.items.returns[c.items.back]].absence.Since < at {
			what = 2
		}
		switch what {
		case 0:
			c.event(&c.events[c.next])
			c.next++
		case 1:
			c.pickup(&c.items.list[c.items.next])
			c.items.next++
		case 2:
			t := &c.items.list[c.items.returns[c.items.back]]
			t.waited = c.near(t.absence.Origin)
			c.items.back++
		default:
			return
		}
	}
}

// pressed makes the rows for the keys held before end.
func (c *course) pressed(end time.Duration) {
	for len(c.inputs) > 0 && c.inputs[0].Time < end {
		i := &c.inputs[0]
		c.inputs = c.inputs[1:]
		var cells []Cell
		for k := sim.KeyForward; k <= sim.KeyWalk; k <<= 1 {
			cells = append(cells, boolean(i.Keys&k != 0))
		}
		cells = append(cells, number(int(i.Impulse)), Cell{Told: i.Msec > 0, N: int64(i.Msec)})
		var of *sim.Profile
		if c.world != nil {
			if p := playerIn(c.world, i.Slot); p != nil {
				of = p.Profile
			}
		}
		c.row(Inputs, i.Time, append(cells, who(of, i.Slot)...)...)
	}
}

// near returns the names of the players near a position.
func (c *course) near(at sim.Vec3) (names []string) {
	if c.world == nil {
		return nil
	}
	for i := range c.world.Players {
		if p := &c.world.Players[i]; p.Visible && p.Life == sim.Alive &&
			p.Origin.Distance2(at) <= waitedWithin*waitedWithin {
			names = append(names, p.Profile.Name.Plain)
		}
	}
	return names
}

// head returns the match at a time and the cells of the time columns.
func (c *course) head(at time.Duration) (match int, cells []Cell) {
	match = report.At(c.list, at)
	cells = []Cell{number(at.Milliseconds()), {}, {}}
	w := c.world
	if w == nil {
		return match, cells
	}
	cells[2] = text(PhaseName(w.Phase))
	if !w.MatchKnown {
		return match, cells
	}
	clock := w.Match
	switch w.Phase {
	case sim.PhaseCountdown:
		clock = -w.Match + at - c.now
	case sim.PhasePlaying, sim.PhaseOvertime:
		clock += at - c.now
	}
	cells[1] = number(clock.Milliseconds())
	return match, cells
}

// phaseNames are the names of match phases.
var phaseNames = [...]string{
	sim.PhaseWarmup: "warmup", sim.PhaseCountdown: "countdown", sim.PhasePlaying: "playing",
	sim.PhaseOvertime: "overtime", sim.PhaseTimeout: "timeout", sim.PhaseIntermission: "intermission",
	sim.PhaseFinished: "finished",
}

// PhaseName returns the name of a phase as used in the tables, or "" if the phase is unknown.
func PhaseName(p sim.Phase) string {
	if int(p) >= len(phaseNames) {
		return ""
	}
	return phaseNames[p]
}

// PhaseNamed returns the phase with the name s, or sim.PhaseUnknown if there is none.
func PhaseNamed(s string) sim.Phase { return sim.Phase(max(slices.Index(phaseNames[:], s), 0)) }

func (c *course) keysOf(match int) *Keys {
	if match >= len(c.keys) {
		return &c.whole
	}
	return &c.keys[match]
}

// row passes on a row that begins with the time columns.
func (c *course) row(t ID, at time.Duration, cells ...Cell) {
	match, head := c.head(at)
	c.put(t, c.keysOf(match), match, append(head, cells...)...)
}

// event makes the rows of an event.
func (c *course) event(e *sim.Event) {
	switch e.Kind {
	case sim.EventObituary:
		c.died(e)
	case sim.EventChat, sim.EventTeamChat:
		c.row(Chat, e.Time, append([]Cell{text(e.Kind.String()), text(e.Place), text(e.Text.Plain)},
			who(e.Profile, e.Slot)...)...)
	case sim.EventObjective:
		team := Cell{}
		if e.Team != sim.TeamFree {
			team = text(e.Team.String())
		}
		c.row(ScoreTimeline, e.Time, append([]Cell{text("objective"), team, {}, {}, text(e.Text.Plain)},
			who(e.Profile, e.Slot)...)...)
	case sim.EventMatchStart:
		c.endHolds(func(*hold) bool { return true }, e.Time, "end")
		for s := range c.alive {
			c.alive[s] = e.Time
		}
	case sim.EventMatchEnd, sim.EventLevelStart:
		c.endHolds(func(*hold) bool { return true }, e.Time, "end")
		if e.Kind == sim.EventLevelStart {
			c.endLast()
			clear(c.alive)
			clear(c.life)
		}
	}
}

func (c *course) died(e *sim.Event) {
	d := death{event: e}
	w := c.before.At(e.Time - query.Before)
	c.observer.See(w)
	d.observed = c.observer.Event(e, w)
	kind := "frag"
	switch {
	case !e.Attacker.Valid() || e.Attacker == e.Slot:
		if kind = "map"; e.Weapon.BySelf() {
			kind = "suicide"
		}
	case d.observed.TeamKill:
		kind = "team_kill"
	}
	var distance, lived Cell
	if d.observed.HasDistance {
		distance = float(d.observed.Distance)
	}
	if since, ok := c.alive[e.Slot]; ok {
		lived = number((e.Time - since).Milliseconds())
	}
	d.match, d.head = c.head(e.Time)
	d.head = append(d.head, text(kind), text(e.Weapon.String()), text(e.Cause), distance, lived, c.seenComing(e, kind))
	c.deaths = append(c.deaths, d)
	delete(c.alive, e.Slot)
	c.life[e.Slot] = false
	c.endHolds(func(h *hold) bool { return h.slot == e.Slot }, e.Time, "death")
}

// seenComing returns a cell that is true if the killer was in the victim's view during the last two seconds. It is
// empty if that is unknown or there is no killer.
func (c *course) seenComing(e *sim.Event, kind string) Cell {
	const looks, each = 8, 250 * time.Millisecond
	if kind != "frag" && kind != "team_kill" || !c.o.Wanted[Kills] {
		return Cell{}
	}
	both, seen := false, false
	for i := looks; i > 0 && !seen; i-- {
		w := c.before.At(max(e.Time-time.Duration(i)*each, 0))
		v, k := playerIn(w, e.Slot), playerIn(w, e.Attacker)
		if v == nil || k == nil || !v.Visible || !k.Visible || v.Life != sim.Alive || k.Life != sim.Alive {
			continue
		}
		both, seen = true, inView(v, k)
	}
	if !both {
		return Cell{}
	}
	return boolean(seen)
}

// inView reports whether a player is within 55° to the side of another player's direction of view.
func inView(from, at *sim.Player) bool {
	const half = 55
	angle := math.Atan2(float64(at.Origin[1]-from.Origin[1]), float64(at.Origin[0]-from.Origin[0]))*180/math.Pi -
		float64(from.View.Yaw)
	return math.Abs(math.Remainder(angle, 360)) <= half
}

func playerIn(w *sim.World, s sim.Slot) *sim.Player {
	for i := range w.Players {
		if s.Valid() && w.Players[i].Slot == s {
			return &w.Players[i]
		}
	}
	return nil
}

// kills makes the rows of deaths.
func (c *course) kills() {
	for i := range c.deaths {
		d := &c.deaths[i]
		e := d.event
		var killer []Cell
		if kind := d.head[3].Text; kind == "frag" || kind == "team_kill" {
			killer = append(who(e.AttackerProfile, e.Attacker), c.body(&d.observed.Doer, d.observed.HasDoer)...)
		} else {
			killer = make([]Cell, 15)
			if !d.observed.HasVictim {
				d.observed.Victim, d.observed.HasVictim = d.observed.Doer, d.observed.HasDoer
			}
		}
		cells := append(append(d.head, killer...), who(e.Profile, e.Slot)...)
		c.put(Kills, c.keysOf(d.match), d.match, append(cells, c.body(&d.observed.Victim, d.observed.HasVictim)...)...)
	}
}

// body returns the cells of body.
func (c *course) body(s *query.State, ok bool) []Cell {
	cells := make([]Cell, 0, 10)
	if !ok {
		return cells[:10]
	}
	cells = append(append(cells, place(s.At, s.HasAt)...), optional(s.Health), optional(s.Armor), Cell{}, Cell{},
		text(s.Hand.String()), Cell{}, Cell{})
	if s.HasSpeed {
		cells[5] = float(s.Speed)
	}
	if s.Visible && s.Alive && c.observer.Ground(s.Slot) {
		cells[6] = boolean(!s.OnGround)
	}
	if s.Visible {
		var names []string
		for u := range sim.PowerupCount {
			if s.Powerups.Has(u) {
				names = append(names, u.Info().Name)
			}
		}
		cells[8], cells[9] = Cell{Told: true, Text: strings.Join(names, ",")}, boolean(s.Flag)
	}
	return cells
}

// pickup makes the row of a taking, and begins the possession of its item.
func (c *course) pickup(t *taking) {
	var slot sim.Slot
	var profile *sim.Profile
	item, weapon, entity := sim.ItemNone, sim.WeaponNone, Cell{}
	var lies []Cell
	var since, late, respawn Cell
	if a := t.absence; a != nil {
		slot, item, weapon, entity, lies = a.By, a.Item, a.Weapon, number(a.Entity), place(a.Origin, true)
		if a.SinceKnown {
			since = number(a.Since.Milliseconds())
		}
		if d, ok := a.Late(c.events); ok {
			late = number(d.Milliseconds())
		}
		respawn = Cell{Told: a.RespawnKnown, N: a.Respawn.Milliseconds()}
	}
	if t.event >= 0 {
		e := &c.events[t.event]
		slot, profile, item, weapon = e.Slot, e.Profile, e.Item, e.Weapon
		if lies == nil {
			lies = place(e.Origin, e.HasOrigin)
		}
	}
	var nearest, far, health, armor Cell
	best := math.MaxFloat64
	if c.world != nil {
		for i := range c.world.Players {
			p := &c.world.Players[i]
			switch {
			case p.Slot == slot:
				profile = cmp.Or(profile, p.Profile)
				if p.Life == sim.Alive {
					health, armor = optional(p.Health), optional(p.Armor)
				}
			case p.Visible && p.Life == sim.Alive && lies[0].Told:
				d := math.Sqrt(float64(p.Origin.Distance2(sim.Vec3{float32(lies[0].Real), float32(lies[1].Real),
					float32(lies[2].Real)})))
				if d < best {
					best, nearest, far = d, text(p.Profile.Name.Plain), float(d)
				}
			}
		}
	}
	cells := append([]Cell{text(item.String()), text(weapon.String()), entity}, lies...)
	cells = append(cells, since, late, respawn, text(strings.Join(t.waited, "\n")), nearest, far, health, armor)
	c.row(Pickups, t.at, append(cells, who(profile, slot)...)...)
	c.got(t, item, slot, profile)
}

// got records the consequences of a pickup: the player was the last to take the item, and may now hold a mega health.
func (c *course) got(t *taking, item sim.Item, slot sim.Slot, profile *sim.Profile) {
	if !item.Armor() && item != sim.ItemMegaHealth && !item.Powerup() {
		return
	}
	h := hold{kind: "took_last", item: item.String(), entity: -1, since: t.at, profile: profile, slot: slot}
	h.match, h.head = c.head(t.at)
	if t.absence != nil {
		h.entity = t.absence.Entity
		if before, ok := c.lastBy[h.entity]; ok {
			c.held(&before, t.at, "taken")
		}
		if delete(c.lastBy, h.entity); slot.Valid() {
			c.lastBy[h.entity] = h
		}
	}
	if item == sim.ItemMegaHealth && slot.Valid() {
		c.endHolds(func(o *hold) bool { return o.mega && (o.slot == slot || h.entity >= 0 && o.entity == h.entity) },
			t.at, "taken")
		h.kind, h.mega = "held", true
		c.holding = append(c.holding, h)
	}
}

// endHolds ends some possessions.
func (c *course) endHolds(which func(*hold) bool, at time.Duration, how string) {
	c.holding = slices.DeleteFunc(c.holding, func(h hold) bool {
		if !which(&h) {
			return false
		}
		c.held(&h, at, how)
		return true
	})
}

// endLast ends the records of the players who last took each item.
func (c *course) endLast() {
	var list []int
	for entity := range c.lastBy {
		list = append(list, entity)
	}
	slices.Sort(list)
	for _, entity := range list {
		h := c.lastBy[entity]
		c.held(&h, c.until(&h), "end")
	}
	clear(c.lastBy)
}

// until returns the end of the match in which a possession began. If it began after that match, until returns the end
// of the recording.
func (c *course) until(h *hold) time.Duration {
	if m := &c.list[h.match]; h.since <= m.End {
		return m.End
	}
	return c.rec.Duration()
}

// held makes the row of a possession.
func (c *course) held(h *hold, at time.Duration, how string) {
	entity := Cell{Told: h.entity >= 0 && h.kind == "took_last", N: int64(h.entity)}
	if end := c.list[h.match].End; at > end && h.since <= end {
		at, how = end, "end"
	}
	cells := append(h.head[:len(h.head):len(h.head)], text(h.kind), text(h.item), entity,
		number((at - h.since).Milliseconds()), text(how))
	c.put(Control, c.keysOf(h.match), h.match, append(cells, who(h.profile, h.slot)...)...)
}

// see examines a world.
func (c *course) see(w *sim.World, at time.Duration) {
	c.now, c.world = at, w
	c.observer.See(w)
	teams := w.Level < len(c.levels) && c.levels[w.Level].Teams
	if teams {
		for t := sim.TeamRed; t <= sim.TeamGreen; t++ {
			c.score(side{team: t}, nil, w.TeamScore[t], at)
		}
	}
	for i := range w.Players {
		p := &w.Players[i]
		if p.Life != sim.Spectating && p.Profile.Team != sim.TeamSpectator {
			c.score(side{slot: p.Slot}, p.Profile, p.Frags, at)
		}
		if !p.Visible {
			delete(c.life, p.Slot) // he may respawn out of sight
			continue
		}
		lives := p.Life == sim.Alive
		if was, known := c.life[p.Slot]; known && !was {
			if lives {
				c.alive[p.Slot] = at
			} else { // dead for two worlds: the obituary, if there is one, has been read
				delete(c.alive, p.Slot)
			}
		}
		c.life[p.Slot] = lives
		c.holds(p, at)
	}
	if c.o.Wanted[Positions] && at >= c.sampled {
		if c.sampled = at + 1; c.o.Every > 0 {
			c.sampled = at - at%c.o.Every + c.o.Every
		}
		c.positions(w, at)
	}
}

// score makes a row of a score that changed.
func (c *course) score(s side, p *sim.Profile, now int16, at time.Duration) {
	before, known := c.scores[s]
	if now == sim.Unknown || known && before == now {
		return
	}
	c.scores[s] = now
	change := Cell{}
	if known {
		change = number(now - before)
	}
	if p == nil {
		c.row(ScoreTimeline, at, append([]Cell{text("team"), text(s.team.String()), number(now), change, {}},
			who(nil, sim.Slot{})...)...)
		return
	}
	c.row(ScoreTimeline, at, append([]Cell{text("player"), text(p.Name.Plain), number(now), change, {}},
		who(p, s.slot)...)...)
}

// holds tracks a player's visible possessions: powerups, a flag, a mega health.
func (c *course) holds(p *sim.Player, at time.Duration) {
	lives := p.Life == sim.Alive
	const shown = 300 * time.Millisecond // until the demo shows the effect of a mega health
	c.endHolds(func(h *hold) bool {
		switch {
		case h.slot != p.Slot:
			return false
		case h.mega:
			return !lives || p.Health != sim.Unknown && p.Health <= 100 && at > h.since+shown
		case h.flag:
			return !p.FlagCarried
		}
		return !p.Powerups.Has(h.powerup)
	}, at, map[bool]string{true: "used", false: "death"}[lives])
	if !lives {
		return
	}
	begin := func(h hold) {
		if !slices.ContainsFunc(c.holding, func(o hold) bool {
			return o.slot == p.Slot && o.powerup == h.powerup &&
				o.flag == h.flag && !o.mega
		}) {
			h.kind, h.entity, h.since, h.profile, h.slot = "held", -1, at, p.Profile, p.Slot
			h.match, h.head = c.head(at)
			c.holding = append(c.holding, h)
		}
	}
	for u := range sim.PowerupCount {
		if p.Powerups.Has(u) {
			begin(hold{powerup: u, item: u.Info().Name})
		}
	}
	if p.FlagCarried {
		begin(hold{flag: true, item: sim.ItemFlag.String()})
	}
}

// positions makes the rows of the players' positions.
func (c *course) positions(w *sim.World, at time.Duration) {
	match, head := c.head(at)
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Life != sim.Alive {
			continue
		}
		c.cells = append(append(c.cells[:0], head...), who(p.Profile, p.Slot)...)
		for _, v := range p.Origin {
			c.cells = append(c.cells, number(int64(max(min(v, math.MaxInt16), math.MinInt16))))
		}
		speed := math.Hypot(float64(p.Velocity[0]), float64(p.Velocity[1]))
		c.cells = append(c.cells, whole(p.View.Yaw), whole(p.View.Pitch), whole(float32(speed)), optional(p.Health),
			optional(p.Armor), text(p.Weapon.String()), optional(p.Ping), optional(p.Loss),
			Cell{Told: p.Choke > 0, N: int64(p.Choke)}, optional(p.Minutes(at)),
			Cell{Told: p.FOV > 0, N: int64(p.FOV)})
		c.put(Positions, c.keysOf(match), match, c.cells...)
	}
}

// whole returns a number rounded to an integer.
func whole(v float32) Cell {
	if v != v || v > math.MaxInt32 || v < math.MinInt32 {
		return Cell{}
	}
	return number(int64(math.Round(float64(v))))
}
