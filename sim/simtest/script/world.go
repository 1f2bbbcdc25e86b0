package script

import (
	"math"
	"slices"

	"fragscope/sim"
)

// Rules describes the rules of a game.
type Rules struct {
	Frame   int // ms between frames
	Arsenal []Arm
	Items   [itemCount]ItemRule
	// PowerTime is the duration of powerups, in milliseconds.
	PowerTime int
	// MegaWaits is set if the respawn delay of a mega health begins when its owner's health has dropped to 100, not at
	// the pickup.
	MegaWaits bool
	// Unseen is set if an item for which a player is waiting is taken before it is ever sent, because the game moves
	// players between respawning items and sending the frame.
	Unseen bool
	// Warmup is set if matches have a warm-up and a countdown.
	Warmup bool
	// ArmorAdds is set if picked-up armour is added to the player's own.
	ArmorAdds bool
	// DropsWeapon is set if players who die drop their weapon instead of a backpack.
	DropsWeapon bool
}

// Arm describes a weapon in a game's arsenal.
type Arm struct {
	Weapon sim.Weapon
	Ammo   sim.Item
	Start  int  // ammunition at a spawn, or Endless; 0 if not owned then
	Speed  int  // of its projectile in units per second; 0 if it hits immediately
	Beam   bool // it shoots a beam
}

// Endless is the ammunition count reported for a weapon that uses no ammunition.
const Endless = -1

// ItemRule describes an item in a game.
type ItemRule struct {
	Item    sim.Item
	Weapon  sim.Weapon
	Respawn int // s
	Amount  int
}

// The items of the map.
const (
	green = iota
	yellow
	red
	mega
	health
	shells
	rockets
	cells
	shotgun
	launcher
	quad
	protection
	redFlag
	blueFlag
	itemCount
)

var itemOrigins = [itemCount]sim.Vec3{
	green: {-400, 300, 0}, yellow: {400, 300, 0}, red: {-400, -300, 0}, mega: {400, -300, 0}, health: {-200, 300, 0},
	shells: {200, 300, 0}, rockets: {600, -300, 0}, cells: {-500, -600, 0}, shotgun: {-600, 300, 0},
	launcher: {-600, -300, 0}, quad: {300, 600, 0}, protection: {300, -600, 0}, redFlag: {-900, 0, 0},
	blueFlag: {900, 0, 0},
}

// Player is the state of a player in the match.
type Player struct {
	Slot  int
	Name  string
	Team  sim.Team
	Since int // ms of joining

	In, Alive, Gibbed bool
	Origin, Velocity  sim.Vec3
	Yaw               float32
	Ground, Water     bool
	Health, Armor     int
	ArmorKind         sim.Item
	Weapon            sim.Weapon
	Weapons           uint64 // set of 1<<weapon
	Ammo              [sim.ItemCount]int
	Powers            [sim.PowerupCount]int // ms at which each ends
	Flag              sim.Team              // team of the flag that he carries
	Frags, Deaths     int
	Typing            bool
	// Died, Shot and Hurt are the times, in milliseconds, at which the player last died, shot and was hurt. Spawns and
	// Jumps count how often he has spawned and been teleported.
	Died, Shot, Hurt int
	Jumps, Spawns    int

	goal  *sim.Vec3
	spawn sim.Vec3
	rise  float32 // upward speed of a jump
	decay int     // when health above 100 next drops
}

// Item is the state of an item on the map.
type Item struct {
	Origin sim.Vec3
	There  bool
	Back   int // ms at which it respawns; 0 if it waits for something
	owner  int // of the mega health
}

// ObjectKind is the kind of an Object.
type ObjectKind uint8

const (
	Shot ObjectKind = iota
	Body
	Gib
	Pack // a backpack, weapon or flag on the floor
)

// Object is a short-lived entity, such as a shot, a body or a backpack.
type Object struct {
	Kind             ObjectKind
	Owner            int
	Weapon           sim.Weapon // of a shot, or of a pack with a weapon
	Team             sim.Team   // of a flag
	Origin, Velocity sim.Vec3
	Yaw              float32
	Born, Until      int // ms
	victim, damage   int
}

// Mover is the state of the lift or the door.
type Mover struct {
	Origin, Velocity sim.Vec3
	From             sim.Vec3 // position at Began, the start of the current movement
	Began, Until     int      // ms
	path             []leg
}

// leg is a part of a mover's path.
type leg struct {
	ms       int
	velocity sim.Vec3
}

// Kind is the kind of a [Happening].
type Kind uint8

const (
	Joined Kind = iota
	Left
	Renamed
	Spawned
	Teleported
	Jumped
	Splashed
	Fired
	Hit
	Exploded
	Hurt
	Died
	Took
	CameBack
	Rotted // the mega health begins to wait for its respawn
	TookPack
	PowerEnded
	FlagTaken
	FlagDropped
	FlagReturned
	Captured
	Said
	SaidTeam
	Moved
	Warmup
	Countdown
	MatchStart
	Overtime
	MatchEnd
	Intermission
)

// Happening describes something that happens in a frame.
type Happening struct {
	Time   int // ms of the match, across levels
	Kind   Kind
	Who    int // -1 for nobody
	By     int // who hurt or killed Who; -1 if it was the world or himself
	Item   int // index of the item; -1 if there is none
	Weapon sim.Weapon
	Power  sim.Powerup
	Team   sim.Team
	Amount int    // damage, or seconds; for pickups, the object taken
	Text   string // the words said, or the former name
	At, To sim.Vec3
}

// World is the state of the match in one frame.
type World struct {
	Rules    *Rules
	Level    int // counted from 0
	Now      int // ms of the level
	Phase    Kind
	Started  int // ms of the level at the start of the match
	Players  [playerCount]Player
	Items    [itemCount]Item
	Objects  [24]*Object
	Movers   [2]Mover
	Scores   [sim.TeamCount]int // captures
	Happened []Happening

	fresh  bool // this is the level's first frame
	before int  // ms of earlier levels
	next   int  // index of the next step
}

func newWorld(r *Rules) *World {
	w := &World{Rules: r, Level: -1}
	w.nextLevel()
	return w
}

func (w *World) nextLevel() {
	*w = World{Rules: w.Rules, Level: w.Level + 1, before: w.before + max(w.Now, 0), Now: -w.Rules.Frame,
		Phase: MatchStart}
	for i := range w.Players {
		w.Players[i] = Player{Slot: i}
	}
	w.putItems()
}

func (w *World) putItems() {
	for i := range w.Items {
		w.Items[i] = Item{Origin: itemOrigins[i], There: true, owner: nobody}
	}
}

// step advances by one frame. It returns false after the last one.
func (w *World) step() bool {
	if w.next == len(timeline[w.Level]) {
		if w.Level+1 == len(timeline) {
			return false
		}
		w.nextLevel()
	}
	w.fresh = w.Now < 0
	w.Now += w.Rules.Frame
	w.Happened = w.Happened[:0]
	steps := timeline[w.Level]
	for ; w.next < len(steps) && steps[w.next].at <= w.Now; w.next++ {
		s := &steps[w.next]
		if s.who == nobody {
			s.do(w, nil)
		} else {
			s.do(w, &w.Players[s.who])
		}
	}
	if w.Phase == Intermission {
		return true
	}
	w.moveMovers()
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			w.think(p)
		}
	}
	w.moveObjects()
	w.itemsBack()
	if w.Rules.Unseen {
		for i := range w.Players {
			w.touch(&w.Players[i])
		}
	}
	return true
}

// happen records a happening to a player.
func (w *World) happen(k Kind, p *Player) *Happening {
	h := Happening{Time: w.before + w.Now, Kind: k, Who: nobody, By: nobody, Item: -1}
	if p != nil {
		h.Who, h.At = p.Slot, p.Origin
	}
	w.Happened = append(w.Happened, h)
	return &w.Happened[len(w.Happened)-1]
}

// Sees reports whether the player in the given slot can see the given place.
func (w *World) Sees(slot int, place sim.Vec3) bool {
	return (w.Players[slot].Origin[0] < 0) == (place[0] < 0)
}

// Home reports whether a team's flag is at its base.
func (w *World) Home(t sim.Team) bool { return w.Items[flagOf(t)].There }

func flagOf(t sim.Team) int { return redFlag + int(t-sim.TeamRed) }

const (
	runSpeed  = 320
	swimSpeed = 160
	jumpSpeed = 270
	gravity   = 800
	eyes      = 24 // height of a player's origin above the floor
	reach     = 40
)

// think moves a player for a frame, and advances his timers.
func (w *World) think(p *Player) {
	if !p.Alive {
		if w.Now >= p.Died+1000 {
			w.spawnPlayer(p)
		}
		return
	}
	w.walk(p)
	w.touch(p)
	w.losePowers(p, w.Now)
	if p.Health > 100 && w.Now >= p.decay {
		p.Health, p.decay = p.Health-1, w.Now+1000
	}
}

// losePowers removes the player's powerups that end at now or earlier.
func (w *World) losePowers(p *Player, now int) {
	for power, end := range p.Powers {
		if end > 0 && now >= end {
			p.Powers[power] = 0
			w.happen(PowerEnded, p).Power = sim.Powerup(power)
		}
	}
}

func (w *World) walk(p *Player) {
	dt := float32(w.Rules.Frame) / 1000
	before := p.Origin
	if p.goal != nil {
		speed := float32(runSpeed)
		if p.Water {
			speed = swimSpeed
		}
		dx, dy := p.goal[0]-p.Origin[0], p.goal[1]-p.Origin[1]
		left := length(sim.Vec3{dx, dy})
		if left > 0 {
			p.Yaw = yaw(dx, dy)
			part := min(1, speed*dt/left)
			p.Origin[0] += float32(dx * part)
			p.Origin[1] += float32(dy * part)
		}
		if left <= speed*dt {
			p.goal = nil
		}
	}
	w.fall(p, dt)
	for i := range before {
		p.Velocity[i] = (p.Origin[i] - before[i]) / dt
	}
}

// fall moves a player vertically.
func (w *World) fall(p *Player, dt float32) {
	floor := w.floor(p.Origin) + eyes
	water := p.Origin[1] > 500 && p.Origin[0] < 0
	if water && !p.Water {
		w.happen(Splashed, p)
	}
	p.Water = water
	p.rise -= float32(gravity * dt)
	p.Origin[2] += float32(p.rise * dt)
	if p.Origin[2] <= floor || p.rise <= 0 && p.Origin[2] < floor+16 {
		p.Origin[2], p.rise = floor, 0
	}
	p.Ground = p.Origin[2] == floor && !p.Water
}

// floor returns the height of the floor at a place.
func (w *World) floor(at sim.Vec3) float32 {
	switch {
	case at[0] < 0 && at[1] > 500:
		return -64
	case at[0] < -832 && at[1] > 368:
		return 128
	case onLift(at):
		return w.Movers[0].Origin[2]
	}
	return 0
}

func onLift(at sim.Vec3) bool {
	return at[0] >= -832 && at[0] < -768 && at[1] > 368 && at[1] < 432
}

func (w *World) moveMovers() {
	for i := range w.Movers {
		m := &w.Movers[i]
		for m.Until <= w.Now && m.Until > 0 {
			m.Velocity, m.Until = sim.Vec3{}, 0
			if len(m.path) > 0 {
				l := m.path[0]
				m.path, m.Velocity, m.From, m.Began, m.Until = m.path[1:], l.velocity, m.Origin, w.Now, w.Now+l.ms
				h := w.happen(Moved, nil)
				h.Item, h.At = i, m.Origin
			}
		}
		for k, v := range m.Velocity {
			m.Origin[k] += float32(v * float32(w.Rules.Frame) / 1000)
		}
	}
}

// touch lets a player take the items that he stands on.
func (w *World) touch(p *Player) {
	if !p.In || !p.Alive {
		return
	}
	if near(p.Origin, portal) {
		w.teleport(p, portalExit)
	}
	for i := range w.Items {
		it := &w.Items[i]
		if !it.There || !near(p.Origin, it.Origin) {
			continue
		}
		if i >= redFlag {
			w.touchFlag(p, sim.TeamRed+sim.Team(i-redFlag))
		} else {
			w.takeItem(p, i)
		}
	}
	for i, o := range w.Objects {
		if o == nil || o.Kind != Pack || o.Owner == p.Slot || !near(p.Origin, o.Origin) {
			continue
		}
		w.Objects[i] = nil
		if o.Team != sim.TeamFree {
			w.touchFlag(p, o.Team)
			continue
		}
		w.gain(p, o.Weapon, 0)
		h := w.happen(TookPack, p)
		h.Weapon, h.Amount, h.At = o.Weapon, i, o.Origin
	}
}

func near(a, b sim.Vec3) bool {
	return abs(a[0]-b[0]) < reach && abs(a[1]-b[1]) < reach && abs(a[2]-b[2]) < 2*reach
}

func abs(v float32) float32 { return max(v, -v) }

// length returns the length of a vector. Here and wherever the world moves, products are converted before they are
// added: otherwise some processors would not round them and the demos would differ.
func length(v sim.Vec3) float32 {
	sum := float64(0)
	for _, c := range v {
		sum += float64(float64(c) * float64(c))
	}
	return float32(math.Sqrt(sum))
}

func yaw(dx, dy float32) float32 {
	return float32(math.Round(math.Atan2(float64(dy), float64(dx))*128/math.Pi)) * 360 / 256 // as the games send it
}

func (w *World) takeItem(p *Player, i int) {
	it, rule := &w.Items[i], &w.Rules.Items[i]
	switch i {
	case health:
		if p.Health >= 100 {
			return
		}
		p.Health = min(p.Health+rule.Amount, 100)
	case mega:
		p.Health = min(p.Health+100, 200)
		p.decay = w.Now + 1000
		if w.Rules.MegaWaits {
			it.owner, p.decay = p.Slot, w.Now+5000
		}
	case green, yellow, red:
		p.Armor, p.ArmorKind = max(p.Armor, rule.Amount), rule.Item
		if w.Rules.ArmorAdds {
			p.Armor = min(p.Armor+rule.Amount, 200)
		}
	case shells, rockets, cells:
		p.Ammo[rule.Item] += rule.Amount
	case quad:
		p.Powers[sim.PowerupQuad] = w.Now + w.Rules.PowerTime
	case protection:
		p.Powers[sim.PowerupProtection] = w.Now + w.Rules.PowerTime
	default:
		w.gain(p, rule.Weapon, rule.Amount)
	}
	it.There, it.Back = false, w.Now+1000*rule.Respawn
	if it.owner != nobody {
		it.Back = 0
	}
	h := w.happen(Took, p)
	h.Item, h.At = i, it.Origin
}

// gain adds a weapon to a player's possessions.
func (w *World) gain(p *Player, weapon sim.Weapon, ammo int) {
	p.Weapons |= 1 << weapon
	p.Weapon = weapon
	p.Ammo[w.arm(weapon).Ammo] += ammo
}

func (w *World) arm(weapon sim.Weapon) *Arm {
	i := slices.IndexFunc(w.Rules.Arsenal, func(a Arm) bool { return a.Weapon == weapon })
	return &w.Rules.Arsenal[max(i, 0)]
}

func (w *World) touchFlag(p *Player, t sim.Team) {
	it := &w.Items[flagOf(t)]
	switch {
	case p.Team != t:
		p.Flag, it.There = t, false
		w.happen(FlagTaken, p).Team = t
	case !it.There:
		it.There = true
		w.happen(FlagReturned, p).Team = t
	case p.Flag != sim.TeamFree:
		w.Items[flagOf(p.Flag)].There = true
		w.happen(Captured, p).Team = p.Flag
		p.Flag = sim.TeamFree
		p.Frags += 5
		w.Scores[p.Team]++
	}
}

func (w *World) itemsBack() {
	for i := range w.Items {
		it := &w.Items[i]
		if it.There || i >= redFlag {
			continue
		}
		if it.owner != nobody {
			if p := &w.Players[it.owner]; !p.Alive || p.Health <= 100 {
				it.owner, it.Back = nobody, w.Now+1000*w.Rules.Items[i].Respawn
				w.happen(Rotted, p).Item = i
			}
			continue
		}
		if w.Now >= it.Back {
			it.There = true
			h := w.happen(CameBack, nil)
			h.Item, h.At = i, it.Origin
		}
	}
}

// add puts an object into the world.
func (w *World) add(o Object) {
	o.Born = w.Now
	if i := slices.Index(w.Objects[:], nil); i >= 0 {
		w.Objects[i] = &o
	}
}

func (w *World) moveObjects() {
	dt := float32(w.Rules.Frame) / 1000
	for i, o := range w.Objects {
		switch {
		case o == nil:
			continue
		case w.Now >= o.Until:
			w.Objects[i] = nil
			if o.Kind == Shot {
				w.strike(o)
			}
			continue
		}
		for k := range o.Origin {
			o.Origin[k] += float32(o.Velocity[k] * dt)
		}
	}
}

// strike makes a shot hit.
func (w *World) strike(o *Object) {
	v := &w.Players[o.victim]
	h := w.happen(Exploded, v)
	h.By, h.Weapon = o.Owner, o.Weapon
	w.hurt(v, &w.Players[o.Owner], o.Weapon, o.damage)
}

// Special values of damage.
const (
	kill = 1000 + iota // as much as kills
	gib                // far more
)

// hurt takes health and armour from a player.
func (w *World) hurt(v, by *Player, weapon sim.Weapon, damage int) {
	if !v.In || !v.Alive {
		return
	}
	switch damage {
	case kill:
		v.Health, v.Armor, v.ArmorKind = -5, 0, sim.ItemNone
	case gib:
		v.Health, v.Armor, v.ArmorKind = -80, 0, sim.ItemNone
	default:
		saved := min(v.Armor, damage*3/5)
		v.Armor -= saved
		v.Health -= damage - saved
		if v.Armor == 0 {
			v.ArmorKind = sim.ItemNone
		}
	}
	v.Hurt = w.Now
	h := w.happen(Hurt, v)
	h.Weapon, h.Amount = weapon, min(damage, 100)
	if by != nil {
		h.By = by.Slot
	}
	if v.Health <= 0 {
		w.death(v, by, weapon)
	}
}

func (w *World) death(v, by *Player, weapon sim.Weapon) {
	v.Alive, v.Gibbed, v.Died, v.goal, v.rise = false, v.Health < -40, w.Now, nil, 0
	v.Velocity = sim.Vec3{}
	w.losePowers(v, w.Now+w.Rules.PowerTime)
	v.Deaths++
	h := w.happen(Died, v)
	h.Weapon, h.Amount = weapon, v.Health
	switch {
	case by == nil || by == v:
		v.Frags--
	case by.Team == v.Team:
		by.Frags--
		h.By = by.Slot
	default:
		by.Frags++
		h.By = by.Slot
	}
	if v.Gibbed {
		for i := range 3 {
			w.add(Object{Kind: Gib, Owner: v.Slot, Origin: v.Origin, Velocity: sim.Vec3{float32(100*i - 100), 80, 0},
				Until: w.Now + 1500})
		}
	}
	if t := v.Flag; t != sim.TeamFree {
		v.Flag = sim.TeamFree
		w.add(Object{Kind: Pack, Owner: nobody, Team: t, Origin: w.onFloor(v.Origin), Until: w.Now + 30000})
		w.happen(FlagDropped, v).Team = t
	} else if a := w.arm(v.Weapon); !w.Rules.DropsWeapon || a.Start == 0 {
		w.add(Object{Kind: Pack, Owner: v.Slot, Weapon: v.Weapon, Origin: w.onFloor(v.Origin), Until: w.Now + 30000})
	}
}

func (w *World) onFloor(at sim.Vec3) sim.Vec3 { return sim.Vec3{at[0], at[1], w.floor(at)} }

// spawnPlayer puts a player into the game, leaving his corpse behind.
func (w *World) spawnPlayer(p *Player) {
	if p.Died > 0 && !p.Gibbed {
		w.add(Object{Kind: Body, Owner: p.Slot, Origin: p.Origin, Yaw: p.Yaw, Until: w.Now + 8000})
	}
	p.Alive, p.Gibbed, p.Health, p.Armor, p.ArmorKind = true, false, 100, 0, sim.ItemNone
	p.Origin, p.Velocity, p.goal, p.Ground, p.Water = p.spawn, sim.Vec3{}, nil, true, false
	p.Weapons, p.Ammo = 0, [sim.ItemCount]int{}
	for _, a := range w.Rules.Arsenal {
		if a.Start != 0 {
			p.Weapons |= 1 << a.Weapon
			p.Ammo[a.Ammo], p.Weapon = max(a.Start, 0), a.Weapon
		}
	}
	p.Jumps++
	p.Spawns++
	w.happen(Spawned, p)
}

func (w *World) teleport(p *Player, to sim.Vec3) {
	h := w.happen(Teleported, p)
	h.To = to
	p.Origin, p.goal = to, nil
	p.Jumps++
}
