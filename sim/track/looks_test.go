package track

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// looked is a tracker of a game of which each snapshot shows all that is in sight, with Alice and Bob in the slots 0
// and 1.
type looked struct {
	*Tracker
	r    *recording.Recording
	o    Observations
	gone []int // with the next snapshot
}

func newLooked(rules Rules) *looked {
	rec, r := recording.NewRecorder(sim.Header{})
	rules.JumpDistance, rules.JumpSpeed, rules.Reach = 100, 2500, 100
	t := &looked{Tracker: NewTracker(rec, rules), r: r}
	t.tell(LevelBegins{sim.Level{Map: "test"}})
	for i, name := range []string{"Alice", "Bob"} {
		t.tell(PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name)}, Name: name,
			Quiet: true})
	}
	return t
}

func (t *looked) tell(list ...Told) {
	t.o.Tell(list...)
	t.Observe(&t.o)
}

// snapshot shows Alice at a time in ms, with a status bar or none, and lets a list happen before it ends.
func (t *looked) snapshot(ms int, bar *StatusBar, list ...Told) {
	now := time.Duration(ms) * time.Millisecond
	t.o.Begins, t.o.Snapshot = true, Snapshot{Time: now, Clock: now}
	t.tell(list...)
	u := t.o.Look(sim.SlotAt(0))
	u.Bar, u.BarTold, u.Shown, u.Life, u.Dim = bar, bar != nil, true, sim.Alive, true
	u.Frags, u.Ping = sim.Unknown, sim.Unknown
	t.o.Ends, t.o.Gone, t.gone = true, append(t.o.Gone, t.gone...), nil
	t.Observe(&t.o)
}

func (t *looked) events(kind sim.EventKind) (list []sim.Event) {
	for _, e := range t.r.Events() {
		if e.Kind == kind {
			list = append(list, e)
		}
	}
	return list
}

// TestBarTellsMore checks that a powerup whose sound was heard is seen by its light until a status bar says what the
// player has.
func TestBarTellsMore(t *testing.T) {
	m := newLooked(Rules{PowerupTime: 30 * time.Second})
	quad := &SoundInfo{Name: "damage", Power: sim.PowerupQuad, PowerTime: 30 * time.Second}
	m.snapshot(0, nil)
	m.snapshot(100, nil, SoundHeard{SoundInfo: quad, Slot: sim.SlotAt(0)})
	m.snapshot(200, &StatusBar{HasHealth: true, Health: 70, HasItems: true})
	m.snapshot(300, &StatusBar{HasHealth: true, Health: 70, HasItems: true, Powerups: 1 << sim.PowerupSuit})
	if got, ends := m.events(sim.EventPowerup), m.events(sim.EventPowerupEnd); len(got) != 2 ||
		got[0].Powerup != sim.PowerupQuad || got[1].Powerup != sim.PowerupSuit || len(ends) != 1 {
		t.Errorf("got %+v, ended %+v", got, ends)
	}
	if p := m.r.Cursor().At(300 * time.Millisecond).Players[0]; p.Health != 70 ||
		p.PowerupEnd[sim.PowerupSuit] != 30300*time.Millisecond {
		t.Errorf("Alice is %+v", p)
	}
}

// TestHurts checks that health that does not fall after damage is an anomaly, either in the next status bar or, if the
// health may arrive later, after a while.
func TestHurts(t *testing.T) {
	hurt := Hurt{Slot: sim.SlotAt(0), Lost: 40, Clock: time.Second}
	for _, test := range []struct {
		name    string
		wait    time.Duration
		list    []Told
		strange bool
	}{
		{"falls", 0, []Told{HealthTold{Health: 100}, hurt, HealthTold{Health: 60}}, false},
		{"stays", 0, []Told{HealthTold{Health: 100}, hurt, HealthTold{Health: 100}}, true},
		{"spared", 0, []Told{HealthTold{Health: 100}, hurt, HealthTold{Health: 100, Spared: true}}, false},
		{"never told", time.Second, []Told{HealthTold{Health: 100}, hurt}, true},
		{"told", time.Second, []Told{HealthTold{Health: 100}, hurt, HealthTold{Health: 100}}, false},
		{"told with it", time.Second, []Told{HealthTold{Health: 60, Clock: time.Second}, hurt}, false},
		{"between matches", time.Second, []Told{HealthTold{Health: 100}, MatchWarmup{}, hurt}, false},
	} {
		m := newLooked(Rules{HealthWait: test.wait})
		m.snapshot(0, nil, test.list...)
		m.snapshot(2000, nil)
		if got := len(m.r.Anomalies()) > 0; got != test.strange {
			t.Errorf("%s: %v", test.name, m.r.Anomalies())
		}
	}
}

// TestFragsTellDeaths checks that a line that nobody knows is a death by the frag of its block, where frags are told
// with lines, and that an obituary uses up the frag that it explains.
func TestFragsTellDeaths(t *testing.T) {
	frag := FragsChanged{Slot: sim.SlotAt(1), Is: 1}
	line := LineUnknown{Plain: "Alice was tickled by Bob", Text: sim.PlainText("Alice was tickled by Bob")}
	known := ObituaryRead{Killed{Death: Death{Victim: sim.SlotAt(0), Attacker: sim.SlotAt(1)}}}
	for _, test := range []struct {
		told           bool
		list           []Told
		deaths, prints int
	}{
		{true, []Told{line, frag}, 1, 0}, {true, []Told{line}, 0, 1}, {false, []Told{line, frag}, 0, 1},
		{true, []Told{known, line, frag}, 1, 1},
	} {
		m := newLooked(Rules{FragsTold: test.told})
		m.snapshot(0, nil, test.list...)
		m.Finish()
		if deaths, prints := len(m.events(sim.EventObituary)), len(m.events(sim.EventPrint)); deaths != test.deaths ||
			prints != test.prints {
			t.Errorf("%+v: %d deaths, %d prints", test.list, deaths, prints)
		}
	}
}

// TestStill checks that an item that is told to be taken while it shows lies there again with the next snapshot,
// though it is as it was.
func TestStill(t *testing.T) {
	m := newLooked(Rules{ShowsAll: true, SumTeams: true})
	u := m.o.Entity()
	u.Number, u.Kind, u.Item = 40, sim.EntityItem, sim.ItemQuad
	m.snapshot(0, nil)
	m.items.MarkTaken(m.entities.Row(40), sim.SlotAt(0), 0)
	m.snapshot(100, nil)
	if e := m.r.Cursor().At(100 * time.Millisecond).Entities; len(e) != 1 || !e[0].Visible ||
		e[0].State != sim.ItemPresent {
		t.Errorf("entities are %+v", e)
	}
	m.gone = []int{40}
	if m.snapshot(200, nil); m.r.Cursor().At(200 * time.Millisecond).Entities[0].State != sim.ItemTaken {
		t.Error("what is not shown is there")
	}
}

// TestScreenCounts checks that a counter in the middle of the screen is a single event.
func TestScreenCounts(t *testing.T) {
	m := newLooked(Rules{})
	at := func(words, line string) ScreenPrinted {
		return ScreenPrinted{CenterPrinted: CenterPrinted{Text: sim.PlainText(line), Last: 3 * time.Second},
			Line: sim.PlainText(line), Words: words}
	}
	m.snapshot(0, nil, at("in s", "in 3 s"))
	m.snapshot(1000, nil, at("in s", "in 2 s"))
	m.snapshot(2000, nil, at("go", "go"))
	if n := len(m.events(sim.EventCenterPrint)); n != 2 {
		t.Errorf("%d events", n)
	}
}
