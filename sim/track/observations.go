package track

import (
	"slices"
	"time"

	"fragscope/sim"
)

// Observations holds the data that an adapter has read from a demo. The zero value is empty and ready to use. An
// Observations can be reused after [Tracker.Observe], which empties it.
type Observations struct {
	// Begins is set if a snapshot begins. Snapshot then describes it.
	Begins   bool
	Snapshot Snapshot
	// Players and PlayersGone are used only with Rules.SeenUntilGone. Players holds the players who are new or
	// have changed: first the one in view, then the others, sorted by slot. PlayersGone holds those no longer shown.
	// All others are unchanged.
	Players     []PlayerSeen
	PlayersGone []sim.Slot
	// Looks holds the players by their appearance, in games that have no better description of them.
	Looks []PlayerLook
	// Told holds everything that the demo reports outside snapshots, such as prints, sounds and events, in stream
	// order.
	Told []Told
	// Entities and Movers hold the entities and movers that are new, have changed or keep moving. Gone holds the numbers
	// of those no longer shown. All others are unchanged. Flying holds the projectiles that fly in a straight line at
	// constant speed.
	Entities []EntitySeen
	Movers   []MoverSeen
	Gone     []int
	Flying   []FlyingSeen
	// States, Objects and Briefs are used only with Rules.ByStates. States holds the players whose states are in the
	// snapshot. Objects holds the entities, like Entities and Movers. Briefs holds the momentary effects.
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

// PowerupEnds holds the remaining duration of each of a player's powerups, or 0 if the duration is unknown.
type PowerupEnds [sim.PowerupCount]time.Duration

// Snapshot holds the data that concerns a snapshot as a whole.
type Snapshot struct {
	// Time is the snapshot's time in the demo. Clock is its time on the game's clock.
	Time, Clock time.Duration
	Approximate bool
	// Broken is set if the snapshot does not continue the previous one. Restarted is set if the level was reset.
	Broken, Restarted bool
	// POV is the point of view.
	POV sim.Slot
	// Intermission is set during the intermission, while the scores are shown.
	Intermission bool
	Own          OwnScore
	Run          RunSeen
	// Follows is the player watched by the player in POV, if any. FollowsNamed is set if Follows was found by name.
	// Split lists the players of a split screen. ScreenText is the text that covers the screen.
	Follows      sim.Slot
	FollowsNamed bool
	Split        []sim.Slot
	ScreenText   *sim.ScreenText
}

// OwnScore holds the score of the player in view, which is sent with each snapshot.
type OwnScore struct {
	Slot  sim.Slot // nobody if there is none
	Frags int16
	// Deaths may be sim.Unknown. Some games do not reset it at the start of a match.
	Deaths int16
}

// PlayerSeen describes a player as he appears in a snapshot. It is used only with [Rules.SeenUntilGone]. Fields without
// a comment have the same meaning as in [sim.Player].
type PlayerSeen struct {
	Slot sim.Slot
	Life sim.Life
	POV  bool
	// Appears is set if the game indicates that the previous snapshot did not show him. Jumps is set if he was moved to
	// his current position, for example by a teleporter.
	Appears, Jumps bool
	// Hurt is the damage to his health and armour. It is known only for the player in view.
	Hurt int
	// Holds is set if he holds the trigger of his weapon. NoHull is set if his bounding box is unknown.
	Holds, NoHull                 bool
	OnGround, Chatting, Invisible bool
	// Awards are the awards that the snapshot shows him receiving.
	Awards              AwardSet
	Flag                sim.Team
	FlagCarried         bool
	Weapon              sim.Weapon
	Health, Armor, Ammo int16
	FOV                 uint8
	// Choke is the number of packets to him that the server held back in the last second.
	Choke            uint8
	Origin, Velocity sim.Vec3
	View             sim.Angles
	Mins, Maxs       sim.Vec3
	Powerups         sim.PowerupSet
	// PowerupsLast holds the time left of each of his powerups, or is nil if none is known. Changes lists the powerups
	// that the game reports he has gained or lost. Both are known only for the player in view.
	PowerupsLast *PowerupEnds
	Changes      []PowerupChange
	// Inventory must not be modified once it has been observed.
	Inventory *sim.Inventory
}

// PowerupChange reports that a player gained or lost a powerup.
type PowerupChange struct {
	Powerup sim.Powerup
	Lost    bool
}

// AwardSet is a set of awards, with one bit for each award.
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

// EntitySeen describes an entity as it appears in a snapshot.
type EntitySeen struct {
	sim.Entity // what and where it is; Visible, LastSeen and the fate of items are ignored
	Trajectory sim.Trajectory
	// Appears is set if the previous snapshot did not show the entity. Jumps is set if it was put at its current
	// position without moving there.
	Appears, Jumps bool
	// Moves is set if the entity's velocity must be computed from its movement.
	Moves bool
	// Body is set for a body or a head on the floor. Flashes is set for a muzzle flash.
	Body, Flashes bool
	// Vanished is set if the entity no longer represents anything. Only Number is then valid.
	Vanished bool
}

// MoverSeen describes a moving part of the map as it appears in a snapshot.
type MoverSeen struct {
	sim.Mover
	Trajectory, AngleTrajectory sim.Trajectory
	Appears, Jumps              bool
}

// Told is a fact that a demo reports outside snapshots, for example in a printed line, a sound or an event.
type Told interface {
	// conclude updates the tracker.
	conclude(t *Tracker)
}

// Tell appends facts to o.Told.
func (o *Observations) Tell(list ...Told) { o.Told = append(o.Told, list...) }

// Player appends an empty player to o.Players and returns it for the caller to fill in.
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

// Show appends an effect to o.Told. Unlike [Observations.Tell], it does not allocate memory for each effect.
func (o *Observations) Show(e Shown) { tellKept(o, &o.effects, e) }

// Fire is like Show, but appends a shot.
func (o *Observations) Fire(f FiredAt) { tellKept(o, &o.shots, f) }

// Strike is like Show, but appends a hit by a lightning gun.
func (o *Observations) Strike(s Struck) { tellKept(o, &o.strikes, s) }

// Count is like Show, but appends a statistic counted by the game.
func (o *Observations) Count(c Counted) { tellKept(o, &o.counts, c) }

// Overlay is like Show, but appends a row of the team overlay.
func (o *Observations) Overlay(t OverlayTold) { tellKept(o, &o.overlays, t) }

// tellKept appends to o.Told. It stores the value itself in the list of its kind.
func tellKept[T any, P interface {
	*T
	Told
}](o *Observations, list *[]T, told T) {
	kept := room(list)
	*kept = told
	*room(&o.Told) = P(kept)
}

// Entity appends an empty entity to o.Entities and returns it for the caller to fill in.
func (o *Observations) Entity() *EntitySeen {
	e := room(&o.Entities)
	*e = EntitySeen{}
	return e
}

// Object appends an empty entity to o.Objects and returns it for the caller to fill in. It is used only with
// [Rules.ByStates].
func (o *Observations) Object() *ObjectSeen {
	u := room(&o.Objects)
	*u = ObjectSeen{}
	return u
}

// Mover appends an empty mover to o.Movers and returns it for the caller to fill in.
func (o *Observations) Mover() *MoverSeen {
	m := room(&o.Movers)
	*m = MoverSeen{}
	return m
}

// PowerupEnds returns an empty PowerupEnds for the caller to fill in. It is valid until o is emptied.
func (o *Observations) PowerupEnds() *PowerupEnds {
	e := room(&o.ends)
	*e = PowerupEnds{}
	return e
}

// Bar returns a status bar for the caller to overwrite. It is valid until o is emptied.
func (o *Observations) Bar() *StatusBar { return room(&o.bars) }

// Body returns an empty BodySeen for the caller to fill in. It is valid until o is emptied.
func (o *Observations) Body() *BodySeen {
	b := room(&o.bodies)
	*b = BodySeen{}
	return b
}

// Look appends a PlayerLook for the player in slot s to o.Looks and returns it for the caller to fill in.
func (o *Observations) Look(s sim.Slot) *PlayerLook {
	u := room(&o.Looks)
	*u = PlayerLook{Slot: s}
	return u
}

// empty reports whether nothing was observed.
func (o *Observations) empty() bool {
	return !o.Begins && !o.Ends && len(o.Told) == 0 && len(o.Players)+len(o.PlayersGone)+len(o.Looks)+
		len(o.Entities)+len(o.Movers)+len(o.Gone)+len(o.Flying)+len(o.States)+len(o.Objects)+len(o.Briefs) == 0
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
