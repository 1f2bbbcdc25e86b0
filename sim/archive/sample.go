//go:build !js

package archive

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/archive/model"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// sampleEvery is the time between two samples of the players' positions.
const sampleEvery = time.Second

// The sizes of the parts of a sample, in bytes; spots.sql describes them.
const (
	sampleHead   = 10
	samplePlayer = 13
)

// The values in a sample for data missing from a demo.
const (
	matchUntold = math.MinInt32
	byteUntold  = 255
	nobodyKnown = math.MaxUint16
)

// The powers of a player in a sample.
const (
	powerDamage = 1 << iota
	powerProtection
	powerOther
	powerFlag
)

// instant is a sample: the positions of all players at a moment.
type instant struct {
	time, match int32 // milliseconds
	phase       sim.Phase
	players     []standing
}

// standing is a player in a sample.
type standing struct {
	origin                      [3]int16
	profile                     uint16
	weapon                      uint8 // counted from 1 in the level's weapons
	health, armor, powers, side uint8
}

// appendSample appends a sample in the table's format.
func appendSample(b []byte, s *instant) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.time))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.match))
	b = append(b, byte(s.phase), byte(len(s.players)))
	for i := range s.players {
		p := &s.players[i]
		for _, v := range p.origin {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
		b = binary.LittleEndian.AppendUint16(b, p.profile)
		b = append(b, p.weapon, p.health, p.armor, p.powers, p.side)
	}
	return b
}

// next reads a sample into s and returns the bytes after it. It reports false if there is no complete one.
func (s *instant) next(b []byte) ([]byte, bool) {
	if len(b) < sampleHead {
		return nil, false
	}
	n := int(b[9])
	if len(b) < sampleHead+n*samplePlayer {
		return nil, false
	}
	s.time, s.match, s.phase = int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:])),
		sim.Phase(b[8])
	s.players = slices.Grow(s.players[:0], n)[:n]
	b = b[sampleHead:]
	for i := range s.players {
		r := b[i*samplePlayer : (i+1)*samplePlayer]
		p := &s.players[i]
		for k := range p.origin {
			p.origin[k] = int16(binary.LittleEndian.Uint16(r[2*k:]))
		}
		p.profile = binary.LittleEndian.Uint16(r[6:])
		p.weapon, p.health, p.armor, p.powers, p.side = r[8], r[9], r[10], r[11], r[12]
	}
	return b[n*samplePlayer:], true
}

// levelSamples are the samples of a level.
type levelSamples struct {
	weapons []string
	data    []byte
}

// eventSpot is the place of an event.
type eventSpot struct {
	event        int // index in the recording
	level        int
	phase        sim.Phase
	match        int32
	at, by       sim.Vec3
	hasAt, hasBy bool
}

// observed is the data about players in the rows of an event and its states.
type observed struct {
	event int // index in the recording
	query.Observed
}

// whereabouts holds the positions of players, and the places of events, in a recording.
type whereabouts struct {
	levels   []levelSamples
	spots    []eventSpot
	observed []observed     // by event
	profiles []*sim.Profile // by their number in the samples
	numbers  map[profile]uint16
}

// whereaboutsOf collects the whereabouts in one pass over a recording's worlds.
func whereaboutsOf(rec *recording.Recording) *whereabouts {
	w := &whereabouts{levels: make([]levelSamples, len(rec.Levels())), numbers: map[profile]uint16{}}
	v := visit{cursor: rec.Cursor(), levels: rec.Levels(), events: rec.Events(), observer: query.Observe(rec),
		whereabouts: w}
	next := time.Duration(math.MinInt64)
	var s instant
	for i := range rec.Frames() {
		at := rec.FrameTime(i)
		if at < next {
			continue
		}
		v.eventsBefore(at)
		next = at - at%sampleEvery + sampleEvery
		world := v.cursor.At(at)
		v.observer.See(world)
		w.addSample(&s, world, at)
	}
	v.eventsBefore(math.MaxInt64)
	for i := range w.observed {
		o := &w.observed[i]
		for _, x := range [...]*query.State{&o.Doer, &o.Victim} {
			x.HasGround = x.Visible && x.Alive && v.observer.Ground(x.Slot)
		}
	}
	return w
}

// visit iterates over the events of a recording.
type visit struct {
	*whereabouts
	cursor   *recording.Cursor
	levels   []sim.Level
	events   []sim.Event
	observer *query.Observer
	next     int
}

// eventsBefore visits the events before end. Events at the same time are visited together.
func (v *visit) eventsBefore(end time.Duration) {
	for v.next < len(v.events) && v.events[v.next].Time < end {
		first, at := v.next, v.events[v.next].Time
		for v.next < len(v.events) && v.events[v.next].Time == at {
			v.next++
		}
		v.moment(first, v.events[first:v.next])
	}
}

// moment visits the events at a single time. first is the index of the first one.
func (v *visit) moment(first int, events []sim.Event) {
	var before *sim.World
	for i := range events {
		e := &events[i]
		if e.Kind == sim.EventCommand || !e.Slot.Valid() && !e.Attacker.Valid() && e.Kind != sim.EventPickup {
			continue
		}
		if before == nil {
			before = v.cursor.At(e.Time - query.Before)
			v.observer.See(before)
		}
		v.observed = append(v.observed, observed{first + i, v.observer.Event(e, before)})
	}
	for i := range events {
		v.addSpot(v.cursor, v.levels, first+i, &events[i])
	}
}

// addSample adds the positions of all players.
func (w *whereabouts) addSample(s *instant, world *sim.World, at time.Duration) {
	if world.Level < 0 || world.Level >= len(w.levels) {
		return
	}
	l := &w.levels[world.Level]
	s.time, s.match, s.phase, s.players = int32(at.Milliseconds()), matchOf(world), world.Phase, s.players[:0]
	for i := range world.Players {
		p := &world.Players[i]
		if !p.Visible || p.Life != sim.Alive || len(s.players) == math.MaxUint8 {
			continue
		}
		n := standingOf(p)
		n.weapon, n.profile = l.weapon(p.Weapon), w.number(p.Profile)
		s.players = append(s.players, n)
	}
	if len(s.players) > 0 {
		l.data = appendSample(l.data, s)
	}
}

// standingOf returns a player's standing, except for his weapon and profile.
func standingOf(p *sim.Player) (n standing) {
	for i, v := range p.Origin {
		n.origin[i] = int16(max(min(v, math.MaxInt16), math.MinInt16))
	}
	n.health, n.armor, n.side = points(p.Health), points(p.Armor), side(p.Profile)
	for u := range sim.PowerupCount {
		if !p.Powerups.Has(u) {
			continue
		}
		switch u {
		case sim.PowerupQuad, sim.PowerupDouble:
			n.powers |= powerDamage
		case sim.PowerupProtection:
			n.powers |= powerProtection
		default:
			n.powers |= powerOther
		}
	}
	if p.FlagCarried {
		n.powers |= powerFlag
	}
	return n
}

// points converts health or armour for a sample.
func points(n int16) uint8 {
	if n == sim.Unknown {
		return byteUntold
	}
	return uint8(min(max(n, 0), byteUntold-1))
}

// side returns the player's team for a sample, or 0 if he has none.
func side(p *sim.Profile) uint8 {
	if p == nil || p.Team > sim.TeamGreen {
		return 0
	}
	return uint8(p.Team)
}

func matchOf(w *sim.World) int32 {
	switch {
	case !w.MatchKnown:
		return matchUntold
	case w.Phase == sim.PhaseCountdown:
		return int32(-w.Match.Milliseconds())
	}
	return int32(w.Match.Milliseconds())
}

// weapon returns the weapon's number in the level's weapons, or 0 if there is none.
func (l *levelSamples) weapon(w sim.Weapon) uint8 {
	if w == sim.WeaponNone {
		return 0
	}
	name := weaponName(w)
	i := slices.Index(l.weapons, name)
	if i < 0 && len(l.weapons) < math.MaxUint8 {
		i = len(l.weapons)
		l.weapons = append(l.weapons, name)
	}
	return uint8(i + 1)
}

// number returns the number of a profile, adding it if necessary.
func (w *whereabouts) number(p *sim.Profile) uint16 {
	if p == nil {
		return nobodyKnown
	}
	k := profileOf(p)
	n, known := w.numbers[k]
	if !known {
		if len(w.profiles) == nobodyKnown {
			return nobodyKnown
		}
		n = uint16(len(w.profiles))
		w.numbers[k], w.profiles = n, append(w.profiles, p)
	}
	return n
}

// addSpot adds the place of a death or a pickup.
func (w *whereabouts) addSpot(c *recording.Cursor, levels []sim.Level, n int, e *sim.Event) {
	if e.Kind != sim.EventObituary && e.Kind != sim.EventPickup {
		return
	}
	world := c.At(e.Time)
	s := eventSpot{event: n, phase: world.Phase, match: matchOf(world), at: e.Origin, hasAt: e.HasOrigin}
	s.level = max(sort.Search(len(levels), func(i int) bool { return levels[i].Start > e.Time })-1, 0)
	if !s.hasAt {
		s.at, s.hasAt = placeOf(world, e.Slot)
	}
	if e.Attacker != e.Slot {
		s.by, s.hasBy = placeOf(world, e.Attacker)
	}
	if s.hasAt || s.hasBy {
		w.spots = append(w.spots, s)
	}
}

// put writes the samples and spots to the tables. numbers maps indices of the recording's events to their numbers in
// the tables.
func (w *whereabouts) put(b *batch, content int64, levels []sim.Level, numbers []int) {
	for i, l := range w.levels {
		b.do(putSamples, content, i, strings.ToLower(levels[i].Map), levels[i].Teams, strings.Join(l.weapons, "\n"),
			notNull(l.data))
	}
	for i := range w.spots {
		s := &w.spots[i]
		if numbers[s.event] < 0 {
			continue
		}
		b.do(putSpot, append(append([]any{content, numbers[s.event], s.level, model.PhaseName(s.phase),
			matchOrNull(s.match)}, coordinates(s.at, s.hasAt)...), coordinates(s.by, s.hasBy)...)...)
	}
}

// nameSets caches lists of names in the tables' format, by the sets that they are made from.
type nameSets map[any]string

// stateColumns is the number of columns that describe a player's state.
const stateColumns = 14

// state appends the columns that describe a state to those of its row, or NULLs if there is no state.
func (s nameSets) state(row []any, x *query.State, there bool) []any {
	if !there {
		return append(row, make([]any, stateColumns)...)
	}
	row = append(append(row, x.Alive), coordinates(x.At, x.HasAt)...)
	row = append(row, told(x.Health), told(x.Armor), told(x.Ammo), known(x.Hit, x.HasHit),
		known(x.Speed, x.HasSpeed), orNull(weaponName(x.Hand)), nil, nil, nil, nil)
	rest := row[len(row)-4:]
	if x.HasGround {
		rest[0] = x.OnGround
	}
	if x.Visible {
		rest[1] = x.Flag
		rest[2] = s.text(x.Powerups, int(sim.PowerupCount), func(i int) bool { return x.Powerups.Has(sim.Powerup(i)) },
			func(i int) string { return sim.Powerup(i).String() })
	}
	if x.HasWeapons {
		rest[3] = s.text(x.Weapons, int(sim.WeaponCount), func(i int) bool { return x.Weapons.Has(sim.Weapon(i)) },
			func(i int) string { return weaponName(sim.Weapon(i)) })
	}
	return row
}

// text returns the list of the names of what a set, which is the key, has.
func (s nameSets) text(key any, count int, has func(int) bool, name func(int) string) string {
	text, ok := s[key]
	if !ok {
		text = "\n"
		for i := range count {
			if has(i) {
				text += name(i) + "\n"
			}
		}
		s[key] = text
	}
	return text
}

// notNull returns b, or an empty slice for nil, so that it is not stored as NULL.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func matchOrNull(ms int32) any {
	if ms == matchUntold {
		return nil
	}
	return ms
}

// coordinates returns NULL for an unknown place.
func coordinates(v sim.Vec3, told bool) []any {
	if !told {
		return []any{nil, nil, nil}
	}
	return []any{v[0], v[1], v[2]}
}

// placeOf returns a player's position, if the demo shows it.
func placeOf(w *sim.World, s sim.Slot) (sim.Vec3, bool) {
	for i := range w.Players {
		if p := &w.Players[i]; s.Valid() && p.Slot == s && p.Visible {
			return p.Origin, true
		}
	}
	return sim.Vec3{}, false
}
