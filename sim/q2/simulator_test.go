package q2

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// stage drives a simulator message by message.
type stage struct {
	*simulator
	r    *recording.Recording
	now  time.Duration
	next int32
}

func newStage(dir string, names ...string) *stage {
	s, r := started(dir, names...)
	st := &stage{simulator: s, r: r, next: 10}
	s.now = func() time.Duration { return st.now }
	return st
}

func (st *stage) model(index int, name string) {
	st.Handle(&quake2.ConfigString{Index: uint16(assumed.Models + index), Text: []byte(name)})
}

// all says that every field of an entity is sent.
const all = ^quake2.EntityFields(0)

// snap sends a full snapshot.
func (st *stage) snap(ps quake2.PlayerState, entities ...quake2.EntityState) {
	st.Handle(&quake2.Frame{Number: st.next, Delta: -1, Recording: quake2.RecordClient})
	d := quake2.PlayerDelta{PlayerState: ps, Fields: ^quake2.PlayerFields(0), StatMask: ^quake2.StatMask(0)}
	st.Handle(&d)
	var list []quake2.EntityDelta
	for _, e := range entities {
		list = append(list, quake2.EntityDelta{EntityState: e, Fields: all})
	}
	st.Handle(&quake2.PacketEntities{Entities: list})
}

func (st *stage) end() {
	st.Handle(&quake2.EndBlock{})
	st.now += 100 * time.Millisecond
	st.next++
}

func (st *stage) world() *sim.World { return st.r.Cursor().At(st.r.Duration()) }

func body(number uint16, x, y float32) quake2.EntityState {
	return quake2.EntityState{Number: number, Models: [6]uint16{255, 255}, Origin: [3]float32{x, y, 24}, Solid: 8290,
		Skin: uint32(number - 1)}
}

func view(x, y float32) quake2.PlayerState {
	var ps quake2.PlayerState
	ps.Origin = [3]float32{x, y, 24}
	ps.Stats[quake2.StatHealth] = 100
	ps.Stats[quake2.StatFrags] = 3
	return ps
}

func event(t *testing.T, r *recording.Recording, kind sim.EventKind) sim.Event {
	t.Helper()
	for _, e := range r.Events() {
		if e.Kind == kind {
			return e
		}
	}
	t.Errorf("no event %v", kind)
	return sim.Event{}
}

func TestItemsAreTakenAndComeBack(t *testing.T) {
	st := newStage("", "Ann", "Bob")
	st.model(5, "models/items/armor/body/tris.md2")
	armor := quake2.EntityState{Number: 20, Models: [6]uint16{5}, Origin: [3]float32{100, 0, 15}}
	far := quake2.EntityState{Number: 21, Models: [6]uint16{5}, Origin: [3]float32{900, 0, 15}}
	st.Handle(&quake2.Baseline{Entity: quake2.EntityDelta{EntityState: armor, Fields: all}})
	st.Handle(&quake2.Baseline{Entity: quake2.EntityDelta{EntityState: far, Fields: all}})
	st.snap(view(0, 0), body(1, 0, 0), body(2, 60, 0), armor, far)
	st.end()
	w := st.world()
	if len(w.Entities) != 2 || w.Entities[0].State != sim.ItemPresent || w.Entities[0].Item != sim.ItemArmorRed {
		t.Fatalf("things %+v", w.Entities)
	}
	st.snap(view(0, 0), body(1, 0, 0), body(2, 90, 0))
	st.end()
	w = st.world()
	if a := w.Entities[0]; a.State != sim.ItemTaken || a.TakenBy.Index() != 1 || !a.RespawnKnown ||
		a.Respawn-a.Taken != 20*time.Second {
		t.Errorf("the armour that Bob walked over: %+v", a)
	}
	if a := w.Entities[1]; a.State != sim.ItemUnknown || a.Visible {
		t.Errorf("the armour out of sight: %+v", a)
	}
	if e := event(t, st.r, sim.EventPickup); e.Slot.Index() != 1 || e.Item != sim.ItemArmorRed {
		t.Errorf("pickup %+v", e)
	}
	armor.Event = quake2.EventItemRespawn
	st.snap(view(0, 0), body(1, 0, 0), armor)
	st.end()
	w = st.world()
	if a := w.Entities[0]; a.State != sim.ItemPresent || a.Taken != 0 {
		t.Errorf("the armour that is back: %+v", a)
	}
	if p := w.Players[1]; p.Visible || p.Origin[0] != 90 || p.LastSeen != 100*time.Millisecond {
		t.Errorf("Bob out of sight: %+v", p)
	}
	event(t, st.r, sim.EventItemRespawn)
}

// TestJunkMakesNoPlayers shows the body of a player without a configstring.
func TestJunkMakesNoPlayers(t *testing.T) {
	st := newStage("", "Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 100, 0), body(5, 200, 0))
	st.Handle(&quake2.Layout{Text: []byte("client 0 32 6 9 30 1")})
	st.end()
	if w := st.world(); len(w.Players) != 2 {
		t.Errorf("%d players: %+v", len(w.Players), w.Players)
	}
}

// TestItemsThatAreAwaited takes an armour that respawned and disappeared again between two snapshots.
func TestItemsThatAreAwaited(t *testing.T) {
	st := newStage("", "Ann")
	st.model(2, "models/items/armor/body/tris.md2")
	st.Handle(&quake2.ConfigString{Index: uint16(assumed.Items + 1), Text: []byte("Body Armor")})
	took := view(0, 0)
	took.Stats[quake2.StatPickupString] = int16(assumed.Items + 1)
	armor := quake2.EntityState{Number: 40, Models: [6]uint16{2}}
	for _, step := range []struct {
		ps    quake2.PlayerState
		there bool
		at    time.Duration
	}{{view(0, 0), true, 0}, {took, false, time.Second}, {view(0, 0), false, 21 * time.Second},
		{took, false, 21100 * time.Millisecond}} {
		st.now = step.at
		entities := []quake2.EntityState{body(1, 0, 0)}
		if step.there {
			entities = append(entities, armor)
		}
		st.snap(step.ps, entities...)
		st.end()
	}
	if a := st.world().Entities[0]; a.State != sim.ItemTaken || a.Taken != 21100*time.Millisecond ||
		a.Respawn != a.Taken+20*time.Second {
		t.Errorf("the armour is %+v", a)
	}
	if n := len(slices.DeleteFunc(slices.Clone(st.r.Events()),
		func(e sim.Event) bool { return e.Kind != sim.EventPickup || e.Item != sim.ItemArmorRed })); n != 2 {
		t.Errorf("%d pickups", n)
	}
}

// cut reports whether the path of a player is cut where he is now.
func (st *stage) cut(slot int) bool {
	path := st.r.Path(slot, 0, st.r.Duration(), nil)
	return path[len(path)-1].NoLerp
}

func TestPlayersAreCutWhereTheyAreMoved(t *testing.T) {
	st := newStage("", "Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 100, 0))
	st.end()
	for i, x := range []float32{130, 160, 700} {
		e := body(2, x, 0)
		st.snap(view(0, 0), body(1, 0, 0), e)
		st.end()
		if cut := st.cut(1); cut != (i == 2) {
			t.Errorf("from the place before to %v: cut %v", x, cut)
		}
	}
	e := body(2, 710, 0)
	e.Event = quake2.EventPlayerTeleport
	st.snap(view(0, 0), body(1, 0, 0), e)
	st.end()
	if !st.cut(1) {
		t.Error("a teleport does not cut")
	}
	e.Event, e.Frame = 0, frameDeath
	st.snap(view(0, 0), body(1, 0, 0), e)
	st.end()
	if st.world().Players[1].Life != sim.Dead || st.cut(1) {
		t.Errorf("life %v, cut %v", st.world().Players[1].Life, st.cut(1))
	}
	e.Frame = 0
	st.snap(view(0, 0), body(1, 0, 0), e)
	st.end()
	if st.world().Players[1].Life != sim.Alive || !st.cut(1) {
		t.Error("who comes back to life is not cut")
	}
}

func TestShotsAndFlags(t *testing.T) {
	st := newStage("ctf", "Ann", "Bob")
	st.model(6, "models/objects/rocket/tris.md2")
	for i, name := range []string{"#w_blaster.md2", "#w_rlauncher.md2"} {
		st.model(10+i, name)
	}
	bob := body(2, 50, 0)
	bob.Skin = 1 | 2<<8
	bob.Effects = quake2.EFQuad | quake2.EFFlag1
	rocket := quake2.EntityState{Number: 30, Models: [6]uint16{6}, Origin: [3]float32{90, 0, 24}}
	st.snap(view(0, 0), body(1, 0, 0), bob, rocket)
	st.Handle(&quake2.MuzzleFlash{Entity: 2, Flash: quake2.FlashRocket})
	st.Handle(&quake2.TempEntity{Kind: quake2.EffectRocketExplosion, Pos: [3]float32{1, 2, 3}})
	st.end()
	w := st.world()
	p := w.Players[1]
	if p.Weapon != sim.WeaponRocketLauncher || !p.Firing || !p.Powerups.Has(sim.PowerupQuad) || !p.FlagCarried ||
		p.Flag != sim.TeamRed {
		t.Errorf("Bob: %+v", p)
	}
	if len(w.Entities) != 1 || w.Entities[0].Kind != sim.EntityProjectile || w.Entities[0].Owner.Index() != 1 {
		t.Errorf("things: %+v", w.Entities)
	}
	kinds := map[sim.EffectKind]int{}
	for _, e := range w.Effects {
		kinds[e.Kind]++
	}
	if kinds[sim.EffectExplosion] != 1 || kinds[sim.EffectMuzzle] != 1 {
		t.Errorf("effects: %v", kinds)
	}
	if w.Players[0].Frags != 3 || w.Players[0].Health != 100 || !w.Players[0].POV || w.POV.Index() != 0 {
		t.Errorf("Ann: %+v", w.Players[0])
	}
	if l := st.r.Levels()[0]; l.Map != "lab" || l.Title != "A level" || l.Checksum != 0xfffffffe ||
		l.GameType != "Capture the Flag" {
		t.Errorf("level %+v", l)
	}
}

func TestMonstersDie(t *testing.T) {
	st := newStage("", "Ann")
	st.Handle(&quake2.ConfigString{Index: quake2.ConfigStatusBar, Text: []byte("yb -24 hnum")})
	st.model(7, "models/monsters/infantry/tris.md2")
	st.model(8, "models/objects/gibs/head2/tris.md2")
	st.Handle(&quake2.ConfigString{Index: uint16(assumed.Sounds + 4), Text: []byte("infantry/infdeth1.wav")})
	monster := quake2.EntityState{Number: 40, Models: [6]uint16{7}, Solid: 8290}
	other := quake2.EntityState{Number: 41, Models: [6]uint16{7}, Solid: 8290, Origin: [3]float32{50, 0, 0}}
	st.snap(view(0, 0), body(1, 0, 0), monster, other)
	st.end()
	if w := st.world(); len(w.Entities) != 2 || w.Entities[0].Kind != sim.EntityMonster ||
		w.Entities[0].Name != "Enforcer" || w.Entities[0].Dead {
		t.Fatalf("things %+v", w.Entities)
	}
	other.Models[0], other.Effects = 8, quake2.EFGib
	st.snap(view(0, 0), body(1, 0, 0), monster, other)
	st.Handle(&quake2.Sound{Flags: quake2.SoundEntity, Index: 4, Entity: 40})
	st.end()
	w := st.world()
	if !w.Entities[0].Dead || w.Entities[1].Kind != sim.EntityGib {
		t.Errorf("things %+v", w.Entities)
	}
	killed := 0
	for _, e := range st.r.Events() {
		if e.Kind == sim.EventMonsterKill && e.Slot.Index() == 0 && e.Text.Plain == "Enforcer killed" {
			killed++
		}
	}
	if killed != 2 {
		t.Errorf("%d monsters killed", killed)
	}
}

// TestMonstersDieByTheirFrames has monsters without a cry: one whose model's animations are known, one
// of a mod that only stops being in the way.
func TestMonstersDieByTheirFrames(t *testing.T) {
	st := newStage("", "Ann")
	st.model(7, "models/monsters/infantry/tris.md2")
	st.model(8, "models/monsters/unheardof/tris.md2")
	known := quake2.EntityState{Number: 40, Models: [6]uint16{7}, Solid: 8290, Frame: 124}
	other := quake2.EntityState{Number: 41, Models: [6]uint16{8}, Solid: 8290, Frame: 1, Origin: [3]float32{50, 0, 0}}
	for i, step := range []struct {
		frame      uint16
		solid      uint32
		dead, gone bool // the known one, the other
	}{
		{124, 8290, false, false}, {125, 8290, true, false}, {178, 0, true, true},
		{1, 8290, false, true}, // a medic was there
		{130, 8290, true, true},
	} {
		known.Frame, known.Solid = step.frame, step.solid
		if step.gone {
			other.Solid = 0
		}
		st.snap(view(0, 0), body(1, 0, 0), known, other)
		st.end()
		if w := st.world(); len(w.Entities) != 2 || w.Entities[0].Dead != step.dead || w.Entities[1].Dead != step.gone {
			t.Errorf("step %d: %+v", i, w.Entities)
		}
	}
	killed := map[string]int{}
	for _, e := range st.r.Events() {
		if e.Kind == sim.EventMonsterKill {
			killed[e.Text.Plain]++
		}
	}
	if killed["Enforcer killed"] != 2 || killed["unheardof killed"] != 1 {
		t.Errorf("killed %v", killed)
	}
}

// TestStatusOfCaptureTheFlag reads scores, flags and techs from the status bar, and the state of a match.
func TestStatusOfCaptureTheFlag(t *testing.T) {
	st := newStage("ctf", "Ann", "Bob")
	icons := []string{"i_ctf1", "i_ctf1t", "i_ctf2", "i_ctf2d", "tech3"}
	for i, icon := range icons {
		st.Handle(&quake2.ConfigString{Index: uint16(assumed.Images + 1 + i), Text: []byte(icon)})
	}
	icon := func(name string) int16 { return int16(1 + slices.Index(icons, name)) }
	st.Handle(&quake2.ConfigString{Index: 1312, Text: []byte(`Ann\male/ctf_r`)})
	ps := view(0, 0)
	ps.Stats[18], ps.Stats[20] = 3, 1
	ps.Stats[quake2.StatCTFTeam1Pic], ps.Stats[quake2.StatCTFTeam2Pic], ps.Stats[quake2.StatCTFTech] = icon("i_ctf1t"),
		icon("i_ctf2d"), icon("tech3")
	st.Handle(&quake2.ConfigString{Index: 29, Text: []byte("10:00 MATCH")})
	st.snap(ps, body(1, 0, 0))
	st.end()
	st.now += 200 * time.Millisecond
	ps.Stats[quake2.StatCTFTeam1Pic], ps.Stats[quake2.StatCTFTeam2Pic], ps.Stats[quake2.StatCTFTech] = icon("i_ctf1"),
		0, 0
	st.Handle(&quake2.ConfigString{Index: 29, Text: []byte("09:59 MATCH")})
	st.snap(ps, body(1, 0, 0))
	st.end()
	c := st.r.Cursor()
	w := c.At(0)
	if w.TeamScore[sim.TeamRed] != 3 || w.TeamScore[sim.TeamBlue] != 1 || w.FlagState[sim.TeamRed] != sim.FlagTaken ||
		w.FlagState[sim.TeamBlue] != sim.FlagDropped {
		t.Errorf("scores %v, flags %v", w.TeamScore, w.FlagState)
	}
	if !w.Players[0].Powerups.Has(sim.PowerupHaste) || !w.MatchKnown || w.Match != 0 || w.Phase != sim.PhasePlaying {
		t.Errorf("powers %x, match %v (%v), phase %v", w.Players[0].Powerups, w.Match, w.MatchKnown, w.Phase)
	}
	w = st.world()
	if w.Players[0].Powerups != 0 || w.Match != time.Second || w.FlagState[sim.TeamRed] != sim.FlagHome ||
		w.FlagState[sim.TeamBlue] != sim.FlagDropped {
		t.Errorf("later: powers %x, match %v, flags %v", w.Players[0].Powerups, w.Match, w.FlagState)
	}
	if l := st.r.Levels()[0]; l.TimeLimit != 10*time.Minute {
		t.Errorf("time limit %v", l.TimeLimit)
	}
}

// TestBoardsShowWhileTheyAreOpen opens and closes the help computer, and a scoreboard, which does not count as screen
// text.
func TestBoardsShowWhileTheyAreOpen(t *testing.T) {
	st := newStage("", "Ann")
	for i, step := range []struct {
		layout string
		open   bool
		want   string
	}{
		{`xv 0 yv 24 cstring2 "Unit 1" xv 50 yv 164 string "kills  secrets" xv 50 yv 172 string " 3/20      0/5"`,
			false, ""},
		{"", true, "0 Unit 1|2 kills|2 secrets|3 3/20|3 0/5"},
		{"", true, "0 Unit 1|2 kills|2 secrets|3 3/20|3 0/5"},
		{"client 0 32 0 5 25 3", true, ""},
		{`xv 0 yv 8 string " Name   Frags" yv 16 string "Ann 5"`, true, ""},
		{`xv 0 yv 8 string "Menu"`, true, "0 Menu"},
		{"", false, ""},
	} {
		if step.layout != "" {
			st.Handle(&quake2.Layout{Text: []byte(step.layout)})
		}
		ps := view(0, 0)
		if step.open {
			ps.Stats[quake2.StatLayouts] = 1
		}
		st.snap(ps, body(1, 0, 0))
		st.end()
		var got []string
		if b := st.world().ScreenText; b != nil {
			for _, c := range b.Cells {
				got = append(got, fmt.Sprint(c.Line, " ", c.Text.Plain))
			}
		}
		if s := strings.Join(got, "|"); s != step.want {
			t.Errorf("step %d: %q, want %q", i, s, step.want)
		}
	}
}

// TestMegaHealthRots follows a mega health whose taker's health is known, one that he kept until he died, and
// one that someone took whose health is not.
func TestMegaHealthRots(t *testing.T) {
	for name, c := range map[string]struct {
		taker  int
		health func(since time.Duration) int16
		back   time.Duration // after it was taken; 0 for not known
	}{
		"down to full health": {0,
			func(since time.Duration) int16 { return 200 - int16(max(since-4*time.Second, 0)/time.Second)*20 },
			30 * time.Second},
		"hurt at once": {0, func(time.Duration) int16 { return 80 }, 25 * time.Second},
		"dead after seven seconds": {0,
			func(since time.Duration) int16 { return 150 * int16(1-since/(6500*time.Millisecond)) }, 27 * time.Second},
		"of another": {1, func(time.Duration) int16 { return 100 }, 0},
	} {
		st := newStage("", "Ann", "Bob")
		st.model(5, "models/items/mega_h/tris.md2")
		mega := quake2.EntityState{Number: 20, Models: [6]uint16{5}, Origin: [3]float32{100, 0, 15}}
		st.Handle(&quake2.Baseline{Entity: quake2.EntityDelta{EntityState: mega, Fields: all}})
		at := [2]float32{0, 400}
		at[c.taker] = 90
		st.snap(view(at[0], 0), body(1, at[0], 0), body(2, at[1], 0), mega)
		st.end()
		taken := st.now
		for st.now < taken+15*time.Second {
			ps := view(at[0], 0)
			ps.Stats[quake2.StatHealth] = c.health(st.now - taken)
			st.snap(ps, body(1, at[0], 0), body(2, at[1], 0))
			st.end()
		}
		thing := st.world().Entities[0]
		if got := thing.Respawn - thing.Taken; thing.State != sim.ItemTaken || thing.RespawnKnown != (c.back > 0) ||
			c.back > 0 && got != c.back {
			t.Errorf("%s: back after %v, %+v", name, got, thing)
		}
	}
}
