package track

import (
	"slices"
	"time"

	"fragscope/sim"
)

// Observations are what a demo shows and tells, as an adapter reads it. They are kept from snapshot to
// snapshot: [Tracker.Observe] consumes and empties them.
//
// The zero Observations are empty.
type Observations struct {
	// Begins is set where a snapshot starts, which Snapshot describes.
	Begins   bool
	Snapshot Snapshot
	// Players are those whom the snapshot shows, in the order in which they are to be concluded.
	Players []PlayerSeen
	// Looks are players by their looks, where a game tells these.
	Looks []PlayerLook
	// Told is what is told and heard, in the order of the stream.
	Told []Told
	// Entities and Movers are those that the snapshot shows; where what is seen stays (Rules.SeenUntilGone), those that are
	// new or differ, and Gone are the numbers of those that it does not show any more.
	Entities []EntitySeen
	Movers   []MoverSeen
	Gone     []int
	// Still are the numbers of entities and movers that are in sight as they were in the snapshot before, and Flying what flies straight on.
	Still  []int
	Flying []FlyingSeen
	// States are the players whose states a snapshot has, Objects all other entities but those that are Still, and Briefs what it comes
	// with, where a game shows these (Rules.ByStates).
	States  []StateSeen
	Objects []ObjectSeen
	Briefs  []BriefSeen
	// Ends is set where the snapshot is complete.
	Ends bool

	// What Told and the rest of the lists point to.
	effects []Shown
	shots   []FiredAt
	strikes []Struck
	bars    []StatusBar
	bodies  []BodySeen
	ends    []PowerupEnds

	read time.Duration // the demo's time of what was being read
}

// PowerupEnds is for how long a player will have each powerup, 0 where not known.
type PowerupEnds [sim.PowerupCount]time.Duration

// Snapshot is what holds for a snapshot as a whole.
type Snapshot struct {
	// Time is the demo's, Clock the game's.
	Time, Clock time.Duration
	Approximate bool
	// Broken is set if it does not follow the one before: nothing leads from there to here. Restarted is set if
	// the level was put back as it was.
	Broken, Restarted bool
	// POV is the player through whose eyes the demo is seen.
	POV sim.Slot
	// Intermission is set while the players watch the scores.
	Intermission bool
	Own          OwnScore
	Run          RunSeen
	// Follows is through whose eyes the player of POV watches, if he does; FollowsNamed is set if he was named. Split are the players
	// of a split screen, and ScreenText is what covers the screen.
	Follows      sim.Slot
	FollowsNamed bool
	Split        []sim.Slot
	ScreenText   *sim.ScreenText
}

// OwnScore is a score that each snapshot tells of one player.
type OwnScore struct {
	Slot  sim.Slot // nobody: of none
	Frags int16
	// Deaths is sim.Unknown where it is not told. Some games do not start to count with the match.
	Deaths int16
}

// PlayerSeen is a player as a snapshot shows him, where what is seen stays (Rules.SeenUntilGone); what is not said here is as in
// [sim.Player].
type PlayerSeen struct {
	Slot sim.Slot
	Life sim.Life
	POV  bool
	// Same is set if the game sends the state of the snapshot before: of such a player no field but Slot is read.
	Same bool
	// Appears is set if the snapshot before did not show him, by the word of the game; Jumps if he did not walk there.
	Appears, Jumps bool
	// Holds is set if he holds the trigger of his weapon, NoHull if the hull is not told.
	Holds, NoHull                 bool
	OnGround, Chatting, Invisible bool
	// Awards are those that he was seen to get.
	Awards              AwardSet
	Flag                sim.Team
	FlagCarried         bool
	Weapon              sim.Weapon
	Health, Armor, Ammo int16
	Origin, Velocity    sim.Vec3
	View                sim.Angles
	Mins, Maxs          sim.Vec3
	Powerups            sim.PowerupSet
	// PowerupsLast is for how long he will have each powerup, 0 where not known; nil if that is known of none. Changes are the powerups
	// that he is told to have got and lost. Both are told of the point of view alone.
	PowerupsLast *PowerupEnds
	Changes      []PowerupChange
	// Inventory must not change once it was observed.
	Inventory *sim.Inventory
}

// PowerupChange is a powerup that a player got or lost.
type PowerupChange struct {
	Powerup sim.Powerup
	Lost    bool
}

// AwardSet is a set of awards, as bits from 1<<0 on in the order of the names of awards.
type AwardSet uint8

// The awards of Quake III.
const (
	AwardImpressive AwardSet = 1 << iota
	AwardExcellent
	AwardHumiliation
	AwardDefense
	AwardAssist
)

var awards = [...]string{"Impressive", "Excellent", "Humiliation", "Defense", "Assist"}

// EntitySeen is an entity as a snapshot shows it.
type EntitySeen struct {
	sim.Entity // what it is and where; Visible, LastSeen and what becomes of items are not read
	Trajectory sim.Trajectory
	// Appears is set if the snapshot before did not show it, Jumps if it did not move to where it is.
	Appears, Jumps bool
	// Moves is set for what has a velocity, which follows from how far it went.
	Moves bool
	// Body is set for a body or a head that lies there, Flashes if a shot flashes at it.
	Body, Flashes bool
	// Vanished is set for an entity that stands for nothing any more: no other field but Number counts.
	Vanished bool
}

// MoverSeen is a moving part of the map as a snapshot shows it.
type MoverSeen struct {
	sim.Mover
	Trajectory, AngleTrajectory sim.Trajectory
	Appears, Jumps              bool
}

// Told is something that a demo tells or lets be heard.
type Told interface {
	// conclude draws the conclusions.
	conclude(t *Tracker)
}

// Tell appends what is told.
func (o *Observations) Tell(list ...Told) { o.Told = append(o.Told, list...) }

// Player appends a player and returns him, to be filled in.
func (o *Observations) Player() *PlayerSeen {
	p := room(&o.Players)
	*p = PlayerSeen{}
	return p
}

// room appends an element to a list, which has whatever was there before, and returns it.
func room[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		*list = slices.Grow(*list, max(n, 16))
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// Stays appends a player whom the game sends as in the snapshot before.
func (o *Observations) Stays(slot sim.Slot) {
	p := room(&o.Players)
	p.Slot, p.Same = slot, true
}

// Show appends an effect to what is told. Of these come many: none is made anew.
func (o *Observations) Show(e Shown) {
	o.effects = append(o.effects, e)
	o.Told = append(o.Told, &o.effects[len(o.effects)-1])
}

// Fire is Show for a shot, Strike for where a lightning gun struck.
func (o *Observations) Fire(f FiredAt) {
	o.shots = append(o.shots, f)
	o.Told = append(o.Told, &o.shots[len(o.shots)-1])
}

func (o *Observations) Strike(s Struck) {
	o.strikes = append(o.strikes, s)
	o.Told = append(o.Told, &o.strikes[len(o.strikes)-1])
}

// Entity appends an entity and returns it, to be filled in.
func (o *Observations) Entity() *EntitySeen {
	e := room(&o.Entities)
	*e = EntitySeen{}
	return e
}

// Object appends an entity as a game shows it by states, and returns it, to be filled in.
func (o *Observations) Object() *ObjectSeen {
	u := room(&o.Objects)
	*u = ObjectSeen{}
	return u
}

// Mover appends a mover and returns it, to be filled in.
func (o *Observations) Mover() *MoverSeen {
	m := room(&o.Movers)
	*m = MoverSeen{}
	return m
}

// PowerupEnds returns room for when a player's powerups end, of which nothing is known yet.
func (o *Observations) PowerupEnds() *PowerupEnds {
	e := room(&o.ends)
	*e = PowerupEnds{}
	return e
}

// Bar returns room for a status bar, which has whatever was there before.
func (o *Observations) Bar() *StatusBar { return room(&o.bars) }

// Body returns room for what everyone sees of a player.
func (o *Observations) Body() *BodySeen {
	b := room(&o.bodies)
	*b = BodySeen{}
	return b
}

// Look appends a player by his looks and returns him, to be filled in.
func (o *Observations) Look(s sim.Slot) *PlayerLook {
	u := room(&o.Looks)
	*u = PlayerLook{Slot: s}
	return u
}

// empty reports whether nothing was observed.
func (o *Observations) empty() bool {
	return !o.Begins && !o.Ends && len(o.Told) == 0 && len(o.Players)+len(o.Looks)+len(o.Entities)+len(o.Movers)+len(o.Gone)+
		len(o.Still)+len(o.Flying)+len(o.States)+len(o.Objects)+len(o.Briefs) == 0
}

// Reset empties the observations.
func (o *Observations) Reset() {
	clear(o.Told)
	o.Begins, o.Ends = false, false
	o.Players = o.Players[:0]
	o.Looks = o.Looks[:0]
	o.Told = o.Told[:0]
	o.Entities = o.Entities[:0]
	o.Movers = o.Movers[:0]
	o.Gone = o.Gone[:0]
	o.Still = o.Still[:0]
	o.Flying = o.Flying[:0]
	o.States = o.States[:0]
	o.Objects = o.Objects[:0]
	o.Briefs = o.Briefs[:0]
	o.effects = o.effects[:0]
	o.shots = o.shots[:0]
	o.strikes = o.strikes[:0]
	o.bars = o.bars[:0]
	o.bodies = o.bodies[:0]
	o.ends = o.ends[:0]
}
