// Package report compiles the numbers of a match from its recording: the performance of each player and team, who
// killed whom, the timing of items, and the advantage over time.
//
// Some numbers are told by the game, some are counted by this package, and some are both. Each number records its
// source. Counted numbers come with a query, in the language of package query, that finds the moments counted.
package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// Match is a match in a recording or, if a level has no matches, the whole level.
type Match struct {
	Level      int
	Map        string
	GameType   string
	Start, End time.Duration
	Teams      bool
	// Whole is set if the recording contains the match from the beginning.
	Whole bool
	// until is the time until which the game may still report numbers of the match.
	until time.Duration
	clock *moment.Clock
}

// Matches returns the matches loaded so far, in chronological order. There is at least one match if the recording has a
// snapshot.
func Matches(rec *recording.Recording) (list []Match) {
	events, clock := rec.Events(), rec.Clock()
	levels := rec.Levels()
	for at, l := range levels {
		first := len(list)
		m := Match{Level: l.Index, Map: l.Map, GameType: l.GameType, Start: l.Start, End: l.End, Teams: l.Teams,
			until: l.End, clock: clock}
		open := false
		for i := range events {
			e := &events[i]
			if e.Time < l.Start || e.Time > l.End {
				continue
			}
			switch e.Kind {
			case sim.EventMatchStart:
				if e.Time == l.End && at+1 < len(levels) { // that of the next level
					continue
				}
				if open { // restarted
					list = list[:len(list)-1]
				}
				next := m
				next.Start, next.Whole = e.Time, e.Time > l.Start+time.Second
				list, open = append(list, next), true
			case sim.EventMatchEnd:
				if !open && len(list) == first && (at == 0 || e.Time > l.Start) { // it began before the recording
					list, open = append(list, m), true
				}
				if open {
					list[len(list)-1].End, open = e.Time, false
				}
			}
		}
		if len(list) == first {
			list = append(list, m)
		}
	}
	for i := range list[:max(len(list)-1, 0)] {
		list[i].until = min(list[i].until, list[i+1].Start)
	}
	return list
}

// At returns the index in list of the match in progress at the given demo time. If no match is in progress, At returns
// the index of the next match on the same level. If there is none, At returns the index of the last match before that
// time.
func At(list []Match, at time.Duration) int {
	best := 0
	for i := range list {
		if list[i].Start <= at {
			best = i
		}
	}
	if i := best + 1; best < len(list) && at > list[best].until && i < len(list) {
		return i
	}
	return best
}

// Player is the section of a report that covers one player.
type Player struct {
	Slot    sim.Slot
	Profile *sim.Profile
	Numbers [FieldCount]Number
	// Span explains why the counted numbers cover a different period than those told by the game. It is empty if no
	// difference is known.
	Span    string
	Weapons []WeaponNumbers // most used first
	Items   []ItemNumbers
}

// WeaponNumbers holds a player's numbers for one weapon.
type WeaponNumbers struct {
	Weapon                                                       sim.Weapon
	Kills, Deaths, Accuracy, Shots, Hits, Damage, Taken, Dropped Number
}

// ItemNumbers holds the numbers of a player or team for one kind of item.
type ItemNumbers struct {
	Item        sim.Item
	Taken, Held Number
	// Late is the mean time for which items had been available when the player took them.
	Late Number
}

// Team is the section of a report that covers one team.
type Team struct {
	Name    string
	Team    sim.Team
	Numbers [FieldCount]Number
	Items   []ItemNumbers // numbers told by the game about the team
}

// Kill is an entry in the table of killers and victims.
type Kill struct {
	Killer, Victim int // indices of players in the report; Killer is -1 for the world
	Weapon         sim.Weapon
	Count          int
	Query          string
}

// Report holds the numbers of a match.
type Report struct {
	Match   Match
	Players []Player // by team and score
	Teams   []Team   // empty without teams
	Kills   []Kill   // sorted by killer, victim, weapon
	Items   []Timing // sorted by Taken
	// Present lists the kinds of items that were there for the taking, whether or not anyone took them.
	Present []sim.Item
	Rounds  []Round // sorted by Start
	Runs    []Run   // sorted by their first checkpoint or finish
	// Finish is the time, on the level's own clock, at which a level against monsters was finished. It is valid if
	// Finished is set.
	Finish   time.Duration
	Finished bool
	// Notes holds remarks about the match and about the limits of the demo, one sentence each.
	Notes []string
}

// Make returns a report on match m, based on the data loaded so far. If ctx is done, Make returns context.Cause(ctx).
func Make(ctx context.Context, rec *recording.Recording, m Match) (*Report, error) {
	b := newBuilder(rec, m)
	for _, step := range []func(context.Context) error{b.events, b.worlds, b.speeds, b.hits, b.told, b.timing} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	b.finish()
	return &b.r, nil
}

// Between is like [Make], but covers only the section of the match between from and to. Numbers that the game reports
// only for the whole match are unknown.
func Between(ctx context.Context, rec *recording.Recording, m Match, from, to time.Duration) (*Report, error) {
	m.Whole = m.Whole && from <= m.Start
	m.Start, m.End = max(m.Start, from), min(m.End, to)
	m.until = m.End
	b := newBuilder(rec, m)
	for _, step := range []func(context.Context) error{b.events, b.worlds, b.speeds, b.hits, b.timing} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	b.forget()
	b.finish()
	return &b.r, nil
}

// forget drops the numbers told by the game, which do not apply to a part of the match. The score is counted as its
// increase.
func (b *builder) forget() {
	before := map[int]int16{}
	w := b.cursor.At(b.r.Match.Start)
	for k := range w.Players {
		if p := &w.Players[k]; p.Frags != sim.Unknown {
			before[b.playerAt(p.Slot, p.Profile)] = p.Frags
		}
	}
	for i := range b.r.Players {
		for f := range b.r.Players[i].Numbers {
			b.r.Players[i].Numbers[f].hasTold = false
		}
		if l := b.last[i]; l != nil && l.frags != sim.Unknown {
			b.number(i, Score).count(float64(l.frags - before[i]))
		}
	}
}

// MakeOf is like [Make], but considers only the events for which counts returns true. Events are identified by their
// index in the recording. Numbers that are not counted from events are unknown: those reported by the game, damage,
// speeds, and how long players were alive or in control.
func MakeOf(ctx context.Context, rec *recording.Recording, m Match, counts func(event int) bool) (*Report, error) {
	b := newBuilder(rec, m)
	b.counts = counts
	for _, step := range []func(context.Context) error{b.events, b.timing} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	b.finish()
	return &b.r, nil
}

type builder struct {
	rec      *recording.Recording
	counts   func(event int) bool // whether an event counts; nil if all do
	r        Report
	index    map[identity]int
	cursor   *recording.Cursor
	kills    map[Kill]int // without Count and Query
	spree    map[int]int  // frags in a row
	since    map[int]time.Duration
	mean     map[int]*struct{ sum, n float64 }
	last     map[int]*standing
	seen     map[int]bool               // the players who were ever in the game
	returned map[int]bool               // players who returned, and whom the game counts from then on
	carriers map[sim.Slot]time.Duration // carriers of flags, and the times of the pickups
	places   map[sim.Vec3]bool          // of the map's items
	shared   map[sim.Team][]ItemNumbers // numbers told by the game about teams
}

// identity identifies a player during a match, even if he changes his name.
type identity struct {
	slot int
	name string
}

func newBuilder(rec *recording.Recording, m Match) *builder {
	b := &builder{rec: rec, r: Report{Match: m}, index: map[identity]int{}, cursor: rec.Cursor(), kills: map[Kill]int{},
		spree: map[int]int{}, since: map[int]time.Duration{}, seen: map[int]bool{}, returned: map[int]bool{},
		mean: map[int]*struct{ sum, n float64 }{}, last: map[int]*standing{}, carriers: map[sim.Slot]time.Duration{},
		shared: map[sim.Team][]ItemNumbers{}}
	return b
}

// playerAt returns the index of the player in a slot, adding him if he is new, or -1 for nobody and for spectators.
func (b *builder) playerAt(s sim.Slot, p *sim.Profile) int {
	if !s.Valid() || p == nil || p.Team == sim.TeamSpectator {
		return -1
	}
	id := identity{s.Index(), p.Name.Plain}
	if i, ok := b.index[id]; ok {
		return i
	}
	for i := range b.r.Players {
		if q := &b.r.Players[i]; q.Slot == s && b.renamed(q.Profile, p) {
			q.Profile = p
			b.index[id] = i
			return i
		}
	}
	b.index[id] = len(b.r.Players)
	b.r.Players = append(b.r.Players, Player{Slot: s, Profile: p})
	return len(b.r.Players) - 1
}

// renamed reports whether two profiles of a slot are the same player's: the roster has a single entry for them.
func (b *builder) renamed(before, after *sim.Profile) bool {
	for _, e := range b.rec.Roster() {
		if e.Profile.Slot == before.Slot && e.Profile.Name.Plain == before.Name.Plain {
			return false // the earlier one is a player in his own right
		}
	}
	return before.Slot == after.Slot
}

func (b *builder) number(player int, f Field) *Number { return &b.r.Players[player].Numbers[f] }

// weapon returns a player's numbers for a weapon.
func (b *builder) weapon(player int, w sim.Weapon) *WeaponNumbers {
	p := &b.r.Players[player]
	for i := range p.Weapons {
		if p.Weapons[i].Weapon == w {
			return &p.Weapons[i]
		}
	}
	p.Weapons = append(p.Weapons, WeaponNumbers{Weapon: w})
	return &p.Weapons[len(p.Weapons)-1]
}

// item returns a player's numbers for an item.
func (b *builder) item(player int, item sim.Item) *ItemNumbers {
	return itemIn(&b.r.Players[player].Items, item)
}

// itemIn returns the numbers for an item in a list, adding them if they are missing.
func itemIn(list *[]ItemNumbers, item sim.Item) *ItemNumbers {
	i := slices.IndexFunc(*list, func(x ItemNumbers) bool { return x.Item == item })
	if i < 0 {
		i = len(*list)
		*list = append(*list, ItemNumbers{Item: item})
	}
	return &(*list)[i]
}

// finish computes the numbers that follow from others, and sorts the lists.
func (b *builder) finish() {
	b.lateness()
	for i := range b.r.Players {
		tellSums(&b.r.Players[i].Numbers, b.r.Players[i].Items)
		b.r.Players[i].Span = b.span(i)
		derive(&b.r.Players[i].Numbers, b.r.Match.Whole)
		b.ask(&b.r.Players[i])
	}
	b.teams()
	b.roundsWon()
	b.killTable()
	b.sortPlayers()
	contest := b.rec.Contest(b.r.Match.Level)
	if contest == sim.Story {
		b.r.Notes = append(b.r.Notes, b.story())
	}
	versus := contest == sim.Versus
	if versus && b.counts == nil && len(b.rec.Hits()) == 0 && !b.anyTold(DamageGiven) {
		b.r.Notes = append(b.r.Notes, "The demo does not contain damage.")
	}
	if versus && !b.r.Match.Whole {
		note := "The recording starts after the match began; anything earlier is not counted."
		if at, ok := b.beginsAt(); ok {
			note = fmt.Sprintf("The recording begins %d:%02d into the match; anything earlier is not counted.",
				at/time.Minute, at%time.Minute/time.Second)
		}
		b.r.Notes = append(b.r.Notes, note)
	}
}

// beginsAt returns the match time at which the recording begins. ok is false if it contains the start of the match.
func (b *builder) beginsAt() (at time.Duration, ok bool) {
	w := b.cursor.At(b.r.Match.Start)
	return w.Match, w.MatchKnown && w.Phase == sim.PhasePlaying && w.Match >= time.Second
}

// span explains why the told and the counted numbers of a player cover different periods.
func (b *builder) span(i int) string {
	n := &b.r.Players[i].Numbers
	differs := slices.ContainsFunc([]Field{Frags, Deaths}, func(f Field) bool {
		told, counted, ok := n[f].Both()
		return ok && told != counted && !n[f].early // an early one is marked as such
	})
	l := b.last[i]
	switch m := &b.r.Match; {
	case !differs:
		return ""
	case !m.Whole:
		return "the demo begins in the match"
	case len(b.rec.Damage()) > 0:
		return "the demo is damaged"
	case b.returned[i]:
		return "left and came back, and the game counts since then"
	case l != nil && l.sides > 1:
		return "changed team"
	case l != nil && l.first > m.Start+joinedLate:
		return "joined late"
	case l != nil && l.last < m.End-joinedLate:
		return "left early"
	}
	return "the game counts otherwise"
}

// joinedLate is the time after the start of a match from which a player is considered to have joined late.
const joinedLate = 5 * time.Second

func (b *builder) anyTold(f Field) bool {
	return slices.ContainsFunc(b.r.Players, func(p Player) bool { return p.Numbers[f].hasTold })
}

// derive computes net frags and efficiency. If the recording lacks the start of the match, told and counted numbers
// must not be mixed; counted ones are then used for both.
func derive(n *[FieldCount]Number, whole bool) {
	n[Net] = Number{}
	n[Efficiency].counted, n[Efficiency].hasCounted = 0, false
	frags, s1 := n[Frags].Value()
	deaths, s2 := n[Deaths].Value()
	if s1 == Unknown || s2 == Unknown {
		return
	}
	if !whole && s1 != s2 {
		if !n[Frags].hasCounted || !n[Deaths].hasCounted {
			return
		}
		frags, deaths = n[Frags].counted, n[Deaths].counted
	}
	n[Net].counted, n[Net].hasCounted = frags-deaths, true
	if frags+deaths > 0 {
		n[Efficiency].counted, n[Efficiency].hasCounted = 100*frags/(frags+deaths), true
	}
}

// Scope returns the terms that limit a query to the match.
func (m *Match) Scope() string { return query.Between(m.clock, m.Start, m.End) }

// ask sets the queries of a player's numbers.
func (b *builder) ask(p *Player) {
	name, scope := query.Quote(p.Profile.Name.Plain), " "+b.r.Match.Scope()
	for f, q := range map[Field]string{
		Frags: "kind:frag by:" + name, Deaths: "kind:death of:" + name, Suicides: "kind:suicide of:" + name,
		MapDeaths: "kind:map_death of:" + name, TeamKills: "kind:teamkill by:" + name,
		Armors: "kind:pickup item:ra,ya,ga by:" + name, Megas: "kind:pickup item:mega by:" + name,
		Powerups:     "kind:pickup " + powerupWords + " by:" + name,
		WeaponsTaken: "kind:pickup " + weaponWords + " by:" + name, SpeedMax: "",
		Score: "by:" + name + " kind:frag,suicide,map_death,teamkill,capture",
	} {
		if q != "" {
			p.Numbers[f].Query = q + scope
		}
	}
	if v, source := p.Numbers[SpeedMax].Value(); source != Unknown {
		p.Numbers[SpeedMax].Query = fmt.Sprintf("who:%s speed>%.0f%s", name, 0.9*v, scope)
	}
	for i := range p.Weapons {
		w := &p.Weapons[i]
		if w.Weapon == sim.WeaponNone {
			continue
		}
		with := query.Quote(w.Weapon.String())
		w.Kills.Query, w.Deaths.Query = "kind:frag by:"+name+" with:"+with+scope,
			"kind:death of:"+name+" with:"+with+scope
		w.Taken.Query = "kind:pickup by:" + name + " item:" + with + scope
	}
	for i := range p.Items {
		x := &p.Items[i]
		x.Taken.Query = "kind:pickup by:" + name + " item:" + query.Quote(x.Item.String()) + scope
	}
}

// The terms of questions for all weapons and all powerups.
var weaponWords, powerupWords = itemWords(func(i sim.Item) bool { return i == sim.ItemWeapon }),
	itemWords(sim.Item.Powerup)

func itemWords(is func(sim.Item) bool) string {
	var list []string
	for i := sim.ItemNone + 1; i < sim.ItemCount; i++ {
		if is(i) {
			list = append(list, query.Quote(i.String()))
		}
	}
	return "item:" + strings.Join(list, ",")
}

// teams adds up the numbers of the teams.
func (b *builder) teams() {
	if !b.r.Match.Teams {
		return
	}
	at := map[sim.Team]int{}
	for i := range b.r.Players {
		p := &b.r.Players[i]
		if p.Profile.Team == sim.TeamFree {
			continue
		}
		n, ok := at[p.Profile.Team]
		if !ok {
			n = len(b.r.Teams)
			at[p.Profile.Team] = n
			b.r.Teams = append(b.r.Teams, Team{Name: p.Profile.TeamLabel(), Team: p.Profile.Team, Numbers: p.Numbers})
			continue
		}
		for f := range FieldCount {
			b.r.Teams[n].Numbers[f] = b.r.Teams[n].Numbers[f].plus(p.Numbers[f])
		}
	}
	w := b.cursor.At(b.lastTold())
	for i := range b.r.Teams {
		t := &b.r.Teams[i]
		for f := range FieldCount {
			t.Numbers[f].Query = ""
			if f.Info().mean {
				t.Numbers[f] = Number{}
			}
		}
		t.Items = b.shared[t.Team]
		tellSums(&t.Numbers, t.Items)
		if v := w.TeamScore[t.Team]; b.counts == nil && v != sim.Unknown {
			t.Numbers[Score] = Number{told: float64(v), hasTold: true}
		}
		t.Numbers[Frags].Query = "kind:frag by:" + query.Quote(t.Name) + " " + b.r.Match.Scope()
		t.Numbers[Deaths].Query = "kind:death of:" + query.Quote(t.Name) + " " + b.r.Match.Scope()
		derive(&t.Numbers, b.r.Match.Whole)
	}
	slices.SortStableFunc(b.r.Teams, func(x, y Team) int { return cmp.Compare(score(y.Numbers), score(x.Numbers)) })
}

func score(n [FieldCount]Number) float64 {
	v, source := n[Score].Value()
	if source == Unknown {
		v, _ = n[Frags].Value()
	}
	return v
}

// killTable lists the kills by killer, victim and weapon.
func (b *builder) killTable() {
	for k, n := range b.kills {
		k.Count = n
		b.r.Kills = append(b.r.Kills, k)
	}
}

// tookPart reports whether a player was seen in the match, or has a score or any number but 0. Others are just names of
// players who spectated or left immediately.
func (b *builder) tookPart(i int) bool {
	p := &b.r.Players[i]
	_, source := p.Numbers[Score].Value()
	return b.seen[i] || source != Unknown || slices.ContainsFunc(p.Numbers[:],
		func(n Number) bool { return n.told != 0 || n.counted != 0 })
}

// sortPlayers sorts players by team and score, and the kills with them, and omits players who did not take part.
func (b *builder) sortPlayers() {
	var order []int
	for i := range b.r.Players {
		if b.tookPart(i) {
			order = append(order, i)
		}
	}
	rank := map[sim.Team]int{}
	for i, t := range b.r.Teams {
		rank[t.Team] = i - len(b.r.Teams)
	}
	slices.SortStableFunc(order, func(x, y int) int {
		p, q := &b.r.Players[x], &b.r.Players[y]
		return cmp.Or(cmp.Compare(rank[p.Profile.Team], rank[q.Profile.Team]),
			cmp.Compare(score(q.Numbers), score(p.Numbers)), cmp.Compare(p.Slot.Index(), q.Slot.Index()))
	})
	place := slices.Repeat([]int{-1}, len(b.r.Players))
	players := make([]Player, len(order))
	for at, i := range order {
		place[i], players[at] = at, b.r.Players[i]
	}
	b.r.Players = players
	b.renumber(func(i int) int {
		if i < 0 {
			return i
		}
		return place[i]
	})
	for i := range b.r.Players {
		slices.SortStableFunc(b.r.Players[i].Weapons, func(x, y WeaponNumbers) int {
			a, _ := x.Kills.Value()
			c, _ := y.Kills.Value()
			return cmp.Or(cmp.Compare(c, a), cmp.Compare(x.Weapon, y.Weapon))
		})
		slices.SortStableFunc(b.r.Players[i].Items, func(x, y ItemNumbers) int { return cmp.Compare(x.Item, y.Item) })
	}
}

// renumber replaces the index of each player with the result of to.
func (b *builder) renumber(to func(i int) int) {
	for i := range b.r.Kills {
		k := &b.r.Kills[i]
		k.Killer, k.Victim = to(k.Killer), to(k.Victim)
		k.Query = b.killQuery(k)
	}
	slices.SortStableFunc(b.r.Kills, func(x, y Kill) int {
		return cmp.Or(cmp.Compare(x.Killer, y.Killer), cmp.Compare(x.Victim, y.Victim), cmp.Compare(x.Weapon, y.Weapon))
	})
	for i := range b.r.Runs {
		b.r.Runs[i].Player = to(b.r.Runs[i].Player)
	}
	for i := range b.r.Rounds {
		deaths := map[int]int{}
		for who, n := range b.r.Rounds[i].Deaths {
			deaths[to(who)] = n
		}
		b.r.Rounds[i].Deaths = deaths
	}
	for i := range b.r.Items {
		for _, who := range []*int{&b.r.Items[i].By, &b.r.Items[i].Nearest} {
			*who = to(*who)
		}
		for k, who := range b.r.Items[i].HeardBy {
			b.r.Items[i].HeardBy[k] = to(who)
		}
	}
}

func (b *builder) killQuery(k *Kill) string {
	q := "kind:death of:" + query.Quote(b.r.Players[k.Victim].Profile.Name.Plain)
	if k.Killer >= 0 && k.Killer != k.Victim {
		q += " by:" + query.Quote(b.r.Players[k.Killer].Profile.Name.Plain)
	} else if k.Weapon != sim.CauseTelefrag {
		q += " kind:suicide,map_death"
	}
	if k.Weapon != sim.WeaponNone {
		q += " with:" + query.Quote(k.Weapon.String())
	}
	return q + " " + b.r.Match.Scope()
}
