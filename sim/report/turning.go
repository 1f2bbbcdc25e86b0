package report

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TurningPoint describes a moment at which a match turned: the lead or the stronger equipment changed sides, one side
// scored heavily in a short time, or an objective was decided.
type TurningPoint struct {
	// From and Until are the start and end of the events that turned the match; From is the time of the first that Text
	// names. At is the turning point itself.
	From, At, Until time.Duration
	// Text is a sentence that describes the turning point.
	Text string
	// Slot is the player that Text is about, or the zero Slot if it is about a team. Team is the team in either case.
	Slot sim.Slot
	Team sim.Team
}

const (
	// TurningPointsMost is the maximum number of turning points returned for a match.
	TurningPointsMost = 5

	turnEach   = time.Second      // between two looks at the score
	turnSpan   = 30 * time.Second // the longest run of frags that counts as one
	turnBefore = 20 * time.Second // how long before a deed the items for it may be taken
	turnApart  = 12 * time.Second // the shortest time between two turning points
	turnHeld   = 5 * time.Second  // how long a lead must last to count
)

// TurningPoints returns up to [TurningPointsMost] moments at which a match turned, sorted by At. Races and games
// against monsters have none. If ctx is done, TurningPoints returns context.Cause(ctx).
func TurningPoints(ctx context.Context, rec *recording.Recording, m Match) ([]TurningPoint, error) {
	if rec.Contest(m.Level) != sim.Versus {
		return nil, nil
	}
	t := &turns{match: m, events: rec.Events(), clashes: map[int]int{}}
	if err := t.look(ctx, rec); err != nil || len(t.sides) < 2 {
		return nil, err
	}
	t.collect()
	t.settleScore()
	t.leads()
	t.stacks()
	t.runs()
	t.single()
	return t.choose(), nil
}

// turns finds the turning points of a match.
type turns struct {
	match   Match
	events  []sim.Event
	sides   []turnSide
	looks   []turnLook
	facts   []turnFact // sorted by at
	told    bool       // the game reports the score
	counted turnKind   // the kind counted for the score if it does not
	found   []turnFound
	clashes map[int]int // maximum number of players on each side
}

// turnSide is a side of the match: a team or, without teams, a player.
type turnSide struct {
	team sim.Team
	slot sim.Slot
	name string
}

// turnLook is the score of each side at a point in time. If there are two sides and their stacks are known, it also
// contains those.
type turnLook struct {
	at     time.Duration
	score  []int
	stacks [2]int
	known  bool // stacks are
}

// turnFact is a deed credited to a side.
type turnFact struct {
	at    time.Duration
	side  int
	slot  sim.Slot
	kind  turnKind
	words string // of an item, or about the fate of an objective
	worth int
}

type turnKind uint8

const (
	turnFrag turnKind = iota
	turnItem
	turnCapture
	turnObjective
	turnRound
)

// turnFound is a candidate for a turning point.
type turnFound struct {
	side   int
	from   time.Duration // of the first frag of a run, otherwise 0
	at     time.Duration
	weight float64
	leads  bool // the side took the lead
	look   int  // the first look with the lead
	stacks [2]int
	scales bool // the stacks turned
}

// sideOf returns the side of a player, adding it if it is new, or -1 if he is on none.
func (t *turns) sideOf(slot sim.Slot, p *sim.Profile) int {
	if !slot.Valid() || p == nil || p.Team == sim.TeamSpectator || t.match.Teams && p.Team == sim.TeamFree {
		return -1
	}
	s := turnSide{team: p.Team, slot: slot, name: p.Name.Plain}
	if t.match.Teams {
		s.name = p.TeamLabel()
	}
	for i := range t.sides {
		if x := &t.sides[i]; t.match.Teams && x.team == s.team || !t.match.Teams && x.slot == slot {
			x.name = s.name
			return i
		}
	}
	t.sides = append(t.sides, s)
	return len(t.sides) - 1
}

// look reads the score and the stacks through the match.
func (t *turns) look(ctx context.Context, rec *recording.Recording) error {
	cursor := rec.Cursor()
	var told, all int
	for at := t.match.Start; at <= t.match.End; at += turnEach {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w := cursor.At(at)
		l := turnLook{at: at, known: true}
		players := map[int]int{}
		for i := range w.Players {
			p := &w.Players[i]
			n := t.sideOf(p.Slot, p.Profile)
			if n < 0 || p.Life == sim.Spectating {
				continue
			}
			players[n]++
			if t.clashes[n] = max(t.clashes[n], players[n]); !t.match.Teams {
				told, all = told+knownScore(p.Frags), all+1
				l.add(n, p.Frags)
			}
			l.stack(n, p)
		}
		for i := range t.sides {
			if t.match.Teams {
				score := w.TeamScore[t.sides[i].team]
				told, all = told+knownScore(score), all+1
				l.add(i, score)
			}
		}
		l.known = l.known && len(t.sides) == 2
		t.looks = append(t.looks, l)
	}
	t.told = told > all*9/10
	return nil
}

// stack adds a player's possessions to his side's.
func (l *turnLook) stack(side int, p *sim.Player) {
	switch {
	case p.Life != sim.Alive:
		return
	case p.Health == sim.Unknown || p.Armor == sim.Unknown || !p.Visible || side > 1:
		l.known = false
		return
	}
	l.stacks[side] += int(p.Health) + int(p.Armor)
	if p.Inventory != nil {
		l.stacks[side] += WeaponWorth * len(p.Inventory.Deciding(nil))
	}
}

func knownScore(score int16) int {
	if score == sim.Unknown {
		return 0
	}
	return 1
}

// add records the score of a side.
func (l *turnLook) add(side int, score int16) {
	for len(l.score) <= side {
		l.score = append(l.score, 0)
	}
	if score != sim.Unknown {
		l.score[side] = int(score)
	}
}

// collect lists the deeds of the sides.
func (t *turns) collect() {
	for i := range t.events {
		e := &t.events[i]
		if e.Time < t.match.Start || e.Time > t.match.End+turnHeld {
			continue
		}
		f := turnFact{at: e.Time, slot: e.Slot}
		switch e.Kind {
		case sim.EventObituary:
			if f.side, f.slot = t.sideOf(e.Attacker, e.AttackerProfile),
				e.Attacker; f.side == t.sideOf(e.Slot, e.Profile) {
				continue
			}
		case sim.EventPickup:
			f.side, f.kind, f.words, f.worth = t.sideOf(e.Slot, e.Profile), turnItem, e.Item.Word(), worthOf(e.Item)
			if f.worth == 0 {
				continue
			}
		case sim.EventCapture:
			f.side, f.kind = t.sideOf(e.Slot, e.Profile), turnCapture
		case sim.EventObjective:
			f.side, f.kind, f.words, f.worth = t.teamSide(e.Team), turnObjective, e.String(), objectives[e.Cause]
			if f.worth == 0 {
				continue
			}
		case sim.EventRoundEnd:
			f.side, f.kind = t.teamSide(e.Team), turnRound
		default:
			continue
		}
		if f.side >= 0 {
			t.facts = append(t.facts, f)
		}
	}
}

// worthOf returns the decisiveness of an item, or 0 if it decides nothing.
func worthOf(i sim.Item) int {
	switch {
	case i == sim.ItemQuad || i == sim.ItemProtection:
		return 3
	case i == sim.ItemArmorRed || i == sim.ItemMegaHealth || i.Powerup():
		return 2
	case i == sim.ItemArmorYellow:
		return 1
	}
	return 0
}

// objectives maps the possible fates of an objective to their decisiveness, from 0 to 100. Fates that can still be
// averted are not included.
var objectives = map[string]int{
	"destroyed": 80, "built": 60, "stolen": 70, "returned": 40, "announced": 55, "defused": 50,
}

// teamSide returns the side of a team, or -1.
func (t *turns) teamSide(team sim.Team) int {
	return slices.IndexFunc(t.sides, func(s turnSide) bool { return t.match.Teams && s.team == team })
}

// settleScore counts the score if the game does not report it: captures if there are any, otherwise frags.
func (t *turns) settleScore() {
	t.counted = turnFrag
	if slices.ContainsFunc(t.facts, func(f turnFact) bool { return f.kind == turnCapture }) {
		t.counted = turnCapture
	}
	sum, next := make([]int, len(t.sides)), 0
	for i := range t.looks {
		for ; next < len(t.facts) && t.facts[next].at <= t.looks[i].at; next++ {
			if t.facts[next].kind == t.counted {
				sum[t.facts[next].side]++
			}
		}
		if !t.told {
			t.looks[i].score = slices.Clone(sum)
		}
		t.looks[i].score = append(t.looks[i].score, make([]int, len(t.sides)-len(t.looks[i].score))...)
	}
}

// ahead returns the side that leads and the size of its lead, or -1 if none leads.
func (l *turnLook) ahead() (side, by int) {
	best, second := math.MinInt, math.MinInt
	for i, s := range l.score {
		if s > best {
			side, best, second = i, s, best
		} else {
			second = max(second, s)
		}
	}
	if best == second {
		return -1, 0
	}
	return side, best - second
}

// leads finds the times at which the lead changed hands and stayed there for a while.
func (t *turns) leads() {
	leader := -1
	for i := 0; i < len(t.looks); i++ {
		side, _ := t.looks[i].ahead()
		if side < 0 || side == leader {
			continue
		}
		until, most := i, 0
		for ; until < len(t.looks); until++ {
			s, by := t.looks[until].ahead()
			if s >= 0 && s != side {
				break
			}
			most = max(most, by)
		}
		held := t.looks[until-1].at - t.looks[i].at
		if until < len(t.looks) && held < turnHeld {
			continue
		}
		if leader >= 0 {
			share := held.Seconds() / max((t.match.End-t.match.Start).Seconds(), 1)
			t.found = append(t.found, turnFound{side: side, at: t.scored(side, t.looks[i].at),
				weight: 45 + 40*share + min(float64(most), 15), leads: true, look: i})
		}
		leader = side
	}
}

// scored returns the time of a side's deed that changed the score seen at a time.
func (t *turns) scored(side int, at time.Duration) time.Duration {
	for _, f := range slices.Backward(t.facts) {
		if f.side == side && f.kind != turnItem && f.at <= at && f.at > at-2*turnEach {
			return f.at
		}
	}
	return at
}

// stacks finds the times at which the balance of the two sides' stacks turned: the side that was clearly weaker became
// clearly stronger.
func (t *turns) stacks() {
	const clear, lasts = 150, 10 * time.Second // points for each player of a side
	limit, strong := clear*max(t.clashes[0], 1), -1
	for i := range t.looks {
		l := &t.looks[i]
		if !l.known {
			continue
		}
		by, side := l.stacks[0]-l.stacks[1], 0
		if by < 0 {
			by, side = -by, 1
		}
		if by < limit || side == strong {
			continue
		}
		before := strong
		if strong = side; before < 0 {
			continue
		}
		until, both := i, -1 // the first look with both alive
		for until < len(t.looks) && (!t.looks[until].known ||
			t.looks[until].stacks[side] > t.looks[until].stacks[1-side]) {
			if t.looks[until].known && t.looks[until].stacks[1-side] > 0 && both < 0 {
				both = until
			}
			until++
		}
		if both < 0 || t.looks[until-1].at-t.looks[both].at < lasts {
			continue
		}
		gain, by := t.margin(side, until-1)-t.margin(side, i), t.looks[both].stacks[side]-t.looks[both].stacks[1-side]
		t.found = append(t.found, turnFound{side: side, at: l.at, stacks: t.looks[both].stacks, scales: true,
			weight: 15 + 10*float64(by)/float64(limit) + 6*float64(max(min(gain, 6), 0))/float64(max(t.clashes[0], 1))})
	}
}

// margin returns the lead of a side over the best other one.
func (t *turns) margin(side, look int) int {
	best := math.MinInt
	for i, s := range t.looks[look].score {
		if i != side {
			best = max(best, s)
		}
	}
	return t.looks[look].score[side] - best
}

// runs finds the times at which a side scored much more than it conceded in a short time.
func (t *turns) runs() {
	var frags []turnFact
	for _, f := range t.facts {
		if f.kind == turnFrag {
			frags = append(frags, f)
		}
	}
	for side := range t.sides {
		least := 2 + t.clashes[side]
		for i := range frags {
			if frags[i].side != side {
				continue
			}
			net, best, end := 0, 0, i
			for k := i; k < len(frags) && frags[k].at <= frags[i].at+turnSpan; k++ {
				if net--; frags[k].side == side {
					net += 2
				}
				if net > best {
					best, end = net, k
				}
			}
			if len(t.sides) > 2 {
				best = countOf(frags[i:end+1], side)
			}
			if best >= least {
				weight := min(25*float64(best)/float64(least), 60)
				t.found = append(t.found, turnFound{side: side, from: frags[i].at, at: frags[end].at, weight: weight})
			}
		}
	}
}

// countOf returns the number of facts that belong to a side.
func countOf(facts []turnFact, side int) (n int) {
	for i := range facts {
		if facts[i].side == side {
			n++
		}
	}
	return n
}

// single finds events that turn a match by themselves: captures and the fates of objectives.
func (t *turns) single() {
	captures := 0
	for _, f := range t.facts {
		if f.kind == turnCapture {
			captures++
		}
	}
	for _, f := range t.facts {
		switch f.kind {
		case turnCapture:
			i := min(int((f.at-t.match.Start)/turnEach)+2, len(t.looks)-1)
			close := 20 / float64(1+max(t.margin(f.side, i)-1, -t.margin(f.side, i)))
			t.found = append(t.found, turnFound{side: f.side, at: f.at, weight: 20 + 20/float64(captures) + close})
		case turnObjective:
			t.found = append(t.found, turnFound{side: f.side, at: f.at, weight: float64(f.worth)})
		}
	}
}

// choose returns the candidates with the greatest weight, each with a sentence.
func (t *turns) choose() (list []TurningPoint) {
	slices.SortStableFunc(t.found, func(a, b turnFound) int { return cmp.Compare(b.weight, a.weight) })
	for i := range t.found {
		p := t.point(&t.found[i])
		if p.Text == "" || slices.ContainsFunc(list, func(o TurningPoint) bool {
			return p.From < o.Until+turnApart && o.From < p.Until+turnApart
		}) {
			continue
		}
		if list = append(list, p); len(list) == TurningPointsMost {
			break
		}
	}
	slices.SortFunc(list, func(a, b TurningPoint) int { return cmp.Compare(a.At, b.At) })
	return list
}
