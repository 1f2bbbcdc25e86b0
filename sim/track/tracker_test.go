package track

import (
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// observed is a tracker of a made-up level with Alice and Bob in the slots 0 and 1, of red and blue.
type observed struct {
	*Tracker
	r *recording.Recording
	o Observations
}

func newObserved(rules Rules) *observed {
	rec, r := recording.NewRecorder(sim.Header{})
	rules.JumpDistance, rules.JumpSpeed, rules.Reach, rules.ToldAhead, rules.ExactPickups = 256, 5000, 96, true, true
	rules.SeenUntilGone, rules.TellsStage = true, true
	t := &observed{Tracker: NewTracker(rec, rules), r: r}
	t.tell(LevelForgotten{}, LevelStarts{sim.Level{Map: "test"}})
	for i, name := range []string{"Alice", "Bob"} {
		t.tell(PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name),
			Team: sim.TeamRed + sim.Team(i)}, Present: true})
	}
	return t
}

func (t *observed) tell(list ...Told) {
	t.o.Tell(list...)
	t.Observe(&t.o)
}

// snapshot shows Alice, through whose eyes it is seen, and Bob, 100 units from her, at a time in ms, and lets all of
// a list happen in it.
func (t *observed) snapshot(ms int, alice, bob PlayerSeen, list ...Told) {
	now := time.Duration(ms) * time.Millisecond
	t.o.Begins, t.o.Ends = true, true
	t.o.Snapshot = Snapshot{Time: now, Clock: now, POV: sim.SlotAt(0),
		Own: OwnScore{Slot: sim.SlotAt(0), Deaths: sim.Unknown}}
	alice.Slot, alice.POV, bob.Slot, bob.Origin = sim.SlotAt(0), true, sim.SlotAt(1), sim.Vec3{100}
	alice.Life, bob.Life = sim.Alive, sim.Alive
	t.o.Players = append(t.o.Players, alice, bob)
	t.o.Tell(list...)
	t.Observe(&t.o)
}

func (t *observed) kinds() (list []sim.EventKind) {
	t.Finish()
	for _, e := range t.r.Events() {
		list = append(list, e.Kind)
	}
	return list
}

func (t *observed) want(tt *testing.T, want ...sim.EventKind) {
	tt.Helper()
	if got := t.kinds(); !slices.Equal(got, append([]sim.EventKind{sim.EventLevelStart}, want...)) {
		tt.Errorf("recorded %v, want level_start and %v", got, want)
	}
}

// TestToldPhases checks that phases are found by comparing what is told at each snapshot.
func TestToldPhases(t *testing.T) {
	m := newObserved(Rules{})
	m.tell(MatchTold{Stage: StageWarmup})
	m.snapshot(0, PlayerSeen{}, PlayerSeen{})
	m.tell(MatchTold{Until: 2 * time.Second})
	m.snapshot(1000, PlayerSeen{}, PlayerSeen{})
	m.tell(MatchTold{Start: 2 * time.Second, HasStart: true}, MatchEnding{"of a match that has not begun"})
	m.snapshot(2000, PlayerSeen{}, PlayerSeen{})
	m.tell(OvertimeCalled{}, MatchEnding{"the end"})
	m.snapshot(3000, PlayerSeen{}, PlayerSeen{})
	m.tell(LevelExits{})
	m.snapshot(4000, PlayerSeen{}, PlayerSeen{})
	m.want(t, sim.EventWarmup, sim.EventCountdown, sim.EventMatchStart, sim.EventOvertime, sim.EventMatchEnd,
		sim.EventIntermission)
	if why := m.r.Events()[5].Text.Plain; why != "the end" {
		t.Errorf("the match ended as %q", why)
	}
}

// TestFlagsFollow checks that who carries a flag is found by who is seen with it, and who dropped it by who had it.
func TestFlagsFollow(t *testing.T) {
	m := newObserved(Rules{FlagsReported: true, Mode: Mode{Flags: true, Teams: true}})
	m.tell(FlagsReported{States: [2]sim.FlagState{sim.FlagHome, sim.FlagHome}, First: true})
	m.snapshot(0, PlayerSeen{}, PlayerSeen{})
	m.tell(FlagsReported{States: [2]sim.FlagState{sim.FlagTaken, sim.FlagHome}})
	m.snapshot(100, PlayerSeen{}, PlayerSeen{FlagCarried: true, Flag: sim.TeamRed})
	m.tell(FlagsReported{States: [2]sim.FlagState{sim.FlagDropped, sim.FlagHome}})
	m.snapshot(200, PlayerSeen{}, PlayerSeen{})
	m.tell(FlagsReported{States: [2]sim.FlagState{sim.FlagHome, sim.FlagHome}})
	m.snapshot(300, PlayerSeen{}, PlayerSeen{})
	m.want(t, sim.EventMatchStart, sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned)
	for _, e := range m.r.Events()[2:4] {
		if e.Slot != sim.SlotAt(1) {
			t.Errorf("%v by %v, want Bob", e.Kind, e.Slot)
		}
	}
}

// TestTookEvents checks that the event of the taker and the one for all tell of one taking, and that an item that
// goes as health rises was taken though nothing told.
func TestTookEvents(t *testing.T) {
	m := newObserved(Rules{})
	quad := ItemDef{Item: sim.ItemQuad}
	item := func(number int, what sim.Item, x float32) EntitySeen {
		return EntitySeen{Entity: sim.Entity{Number: number, Kind: sim.EntityItem, Item: what, Origin: sim.Vec3{x}}}
	}
	m.o.Entities = append(m.o.Entities, item(70, sim.ItemQuad, 110), item(71, sim.ItemHealth, 10))
	m.snapshot(0, PlayerSeen{Health: 50}, PlayerSeen{})
	m.o.Gone = append(m.o.Gone, 70)
	m.snapshot(50, PlayerSeen{Health: 50}, PlayerSeen{},
		TookEvent{Slot: sim.SlotAt(1), At: sim.SlotAt(1), Number: 26, What: quad},
		TookEvent{Number: 26, What: quad, Origin: sim.Vec3{110}, All: true})
	m.o.Gone = append(m.o.Gone, 71)
	m.snapshot(100, PlayerSeen{Health: 75}, PlayerSeen{})
	m.want(t, sim.EventMatchStart, sim.EventPickup, sim.EventPickup)
	events := m.r.Events()
	if bob, alice := events[2], events[3]; bob.Slot != sim.SlotAt(1) || alice.Slot != sim.SlotAt(0) ||
		alice.Item != sim.ItemHealth {
		t.Errorf("taken by %+v and %+v", bob, alice)
	}
}

// TestDied checks that obituaries are counted, unless a table already included them.
func TestDied(t *testing.T) {
	m := newObserved(Rules{})
	m.snapshot(0, PlayerSeen{}, PlayerSeen{})
	m.tell(TableTold{Score: true, Deaths: true}, PlayerScored{Slot: sim.SlotAt(1), Frags: 4, Deaths: 7,
		Ping: sim.Unknown})
	m.snapshot(50, PlayerSeen{}, PlayerSeen{}, Died{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0)})
	m.snapshot(100, PlayerSeen{}, PlayerSeen{}, Died{Victim: sim.SlotAt(1)})
	m.want(t, sim.EventMatchStart, sim.EventObituary, sim.EventObituary)
	if bob := m.r.Cursor().At(100 * time.Millisecond).Players[1]; bob.Frags != 3 || bob.Deaths != 8 {
		t.Errorf("Bob has %d frags and %d deaths", bob.Frags, bob.Deaths)
	}
}

// TestJoinsOnce checks that a print that announces a player's arrival becomes the event's text, whichever comes first.
func TestJoinsOnce(t *testing.T) {
	m := newObserved(Rules{JoinWords: [sim.EventKindCount]string{sim.EventConnect: " connected"}})
	m.snapshot(0, PlayerSeen{}, PlayerSeen{})
	carol := PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(2), Name: sim.PlainText("Carol")}}
	m.tell(Printed{sim.PlainText("Carol connected")}, carol, Printed{sim.PlainText("something")})
	m.tell(PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(2)}, Gone: true})
	m.want(t, sim.EventMatchStart, sim.EventConnect, sim.EventPrint, sim.EventDisconnect)
}

// TestHarmless checks that damage told to the point of view that costs neither health nor armour is an anomaly.
func TestHarmless(t *testing.T) {
	is := func(health, armor int16, hurt int) PlayerSeen {
		return PlayerSeen{Health: health, Armor: armor, Hurt: hurt}
	}
	heals := is(80, 20, 30)
	heals.Powerups = 1 << sim.PowerupRegeneration
	jumps := is(80, 20, 30)
	jumps.Jumps = true
	for name, test := range map[string]struct {
		list    []PlayerSeen
		strange int
	}{
		"costs armour":   {[]PlayerSeen{is(80, 20, 0), is(80, 5, 30)}, 0},
		"costs nothing":  {[]PlayerSeen{is(80, 20, 0), is(80, 20, 30)}, 1},
		"is healed":      {[]PlayerSeen{is(80, 20, 0), is(95, 20, 30)}, 0},
		"at first":       {[]PlayerSeen{is(80, 20, 30)}, 0},
		"is regenerated": {[]PlayerSeen{is(80, 20, 0), heals}, 0},
		"comes back":     {[]PlayerSeen{is(80, 20, 0), jumps}, 0},
	} {
		m := newObserved(Rules{})
		for i, p := range test.list {
			m.snapshot(100*i, p, PlayerSeen{})
		}
		m.Finish()
		if got := m.r.Anomalies(); len(got) != test.strange ||
			len(got) > 0 && got[0].Text != "damage of 30 left health and armour at 100" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
