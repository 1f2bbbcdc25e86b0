package main

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/sample"
	"fragscope/formats/quake3"
)

func TestSampleIsWhatGenerateMakes(t *testing.T) {
	level := arena().Bytes()
	demo, _, err := produce(level, defaultSeed, defaultLimit)
	if err != nil {
		t.Fatal(err)
	}
	for i, made := range [][]byte{level, demo} {
		if embedded := [][]byte{sample.Map(), sample.Demo()}[i]; !bytes.Equal(made, embedded) {
			t.Errorf("file %d: made %d bytes, embedded are %d other ones; run go generate in assets/sample", i, len(made), len(embedded))
		}
	}
	if n := len(sample.Map()); n > 300_000 {
		t.Errorf("the map has %d bytes", n)
	}
	if n := len(sample.Demo()); n > 400_000 {
		t.Errorf("the demo has %d bytes", n)
	}
}

// The match of another seed is played for one frag only, and as clean.
func TestOtherSeedIsAnotherMatch(t *testing.T) {
	demo, _, err := produce(sample.Map(), defaultSeed+1, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := watch(t, demo)
	if bytes.Equal(demo[:1000], sample.Demo()[:1000]) || c.events[evObituary] == 0 {
		t.Error("the seed does not matter")
	}
}

// witness follows a demo as a viewer would, and counts what it shows.
type witness struct {
	t         *testing.T
	history   quake3.History
	world     world
	players   map[int]body               // as last seen, alive
	flags     map[int]uint32             // of them
	was       map[int]quake3.EntityState // the snapshot before
	time      int32
	snapshots int
	events    map[int]int
	missiles  map[uint32]int // by weapon
	chats     int
	texts     string
	fullest   int

	// how often players were seen somewhere
	seen, upstairs, lift, water, door int
	teleports                         int
	fastest                           float64 // on the ground
}

// watch plays a demo on the sample's map.
func watch(t *testing.T, demo []byte) *witness {
	t.Helper()
	level, err := bsp.Decode(sample.Map())
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{t: t, world: world{level: level}, players: map[int]body{}, flags: map[int]uint32{},
		events: map[int]int{}, missiles: map[uint32]int{}}
	d := quake3.NewDecoder(demo, quake3.Options{Name: sample.DemoName})
	for d.Next(w) != io.EOF {
		if s := w.history.Snapshot(); s != nil {
			w.look(s)
		}
	}
	if n := len(d.Damage()); n > 0 {
		t.Fatalf("%d damages: %v", n, d.Damage()[0])
	}
	return w
}

func (w *witness) Handle(m quake3.Message) {
	w.history.Handle(m)
	if c, ok := m.(*quake3.ServerCommand); ok {
		text := string(c.Text)
		w.texts += text + "\n"
		if strings.HasPrefix(text, "chat ") || strings.HasPrefix(text, "tchat ") {
			w.chats++
		}
	}
}

func (w *witness) look(s *quake3.Snapshot) {
	if w.snapshots > 0 && s.ServerTime != w.time+frame || s.Approximate {
		w.t.Errorf("snapshot at %d after %d", s.ServerTime, w.time)
	}
	w.time = s.ServerTime
	w.snapshots++
	w.player(recorder, s.Player.Origin(), s.Player.Velocity(), s.Player.F[quake3.PsEFlags], s.Player.F[quake3.PsGroundEntityNum])
	now := map[int]quake3.EntityState{}
	for i := range s.Len() {
		e := s.Entity(i).EntityState
		now[e.Number] = e
		old, known := w.was[e.Number]
		kind, event := e.F[quake3.EntEType], e.F[quake3.EntEvent]
		switch {
		case e.Number < quake3.MaxClients && kind == quake3.EtPlayer:
			w.player(e.Number, e.Origin(), e.Trajectory().Delta, e.F[quake3.EntEFlags], e.F[quake3.EntGroundEntityNum])
		case kind > protocol.EventBase && !known:
			w.events[int(kind-protocol.EventBase)]++
		case kind == quake3.EtMissile && !known:
			w.missiles[e.F[quake3.EntWeapon]]++
		}
		if event != old.F[quake3.EntEvent] {
			w.events[int(event&^quake3.EventToggle)]++
		}
	}
	w.was = now
	w.fullest = max(w.fullest, len(now))
}

// player checks that someone is where a player can be, and came there as a player can.
func (w *witness) player(n int, at, velocity [3]float32, flags, ground uint32) {
	p, old := double(at), w.players[n]
	if flags&efDead != 0 {
		return
	}
	fits := false
	for i := range 27 { // others' places are rounded
		fits = fits || w.world.fits(p.add(vec{float64(i%3-1) / 2, float64(i/3%3-1) / 2, float64(i/9-1) / 2}))
	}
	if !fits {
		w.t.Errorf("%.1f s: player %d is in solid at %v", w.seconds(), n, p)
	}
	known := w.flags[n]&efTeleport == flags&efTeleport && w.snapshots > 1
	// 1000 units a second, and a knock in between
	if way := p.sub(old.origin); known && way.len() > 80 {
		w.t.Errorf("%.1f s: player %d moves %.0f units at once", w.seconds(), n, way.len())
	}
	if !known {
		w.teleports++
	}
	grounded := ground != quake3.NoEntity
	if v := double(velocity).flat().len(); grounded && old.ground {
		w.fastest = math.Max(w.fastest, v)
	}
	w.players[n], w.flags[n] = body{origin: p, ground: grounded}, flags
	w.seen++
	for count, is := range map[*int]bool{
		&w.upstairs: p[2] > upper, &w.lift: grounded && ground != quake3.WorldEntity, &w.water: w.world.wet(p),
		&w.door: math.Abs(p[0]) < 90 && math.Abs(p[1]-576) < 30 && p[2] < 60,
	} {
		if is {
			*count++
		}
	}
}

func (w *witness) seconds() float64 { return float64(w.time-startTime) / 1000 }

func TestMatchHasEverything(t *testing.T) {
	w := watch(t, sample.Demo())
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"deaths", w.events[evObituary], 20}, {"gibs", w.events[evGibPlayer], 1}, {"chat lines", w.chats, 8}, {"teleports and spawns", w.teleports, 20},
		{"times on the lift", w.lift, 20}, {"times in the door", w.door, 10}, {"times in water", w.water, 20},
		{"percent upstairs", w.upstairs * 100 / w.seen, 10}, {"percent downstairs", 100 - w.upstairs*100/w.seen, 10},
		{"grenades", w.missiles[wpGrenade], 1}, {"rockets", w.missiles[wpRocket], 1}, {"plasma", w.missiles[wpPlasma], 1},
	} {
		if c.got < c.want {
			t.Errorf("%s: %d, want at least %d", c.what, c.got, c.want)
		}
	}
	for _, ev := range []int{evRailTrail, evShotgun, evBulletWall, evBulletFlesh, evMissileHit, evMissileMiss,
		evBounce, evItemPickup, evItemRespawn, evGlobalPickup, evTeleportIn, evTeleportOut, evJumpPad, evJump,
		evWaterTouch, evFireWeapon, evPain} {
		if w.events[ev] == 0 {
			t.Errorf("event %d never happens", ev)
		}
	}
	if !strings.Contains(w.texts, "hit the fraglimit") {
		t.Error("the match was cut off")
	}
	if s := w.seconds(); s < 60 || s > 120 {
		t.Errorf("the demo lasts %.0f s", s)
	}
	if w.fastest < 350 || w.fastest > 1200 {
		t.Errorf("greatest speed on the ground is %.0f", w.fastest)
	}
	if w.fullest > 200 {
		t.Errorf("%d entities in a snapshot", w.fullest)
	}
}

func TestDemoEncodesBack(t *testing.T) {
	var out bytes.Buffer
	d := quake3.NewDecoder(sample.Demo(), quake3.Options{Name: sample.DemoName})
	e := quake3.NewEncoder(&out, quake3.Options{Name: sample.DemoName})
	for d.Next(e) == nil {
	}
	if e.Finish() != nil || !bytes.Equal(out.Bytes(), sample.Demo()) {
		t.Errorf("decoded and encoded, %d bytes become %d; %v", len(sample.Demo()), out.Len(), e.Finish())
	}
}
