// Package watch manages how the user watches the demo: the followed player, the camera that follows him, the storey
// shown and the players' trails. It also determines which events are notable, depending on the followed player.
package watch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// Watch keeps track of the followed player, the storey and the trails, and controls the camera.
type Watch struct {
	host   Host
	stage  *stage.Stage
	slot   int    // followed player, -1 for nobody
	chase  bool   // the camera follows him
	alone  bool   // nobody else is on the map
	wished string // the player to follow once he is in the demo
	storey int    // of the scene
	turned string // the map whose rotation is shown
	byHand bool   // the user rotated it, now or earlier
	// upright is set while the map is on a small upright screen, laid if it is turned for that.
	upright, laid bool
	turn          stage.Turn // of all maps, in addition to their own
	last          event      // last shown
	reveal        bool       // scroll to the followed player's row
}

// New returns a Watch that shows the whole map. turn is added to the stored rotation of each map.
func New(h Host, s *stage.Stage, turn stage.Turn) *Watch {
	return &Watch{host: h, stage: s, slot: -1, storey: stage.AutoStorey, turn: turn}
}

// Part returns the [part.Part] that follows players and moves the map.
func (w *Watch) Part() part.Part {
	storeys := part.Unless(func() bool { several, _ := w.HasStoreys(); return several }, msgOneStorey)
	p := part.Part{
		Opened: w.reset,
		Tick:   func() { w.Resolve(); w.keepTurn() },
		Escape: w.unfollow,
		Scene:  w.scene,
		State: func() any {
			s := *w
			return state{s, w.stage.Camera}
		},
		SetState: w.setState,
		Actions: map[action.ID]part.Action{
			action.FreeView:   {Do: func() { w.Follow(-1) }},
			action.FollowPrev: {Do: func() { w.step(-1) }},
			action.FollowNext: {Do: func() { w.step(1) }},
			action.HideOthers: {Do: func() { w.alone = !w.alone; w.host.Redraw() },
				On:  func() bool { return w.alone && w.slot >= 0 },
				Why: part.Unless(func() bool { return w.slot >= 0 }, msgFollowFirst)},
			action.TrailLength: {Do: w.nextTrail, Idle: true},
			action.Fit:         {Do: w.Fit},
			action.ZoomIn:      {Do: func() { w.zoom(math.Sqrt2) }},
			action.ZoomOut:     {Do: func() { w.zoom(1 / math.Sqrt2) }},
			action.TurnMap:     {Do: w.turnOn},
			action.StoreyUp:    {Do: func() { w.stepStorey(1) }, Why: storeys},
			action.StoreyDown:  {Do: func() { w.stepStorey(-1) }, Why: storeys},
			action.StoreyAuto: {
				Do: func() { w.ShowStorey(stage.AutoStorey) },
				On: func() bool { return w.storey == stage.AutoStorey },
			},
		},
	}
	for n := 1; n <= 9; n++ {
		p.Actions[action.FollowSlot(n)] = part.Action{Do: func() { w.followNumber(n) }}
	}
	return p
}

// state is a watch with its camera.
type state struct {
	watch  Watch
	camera stage.Camera
}

// setState copies the state of another window.
func (w *Watch) setState(as any) {
	s := as.(state)
	w.slot, w.chase, w.storey, w.alone = s.watch.slot, s.watch.chase, s.watch.storey, s.watch.alone
	w.stage.Camera.ShowAs(&s.camera)
}

// reset shows the whole map of another demo.
func (w *Watch) reset() {
	*w = Watch{host: w.host, stage: w.stage, slot: -1, storey: stage.AutoStorey, turn: w.turn, upright: w.upright,
		last: w.last}
	w.stage.Camera.Unfollow()
	w.stage.Camera.Fit(false)
}

// Slot returns the slot of the followed player, or -1 if there is none.
func (w *Watch) Slot() int { return w.slot }

// Followed returns the followed player, or nil if there is none.
func (w *Watch) Followed() *sim.Player { return w.Player(w.slot) }

// Shown returns the player whose status is shown: the followed player or, if there is none, the player whose point of
// view the demo records. It returns nil if there is neither.
func (w *Watch) Shown() *sim.Player {
	if pl := w.Followed(); pl != nil {
		return pl
	}
	return w.Player(w.host.Demo.World().POV.Index())
}

// Player returns the player in the given slot, or nil if the slot is empty.
func (w *Watch) Player(slot int) *sim.Player {
	world := w.host.Demo.World()
	if world == nil || slot < 0 {
		return nil
	}
	i, ok := slices.BinarySearchFunc(world.Players, slot, func(p sim.Player, s int) int { return p.Slot.Index() - s })
	if !ok {
		return nil
	}
	return &world.Players[i]
}

// Follow follows the player in the given slot. If slot is -1, no player is followed.
func (w *Watch) Follow(slot int) {
	w.slot, w.chase, w.wished = slot, slot >= 0, ""
	w.reveal = slot >= 0
	if slot < 0 {
		w.alone = false
		w.stage.Camera.Unfollow()
	}
	w.host.Redraw()
}

// Toggle follows the player in the given slot or, if he is already followed, stops following him.
func (w *Watch) Toggle(slot int) {
	if w.slot == slot {
		slot = -1
	}
	w.Follow(slot)
}

// Click handles a click on a player on the map. It follows the player in the given slot. If he is already being
// followed, it returns the camera to him.
func (w *Watch) Click(slot int) {
	if w.slot == slot {
		w.chase = true
		w.host.Redraw()
	} else {
		w.Follow(slot)
	}
}

func (w *Watch) unfollow() bool {
	following := w.slot >= 0
	if following {
		w.Follow(-1)
	}
	return following
}

// Revealed reports whether the player list should scroll to the followed player's row. It returns true only on the
// first call after a player is followed.
func (w *Watch) Revealed() bool {
	r := w.reveal
	w.reveal = false
	return r
}

// Wish sets the name, or part of the name, of a player to follow as soon as he appears in the demo.
func (w *Watch) Wish(name string) { w.wished = name }

// Resolve follows the player named by Wish if he has appeared in the demo. If he does not appear in the whole demo,
// Resolve informs the user.
func (w *Watch) Resolve() {
	if w.wished == "" {
		return
	}
	rec := w.host.Demo.Recording()
	if slot, ok := findPlayer(rec.Roster(), w.wished); ok {
		w.Follow(slot)
	} else if _, finished := rec.Progress(); finished {
		w.host.Notices.Warn(fmt.Sprintf(msgNobody, w.wished))
		w.wished = ""
	}
}

// findPlayer returns the slot of the player with the given name. An exact match is preferred to a prefix, and that
// to a part.
func findPlayer(roster []sim.RosterEntry, name string) (int, bool) {
	name = strings.ToLower(name)
	for _, match := range []func(string) bool{
		func(s string) bool { return s == name },
		func(s string) bool { return strings.HasPrefix(s, name) },
		func(s string) bool { return strings.Contains(s, name) },
	} {
		for i := range roster {
			if match(strings.ToLower(roster[i].Profile.Name.Plain)) {
				return roster[i].Profile.Slot.Index(), true
			}
		}
	}
	return 0, false
}

// step follows the next or previous player in the list.
func (w *Watch) step(by int) {
	world := w.host.Demo.World()
	if world == nil {
		return
	}
	var slots []int
	for _, i := range panel.Ranked(world.Players, w.host.Demo.Level().Teams) {
		if pl := &world.Players[i]; !panel.Spectates(pl) {
			slots = append(slots, pl.Slot.Index())
		}
	}
	if len(slots) == 0 {
		return
	}
	at := slices.Index(slots, w.slot)
	switch {
	case at < 0 && by < 0:
		at = len(slots) - 1
	case at < 0:
		at = 0
	default:
		at = (at + by + len(slots)) % len(slots)
	}
	w.Follow(slots[at])
}

// followNumber follows the player whose badge has the number n.
func (w *Watch) followNumber(n int) {
	world := w.host.Demo.World()
	if world == nil {
		return
	}
	for i := range world.Players {
		pl := &world.Players[i]
		if !panel.Spectates(pl) && w.host.Theme.Badge(pl.Profile, w.host.Demo.Level().Teams).Number == n {
			w.Follow(pl.Slot.Index())
			return
		}
	}
	key := w.host.KeyLabel
	w.host.Notices.Say(fmt.Sprintf(msgNoNumber, n, key(action.FollowPrev), key(action.FollowNext)))
}

// StopsAt reports whether e is notable enough to stop at. If a player is being followed, e must also involve that
// player or matter to everyone.
func (w *Watch) StopsAt(e *sim.Event) bool {
	rank, ok := panel.Notable(e, -1)
	if !ok || rank < 2 {
		return false
	}
	return w.slot < 0 || e.Slot.Index() == w.slot || e.Attacker.Index() == w.slot || rank >= 8
}

// scene sets who and what the map shows.
func (w *Watch) scene(sc *stage.Scene) {
	sc.Follow, sc.Storey = w.slot, w.storey
	if sc.Trail = w.trail(); sc.Speed != nil {
		sc.Trail = 0 // the whole path is drawn
	}
	if pl := w.Followed(); pl != nil && w.alone {
		world := *sc.World
		world.Players = []sim.Player{*pl}
		sc.World = &world
	}
}

// trailLengths are the lengths of trails, in seconds, that a key cycles through.
var trailLengths = []float64{1, 3, 10, 30}

func (w *Watch) nextTrail() {
	set := w.host.Settings
	next := trailLengths[0]
	for _, l := range trailLengths {
		if l > set.TrailSeconds {
			next = l
			break
		}
	}
	set.Trails, set.TrailSeconds = true, next
	w.host.SaveSettings()
	w.host.Notices.Say(fmt.Sprintf(msgTrails, next))
	w.host.Redraw()
}

// trail returns the length of trails: as set or, inside a loop, back to its start.
func (w *Watch) trail() time.Duration {
	if !w.host.Settings.Trails {
		return 0
	}
	now := w.host.Clock.Position()
	if from, to, ok := w.host.Clock.Loop(); ok && now > from && now <= to {
		return now - from
	}
	return time.Duration(w.host.Settings.TrailSeconds * float64(time.Second))
}

// event is an event that is shown.
type event struct {
	at   time.Duration
	slot int
}

// lead is how long before an event playback begins.
const lead = 2500 * time.Millisecond

// Show implements part.Watch.
func (w *Watch) Show(at time.Duration, slot int) {
	now := event{at, slot}
	again := w.last == now && w.host.Clock.Position() < at
	w.last = now
	if slot >= 0 {
		w.Follow(slot)
	}
	if again {
		w.host.Clock.Seek(at)
		return
	}
	w.host.Clock.Seek(max(at-lead, 0))
}

// Plan returns the plan of the current map, or nil if there is none.
func (w *Watch) Plan() *plan.Plan { return w.stage.Plan() }
