package track

import (
	"slices"
	"time"

	"fragscope/sim"
)

// Observations holds the data that an adapter has read from a demo. It is reused from snapshot to snapshot:
// [Tracker.Observe] consumes and empties it.
//
// The zero Observations is empty.
type Observations struct {
	// Begins is set if a snapshot starts; Snapshot then describes it.
	Begins   bool
	Snapshot Snapshot
	// Players are the players who are new in the snapshot or have changed, preceded by the one in view and otherwise
	// ascending by slot. PlayersGone are those no longer shown. Everyone else stays as he was.
	Players     []PlayerSeen
	PlayersGone []sim.Slot
	// Looks are the players by their appearance, in games that show it.
	Looks []PlayerLook
	// Told holds the news that the demo reports in words, sounds and events, in stream order.
	Told []Told
	// Entities and Movers are those in the snapshot or, if Rules.SeenUntilGone is set, only those that are new or have
	// changed. Gone then holds the numbers of those no longer shown.
	Entities []EntitySeen
	Movers   []MoverSeen
	Gone     []int
	// Still holds the numbers of visible entities and movers that have not changed. Flying holds the projectiles that
	// fly in a straight line.
	Still  []int
	Flying []FlyingSeen
	// States, Objects and Briefs are used with Rules.ByStates. States holds the players whose states are in the
	// snapshot. Objects holds all other entities except those in Still. Briefs holds the momentary effects.
	States  []StateSeen
	Objects []ObjectSeen
	Briefs  []BriefSeen
	// Ends is set if the snapshot is complete.
	Ends bool

	// The targets of pointers in Told and the other lists.
	effects  []Shown
	counts   []Counted
	overlays []OverlayTold
	shots    []FiredAt
	strikes  []Struck
	bars     []StatusBar
	bodies   []BodySeen
	ends     []PowerupEnds

	read time.Duration // demo time of what was being read
}

// PowerupEnds is the time left of each of a player's powerups, or 0 if unknown.
type PowerupEnds [sim.PowerupCount]time.Duration

// Snapshot holds the data that concerns a snapshot as a whole.
type Snapshot struct {
	// Time is the demo's time. Clock is the game's.
	Time, Clock time.Duration
	Approximate bool
	// Broken is set if the snapshot does not continue the previous one. Restarted is set if the level was reset.
	Broken, Restarted bool
	// POV is the point of view.
	POV sim.Slot
	// Intermission is set while the players look at the scores.
	Intermission bool
	Own          OwnScore
	Run          RunSeen
	// Follows is the player being watched by the player of POV, if any. FollowsNamed is set if he was found by name.
	// Split lists the players of a split screen. ScreenText is the text that covers the screen.
	Follows      sim.Slot
	FollowsNamed bool
	Split        []sim.Slot
	ScreenText   *sim.ScreenText
}

// OwnScore is the score of one player, sent with each snapshot.
type OwnScore struct {
	Slot  sim.Slot // nobody if there is none
	Frags int16
	// Deaths may be sim.Unknown. In some games it is not reset at the start of the match.
	Deaths int16
}

// PlayerSeen is a player as shown by a snapshot, in games with Rules.SeenUntilGone. Fields without a comment are as in
// [sim.Player].
type PlayerSeen struct {
	Slot sim.Slot
	Life sim.Life
	POV  bool
	// Appears is set if, according to the game, the previous snapshot did not show him. Jumps is set if he did not walk
	// to his current position.
	Appears, Jumps bool
	// Hurt is the damage to his health and armour. It is known only for the point of view.
	Hurt int
	// Holds is set if he holds the trigger of his weapon. NoHull is set if his bounding box is unknown.
	Holds, NoHull                 bool
	OnGround, Chatting, Invisible bool
	// Awards are the awards that he was seen to receive.
	Awards              AwardSet
	Flag                sim.Team
	FlagCarried         bool
	Weapon              sim.Weapon
	Health, Armor, Ammo int16
	FOV                 uint8
	Origin, Velocity    sim.Vec3
	View                sim.Angles
	Mins, Maxs          sim.Vec3
	Powerups            sim.PowerupSet
	// PowerupsLast is the time left of each of his powerups, or nil if none is known. Changes are the powerups that he
	// has gained or lost according to the game. Both are known only for the point of view.
	PowerupsLast *PowerupEnds
	Changes      []PowerupChange
	// Inventory must not be modified once it has been observed.
	Inventory *sim.Inventory
}

// PowerupChange is a powerup gained or lost by a player.
type PowerupChange struct {
	Powerup sim.Powerup
	Lost    bool
}

// AwardSet is a set of awards. Its bits are in the order of the awards' names, starting with 1<<0.
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

// EntitySeen is an entity as shown by a snapshot.
type EntitySeen struct {
	sim.Entity // what and where it is; Visible, LastSeen and the fate of items are ignored
	Trajectory sim.Trajectory
	// Appears is set if the previous snapshot did not show the entity. Jumps is set if it did not move to its current
	// position.
	Appears, Jumps bool
	// Moves is set if the entity has a velocity, to be computed from its movement.
	Moves bool
	// Body is set for a body or a head on the floor. Flashes is set for a muzzle flash.
	Body, Flashes bool
	// Vanished is set for an entity that no longer represents anything; only Number is valid.
	Vanished bool
}

// MoverSeen is a moving part of the map as shown by a snapshot.
type MoverSeen struct {
	sim.Mover
	Trajectory, AngleTrajectory sim.Trajectory
	Appears, Jumps              bool
}

// Told is a piece of news that a demo reports in words, sounds or events.
type Told interface {
	// conclude draws the conclusions.
	conclude(t *Tracker)
}

// Tell appends to the news in o.Told.
func (o *Observations) Tell(list ...Told) { o.Told = append(o.Told, list...) }

// Player appends an empty player and returns it, to be filled in.
func (o *Observations) Player() *PlayerSeen {
	p := room(&o.Players)
	*p = PlayerSeen{}
	return p
}

// room appends an element with stale contents to a list and returns it.
func room[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		*list = slices.Grow(*list, max(n, 8))
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// Show appends an effect to the news. It usually does not allocate, as there are many effects.
func (o *Observations) Show(e Shown) { tellKept(o, &o.effects, e) }

// Fire is like Show, but for a shot. Strike is for a hit of a lightning gun, Count for a number counted by the game,
// and Overlay for a line of the team overlay.
func (o *Observations) Fire(f FiredAt)        { tellKept(o, &o.shots, f) }
func (o *Observations) Strike(s Struck)       { tellKept(o, &o.strikes, s) }
func (o *Observations) Count(c Counted)       { tellKept(o, &o.counts, c) }
func (o *Observations) Overlay(t OverlayTold) { tellKept(o, &o.overlays, t) }

// tellKept appends to the news. It puts the value itself into the list of its kind.
func tellKept[T any, P interface {
	*T
	Told
}](o *Observations, list *[]T, told T) {
	kept := room(list)
	*kept = told
	*room(&o.Told) = P(kept)
}

// Entity appends an empty entity and returns it, to be filled in.
func (o *Observations) Entity() *EntitySeen {
	e := room(&o.Entities)
	*e = EntitySeen{}
	return e
}

// Object appends an empty entity, in games with states, and returns it, to be filled in.
func (o *Observations) Object() *ObjectSeen {
	u := room(&o.Objects)
	*u = ObjectSeen{}
	return u
}

// Mover appends an empty mover and returns it, to be filled in.
func (o *Observations) Mover() *MoverSeen {
	m := room(&o.Movers)
	*m = MoverSeen{}
	return m
}

// PowerupEnds returns empty PowerupEnds, to be filled in.
func (o *Observations) PowerupEnds() *PowerupEnds {
	e := room(&o.ends)
	*e = PowerupEnds{}
	return e
}

// Bar returns a status bar with stale contents, to be filled in.
func (o *Observations) Bar() *StatusBar { return room(&o.bars) }

// Body returns an empty body, to be filled in.
func (o *Observations) Body() *BodySeen {
	b := room(&o.bodies)
	*b = BodySeen{}
	return b
}

// Look appends a player by his appearance and returns him, to be filled in.
func (o *Observations) Look(s sim.Slot) *PlayerLook {
	u := room(&o.Looks)
	*u = PlayerLook{Slot: s}
	return u
}

// empty reports whether nothing was observed.
func (o *Observations) empty() bool {
	return !o.Begins && !o.Ends && len(o.Told) == 0 && len(o.Players)+len(o.PlayersGone)+len(o.Looks)+
		len(o.Entities)+len(o.Movers)+len(o.Gone)+len(o.Still)+len(o.Flying)+len(o.States)+len(o.Objects)+len(o.Briefs) == 0
}

// Reset empties the observations.
func (o *Observations) Reset() {
	clear(o.Told)
	o.Begins, o.Ends = false, false
	o.Players, o.PlayersGone = o.Players[:0], o.PlayersGone[:0]
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
	o.counts = o.counts[:0]
	o.overlays = o.overlays[:0]
	o.shots = o.shots[:0]
	o.strikes = o.strikes[:0]
	o.bars = o.bars[:0]
	o.bodies = o.bodies[:0]
	o.ends = o.ends[:0]
}
