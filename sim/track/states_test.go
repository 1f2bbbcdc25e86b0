package track

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// stated is a tracker of a game of states and bodies, in a level with Ann and Bob in the slots 0 and 1, whose
// recorder is Ann.
type stated struct {
	*Tracker
	r     *recording.Recording
	o     Observations
	at    time.Duration
	shown []int // the objects in the last snapshot
}

func newStated(rules Rules) *stated {
	rec, r := recording.NewRecorder(sim.Header{})
	rules.ByStates, rules.DeadStay, rules.ClockOfMatch = true, true, true
	rules.JumpDistance, rules.JumpSpeed, rules.Reach, rules.ReachUp = 256, 5000, 76, 96
	t := &stated{Tracker: NewTracker(rec, rules), r: r}
	t.Defer(func() time.Duration { return t.at })
	t.tell(LevelCleared{Self: sim.SlotAt(0)})
	for i, name := range []string{"Ann", "Bob"} {
		t.tell(SeatTold{Slot: sim.SlotAt(i), Raw: name, Name: sim.PlainText(name), First: true})
	}
	t.tell(LevelShown{sim.Level{Map: "test"}})
	return t
}

func (t *stated) tell(list ...Told) {
	t.o.Tell(list...)
	t.Observe(&t.o)
}

// snapshot shows Ann's state, Bob's body and some objects, after what is told.
func (t *stated) snapshot(ann StateSeen, bob BodySeen, objects []ObjectSeen, list ...Told) {
	t.at += 100 * time.Millisecond
	t.o.Begins, t.o.Ends = true, true
	t.o.Snapshot = Snapshot{Time: t.at, Clock: t.at, POV: sim.SlotAt(0), Intermission: t.o.Snapshot.Intermission}
	ann.Slot, bob.Slot = sim.SlotAt(0), sim.SlotAt(1)
	t.o.States = append(t.o.States, ann)
	t.o.Objects = append(t.o.Objects, ObjectSeen{Entity: sim.Entity{Number: 2, Origin: bob.Origin}, Body: &bob})
	t.o.Objects = append(t.o.Objects, objects...)
	for _, n := range t.shown {
		if !slices.ContainsFunc(objects, func(u ObjectSeen) bool { return u.Number == n }) {
			t.o.Gone = append(t.o.Gone, n)
		}
	}
	t.shown = t.shown[:0]
	for i := range objects {
		t.shown = append(t.shown, objects[i].Number)
	}
	t.tell(list...)
}

func (t *stated) events(kinds ...sim.EventKind) (list []string) {
	for _, e := range t.r.Events() {
		if slices.Contains(kinds, e.Kind) {
			list = append(list, fmt.Sprintf("%v %d by %d at %v", e.Kind, e.Slot.Index(), e.Attacker.Index(), e.Time))
		}
	}
	return list
}

func alive(x float32) StateSeen {
	return StateSeen{Origin: sim.Vec3{x}, Life: sim.Alive, Stats: StatsSeen{Health: 100, Armor: sim.Unknown,
		Ammo: sim.Unknown, Frags: sim.Unknown}}
}

// TestDeathsSeenAndTold has a death that a line tells, one that none tells, and one that is told without a name.
func TestDeathsSeenAndTold(t *testing.T) {
	st := newStated(Rules{CountDeaths: true})
	bob := BodySeen{Origin: sim.Vec3{100}}
	for i := range 60 {
		bob.Dead = i%20 >= 10
		var told []Told
		switch i {
		case 11:
			told = []Told{DeathTold{Death: Death{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0)}}}
		case 51:
			told = []Told{DeathTold{Death: Death{Cause: "lava"}}}
		}
		st.snapshot(alive(0), bob, nil, told...)
	}
	for range 10 {
		st.snapshot(alive(0), bob, nil)
	}
	want := []string{"obituary 1 by 0 at 1.2s", "obituary 1 by -1 at 4.1s", "obituary 1 by -1 at 6.1s"}
	if got := st.events(sim.EventObituary); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if last := st.r.Events()[len(st.r.Events())-1]; last.Cause != "lava" {
		t.Errorf("the last died of %q", last.Cause)
	}
	if n := st.players.Look(sim.SlotAt(1)).Deaths; n != 3 {
		t.Errorf("%d deaths", n)
	}
}

// TestNamesakes checks that, of two players with the same name, the one in the game is meant.
func TestNamesakes(t *testing.T) {
	st := newStated(Rules{})
	st.snapshot(alive(0), BodySeen{}, nil)
	st.tell(SeatTold{Slot: sim.SlotAt(5), Raw: "Cid", First: true}, SeatTold{Slot: sim.SlotAt(3), Raw: "Cid",
		First: true})
	st.tell(SeatListed{Slot: sim.SlotAt(5)}, SeatTeam{Slot: sim.SlotAt(3), Named: true, Team: sim.TeamBlue})
	if p := st.players.Profile(sim.SlotAt(5)); p.Team != sim.TeamBlue || st.players.Look(sim.SlotAt(3)) != nil {
		t.Errorf("in the game: %+v; the other: %+v", p, st.players.Look(sim.SlotAt(3)))
	}
}

// TestLyingItems has an item that comes back while all is shown, one that is thrown away, and a mega health that
// decays.
func TestLyingItems(t *testing.T) {
	st := newStated(Rules{ShowsAll: true, Deathmatch: true, Mega: MegaHealth{Hold: 500 * time.Millisecond,
		Step: 100 * time.Millisecond,
		Away: time.Second, Full: 100}})
	mega := ObjectSeen{Entity: sim.Entity{Number: 20, Kind: sim.EntityItem, Item: sim.ItemMegaHealth}}
	armor := ObjectSeen{Entity: sim.Entity{Number: 21, Kind: sim.EntityItem, Item: sim.ItemArmorRed,
		Origin: sim.Vec3{1000}}, Respawn: time.Second}
	both := []ObjectSeen{mega, armor}
	ann := alive(0)
	st.snapshot(ann, BodySeen{}, both, ItemPlaced{mega}, ItemPlaced{armor})
	for health := int16(110); health > 90; health-- {
		ann.Stats.Health = health
		st.snapshot(ann, BodySeen{Origin: sim.Vec3{500}}, nil)
	}
	if r := st.entities.Look(20); r.State != sim.ItemTaken || r.TakenBy != sim.SlotAt(0) || !r.RespawnKnown ||
		r.Respawn != 2300*time.Millisecond {
		t.Errorf("mega health: %+v", r)
	}
	if r := st.entities.Look(21); r.State != sim.ItemTaken || r.TakenBy.Valid() || r.Respawn != 1200*time.Millisecond {
		t.Errorf("armour: %+v", r)
	}
	st.snapshot(ann, BodySeen{}, both)
	if got := st.events(sim.EventItemRespawn); len(got) != 2 {
		t.Errorf("%q", got)
	}
	gun := ObjectSeen{Entity: sim.Entity{Number: 40, Kind: sim.EntityItem, Item: sim.ItemWeapon,
		Weapon: sim.WeaponRailgun}}
	ann.Stats.Weapon = sim.WeaponRailgun
	st.snapshot(ann, BodySeen{Origin: sim.Vec3{500}}, both)
	had := st.players.Look(sim.SlotAt(0)).Inventory.Weapons
	ann.Stats.Weapon = sim.WeaponBlaster
	st.snapshot(ann, BodySeen{Origin: sim.Vec3{500}}, append(both, gun))
	st.shown = nil // all stay
	st.snapshot(ann, BodySeen{Origin: sim.Vec3{500}}, nil)
	r := st.entities.Look(40)
	if r == nil || r.Kind != sim.EntityDropped || !r.Visible || !had.Has(sim.WeaponRailgun) ||
		st.players.Look(sim.SlotAt(0)).Inventory.Owns(sim.WeaponRailgun) {
		t.Errorf("thrown away: %+v, had %b, has %+v", r, had, st.players.Look(sim.SlotAt(0)).Inventory)
	}
}

// TestKnivesAndGrenades has a knife that flies and then lies, and a grenade that lies from the start.
func TestKnivesAndGrenades(t *testing.T) {
	st := newStated(Rules{ShowsAll: true})
	knife := ObjectSeen{Entity: sim.Entity{Number: 40, Kind: sim.EntityItem, Item: sim.ItemWeapon,
		Weapon: sim.WeaponKnife}, Thrown: true}
	grenade := ObjectSeen{Entity: sim.Entity{Number: 20, Kind: sim.EntityProjectile, Weapon: sim.WeaponHandGrenade},
		First: true}
	vest := ObjectSeen{Entity: sim.Entity{Number: 21, Kind: sim.EntityItem, Item: sim.ItemOther}}
	st.snapshot(alive(500), BodySeen{}, []ObjectSeen{vest})
	for _, want := range []sim.EntityKind{sim.EntityProjectile, sim.EntityProjectile, sim.EntityDropped} {
		if want == sim.EntityProjectile {
			knife.Origin[0] += 50
		}
		st.snapshot(alive(500), BodySeen{}, []ObjectSeen{grenade, vest, knife})
		if k, g := st.entities.Look(40), st.entities.Look(20); k.Kind != want || g.Item != sim.ItemWeapon {
			t.Errorf("knife %+v, grenade %+v", k, g)
		}
	}
}

// TestMonstersSeenToDie has one that dies by its frames, one that lies in nobody's way any more, one that bursts
// and one that cries.
func TestMonstersSeenToDie(t *testing.T) {
	st := newStated(Rules{})
	monster := func(n int, boxed, dying bool) ObjectSeen {
		return ObjectSeen{Entity: sim.Entity{Number: n, Kind: sim.EntityMonster, Name: fmt.Sprint("m", n)},
			Boxed: boxed, Dying: dying, Frames: true}
	}
	for range 2 {
		st.snapshot(alive(0), BodySeen{}, []ObjectSeen{monster(30, true, false), monster(31, true, false),
			monster(32, true, false), monster(33, true, false)})
	}
	burst := ObjectSeen{Entity: sim.Entity{Number: 32, Kind: sim.EntityGib}, Other: true}
	st.o.Briefs = []BriefSeen{{Sound: true, Cry: true, Entity: 33}}
	st.snapshot(alive(0), BodySeen{}, []ObjectSeen{monster(30, true, true), monster(31, false, false), burst,
		monster(33, true, false)})
	var got []string
	for _, e := range st.r.Events() {
		if e.Kind == sim.EventMonsterKill {
			got = append(got, e.Text.Plain)
		}
	}
	if want := []string{"m30 killed", "m31 killed", "m32 killed", "m33 killed"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPhasesByStatus follows a match whose server tells its state and the time left.
func TestPhasesByStatus(t *testing.T) {
	st := newStated(Rules{TellsClock: true})
	show := func(list ...Told) (sim.Phase, time.Duration) {
		st.snapshot(alive(0), BodySeen{}, nil, list...)
		return st.track.frame.Phase, st.track.frame.Match
	}
	for _, step := range []struct {
		told  []Told
		phase sim.Phase
		clock time.Duration
	}{
		{[]Told{StatusTold{Status: "Warmup", Phase: sim.PhaseWarmup}}, sim.PhaseWarmup, 0},
		{[]Told{StatusTold{Status: "Countdown", Phase: sim.PhaseCountdown}, TimeTold{Left: 5 * time.Second, OK: true}},
			sim.PhaseCountdown, 5 * time.Second},
		{[]Told{StatusTold{Status: "Match", Phase: sim.PhasePlaying}, TimeTold{Left: time.Minute, OK: true},
			Announced{Event: sim.Event{Kind: sim.EventMatchStart}}}, sim.PhasePlaying, 0},
		{[]Told{TimeTold{Left: 50 * time.Second, OK: true}}, sim.PhasePlaying, 10 * time.Second},
		{[]Told{Announced{Event: sim.Event{Kind: sim.EventTimeout}}}, sim.PhaseTimeout, 10 * time.Second},
		{[]Told{Announced{Event: sim.Event{Kind: sim.EventMatchStart}}}, sim.PhasePlaying,
			10*time.Second + 200*time.Millisecond},
		{[]Told{StatusTold{Status: "Overtime", Overtime: true}}, sim.PhaseOvertime, 0},
		{[]Told{Announced{Event: sim.Event{Kind: sim.EventMatchEnd}}}, sim.PhaseIntermission, 0},
	} {
		if phase, clock := show(step.told...); phase != step.phase || clock != step.clock {
			t.Errorf("after %+v: %v at %v, want %v at %v", step.told, phase, clock, step.phase, step.clock)
		}
	}
	want := []string{"match_start -1 by -1 at 300ms", "timein -1 by -1 at 600ms", "match_end -1 by -1 at 800ms"}
	if got := st.events(sim.EventMatchStart, sim.EventTimein, sim.EventMatchEnd); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if l := st.r.Levels()[0]; l.TimeLimit != time.Minute {
		t.Errorf("time limit %v", l.TimeLimit)
	}
}

// TestRoundsOfAnnouncements has a countdown, told twice, and a round, in which the dead wait.
func TestRoundsOfAnnouncements(t *testing.T) {
	st := newStated(Rules{ShowsAll: true, RoundCountdown: 4 * time.Second, Mode: Mode{Rounds: true, Teams: true}})
	say := func(kind sim.EventKind) Told { return Announced{Event: sim.Event{Kind: kind}} }
	st.tell(SeatTeam{Slot: sim.SlotAt(0), Team: sim.TeamRed}, SeatTeam{Slot: sim.SlotAt(1), Team: sim.TeamBlue})
	st.snapshot(alive(0), BodySeen{}, nil, say(sim.EventCountdown), say(sim.EventCountdown))
	st.snapshot(alive(0), BodySeen{}, nil)
	if f := &st.track.frame; f.Phase != sim.PhaseCountdown || f.Match != 3900*time.Millisecond {
		t.Errorf("%v at %v", f.Phase, f.Match)
	}
	st.snapshot(alive(0), BodySeen{}, nil, say(sim.EventRoundStart), say(sim.EventRoundStart))
	watching := alive(0)
	watching.Watches = true
	st.snapshot(watching, BodySeen{}, nil)
	if f, r := &st.track.frame, st.players.Look(sim.SlotAt(0)); f.Phase != sim.PhasePlaying ||
		f.Match != 100*time.Millisecond || r.Life != sim.Dead || r.Visible {
		t.Errorf("%v at %v, %+v", f.Phase, f.Match, r)
	}
	want := []string{"countdown -1 by -1 at 100ms", "round_start -1 by -1 at 300ms"}
	if got := st.events(sim.EventCountdown, sim.EventRoundStart); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRoundNumbersOfAnnouncements counts the rounds of a level that the recording shows from its start, and does not
// count those of a clip or of a level where a team has already scored, but in a match that begins there.
func TestRoundNumbersOfAnnouncements(t *testing.T) {
	say := func(kind sim.EventKind) Told { return Announced{Event: sim.Event{Kind: kind}} }
	clip := []Told{ClipBegins{}, LevelShown{sim.Level{Map: "test"}}}
	scored := []Told{TeamScored{Team: sim.TeamRed, Score: 3}}
	for _, test := range []struct {
		name   string
		before []Told
		first  int
	}{{"whole", nil, 1}, {"clip", clip, 0}, {"late", scored, 0}} {
		st := newStated(Rules{ShowsAll: true, Mode: Mode{Rounds: true, Teams: true}})
		st.tell(test.before...)
		st.snapshot(alive(0), BodySeen{}, nil)
		for _, kind := range []sim.EventKind{sim.EventRoundStart, sim.EventRoundEnd, sim.EventRoundStart,
			sim.EventMatchStart, sim.EventRoundEnd, sim.EventRoundStart} {
			st.snapshot(alive(0), BodySeen{}, nil, say(kind))
		}
		var got []int
		for _, e := range st.r.Events() {
			if e.Kind == sim.EventRoundStart || e.Kind == sim.EventRoundEnd {
				got = append(got, e.Value)
			}
		}
		want := []int{test.first, test.first, 2 * test.first, 0, 1}
		if !slices.Equal(got, want) {
			t.Errorf("%s: rounds are %d, want %d", test.name, got, want)
		}
	}
}

// TestFrozenScreens takes three snapshots of frozen players for the end of the level.
func TestFrozenScreens(t *testing.T) {
	st := newStated(Rules{})
	for i := range 6 {
		st.o.Snapshot.Intermission = i != 2
		st.snapshot(alive(0), BodySeen{}, nil)
	}
	if got := st.events(sim.EventIntermission); !slices.Equal(got, []string{"intermission -1 by -1 at 600ms"}) {
		t.Errorf("%q", got)
	}
}

// TestGuides shows one until it is taken away and one until its time.
func TestGuides(t *testing.T) {
	st := newStated(Rules{})
	st.tell(GuideShown{Effect: sim.Effect{Kind: sim.EffectMarker}, Key: 7},
		GuideShown{Effect: sim.Effect{Kind: sim.EffectPath}, Last: 200 * time.Millisecond})
	for i := range 5 {
		var told []Told
		if i == 3 {
			told = []Told{GuidesEnd{Kind: sim.EffectMarker, Key: 8}, GuidesEnd{Kind: sim.EffectMarker, Key: 7}}
		}
		st.snapshot(alive(0), BodySeen{}, nil, told...)
	}
	if n := len(st.guides.shown); n != 0 {
		t.Errorf("%d are shown", n)
	}
	st.Recorder().Finish(nil)
	kinds := func(at time.Duration) (list []sim.EffectKind) {
		for _, e := range st.r.Cursor().At(at).Effects {
			list = append(list, e.Kind)
		}
		return list
	}
	if got := kinds(150 * time.Millisecond); len(got) != 2 {
		t.Errorf("at first %v", got)
	}
	if got := kinds(300 * time.Millisecond); !slices.Equal(got, []sim.EffectKind{sim.EffectMarker}) {
		t.Errorf("later %v", got)
	}
}

// TestBriefs finds who shot a rail and who bleeds, and what a flash tells of the weapon in hands that nobody sees.
func TestBriefs(t *testing.T) {
	st := newStated(Rules{})
	for range 2 {
		st.o.Briefs = []BriefSeen{{Flash: true, Entity: 2, Shoots: true, Fired: sim.WeaponRailgun, Last: time.Second,
			Effect: sim.Effect{Kind: sim.EffectMuzzle}},
			{Rail: true, Last: time.Second, Effect: sim.Effect{Kind: sim.EffectBeam, Origin: sim.Vec3{110}}},
			{Hits: true, Last: time.Second, Effect: sim.Effect{Kind: sim.EffectBlood, Origin: sim.Vec3{10}}}}
		st.snapshot(alive(0), BodySeen{Origin: sim.Vec3{100}}, nil)
	}
	st.Recorder().Finish(nil)
	bob := sim.SlotAt(1)
	if r := st.players.Look(bob); r.Weapon != sim.WeaponRailgun || !r.Firing {
		t.Errorf("%+v", r)
	}
	for _, e := range st.r.Cursor().At(st.at).Effects {
		if e.Kind == sim.EffectMuzzle && e.Weapon != sim.WeaponRailgun || e.Kind == sim.EffectBeam && e.Slot != bob ||
			e.Kind == sim.EffectBlood && e.Target != sim.SlotAt(0) {
			t.Errorf("%+v", e)
		}
	}
}

// TestBlinkingPowers keeps a powerup while its light blinks, and tells once that it came and went.
func TestBlinkingPowers(t *testing.T) {
	const quad = 1 << sim.PowerupQuad
	st := newStated(Rules{LitPowers: quad})
	for i := range 20 {
		bob := BodySeen{}
		if i > 1 && i < 10 && i%3 != 0 {
			bob.Lit = quad
		}
		st.snapshot(alive(0), bob, nil)
	}
	if got := st.events(sim.EventPowerup, sim.EventPowerupEnd); len(got) != 2 {
		t.Errorf("%q", got)
	}
}

// TestFlashOfHealth checks that a status bar that flashes for health which is not lost is an anomaly, unless something
// was picked up or gives health.
func TestFlashOfHealth(t *testing.T) {
	bar := func(health int16) StatsSeen {
		return StatsSeen{Health: health, Armor: sim.Unknown, Ammo: sim.Unknown, Frags: sim.Unknown}
	}
	flash := func(health int16) StatsSeen {
		s := bar(health)
		s.Hurt = true
		return s
	}
	took, heals := flash(80), flash(80)
	took.Pickup, heals.Tech = 5, 1<<sim.PowerupRegeneration
	for name, test := range map[string]struct {
		list    []StatsSeen
		strange int
	}{
		"falls":          {[]StatsSeen{bar(80), flash(60)}, 0},
		"stays":          {[]StatsSeen{bar(80), flash(80)}, 1},
		"at first":       {[]StatsSeen{flash(80)}, 0},
		"stays unhurt":   {[]StatsSeen{bar(80), bar(80)}, 0},
		"picks up":       {[]StatsSeen{bar(80), took}, 0},
		"is regenerated": {[]StatsSeen{bar(80), heals}, 0},
	} {
		m := newStated(Rules{})
		for _, s := range test.list {
			m.snapshot(StateSeen{Stats: s, Life: sim.Alive}, BodySeen{}, nil)
		}
		m.Finish()
		if got := m.r.Anomalies(); len(got) != test.strange ||
			len(got) > 0 && (got[0].Text != "damage left health at 80" || got[0].Why == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
