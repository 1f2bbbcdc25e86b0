package q1

import (
	"testing"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// models of the made-up level, from index 1.
var testModels = []string{"maps/test.bsp", "progs/player.mdl", "progs/armor.mdl", "*1", "progs/missile.mdl",
	"progs/ogre.mdl", "progs/backpack.mdl", "maps/b_bh100.bsp"}

const (
	modelPlayer = iota + 2
	modelArmor
	modelDoor
	modelRocket
	modelOgre
	modelPack
	modelMega
)

// made is a made-up level with two players, its parts, and a tracker that immediately receives what they read.
type made struct {
	*track.Tracker
	level    level
	entities entities
	lines    lines
	seen     track.Observations
	r        *recording.Recording
}

func newMade(multi bool) *made {
	rec, r := recording.NewRecorder(sim.Header{})
	m := &made{level: newLevel(sim.Header{}, 8, multi), r: r}
	m.Tracker = track.NewTracker(rec, m.level.rules)
	m.level.start(sim.Level{Map: "test"}, 8, &m.seen)
	m.level.setModels(testModels, "", &m.seen)
	m.level.setDeathmatch(1, &m.seen)
	for slot, name := range []string{"Alice", "Bob"} {
		m.level.call(track.PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(slot), Name: sim.PlainText(name)},
			Name: name, Quiet: true}, &m.seen)
	}
	m.tell()
	return m
}

// tell makes the tracker evaluate what was read, and a list.
func (m *made) tell(list ...track.Told) {
	m.seen.Tell(list...)
	m.Observe(&m.seen)
}

func (m *made) line(text string) {
	m.lines.read(&m.level, []byte(text), &m.seen)
	m.tell()
}

// testStatus is a status bar with health and the bits of what a player owns.
func testStatus(items uint32, health int) *statusBar {
	var st statusBar
	st.set(quakeworld.StatHealth, int32(health))
	st.set(quakeworld.StatItems, int32(items))
	return &st
}

// status tells the first player's status bar.
func (m *made) status(st *statusBar) {
	st.read(&m.level)
	u := m.seen.Look(sim.SlotAt(0))
	u.Bar, u.BarTold = &st.bar, true
	m.tell()
}

// at begins the moment at a time in milliseconds.
func (m *made) at(ms int) {
	m.end()
	m.entities.begin()
	m.level.begin(time.Duration(ms)*time.Millisecond, time.Duration(ms)*time.Millisecond, &m.seen)
	m.tell()
}

// end ends the moment, if one was begun.
func (m *made) end() {
	m.entities.end(&m.seen)
	m.seen.Ends, m.level.begun = m.level.begun, false
	m.tell()
}

func (m *made) player(slot int, x float32, frame int) {
	u := m.seen.Look(sim.SlotAt(slot))
	k := looks{model: modelPlayer, frame: frame}
	k.read(&m.level, u)
	u.Origin, u.HasView = sim.Vec3{x, 0, 0}, true
	m.tell()
}

func (m *made) entity(e *entity) {
	*m.entities.room(uint16(e.number)) = *e
	m.entities.show(&m.level, uint16(e.number), &m.seen)
	m.tell()
}

func (m *made) count(kind sim.EventKind) (n int) {
	for _, e := range m.r.Events() {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func (m *made) world(ms int) *sim.World { return m.r.Cursor().At(time.Duration(ms) * time.Millisecond) }

func TestItemIsTakenAndComesBack(t *testing.T) {
	m := newMade(true)
	armor := &entity{number: 40, model: modelArmor, skin: 2, origin: sim.Vec3{20, 0, 0}}
	for ms := 0; ms < 200; ms += 50 {
		m.at(ms)
		m.player(0, 0, 12)
		m.player(1, 300, 12)
		if ms < 100 {
			m.entity(armor)
		}
	}
	m.at(20100)
	m.entity(armor)
	m.end()
	w := m.world(150)
	item := w.Entities[0]
	if item.Item != sim.ItemArmorRed || item.State != sim.ItemTaken || item.TakenBy.Index() != 0 ||
		item.Taken != 100*time.Millisecond ||
		!item.RespawnKnown || item.Respawn != 20100*time.Millisecond {
		t.Errorf("taken armour is %+v", item)
	}
	if w = m.world(20100); w.Entities[0].State != sim.ItemPresent {
		t.Errorf("armour that came back is %+v", w.Entities[0])
	}
	if m.count(sim.EventPickup) != 1 || m.count(sim.EventItemRespawn) != 1 {
		t.Errorf("events: %v", m.r.Events())
	}
	if spans := m.r.ItemAbsences(0); len(spans) != 1 || spans[0].By.Index() != 0 {
		t.Errorf("spans: %+v", spans)
	}
}

func TestItemOutOfSightIsUnknown(t *testing.T) {
	m := newMade(false)
	m.at(0)
	m.entity(&entity{number: 40, model: modelArmor, origin: sim.Vec3{20, 0, 0}})
	m.entity(&entity{number: 41, model: modelArmor, skin: 1, origin: sim.Vec3{2000, 0, 0}})
	m.player(1, 0, 12)
	m.at(50)
	m.player(1, 0, 12)
	m.level.sounds = newSounds([]string{"items/armor1.wav"})
	playSound(&m.level, 1, 2, sim.Vec3{0, 0, 0}, sim.Loudness{}, &m.seen)
	m.tell()
	m.end()
	w := m.world(50)
	if w.Entities[0].State != sim.ItemTaken || w.Entities[0].TakenBy.Index() != 1 {
		t.Errorf("armour that was heard to be taken is %+v", w.Entities[0])
	}
	if w.Entities[1].State != sim.ItemUnknown || w.Entities[1].Visible {
		t.Errorf("armour that went out of sight is %+v", w.Entities[1])
	}
}

func TestWhatIsCut(t *testing.T) {
	m := newMade(true)
	for i, x := range []float32{0, 30, 600, 610} { // a walk, then a teleport
		m.at(50 * i)
		m.player(0, x, 12)
	}
	m.end()
	if x := m.world(25).Players[0].Origin[0]; x != 15 {
		t.Errorf("half way of a walk is %v", x)
	}
	if x := m.world(75).Players[0].Origin[0]; x != 30 {
		t.Errorf("before a teleport is %v", x)
	}
	if x := m.world(125).Players[0].Origin[0]; x != 605 {
		t.Errorf("behind a teleport is %v", x)
	}
}

func TestLifeAndDeath(t *testing.T) {
	m := newMade(true)
	m.at(0)
	m.player(0, 0, 12)
	m.player(1, 50, 12)
	m.at(50)
	m.player(0, 0, 50)
	m.player(1, 50, 12)
	m.line("Alice rides Bob's rocket\n")
	m.at(100)
	m.player(0, 40, 12)
	m.player(1, 50, 12)
	m.end()
	if p := m.world(50).Players[0]; p.Life != sim.Dead || p.Deaths != 1 {
		t.Errorf("a dead player is %+v", p)
	}
	if p := m.world(75).Players[0]; p.Origin[0] != 0 {
		t.Errorf("a player slides to his new life: %v", p.Origin)
	}
	if p := m.world(100).Players[0]; p.Life != sim.Alive {
		t.Errorf("a player who is back is %+v", p)
	}
}

func TestTeamKillFindsItsVictim(t *testing.T) {
	m := newMade(true)
	for slot, name := range []string{"Alice", "Bob", "Carol"} {
		m.level.call(track.PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(slot), Name: sim.PlainText(name),
			Team: sim.TeamRed}, Name: name}, &m.seen)
	}
	for ms := 0; ms < 200; ms += 50 {
		m.at(ms)
		m.player(0, 0, 12)
		m.player(1, 50, 12)
		if ms == 50 {
			m.line("Alice checks her glasses\n")
		}
		frame := 12
		if ms >= 100 {
			frame = 60
		}
		m.player(2, 90, frame)
	}
	m.end()
	for _, e := range m.r.Events() {
		if e.Kind == sim.EventObituary {
			if e.Slot.Index() != 2 || e.Attacker.Index() != 0 {
				t.Errorf("killed is %d, by %d", e.Slot.Index(), e.Attacker.Index())
			}
			return
		}
	}
	t.Error("no obituary")
}

func TestPowersEnd(t *testing.T) {
	m := newMade(true)
	st := testStatus(0, 100)
	for i, items := range []uint32{0, bitQuad, bitQuad, 0} {
		m.at(10000 * i)
		m.player(0, 0, 12)
		st.set(quakeworld.StatItems, int32(items))
		m.status(st)
	}
	m.end()
	p := m.world(10000).Players[0]
	if !p.Powerups.Has(sim.PowerupQuad) || p.PowerupEnd[sim.PowerupQuad] != 40*time.Second {
		t.Errorf("quad is %v until %v", p.Powerups, p.PowerupEnd)
	}
	if p = m.world(30000).Players[0]; p.Powerups != 0 || p.PowerupEnd[sim.PowerupQuad] != 0 {
		t.Errorf("after its end quad is %v until %v", p.Powerups, p.PowerupEnd)
	}
	if m.count(sim.EventPowerup) != 1 || m.count(sim.EventPowerupEnd) != 1 {
		t.Error("events are wrong")
	}
}

func TestMatch(t *testing.T) {
	m := newMade(true)
	m.at(0)
	m.lines.readStatus("Standby", 10*time.Minute, &m.seen)
	m.at(1000)
	m.tell(track.MatchCountdown{In: 10 * time.Second})
	m.at(11000)
	m.line("The match has begun!\n")
	m.at(20000)
	m.tell(track.MatchPaused{On: true})
	m.at(25000)
	m.tell(track.MatchPaused{})
	m.at(30000)
	m.line("The match is over\n")
	m.at(31000)
	m.end()
	for ms, want := range map[int]struct {
		phase sim.Phase
		match time.Duration
	}{
		500: {sim.PhaseWarmup, 0}, 1000: {sim.PhaseCountdown, 10 * time.Second}, 11000: {sim.PhasePlaying, 0},
		20000: {sim.PhaseTimeout, 9 * time.Second}, 25000: {sim.PhasePlaying, 9 * time.Second},
		31000: {sim.PhaseIntermission, 14 * time.Second},
	} {
		if w := m.world(ms); w.Phase != want.phase || w.Match != want.match {
			t.Errorf("at %d ms: phase %d, match clock %v; want %+v", ms, w.Phase, w.Match, want)
		}
	}
	if m.count(sim.EventMatchStart) != 1 || m.count(sim.EventMatchEnd) != 1 || m.count(sim.EventTimeout) != 1 ||
		m.count(sim.EventTimein) != 1 {
		t.Errorf("events: %v", m.r.Events())
	}
}

func TestThings(t *testing.T) {
	m := newMade(false)
	placeEntity(&m.level, &entity{number: 50, model: modelDoor, origin: sim.Vec3{1, 2, 3}}, &m.seen)
	m.tell()
	for i := range 3 {
		m.at(50 * i)
		m.player(0, 0, 12)
		m.entity(&entity{number: 60, model: modelRocket, origin: sim.Vec3{20 + 50*float32(i), 0, 0}})
		m.entity(&entity{number: 61, model: modelOgre, frame: uint16(110 + i)})
		if i == 2 {
			m.entity(&entity{number: 50, model: modelDoor, origin: sim.Vec3{1, 2, 40}})
		}
	}
	m.end()
	m.tell(track.Tallied{Kind: sim.EventMonsterKill, Count: 1}, track.Tallied{Kind: sim.EventMonsterKill, Count: 2,
		What: "kills"})
	w, events := m.world(100), m.r.Events()
	if len(w.Entities) != 2 || len(w.Movers) != 1 {
		t.Fatalf("%d entities, %d movers", len(w.Entities), len(w.Movers))
	}
	rocket, ogre, door := w.Entities[0], w.Entities[1], w.Movers[0]
	if rocket.Kind != sim.EntityProjectile || rocket.Owner.Index() != 0 || rocket.Velocity[0] != 1000 {
		t.Errorf("rocket is %+v", rocket)
	}
	if ogre.Kind != sim.EntityMonster || !ogre.Dead || events[0].Text.Plain != "Ogre (1)" ||
		events[1].Text.Plain != "2 kills" {
		t.Errorf("ogre is %+v", ogre)
	}
	if door.Model != 1 || !door.Visible || door.Origin[2] != 40 || m.world(0).Movers[0].Visible {
		t.Errorf("door is %+v", door)
	}
}

func TestChat(t *testing.T) {
	m := newMade(true)
	m.at(0)
	for _, test := range []struct {
		raw  string
		kind sim.EventKind
		text string
		not  bool
	}{
		{raw: "Alice: hi\n", kind: sim.EventChat, text: "hi"},
		{raw: "\x01Bob: hi\n", kind: sim.EventChat, text: "hi"},
		{raw: "(Bob): to us\n", kind: sim.EventTeamChat, text: "to us"},
		{raw: "[SPEC] Alice: look\n", kind: sim.EventChat, text: "look"},
		{raw: "Carol: who\n", not: true},
	} {
		before := len(m.r.Events())
		if readChat(&m.level, []byte(test.raw), &m.seen) == test.not {
			t.Errorf("%q: wrong", test.raw)
		}
		m.tell()
		if test.not {
			continue
		}
		if e := m.r.Events()[before]; e.Kind != test.kind || e.Text.Plain != test.text {
			t.Errorf("%q is %v %q", test.raw, e.Kind, e.Text.Plain)
		}
	}
}

// TestHitTellsTheWeapon checks that a team kill whose text names no weapon has the weapon of the hit that the server
// recorded for tools.
func TestHitTellsTheWeapon(t *testing.T) {
	m := newMade(true)
	m.at(0)
	m.player(0, 0, 12)
	m.player(1, 50, 12)
	m.at(50)
	m.player(0, 0, 12)
	m.tell(track.HitBy{Attacker: sim.SlotAt(0), Victim: sim.SlotAt(1), Weapon: sim.WeaponGrenadeLauncher})
	m.player(1, 50, 60) // falls
	m.line("Alice mows down a teammate\n")
	m.at(100)
	m.player(0, 0, 12)
	m.player(1, 50, 61)
	m.end()
	for _, e := range m.r.Events() {
		if e.Kind != sim.EventObituary {
			continue
		}
		if e.Slot.Index() != 1 || e.Attacker.Index() != 0 || e.Weapon != sim.WeaponGrenadeLauncher {
			t.Errorf("obituary is %+v", e)
		}
		return
	}
	t.Error("no obituary")
}

// TestPowersOfWhoCameBack checks that the powers with which a player comes back
// to life are told once, though his status comes before he is seen alive.
func TestPowersOfWhoCameBack(t *testing.T) {
	m := newMade(true)
	status := func(items uint32, health int) { m.status(testStatus(items, health)) }
	m.at(0)
	status(0, -10)
	m.player(0, 0, 60)
	m.at(50)
	status(bitInvulnerability, 100)
	m.player(0, 500, 12)
	m.at(100)
	status(bitInvulnerability, 100)
	m.player(0, 500, 12)
	m.at(2000)
	status(0, 100)
	m.player(0, 500, 12)
	m.end()
	if n, ends := m.count(sim.EventPowerup), m.count(sim.EventPowerupEnd); n != 1 || ends != 1 {
		t.Errorf("told %d times, and %d times that it ended", n, ends)
	}
	if p := m.world(100).Players[0]; !p.Powerups.Has(sim.PowerupProtection) {
		t.Errorf("he is %+v", p)
	}
}

// TestFlagsOfKTX checks what the lines of KTX's Capture the Flag report.
func TestFlagsOfKTX(t *testing.T) {
	for _, test := range []struct {
		line string
		kind sim.EventKind
		slot int
		team sim.Team
		text string
	}{
		{"Alice got the BLUE flag!", sim.EventFlagTaken, 0, sim.TeamBlue, ""},
		{"Alice lost the BLUE flag!", sim.EventFlagDropped, 0, sim.TeamBlue, ""},
		{"Alice tossed the BLUE flag!", sim.EventFlagDropped, 0, sim.TeamBlue, ""},
		{"Bob returned the BLUE flag!", sim.EventFlagReturned, 1, sim.TeamBlue, ""},
		{"Bob captured the RED flag!", sim.EventCapture, 1, sim.TeamRed, ""},
		{"The RED flag has been returned", sim.EventFlagReturned, -1, sim.TeamRed, ""},
		{"Alice gets an assist for returning his flag!", sim.EventAward, 0, sim.TeamFree, "Assist"},
		{"Alice gets an assist for fragging the flag carrier!", sim.EventAward, 0, sim.TeamFree, "Assist"},
		{"Bob defends Alice's flag carrier against an aggressive enemy", sim.EventAward, 1, sim.TeamFree, "Defense"},
		{"Bob defends the RED flag", sim.EventAward, 1, sim.TeamFree, "Defense"},
		{"The capture took 12.5 seconds", sim.EventPrint, -1, sim.TeamFree, "The capture took 12.5 seconds"},
	} {
		m := newMade(true)
		m.at(0)
		m.line(test.line + "\n")
		m.end()
		e := m.r.Events()
		if n := len(e) - 1; n < 0 || e[n].Kind != test.kind || e[n].Slot.Index() != test.slot ||
			e[n].Team != test.team || e[n].Text.Plain != test.text {
			t.Errorf("%q: %+v", test.line, e)
		}
	}
}

// TestDeadOutOfSight checks that a player who died out of sight counts as dead for a
// while, after which he may be anywhere.
func TestDeadOutOfSight(t *testing.T) {
	m := newMade(false)
	m.at(0)
	m.player(0, 0, 12)
	m.player(1, 50, 12)
	for ms := 1000; ms < 9000; ms += 1000 {
		m.at(ms)
		m.player(0, 0, 12)
		if ms == 2000 {
			m.line("Bob was gibbed by Alice's rocket\n")
		}
	}
	m.end()
	for ms, life := range map[int]sim.Life{1000: sim.Alive, 2000: sim.Dead, 7000: sim.Dead, 8000: sim.Absent} {
		if got := m.world(ms).Players[1].Life; got != life {
			t.Errorf("after %d ms his life is %d, want %d", ms, got, life)
		}
	}
}

// TestArenaBouts checks that Rocket Arena's deaths, which are announced in two lines, have a victim and a killer.
func TestArenaBouts(t *testing.T) {
	for how, killer := range map[string]int{"Alice had [ 75] health and [120] armor left": 0, "FLAWLESS Victory!": 0,
		"by himself!": -1} {
		m := newMade(true)
		m.at(0)
		for _, line := range []string{"Alice vs. Bob", "The winner Bob has been defeated", how} {
			m.line(line + "\n")
		}
		m.end()
		if m.count(sim.EventObituary) != 1 {
			t.Errorf("%q: %+v", how, m.r.Events())
		}
		for _, e := range m.r.Events() {
			if e.Kind == sim.EventObituary && (e.Slot.Index() != 1 || e.Attacker.Index() != killer) {
				t.Errorf("%q: %+v", how, e)
			}
		}
	}
}
