package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestShooters finds who threw a grenade by what he holds, and who shot anything else by his fire.
func TestShooters(t *testing.T) {
	ann, bob, nobody := sim.SlotAt(0), sim.SlotAt(1), sim.Slot{}
	for _, test := range []struct {
		shot, held sim.Weapon // held is what Bob, who is nearer, has in his hands
		fires      bool       // Ann fired a moment ago
		told, want sim.Slot
	}{
		{sim.WeaponHandGrenade, sim.WeaponHandGrenade, true, nobody, bob},
		{sim.WeaponHandGrenade, sim.WeaponRailgun, true, nobody, nobody},
		{sim.WeaponRailgun, sim.WeaponRailgun, true, nobody, ann},
		{sim.WeaponRailgun, sim.WeaponRailgun, false, nobody, nobody},
		{sim.WeaponRailgun, sim.WeaponRailgun, false, bob, bob},
	} {
		st := newStated(Rules{})
		st.snapshot(alive(0), BodySeen{Origin: sim.Vec3{50}, Weapon: test.held}, nil)
		if test.fires {
			st.seats.at(ann).firingUntil = time.Second
		}
		got := st.shooterOf(&recording.FrameEntity{Entity: sim.Entity{Weapon: test.shot, Origin: sim.Vec3{60}}},
			test.told)
		if got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestServerTimer checks that a server's timer applies to items that were taken.
func TestServerTimer(t *testing.T) {
	m := newMade(Rules{})
	m.at(1000)
	m.item(40, sim.ItemQuad, 0)
	m.items.ServerTimer(41, time.Second)
	if m.items.ServerTimer(40, time.Second); m.entities.Look(40).RespawnKnown {
		t.Error("what is there comes back")
	}
	m.entities.Row(40).State = sim.ItemTaken
	if m.items.ServerTimer(40, time.Second); m.entities.Look(40).Respawn != 2*time.Second {
		t.Errorf("%+v", m.entities.Look(40))
	}
}

// TestWatchers checks that a player who is spectating is listed, and that his position is unknown when he stops.
func TestWatchers(t *testing.T) {
	st := newStated(Rules{})
	cid := sim.SlotAt(3)
	st.tell(SeatTold{Slot: cid, Raw: "Cid", First: true}, SeatWatches{Slot: cid})
	if r := st.players.Look(cid); r == nil || r.Life != sim.Spectating || r.Profile.Team != sim.TeamSpectator {
		t.Errorf("he watches: %+v", r)
	}
	m := newMade(Rules{})
	slot := sim.SlotAt(1)
	for _, step := range []struct {
		team sim.Team
		want sim.Life
	}{{sim.TeamSpectator, sim.Spectating}, {sim.TeamRed, sim.Absent}} {
		m.players.SetProfile(slot, m.rec.Profile(sim.Profile{Slot: slot, Team: step.team}))
		if r := m.players.Look(slot); r.Life != step.want {
			t.Errorf("in team %v: %v", step.team, r.Life)
		}
	}
}

// TestRevive checks that a new round revives dead players out of sight, without their former possessions.
func TestRevive(t *testing.T) {
	m := newMade(Rules{})
	for i, life := range []sim.Life{sim.Dead, sim.Dead, sim.Spectating} {
		r := m.players.Row(sim.SlotAt(i))
		r.Life, r.Visible, r.Powerups = life, i == 1, 1
	}
	m.players.revive()
	for i, want := range []sim.Life{sim.Absent, sim.Dead, sim.Spectating} {
		if r := m.players.Look(sim.SlotAt(i)); r.Life != want || (r.Powerups == 0) != (i == 0) {
			t.Errorf("%d is %v with %b", i, r.Life, r.Powerups)
		}
	}
}

// TestTeleports checks that it is the way since the snapshot before, not the speed, that shows who came through one.
func TestTeleports(t *testing.T) {
	for _, test := range []struct {
		speed  float32
		noLerp bool
	}{{0, false}, {-470, false}, {470, false}, {490, true}, {-490, true}} {
		for axis := range 3 {
			m := newMade(Rules{})
			m.at(1000)
			m.player(0, 0, sim.Alive)
			m.at(1100)
			m.player(0, 0, sim.Alive)
			r := m.players.Row(sim.SlotAt(0))
			r.NoLerp, r.Velocity = false, sim.Vec3{}
			r.Velocity[axis] = test.speed
			if m.players.Teleport(sim.Vec3{50}); r.NoLerp != test.noLerp {
				t.Errorf("%v on axis %d: %v", test.speed, axis, r.NoLerp)
			}
		}
	}
}

// TestDeadBodies checks when a body shows that its player is dead although his state shows him alive.
func TestDeadBodies(t *testing.T) {
	for _, test := range []struct {
		rule, dead bool
		life, want sim.Life
	}{
		{true, true, sim.Alive, sim.Dead}, {true, false, sim.Alive, sim.Alive},
		{false, true, sim.Alive, sim.Alive}, {true, false, sim.Dead, sim.Dead},
	} {
		st := newStated(Rules{DeadBodies: test.rule})
		ann := alive(0)
		ann.Life = test.life
		for range 2 {
			body := BodySeen{Slot: sim.SlotAt(0), Dead: test.dead}
			st.snapshot(ann, BodySeen{}, []ObjectSeen{{Entity: sim.Entity{Number: 1}, Body: &body}})
		}
		if r := st.players.Look(sim.SlotAt(0)); r.Life != test.want {
			t.Errorf("%+v: %v", test, r.Life)
		}
	}
}

// TestWeaponsThatStay checks that a player with a new weapon took it from where one lies.
func TestWeaponsThatStay(t *testing.T) {
	rail, rocket := sim.WeaponsOf(sim.WeaponRailgun), sim.WeaponsOf(sim.WeaponRocketLauncher)
	m := newLooked(Rules{ShowsAll: true, SumTeams: true})
	for i, held := range []sim.WeaponSet{rocket, rocket, rocket.With(rail)} {
		u := m.o.Entity()
		u.Number, u.Kind, u.Item, u.Weapon = 40, sim.EntityItem, sim.ItemWeapon, sim.WeaponRailgun
		m.snapshot(100*i, &StatusBar{HasItems: true, Held: sim.Inventory{Weapons: held}})
	}
	got := m.events(sim.EventPickup)
	if len(got) != 1 || got[0].Slot != sim.SlotAt(0) || got[0].Weapon != sim.WeaponRailgun ||
		got[0].Time != 200*time.Millisecond {
		t.Errorf("%+v", got)
	}
}

// TestItemsStand checks that an item stands where it is, seen or only known of, and that what was dropped may move.
func TestItemsStand(t *testing.T) {
	st := newStated(Rules{})
	at := sim.Vec3{1, 2, 3}
	object := func(number int) ObjectSeen {
		return ObjectSeen{Entity: sim.Entity{Number: number, Kind: sim.EntityItem, Item: sim.ItemArmorRed, Origin: at}}
	}
	st.tell(ItemPlaced{object(20)})
	st.snapshot(alive(500), BodySeen{}, []ObjectSeen{object(20), object(40)})
	m := newObserved(Rules{})
	m.tell(EntityPlaced{EntitySeen{Entity: object(20).Entity}})
	stands := sim.Trajectory{Kind: sim.TrajectoryStationary, Base: at}
	for _, test := range []struct {
		row  *recording.FrameEntity
		want sim.Trajectory
	}{{st.entities.Look(20), stands}, {st.entities.Look(40), sim.Trajectory{}}, {m.entities.Look(20), stands}} {
		if test.row == nil || test.row.Trajectory != test.want || test.row.Origin != at {
			t.Errorf("%+v, want %+v", test.row, test.want)
		}
	}
}

// TestDeathsBeginWithMatch checks that a match begins with no deaths.
func TestDeathsBeginWithMatch(t *testing.T) {
	m := newMade(Rules{})
	m.at(1000)
	m.players.Row(sim.SlotAt(1)).Deaths = 3
	if m.match.Start(); m.players.Look(sim.SlotAt(1)).Deaths != 0 {
		t.Errorf("%d deaths", m.players.Look(sim.SlotAt(1)).Deaths)
	}
}

// TestFlagsOutOfSight checks that a flag out of sight stays with the player last seen with it, as long as it is not at
// home.
func TestFlagsOutOfSight(t *testing.T) {
	bob := sim.SlotAt(1)
	for _, test := range []struct {
		state         sim.FlagState
		carrier       sim.Slot
		carried, want bool
	}{
		{sim.FlagTaken, bob, true, true}, {sim.FlagTaken, bob, false, true},
		{sim.FlagTaken, sim.SlotAt(2), true, false},
		{sim.FlagHome, bob, true, false}, {sim.FlagDropped, bob, true, false}, {sim.FlagHome, bob, false, false},
	} {
		m := newMade(Rules{})
		s := flags{}
		s.carriers[sim.TeamBlue] = test.carrier
		m.match.SetFlag(sim.TeamBlue, test.state)
		r := m.players.Row(bob)
		r.FlagCarried, r.Flag = test.carried, sim.TeamBlue
		if s.outOfSight(m.players, m.match); r.FlagCarried != test.want {
			t.Errorf("%+v: %v", test, r.FlagCarried)
		}
	}
}

// TestLevelsBeginInPhase checks that a level begins in the phase that was reported before it.
func TestLevelsBeginInPhase(t *testing.T) {
	kinds := map[sim.Phase]sim.EventKind{sim.PhaseWarmup: sim.EventWarmup, sim.PhaseCountdown: sim.EventCountdown}
	for phase, want := range kinds {
		st := newStated(Rules{TellsClock: true})
		st.tell(LevelCleared{Self: sim.SlotAt(0)}, StatusTold{Status: "told", Phase: phase})
		st.tell(LevelShown{sim.Level{Map: "next"}})
		st.snapshot(alive(0), BodySeen{}, nil)
		if got := st.events(sim.EventWarmup, sim.EventCountdown); len(got) != 1 || len(st.events(want)) != 1 {
			t.Errorf("phase %v: %q", phase, got)
		}
	}
}

// TestToldClock checks that the time played is known only with the time limit, while a countdown needs none.
func TestToldClock(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		m     announced
		known bool
		clock time.Duration
	}{
		{announced{timed: true, phase: sim.PhasePlaying, clock: 40 * s, limit: 60 * s}, true, 20 * s},
		{announced{timed: true, phase: sim.PhasePlaying, clock: 40 * s}, false, 0},
		{announced{timed: true, phase: sim.PhasePlaying, clock: 40 * s, limit: 60 * s, pause: true}, true, 20 * s},
		{announced{timed: true, phase: sim.PhasePlaying, clock: 40 * s, pause: true}, false, 0},
		{announced{timed: true, phase: sim.PhaseCountdown, clock: 4 * s}, true, 4 * s},
		{announced{phase: sim.PhaseCountdown, clock: 4 * s, limit: 60 * s}, false, 0},
	} {
		st := newStated(Rules{TellsClock: true})
		test.m.showTold(st.Tracker)
		if f := &st.track.frame; f.MatchKnown != test.known || f.Match != test.clock {
			t.Errorf("%+v: %v, %v", test.m, f.MatchKnown, f.Match)
		}
	}
}

// TestSteps checks that a long way is interpolated if it took time enough, except of who moves by steps.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		steps  bool
		x      float32
		noLerp bool
	}{{false, 10, false}, {true, 10, false}, {false, 150, false}, {true, 150, true}} {
		m := newLooked(Rules{})
		for i := range 3 {
			u := m.o.Look(sim.SlotAt(1))
			u.Shown, u.Life, u.Steps, u.Frags, u.Ping = true, sim.Alive, test.steps, sim.Unknown, sim.Unknown
			if i == 2 {
				u.Origin = sim.Vec3{test.x}
			}
			m.snapshot(1000+100*i, nil)
		}
		c := m.r.Cursor()
		c.At(m.r.Duration())
		if r := m.players.Look(sim.SlotAt(1)); c.Jumped(r.Slot) != test.noLerp || r.Origin[0] != test.x {
			t.Errorf("%+v: %v at %v", test, c.Jumped(r.Slot), r.Origin)
		}
	}
}

// TestFlashes checks which flashes tell what weapon was fired: others show what is in the hands.
func TestFlashes(t *testing.T) {
	for _, test := range []struct {
		kind           sim.EffectKind
		shoots, shared bool
		want           sim.Weapon
	}{
		{sim.EffectMuzzle, true, false, sim.WeaponRailgun}, {sim.EffectMuzzle, false, false, sim.WeaponBlaster},
		{sim.EffectTeleport, true, false, sim.WeaponBlaster}, {sim.EffectMuzzle, true, true, sim.WeaponBlaster},
	} {
		st := newStated(Rules{SharedFlashes: test.shared})
		st.snapshot(alive(0), BodySeen{Weapon: sim.WeaponBlaster}, nil)
		st.at += 100 * time.Millisecond
		st.o.Begins, st.o.Snapshot = true, Snapshot{Time: st.at, Clock: st.at}
		st.tell()
		st.playFlash(&BriefSeen{Effect: sim.Effect{Kind: test.kind}, Last: time.Second, Entity: 2, Shoots: test.shoots,
			Fired: sim.WeaponRailgun})
		st.o.Ends = true
		st.tell()
		st.Recorder().Finish(nil)
		if got := st.r.Cursor().At(st.at).Effects; len(got) != 1 || got[0].Weapon != test.want {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// TestPlaying holds in which phases a match is played.
func TestPlaying(t *testing.T) {
	for phase := range sim.PhaseIntermission + 1 {
		s := phases{phase: phase}
		if got, want := s.playing(), phase == sim.PhasePlaying || phase == sim.PhaseOvertime; got != want {
			t.Errorf("phase %v: %v", phase, got)
		}
	}
}
