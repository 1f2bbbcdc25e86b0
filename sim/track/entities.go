package track

import (
	"slices"
	"sort"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// maxNumber bounds the numbers of entities.
const maxNumber = 1<<16 - 2

// Entities holds the frame's rows for entities and movers, sorted by number. It also records when each entity was last
// seen, whether or not the entity has a row.
type Entities struct {
	t      *Track
	rows   []recording.FrameEntity
	movers []recording.FrameMover
	seen   []Sighting // by number
	last   Sighting   // the result of See
	places []int32    // by number: index of its row when last looked for
	// changed lists the entities whose rows were added, removed or handed out for changes since they were recorded.
	// changedMovers lists such movers.
	changed, changedMovers numberLists
	known                  bool // changed and changedMovers are complete
	// showing lists the entities shown by this snapshot, and shown those of the previous one. kept is the number of
	// entities in both.
	showing, shown []int32
	kept           int
	ageing         []int32 // rows out of sight that change over time
	unseen         []int32 // not in this snapshot, and possibly changed
	rules          *Rules
	deaths         []monsterDeath
}

// monsterDeath is a monster that was seen to die.
type monsterDeath struct {
	name string
	at   time.Duration
}

// Sighting records when and where an entity last appeared in a demo.
type Sighting struct {
	Snapshot uint32 // number of the snapshot; 0 if never
	Origin   sim.Vec3
	Time     time.Duration // of the demo
}

// NewEntities returns an Entities that is part of track t and follows the given rules.
func NewEntities(t *Track, rules *Rules) *Entities {
	e := &Entities{t: t, rules: rules}
	t.entities = e
	return e
}

func (e *Entities) reset() {
	clear(e.rows)
	clear(e.seen)
	e.rows, e.movers, e.deaths = e.rows[:0], e.movers[:0], nil
	e.showing, e.shown, e.ageing, e.kept = e.showing[:0], e.shown[:0], e.ageing[:0], 0
	e.known = false
}

// begin starts a snapshot.
func (e *Entities) begin() {
	if !e.t.noLerp {
		return
	}
	for i := range e.rows {
		e.row(i).NoLerp = true
	}
	for i := range e.movers {
		e.mover(i).NoLerp = true
	}
}

// numberList is a set of entity numbers, in the order of insertion.
type numberList struct {
	list  []int32
	added []uint32 // by number: the round in which it was last added
	round uint32   // the number of rounds before this one
}

func (l *numberList) add(number int) {
	if number >= len(l.added) {
		l.added = append(l.added, make([]uint32, max(256, number+1-len(l.added)))...)
	}
	if l.added[number] != l.round+1 {
		l.added[number] = l.round + 1
		l.list = append(l.list, int32(number))
	}
}

func (l *numberList) clear() { l.list, l.round = l.list[:0], l.round+1 }

// numberLists is a list with its previous version.
type numberLists struct {
	lists [2]numberList
	now   int // which of lists
}

func (l *numberLists) add(number int)  { l.lists[l.now].add(number) }
func (l *numberLists) list() []int32   { return l.lists[l.now].list }
func (l *numberLists) before() []int32 { return l.lists[1-l.now].list }

// next starts a new list.
func (l *numberLists) next() {
	l.now = 1 - l.now
	l.lists[l.now].clear()
}

// row and mover return the row at an index for modification.
func (e *Entities) row(i int) *recording.FrameEntity {
	e.changed.add(e.rows[i].Number)
	return &e.rows[i]
}

func (e *Entities) mover(i int) *recording.FrameMover {
	e.changedMovers.add(e.movers[i].Number)
	return &e.movers[i]
}

// fill sets a frame's rows.
func (e *Entities) fill(f *recording.Frame) {
	f.Entities, f.Movers = e.rows, e.movers
	f.Changes.Known, f.Changes.Entities, f.Changes.Movers = e.known, e.changed.list(), e.changedMovers.list()
}

// recorded notes that the recorder has all rows in their current state.
func (e *Entities) recorded() {
	if !e.known {
		for i := range e.rows {
			e.changed.add(e.rows[i].Number)
		}
		for i := range e.movers {
			e.changedMovers.add(e.movers[i].Number)
		}
	}
	e.changed.next()
	e.changedMovers.next()
	e.known = true
}

// Rows returns the rows of all entities. The rows are read-only and valid until a row is added or removed.
func (e *Entities) Rows() []recording.FrameEntity { return e.rows }

// find returns the index of an entity's row, and whether it exists. It is usually where it was before.
func (e *Entities) find(number int) (int, bool) {
	if uint(number) < uint(len(e.places)) {
		if at := int(e.places[number]); at < len(e.rows) && e.rows[at].Number == number {
			return at, true
		}
	}
	return e.search(number)
}

// search is like find, but for an entity whose row has moved.
func (e *Entities) search(number int) (int, bool) {
	if uint(number) > maxNumber {
		at := sort.Search(len(e.rows), func(i int) bool { return e.rows[i].Number >= number })
		return at, at < len(e.rows) && e.rows[at].Number == number
	}
	if number >= len(e.places) {
		e.places = append(e.places, make([]int32, number+1-len(e.places))...)
	}
	at := int(e.places[number])
	if at > len(e.rows) || at < len(e.rows) && e.rows[at].Number < number || at > 0 && e.rows[at-1].Number >= number {
		at = sort.Search(len(e.rows), func(i int) bool { return e.rows[i].Number >= number })
		e.places[number] = int32(at)
	}
	return at, at < len(e.rows) && e.rows[at].Number == number
}

// Row returns the row of the entity with the given number, for modification, or nil if the entity has none.
func (e *Entities) Row(number int) *recording.FrameEntity {
	if i, ok := e.find(number); ok {
		return e.row(i)
	}
	return nil
}

// Look returns the row of the entity with the given number, for reading only, or nil if the entity has none.
func (e *Entities) Look(number int) *recording.FrameEntity {
	if i, ok := e.find(number); ok {
		return &e.rows[i]
	}
	return nil
}

// Add returns the row of the entity with the given number, for modification. If the entity has no row, Add adds one and
// isNew is true. If there are too many entities, row is nil.
func (e *Entities) Add(number int) (row *recording.FrameEntity, isNew bool) {
	i, ok := e.find(number)
	if !ok {
		if len(e.rows) >= maxRows {
			return nil, false
		}
		e.rows = slices.Insert(e.rows, i, recording.FrameEntity{Entity: sim.Entity{Number: number}})
	}
	return e.row(i), !ok
}

// Remove removes the row of the entity with the given number, if it has one.
func (e *Entities) Remove(number int) {
	if i, ok := e.find(number); ok {
		e.changed.add(number)
		e.rows = slices.Delete(e.rows, i, i+1)
	}
}

// Keep removes all rows for which stays returns false. stays must not modify the row passed to it. To modify a row that
// remains, stays must call [Entities.Row].
func (e *Entities) Keep(stays func(*recording.FrameEntity) bool) {
	kept := 0
	for i := range e.rows {
		if !stays(&e.rows[i]) {
			e.changed.add(e.rows[i].Number)
			continue
		}
		if kept != i {
			e.rows[kept] = e.rows[i]
		}
		kept++
	}
	clear(e.rows[kept:])
	e.rows = e.rows[:kept]
}

// See records that the entity with the given number is in the current snapshot, at origin. It returns the previous
// sighting, which is valid until the next call to See. appeared is true if the entity was not in the previous snapshot.
func (e *Entities) See(number int, origin *sim.Vec3) (last *Sighting, appeared bool) {
	last = &e.last
	if number < 0 || number > maxNumber {
		*last = Sighting{}
		return last, true
	}
	if number >= len(e.seen) {
		e.seen = append(e.seen, make([]Sighting, number+1-len(e.seen))...)
	}
	v := &e.seen[number]
	*last = *v
	v.Snapshot, v.Origin, v.Time = e.t.snapshot, *origin, e.t.now
	if last.Snapshot != e.t.snapshot {
		e.showing = append(e.showing, int32(number))
	}
	if last.Snapshot == 0 || last.Snapshot != e.t.snapshot-1 {
		return last, true
	}
	e.kept++
	return last, false
}

// goesOn reports whether the current snapshot still shows an entity without reporting any change to it, and records
// that it was seen again. gone lists the entities that are no longer shown.
func (e *Entities) goesOn(number int32, gone []int) bool {
	v := &e.seen[number]
	if v.Snapshot == e.t.snapshot || len(gone) > 0 && slices.Contains(gone, int(number)) {
		return false
	}
	v.Snapshot, v.Time = e.t.snapshot, e.t.now
	e.showing = append(e.showing, number)
	e.kept++
	return true
}

// Sighting returns the last sighting of the entity with the given number, or the zero Sighting if it was never seen.
func (e *Entities) Sighting(number int) Sighting {
	if number < 0 || number >= len(e.seen) {
		return Sighting{}
	}
	return e.seen[number]
}

// Seen reports whether the entity with the given number is in the current snapshot.
func (e *Entities) Seen(number int) bool {
	return number >= 0 && number < len(e.seen) && e.seen[number].Snapshot == e.t.snapshot
}

// Mover returns the row of the mover with the given number, for modification. If the mover has no row, Mover adds one
// and isNew is true. If there are too many movers, row is nil.
func (e *Entities) Mover(number int) (row *recording.FrameMover, isNew bool) {
	i, there := e.findMover(number)
	if !there {
		if len(e.movers) >= maxRows {
			return nil, false
		}
		e.movers = slices.Insert(e.movers, i, recording.FrameMover{Mover: sim.Mover{Number: number}})
	}
	return e.mover(i), !there
}

func (e *Entities) findMover(number int) (int, bool) {
	i := sort.Search(len(e.movers), func(i int) bool { return e.movers[i].Number >= number })
	return i, i < len(e.movers) && e.movers[i].Number == number
}

// Movers returns the rows of all movers. The rows are read-only.
func (e *Entities) Movers() []recording.FrameMover { return e.movers }

// EntityUpdate describes an entity as it appears in a snapshot.
type EntityUpdate struct {
	*sim.Entity // what and where it is; Visible and the like are ignored
	// Last is the previous sighting of the entity. Appeared is set if the previous snapshot did not show it, or showed
	// something else.
	Last     *Sighting
	Appeared bool
	// Steps is set if the entity moves in steps, which must not be interpolated.
	Steps bool
	// Moves is set if the entity's velocity must be computed from its movement. Show always does so for projectiles and
	// gibs.
	Moves bool
}

// jumped reports whether an entity cannot have moved to its current position.
func (e *Entities) jumped(u *EntityUpdate) bool {
	return !u.Appeared && e.rules.TooFar(&u.Last.Origin, &u.Origin, e.t.now-u.Last.Time)
}

// Show adds or updates the row of a visible item, projectile, monster or similar entity. isNew is true if the entity
// had no row before or was of another kind. If there are too many entities, row is nil.
func (e *Entities) Show(u *EntityUpdate) (row *recording.FrameEntity, isNew bool) {
	row, isNew = e.Add(u.Number)
	if row == nil {
		return nil, false
	}
	if !isNew && row.Kind != u.Kind {
		if row.Kind == sim.EntityMonster && !row.Dead {
			e.monsterDied(row.Name)
		}
		*row = recording.FrameEntity{Entity: sim.Entity{Number: u.Number}}
		isNew = true
	}
	jumped := e.jumped(u)
	row.Kind, row.Item, row.Weapon, row.Name, row.Team = u.Kind, u.Item, u.Weapon, u.Name, u.Team
	row.Origin, row.Angles = u.Origin, u.Angles
	row.NoLerp = row.NoLerp || isNew || u.Appeared || jumped || u.Steps
	row.Visible, row.LastSeen = true, e.t.now
	if u.Moves || u.Kind == sim.EntityProjectile || u.Kind == sim.EntityGib {
		since := e.t.now - u.Last.Time
		if isNew || u.Appeared {
			row.Velocity = sim.Vec3{}
		} else if !jumped && since > 0 {
			row.Velocity = velocity(u.Last.Origin, u.Origin, since)
		}
	}
	if u.Kind == sim.EntityMonster {
		if u.Dead && !row.Dead && !isNew {
			e.monsterDied(u.Name)
		}
		row.Dead = u.Dead
	}
	return row, isNew
}

// Place adds an item of the map at the start of a level, before any snapshot shows it.
func (e *Entities) Place(x *sim.Entity) {
	if row, _ := e.Add(x.Number); row != nil {
		row.Kind, row.Item, row.Weapon, row.Name, row.Team = x.Kind, x.Item, x.Weapon, x.Name, x.Team
		row.Origin, row.Angles = x.Origin, x.Angles
	}
}

// PlaceMover adds a mover at the start of a level, before any snapshot shows it.
func (e *Entities) PlaceMover(m *sim.Mover) {
	if row, _ := e.Mover(m.Number); row != nil {
		row.Model, row.Origin, row.Angles = m.Model, m.Origin, m.Angles
	}
}

// ShowMover adds or updates the row of a visible mover. appeared must be set if the mover was not in the previous
// snapshot.
func (e *Entities) ShowMover(m *sim.Mover, appeared bool) {
	if row, _ := e.Mover(m.Number); row != nil {
		row.NoLerp = row.NoLerp || appeared || row.Model != m.Model
		row.Model, row.Origin, row.Angles, row.Visible = m.Model, m.Origin, m.Angles, true
	}
}

// ShowBody adds or updates the row of a visible corpse or head. u.Owner is the player to whom the body belonged, if
// known.
func (e *Entities) ShowBody(u *EntityUpdate) {
	row, isNew := e.Add(u.Number)
	if row == nil {
		return
	}
	if row.Kind != u.Kind {
		*row = recording.FrameEntity{Entity: sim.Entity{Number: u.Number, Kind: u.Kind}}
	}
	row.NoLerp = row.NoLerp || isNew || u.Appeared || e.jumped(u)
	row.Visible, row.LastSeen, row.Origin, row.Angles, row.Owner = true, e.t.now, u.Origin, u.Angles, u.Owner
}

// ShowFlying adds or updates the row of a projectile that flies in a straight line at constant speed. u.Origin is the
// projectile's position when the game's clock reads start.
func (e *Entities) ShowFlying(u *EntityUpdate, start time.Duration) {
	row, _ := e.Add(u.Number)
	if row == nil {
		return
	}
	e.See(u.Number, &u.Origin)
	row.Kind, row.Weapon, row.Name, row.Visible, row.LastSeen, row.NoLerp = sim.EntityProjectile, u.Weapon, u.Name,
		true, e.t.now, true
	row.Owner, row.Origin, row.Velocity = sim.Slot{}, u.Origin, u.Velocity
	row.Trajectory = sim.Trajectory{Kind: sim.TrajectoryLinear, Start: start, Base: u.Origin, Delta: u.Velocity}
}

func (e *Entities) monsterDied(name string) {
	e.deaths = append(e.deaths, monsterDeath{name, e.t.now})
}

// MonsterDeath returns the name of a monster that was just seen to die, or "" if there is none. Each death is reported
// only once.
func (e *Entities) MonsterDeath() string {
	const justNow = 250 * time.Millisecond
	for len(e.deaths) > 0 {
		d := e.deaths[0]
		e.deaths = e.deaths[1:]
		if e.t.now-d.at <= justNow {
			return d.name
		}
	}
	return ""
}

// forgotten reports whether a monster has been out of sight for so long that its position is unknown.
func (e *Entities) forgotten(number int) bool {
	last := e.Sighting(number).Snapshot
	return e.rules.MonsterMemory > 0 && e.t.snapshot-last >= e.rules.MonsterMemory
}

// EndSnapshot updates the entities that are not in the current snapshot. It calls unseen for each missing item that may
// have changed, including dropped items. The map's items, and usually monsters, keep the state in which they were last
// seen. All other entities are removed.
func (e *Entities) EndSnapshot(unseen func(*recording.FrameEntity)) {
	e.findUnseen()
	e.ageing = e.ageing[:0]
	gone := e.unseen[:0]
	for _, n := range e.unseen {
		if r := e.Look(int(n)); r != nil && !e.age(r, unseen) {
			gone = append(gone, n)
		}
	}
	for _, n := range gone {
		e.Remove(int(n))
	}
	e.showing, e.shown, e.kept = e.shown[:0], e.showing, 0
}

// findUnseen lists, by number, the entities that this snapshot does not show and that may have changed.
func (e *Entities) findUnseen() {
	list := e.unseen[:0]
	if !e.known {
		for i := range e.rows {
			if n := e.rows[i].Number; !e.Seen(n) {
				list = append(list, int32(n))
			}
		}
		e.unseen = list
		e.hideMovers()
		return
	}
	add := func(numbers []int32) {
		for _, n := range numbers {
			if !e.Seen(int(n)) {
				list = append(list, n)
			}
		}
	}
	if e.kept < len(e.shown) {
		add(e.shown)
		e.hideMovers()
	}
	add(e.changed.list())
	add(e.changed.before())
	add(e.ageing)
	slices.Sort(list)
	e.unseen = slices.Compact(list)
}

// hideMovers marks the movers that this snapshot does not show as out of sight.
func (e *Entities) hideMovers() {
	for i := range e.movers {
		if m := &e.movers[i]; m.Visible && !e.Seen(m.Number) {
			e.mover(i).Visible = false
		}
	}
}

// age ages a row that this snapshot does not show, and reports whether it stays.
func (e *Entities) age(r *recording.FrameEntity, unseen func(*recording.FrameEntity)) bool {
	if r.Kind == sim.EntityItem || r.Kind == sim.EntityDropped {
		unseen(r)
	}
	if r.Kind != sim.EntityItem && (r.Kind != sim.EntityMonster || e.rules.ShowsAll || e.forgotten(r.Number)) {
		return false
	}
	if r.Visible {
		r = e.Row(r.Number)
		r.Visible, r.LastSeen, r.Velocity = false, e.t.before, sim.Vec3{}
	}
	if r.Kind == sim.EntityMonster && e.rules.MonsterMemory > 0 ||
		r.State == sim.ItemTaken && r.RespawnKnown && !e.rules.ShowsAll {
		e.ageing = append(e.ageing, int32(r.Number))
	}
	return true
}
