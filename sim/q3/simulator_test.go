package q3

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// stage drives a simulator with a made-up demo.
type stage struct {
	t        *testing.T
	rec      *recording.Recorder
	r        *recording.Recording
	sim      *Simulator
	time     int32
	sequence int32
	command  int32
	player   quake3.PlayerState
	entities map[int]map[quake3.EntityField]uint32
	flags    uint8
}

func num(f float32) uint32 { return math.Float32bits(f) }

// newStage starts a demo of a protocol with three players: red 0, blue 1 and
// red 2. Slot 0 is the recorder.
func newStage(t *testing.T, protocol int, configstrings map[int]string) *stage {
	s := &stage{t: t, time: 10000, entities: map[int]map[quake3.EntityField]uint32{}}
	s.rec, s.r = recording.NewRecorder(sim.Header{})
	p := quake3.ProtocolOf(protocol)
	s.sim = NewSimulator(s.rec, quake3.Detection{Protocol: p, Number: protocol})
	s.player.Stats[0] = 100
	s.player.F[quake3.PsWeapon] = 5
	s.player.Persistant[persSpawnCount] = 1
	s.gamestate(configstrings, nil)
	return s
}

func (s *stage) gamestate(configstrings map[int]string, baselines []quake3.EntityDelta) {
	p := s.sim.level.protocol
	all := map[int]string{
		0: `\mapname\maps/test\g_gametype\4\timelimit\20`, 1: `\sv_serverid\1`, p.CsLevelStart: "10000",
		p.CsPlayers: `n\^1Ann\t\1`, p.CsPlayers + 1: `n\Bob: Jr\t\2`, p.CsPlayers + 2: `n\Cy\t\1\skill\3`,
	}
	for i, text := range configstrings {
		all[i] = text
	}
	g := &quake3.Gamestate{CommandSequence: s.command, Baselines: baselines}
	for i, text := range all {
		g.Configstrings = append(g.Configstrings, quake3.Configstring{Index: i, Text: []byte(text)})
	}
	s.sim.Handle(g)
}

func (s *stage) say(command string) {
	s.command++
	s.sim.Handle(&quake3.ServerCommand{Sequence: s.command, Text: []byte(command)})
}

// at puts a player's entity somewhere.
func (s *stage) at(slot int, x, y, z float32) {
	s.entities[slot] = map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtPlayer,
		quake3.EntPosType:  quake3.TrInterpolate,
		quake3.EntPosBaseX: num(x), quake3.EntPosBaseY: num(y), quake3.EntPosBaseZ: num(z), quake3.EntWeapon: 7}
}

// event adds an entity that is nothing but an event.
func (s *stage) event(entity int, number uint32, fields map[quake3.EntityField]uint32) {
	e := map[quake3.EntityField]uint32{quake3.EntEType: s.sim.level.protocol.EventBase + number}
	for f, v := range fields {
		e[f] = v
	}
	s.entities[entity] = e
}

func delta(entity int, fields map[quake3.EntityField]uint32) quake3.EntityDelta {
	d := quake3.EntityDelta{Number: uint16(entity)}
	for f, v := range fields {
		d.Changed = append(d.Changed, quake3.FieldChange{Value: v, Field: uint8(f)})
	}
	return d
}

// snap sends a complete snapshot some milliseconds after the previous one.
func (s *stage) snap(ms int32) {
	s.time += ms
	s.sequence++
	m := &quake3.SnapshotDelta{Sequence: s.sequence, ServerTime: s.time, Flags: s.flags}
	d := &m.Player
	for f, v := range s.player.F {
		d.Changed = append(d.Changed, quake3.FieldChange{Value: v, Field: uint8(f)})
	}
	for _, a := range []struct {
		to   *quake3.ArrayDelta
		from [16]int32
	}{{&d.Stats, s.player.Stats}, {&d.Persistant, s.player.Persistant}, {&d.Ammo, s.player.Ammo},
		{&d.Powerups, s.player.Powerups}} {
		for i, v := range a.from {
			a.to.Changed = append(a.to.Changed, quake3.ElementChange{Value: v, Index: uint8(i)})
		}
	}
	var numbers []int
	for n := range s.entities {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		m.Entities = append(m.Entities, delta(n, s.entities[n]))
	}
	s.sim.Handle(m)
}

// end finishes the recording and gives a cursor.
func (s *stage) end() *recording.Cursor {
	s.sim.end()
	s.rec.Finish(nil)
	return s.r.Cursor()
}

// events are the events of some kinds as short texts.
func (s *stage) events(kinds ...sim.EventKind) (list []string) {
	for _, e := range s.r.Events() {
		if slices.Contains(kinds, e.Kind) {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%d %v %d %d %s", e.Time.Milliseconds(), e.Kind,
				e.Slot.Index(), e.Attacker.Index(), e.Text.Plain)))
		}
	}
	return list
}

func (s *stage) want(got []string, want ...string) {
	s.t.Helper()
	if !slices.Equal(got, want) {
		s.t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func playerOf(w *sim.World, slot int) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot.Index() == slot {
			return &w.Players[i]
		}
	}
	return nil
}

const ms = time.Millisecond

func TestLevelAndPlayers(t *testing.T) {
	s := newStage(t, 68, map[int]string{3: "A Test", 1: `\fs_game\cpma\sv_referencedPakNames\cpma/z-cpma baseq3/pak0`,
		0: `\mapname\test\g_gametype\7\gamename\cpma`})
	s.snap(0)
	s.snap(50)
	w := s.end().At(0)
	l := s.r.Levels()[0]
	if l.Map != "test" || l.Title != "A Test" || l.GameType != "Capture Strike" || !l.Teams || l.End != 50*ms ||
		l.Mod != "cpma" ||
		!slices.Equal(l.Paks, []string{"cpma/z-cpma", "baseq3/pak0"}) {
		t.Errorf("level is %+v", l)
	}
	if h := s.r.Header(); h.Mod != "cpma" || h.ModName != "CPMA" || h.Recorder != "Ann" || h.Protocol != 68 {
		t.Errorf("header is %+v", h)
	}
	if len(w.Players) != 3 || w.POV.Index() != 0 || !w.Players[0].POV || w.Players[0].Health != 100 ||
		w.Players[0].Weapon != sim.WeaponRocketLauncher {
		t.Fatalf("players are %+v", w.Players)
	}
	if p := w.Players[0].Profile; p.Team != sim.TeamRed || p.Name.Plain != "Ann" || len(p.Name.Runs) != 1 {
		t.Errorf("profile is %+v", p)
	}
	if !w.Players[2].Bot || w.Players[1].Profile.Team != sim.TeamBlue || w.Players[1].Life != sim.Absent ||
		w.Players[1].Visible {
		t.Errorf("others are %+v", w.Players[1:])
	}
}

func TestNextLevel(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 10, 0, 0)
	s.snap(0)
	s.snap(50)
	s.time = 300 // the server's clock starts anew
	s.gamestate(map[int]string{0: `\mapname\other`}, nil)
	s.snap(0)
	s.at(1, 90, 0, 0)
	s.snap(50)
	c := s.end()
	levels := s.r.Levels()
	if len(levels) != 2 || levels[0].End != 50*ms || levels[1].Start != 50*ms || levels[1].End != 100*ms ||
		levels[1].Map != "other" {
		t.Errorf("levels are %+v", levels)
	}
	s.want(s.events(sim.EventLevelStart, sim.EventLevelEnd), "0 level_start -1 -1 test", "50 level_end -1 -1 test",
		"50 level_start -1 -1 other")
	if w := c.At(49 * ms); w.Level != 0 || w.Clock != 10049*ms {
		t.Errorf("before the change: level %d, clock %v", w.Level, w.Clock)
	}
	if w := c.At(60 * ms); w.Level != 1 || w.Clock != 310*ms || playerOf(w, 1).Origin[0] != 26 {
		t.Errorf("after the change: level %d, clock %v, %+v", w.Level, w.Clock, playerOf(w, 1))
	}
}

func TestOutOfSightStays(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 100, 0, 0)
	s.snap(0)
	s.at(1, 200, 0, 0)
	s.snap(100)
	delete(s.entities, 1)
	s.snap(100)
	s.snap(100)
	s.at(1, 900, 0, 0)
	s.snap(100)
	c := s.end()
	for _, test := range []struct {
		at, seen time.Duration
		x        float32
		known    bool
	}{{0, 0, 100, true}, {50 * ms, 50 * ms, 150, true}, {150 * ms, 150 * ms, 200, true},
		{200 * ms, 100 * ms, 200, false},
		{390 * ms, 100 * ms, 200, false}, {400 * ms, 400 * ms, 900, true}} {
		p := playerOf(c.At(test.at), 1)
		if p.Visible != test.known || p.Origin[0] != test.x || p.LastSeen != test.seen || p.Life != sim.Alive {
			t.Errorf("at %v: known %v at %v, seen %v", test.at, p.Visible, p.Origin, p.LastSeen)
		}
	}
}

func TestTeleportIsNoMovement(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 0, 0, 0)
	s.snap(0)
	s.at(1, 60, 0, 0)
	s.entities[1][quake3.EntEFlags] = efTeleport
	s.player.SetOrigin([3]float32{10, 0, 0})
	s.snap(50)
	s.player.SetOrigin([3]float32{2000, 0, 0})
	s.snap(50)
	c := s.end()
	if p := playerOf(c.At(25*ms), 1); p.Origin[0] != 0 {
		t.Errorf("with the teleport bit he is at %v half way", p.Origin)
	}
	if p := playerOf(c.At(25*ms), 0); p.Origin[0] != 5 {
		t.Errorf("the view is at %v half way", p.Origin)
	}
	if p := playerOf(c.At(75*ms), 0); p.Origin[0] != 10 {
		t.Errorf("over 1990 units the view is at %v half way", p.Origin)
	}
}

func TestObituaryCountsOnce(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 0, 0, 0)
	s.snap(0)
	s.event(100, 60, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 0,
		quake3.EntEventParm: 7})
	s.snap(50)
	s.snap(50) // sent again, as part of a full snapshot
	delete(s.entities, 100)
	s.snap(400)
	s.event(100, 60, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 1022,
		quake3.EntEventParm: 19})
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventObituary), "50 obituary 1 0", "550 obituary 1 -1")
	e := s.r.Events()
	i := slices.IndexFunc(e, func(e sim.Event) bool { return e.Kind == sim.EventObituary })
	if e[i].Weapon != sim.WeaponRocketLauncher || e[i].Cause != "MOD_ROCKET_SPLASH" ||
		e[i].Profile.Name.Plain != "Bob: Jr" || e[i].AttackerProfile.Slot.Index() != 0 {
		t.Errorf("obituary is %+v", e[i])
	}
}

// TestObituaryNumbers holds the events of each family of protocols.
func TestObituaryNumbers(t *testing.T) {
	for _, test := range []struct {
		protocol int
		event    uint32
	}{{43, 58}, {48, 60}, {68, 60}, {73, 58}, {90, 58}, {91, 58}} {
		s := newStage(t, test.protocol, nil)
		s.snap(0)
		s.event(100, test.event, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 2,
			quake3.EntOtherEntityNum2: 1, quake3.EntEventParm: 10})
		s.snap(50)
		s.end()
		s.want(s.events(sim.EventObituary), "50 obituary 2 1")
	}
}

func TestItemIsTaken(t *testing.T) {
	item := map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtItem, quake3.EntModelindex: 3,
		quake3.EntPosBaseX: num(500)}
	s := newStage(t, 68, nil)
	s.gamestate(nil, []quake3.EntityDelta{delta(70, item)})
	s.snap(0)
	s.entities[70] = item
	s.at(1, 400, 0, 0)
	s.snap(50)
	delete(s.entities, 70)
	s.at(1, 480, 0, 0)
	s.entities[1][quake3.EntEvent] = 19 | 0x100
	s.entities[1][quake3.EntEventParm] = 3
	s.snap(50)
	delete(s.entities[1], quake3.EntEvent)
	s.snap(50)
	item[quake3.EntEvent] = 40 | 0x200
	s.entities[70] = item
	s.snap(25000)
	c := s.end()
	for _, test := range []struct {
		at    time.Duration
		state sim.ItemState
		known bool
	}{{0, sim.ItemUnknown, false}, {50 * ms, sim.ItemPresent, true}, {100 * ms, sim.ItemTaken, false},
		{150 * ms, sim.ItemTaken, false}, {25150 * ms, sim.ItemPresent, true}} {
		w := c.At(test.at)
		if len(w.Entities) != 1 {
			t.Fatalf("at %v there are %d things", test.at, len(w.Entities))
		}
		i := w.Entities[0]
		if i.State != test.state || i.Visible != test.known || i.Item != sim.ItemArmorRed || i.Origin[0] != 500 {
			t.Errorf("at %v the item is %+v", test.at, i)
		}
		if i.State == sim.ItemTaken && (i.Taken != 100*ms || i.Respawn != 25100*ms || !i.RespawnKnown ||
			i.TakenBy.Index() != 1) {
			t.Errorf("at %v the item is %+v", test.at, i)
		}
	}
	spans := s.r.ItemAbsences(0)
	if len(spans) == 0 {
		spans = s.r.ItemAbsences(1)
	}
	if len(spans) != 1 || spans[0].By.Index() != 1 || spans[0].Taken != 100*ms {
		t.Errorf("spans are %+v", spans)
	}
	s.want(s.events(sim.EventPickup, sim.EventItemRespawn), "100 pickup 1 -1", "25150 item_respawn -1 -1")
}

// TestItemIsTakenWithoutAnEvent loses the event that tells of a taking: armour that rises while
// the item next to the player goes tells the same, and nothing does where it does not rise.
func TestItemIsTakenWithoutAnEvent(t *testing.T) {
	for armor, want := range map[int32][]string{100: {"50 pickup 0 -1"}, 0: nil} {
		s := newStage(t, 68, nil)
		s.entities[70] = map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtItem, quake3.EntModelindex: 3,
			quake3.EntPosBaseX: num(40)}
		s.snap(0)
		delete(s.entities, 70)
		s.player.Stats[3] = armor
		s.snap(50)
		s.end()
		s.want(s.events(sim.EventPickup), want...)
	}
}

func TestProjectileFlies(t *testing.T) {
	s := newStage(t, 68, nil)
	s.entities[80] = map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtMissile, quake3.EntWeapon: 5,
		quake3.EntPosType: quake3.TrLinear, quake3.EntPosTime: 10000, quake3.EntPosBaseX: num(100),
		quake3.EntPosDeltaX: num(1000), quake3.EntOtherEntityNum: 1}
	s.snap(100)
	delete(s.entities, 80)
	s.event(81, 51, map[quake3.EntityField]uint32{quake3.EntWeapon: 5, quake3.EntPosBaseX: num(260)})
	s.event(82, 53, map[quake3.EntityField]uint32{quake3.EntClientNum: 2, quake3.EntPosBaseX: num(9),
		quake3.EntOrigin2X: num(4)})
	s.snap(50)
	s.entities = nil
	s.snap(1000)
	c := s.end()
	w := c.At(20 * ms)
	if len(w.Entities) != 1 || w.Entities[0].Origin[0] != 220 || w.Entities[0].Owner.Index() != 1 ||
		w.Entities[0].Velocity[0] != 1000 || w.Entities[0].Weapon != sim.WeaponRocketLauncher {
		t.Errorf("projectile is %+v", w.Entities)
	}
	w = c.At(60 * ms)
	if len(w.Entities) != 0 || len(w.Effects) != 2 || w.Effects[0].Kind != sim.EffectExplosion ||
		w.Effects[0].Origin[0] != 260 ||
		w.Effects[1].Kind != sim.EffectBeam || w.Effects[1].Origin[0] != 4 || w.Effects[1].To[0] != 9 ||
		w.Effects[1].Slot.Index() != 2 {
		t.Errorf("effects are %+v", w.Effects)
	}
	if w = c.At(1050 * ms); len(w.Effects) != 0 {
		t.Errorf("effects stay: %+v", w.Effects)
	}
}

func TestMoverMoves(t *testing.T) {
	s := newStage(t, 68, nil)
	s.entities[90] = map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtMover, quake3.EntSolid: solidBModel,
		quake3.EntModelindex: 4, quake3.EntPosType: quake3.TrLinearStop, quake3.EntPosTime: 10000,
		quake3.EntPosDuration: 100, quake3.EntPosDeltaZ: num(640)}
	s.snap(0)
	s.snap(50)
	delete(s.entities, 90)
	s.snap(200)
	c := s.end()
	for _, test := range []struct {
		at    time.Duration
		z     float32
		known bool
	}{{0, 0, true}, {25 * ms, 16, true}, {75 * ms, 48, true}, {150 * ms, 64, true}, {250 * ms, 32, false}} {
		m := c.At(test.at).Movers
		if len(m) != 1 || m[0].Model != 4 || m[0].Origin[2] != test.z || m[0].Visible != test.known {
			t.Errorf("at %v: %+v", test.at, m)
		}
	}
}

func TestChat(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\cpma`})
	s.snap(0)
	for _, c := range []string{`chat "^1Ann^7` + "\x19" + `: ^2hi: all"`, `chat "Bob: Jr: so"`, `chat "Nobody: x"`,
		`chat "no name"`,
		`tchat "(^1Ann^7) (the place): ^5go"`, `mm2 2 0 "^3low"`, `print "something\n"`, `unknown "x"`, `chat`,
		`mm2 99 0 x`} {
		s.say(c)
	}
	s.command--
	s.say("chat \"seen before: x\"")
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventChat, sim.EventTeamChat, sim.EventPrint),
		"50 chat 0 -1 hi: all", "50 chat 1 -1 so", "50 chat -1 -1 x", "50 print -1 -1 no name",
		"50 team_chat 0 -1 go", "50 team_chat 2 -1 low", `50 print -1 -1 something\n`)
}

func TestQuakeLiveChat(t *testing.T) {
	s := newStage(t, 91, nil)
	s.snap(0)
	s.say(`chat "01 ^3Clan Bob: Jr^7: ^2gl: hf ä"`)
	s.say(`tchat "02 (Cy) (Red Armor): ^5mine"`)
	s.snap(25)
	s.end()
	s.want(s.events(sim.EventChat, sim.EventTeamChat), "25 chat 1 -1 Jr: gl: hf ä", "25 team_chat 2 -1 mine")
}

func TestFlagsAndCapture(t *testing.T) {
	s := newStage(t, 68, map[int]string{23: "00", 6: "0", 7: "0"})
	s.snap(0)
	s.at(1, 0, 0, 0)
	s.entities[1][quake3.EntPowerups] = 1 << 7
	s.say(`cs 23 "10"`)
	s.snap(50)
	s.at(1, 10, 0, 0)
	s.event(100, 47, map[quake3.EntityField]uint32{quake3.EntEventParm: 1})
	s.say(`cs 23 "00"`)
	s.say(`cs 7 "1"`)
	s.snap(50)
	s.say(`cs 23 "02"`)
	s.snap(50)
	s.say(`cs 23 "00"`)
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture),
		"50 flag_taken 1 -1", "100 capture 1 -1", "150 flag_dropped -1 -1", "200 flag_returned -1 -1")
	w := c.At(60 * ms)
	if w.FlagState[sim.TeamRed] != sim.FlagTaken || w.FlagState[sim.TeamBlue] != sim.FlagHome ||
		w.TeamScore[sim.TeamBlue] != 0 {
		t.Errorf("flags are %v, scores %v", w.FlagState, w.TeamScore)
	}
	if p := playerOf(w, 1); !p.FlagCarried || p.Flag != sim.TeamRed {
		t.Errorf("the carrier is %+v", p)
	}
	if w = c.At(100 * ms); w.TeamScore[sim.TeamBlue] != 1 {
		t.Errorf("scores are %v", w.TeamScore)
	}
}

// TestCapturesByLines checks that a capture is told once, whether a line, a sound or both tell of it, and that a
// line names who did it.
func TestCapturesByLines(t *testing.T) {
	for name, test := range map[string]struct {
		line         string
		sound        int // snapshots after the line; -1: there is none
		protocol     int
		parm, number uint32
	}{
		"a line alone":   {line: "Bob: Jr captured the RED flag!", sound: -1, protocol: 68},
		"with the sound": {line: "Bob: Jr captured the RED flag!", protocol: 68, parm: 1, number: 47},
		"the sound comes later": {line: "Bob: Jr captured the RED flag!", sound: 1, protocol: 68, parm: 1,
			number: 47},
		"Quake Live, after the last": {line: "BLUE TEAM CAPTURED the flag! (a clan Bob: Jr captured in 0:14.003)",
			sound: -1, protocol: 90},
	} {
		s := newStage(t, test.protocol, map[int]string{0: `\mapname\maps/test\g_gametype\` + map[int]string{68: "4",
			90: "5"}[test.protocol]})
		s.snap(0)
		s.at(1, 10, 0, 0)
		s.say("print \"" + test.line + "\n\"")
		for i := range 3 {
			if i == test.sound {
				s.event(100, test.number, map[quake3.EntityField]uint32{quake3.EntEventParm: test.parm})
			}
			s.snap(50)
		}
		s.end()
		if got := s.events(sim.EventCapture); len(got) != 1 || got[0] != "50 capture 1 -1" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestDelayedSnapshots checks that snapshots delayed to keep to the recorder's rate are packets to him that were held
// back, and to nobody while he watches another player.
func TestDelayedSnapshots(t *testing.T) {
	s := newStage(t, 68, nil)
	own := s.player.F[quake3.PsClientNum]
	s.at(int(own+1), 100, 0, 0)
	s.snap(0)
	s.flags |= quake3.SnapRateDelayed
	s.snap(100)
	s.snap(100)
	s.flags &^= quake3.SnapRateDelayed
	s.snap(700) // 900
	s.snap(100) // the next second
	s.flags |= quake3.SnapRateDelayed
	s.player.F[quake3.PsClientNum] = own + 1
	s.snap(100)
	c := s.end()
	for _, at := range []struct {
		ms   int
		want uint8
	}{{0, 0}, {100, 1}, {200, 2}, {900, 2}, {1000, 0}, {1100, 0}} {
		for _, p := range c.At(time.Duration(at.ms) * ms).Players {
			if p.POV && p.Choke != at.want || !p.POV && p.Choke != 0 {
				t.Errorf("at %d ms %d packets to player %d held back, want %d", at.ms, p.Choke, p.Slot.Index(), at.want)
			}
		}
	}
}

func TestMatchBegins(t *testing.T) {
	s := newStage(t, 68, map[int]string{5: "-1"})
	s.snap(0)
	s.say(`cs 5 "12000"`)
	s.snap(50)
	s.snap(1950) // 12000: the restart comes a little later
	s.say(`cs 5 ""`)
	s.say(`cs 21 "12300"`)
	s.say("map_restart")
	s.flags ^= quake3.SnapServerCount
	s.snap(300)
	s.snap(700)
	s.player.F[quake3.PsPmType] = pmIntermissions[0]
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventWarmup, sim.EventCountdown, sim.EventMatchStart, sim.EventMatchEnd, sim.EventIntermission),
		"0 warmup -1 -1", "50 countdown -1 -1", "2300 match_start -1 -1", "3050 match_end -1 -1",
		"3050 intermission -1 -1")
	w := c.At(1000 * ms)
	if w.Phase != sim.PhaseCountdown || !w.MatchKnown || w.Match != 1000*ms {
		t.Errorf("in the countdown: %v, %v", w.Phase, w.Match)
	}
	w = c.At(2800 * ms)
	if w.Phase != sim.PhasePlaying || !w.MatchKnown || w.Match != 500*ms {
		t.Errorf("in the match: %v, %v", w.Phase, w.Match)
	}
	var chapters []string
	for _, c := range s.r.Levels()[0].Chapters {
		chapters = append(chapters, fmt.Sprintf("%s %v %v", c.Name, c.Start, c.End))
	}
	s.want(chapters, "Warm-up 0s 50ms", "Countdown 50ms 2.3s", "Match 2.3s 3.05s", "Intermission 3.05s 3.05s")
}

func TestRoundsOfCPMA(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\cpma\g_gametype\5`, 672: `tw\-1\ts\0\tl\2\sl\15`})
	s.snap(0)
	s.say(`cs 672 "tw\12000\ts\0\tl\2\sl\15"`)
	s.snap(50)
	s.say(`cs 672 "tw\0\ts\12000\tl\2\sl\15"`)
	s.snap(1950)
	s.say(`cs 672 "tw\15000\ts\12000\sr\1\sb\0\tl\2\sl\15"`)
	s.snap(50)
	s.say(`cs 672 "tw\0\ts\15000\sr\1\sb\0\tl\2\sl\15"`)
	s.snap(2950)
	s.say(`cs 672 "tw\0\ts\15000\sr\1\sb\0\te\1\tl\2\sl\15"`)
	s.snap(50)
	s.say(`cs 672 "tw\0\ts\15000\sr\1\sb\0\te\0\tl\2\sl\15"`)
	s.snap(50)
	s.say(`cs 672 "tw\-1\ts\15000\sr\1\sb\0\tl\2\sl\15"`)
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventWarmup, sim.EventCountdown, sim.EventMatchStart, sim.EventMatchEnd, sim.EventRoundStart,
		sim.EventRoundEnd, sim.EventTimeout, sim.EventTimein),
		"0 warmup -1 -1", "50 countdown -1 -1", "2000 match_start -1 -1", "2000 round_start -1 -1 Round 1",
		"2050 round_end -1 -1", "5000 round_start -1 -1 Round 2", "5050 timeout -1 -1", "5100 timein -1 -1",
		"5150 round_end -1 -1", "5150 match_end -1 -1", "5150 warmup -1 -1")
	if w := c.At(2060 * ms); w.TeamScore[sim.TeamRed] != 1 || w.TeamScore[sim.TeamBlue] != 0 {
		t.Errorf("scores are %v", w.TeamScore)
	}
	if l := s.r.Levels()[0]; l.TimeLimit != 2*time.Minute || l.FragLimit != 15 || l.GameType != "Clan Arena" {
		t.Errorf("level is %+v", l)
	}
}

// TestRoundsOfALateRecording checks that rounds have no numbers if the match began before the recording, which a clip
// says and scores show, and that the next match has them again.
func TestRoundsOfALateRecording(t *testing.T) {
	for _, clip := range []bool{false, true} {
		scores := `\sr\2\sb\1`
		if clip {
			scores = ""
		}
		s := newStage(t, 68, map[int]string{0: `\gamename\cpma\g_gametype\5`, 672: `tw\0\ts\9000` + scores})
		want := []string{"0 round_start -1 -1 Round"}
		if clip {
			s.say(wire.ClipMark)
			want = nil
		}
		s.snap(0)
		s.say(`cs 672 "tw\15000\ts\9000` + scores + `"`)
		s.snap(50)
		s.say(`cs 672 "tw\0\ts\15000` + scores + `"`)
		s.snap(4950)
		s.say(`cs 672 "tw\-1\ts\15000` + scores + `"`)
		s.snap(50)
		s.say(`cs 672 "tw\0\ts\16000"`)
		s.snap(950)
		s.end()
		want = append(want, "50 round_end -1 -1", "5000 round_start -1 -1 Round", "5050 round_end -1 -1",
			"6000 round_start -1 -1 Round 1")
		s.want(s.events(sim.EventRoundStart, sim.EventRoundEnd), want...)
		for _, e := range s.r.Events() {
			if e.Kind == sim.EventRoundEnd && e.Value != 0 {
				t.Errorf("round %d ends", e.Value)
			}
		}
	}
}

func TestRoundsOfQuakeLive(t *testing.T) {
	s := newStage(t, 91, map[int]string{0: `\g_gametype\4\g_gameState\IN_PROGRESS`, 6: "0", 7: "0",
		661: `\time\10050\round\1`})
	s.snap(0)
	s.say(`cs 662 "10050"`)
	s.say(`cs 661 "\round\1"`)
	s.snap(50)
	s.say(`cs 7 "1"`)
	s.say(`cs 662 "-1"`)
	s.snap(50)
	s.say(`cs 661 "\time\10200\round\2"`)
	s.snap(50)
	s.say(`cs 662 "10200"`)
	s.say(`cs 661 ""`)
	s.snap(50)
	s.say(`cs 669 "10250"`)
	s.snap(50)
	s.say(`cs 669 ""`)
	s.snap(50)
	s.say(`print "Timelimit hit.\n"`)
	s.say(`cs 14 "1"`)
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventMatchStart, sim.EventMatchEnd, sim.EventRoundStart, sim.EventRoundEnd, sim.EventTimeout,
		sim.EventTimein),
		"0 match_start -1 -1", "50 round_start -1 -1 Round 1", "100 round_end -1 -1 Blue wins the round",
		"200 round_start -1 -1 Round 2", "250 timeout -1 -1", "300 timein -1 -1", "350 round_end -1 -1",
		"350 match_end -1 -1 Match end: time limit")
	if w := c.At(150 * ms); w.Phase != sim.PhaseCountdown || w.Match != 50*ms {
		t.Errorf("between the rounds: phase %d, %v", w.Phase, w.Match)
	}
	if w := c.At(200 * ms); w.Phase != sim.PhasePlaying {
		t.Errorf("in the round: phase %d", w.Phase)
	}
}

// TestTurnsOfQuakeLive begins in a round of which the demo does not tell the number.
func TestTurnsOfQuakeLive(t *testing.T) {
	s := newStage(t, 73, map[int]string{0: `\g_gametype\11\g_gameState\IN_PROGRESS`, 661: `\turn\1\state\2`,
		662: "9000"})
	s.snap(0)
	s.say(`cs 662 "-1"`)
	s.say(`cs 661 "\time\10100\round\7\turn\0\state\1"`)
	s.snap(50)
	s.say(`cs 662 "10100"`)
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventRoundStart, sim.EventRoundEnd), "0 round_start -1 -1 Round, turn 2", "50 round_end -1 -1",
		"100 round_start -1 -1 Round 7, turn 1")
}

func TestScoresAndTeamOverlay(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.say("scores 2 7 3 1 12 40 5 0 0 33 0 0 0 0 0 0 0 2 -1 66 5 0 0 10 0 0 0 0 0 0 0")
	s.say("tinfo 1 2 5 80 120 7 0")
	s.snap(50)
	s.snap(5000)
	c := s.end()
	w := c.At(60 * ms)
	b, cy := playerOf(w, 1), playerOf(w, 2)
	if b.Frags != 12 || b.Ping != 40 || cy.Frags != -1 || cy.Ping != 66 || w.TeamScore[sim.TeamRed] != 7 ||
		w.TeamScore[sim.TeamBlue] != 3 {
		t.Errorf("scores are %v: %+v, %+v", w.TeamScore, b, cy)
	}
	if cy.Health != 80 || cy.Armor != 120 || cy.Weapon != sim.WeaponRailgun || b.Health != sim.Unknown {
		t.Errorf("overlay: %+v", cy)
	}
}

func TestDuelScores(t *testing.T) {
	for _, test := range []struct {
		cs   map[int]string
		say  string
		want int16
	}{
		{map[int]string{6: "9", 7: "4"}, `cs 7 "5"`, 9},
		{map[int]string{6: "5", 7: "-9999"}, `cs 7 "2"`, 2},
		{map[int]string{0: `\gamename\cpma\g_gametype\1`, 672: `tw\0\ts\1\sb\5\sr\7`}, "", 7},
	} {
		cs := map[int]string{0: `\g_gametype\1`, 544: `n\a\t\0`, 545: `n\b\t\0`, 546: `n\c\t\3`}
		for i, text := range test.cs {
			cs[i] = text
		}
		s := newStage(t, 68, cs)
		s.player.Persistant[persScore] = 5
		s.say(test.say)
		s.snap(0)
		if p := playerOf(s.end().At(0), 1); p.Frags != test.want {
			t.Errorf("score is %d, want %d", p.Frags, test.want)
		}
	}
}

// TestScoresOfOpenArena reads a table whose rows begin a word later than in
// Quake III, and one of an early version.
func TestScoresOfOpenArena(t *testing.T) {
	for line, want := range map[string][2]int16{
		"scores 2 31 28 7000 0 9 48 3" + strings.Repeat(" 0", 11) + " 1 12 50 4" + strings.Repeat(" 0", 11): {12, 50},
		"scores 1 31 28 1 12 50 4" + strings.Repeat(" 0", 10):                                               {12, 50},
		"scores 2 31 28 1 12 50 4" + strings.Repeat(" 0",
			9): {sim.Unknown, sim.Unknown},
	} {
		s := newStage(t, 71, map[int]string{0: `\g_gametype\4\gamename\baseoa`, 1: `\fs_game\baseoa`})
		s.snap(5000)
		s.say(line)
		s.snap(50)
		p := playerOf(s.end().At(5050*ms), 1)
		if got := [2]int16{p.Frags, p.Ping}; got != want {
			t.Errorf("%s: score and ping are %v, want %v", line, got, want)
		}
	}
}

func TestScoreTables(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat(" 0", n) }
	for _, test := range []struct {
		protocol  int
		mode      string
		lines     []string
		want      [3]int16 // score, ping and deaths of slot 1
		red, blue int16
	}{
		{73, "1", []string{"scores 1 0 0 1 12 30" + zeros(13) + " 8 7"}, [3]int16{12, 30, 8}, sim.Unknown, sim.Unknown},
		{73, "1", []string{"scores 2 0 0 2 9 30" + zeros(13) + " 8 7 1 4 40" + zeros(13) + " 9 7",
			"dscores 40 4 9" + zeros(80) + " 30 9 8" + zeros(80)},
			[3]int16{4, 40, 9}, sim.Unknown, sim.Unknown},
		{73, "3", []string{"scores_tdm" + zeros(28) + " 1 1 2 0 23 30 6 23 13 42 5 4 1 0 0 0 3694"},
			[3]int16{23, 30, 13}, sim.Unknown, sim.Unknown},
		{90, "3",
			[]string{"scores_tdm" + zeros(28) +
				" 2 59 74 1 2 0 23 30 6 23 13 42 5 4 1 0 0 0 3694 2 1 0 20 32 7 20 15 29 5 0 3 0 0 0 2806"}, [3]int16{
				23, 30, 13}, 59, 74},
		{91, "3",
			[]string{"scores_tdm" + zeros(28) +
				" 2 59 74 1 2 23 30 6 23 13 42 5 4 1 0 0 0 3694 2 1 20 32 7 20 15 29 5 0 3 0 0 0 2806"}, [3]int16{23,
				30, 13}, 59, 74},
		{90, "5", []string{"scores_ctf" + zeros(34) + " 1 3 2 1 2 0 41 50 9 12 11" + zeros(11)}, [3]int16{41, 50, 11},
			3, 2},
		{91, "5", []string{"scores_ctf" + zeros(34) + " 1 3 2 1 2 41 50 9 12 11" + zeros(10)}, [3]int16{41, 50, 11}, 3,
			2},
		{90, "9", []string{"scores_ft" + zeros(28) + " 1 3 2 1 2 0 41 50 9 12 11" + zeros(10)}, [3]int16{41, 50, 11}, 3,
			2},
		{91, "9", []string{"scores_ft" + zeros(28) + " 1 3 2 1 2 41 50 9 12 11" + zeros(10)}, [3]int16{41, 50, 11}, 3,
			2},
		{73, "4", []string{"scores_ca 1 6 5 1 2 0 14 25 4 6 7" + zeros(9)}, [3]int16{14, 25, 7}, 6, 5},
		{91, "4", []string{"scores_ca 1 6 5 1 2 14 25 4 6 7" + zeros(9)}, [3]int16{14, 25, 7}, 6, 5},
		{91, "4", []string{"smscores 1 6 5 1 14 25 4 0 0 6 7"}, [3]int16{14, 25, 7}, 6, 5},
		{73, "12", []string{"rrscores 1 4 3 1 20 2 45 22" + zeros(11) + " 53 33 5"}, [3]int16{20, 45, 33}, 4, 3},
		{90, "12", []string{"scores_rr 1 4 3 1 20 2 45 22 53 33" + zeros(12)}, [3]int16{20, 45, 33}, 4, 3},
		{91, "12", []string{"scores_rr 1 4 3 1 20 2 45 22 53 33" + zeros(11)}, [3]int16{20, 45, 33}, 4, 3},
		{91, "1", []string{"scores_duel 1 1 9 30 10 9 4" + zeros(85)}, [3]int16{9, 30, 4}, sim.Unknown, sim.Unknown},
		{91, "0", []string{"scores_ffa 1 0 0 1 9 30" + zeros(11) + " 4" + zeros(3)}, [3]int16{9, 30, 4}, sim.Unknown,
			sim.Unknown},
		{91, "2", []string{"scores_race 1 1 65000 30 2"}, [3]int16{sim.Unknown, 30, sim.Unknown}, sim.Unknown,
			sim.Unknown},
		{73, "11", []string{"adscores 3" + zeros(19) + " 7 8"}, [3]int16{sim.Unknown, sim.Unknown, sim.Unknown}, 7, 8},
		{90, "3", []string{"scores_tdm 1 2 3", "scores_tdm" + zeros(28) + " 64 59 74 1 2"},
			[3]int16{sim.Unknown, sim.Unknown, sim.Unknown}, sim.Unknown, sim.Unknown},
	} {
		s := newStage(t, test.protocol, map[int]string{0: `\g_gametype\` + test.mode})
		s.snap(5000)
		for _, line := range test.lines {
			s.say(line)
		}
		s.snap(50)
		w := s.end().At(5050 * ms)
		p := playerOf(w, 1)
		if got := [3]int16{p.Frags, p.Ping, p.Deaths}; got != test.want {
			t.Errorf("protocol %d, mode %s: score, ping and deaths are %v, want %v", test.protocol, test.mode,
				got, test.want)
		}
		if w.TeamScore[sim.TeamRed] != test.red || w.TeamScore[sim.TeamBlue] != test.blue {
			t.Errorf("protocol %d, mode %s: scores are %v", test.protocol, test.mode, w.TeamScore)
		}
	}
}

func TestScoresOfCPMA(t *testing.T) {
	cs := map[int]string{0: `\gamename\cpma\g_gametype\1`, 544: `n\a\t\3`, 545: `n\b\t\0`, 546: `n\c\t\0`,
		672: `tw\0\ts\1\sb\0\sr\0`}
	s := newStage(t, 68, cs)
	s.snap(0)
	s.say("dmscores 2 1 -1")
	s.say(`cs 710 "sb\9\sr\-1"`)
	s.say("xscores 2 1 -1 abbkbibqaaaa 4 0 9 0 2 9 abawaqbaaaaa 4 0 8 0")
	s.snap(50)
	s.say(
		"mstats 1 508 5 29 0 0 0 1 10 16 0 0 2 0 0 14 0 0 2 0 6 23 4 1 4 2 134 318 8 0 6 0 0 1 0 0 1 0 0 3 0 1 2 0 1865 1379 1240 615 2 2 9 0 0 2 abaaaaaaaaaa -1 12 7 1 0 0 0 440 3 0 0 0 0")
	s.snap(50)
	c := s.end()
	w := c.At(100 * ms)
	b, p := playerOf(w, 1), playerOf(w, 2)
	if b.Frags != -1 || p.Frags != 9 || b.Deaths != 8 || b.Ping != 42 || p.Ping != 22 {
		t.Errorf("second is %+v, first %+v", b, p)
	}
}

func TestVotesAndOtherCommands(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.say(`cs 8 "10050"`)
	s.say(`cs 9 "map ^1x"`)
	s.say("stuff quit\n")
	s.snap(50)
	s.say(`cs 8 ""`)
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventVote, sim.EventCommand), "50 command -1 -1 stuff quit", "50 vote -1 -1 map x")
}

func TestConfigstringsOfPlayers(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.say(`cs 546 "n\Cyd\t\1"`)
	s.say(`cs 545 "n\Bob: Jr\t\3"`)
	s.say(`cs 547 "n\Dee\t\2"`)
	s.say(`cs 546 ""`)
	s.snap(50)
	w := s.end().At(50 * ms)
	s.want(s.events(sim.EventNameChange, sim.EventTeamChange, sim.EventConnect, sim.EventDisconnect),
		"50 name_change 2 -1 Cy renamed to Cyd", "50 team_change 1 -1 joins the spectators", "50 connect 3 -1",
		"50 disconnect 2 -1")
	if len(w.Players) != 3 || w.Players[2].Slot.Index() != 3 || w.Players[1].Life != sim.Spectating {
		t.Errorf("players are %+v", w.Players)
	}
}

func TestPointOfViewChanges(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 5, 0, 0)
	s.snap(0)
	s.player.F[quake3.PsClientNum] = 1
	delete(s.entities, 1)
	s.at(0, 7, 0, 0)
	s.snap(50)
	c := s.end()
	w := c.At(50 * ms)
	if w.POV.Index() != 1 || !playerOf(w, 1).POV || playerOf(w, 0).POV || playerOf(w, 0).Origin[0] != 7 ||
		playerOf(w, 0).Inventory != nil {
		t.Errorf("players are %+v", w.Players)
	}
	s.want(s.events(sim.EventPointOfView), "50 point_of_view 1 -1")
}

// TestPointOfViewIsOfThePlayerstate checks that an entity of the player whose view it is, which servers leave out,
// changes nothing.
func TestPointOfViewIsOfThePlayerstate(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(0, 500, 0, 0)
	s.snap(0)
	s.at(0, 600, 0, 0)
	s.snap(50)
	w := s.end().At(50 * ms)
	if p := playerOf(w, 0); !p.POV || p.Health != 100 || p.Origin[0] != 0 {
		t.Errorf("the player is %+v", p)
	}
}

func TestLightningReachesWhatItHits(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 0, 0, 0)
	s.entities[1][quake3.EntWeapon] = 6
	s.entities[1][quake3.EntEFlags] = efFiring
	s.event(100, 50, map[quake3.EntityField]uint32{quake3.EntWeapon: 6, quake3.EntPosBaseX: num(300),
		quake3.EntPosBaseZ: num(26), quake3.EntOtherEntityNum: 2})
	s.snap(0)
	s.snap(50)
	c := s.end()
	for _, e := range c.At(25 * ms).Effects {
		if e.Kind == sim.EffectBeam {
			if e.Slot.Index() != 1 || e.Target.Index() != 2 || math.Abs(float64(e.To[0]-300)) > 1 {
				t.Errorf("beam is %+v", e)
			}
			return
		}
	}
	t.Error("there is no beam")
}

func TestLightningEndsAtAPlayer(t *testing.T) {
	s := newStage(t, 68, nil)
	s.at(1, 100, 0, 0)
	s.entities[1][quake3.EntWeapon] = 6
	s.entities[1][quake3.EntEFlags] = efFiring
	s.at(2, 500, 10, 0)
	s.player.F[quake3.PsOriginX] = num(600)
	s.snap(0)
	s.at(2, 500, 40, 0)
	s.snap(50)
	s.player.F[quake3.PsOriginX] = num(-600)
	s.snap(50)
	s.snap(50)
	c := s.end()
	for _, test := range []struct {
		at     time.Duration
		target int
		x      float32
	}{{25 * ms, 2, 485}, {75 * ms, 0, 585}, {125 * ms, -1, 868}} {
		found := false
		for _, e := range c.At(test.at).Effects {
			if e.Kind == sim.EffectBeam {
				found = true
				if e.Target.Index() != test.target || math.Abs(float64(e.To[0]-test.x)) > 1 {
					t.Errorf("at %v the beam is %+v", test.at, e)
				}
			}
		}
		if !found {
			t.Errorf("at %v there is no beam", test.at)
		}
	}
}

func TestOneTakingIsToldOnce(t *testing.T) {
	global := map[quake3.EntityField]uint32{quake3.EntEventParm: 28, quake3.EntPosBaseX: num(480)}
	for _, first := range []bool{true, false} {
		s := newStage(t, 68, nil)
		s.at(1, 480, 0, 0)
		s.snap(0)
		take := func() {
			s.entities[1][quake3.EntEvent], s.entities[1][quake3.EntEventParm] = 19|0x100, 28
		}
		tell := func() { s.event(200, 20, global) }
		steps := []func(){take, tell}
		if first {
			steps = []func(){tell, take}
		}
		for _, step := range steps {
			step()
			s.snap(50)
		}
		delete(s.entities, 200)
		s.snap(1000)
		s.entities[1][quake3.EntEvent] = 19 | 0x200
		s.snap(50)
		s.end()
		s.want(s.events(sim.EventPickup), "50 pickup 1 -1", "1150 pickup 1 -1")
	}
}

func TestIntermissionTakesPlayersAway(t *testing.T) {
	s := newStage(t, 68, map[int]string{546: `n\c\t\3`})
	s.at(1, 480, 0, 0)
	s.snap(0)
	s.player.F[quake3.PsPmType] = pmIntermissions[0]
	s.player.F[quake3.PsPmType] = pmIntermissions[0]
	s.player.Persistant[persScore] = 9
	s.entities[1][quake3.EntEType] = quake3.EtInvisible
	s.snap(50)
	s.entities[1][quake3.EntEType] = quake3.EtGeneral
	s.snap(50)
	c := s.end()
	for _, at := range []time.Duration{50 * ms, 100 * ms} {
		w := c.At(at)
		if w.Phase != sim.PhaseIntermission {
			t.Errorf("at %v the phase is %d", at, w.Phase)
		}
		for slot, life := range []sim.Life{sim.Absent, sim.Absent, sim.Spectating} {
			if p := playerOf(w, slot); p.Life != life || p.Visible && life == sim.Absent {
				t.Errorf("at %v player %d is %+v", at, slot, p)
			}
		}
		if p := playerOf(w, 0); p.Frags != 9 {
			t.Errorf("at %v the score is %d", at, p.Frags)
		}
	}
}

func TestComingAndGoingIsToldOnce(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.say("print \"Dee^7 connected\n\"")
	s.say(`cs 547 "n\Dee\t\0"`)
	s.snap(50)
	s.say(`cs 547 "n\Ed\t\0"`)
	s.say("print \"Dee^7 renamed to Ed\n\"")
	s.snap(50)
	s.say(`cs 547 ""`)
	s.say("print \"Ed^7 disconnected\n\"")
	s.say("print \"Ann^7 disconnected\n\"")
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventConnect, sim.EventDisconnect, sim.EventNameChange, sim.EventPrint),
		"50 connect 3 -1 Dee connected", "100 name_change 3 -1 Dee renamed to Ed",
		"150 disconnect 3 -1 Ed disconnected", "150 print -1 -1 Ann disconnected")
}

func TestTimeoutOfOSP(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\osp\g_gametype\3`})
	s.snap(0)
	s.snap(1000)
	s.say(`print "The ^1RED^7 team has called time-out! (a)\n"`)
	s.say(`cs 21 "99000"`)
	s.snap(50)
	s.say(`cs 5 "16100"`)
	s.snap(3000)
	s.say(`cs 5 "0"`)
	s.say(`cs 21 "13050"`)
	s.say(`cp "^1Match has RESUMED!!^7\n"`)
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventMatchStart, sim.EventCountdown, sim.EventTimeout, sim.EventTimein), "0 match_start -1 -1",
		"1050 timeout -1 -1", "4100 timein -1 -1")
	for at, match := range map[time.Duration]time.Duration{1050 * ms: time.Second, 4050 * ms: time.Second,
		4100 * ms: 1050 * ms} {
		if w := c.At(at); w.Match != match {
			t.Errorf("at %v the match is %v old", at, w.Match)
		}
	}
}

func TestRaceOfQuakeLive(t *testing.T) {
	s := newStage(t, 91, map[int]string{0: `\g_gametype\2`})
	s.at(1, 0, 0, 0)
	s.snap(0)
	for i, number := range []uint32{93, 94, 95, 95} {
		s.event(200+i, number, map[quake3.EntityField]uint32{quake3.EntClientNum: 1,
			quake3.EntTime: uint32(10050 + 12345*i)})
		s.snap(50)
	}
	s.end()
	s.want(s.events(sim.EventCheckpoint, sim.EventFinish), "50 checkpoint 1 -1 start",
		"100 checkpoint 1 -1 checkpoint in 12.345",
		"150 finish 1 -1 finish in 24.690", "200 finish 1 -1")
	if e := s.r.Events(); e[len(e)-2].Value != 24690 {
		t.Errorf("the time is %d ms", e[len(e)-2].Value)
	}
}

func TestRoundsOfEarlyCPMA(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\cpma\g_gametype\7`, 672: `t\7\tw\0\ts\10000\sb\0\sr\0`})
	s.snap(0)
	s.say(`cs 672 "t\7\tw\0\ts\10000\te\5\sb\0\sr\0"`)
	s.snap(50)
	s.say(`cs 672 "t\7\tw\0\ts\10000\td\50\te\0\sb\0\sr\0"`)
	s.snap(50)
	s.say(`cs 672 "t\7\tw\0\ts\10150\sb\1\sr\0"`)
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventMatchStart, sim.EventRoundStart, sim.EventRoundEnd), "0 match_start -1 -1",
		"0 round_start -1 -1 Round 1",
		"150 round_end -1 -1", "150 round_start -1 -1 Round 2")
}

func TestWhoTakesAFlagOutOfSight(t *testing.T) {
	s := newStage(t, 90, map[int]string{0: `\g_gametype\5`, 658: "00"})
	s.snap(0)
	s.say(`cs 658 "10"`)
	s.event(200, 16, map[quake3.EntityField]uint32{quake3.EntEventParm: 35, quake3.EntPosBaseX: num(9000),
		quake3.EntOtherEntityNum: 1})
	s.snap(50)
	s.snap(50)
	s.say(`cs 658 "00"`)
	s.flags ^= quake3.SnapServerCount
	s.snap(50)
	c := s.end()
	for at, carries := range map[time.Duration]bool{0: false, 50 * ms: true, 100 * ms: true, 150 * ms: false} {
		if p := playerOf(c.At(at), 1); p.FlagCarried != carries || carries && p.Flag != sim.TeamRed {
			t.Errorf("at %v the player is %+v", at, p)
		}
	}
	s.want(s.events(sim.EventPickup, sim.EventFlagTaken, sim.EventFlagReturned, sim.EventFlagDropped),
		"50 flag_taken 1 -1")
}

func TestRunsOfDeFRaG(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\defrag\g_gametype\0\df_promode\1`})
	s.snap(0)
	s.snap(5000)
	s.say("print \"^1Ann^7 reached checkpoint 1 in 1:000\n\"")
	s.say("print \"^1Ann^7 reached the finish line in 4:500\n\"")
	s.snap(50)
	s.snap(1000)
	s.end()
	s.want(s.events(sim.EventMatchStart, sim.EventCheckpoint, sim.EventFinish),
		"5050 checkpoint 0 -1 Ann reached checkpoint 1 in 1:000",
		"5050 finish 0 -1 Ann reached the finish line in 4:500")
	l := s.r.Levels()[0]
	if len(l.Chapters) != 1 || l.Chapters[0].Start != 550*ms || l.Chapters[0].End != 5050*ms ||
		l.GameType != "DeFRaG CPM" {
		t.Errorf("level is %+v", l)
	}
	if w := s.r.Cursor().At(100 * ms); w.MatchKnown {
		t.Error("there is a match")
	}
}

func TestPlaceOfTeamMessages(t *testing.T) {
	for _, test := range []struct {
		cs         map[int]string
		say        string
		text, want string
		team       sim.Team
	}{
		{nil, "tchat \"\x19(^1Ann^7\x19) (^4near Quad^7)\x19: ^5go\"", "go", "near Quad", sim.TeamRed},
		{map[int]string{545: `n\(b) x\t\2`}, "tchat \"\x19((b) x^7\x19): a (b): c\"", "a (b): c", "", sim.TeamBlue},
		{map[int]string{0: `\gamename\cpma\g_gametype\3`, 610: "^1RA^7"}, `mm2 1 2 "go"`, "go", "RA", sim.TeamBlue},
		{map[int]string{0: `\gamename\cpma\g_gametype\3`, 608: "unknown"}, `mm2 1 0 "go"`, "go", "", sim.TeamBlue},
	} {
		s := newStage(t, 68, test.cs)
		s.say(test.say)
		s.snap(0)
		s.end()
		for _, e := range s.r.Events() {
			if e.Kind == sim.EventTeamChat && (e.Text.Plain != test.text || e.Place != test.want ||
				e.Team != test.team) {
				t.Errorf("%s: %q at %q by team %v", test.say, e.Text.Plain, e.Place, e.Team)
			}
		}
		if len(s.events(sim.EventTeamChat)) != 1 {
			t.Errorf("%s is no team message", test.say)
		}
	}
}

func TestAwardsAndPowerups(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.player.Persistant[9]++
	s.player.Powerups[1] = s.time + 30000
	s.snap(50)
	s.player.Powerups[1] = 0
	s.snap(50)
	c := s.end()
	s.want(s.events(sim.EventAward, sim.EventPowerup, sim.EventPowerupEnd), "50 award 0 -1 Impressive",
		"50 powerup 0 -1", "100 powerup_end 0 -1")
	p := playerOf(c.At(50*ms), 0)
	if !p.Powerups.Has(sim.PowerupQuad) || p.PowerupEnd[sim.PowerupQuad] != 30*time.Second {
		t.Errorf("powers are %b until %v", p.Powerups, p.PowerupEnd)
	}
}
