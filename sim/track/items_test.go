package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// respawnRules are rules by which armour comes back after 20 seconds.
func respawnRules(showsAll bool) Rules {
	r := Rules{ShowsAll: showsAll, Mega: MegaHealth{Hold: 5 * time.Second, Away: 20 * time.Second, Full: 100}}
	r.Respawn[sim.ItemArmorRed] = 20 * time.Second
	return r
}

// TestSignals checks whom each signal makes the taker of a red armour that is gone:
// Alice stands at it, Bob nearby, Carol far away.
func TestSignals(t *testing.T) {
	armor := ItemDef{Item: sim.ItemArmorRed}
	for _, test := range []struct {
		name     string
		showsAll bool
		signal   func(*made)
		state    sim.ItemState
		taker    int
		respawn  int // seconds after it was taken; 0 for not known
	}{
		{"nothing, in a client's demo", false, func(*made) {}, sim.ItemUnknown, -1, 0},
		{"it is gone where all is shown", true, func(*made) {}, sim.ItemTaken, 0, 20},
		{"heard", false, func(m *made) { m.items.Heard(sim.SlotAt(1), ItemDef{}, sim.Vec3{40, 0, 0}) },
			sim.ItemTaken, 1, 20},
		{"heard from afar", false, func(m *made) { m.items.Heard(sim.SlotAt(2), ItemDef{}, sim.Vec3{900, 0, 0}) },
			sim.ItemUnknown, -1, 0},
		{"told", false, func(m *made) { m.items.Told(sim.SlotAt(1), armor) }, sim.ItemTaken, 1, 20},
		{"told of other armour", false, func(m *made) {
			m.items.Told(sim.SlotAt(1),
				ItemDef{Item: sim.ItemArmorGreen})
		}, sim.ItemTaken, 1, 20},
		{"told of health", false, func(m *made) { m.items.Told(sim.SlotAt(1), ItemDef{Item: sim.ItemHealth}) },
			sim.ItemUnknown, -1, 0},
		{"the server tells", true, func(m *made) { m.items.ServerTook(40, sim.SlotAt(2), 30*time.Second) },
			sim.ItemTaken, 2, 30},
		{"the server tells no time", true, func(m *made) { m.items.ServerTook(40, sim.SlotAt(2), 0) },
			sim.ItemTaken, 2, 20},
	} {
		m := newMade(respawnRules(test.showsAll))
		for _, ms := range []int{100, 150} {
			m.at(ms)
			for slot, x := range []float32{10, 40, 900} {
				m.player(slot, x, sim.Alive)
			}
			if ms == 100 {
				m.item(40, sim.ItemArmorRed, 0)
			} else {
				test.signal(m)
			}
		}
		e := m.world(150).Entities[0]
		respawn := time.Duration(0)
		if e.RespawnKnown {
			respawn = e.Respawn - e.Taken
		}
		if e.State != test.state || e.TakenBy.Index() != test.taker ||
			respawn != time.Duration(test.respawn)*time.Second {
			t.Errorf("%s: state %d, taken by %v, back after %v", test.name, e.State, e.TakenBy, respawn)
		}
	}
}

// TestTimeoutDelaysItems checks that a timeout delays the respawn of taken items by its length.
func TestTimeoutDelaysItems(t *testing.T) {
	m := newMade(respawnRules(true))
	m.at(0)
	m.match.Start()
	for ms := 100; ms <= 30000; ms += 100 {
		m.at(ms)
		m.player(0, 0, sim.Alive)
		if ms < 5000 || ms > 28000 {
			m.item(40, sim.ItemArmorRed, 0)
		}
		switch ms {
		case 10000:
			m.match.Pause(true)
		case 13000:
			m.match.Pause(false)
		}
	}
	for _, at := range []struct{ ms, back int }{{9000, 25000}, {11000, 26000}, {13500, 28000}, {20000, 28000}} {
		e := m.world(at.ms).Entities[0]
		if got := e.Respawn.Milliseconds(); !e.RespawnKnown || got < int64(at.back)-200 || got > int64(at.back)+200 {
			t.Errorf("at %d ms it is back at %d ms, want %d", at.ms, got, at.back)
		}
	}
}

// TestMegaHealth checks when a mega health comes back: away begins when its owner has
// no more than full health, at the earliest some time after it was taken.
func TestMegaHealth(t *testing.T) {
	for _, test := range []struct {
		name   string
		health [4]int16 // at 3, 6, 9 and 12 seconds; 0 for dead
		wait   int      // seconds until it begins to wait for its return; 0 for never
	}{
		{"wears off", [4]int16{190, 150, 100, 90}, 9},
		{"is held for a while", [4]int16{90, 90, 90, 90}, 6},
		{"its owner dies", [4]int16{0, 0, 0, 0}, 3},
		{"does not wear off", [4]int16{200, 180, 160, 140}, 0},
		{"health is not told", [4]int16{sim.Unknown, sim.Unknown, sim.Unknown, sim.Unknown}, 0},
	} {
		m := newMade(respawnRules(true))
		m.at(10)
		m.player(0, 0, sim.Alive)
		m.item(40, sim.ItemMegaHealth, 0)
		m.at(20)
		m.player(0, 0, sim.Alive)
		for i, health := range test.health {
			m.at(3000*(i+1) + 20)
			life := sim.Alive
			if health == 0 {
				life = sim.Dead
			}
			m.player(0, 0, life)
			m.players.Row(sim.SlotAt(0)).Health = health
		}
		m.end()
		row := m.entities.Row(40)
		want := time.Duration(0)
		if test.wait > 0 {
			want = time.Duration(test.wait+20)*time.Second + 20*time.Millisecond
		}
		if row.State != sim.ItemTaken || row.Respawn != want {
			t.Errorf("%s: back at %v, want %v", test.name, row.Respawn, want)
		}
	}
}

// TestItemsComeBack checks that respawns of items are recorded, unless many items respawn at once because the level was
// reset.
func TestItemsComeBack(t *testing.T) {
	for count, want := range map[int]int{1: 1, 4: 4, 5: 0} {
		m := newMade(respawnRules(true))
		for _, ms := range []int{100, 150, 200} {
			m.at(ms)
			for n := range count {
				if ms != 150 {
					m.item(40+n, sim.ItemArmorRed, float32(500*n))
				}
			}
		}
		got := 0
		for _, kind := range m.kinds() {
			if kind == sim.EventItemRespawn {
				got++
			}
		}
		if got != want {
			t.Errorf("%d of %d are told", got, count)
		}
	}
}

// TestLearn checks when the respawn delay of a kind of item is learned.
func TestLearn(t *testing.T) {
	for _, test := range []struct {
		name  string
		item  sim.Item
		times []int // seconds that items of the kind were away
		want  int   // that the next one is known to stay away
	}{
		{"no rule", sim.ItemAmmoShells, []int{40}, 40},
		{"as the rule says", sim.ItemArmorRed, []int{20}, 20},
		{"too early once", sim.ItemArmorRed, []int{15}, 20},
		{"too early twice", sim.ItemArmorRed, []int{15, 15}, 15},
		{"mega health", sim.ItemMegaHealth, []int{30}, 0},
	} {
		m := newMade(respawnRules(false))
		now := 1000
		m.at(now)
		row := func() *recording.FrameEntity {
			r, _ := m.entities.Add(40)
			r.Item = test.item
			return r
		}
		for _, s := range test.times {
			m.items.MarkTaken(row(), sim.Slot{}, 0)
			now += 1000 * s
			m.at(now)
			m.items.Learn(row())
			row().State = sim.ItemPresent
		}
		m.items.MarkTaken(row(), sim.Slot{}, 0)
		if got := row(); got.RespawnKnown != (test.want > 0) ||
			test.want > 0 && got.Respawn-got.Taken != time.Duration(test.want)*time.Second {
			t.Errorf("%s: %v, back at %v", test.name, got.RespawnKnown, got.Respawn-got.Taken)
		}
	}
}

// TestFlagsAreToldOnce takes a flag of which the game tells, and one of which it does not.
func TestFlagsAreToldOnce(t *testing.T) {
	for _, told := range []bool{true, false} {
		m := newMade(respawnRules(true))
		for _, ms := range []int{100, 150, 200} {
			m.at(ms)
			m.player(0, 10, sim.Alive)
			switch {
			case ms < 200:
				m.item(40, sim.ItemFlag, 0)
			case told:
				m.match.FlagEvent(sim.Event{Kind: sim.EventFlagTaken, Slot: sim.SlotAt(0), Team: sim.TeamRed})
			}
		}
		m.world(200)
		got := map[sim.EventKind]int{}
		for _, e := range m.r.Events() {
			got[e.Kind]++
		}
		if told != (got[sim.EventFlagTaken] == 1) || told == (got[sim.EventPickup] == 1) {
			t.Errorf("told %v: %v", told, got)
		}
	}
}

// TestAwaited checks that an item that respawns under a player who takes it immediately counts as taken. It was taken
// at 100 ms, is heard respawning at 20.1 s, and is never shown.
func TestAwaited(t *testing.T) {
	armor := ItemDef{Item: sim.ItemArmorRed}
	for _, test := range []struct {
		name     string
		showsAll bool
		signal   func(*made)
		taken    bool // again
	}{
		{"nobody takes it", true, func(m *made) { m.items.HeardBack(40) }, false},
		{"heard to come back and to be taken", true,
			func(m *made) { m.items.HeardBack(40); m.items.Heard(sim.SlotAt(0), armor, sim.Vec3{}) }, true},
		{"the same in a client's demo", false, func(m *made) {
			m.items.HeardBack(40)
			m.items.Heard(sim.SlotAt(0),
				armor, sim.Vec3{})
		}, true},
		{"heard to take something else", true, func(m *made) {
			m.items.HeardBack(40)
			m.items.Heard(sim.SlotAt(0), ItemDef{Item: sim.ItemHealth}, sim.Vec3{})
		}, false},
		{"its return is not heard", true, func(m *made) { m.items.Heard(sim.SlotAt(0), armor, sim.Vec3{}) }, true},
		{"told", false, func(m *made) {
			m.items.HeardBack(40)
			m.items.Told(sim.SlotAt(0),
				ItemDef{Item: sim.ItemArmorGreen})
		}, true},
		{"the server tells", true, func(m *made) { m.items.ServerTook(40, sim.SlotAt(0), 20*time.Second) }, true},
	} {
		m := newMade(respawnRules(test.showsAll))
		for _, ms := range []int{50, 100, 20080, 20100} {
			m.at(ms)
			m.player(0, 0, sim.Alive)
			switch ms {
			case 50:
				m.item(40, sim.ItemArmorRed, 0)
			case 100:
				m.items.Heard(sim.SlotAt(0), armor, sim.Vec3{})
			case 20100:
				test.signal(m)
			}
		}
		e := m.world(20100).Entities[0]
		if again := e.State == sim.ItemTaken && e.Taken == 20100*time.Millisecond &&
			e.TakenBy == sim.SlotAt(0); again != test.taken {
			t.Errorf("%s: state %d, taken at %v by %v", test.name, e.State, e.Taken, e.TakenBy)
		}
	}
}

// TestItemsAreDue checks when a taken item may have respawned.
func TestItemsAreDue(t *testing.T) {
	m := newMade(respawnRules(false))
	m.at(100)
	m.item(40, sim.ItemArmorRed, 0)
	m.items.Due()
	if m.items.Due() {
		t.Error("an item is due though none is away")
	}
	m.at(150)
	m.items.MarkTaken(m.entities.Row(40), sim.SlotAt(1), 0)
	for _, test := range []struct {
		ms  int
		due bool
	}{{200, false}, {20149, false}, {20150, true}, {20200, false}} {
		m.at(test.ms)
		if due := m.items.Due(); due != test.due {
			t.Errorf("at %d ms it is %v that one is due", test.ms, due)
		}
	}
}
